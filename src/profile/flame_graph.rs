//! A profile as a flame graph in SVG: the width of a function is its share of the memory cycles, and the functions that
//! it calls are above it.

use std::fmt::Write;

use super::CallTree;
use crate::paper::xml::{escaped, length};

/// The width of the graph without its margins, in pixels.
const WIDTH: f64 = 1200.0;
/// The height of the rectangle for a function, in pixels.
const ROW: f64 = 18.0;
/// The margin around the graph, in pixels.
const MARGIN: f64 = 10.0;
/// The height of the title, in pixels.
const HEAD: f64 = 34.0;
/// The width of a letter, in pixels.
const LETTER: f64 = 6.7;
/// The width, in pixels, below which a function is not drawn.
const SMALLEST: f64 = 0.1;

/// The colours, in light and in dark mode.
const STYLE: &str = "\
<style>
svg { background: #fffdf7; font: 11px ui-monospace, monospace; }
text { fill: #1f1c24; pointer-events: none; }
rect { stroke: #fffdf7; stroke-width: .5; }
g:hover > rect { stroke: #1f1c24; }
@media (prefers-color-scheme: dark) {
  svg { background: #16141a; }
  .head { fill: #e8e2d4; }
  rect { stroke: #16141a; }
  g:hover > rect { stroke: #e8e2d4; }
}
</style>
";

/// Draws a flame graph. The functions that a function calls are drawn directly above it. The sum of their widths is at
/// most the width of the calling function.
pub fn flame_graph(tree: &CallTree, title: &str) -> String {
    let tree = tree.merged();
    let total = tree.total();
    let depth = depth(&tree) as f64;
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEAD + depth * ROW + MARGIN);
    let heading = escaped(&format!("{title}: {total} cycles"));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         aria-label=\"{heading}\">\n<title>{heading}</title>\n{STYLE}\
         <text class=\"head\" x=\"{MARGIN}\" y=\"22\" font-size=\"14\">{heading}</text>\n",
        w = length(width),
        h = length(height),
    );
    let scale = WIDTH / total.max(1) as f64;
    draw(&tree, Place { x: MARGIN, y: height - MARGIN - ROW, scale, total }, &mut svg);
    svg + "</svg>\n"
}

/// The place of a function in the graph.
#[derive(Clone, Copy, Debug)]
struct Place {
    x: f64,
    y: f64,
    scale: f64,
    total: u64,
}

fn draw(tree: &CallTree, at: Place, svg: &mut String) {
    let cycles = tree.total();
    let width = cycles as f64 * at.scale;
    if width < SMALLEST {
        return;
    }
    let share = 100.0 * cycles as f64 / at.total.max(1) as f64;
    let (x, y) = (length(at.x), length(at.y));
    let _ = write!(
        svg,
        "<g><title>{}: {cycles} cycles, {share:.1} %</title><rect x=\"{x}\" y=\"{y}\" width=\"{:.4}\" \
         height=\"{ROW}\" rx=\"2\" fill=\"{}\"/>",
        escaped(&tree.name),
        width,
        colour(&tree.name)
    );
    let letters = ((width - 6.0) / LETTER) as usize;
    if letters >= 3 {
        let (x, y) = (length(at.x + 3.0), length(at.y + 13.0));
        let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(&shortened(&tree.name, letters)));
    }
    svg.push_str("</g>\n");
    let mut x = at.x;
    for child in &tree.children {
        draw(child, Place { x, y: at.y - ROW, ..at }, svg);
        x += child.total() as f64 * at.scale;
    }
}

fn depth(tree: &CallTree) -> usize {
    1 + tree.children.iter().map(depth).max().unwrap_or_default()
}

fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters - 1).chain(['…']).collect()
}

/// Returns a warm colour, which depends only on the name.
fn colour(name: &str) -> String {
    let sum = name.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("hsl({} 75% {}%)", 12 + sum % 40, 62 + sum / 40 % 10)
}
