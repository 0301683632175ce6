//! Paper tape: a punched tape is read back, and a damaged tape is refused at the right frame.

use pdp8::tape::{Format, LEADER, RUBOUT, Tape, TapeErrorKind, bin, rim, text};
use pdp8::word::{Address, Word};
use proptest::prelude::*;

/// Returns the tape with the given frames, each in octal. `leader` and `blank` stand for ten frames each, and `rubout`
/// for one frame.
fn tape(frames: &str) -> Tape {
    let mut tape = Vec::new();
    for word in frames.split_whitespace() {
        match word {
            "leader" => tape.extend([LEADER; 10]),
            "blank" => tape.extend([0; 10]),
            "rubout" => tape.push(RUBOUT),
            octal => tape.push(u8::from_str_radix(octal, 8).expect("an octal frame")),
        }
    }
    Tape::new(tape)
}

/// Returns the words of a tape as `aaaaa dddd`, with commas between words and semicolons between sections; or the error
/// message.
fn read(frames: &str) -> Result<String, String> {
    let program = tape(frames).program().map_err(|error| error.to_string())?;
    let sections = program.sections.iter().map(|section| {
        let words = section.words.iter().map(|(address, word)| format!("{address} {word}"));
        words.collect::<Vec<_>>().join(", ")
    });
    Ok(sections.collect::<Vec<_>>().join("; "))
}

fn check(frames: &str, words: &str) {
    assert_eq!(read(frames).as_deref(), Ok(words), "{frames}");
}

fn check_error(frames: &str, message: &str) {
    assert_eq!(read(frames), Err(message.to_owned()), "{frames}");
}

/// A section: HLT at 0200. Its checksum is 102 + 0 + 74 + 2 = 0200.
const HLT: &str = "102 000 074 002 002 000";
/// A section: 5200 at 0201, checksum 102 + 1 + 52 + 0 = 0155.
const JMP: &str = "102 001 052 000 001 055";

#[test]
fn bin_words_follow_each_other_from_the_origin() {
    check(&format!("leader {HLT} leader"), "00200 7402");
    check("leader 102 000 000 001 000 002 001 005 leader", "00200 0001, 00201 0002");
}

#[test]
fn bin_addresses_wrap_inside_the_field() {
    check("leader 310 177 077 000 001 000 002 003 001 leader", "17777 0001, 10000 0002");
}

#[test]
fn a_field_holds_until_the_section_ends_and_is_not_summed() {
    check(&format!("leader 320 {HLT} leader {JMP} leader"), "20200 7402; 00201 5200");
    // The word before a field setting still goes to the field before.
    check("leader 102 000 000 001 310 000 002 001 005 leader", "00200 0001, 10201 0002");
}

#[test]
fn sections_come_one_after_the_other() {
    check(&format!("leader {HLT} leader {JMP} leader"), "00200 7402; 00201 5200");
    check(&format!("leader {HLT} leader {HLT} 200 {JMP} 200"), "00200 7402; 00200 7402; 00201 5200");
}

#[test]
fn remarks_between_rubouts_and_stray_channel_8_frames_do_not_count() {
    check(&format!("leader rubout 110 305 200 200 rubout {HLT} leader"), "00200 7402");
    check("leader 102 000 074 rubout 001 rubout 002 002 000 leader", "00200 7402");
    check("leader 201 102 215 000 074 002 301 002 000 leader", "00200 7402");
    check(&format!("leader {HLT} leader rubout 101 rubout"), "00200 7402");
}

#[test]
fn blank_tape_and_letters_are_passed_over() {
    check(&format!("blank 176 011 011 176 000 177 111 066 000 blank leader {HLT} leader blank"), "00200 7402");
    check(&format!("200 200 377 200 200 000 leader {HLT} leader blank"), "00200 7402");
    check(&format!("leader {HLT} leader blank 376 11 11 376 blank leader {JMP} leader"), "00200 7402; 00201 5200");
    check(&format!("leader {HLT} leader blank 176 11 11 176"), "00200 7402");
}

