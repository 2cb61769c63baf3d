//! Pure functions that join the rooms.
