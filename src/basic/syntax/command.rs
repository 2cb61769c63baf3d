//! What each command takes: the ROM's own parameter table (1A48h), one row a command.
//!
//! Owns: the classes of parameters and the table; a test reads the ROM's table and compares.
//! Must never know: how a parameter is parsed.

use crate::basic::keyword::Keyword;

/// A step of a command's parameters: a class of the ROM's, or a byte that must stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Class 00: nothing further.
    End,
    /// Class 01: a variable, as in LET.
    Variable,
    /// Class 02: an expression of the variable's type.
    Value,
    /// Class 03: a number, or nothing.
    OptionalNumber,
    /// Class 04: a numeric variable of one letter.
    Letter,
    /// Class 05: the command's own routine reads the rest.
    Own,
    /// Class 06: a number.
    Number,
    /// Class 07: the number of a colour command.
    Colour,
    /// Class 08: two numbers with a comma between.
    Pair,
    /// Class 09: as 08, but colour items may stand before.
    ColouredPair,
    /// Class 0A: a string.
    Text,
    /// Class 0B: what SAVE, LOAD, VERIFY and MERGE take.
    Tape,
    /// This byte.
    Byte(u8),
}

impl Step {
    /// The byte that stands for the step in the ROM's table.
    ///
    /// ```
    /// use zxtap::basic::syntax::command::Step;
    /// assert_eq!(Step::Number.rom_byte(), 0x06);
    /// assert_eq!(Step::Byte(b'=').rom_byte(), 0x3D);
    /// ```
    pub fn rom_byte(self) -> u8 {
        match self {
            Step::End => 0x00,
            Step::Variable => 0x01,
            Step::Value => 0x02,
            Step::OptionalNumber => 0x03,
            Step::Letter => 0x04,
            Step::Own => 0x05,
            Step::Number => 0x06,
            Step::Colour => 0x07,
            Step::Pair => 0x08,
            Step::ColouredPair => 0x09,
            Step::Text => 0x0A,
            Step::Tape => 0x0B,
            Step::Byte(byte) => byte,
        }
    }
}

/// The steps of a command; none for a keyword that is no command of the 48K.
///
/// ```
/// use zxtap::basic::keyword::Keyword;
/// use zxtap::basic::syntax::command::{steps, Step};
/// assert_eq!(steps(Keyword::GoTo), Some(&[Step::Number, Step::End][..]));
/// assert_eq!(steps(Keyword::Then), None);
/// ```
pub fn steps(command: Keyword) -> Option<&'static [Step]> {
    use Step::{
        Byte, Colour, ColouredPair, End, Letter, Number, OptionalNumber, Own, Pair, Tape, Text, Value,
        Variable,
    };
    const TO: Step = Byte(Keyword::To as u8);
    const THEN: Step = Byte(Keyword::Then as u8);
    Some(match command {
        Keyword::DefFn => &[Own],
        Keyword::Cat => &[End],
        Keyword::Format => &[Text, End],
        Keyword::Move => &[Text, Byte(b','), Text, End],
        Keyword::Erase => &[Text, End],
        Keyword::OpenS => &[Number, Byte(b','), Text, End],
        Keyword::CloseS => &[Number, End],
        Keyword::Merge | Keyword::Verify | Keyword::Load | Keyword::Save => &[Tape],
        Keyword::Beep | Keyword::Out | Keyword::Poke => &[Pair, End],
        Keyword::Circle | Keyword::Draw => &[ColouredPair, Own],
        Keyword::Plot => &[ColouredPair, End],
        Keyword::Ink
        | Keyword::Paper
        | Keyword::Flash
        | Keyword::Bright
        | Keyword::Inverse
        | Keyword::Over => &[Colour],
        Keyword::Lprint
        | Keyword::Llist
        | Keyword::Read
        | Keyword::Data
        | Keyword::Dim
        | Keyword::Rem
        | Keyword::Input
        | Keyword::List
        | Keyword::Print => &[Own],
        Keyword::Stop | Keyword::New | Keyword::Continue | Keyword::Cls | Keyword::Return | Keyword::Copy => {
            &[End]
        }
        Keyword::Restore | Keyword::Run | Keyword::Randomize | Keyword::Clear => &[OptionalNumber],
        Keyword::Border | Keyword::GoTo | Keyword::GoSub | Keyword::Pause => &[Number, End],
        Keyword::For => &[Letter, Byte(b'='), Number, TO, Number, Own],
        Keyword::Let => &[Variable, Byte(b'='), Value],
        Keyword::Next => &[Letter, End],
        Keyword::If => &[Number, THEN, Own],
        _ => return None,
    })
}