/// Readable letters after the last trailer do not belong to the program if blank tape precedes the letters. Frames that
/// follow a trailer without blank tape are read as a section.
#[test]
fn letters_at_the_end_have_a_gap_before_them() {
    let letters = "176 11 11 176 66 111";
    check(&format!("leader {HLT} leader 000 000 000 000 {letters}"), "00200 7402");
    check(&format!("leader {HLT} leader 000 000 leader 000 000 {letters}"), "00200 7402");
    // Frames with channel 8 are no program, although they begin as one.
    check(&format!("leader {HLT} leader 000 000 000 000 102 000 200 002 074 001"), "00200 7402");
    check(&format!("leader {HLT} leader 000 {letters}"), "00200 7402");
    check_error(
        &format!("leader {HLT} leader leader {letters}"),
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 2, frame 42)",
    );
}

/// In the last block of a file, the tape is followed by CTRL/Z and zeros, or by old contents of OS/8's buffer.
#[test]
fn the_end_of_a_file_ends_the_tape() {
    check(&format!("leader {HLT} leader 232 000 000"), "00200 7402");
    check(&format!("leader {HLT} leader 232 102 000 074 leader {JMP} leader"), "00200 7402");
    check(&format!("leader {HLT} leader 000 000 102 000 074 002"), "00200 7402");
}

#[test]
fn the_last_pair_is_the_checksum_whatever_its_channel_7() {
    // 102 + 0 + 77 + 77 = 0300; 103 would begin an origin.
    check("leader 102 000 077 077 003 000 leader", "00200 7777");
    check("leader 102 000 077 077 103 000 leader", "00200 7777");
}

/// The loader adds all bits of the second frame of a pair: 053 followed by 153 gives 5453.
#[test]
fn channel_7_of_a_low_frame_is_added() {
    check("leader 102 000 053 153 003 030 leader", "00200 5453");
    check("leader 102 000 053 153 002 130 leader", "00200 5453");
    check("leader 102 100 074 002 003 000 leader", "00300 7402");
}

#[test]
fn a_damaged_tape_is_loaded_as_a_loader_would() {
    let salvaged = |frames: &str| {
        let (program, faults) = tape(frames).salvage().map_err(|error| error.to_string())?;
        let words: Vec<String> = program.words().map(|(address, word)| format!("{address} {word}")).collect();
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Ok::<_, String>((words.join(", "), faults.join("; ")))
    };
    let check = |frames: &str, words: &str, faults: &str| {
        assert_eq!(salvaged(frames), Ok((words.to_owned(), faults.to_owned())), "{frames}");
    };
    check(&format!("leader {HLT} leader {JMP} leader"), "00200 7402, 00201 5200", "");
    check(
        &format!("leader 102 000 074 002 002 001 leader {JMP} leader 103 000 000 001 000 001 leader"),
        "00200 7402, 00201 5200, 00300 0001",
        "checksum is 0200, tape says 0201 (section 1, frame 15); checksum is 0104, tape says 0001 (section 3, frame 47)",
    );
    // Words without an origin have no address.
    check(
        &format!("leader 074 002 102 001 052 000 003 055 leader {JMP} leader"),
        "00201 5200, 00201 5200",
        "a word before any origin: expected 01hhhhhh 00llllll, found frame 074 (section 1, frame 11)",
    );
    check(
        &format!("leader 102 000 074 002 052 leader {JMP} leader"),
        "00200 7402, 00201 5200",
        "half a word: expected its low six bits 00llllll, found frame 200 (section 1, frame 16)",
    );
    check(
        "leader 102 000 074 002 052 000 077 077",
        "00200 7402, 00201 5200",
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 1, frame 18)",
    );
    check(&format!("{HLT} leader"), "00200 7402", "no leader: a tape in BIN format begins with frames of 200");
    check(
        "leader 102 000 074 002 102 001 052 000 102 002 leader",
        "00200 7402, 00201 5200",
        "the tape ends between an address and its word (section 1, frame 30)",
    );
    assert_eq!(salvaged("leader leader").unwrap_err(), "there is no program on the tape, only leader");
    assert!(Tape::new(*b"*200\nHLT\n$\n").salvage().unwrap_err().to_string().starts_with("this is text"));
}

#[test]
fn leaders_may_be_short() {
    check(&format!("200 {HLT} 200 {JMP} 200"), "00200 7402; 00201 5200");
    check(&format!("200 200 {HLT} leader leader {JMP} leader"), "00200 7402; 00201 5200");
}

