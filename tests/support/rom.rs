//! The genuine ROM as judge: what it makes of a line, a number, a listing.
//!
//! Every question starts from the RAM of a machine that has just been switched on.

use zxtap::machine::memory::sysvar;
use zxtap::machine::{EDITOR, Machine, Stop, report};

/// T-states a question may take before the test is told that the ROM hangs: a minute.
const PATIENCE: u64 = 210_000_000;

/// Where ERR_SP sends the ROM when it refuses; in the ROM's spare bytes.
const REFUSED: u16 = 0x3A00;

const LINE_SCAN: u16 = 0x1B17;
const LINE_RUN: u16 = 0x1B8A;
const E_LINE_NO: u16 = 0x19FB;
const MAIN_ADD: u16 = 0x155D;
const MAIN_EXEC: u16 = 0x12A2;
const MAIN_4: u16 = 0x1303;
const PRINT_FP: u16 = 0x2DE3;
const PRINT_OUT: u16 = 0x09F4;
const PO_ABLE: u16 = 0x0AD9;
const TOKENS: u16 = 0x0095;
const FONT: u16 = 0x3D00;
const SYNTAX_OFFSETS: u16 = 0x1A48;
const SYNTAX_END: u16 = 0x1B17;

/// What LINE-SCAN said about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The text behind the line number's digits, without its 0D, with the ROM's own hidden numbers.
    Accepted(Vec<u8>),
    /// Report code, and where the `?` marker stands: an offset into the line as it was put in, line number's digits
    /// included, hidden numbers that the ROM had put in before it not counted.
    Refused { report: char, marker: usize },
}

/// What a command did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it printed, as [`Rom::list`] gives it.
    pub printed: Vec<u8>,
    /// `0 OK, 65534:1`: code, words, PPC and SUBPPC. `None` when the time was over.
    pub report: Option<String>,
}

/// A booted machine and the snapshot every question begins with.
pub struct Rom {
    pub machine: Machine,
    clean: Machine,
}

impl Default for Rom {
    fn default() -> Self {
        Rom::new()
    }
}

impl Rom {
    pub fn new() -> Rom {
        let clean = Machine::booted();
        Rom { machine: clean.clone(), clean }
    }

    /// Back to the machine just switched on.
    pub fn reset(&mut self) {
        self.machine.restore(&self.clean);
    }

    /// Makes `text` and `0D 80` the line being typed.
    fn enter(&mut self, text: &[u8]) {
        let m = &mut self.machine;
        let e_line = m.peek_word(sysvar::E_LINE);
        m.write(e_line, text);
        let end = e_line + text.len() as u16;
        m.write(end, &[0x0D, 0x80]);
        for pointer in [sysvar::WORKSP, sysvar::STKBOT, sysvar::STKEND] {
            m.poke_word(pointer, end + 2);
        }
        m.poke_word(sysvar::CH_ADD, e_line);
    }

    /// Goes to a routine with two traps on the stack: one where it returns to, one for an error.
    fn go_trapped(&mut self, address: u16) {
        let m = &mut self.machine;
        let sp = m.registers.sp - 2;
        m.poke_word(sp, REFUSED);
        m.poke_word(sysvar::ERR_SP, sp);
        m.registers.sp = sp - 2;
        m.poke_word(sp - 2, REFUSED + 1);
        m.registers.jump(address);
    }

    /// Calls a routine with errors caught. `Ok` when it returned, `Err` with the report code when it ran into an error.
    fn call(&mut self, address: u16) -> Result<(), char> {
        self.go_trapped(address);
        match self.machine.run_until(&[REFUSED, REFUSED + 1], PATIENCE) {
            Stop::Address(REFUSED) => Err(self.error()),
            Stop::Address(_) => Ok(()),
            Stop::Time => panic!("the ROM does not come back from {address:04X}"),
        }
    }

    fn error(&self) -> char {
        report::code(self.machine.peek(sysvar::ERR_NR).wrapping_add(1)).expect("a report's number in ERR_NR")
    }

