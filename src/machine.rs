//! A 48K Spectrum.
