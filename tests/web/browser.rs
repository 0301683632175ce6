//! The page in a real browser: headless Chromium, in which the test presses keys and reads the paper.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::folders::listed;
use crate::tools::project;

/// Runs all checks of `web/test/page.js`.
pub fn the_page_works_in_a_browser(node: &str, browser: &str) {
    let output = Command::new(node)
        .arg(project("web/test/page.js"))
        .arg(browser)
        .env("FOCAL8", env!("CARGO_BIN_EXE_focal8"))
        .output()
        .expect("node was found");
    let words = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{words}");
}

/// Takes the pictures of the page that the documents show; with `FOCAL8_UPDATE_DOCUMENTS`, replaces the pictures.
///
/// Browsers differ in their fonts, so the test does not compare pictures. It checks that each picture has the expected
/// size.
pub fn the_page_has_its_pictures(node: &str, browser: &str) {
    let folder = match env::var_os("FOCAL8_UPDATE_DOCUMENTS") {
        Some(_) => project("docs/pictures"),
        None => PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("docs/pictures"),
    };
    fs::create_dir_all(folder.join("../../web")).expect("a folder for the card");
    let status = Command::new(node).arg(project("web/test/pictures.js")).arg(browser).arg(&folder).status();
    assert!(status.expect("node was found").success());
    for taken in listed(&folder) {
        let kept = fs::read(project("docs/pictures").join(&taken)).expect("a picture that the documents show");
        let taken = fs::read(folder.join(&taken)).expect("a picture");
        // Width and height are the first words of a PNG's header.
        assert_eq!(taken[..24], kept[..24], "run FOCAL8_UPDATE_DOCUMENTS=1 cargo test --test web");
    }
}

/// Runs all checks of `web/test/recording.js` on the page of a session.
pub fn a_recorded_session_plays_itself(node: &str, browser: &str) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("recorded session");
    fs::create_dir_all(&folder).expect("a folder for the session");
    let [session, page] = ["sum.session", "sum.html"].map(|name| folder.join(name));
    let focal8 = |arguments: &[&OsStr]| {
        let status = Command::new(env!("CARGO_BIN_EXE_focal8")).args(arguments).stdout(Stdio::null()).status();
        assert!(status.expect("the binary was built for this test").success());
    };
    let typed = ["focal", "--tty", "real", "-e", "TYPE 2+2,!", "--record"].map(OsStr::new);
    focal8(&[&typed[..], &[session.as_os_str()]].concat());
    focal8(&["export".as_ref(), session.as_os_str(), "-o".as_ref(), page.as_os_str()]);
    let output = Command::new(node).arg(project("web/test/recording.js")).arg(browser).arg(&page).output();
    let output = output.expect("node was found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