    /// What LINE-SCAN says about a whole typed line: digits, tokens, no hidden numbers, no 0D. The text of `Accepted`
    /// is the whole line, digits included.
    pub fn scan_entry(&mut self, entry: &[u8]) -> Verdict {
        self.reset();
        self.enter(entry);
        let before = self.machine.peek_word(sysvar::WORKSP);
        let e_line = self.machine.peek_word(sysvar::E_LINE);
        match self.call(LINE_SCAN) {
            Ok(()) => {
                let end = self.machine.peek_word(sysvar::WORKSP) - 2;
                Verdict::Accepted(self.machine.read(e_line.into()..end.into()).to_vec())
            }
            Err(report) => {
                let inserted = self.machine.peek_word(sysvar::WORKSP) - before;
                let marker = self.machine.peek_word(sysvar::X_PTR) - e_line;
                Verdict::Refused { report, marker: usize::from(marker.saturating_sub(inserted)) }
            }
        }
    }

    /// What LINE-SCAN says about a line whose number is 10: tokens, no line number, no hidden numbers, no 0D. The
    /// marker of a refusal counts the two digits.
    pub fn scan_line(&mut self, typed: &[u8]) -> Verdict {
        match self.scan_entry(&[b"10", typed].concat()) {
            Verdict::Accepted(mut text) => Verdict::Accepted(text.split_off(2)),
            refused => refused,
        }
    }

    /// The five bytes the ROM makes of a number's text (digits, or BIN C4h and digits), or the report's code.
    pub fn number(&mut self, text: &[u8]) -> Result<[u8; 5], char> {
        match self.scan_line(&[b"\xF1a=", text].concat()) {
            Verdict::Accepted(line) => {
                assert_eq!(line.len(), text.len() + 3 + 6, "one number in {text:02X?}");
                Ok(line[line.len() - 5..].try_into().expect("five bytes"))
            }
            Verdict::Refused { report, .. } => Err(report),
        }
    }

    /// What PRINT shows of a number.
    pub fn print_number(&mut self, number: [u8; 5]) -> String {
        self.reset();
        let m = &mut self.machine;
        let bottom = m.peek_word(sysvar::STKBOT);
        m.write(bottom, &number);
        m.poke_word(sysvar::STKEND, bottom + 5);
        let printed = self.printed(PRINT_FP).expect("PRINT-FP knows no errors");
        String::from_utf8(printed).expect("digits")
    }

    /// Calls a routine and catches what it prints: characters as they reach the screen (tokens spelt out, `?` for what
    /// cannot be printed), controls as they were sent, without their parameters.
    fn printed(&mut self, address: u16) -> Result<Vec<u8>, char> {
        self.go_trapped(address);
        let mut printed = Vec::new();
        loop {
            match self.machine.run_until(&[REFUSED, REFUSED + 1, PRINT_OUT, PO_ABLE], PATIENCE) {
                Stop::Address(REFUSED) => return Err(self.error()),
                Stop::Address(PRINT_OUT | PO_ABLE) => self.catch(&mut printed),
                Stop::Address(_) => return Ok(printed),
                Stop::Time => panic!("the ROM does not come back from {address:04X}"),
            }
        }
    }

    /// Adds the character at PRINT-OUT or PO-ABLE to `printed`.
    fn catch(&mut self, printed: &mut Vec<u8>) {
        let m = &mut self.machine;
        let code = m.registers.a();
        let control = m.registers.pc == PRINT_OUT;
        if if control { code < 0x20 } else { code < 0xA5 } {
            printed.push(code);
        }
        m.poke(sysvar::SCR_CT, 0xFF);
        // An interrupt taken at this address would come back to it, and the character be caught a second time.
        let interrupts = std::mem::replace(&mut m.registers.iff1, false);
        m.run_until(&[], 1);
        m.registers.iff1 = interrupts;
    }