#[test]
fn torn_ends_are_passed_over() {
    check(&format!("rubout rubout rubout leader {HLT} leader 003 176 002"), "00200 7402");
    check(&format!("leader {HLT} leader rubout rubout rubout 000"), "00200 7402");
    // Five frames behind a trailer are no section; six may be the beginning of one.
    check(&format!("leader {HLT} leader 176 11 11 176 66"), "00200 7402");
    check_error(
        &format!("leader {HLT} leader 176 11 11 176 66 11"),
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 2, frame 32)",
    );
    check_error(
        &format!("leader {HLT} leader 102 000 074"),
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 2, frame 29)",
    );
}

#[test]
fn a_tape_may_have_lost_its_trailer() {
    check(&format!("leader {HLT}"), "00200 7402");
}

/// A tape is text even if one frame in twenty is not a character.
#[test]
fn text_is_told_from_programs_by_its_characters() {
    let kind = |text: &[u8]| Tape::new(text).program().expect_err("no program").to_string();
    let is_text = |text: &[u8]| kind(text).contains("this is text");
    assert!(is_text(b"ABCDEFGHIJKLMNOPQRS\x01"));
    assert!(!is_text(b"ABCDEFGHIJKLMNOPQR\x01"));
}

#[test]
fn a_broken_bin_tape_is_refused_at_the_frame() {
    check_error(
        "leader 102 000 074 002 077 077",
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 1, frame 16)",
    );
    check_error("leader 102 000 074 002 002 001 leader", "checksum is 0200, tape says 0201 (section 1, frame 15)");
    check_error(
        &format!("leader {HLT} leader 102 000 074 001 002 000 leader"),
        "checksum is 0177, tape says 0200 (section 2, frame 31)",
    );
    check_error(
        "leader 074 002 002 000 leader",
        "a word before any origin: expected 01hhhhhh 00llllll, found frame 074 (section 1, frame 11)",
    );
    check_error(
        "leader 102 000 074 leader",
        "half a word: expected its low six bits 00llllll, found frame 200 (section 1, frame 14)",
    );
    check_error(
        "leader 102 000 074 102 000 leader",
        "half a word: expected its low six bits 00llllll, found frame 200 (section 1, frame 16)",
    );
    check_error(
        "leader 102 000 leader",
        "the section has no checksum: the last word before the trailer is missing (section 1, frame 13)",
    );
    check_error(
        "leader 102 000 074 002 077",
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 1, frame 15)",
    );
    check_error(
        &format!("leader 102 000 rubout 074 002 002 000 leader {JMP} leader"),
        "the remark that this rubout 377 begins is not ended by another (section 1, frame 13)",
    );
}

#[test]
fn what_is_no_program_tape_gets_its_own_message() {
    let error = |frames: &[u8]| Tape::new(frames).program().unwrap_err().to_string();
    assert_eq!(error(b""), "the tape is empty");
    let no_leader = "no leader: a tape in BIN format begins with frames of 200";
    let text = "this is text, not a program tape in BIN or RIM format";
    assert_eq!(error(b"*200\nCLA CLL\nHLT\n$\n"), text);
    assert_eq!(error(text::punch("*200\nHLT\n$", 2).unwrap().frames()), text);
    check_error("leader leader", "there is no program on the tape, only leader");
    check_error("leader blank", "there is no program on the tape, only leader");
    check_error("002 000 001", no_leader);
    check_error(&format!("{HLT} leader"), no_leader);
    check_error(&format!("{HLT} leader {JMP} leader"), no_leader);
}

#[test]
fn rim_words_name_their_addresses() {
    check("leader 102 000 074 002 102 001 052 000 leader", "00200 7402, 00201 5200");
    assert_eq!(tape("leader 102 000 074 002 leader").program().unwrap().format, Format::Rim);
}

#[test]
fn a_rim_tape_needs_no_leader_and_no_trailer() {
    check("102 000 074 002 102 001 052 000", "00200 7402, 00201 5200");
    check("102 000 074 002 200 200 102 001 052 000 200", "00200 7402, 00201 5200");
    check("leader 102 000 074 002 102 001 052 000", "00200 7402, 00201 5200");
    // A few characters without a mark have the form of an address and its word.
    check_error("132 040 060 061", "this is text, not a program tape in BIN or RIM format");
}

