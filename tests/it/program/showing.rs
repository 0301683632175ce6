//! Exports of papers, tapes and core images, and paper that is saved during printing.

use focal8::paper::strip;
use focal8::tape::text::{FOCAL_BLANKS, punch};

use super::{Folder, HELLO, focal8};

/// Returns the texts of a drawing.
fn texts(svg: &[u8]) -> Vec<String> {
    let svg = String::from_utf8(svg.to_vec()).expect("SVG is UTF-8");
    let texts = svg.lines().filter(|line| line.starts_with("<text"));
    texts.filter_map(|text| text.split(['>', '<']).nth(2).map(str::to_owned)).collect()
}

#[test]
fn a_paper_becomes_what_its_name_says() {
    let folder = Folder::new();
    let paper = focal8(&["focal", "--quiet"], b"TYPE 2+2,!\n").out;
    for (name, begin) in [
        ("a.svg", "<svg "),
        ("a.txt", "*TYPE"),
        ("a.cast", "{\"height\""),
        ("a.html", "<!DOCTYPE html>"),
        ("a.wav", "RIFF"),
    ] {
        let file = folder.path(name);
        let ran = focal8(&["export", "-", "-o", &file], paper.as_bytes());
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
        assert!(folder.read(name).starts_with(begin.as_bytes()), "{name}");
    }
    assert_eq!(texts(&folder.read("a.svg")), ["*TYPE 2+2,!", "=    4.0000", "*"]);
    let animated = focal8(&["export", "-", "--animated-svg"], paper.as_bytes()).out;
    assert_eq!(texts(animated.as_bytes()), texts(&folder.read("a.svg")));
    // The answer begins 1.5 seconds after the beginning: a NUL and thirteen characters come before it.
    assert!(animated.contains("begin=\"1.5s\" dur=\"1.1s\""), "{animated}");
    assert_eq!(folder.read("a.txt"), b"*TYPE 2+2,!\n=    4.0000\n*\n");
    // Ten characters a second: 28 with the NUL before the asterisk, RETURNs and LINE FEEDs.
    let cast = String::from_utf8(folder.read("a.cast")).expect("JSON");
    assert_eq!(cast.lines().last(), Some("[2.8,\"o\",\"*\"]"));
    let cast = focal8(&["export", "-", "--cast", "--title", "sum"], paper.as_bytes()).out;
    assert!(cast.starts_with("{\"height\":24,\"title\":\"sum\","), "{cast}");
}