    /// Puts a program area (no variables) into the machine, as a tape would.
    pub fn set_program(&mut self, program: &[u8]) {
        let m = &mut self.machine;
        let prog = m.peek_word(sysvar::PROG);
        m.write(prog, program);
        let vars = prog + program.len() as u16;
        m.write(vars, &[0x80, 0x0D, 0x80]);
        m.poke_word(sysvar::VARS, vars);
        m.poke_word(sysvar::E_LINE, vars + 1);
        for pointer in [sysvar::WORKSP, sysvar::STKBOT, sysvar::STKEND] {
            m.poke_word(pointer, vars + 3);
        }
    }

    /// Runs a typed command (tokens, no hidden numbers) in the machine as it is, for at most `tstates`: LINE-SCAN, then
    /// as the main loop does, until its report.
    pub fn command(&mut self, command: &[u8], tstates: u64) -> Run {
        self.enter(command);
        if let Err(code) = self.call(LINE_SCAN) {
            panic!("the ROM refuses the command with report {code}");
        }
        // The main loop's own stack: ERR_SP at its item, which holds MAIN-4.
        let m = &mut self.machine;
        m.registers = self.clean.registers;
        m.poke_word(sysvar::ERR_SP, self.clean.peek_word(sysvar::ERR_SP));
        let err_sp = m.peek_word(sysvar::ERR_SP);
        m.poke_word(err_sp, MAIN_4);
        let flags = m.peek(sysvar::FLAGS);
        m.poke(sysvar::FLAGS, flags | 0x80);
        m.poke(sysvar::ERR_NR, 0xFF);
        // NSPPC and SUBPPC as MAIN-3 sets them.
        m.poke(23620, 1);
        m.registers.sp = err_sp;
        m.registers.jump(LINE_RUN);
        let end = m.tstates() + tstates;
        let mut printed = Vec::new();
        loop {
            let left = end.saturating_sub(self.machine.tstates());
            match self.machine.run_until(&[MAIN_4, PRINT_OUT, PO_ABLE], left) {
                Stop::Address(MAIN_4) => {
                    let code = self.error();
                    let m = &mut self.machine;
                    assert_eq!(m.run_until(&[EDITOR], PATIENCE), Stop::Address(EDITOR));
                    let report = m.report().expect("a report on the screen");
                    assert_eq!(report.code, code);
                    let report =
                        format!("{} {}, {}:{}", report.code, report.text, report.line, report.statement);
                    return Run { printed, report: Some(report) };
                }
                Stop::Address(_) => self.catch(&mut printed),
                Stop::Time => return Run { printed, report: None },
            }
        }
    }

    /// What LIST prints of a program area: characters as in [`Run::printed`], each line ending with 0D.
    pub fn list(&mut self, program: &[u8]) -> Vec<u8> {
        self.reset();
        self.set_program(program);
        let run = self.command(&[0xF0], PATIENCE);
        assert_eq!(run.report.as_deref(), Some("0 OK, 65534:1"));
        run.printed
    }

    /// The program area after these lines were typed, in this order, through LINE-SCAN and MAIN-ADD.
    pub fn store(&mut self, lines: &[(u16, &[u8])]) -> Vec<u8> {
        self.reset();
        for (number, typed) in lines {
            self.enter(&[number.to_string().as_bytes(), typed].concat());
            self.call(LINE_SCAN).unwrap_or_else(|code| panic!("line {number} is refused with report {code}"));
            let e_line = self.machine.peek_word(sysvar::E_LINE);
            self.machine.poke_word(sysvar::CH_ADD, e_line);
            self.call(E_LINE_NO).expect("a line number");
            assert_eq!(self.machine.registers.bc, *number);
            self.machine.registers.jump(MAIN_ADD);
            assert_eq!(self.machine.run_until(&[MAIN_EXEC], PATIENCE), Stop::Address(MAIN_EXEC));
            assert_eq!(self.machine.run_until(&[EDITOR], PATIENCE), Stop::Address(EDITOR));
        }
        self.program()
    }