#[test]
fn channel_8_is_passed_over_anywhere_on_a_rim_tape() {
    check("leader 102 000 074 002 leader 102 001 052 000 leader", "00200 7402, 00201 5200");
    check("leader 102 rubout 000 074 200 002 leader blank", "00200 7402");
}

#[test]
fn a_broken_rim_tape_is_refused_at_the_frame() {
    check_error(
        "leader 102 000 074 002 102 001 052 000 102 002 leader",
        "the tape ends between an address and its word (section 1, frame 30)",
    );
    check_error(
        "leader 102 000 074 002 103 001 052 000",
        "no trailer and no addresses that count up: a whole RIM tape has the one or the other (section 1, frame 18)",
    );
    check_error(
        "leader 102 000 000 000 000",
        "the tape ends within a section: the checksum and the trailer of frames 200 are missing (section 1, frame 15)",
    );
    check_error(
        "leader 102 000 074 002 102 001 052 000 074 002 leader",
        "expected an address 01aaaaaa, found frame 074 (section 1, frame 19)",
    );
}

#[test]
fn a_rim_tape_with_a_checksum_by_chance_stays_a_rim_tape() {
    // As BIN: 1 at 0000, then an origin 0001 and the checksum 100 + 0 + 0 + 1 + 100 + 1 = 0202.
    check("leader 100 000 000 001 100 001 002 002 leader", "00000 0001, 00001 0202");
    // As RIM the addresses would not count up; here PAL has punched an origin that nothing follows.
    check("leader 100 000 000 001 103 000 002 004 leader", "00000 0001");
}

#[test]
fn text_is_marked_and_its_lines_are_followed_by_blanks() {
    let tape = text::punch("T A\nGO\n", text::FOCAL_BLANKS).unwrap();
    let octal: Vec<String> = tape.frames().iter().map(|frame| format!("{frame:03o}")).collect();
    assert_eq!(octal.join(" "), "324 240 301 215 212 000 000 307 317 215 212 000 000");
    assert_eq!(text::read(&tape).as_deref(), Ok("T A\nGO\n"));
}

#[test]
fn text_is_read_with_marks_or_without() {
    let read = |frames: &str| text::read(&tape(frames)).map_err(|error| error.to_string());
    assert_eq!(read("200 301 215 212 102 012 103 015 rubout 104 215 000 212").as_deref(), Ok("A\nB\nC\nD\n"));
    assert_eq!(read("301 202").unwrap_err(), "frame 202 is not a character of a text (frame 2)");
    assert_eq!(text::punch("é", 0).unwrap_err().kind, TapeErrorKind::NotAscii('é'));
}

#[test]
fn rim_refuses_other_fields() {
    let error = rim::punch(&[(Address::new(0o10200), Word::ZERO)]).unwrap_err();
    assert_eq!(error.to_string(), "10200 cannot be punched: RIM format knows field 0 only; use BIN");
}

fn words(largest: u16) -> impl Strategy<Value = Vec<(Address, Word)>> {
    // Makes runs of words, so that most addresses follow the address before them, as on a real tape.
    let run = (0..=largest, proptest::collection::vec(0_u16..=0o7777, 1..40));
    proptest::collection::vec(run, 1..8).prop_map(|runs| {
        let mut words = Vec::new();
        for (start, contents) in runs {
            let mut address = Address::new(start);
            for word in contents {
                words.push((address, Word::new(word)));
                address = address.next();
            }
        }
        words
    })
}

