//! The codes table: one entry a kind of diagnostic, with what `zxtap explain` says about it.
//!
//! Owns: code, severity, title, explanation and example of every diagnostic.
//! Must never know: who raises them.

use super::Severity;

macro_rules! codes {
    ($($name:ident = $text:literal, $severity:ident, $title:literal, $explanation:literal, $example:literal;)*) => {
        /// One kind of diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as printed: `E201`.
            pub fn text(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// Error or warning.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// A few words that name it.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// What it means and what to do, in a paragraph.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => $explanation,)* }
            }

            /// A source text that raises it. In the codes about bytes, `<E9>` stands for the byte E9.
            pub fn example(self) -> &'static str {
                match self { $(Code::$name => $example,)* }
            }
        }
    };
}

codes! {
    // Text
    NotText = "E101", Error, "a file that is not text",
        "The file is something else than BASIC as text: a tape, a recording, a picture, or bytes without sense. It is \
         recognised by how it begins, or because too many of its bytes are control characters or broken UTF-8.",
        "ZXTape!<1A><01><14>";
    TooLarge = "E102", Error, "a source file that is too large",
        "A source text may have up to 1 MiB (1,048,576 bytes). The longest program on a tape takes less than half of \
         that, even with every byte written as an escape. A longer file is not read to its end. There is no switch to \
         raise the limit.",
        "(a file of more than 1,048,576 bytes)";
    InvalidUtf8 = "E103", Error, "bytes that are not UTF-8",
        "A source text is UTF-8, with or without a mark at the start, or UTF-16. The only other bytes accepted are the \
         Latin-1 pound and copyright signs (A3 and A9). Save the text as UTF-8, and write only characters that the \
         Spectrum has; others can be drawn as UDGs and written \\a to \\u.",
        "10 PRINT \"caf<E9>\"\n";
    NulByte = "E104", Error, "a NUL byte",
        "A byte 00 stands in the text. No editor shows it; it comes from a damaged file, or from a program that pads \
         its texts. Take it out. To store a byte 00 in the program, write \\{0}.",
        "10 REM a<00>b\n";
    BrokenUtf16 = "E105", Error, "broken UTF-16",
        "The text is UTF-16 (it begins with FF FE or FE FF, or every second byte is 00), but holds half of a character \
         or ends in the middle of one. The file is damaged or was cut off.",
        "<FF><FE>1<00>0<00><00><D8>";
    Character = "E110", Error, "a character that is not on a Spectrum",
        "The Spectrum has the ASCII characters, with the pound sign at the place of the back-quote, the up-arrow at that \
         of ^ and the copyright sign at 7F, block graphics and 21 user-defined graphics. Everything else has to be \
         drawn as a UDG (\\a to \\u). Typographic quotes and dashes come from word processors: write \" and -.",
        "10 PRINT “HELLO”\n";
    Escape = "E111", Error, "a backslash with something unknown behind it",
        "Behind a backslash may stand: a letter a to u (a UDG), two of the characters space . ' : (a block graphic), \
         * (copyright), @, a second backslash, # and three digits (a byte), or braces with a byte {16} {0x10}, a \
         control {INK 2} {AT 1,2}, a keyword {PRINT} or a stored number {NUMBER 0x8F25800000}.",
        "10 REM C:\\DOS\\WORK\n";
    // Lines
    NoProgram = "E201", Error, "a text without a program",
        "The text is empty, or holds nothing but comments and directives. A program has at least one line.",
        "# only a comment\n";
    Unnumbered = "E202", Error, "a line without a number",
        "Every line of a program begins with its number, unless the text has #lines or a label: then lines without one \
         are numbered. Lines that are blank or begin with # may stand between them. A long line can go on in the next \
         one behind a backslash.",
        "PRINT 1\n";
    LineNumber = "E203", Error, "a line number the keyboard does not take",
        "Line numbers go from 1 to 9999 (ROM 19FBh E-LINE-NO). Others can be poked into a program or come from a tape, \
         but nobody can type them.",
        "10000 PRINT 1\n";
    ProgramName = "E204", Error, "a name that does not fit a header",
        "The header of a program on tape has room for ten characters of the Spectrum's. The ROM gives report F, Invalid \
         file name, for an empty or a longer one.",
        "#name adventures2\n10 PRINT 1\n";
    Autostart = "E205", Error, "an autostart that is no line number",
        "A program can start by itself at a line from 1 to 9999, or at the next one behind it.",
        "#autostart here\n10 PRINT 1\n";
    Directive = "E206", Error, "a directive with something else behind it",
        "A line that begins with # is a directive or a comment. The directives that carry bytes or numbers \
         (#variables, #trailing, #header, #autostart, #lines) want them as docs/language.md says.",
        "#variables 12\n10 PRINT 1\n";
    LabelPlace = "E207", Error, "a label where none can stand",
        "A label is defined at the start of a line, alone or in front of a statement, and ends with a colon: @name:. \
         In an expression @name is the number of that line; it stands where a number can stand.",
        "@loop PRINT 1\nGO TO @loop\n";
    LabelTwice = "E208", Error, "a label that is there twice",
        "Each label names one line of the whole text with all the files it includes. Capitals count: @loop and @Loop \
         are two labels.",
        "@a: PRINT 1\n@a: GO TO @a\n";
    NoLabel = "E209", Error, "a label that no line has",
        "No line of the text is called that. Capitals count. A label is defined by @name: at the start of a line; to \
         have an @ itself, which is possible only in strings and remarks, just write it.",
        "@loop: PRINT 1\nGO TO @lop\n";
    NumberOrder = "E210", Error, "a line number that cannot be",
        "Lines without a number count on from the line before. So in a text that has such lines numbers only go up, and \
         they end at 9999. Take a number out, make it higher, or begin lower with #lines.",
        "@a: PRINT 1\n10 GO TO @a\n";
    Define = "E211", Error, "a #define that defines nothing",
        "#define NAME text makes NAME stand for the text from there on, in program lines outside strings and remarks. A \
         name is a word of letters, digits and _ that may end with $, is no keyword, and stands for one thing.",
        "#define PRINT LPRINT\n10 PRINT 1\n";
    Replacement = "E212", Error, "a name that cannot be replaced",
        "What a name of #define stands for is looked through for other names. A name that comes back to itself, names \
         for names without end, more than 200,000 of them, or a text that grows over 1 MiB are refused.",
        "#define ONE TWO\n#define TWO ONE\n10 PRINT ONE\n";
    Include = "E213", Error, "a file that cannot be included",
        "#include \"FILE\" puts the lines of a file here. The file is looked for beside the one that includes it. It \
         must be text and must not include itself; files may include one another 16 deep, and all together have up to \
         1 MiB.",
        "#include keys.bas\n10 PRINT 1\n";
    // Statements
    Command = "E301", Error, "a statement without a command",
        "Every statement begins with one of the fifty commands of the 48K, from BEEP to VERIFY. The ROM gives report C, \
         Nonsense in BASIC.",
        "10 PRNT 1\n";
    OtherBasic = "E302", Error, "a command of another BASIC",
        "The command belongs to another computer, to added hardware or to a later BASIC. A 48K has nothing of that name; \
         the message says what does the same, where something does.",
        "10 IF a=1 THEN PRINT 1: ELSE PRINT 2\n";
    Expected = "E303", Error, "something else was expected",
        "The statement is right up to the mark, but cannot go on like this. The ROM puts its flashing ? there and gives \
         report C, Nonsense in BASIC.",
        "10 PLOT 1;2\n";
    MissingLet = "E304", Error, "an assignment without LET",
        "On a Spectrum an assignment is a statement of its own and begins with the keyword LET.",
        "10 a=1\n";
    ThenLine = "E305", Error, "THEN with a line number behind it",
        "Behind THEN stands a statement. Other BASICs take a bare line number; a Spectrum wants GO TO before it.",
        "10 IF a=1 THEN 100\n";
    LongName = "E306", Error, "a name that must be a single letter",
        "The variable of FOR and NEXT, an array, a string and a function of DEF FN have names of one letter. Only a plain \
         numeric variable may have a longer one.",
        "10 FOR ij=1 TO 5\n";
    OpenString = "E307", Error, "a string without its closing quote",
        "A string ends with a quote on the same line. A quote inside a string is written twice.",
        "10 PRINT \"hello\n";
    WrongType = "E308", Error, "a string for a number, or a number for a string",
        "The ROM knows the type of every expression before it runs and refuses a line in which it does not fit. STR$ and \
         VAL turn one into the other.",
        "10 LET a$=5\n";
    TooManyStatements = "E309", Error, "more than 127 statements in a line",
        "A line has at most 127 statements; empty ones and the one behind a trailing colon count (ROM 1B2Fh). Spread \
         them over two lines.",
        "(a line with 127 colons)";
    TapePart = "E310", Error, "a tape command with a part it does not take",
        "SAVE, LOAD and VERIFY take DATA, CODE and SCREEN$; only SAVE takes LINE; MERGE takes none of them. SAVE needs \
         both numbers behind CODE.",
        "10 MERGE \"x\" CODE\n";
    NoHiddenNumber = "E311", Error, "digits without their hidden number",
        "Behind the digits of a number the machine keeps its value in five bytes. The escape \\{NONUMBER} leaves them \
         out, which only a tape that was doctored has; the ROM would run into what follows.",
        "10 PRINT 1\\{NONUMBER}\n";
    // Numbers
    TooBig = "E401", Error, "a number that is too big",
        "The largest number is about 1.7014118e38, and BIN takes 16 digits. The ROM gives report 6, Number too big.",
        "10 LET a=1e39\n";
    Numeral = "E402", Error, "digits that are no number",
        "A number has digits before or behind its point, and digits behind its E.",
        "10 LET a=1e\n";
    // Limits
    ProgramLong = "E501", Error, "a program too long for a tape block",
        "A block on tape holds at most 65,533 bytes beside its flag and checksum.",
        "(a program of 70,000 bytes)";
    DoesNotFit = "E502", Error, "a program that does not fit a 48K",
        "A 48K refuses to load the program, with report 4, Out of memory. --allow-oversize makes the tape all the same.",
        "(a program of 45,000 bytes)";
    LineLong = "E503", Error, "a line too long to be stored",
        "The length of a line is kept in two bytes: a line has at most 65,534 bytes with its hidden numbers.",
        "(a line of 70,000 characters)";
    NoRoomForNumbers = "E504", Error, "no room for the new line numbers",
        "Lines have numbers from 1 to 9999, and renum does not change the order of the lines: the new numbers must lie \
         between the line before the range and the one behind it.",
        "(lines that renum would push past 9999)";
    CannotRenumber = "E505", Error, "a text that cannot be renumbered",
        "renum wants to know every line by its number. With #stored lines may be repeated and out of order, and of two \
         lines with one number the first is lost when the program is built.",
        "(two lines with one number, given to renum)";
    // Running
    Stopped = "E701", Error, "a program that stopped with a report",
        "The program ran and the ROM stopped it with this report, which names the line and the statement, as on the \
         machine. The mark is that statement in the source. 0 OK and 9 STOP statement are no errors. The reports are \
         those of the machine's manual, 0 to 9 and A to R.",
        "(a program that runs 30 PRINT a before a has a value)";
    // Play scripts
    Step = "E801", Error, "a step that does not exist",
        "A step of a play script begins with wait, press, type, frames, expect, poke, screenshot or load. Steps are \
         separated by line ends or semicolons; # begins a comment.",
        "(a script with the step click 5)";
    StepPart = "E802", Error, "a step with a part missing or wrong",
        "Each step of a play script has parts of its own: texts stand in quotes, keys have names (1, a, enter, space, \
         caps+5, symbol+p, break), rows go from 0 to 23, columns from 0 to 31, addresses from 16384 to 65535.",
        "(a script with the step press nothing)";
    Expectation = "E803", Error, "a step of a script that failed",
        "What a step of a play script expects is not so, or what it waits for did not come in time. The screen as it was \
         and the nearest match are told with it.",
        "(a script that expects a text that is not on the screen)";
    // Parts of a tape and projects
    ProjectSyntax = "E901", Error, "a project file that is not TOML",
        "zxtap.toml is a file of TOML: keys and values. The mark is where reading stopped.",
        "(a zxtap.toml with the line name = three, without quotes)";
    ProjectKey = "E902", Error, "a key or a value that does not belong there",
        "A project file has the keys that docs/projects.md lists, each with values of one kind. A key that nobody knows is \
         an error, since it is most likely a slip of the pen and would do nothing.",
        "(a zxtap.toml with the line nmae = \"three\")";
    PartMissing = "E903", Error, "a part whose file cannot be read",
        "A part names a file. In zxtap.toml its path counts from the folder of zxtap.toml.",
        "(a zxtap.toml whose parts name a file that is not there)";
    PartForm = "E904", Error, "a part that is not what it should be",
        "A .scr has 6912 bytes. A picture is a PNG or GIF of 256x192 pixels (with a border 320x240 or 320x256, or a whole \
         number of times as large). An array is JSON as extract writes it. Another tape must be sound. A block without a \
         header needs a loader that knows it.",
        "(zxtap build title.scr -o x.tap, with a file of 100 bytes)";
    Address = "E905", Error, "code that is not in RAM",
        "The ROM ends at 16383 and memory at 65535. Code must lie between, with all its bytes.",
        "(zxtap build game.bin@1000 -o x.tap)";
    Overlap = "E906", Error, "two things in one place of memory",
        "What is loaded later would destroy what is there: the program that loads, the system variables, the stack below \
         RAMTOP, or another part. Move one of them. Where it is meant, as with levels that replace each other, \
         --allow-overlap (in zxtap.toml allow-overlap = true) lets it pass.",
        "(zxtap build a.bin@32768 b.bin@32770 -o x.tap)";
    PartName = "E907", Error, "a name that no header can hold",
        "A name on tape has one to ten characters of the Spectrum. Control characters are written as escapes, such as \
         \\{INK 2}, if they are meant.",
        "(a part in zxtap.toml with a name of eleven characters)";
    Crowded = "W908", Warning, "a picture with more colours in a cell than it can have",
        "A cell of eight by eight pixels has two colours, both BRIGHT or both not. Where a picture has more, the pair that \
         changes it least is taken. zxtap screen --preview shows what becomes of it.",
        "(a PNG with three colours in one cell)";
    CodeOnScreen = "W909", Warning, "code on the screen that is shown",
        "The part loads into the screen while a picture is shown there, so people see the bytes.",
        "(zxtap build title.scr game.bin@20000 -o x.tap)";
    StartNowhere = "W910", Warning, "a start address where nothing is loaded",
        "The loader calls the machine code there, but no part of the tape has a byte at this address.",
        "(zxtap build game.bin@32768 --start 40000 -o x.tap)";
    // Warnings
    LineOrder = "W601", Warning, "a line out of order",
        "Lines are stored in the order of their numbers, as if they had been typed.",
        "20 PRINT 2\n10 PRINT 1\n";
    DuplicateLine = "W602", Warning, "a line number that is there twice",
        "Typing a line replaces the one with the same number: the last one counts.",
        "10 PRINT 1\n10 PRINT 2\n";
    NumberAlone = "W616", Warning, "a number alone",
        "On the machine a number alone deletes the line of that number, so nothing is stored. A line that does nothing \
         but can be jumped to is a REM.",
        "10\n20 PRINT 1\n";
    NoSuchLine = "W603", Warning, "a jump to a line that does not exist",
        "The machine goes to the next line behind it, or stops with 0 OK where there is none. That may be meant, but is \
         often a line that was renumbered or lost.",
        "10 GO TO 15\n20 STOP\n";
    Unreachable = "W604", Warning, "a statement that can never run",
        "Behind GO TO, RETURN, RUN and NEW nothing of the same line is reached. STOP does not count: CONTINUE goes on \
         behind it. DATA and DEF FN are found wherever they stand.",
        "10 GO TO 10: PRINT 1\n";
    SimilarNames = "W605", Warning, "two spellings of one name",
        "Spaces and capitals do not count in the name of a variable: `high score`, `HighScore` and `highscore` are one.",
        "10 LET highscore=1\n20 LET High Score=2\n";
    Interface1 = "W606", Warning, "a statement of the Interface 1",
        "A plain 48K refuses the statement with report C. It is accepted on a machine with an Interface 1, whose ROM \
         knows microdrives, network and RS232.",
        "10 CAT 1\n";
    Spectrum128 = "W607", Warning, "a command of the 128K",
        "SPECTRUM and PLAY are tokens A3 and A4 on a 128K. On a 48K these bytes are the UDGs T and U, and the line does \
         not run.",
        "10 PLAY \"cde\"\n";
    KeywordName = "W608", Warning, "a keyword taken as a name",
        "The letters of a keyword are a good name where a keyword cannot stand, and here one cannot. No line gives this \
         variable a value, so perhaps the keyword was meant and something before or behind it is missing.",
        "10 PRINT at\n";
    GluedName = "W609", Warning, "a name that looks like a keyword and its operand",
        "A word of letters and digits is one name, even if it begins with a keyword. No line gives this variable a value, \
         so perhaps a space is missing.",
        "10 PRINT usr32768\n";
    ComputedJump = "W614", Warning, "a jump whose line is computed",
        "renum changes line numbers that are written down. What an expression such as 100*n gives is known only when the \
         program runs: look whether it still leads to the right line.",
        "(GO TO 100*n, given to renum)";
    SavedLoop = "W615", Warning, "a saved loop that names a line",
        "Among the variables that are saved with the program is the one of a loop, and in it the line to which NEXT goes \
         back. renum leaves it as it is; a program that starts with RUN does not use it.",
        "(the saved variable of a FOR, and renum)";
    RefusedStored = "W611", Warning, "a line that could not be typed",
        "With #stored a line may be what a tape held. The ROM would refuse this one from the keyboard, and may stop in it \
         when the program runs.",
        "#stored\n10 PRINT 1 2\n";
    Tab = "W610", Warning, "a tab in a string or remark",
        "Outside strings and remarks a tab is a space like any other. Inside, it is stored as one space; the Spectrum's \
         own TAB control is written \\{TAB 5}.",
        "10 PRINT \"a\tb\"\n";
    NearDirective = "W612", Warning, "a comment that looks like a directive",
        "A line that begins with # and no word of a directive is a comment. This one looks as if a directive was meant. \
         Directives are written in small letters; a space behind the # makes clear that it is a comment.",
        "#Autostart 10\n10 PRINT 1\n";
    UnusedLabel = "W613", Warning, "a label that is never used",
        "No line goes to this label. That may be meant, but may also be a jump that is missing or goes elsewhere. In \
         included files such labels are not told.",
        "@start: PRINT 1\n";
    Latin1Sign = "W690", Warning, "a Latin-1 pound or copyright sign",
        "The file is not UTF-8, but the byte is the pound sign (A3) or the copyright sign (A9) in Latin-1, and a Spectrum \
         has both. It is taken as that. Save the text as UTF-8 to be rid of the warning.",
        "10 PRINT \"<A3>5\"\n";
}

impl Code {
    /// The code that is printed as `text`, in either case; none for a text that names no code.
    ///
    /// ```
    /// use zxtap::diagnostic::Code;
    /// assert_eq!(Code::parse("e304"), Some(Code::MissingLet));
    /// assert_eq!(Code::parse("E999"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.text().eq_ignore_ascii_case(text))
    }
}