    /// The program area as it is now.
    pub fn program(&self) -> Vec<u8> {
        let m = &self.machine;
        m.read(m.peek_word(sysvar::PROG).into()..m.peek_word(sysvar::VARS).into()).to_vec()
    }

    /// The spelling of token `code` (A5h to FFh) in the ROM's table, bit 7 of the last character reset.
    pub fn token(&self, code: u8) -> Vec<u8> {
        let table = self.machine.read(TOKENS.into()..0x4000);
        table
            .split_inclusive(|byte| byte & 0x80 != 0)
            .nth(usize::from(code - 0xA4))
            .expect("as many tokens as codes")
            .iter()
            .map(|byte| byte & 0x7F)
            .collect()
    }

    /// For each command from CEh (DEF FN) to FFh (COPY) its entry in the ROM's parameter table, up to the next one.
    pub fn syntax_table(&self) -> Vec<(u8, Vec<u8>)> {
        let address = |code: u8| {
            let entry = SYNTAX_OFFSETS + u16::from(code - 0xCE);
            entry + u16::from(self.machine.peek(entry))
        };
        let mut starts: Vec<u16> = (0xCE..=0xFF).map(address).chain([SYNTAX_END]).collect();
        starts.sort_unstable();
        (0xCE..=0xFF)
            .map(|code| {
                let start = address(code);
                let end = *starts.iter().find(|next| **next > start).expect("an end");
                (code, self.machine.read(start.into()..end.into()).to_vec())
            })
            .collect()
    }

    /// The eight bytes of character `code` (20h to 7Fh) in the ROM's font.
    pub fn font(&self, code: u8) -> [u8; 8] {
        let start = usize::from(FONT) + usize::from(code - 0x20) * 8;
        self.machine.read(start..start + 8).try_into().expect("eight bytes")
    }

    /// Loads blocks with LOAD "" in a machine just switched on; the report, `None` when the tape ends too early.
    pub fn load(&mut self, blocks: Vec<Vec<u8>>) -> Option<String> {
        self.reset();
        self.machine.insert_tape(blocks);
        self.command(b"\xEF\"\"", 70_000 * 500).report
    }

    /// The longest data (program and variables) that `LOAD ""` takes on a machine just switched on.
    pub fn load_limit(&mut self) -> usize {
        let (mut fits, mut too_long) = (0, 0xFFFF);
        while too_long - fits > 1 {
            let length = (fits + too_long) / 2;
            // One REM line after another, none of it out of the ordinary.
            let mut program = vec![0; length];
            program[..length.min(5)].copy_from_slice(&[0, 10, 0, 0, 0xEA][..length.min(5)]);
            match self.load(file(b"limit     ", &program, 0x8000)).as_deref() {
                Some("0 OK, 65534:1") => fits = length,
                Some("4 Out of memory, 65534:1") => too_long = length,
                other => panic!("LOAD of {length} bytes: {other:?}"),
            }
        }
        fits
    }
}

/// Header and data block of a program without variables.
pub fn file(name: &[u8; 10], program: &[u8], autostart: u16) -> Vec<Vec<u8>> {
    let length = (program.len() as u16).to_le_bytes();
    let mut header = vec![0];
    header.extend_from_slice(name);
    header.extend_from_slice(&length);
    header.extend_from_slice(&autostart.to_le_bytes());
    header.extend_from_slice(&length);
    vec![block(0, &header), block(0xFF, program)]
}

/// A block: flag, data and parity.
pub fn block(flag: u8, data: &[u8]) -> Vec<u8> {
    let mut block = vec![flag];
    block.extend_from_slice(data);
    block.push(block.iter().fold(0, |parity, byte| parity ^ byte));
    block
}

/// The blocks of a TAP file; the last one as far as it goes.
pub fn tap(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut blocks = Vec::new();
    while let [low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        blocks.push(rest[..length].to_vec());
        bytes = &rest[length..];
    }
    blocks
}
