//! Forcing trees: a move of White, and an answer to every reply.

use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::moves::Move;

/// The moves to play before the table is consulted again. `None` is the empty tree, the historic `nil`.
pub(crate) type Tree = Option<Box<Line>>;

/// A move of White, with an answer to each reply of the lone king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// White's move.
    pub play: Move,
    /// The replies of the lone king that the tree answers, in the order of generation. The list is empty if the tree
    /// ends with White's move.
    pub replies: Vec<Reply>,
}

/// A reply of the lone king, and the tree that follows the reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The lone king's move.
    pub reply: Move,
    /// The tree that begins with White's answer to the reply.
    pub tree: Tree,
}

/// Returns a tree in the historic notation: `Move .. [Reply1 .. Tree1, Reply2 .. Tree2]`.
pub fn historic(tree: &Tree) -> String {
    match tree.as_deref() {
        None => "nil".to_owned(),
        Some(Line { play, replies }) if replies.is_empty() => format!("{} .. nil", play.historic()),
        Some(Line { play, replies }) => {
            let reply = |Reply { reply, tree }: &Reply| format!("{} .. {}", reply.historic(), historic(tree));
            let replies: Vec<String> = replies.iter().map(reply).collect();
            format!("{} .. [{}]", play.historic(), replies.join(", "))
        }
    }
}

/// Draws a tree as text. The first line contains White's move. Each further line contains a reply and White's answer to
/// the reply. The replies to this answer are on the indented lines below.
pub fn drawing(tree: &Tree) -> String {
    let Some(line) = tree.as_deref() else { return "nil\n".to_owned() };
    format!("{}\n{}", line.play, Drawing::of(&line.replies))
}

/// Draws replies, and the tree that follows each reply, as text. Returns `nil` if there are no replies.
pub fn replies_drawing(replies: &[Reply]) -> String {
    if replies.is_empty() { "nil\n".to_owned() } else { Drawing::of(replies) }
}

/// The drawing of a tree as text.
#[derive(Default)]
struct Drawing<'t> {
    out: String,
    /// The lists of replies that need too much indentation. Each of these lists gets a number, and is drawn below the
    /// tree under this number.
    continued: Vec<&'t [Reply]>,
}

/// If a reply is indented by at least this number of columns, the further replies below it are drawn separately. This
/// limit keeps every line within 100 columns.
const RIGHTMOST: usize = 76;

impl<'t> Drawing<'t> {
    fn of(replies: &'t [Reply]) -> String {
        let mut drawing = Drawing::default();
        drawing.replies(replies, "");
        let mut number = 0;
        while let Some(replies) = drawing.continued.get(number).copied() {
            number += 1;
            drawing.out += &format!("[{number}]\n");
            drawing.replies(replies, "");
        }
        drawing.out
    }

    fn replies(&mut self, replies: &'t [Reply], indent: &str) {
        for (number, Reply { reply, tree }) in replies.iter().enumerate() {
            let (branch, below) = if number + 1 == replies.len() { ("└─", "   ") } else { ("├─", "│  ") };
            self.out += &format!("{indent}{branch} {reply}");
            let Some(line) = tree.as_deref() else {
                self.out.push('\n');
                continue;
            };
            self.out += &format!("  {}", line.play);
            if line.replies.is_empty() || indent.chars().count() < RIGHTMOST {
                self.out.push('\n');
                self.replies(&line.replies, &format!("{indent}{below}"));
            } else {
                self.continued.push(&line.replies);
                self.out += &format!("  [{}]\n", self.continued.len());
            }
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes a [`Line`] as `[move, replies]`. If there are no replies, writes `null` in their place.
impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.play)?;
        pair.serialize_element(&(!self.replies.is_empty()).then_some(&self.replies))?;
        pair.end()
    }
}

/// Writes a reply as `[reply, tree]`.
impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.reply, &self.tree).serialize(serializer)
    }
}
