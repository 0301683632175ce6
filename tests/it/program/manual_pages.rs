//! The command `focal8 man`: it writes every manual page to which another page refers.

use std::fs;

use super::{Folder, focal8};
use crate::folders;

#[test]
fn every_page_that_is_named_is_there() {
    let folder = Folder::new();
    let pages = folder.path("man/man1");
    let ran = focal8(&["man", "--all", &pages], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let names = folders::listed(pages.as_ref());
    assert!(names.contains("focal8.1") && names.contains("focal8-focal.1"), "{names:?}");
    for file in &names {
        let page = fs::read_to_string(folder.path(&format!("man/man1/{file}"))).expect("text").replace("\\-", "-");
        let words = page.split(|letter: char| letter.is_whitespace() || ",.;".contains(letter));
        for named in words.filter_map(|word| word.strip_suffix("(1)")).filter(|word| word.starts_with("focal8")) {
            assert!(names.contains(&format!("{named}.1")), "{file} names {named}(1)");
        }
    }
}

#[test]
fn one_page_comes_by_its_words() {
    let page = focal8(&["man", "strachey"], b"");
    assert_eq!(page.code, 0);
    assert!(page.out.contains("focal8\\-strachey") || page.out.contains("focal8-strachey"), "{}", page.out);
    let ran = focal8(&["man", "nowhere"], b"");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: focal8 has no subcommand 'nowhere'; focal8 --help lists them\n")
    );
    let folder = Folder::new();
    let below_a_file = folder.file("file", b"") + "/pages";
    assert_eq!(focal8(&["man", "--all", &below_a_file], b"").code, 1);
}
