//! THE keyword table.
