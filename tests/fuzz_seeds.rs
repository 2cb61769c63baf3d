//! The laws of `tests/support/laws.rs` on every file of `tests/fuzz/seeds`: where fuzzing begins, and what it found.

#[path = "support/laws.rs"]
mod laws;

use std::fs;
use std::path::Path;

fn each(target: &str, law: fn(&[u8])) {
    let folder = Path::new("tests/fuzz/seeds").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 10, "{target} has seeds");
    for file in files {
        println!("{}", file.display());
        law(&fs::read(file).unwrap());
    }
}

#[test]
fn decode() {
    each("decode", laws::decode);
}

#[test]
fn tap() {
    each("tap", laws::tap);
}

#[test]
fn tzx() {
    each("tzx", laws::tzx);
}

#[test]
fn source() {
    each("source", laws::source);
}
