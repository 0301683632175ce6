//! Checks against the measurements of the original FOCAL in section 18 of the language specification. These
//! measurements are newer than the transcripts.

use focal8::performer::Status;

use super::vectors::Interpreter;

/// Keys typed line by line, and what FOCAL prints for each line.
struct Case {
    item: &'static str,
    /// The tape in the high-speed reader.
    reader: &'static str,
    lines: &'static [(&'static str, &'static str)],
    /// The names of all variables at the end.
    variables: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        item: "2: the tape ends while ASK reads it",
        reader: "A A,B,C;T A,B,C\r\n1 2 ",
        lines: &[("*\r", "*\r\n*:::*"), ("T %1,B\r", "T %1,B\r\n= 2*")],
        variables: &["A@", "B@", "C@"],
    },
    Case {
        item: "2: the tape ends in a line",
        reader: "T 1,!\r\nT 2",
        lines: &[("*\r", "*\r\n*=    1.0000\r\n*"), ("T 5,!\r", "T 5,!\r\n=    5.0000\r\n*")],
        variables: &[],
    },
    Case {
        item: "2: the tape ends while MODIFY reads it",
        reader: "M 1.1\rCX",
        lines: &[("1.1 CY\r", "1.1 CY\r\n*"), ("*\r", "*\r\n*C*"), ("W 1\r", "W 1\r\n01.10 CY\r\n*")],
        variables: &[],
    },
    Case {
        item: "3: after an error the first * only leaves the tape",
        reader: "X\r\nT 2,!\r\nY\r\nT 3,!\r\n",
        lines: &[
            ("*\r", "*\r\n*\x7f?03.28 \r\n*"),
            ("*\r", "*\r\n*"),
            ("*\r", "*\r\n*=    2.0000\r\n*\x7f?03.28 \r\n*"),
            ("X\r", "X\r\n\x7f?03.28 \r\n*"),
            ("*;*\r", "*;*\r\n*=    3.0000\r\n*"),
        ],
        variables: &[],
    },
    Case {
        item: "4: FOR with a limit and no body: a typed line of an even length has an empty one",
        reader: "",
        lines: &[
            ("F I=1,2,3\r", "F I=1,2,3\r\n\x7f?03.28 \r\n*"),
            ("T %2,I\r", "T %2,I\r\n=  1*"),
            ("F I=1,2,3 \r", "F I=1,2,3 \r\n*"),
            ("T I\r", "T I\r\n=  5*"),
            ("?F I=1,2,3\r", "?F I=1,2,3\r\nF I=1,2,3\r\n\r\n\r\n*"),
            ("F I=1,2,x\r", "F I=1,2,x\r\n*"),
            ("F I=1,,\r", "F I=1,,\r\n\x7f?03.28 \r\n*"),
            ("1.1 F I=1,1,10\r", "1.1 F I=1,1,10\r\n*"),
            ("D 1.1\r", "D 1.1\r\n\x7f?03.28 \r\n*"),
            ("F I=1,2,3;\r", "F I=1,2,3;\r\n*"),
            ("T I\r", "T I\r\n=  5*"),
        ],
        variables: &["I@"],
    },
    Case {
        item: "13: IF without a bracket is read on in, which the trace shows",
        reader: "",
        lines: &[
            ("?I\r", "?I\r\nI\r\n\r\n\x7f?08.47 \r\n*"),
            ("I\r", "I\r\n\x7f?08.47 \r\n*"),
            ("?I 5\r", "?I 5\r\nI 5\x7f?08.47 \r\n*"),
            ("1.1 ?I\r", "1.1 ?I\r\n*"),
            ("D 1\r", "D 1\r\nI\r\n\r\n\x7f?08.47 @ 01.10 \r\n*"),
        ],
        variables: &[],
    },
    Case {
        item: "6: ERASE of what could begin a name",
        reader: "",
        lines: &[
            ("S A=1\r", "S A=1\r\n*"),
            ("E !\r", "E !\r\n\x7f?09.11 \r\n*"),
            ("E $\r", "E $\r\n\x7f?09.11 \r\n*"),
            ("E %\r", "E %\r\n\x7f?09.11 \r\n*"),
            ("E \"\r", "E \"\r\n\x7f?09.11 \r\n*"),
            ("E :\r", "E :\r\n\x7f?09.11 \r\n*"),
            ("E #\r", "E #\r\n\x7f?09.11 \r\n*"),
            ("E x\r", "E x\r\n\x7f?09.11 \r\n*"),
            ("E \u{1}\r", "E \u{1}\r\n\x7f?09.11 \r\n*"),
        ],
        variables: &["A@"],
    },
    Case {
        item: "6: ERASE of what could not",
        reader: "",
        lines: &[
            ("S A=1;E (;S B=1\r", "S A=1;E (;S B=1\r\n*"),
            ("S C=1;E ,;S D=1\r", "S C=1;E ,;S D=1\r\n*"),
            ("S E=1;E =;S G=1\r", "S E=1;E =;S G=1\r\n*"),
        ],
        variables: &[],
    },
    Case {
        item: "7: a typed line that begins with a point",
        reader: "",
        lines: &[
            (".123\r", ".123\r\n\x7f?01.;4 \r\n*"),
            (".1.1\r", ".1.1\r\n\x7f?01.;4 \r\n*"),
            (" .0\r", " .0\r\n\x7f?01.;4 \r\n*"),
        ],
        variables: &[],
    },
    Case {
        item: "8: a stored line that stores another",
        reader: "",
        lines: &[
            ("1.1 S A=1;T \"A\"\r", "1.1 S A=1;T \"A\"\r\n*"),
            ("1.2 5.1 T 1\r", "1.2 5.1 T 1\r\n*"),
            ("1.3 T \"B\"\r", "1.3 T \"B\"\r\n*"),
            ("GO\r", "GO\r\nA*"),
            ("W 5\r", "W 5\r\n05.10 T 1\r\n*"),
            ("W 1.3\r", "W 1.3\r\n01.30 T \"B\"\r\n*"),
            ("G 1.2\r", "G 1.2\r\n\x7f?03.28 @ 01.20 \r\n*"),
            ("1.2 5\r", "1.2 5\r\n*"),
            ("GO\r", "GO\r\nA\x7f?01.40 @ 01.20 \r\n*"),
            ("1.2 .5\r", "1.2 .5\r\n*"),
            ("GO\r", "GO\r\nA\x7f?01.;4 @ 01.20 \r\n*"),
        ],
        variables: &["A@"],
    },
    Case {
        item: "10: names that begin with a control character",
        reader: "",
        lines: &[
            ("S \u{1}=5;S \u{7}AB(0)=6\r", "S \u{1}=5;S \u{7}AB(0)=6\r\n*"),
            ("T $\r", "T $\r\n@@(00)=    5.0000\r\n@A(00)=    6.0000\r\n*"),
            ("T %1,\u{9},\u{9}AC\r", "T %1,\u{9},\u{9}AC\r\n= 5= 6*"),
        ],
        variables: &["@@", "@A"],
    },
    Case {
        item: "11: a question mark in a name",
        reader: "",
        lines: &[
            ("T \"\"?;T $\r", "T \"\"?;T $\r\n=    0.0000@@(())00@@=    0.0000\r\n*"),
            ("S A=1\r", "S A=1\r\n*"),
            ("T $\r", "T $\r\n@@(())00@@=    0.0000\r\nAA@@((00))=    1.0000\r\n*"),
            ("T ?$\r", "T ?$\r\n$@()00@=    0.0000\r\nA@(00)=    1.0000\r\n*"),
        ],
        variables: &["?@", "A@"],
    },
];

/// Plays each case on a new interpreter. `make` returns an interpreter with the given tape in its reader.
pub fn check_all<P: Interpreter>(make: impl Fn(&[u8]) -> P, patience: u64) {
    for Case { item, reader, lines, variables } in CASES {
        let mut performer = make(reader.as_bytes());
        performer.run(patience);
        performer.take_printed();
        let mut told = String::new();
        for (keys, expected) in *lines {
            let mut paper = Vec::new();
            for key in keys.bytes() {
                performer.press(key);
                assert_eq!(performer.run(patience), Status::Waiting, "{item}: {keys:?}");
                paper.extend(performer.take_printed());
            }
            let paper = String::from_utf8_lossy(&paper);
            assert_eq!(paper, *expected, "{item}, after{told}");
            told += &format!(" {keys:?}");
        }
        let there: Vec<String> = (performer.variables().iter())
            .map(|variable| variable.name.letters.iter().map(|&character| char::from(character)).collect())
            .collect();
        assert_eq!(there, *variables, "{item}");
    }
}