proptest! {
    #![proptest_config(crate::seeded::seeded())]

    #[test]
    fn what_is_punched_in_bin_is_read_back(words in words(0o77777)) {
        let program = bin::punch(&words).program().unwrap();
        prop_assert_eq!(program.format, Format::Bin);
        prop_assert_eq!(program.words().collect::<Vec<_>>(), words);
    }

    #[test]
    fn what_is_punched_in_rim_is_read_back(words in words(0o7777)) {
        let program = rim::punch(&words).unwrap().program().unwrap();
        prop_assert_eq!(program.format, Format::Rim);
        prop_assert_eq!(program.words().collect::<Vec<_>>(), words);
    }

    #[test]
    fn several_tapes_spliced_are_read_section_by_section(tapes in proptest::collection::vec(words(0o77777), 1..4)) {
        let mut long = Tape::default();
        for words in &tapes {
            long.splice(&bin::punch(words));
        }
        let sections: Vec<_> = long.program().unwrap().sections.into_iter().map(|section| section.words).collect();
        prop_assert_eq!(sections, tapes);
    }

    #[test]
    fn a_frame_changed_is_noticed(words in words(0o7777), at in any::<prop::sample::Index>(), bit in 0_u8..6) {
        let mut frames = bin::punch(&words).into_frames();
        let start = frames.iter().position(|&frame| frame != LEADER).unwrap();
        let end = frames.len() - pdp8::tape::LEADER_FRAMES;
        frames[start + at.index(end - start)] ^= 1_u8 << bit;
        prop_assert!(Tape::new(frames).program().is_err());
    }

    #[test]
    fn a_tape_cut_off_is_never_half_loaded(words in words(0o7777), at in any::<prop::sample::Index>()) {
        let frames = bin::punch(&words).into_frames();
        let cut = &frames[..at.index(frames.len())];
        if let Ok(program) = Tape::new(cut).program() {
            // The rest is either whole, or was whole before by a coincidence of the checksum.
            let read: Vec<_> = program.words().collect();
            let (_, last) = words[read.len().min(words.len() - 1)];
            let sum = read.len() == words.len() || sum_of(&words[..read.len()]) == last;
            prop_assert!(sum, "{} of {} words, cut at {} of {}, {:?}", read.len(), words.len(), cut.len(), frames.len(), program.format);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(frames in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Tape::new(frames.clone()).program();
        let _ = text::read(&Tape::new(frames));
    }

    #[test]
    fn any_bytes_after_a_leader_are_read_or_refused(
        frames in proptest::collection::vec(prop_oneof![0_u8..0o200, Just(0), Just(LEADER), Just(RUBOUT), 0o300_u8..], 0..400)
    ) {
        let mut tape = vec![LEADER; 16];
        tape.extend(frames);
        let _ = Tape::new(tape).program();
    }

    #[test]
    fn text_comes_back_as_it_went(lines in proptest::collection::vec("[ -~]{0,20}", 0..10), blanks in 0_usize..5) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(text::read(&text::punch(&text, blanks).unwrap()).unwrap(), text);
    }
}

/// The checksum of a BIN section with these words.
fn sum_of(words: &[(Address, Word)]) -> Word {
    let frames = bin::punch(words).into_frames();
    let end = frames.len() - pdp8::tape::LEADER_FRAMES;
    Word::new(u16::from(frames[end - 2]) << 6 | u16::from(frames[end - 1]))
}

#[test]
fn a_text_to_be_typed_is_told_from_a_tape() {
    for bytes in [&b"T 1\nGO\n"[..], b"T 1\r\nGO\r\n", b"T 1\rGO\r", b"\xef\xbb\xbfT 1\nGO\n"] {
        assert_eq!(text::typed(bytes).as_deref(), Ok("T 1\nGO\n"));
        assert_eq!(text::as_tape(bytes.to_vec()), text::punch("T 1\nGO\n", text::FOCAL_BLANKS).unwrap().frames());
    }
    let punched = [&[0o200; 20][..], text::punch("T 1\n", 2).unwrap().frames(), &[0o377]].concat();
    assert_eq!(text::typed(&punched).as_deref(), Ok("T 1\n"));
    assert_eq!(text::as_tape(punched.clone()), punched, "it stays as it was punched");
    assert!(Tape::new(punched).is_text());
    assert_eq!(text::typed("2↑3←".as_bytes()).as_deref(), Ok("2^3_"));
    let error = text::typed("A\r\nB\rC é".as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 3: 'é' is on no key of a Teletype; ASCII is all it has");
    let program = bin::punch(&[(Address::new(0o200), Word::new(0o7402))]);
    assert!(!program.is_text());
    assert_eq!(text::as_tape(program.frames().to_vec()), program.frames());
}
