//! Finds the deciding parameters of functions. A parameter is deciding if the function compares it with a constant, or
//! passes it to a function as the argument for a deciding parameter. A function gets a separate version for each known
//! value of a deciding parameter.

use super::super::names::Callee;
use super::super::syntax::{Expression, ExpressionKind, Sign};
use super::sources::Sources;

/// Returns a list of flags for each function, with one flag for each parameter. If the flag is true, the planner
/// makes a separate version of the function for each known number that a call passes for the parameter.
pub(super) fn switches(sources: &Sources<'_>) -> Vec<Vec<bool>> {
    let mut switches: Vec<Vec<bool>> =
        sources.definitions.iter().map(|definition| vec![false; definition.parameters.len()]).collect();
    loop {
        let before = switches.clone();
        for (function, definition) in sources.definitions.iter().enumerate() {
            let mut mark = |name: &Expression| {
                if let ExpressionKind::Name(name) = &name.kind
                    && let Some(index) = definition.parameters.iter().rposition(|parameter| parameter.name == *name)
                {
                    switches[function][index] = true;
                }
            };
            definition.body.each(&mut |expression| match &expression.kind {
                ExpressionKind::Chain { first, rest } => {
                    if let [(operator, second)] = &rest[..]
                        && operator.compares()
                    {
                        match (is_number(first), is_number(second)) {
                            (false, true) => mark(first),
                            (true, false) => mark(second),
                            _ => {}
                        }
                    }
                }
                ExpressionKind::Call { name, arguments } => {
                    if let Some(Callee::Function(callee)) = sources.functions.find(&name.name, sources.scope(function))
                    {
                        let decide = arguments.iter().zip(&before[callee]).filter(|(_, decides)| **decides);
                        decide.for_each(|(argument, _)| mark(argument));
                    }
                }
                _ => {}
            });
        }
        if switches == before {
            return switches;
        }
    }
}

fn is_number(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Constant(_) => true,
        ExpressionKind::Signs { signs, operand } => {
            signs.iter().all(|(sign, _)| *sign != Sign::Not) && is_number(operand)
        }
        _ => false,
    }
}
