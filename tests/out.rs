//! The tapes in `out/` are what `basic/` builds to.

use zxtap::source::Source;
use zxtap::tape::tap;
use zxtap::toolchain::{BuildOptions, build};

#[test]
fn tapes_are_current() {
    let mut seen = 0;
    for entry in std::fs::read_dir("basic").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "bas") {
            continue;
        }
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let source = Source::new(path.to_str().unwrap(), std::fs::read_to_string(&path).unwrap());
        let built = build(&source, &BuildOptions { file_stem: stem.clone(), ..BuildOptions::default() });
        assert!(built.diagnostics.is_empty(), "{}: {:?}", path.display(), built.diagnostics);
        let tape = std::fs::read(format!("out/{stem}.tap")).unwrap_or_default();
        assert!(
            tape == tap::write(&built.blocks).unwrap(),
            "out/{stem}.tap is not what basic/{stem}.bas builds to: run `just tapes`"
        );
        seen += 1;
    }
    assert!(seen > 0);
}
