//! The command: parse, dispatch, exit code.

fn main() {}
