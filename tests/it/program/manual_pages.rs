//! `focal8 man`: every page that a page names is written.

use std::collections::BTreeSet;
use std::fs;

use super::{Folder, focal8};

#[test]
fn every_page_that_is_named_is_there() {
    let folder = Folder::new();
    let pages = folder.path("man/man1");
    let ran = focal8(&["man", "--all", &pages], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let files: Vec<_> = fs::read_dir(&pages).expect("the folder was made").flatten().collect();
    let names: BTreeSet<String> = files.iter().map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    assert!(names.contains("focal8.1") && names.contains("focal8-focal.1"), "{names:?}");
    for file in files {
        let page = fs::read_to_string(file.path()).expect("text").replace("\\-", "-");
        let words = page.split(|letter: char| letter.is_whitespace() || ",.;".contains(letter));
        for named in words.filter_map(|word| word.strip_suffix("(1)")).filter(|word| word.starts_with("focal8")) {
            assert!(names.contains(&format!("{named}.1")), "{:?} names {named}(1)", file.file_name());
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
    assert_eq!(focal8(&["man", "--all", "/dev/null/x"], b"").code, 1);
}
