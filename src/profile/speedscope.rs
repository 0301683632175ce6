//! A profile as JSON for <https://www.speedscope.app>.

use serde_json::json;

use super::CallTree;

/// Writes a profile in speedscope's format. Each sample is a chain of calls; its weight is the number of memory cycles.
pub fn speedscope(tree: &CallTree, title: &str) -> String {
    let mut frames: Vec<&str> = Vec::new();
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    tree.chains(&mut |names, cycles| {
        let sample: Vec<usize> = names
            .iter()
            .map(|name| {
                frames.iter().position(|known| known == name).unwrap_or_else(|| {
                    frames.push(name);
                    frames.len() - 1
                })
            })
            .collect();
        samples.push(sample);
        weights.push(cycles);
    });
    let frames: Vec<_> = frames.iter().map(|name| json!({ "name": name })).collect();
    let profile = json!({
        "type": "sampled", "name": title, "unit": "none", "startValue": 0, "endValue": tree.total(),
        "samples": samples, "weights": weights,
    });
    let file = json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": title, "exporter": concat!("focal8 ", env!("CARGO_PKG_VERSION")), "activeProfileIndex": 0,
        "shared": { "frames": frames }, "profiles": [profile],
    });
    format!("{file}\n")
}
