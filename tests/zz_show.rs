#[path = "support/generate.rs"]
mod generate;
#[test]
fn show() {
    for s in 0..60 { println!("{}", generate::legal_line(s).text); }
    for s in 0..40 { println!("{}", String::from_utf8_lossy(&generate::numeral(s))); }
}
