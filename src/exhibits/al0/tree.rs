//! Forcing trees: our move, and an answer to every reply.

use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::moves::Move;

/// What is left to play without asking the table again; `None` is the historic `nil`.
pub(crate) type Tree = Option<Box<Line>>;

/// Our move and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Our move.
    pub play: Move,
    /// The lone king's replies that were foreseen, in the order they were generated; none when the tree ends here.
    pub replies: Vec<Reply>,
}

/// A reply that was foreseen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The lone king's move.
    pub reply: Move,
    /// What we play then.
    pub tree: Tree,
}

/// The historic text: `Move .. [Reply1 .. Tree1, Reply2 .. Tree2]`.
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

/// A drawing one can read: a line a reply with our answer, further replies below.
pub fn drawing(tree: &Tree) -> String {
    let Some(line) = tree.as_deref() else { return "nil\n".to_owned() };
    let mut out = format!("{}\n", line.play);
    draw_replies(&line.replies, "", &mut out);
    out
}

/// The same for the replies alone; `nil` when none was foreseen.
pub fn replies_drawing(replies: &[Reply]) -> String {
    let mut out = String::new();
    draw_replies(replies, "", &mut out);
    if replies.is_empty() { "nil\n".to_owned() } else { out }
}

fn draw_replies(replies: &[Reply], indent: &str, out: &mut String) {
    for (number, Reply { reply, tree }) in replies.iter().enumerate() {
        let (branch, below) = if number + 1 == replies.len() { ("└─", "   ") } else { ("├─", "│  ") };
        match tree.as_deref() {
            None => *out += &format!("{indent}{branch} {reply}\n"),
            Some(line) => {
                *out += &format!("{indent}{branch} {reply}  {}\n", line.play);
                draw_replies(&line.replies, &format!("{indent}{below}"), out);
            }
        }
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `[move, replies]`, with `null` for no replies.
impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.play)?;
        pair.serialize_element(&(!self.replies.is_empty()).then_some(&self.replies))?;
        pair.end()
    }
}

/// `[reply, tree]`.
impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.reply, &self.tree).serialize(serializer)
    }
}