#[test]
fn a_session_is_shown_as_it_was_played() {
    let folder = Folder::new();
    let session = folder.path("sum.session");
    let printed = focal8(&["focal", "--quiet", "--tty", "real", "--record", &session], b"TYPE 2+2,!\n").out;
    assert_eq!(focal8(&["export", &session, "--text"], b"").out, "*TYPE 2+2,!\n=    4.0000\n*\n");
    let cast = focal8(&["export", &session, "--cast"], b"").out;
    let shown: String = cast
        .lines()
        .skip(1)
        .map(|line| line.split_once("\"o\",").expect("an event").1.trim_end_matches(']').trim_matches('"').to_owned())
        .collect();
    assert_eq!(
        shown.replace("\\r", "\r").replace("\\n", "\n").replace('\r', ""),
        printed.replace(['\r', '\0'], ""),
        "{cast}"
    );
    // With another key, the machine's state does not match the checks in the session.
    let text = String::from_utf8(folder.read("sum.session")).expect("text").replacen("key \"2\"", "key \"3\"", 1);
    let ran = focal8(&["export", "-", "--text"], text.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error: cannot replay standard input: line "), "{}", ran.err);
}

/// Returns the session in a page that plays it.
fn played(page: &str) -> serde_json::Value {
    let session = page.split_once("id=\"session\">").expect("a session").1;
    serde_json::from_str(session.split_once("</script>").expect("an end").0).expect("JSON")
}

#[test]
fn a_session_plays_itself_in_one_file() {
    let folder = Folder::new();
    let (session, html) = (folder.path("sum.session"), folder.path("sum.html"));
    focal8(&["focal", "--quiet", "--tty", "real", "--record", &session], b"TYPE \"<B>&\",FSQT(2),!\n");
    let ran = focal8(&["export", &session, "-o", &html], b"");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let page = String::from_utf8(folder.read("sum.html")).expect("text");
    // Nothing is loaded: the only addresses in the file are that of its empty icon.
    assert_eq!(page.matches("href=").count(), page.matches("href=\"data:,\"").count());
    for address in ["http:", "https:", "src=", "url(", "@import", "fetch(", "import("] {
        assert!(!page.contains(address), "{address}");
    }
    let data = played(&page);
    let paper = "*TYPE \"<B>&\",FSQT(2),!\r\n<B>&=    1.4142\r\n*";
    assert_eq!(data["paper"], paper);
    let pauses: Vec<(u64, u64)> = serde_json::from_value(data["pauses"].clone()).expect("pairs");
    assert_eq!(pauses.iter().map(|(_, count)| count).sum::<u64>(), paper.len() as u64);
    assert!(pauses.iter().all(|&(pause, _)| pause >= 99), "more than ten characters a second: {pauses:?}");
    // As many lamps in each picture as on the panel; some are lit, and they change.
    let lamps = data["rows"].as_array().expect("rows").iter().filter_map(|row| row[1].as_u64()).sum::<u64>();
    let pictures: Vec<(u64, String)> = serde_json::from_value(data["lamps"].clone()).expect("pictures");
    assert!(pictures.len() > 10 && pictures.iter().all(|(_, glow)| glow.len() as u64 == lamps), "{pictures:?}");
    assert!(pictures.is_sorted_by_key(|(at, _)| *at) && pictures.iter().any(|(_, glow)| glow.contains('9')));
    // A fast Teletype prints all within a few milliseconds, but the lamps change with each character that the page shows.
    focal8(&["focal", "--quiet", "--record", &session], b"FOR I=1,5; TYPE I,!\n");
    let data = played(&focal8(&["export", &session, "--html"], b"").out);
    let pictures: Vec<(u64, String)> = serde_json::from_value(data["lamps"].clone()).expect("pictures");
    let characters = data["paper"].as_str().expect("a text").len();
    assert!(pictures.len() > characters / 2, "{} pictures of {characters} characters", pictures.len());
    let run = pictures[0].1.chars().last().and_then(|glow| glow.to_digit(10));
    assert!(pictures[0].0 < 200 && run >= Some(5), "RUN is lit: {:?}", pictures[0]);
    // A paper has no lamps, and is typed without a pause.
    let data = played(&focal8(&["export", "-", "--html"], b"HELLO\n").out);
    assert_eq!((&data["paper"], &data["lamps"]), (&"HELLO\r\n".into(), &serde_json::json!([])));
    assert_eq!(data["pauses"], serde_json::json!([[100, 7]]));
}

#[test]
fn a_tape_becomes_holes_and_a_program_is_punched_first() {
    let folder = Folder::new();
    let tape = folder.tape("halt.bin", "*200\nHLT\n$\n");
    let svg = focal8(&["export", &tape, "--tape-svg"], b"").out;
    assert_eq!(strip::frames(&svg), folder.read("halt.bin"));
    let svg = focal8(&["export", "-", "--tape-svg"], b"TYPE 1\n").out;
    assert_eq!(strip::frames(&svg), punch("TYPE 1\n", FOCAL_BLANKS).expect("ASCII").frames());
}

#[test]
fn a_core_image_has_the_end_of_its_paper_and_its_punched_tape() {
    let folder = Folder::new();
    let (image, tape) = (folder.path("a.core"), folder.path("a.tape"));
    let script = format!("load focal.bin\nattach punch {tape}\nsend \"TYPE 1,!\\r\"\nrun 200\nsave {image}\n");
    assert_eq!(focal8(&["monitor"], script.as_bytes()).code, 0);
    assert_eq!(focal8(&["export", &image, "--text"], b"").out, "*TYPE 1,!\n=    1.0000\n*\n");
    let svg = focal8(&["export", &image, "--tape-svg"], b"").out;
    assert_eq!(strip::frames(&svg), folder.read("a.tape"));
}

#[test]
fn what_cannot_be_exported_is_said_in_one_line() {
    let folder = Folder::new();
    let letter = folder.file("letter.txt", "FIRST\nGR\u{fc}SSE\n".as_bytes());
    let broken = folder.file("broken.core", b"focal8 core image 1\n");
    for (arguments, code, words) in [
        (
            &["export", &letter][..],
            2,
            "choose an output: --svg, --animated-svg, --tape-svg, --timeline, --html, --text, --cast or --wav",
        ),
        (&["export", &letter, "--svg", "--cast"], 2, "cannot be used with"),
        (&["export", &letter, "--svg", "--columns", "99"], 2, "the paper has 1 to 72 columns"),
        (&["export", &letter, "--svg"], 1, "line 2: 'ü' is not on the type wheel"),
        (&["export", &broken, "--svg"], 1, "cannot read"),
        (&["export", &letter, "--text", "-o", &letter], 2, "--output would overwrite"),
        (&["export", "-", "--svg"], 1, "cannot export standard input: nothing was printed"),
        (&["export", "-", "--animated-svg"], 1, "cannot export standard input: nothing was printed"),
        (&["export", "-", "--tape-svg"], 1, "cannot export standard input: nothing was punched"),
    ] {
        let ran = focal8(arguments, b"");
        assert!(ran.code == code && ran.err.contains(words), "{arguments:?}: {} {}", ran.code, ran.err);
        assert!(ran.out.is_empty());
    }
}

#[test]
fn a_long_paper_is_all_in_its_text_and_its_end_in_its_drawing() {
    let folder = Folder::new();
    let lines: Vec<String> = (0..50_000).map(|number| format!("LINE {number}")).collect();
    let paper = folder.file("paper.txt", (lines.join("\n") + "\nEND").as_bytes());
    let ran = focal8(&["export", &paper, "--text"], b"");
    assert!(ran.out.lines().eq(lines.iter().map(String::as_str).chain(["END"])));
    let ran = focal8(&["export", &paper, "--svg"], b"");
    assert_eq!(ran.err, "focal8: the last 20000 lines are drawn; the 30001 lines above are cut off\n");
    let drawn = texts(ran.out.as_bytes());
    assert_eq!(drawn.len(), 1 + 20_000);
    assert_eq!([drawn[0].as_str(), &drawn[1], &drawn[20_000]], ["30001 lines above are cut off", "LINE 30001", "END"]);
    // An hour and a minute of sound are too much.
    let longer = folder.file("longer.txt", &[b'A'; 36_600]);
    let ran = focal8(&["export", &longer, "--wav"], b"");
    assert!(
        ran.code == 1
            && ran.out.is_empty()
            && ran.err.contains("61 minutes were printed; a sound lasts at most 60 minutes"),
        "{}",
        ran.err
    );
}

/// A program prints 1.4 MB, and the saved paper equals the output.
#[test]
fn a_session_that_prints_megabytes_keeps_its_paper() {
    let folder = Folder::new();
    let text = folder.path("paper.txt");
    let program = b"1.1 FOR I=1,40000;TYPE %6,I,\" ALL WORK AND NO PLAY\",!\nGO\n";
    let ran = focal8(&["focal", "--native", "--paper", &text], program);
    assert!(ran.code == 0 && ran.out.len() > 1_200_000, "{} {}", ran.out.len(), ran.err);
    let printed = focal8(&["export", "-", "--text"], ran.out.as_bytes());
    assert!(folder.read("paper.txt") == printed.out.as_bytes(), "the paper is not what was printed");
}

#[test]
fn the_paper_is_kept_while_it_is_printed() {
    let folder = Folder::new();
    let (svg, text) = (folder.path("paper.svg"), folder.path("paper.txt"));
    let ran = focal8(&["focal", "--paper", &svg], b"TYPE 6*7,!\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "\0*TYPE 6*7,!\r\n=   42.0000\r\n*"));
    assert_eq!(texts(&folder.read("paper.svg")), ["*TYPE 6*7,!", "=   42.0000", "*"]);
    // The paper of the game begins with what the tapes printed, as standard output does.
    let image = folder.path("game.core");
    let ran = focal8(&["play", "--paper", &text, "--core-image", &image], b"45 36\n");
    assert_eq!(folder.read("paper.txt"), focal8(&["export", "-", "--text"], ran.out.as_bytes()).out.as_bytes());
    // A continued game is printed on the same paper.
    focal8(&["play", "--paper", &text, "--resume", &image], b"54 36\n");
    let paper = String::from_utf8(folder.read("paper.txt")).expect("ASCII");
    assert!(paper.contains("FROM:45 TO:36") && paper.contains("FROM:54 TO:36"), "{paper}");
    // The operator's answers are not on the paper.
    let hello = folder.tape("hello.bin", HELLO);
    let ran = focal8(&["monitor", &hello, "--paper", &text], b"run 200\nexamine ac\n");
    assert!(ran.code == 0 && ran.out.contains("AC:") && ran.out.contains("HELLO"), "{}{}", ran.out, ran.err);
    assert_eq!(String::from_utf8(folder.read("paper.txt")).expect("ASCII").trim(), "HELLO");
    let ran = focal8(&["focal", "--paper", "paper.png"], b"");
    assert!(ran.code == 2 && ran.err.contains("expected NAME.svg"), "{}", ran.err);
}

/// Returns the places of the points in a drawing, and the places of the points in a file of points.
fn places(folder: &Folder) -> [Vec<String>; 2] {
    let svg = String::from_utf8(folder.read("rose.svg")).expect("SVG is UTF-8");
    let circle = |line: &str| {
        let (x, y) = line.strip_prefix("<circle cx=\"")?.split_once("\" cy=\"")?;
        let y: u16 = y.split('"').next()?.parse().ok()?;
        Some(format!("{x} {}", 1023 - y))
    };
    let points = String::from_utf8(folder.read("rose.txt")).expect("text");
    let place = |line: &str| line.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
    let [mut drawn, mut lit]: [Vec<String>; 2] =
        [svg.lines().filter_map(circle).collect(), points.lines().map(place).collect()];
    for places in [&mut drawn, &mut lit] {
        places.sort();
        places.dedup();
    }
    [drawn, lit]
}

#[test]
fn focal_draws_on_a_display_with_a_machine_and_without() {
    let folders = [Folder::new(), Folder::new()];
    let ran = [&["--model", "8e"][..], &["--native"]].into_iter().zip(&folders).map(|(which, folder)| {
        let (svg, txt) = (folder.path("rose.svg"), folder.path("rose.txt"));
        let ran = focal8(&[&["focal", "rose", "--frame", &svg, "--points", &txt][..], which].concat(), b"");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        places(folder)
    });
    let [machine, native]: [[Vec<String>; 2]; 2] = ran.collect::<Vec<_>>().try_into().expect("two");
    assert_eq!(machine, native);
    let [drawn, lit] = machine;
    assert_eq!(drawn, lit, "on a storage tube all that was lit is seen");
    assert!(lit.len() > 250, "{}", lit.len());
    // The phosphor no longer shows the points.
    let dark = folders[0].path("dark.svg");
    let ran = focal8(&["focal", "rose", "--tube", "phosphor", "--frame", &dark], b"");
    assert_eq!(ran.code, 0);
    assert!(!folders[0].read("dark.svg").windows(7).any(|window| window == b"<circle"));
    let ran = focal8(&["focal", "--native", "--display", "vc8-e"], b"T FDIS(1,2),!\n");
    assert_eq!(ran.err, "focal8: FDIS draws on a VC8-I; on a VC8-E nothing of it is seen\n");
    let ran = focal8(&["focal", "--native", "--points", "no/such/folder"], b"");
    assert!(ran.code == 1 && ran.err.contains("no/such/folder"), "{}", ran.err);
}

#[test]
fn a_session_is_drawn_on_a_time_axis() {
    let folder = Folder::new();
    let session = folder.path("a.session");
    let program = b"1.1 FOR I=1,60;DO 2\n1.2 TYPE J,!\n2.1 SET J=J+I\nGO\n";
    let ran = focal8(&["focal", "--quiet", "--tty", "real", "--record", &session], program);
    assert_eq!(ran.code, 0);
    let svg = focal8(&["export", &session, "--timeline", "--title", "a <sum>"], b"").out;
    let keys = program.len();
    assert!(svg.starts_with("<svg ") && svg.contains("<title>a &lt;sum&gt;: "), "{}", &svg[..500]);
    assert_eq!(svg.matches(": key '").count(), keys, "a mark for each key");
    for expected in [
        ">input</text>",
        ">paper</text>",
        ">at *</text>",
        ">02.10</text>",
        ">interrupts</text>",
        ">teletype</text>",
        ">0 s</text>",
        "prefers-color-scheme: dark",
        "*GO</title>",
        "= 1830.0000</title>",
    ] {
        assert!(svg.contains(expected), "{expected}");
    }
    let ran = focal8(&["export", "-", "--timeline"], b"no session");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("a timeline is made of a session"), "{}", ran.err);
}
