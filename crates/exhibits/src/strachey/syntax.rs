//! A CPL program as a tree.
//!
//! ```text
//! program     = { function }
//! function    = name "(" names ")" "=" expr
//! expr        = ( "value" "of" "§" block "§"  |  conditional ) [ "where" meanings ]
//! conditional = binary [ "→" expr "," expr ]
//! block       = { step } ( "result" "is" expr  |  expr )
//! step        = "let" meanings  |  pattern "=" expr  |  ( "if" | "unless" ) expr "then" expr  |  command
//!             | "let" "rec" function { "and" function }  |  name ":"
//! command     = pattern ":=" expr  |  "result" "is" expr  |  "§" { step } "§"
//!             | ( "if" | "unless" ) expr ( "then" | "do" ) command  |  ( "while" | "until" ) expr "do" command
//!             | "for" name "=" ( "step" expr "," expr "," expr  |  expr { "," expr } ) "do" command  |  "go to" name
//! meanings    = meaning { "and" meaning }
//! meaning     = pattern "=" expr  |  function
//! pattern     = name  |  "(" name { "," name } ")"
//! binary      = unary operands joined by operators
//! unary       = { "-" | "+" | "~" } factor
//! factor      = number | string | names side by side, the last with an optional "(" arguments ")"
//!             | "(" expr ")"  |  "(" expr "," expr { "," expr } ")"
//! ```

use super::operator::Operator;
use super::source::Place;
use super::value::Value;

/// The meaning of arithmetic on bit strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Bit strings are sets: `+` is union, and `-` is difference. Both operators have a higher precedence than `∧`.
    #[default]
    Set,
    /// Bit strings are machine words: `+` and `-` are addition and subtraction. Both operators have a lower precedence
    /// than `∧`. An empty list counts as the word 0.
    Word,
}

/// A name, and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The name. A Greek letter is stored as one character: `σ` instead of `sigma`.
    pub(crate) name: String,
    /// The place of the name in the text.
    pub(crate) place: Place,
}

/// The definition of a function, `name(parameters) = body`.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The function's name.
    pub(crate) name: Named,
    /// The function's parameters.
    pub(crate) parameters: Vec<Named>,
    /// The expression for the function's result.
    pub(crate) body: Expression,
}

/// An expression, and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// The place of the expression in the text.
    pub(crate) place: Place,
    /// The expression without its place.
    pub(crate) kind: ExpressionKind,
}

impl Expression {
    /// Calls `visit` with this expression and with every expression inside it.
    pub(super) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        visit(self);
        if let ExpressionKind::Block { steps, .. } = &self.kind {
            steps.iter().for_each(|step| step.each(visit));
        }
        self.operands(&mut |operand| operand.each(visit));
    }

    /// Calls `visit` with each direct part of this expression, from left to right. The only such part of a block is its
    /// result.
    pub(super) fn operands<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match &self.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Name(_) => {}
            ExpressionKind::Call { arguments: parts, .. }
            | ExpressionKind::Tuple(parts)
            | ExpressionKind::List(parts) => parts.iter().for_each(visit),
            ExpressionKind::Signs { operand, .. } => visit(operand),
            ExpressionKind::Chain { first, rest } => {
                visit(first);
                rest.iter().for_each(|(_, operand)| visit(operand));
            }
            ExpressionKind::Conditional { arms, otherwise } => {
                for (condition, value) in arms {
                    visit(condition);
                    visit(value);
                }
                visit(otherwise);
            }
            ExpressionKind::Block { result, .. } => visit(result),
        }
    }
}

/// The kinds of expressions. A sequence of operators, signs or conditions is a flat list, so the tree is not deep.
#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    /// A number or a string in the text, or a value that a caller passes as an argument.
    Constant(Value),
    /// The name of a parameter, of a value that a `let` defines, or of a constant of the run-time.
    Name(String),
    /// A call, `name(arguments)`.
    Call {
        /// The name of the function.
        name: Named,
        /// The arguments of the call.
        arguments: Vec<Expression>,
    },
    /// A tuple, `(a, b, ...)`.
    Tuple(Vec<Expression>),
    /// A list, `[a, b, ...]`. An expression typed at a prompt may contain such a list, but a program may not.
    List(Vec<Expression>),
    /// Signs `-`, `+` or `~` before an operand.
    Signs {
        /// The signs, outermost first, and the place of each sign in the text.
        signs: Vec<(Sign, Place)>,
        /// The operand to which the signs apply.
        operand: Box<Expression>,
    },
    /// Operators of equal precedence, applied from left to right.
    Chain {
        /// The leftmost operand.
        first: Box<Expression>,
        /// Each operator, and the operand on its right.
        rest: Vec<(Operator, Expression)>,
    },
    /// A conditional, `condition → value, condition → value, ..., otherwise`.
    Conditional {
        /// Each condition, and its value.
        arms: Vec<(Expression, Expression)>,
        /// The value if no condition is true.
        otherwise: Box<Expression>,
    },
    /// A block, `value of § ... §`.
    Block {
        /// All lines of the block except the last line.
        steps: Vec<Step>,
        /// The last line of the block. Its value is the value of the block.
        result: Box<Expression>,
    },
}

