//! Cases of `renum`, `fmt` and `build --minify` as files.
//!
//! | folder | a case | what is asked |
//! |---|---|---|
//! | rewrite | `x.bas`, whose first line is `# zxtap …`, and `x.out` | what the command makes of it, says and gives as exit code |
//! | minify | `x.bas` and `x.out` | the minified program as a listing, what was saved and left alone; on the ROM it does what it did before, by each step alone and by all |
//!
//! `UPDATE_GOLDENFILES=1 cargo test --test rewrite_cases` renews the `.out` files.

mod support;

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use datatest_stable::Result;
use support::rom::Rom;
use zxtap::basic::list::{Graphics, list};
use zxtap::basic::program::Program;
use zxtap::basic::tokenise::tokenise;
use zxtap::diagnostic::Severity;
use zxtap::source::Source;
use zxtap::toolchain::minify::{Step, minify};

datatest_stable::harness! {
    { test = rewritten, root = "tests/cases/rewrite", pattern = r"\.bas$" },
    { test = minified, root = "tests/cases/minify", pattern = r"\.bas$" },
}

/// Compares with the `.out` beside `path`, or renews it.
fn golden(path: &Path, found: &str) -> Result<()> {
    let path = path.with_extension("out");
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        return Ok(fs::write(path, found)?);
    }
    let expected = fs::read_to_string(&path)?;
    if expected == found { Ok(()) } else { Err(format!("expected\n{expected}\nfound\n{found}").into()) }
}

/// `tests/cases/rewrite`.
fn rewritten(path: &Path) -> Result<()> {
    let text = fs::read_to_string(path)?;
    let arguments =
        text.lines().next().and_then(|line| line.strip_prefix("# zxtap ")).ok_or("no `# zxtap`")?;
    let output = assert_cmd::Command::cargo_bin("zxtap")?
        .args(arguments.split(' '))
        .arg("-")
        .write_stdin(text.clone())
        .output()?;
    let (out, said) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    let code = output.status.code().ok_or("no exit code")?;
    golden(path, &format!("{out}---- said\n{said}---- exit {code}\n"))
}

thread_local! {
    static ROM: RefCell<Rom> = RefCell::new(Rom::new());
}

/// What a program prints, and its report without the place.
fn run(program: &Program) -> (String, String) {
    ROM.with_borrow_mut(|rom| {
        rom.reset();
        rom.set_program(&program.encode());
        let run = rom.command(&[0xF7], 70_000_000);
        let report = run.report.unwrap_or_else(|| "it goes on".into());
        let printed = run.printed.iter().map(|&b| if b == 0x0D { '\n' } else { char::from(b) }).collect();
        (printed, report.split(", ").next().unwrap_or_default().to_owned())
    })
}

/// `tests/cases/minify`.
fn minified(path: &Path) -> Result<()> {
    let program = tokenise(&Source::new("case.bas", fs::read_to_string(path)?));
    if program.diagnostics.iter().any(|d| d.severity() == Severity::Error) {
        return Err(format!("{:?}", program.diagnostics).into());
    }
    let before = run(&program.program);
    let mut selections: Vec<Vec<Step>> = Step::ALL.map(|step| vec![step]).to_vec();
    selections.extend([Step::ALL.to_vec(), Step::USUAL.to_vec()]);
    for steps in selections {
        let small = minify(&program, &steps);
        let after = run(&small.program());
        if after != before {
            let listed = list(&small.program(), Graphics::Unicode);
            return Err(format!("{steps:?}\n{listed}\nbefore {before:?}\nafter {after:?}").into());
        }
    }
    let small = minify(&program, &Step::USUAL);
    let mut found = list(&small.program(), Graphics::Unicode);
    found += "---- saved\n";
    for saving in &small.savings {
        found += &format!("{} {}\n", saving.step.name(), saving.bytes);
    }
    for (old, new) in small.renamed() {
        found += &format!("{old} is {new}\n");
    }
    for note in small.notes() {
        found += &format!("{note}\n");
    }
    found += &format!("---- runs as before\n{}\n{}\n", before.0.trim_end(), before.1);
    golden(path, &found)
}
