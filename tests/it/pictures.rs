//! The pictures of the documents, drawn by the program: `FOCAL8_UPDATE_DOCUMENTS=1 cargo test pictures` draws them
//! again.

use std::fs;
use std::path::Path;

use crate::program::{Folder, focal8};

/// A picture of a document, with the commands that make it.
struct Picture {
    file: &'static str,
    /// The command whose output is drawn.
    printing: &'static [&'static str],
    /// The standard input of the printing command.
    input: &'static [u8],
    /// The command that draws the picture.
    drawing: &'static [&'static str],
}

const PICTURES: [Picture; 2] = [
    Picture {
        file: "docs/sine.svg",
        printing: &["focal", "sine"],
        input: b"",
        drawing: &["export", "-", "--svg", "--torn", "--title", "A sine in FOCAL,1969"],
    },
    Picture {
        file: "docs/tape.svg",
        printing: &["asm", "-", "-o", "-"],
        input: b"*200\nCLA CLL\nTAD 204\nTLS\nHLT\n301\n$\n",
        drawing: &["export", "-", "--tape-svg", "--title", "A BIN tape of five words"],
    },
];

#[test]
fn the_pictures_are_what_is_drawn_today() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for Picture { file: picture, printing, input, drawing } in PICTURES {
        let printed: Vec<u8> = focal8(printing, input).out.chars().map(|byte| byte as u8).collect();
        // The output is bytes, and the text shows each as one letter.
        let today: Vec<u8> = focal8(drawing, &printed).out.chars().map(|byte| byte as u8).collect();
        if std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some() {
            fs::write(root.join(picture), &today).expect(picture);
        }
        let shown = fs::read(root.join(picture)).expect(picture);
        assert!(shown == today, "{picture} is not what is drawn today");
    }
}

/// The picture in the document shows what FOCAL draws on the display now.
#[test]
fn the_rose_is_what_is_drawn_today() {
    let (folder, picture) = (Folder::new(), Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rose.svg"));
    assert_eq!(focal8(&["focal", "rose", "--frame", &folder.path("rose.svg")], b"").code, 0);
    let today = folder.read("rose.svg");
    if std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some() {
        fs::write(&picture, &today).expect("docs/rose.svg");
    }
    assert!(fs::read(&picture).expect("docs/rose.svg") == today, "docs/rose.svg is not what is drawn today");
}