/// A line of a block.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The line `let name = value` or `let (name, ...) = value`.
    Let {
        /// The name, or the names of the members of a tuple.
        pattern: Pattern,
        /// The expression after the `=`.
        value: Expression,
    },
    /// The line `if condition then result`. If the condition is true, `result` is the value of the block.
    If {
        /// The condition.
        condition: Expression,
        /// The value of the block if the condition is true.
        result: Expression,
    },
    /// The line `let name(parameters) = body`. The parser adds this step to the tree, and `lift.rs` removes it.
    Functions(Box<LocalDefinitions>),
    /// A command, such as an assignment or a loop.
    Command(Command),
}

impl Step {
    /// Calls `visit` with every expression inside the line.
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match self {
            Step::Let { value, .. } | Step::Command(Command::Assign { value, .. } | Command::Result(value)) => {
                value.each(visit);
            }
            Step::If { condition, result } => {
                condition.each(visit);
                result.each(visit);
            }
            Step::Functions(joined) => {
                joined.functions.iter().for_each(|function| function.body.each(visit));
                joined.values.iter().for_each(|(_, value)| value.each(visit));
            }
            Step::Command(Command::Label(_) | Command::GoTo(_)) => {}
            Step::Command(Command::Do { condition, body, .. } | Command::Loop { condition, body, .. }) => {
                condition.each(visit);
                body.iter().for_each(|step| step.each(visit));
            }
        }
    }
}

/// Definitions after one `let` or `where`, of which at least one defines a function.
#[derive(Clone, Debug)]
pub(crate) struct LocalDefinitions {
    /// Whether the functions may call each other, as after `let rec`.
    pub(crate) is_recursive: bool,
    /// The functions.
    pub(crate) functions: Vec<Definition>,
    /// The names of the values, and the expression for the values; `None` if all definitions define functions.
    pub(crate) values: Option<(Pattern, Expression)>,
}

/// A command in a block: an assignment, a conditional command, a loop, `result is`, a label, or `go to`.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// The assignment `name := value` or `(name, ...) := value`.
    Assign {
        /// The name, or the names for the members of a tuple.
        pattern: Pattern,
        /// The expression after the `:=`.
        value: Expression,
    },
    /// `if condition do body`, or `unless condition do body`.
    Do {
        /// The condition.
        condition: Expression,
        /// True for `if`, which executes the body if the condition is true; false for `unless`, which executes the body
        /// if the condition is false.
        when: bool,
        /// The lines to execute.
        body: Vec<Step>,
    },
    /// `while condition do body`, or `until condition do body`.
    Loop {
        /// The condition.
        condition: Expression,
        /// True for `while`, which repeats the body while the condition is true; false for `until`, which repeats the
        /// body while the condition is false.
        when: bool,
        /// The lines to execute again and again.
        body: Vec<Step>,
    },
    /// `result is value` inside a loop or a conditional command. It ends the enclosing block, whose value is `value`.
    Result(Expression),
    /// A label, `name:`.
    Label(Named),
    /// `go to name`.
    GoTo(Named),
}

/// Calls `visit` with each name that an assignment changes. Searches these lines and the lines nested in them, but not
/// the blocks inside expressions.
pub(super) fn assigned<'a>(steps: &'a [Step], visit: &mut dyn FnMut(&'a Named)) {
    for step in steps {
        match step {
            Step::Command(Command::Assign { pattern, .. }) => pattern.names().iter().for_each(&mut *visit),
            Step::Command(Command::Do { body, .. } | Command::Loop { body, .. }) => assigned(body, visit),
            Step::Let { .. } | Step::If { .. } | Step::Functions(_) => {}
            Step::Command(Command::Result(_) | Command::Label(_) | Command::GoTo(_)) => {}
        }
    }
}

/// The left side of a `let` or an assignment: a name, or the names for the members of a tuple.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// A name for the whole value.
    One(Named),
    /// A name for each member of a tuple, and the place of the pattern in the text.
    Members(Vec<Named>, Place),
}

impl Pattern {
    /// Returns all names of the pattern.
    pub(crate) fn names(&self) -> &[Named] {
        match self {
            Pattern::One(name) => std::slice::from_ref(name),
            Pattern::Members(names, _) => names,
        }
    }

    /// Returns all names of the pattern. The caller may change the names.
    pub(super) fn names_mut(&mut self) -> &mut [Named] {
        match self {
            Pattern::One(name) => std::slice::from_mut(name),
            Pattern::Members(names, _) => names,
        }
    }
}

/// A sign before an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The variants are the signs.
pub(crate) enum Sign {
    Minus,
    Plus,
    Not,
}
