//! Five-byte numbers, exactly as the ROM makes and prints them.
