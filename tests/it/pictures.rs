//! The pictures of the documents are made by the program: `FOCAL8_UPDATE_DOCUMENTS=1 cargo test pictures` makes them anew.

use std::fs;
use std::path::Path;

use crate::program::focal8;

/// A picture; the command whose output is drawn, and its input; the command that draws it.
const PICTURES: [(&str, &[&str], &[u8], &[&str]); 2] = [
    ("docs/sine.svg", &["focal", "sine"], b"", &["export", "-", "--svg", "--torn", "--title", "A sine in FOCAL,1969"]),
    (
        "docs/tape.svg",
        &["asm", "-", "-o", "-"],
        b"*200\nCLA CLL\nTAD 204\nTLS\nHLT\n301\n$\n",
        &["export", "-", "--tape-svg", "--title", "A BIN tape of five words"],
    ),
];

#[test]
fn the_pictures_are_what_is_drawn_today() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (picture, printing, input, drawing) in PICTURES {
        let printed: Vec<u8> = focal8(printing, input).out.chars().map(|byte| byte as u8).collect();
        // Bytes, each shown as one letter.
        let today: Vec<u8> = focal8(drawing, &printed).out.chars().map(|byte| byte as u8).collect();
        if std::env::var_os("FOCAL8_UPDATE_DOCUMENTS").is_some() {
            fs::write(root.join(picture), &today).expect(picture);
        }
        let shown = fs::read(root.join(picture)).expect(picture);
        assert!(shown == today, "{picture} is not what is drawn today");
    }
}
