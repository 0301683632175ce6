//! Leaves: functions so small that their calls are inlined.
//!
//! Programs of 1966 consist of many small functions, and a call takes longer than the execution of most bodies. A leaf
//! calls only primitives, so inlined bodies are never nested, and the code grows no faster than the text.

use std::collections::HashMap;

use super::names::{Callee, Functions, Scope};
use super::syntax::{Definition, Expression, ExpressionKind, Step};

/// The largest number of nodes in the tree of an inlined function.
const LEAF_LIMIT: usize = 80;

/// The definitions of the functions to inline. The key is the index of the function.
pub(super) type Leaves<'a> = HashMap<usize, &'a Definition>;

/// Whether a function is small and calls only primitives.
pub(super) fn is_leaf(definition: &Definition, functions: &Functions, scope: Scope) -> bool {
    let mut left = LEAF_LIMIT;
    // `Terminal` is never inlined, because its calls are counted, and an inlined call would not be counted.
    definition.name.name != "Terminal" && is_leaf_expression(&definition.body, functions, scope, &mut left)
}

fn is_leaf_expression(expression: &Expression, functions: &Functions, scope: Scope, left: &mut usize) -> bool {
    *left = left.saturating_sub(1);
    let mut is_leaf = |part: &Expression| is_leaf_expression(part, functions, scope, left);
    let parts_are = match &expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Name(_) => true,
        ExpressionKind::Call { name, arguments } => {
            matches!(functions.find(&name.name, scope), Some(Callee::Primitive(_))) && arguments.iter().all(is_leaf)
        }
        ExpressionKind::Tuple(members) | ExpressionKind::List(members) => members.iter().all(is_leaf),
        ExpressionKind::Signs { operand, .. } => is_leaf(operand),
        ExpressionKind::Chain { first, rest } => is_leaf(first) && rest.iter().all(|(_, operand)| is_leaf(operand)),
        ExpressionKind::Conditional { arms, otherwise } => {
            arms.iter().all(|(condition, value)| is_leaf(condition) && is_leaf(value)) && is_leaf(otherwise)
        }
        ExpressionKind::Block { steps, result } => {
            let steps_are = steps.iter().all(|step| match step {
                Step::Let { value, .. } => is_leaf(value),
                Step::If { condition, result } => is_leaf(condition) && is_leaf(result),
                // The names of an inlined body are registers of the caller, which an assignment would change.
                Step::Command(_) | Step::Functions(_) => false,
            });
            steps_are && is_leaf(result)
        }
    };
    parts_are && *left > 0
}
