//! THE character table: Spectrum byte <-> Unicode and escapes.
