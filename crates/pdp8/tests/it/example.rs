//! Runs the example of the package.

#[allow(dead_code)]
#[path = "../../examples/converter.rs"]
mod converter;

#[test]
fn the_converter_prints_the_average_of_eight_readings() {
    let text = converter::run();
    // Octal 402 to 420 in steps of 2: the mean is 411.
    assert!(text.starts_with("printed 0411 after 8 conversions; Halt at 00245 after "), "{text}");
}
