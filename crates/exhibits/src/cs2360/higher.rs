//! The functions of Lisp that call functions, in one table.

use super::builtin::{Answer, Call, Function, of_call};
use super::value::{Value, within};

/// The functions of Lisp that call functions.
pub(super) static FUNCTIONS: [Function; 13] = [
    Function { usage: "(funcall function ...)", run: funcall },
    Function { usage: "(apply function ...)", run: apply },
    Function { usage: "(mapcar function list ...)", run: |call| map(call).map(Value::List) },
    Function { usage: "(mapc function list ...)", run: |call| map(call).map(|_| call.values[1].clone()) },
    Function { usage: "(mapcan function list ...)", run: mapcan },
    Function { usage: "(remove-if test list)", run: |call| kept(call, false) },
    Function { usage: "(remove-if-not test list)", run: |call| kept(call, true) },
    Function { usage: "(find-if test list)", run: |call| Ok(found(call)?.map_or(Value::NIL, |(_, member)| member)) },
    Function {
        usage: "(position-if test list)",
        run: |call| Ok(found(call)?.map_or(Value::NIL, |(place, _)| Value::Number(place as i64))),
    },
    Function { usage: "(count-if test list)", run: count_if },
    Function { usage: "(some test list ...)", run: |call| first_answer(call, true) },
    Function { usage: "(every test list ...)", run: |call| first_answer(call, false) },
    Function { usage: "(reduce function list)", run: reduce },
];

fn funcall(call: &mut Call) -> Answer<Value> {
    let function = call.function(0)?;
    call.apply(&function, call.values[1..].to_vec())
}

/// Computes `(apply function value ... list)`. The members of the list are the last arguments.
fn apply(call: &mut Call) -> Answer<Value> {
    let function = call.function(0)?;
    let last = call.values.len() - 1;
    let members = if last == 0 { &[] } else { call.list(last)? };
    let before = call.values.get(1..last).unwrap_or_default();
    call.apply(&function, [before, members].concat())
}

/// Returns the arguments of each call of the function: for the first call, the first member of each list; for the
/// second call, the second member of each list; and so on.
fn rows<'a>(call: &Call<'a, '_>) -> Answer<impl Iterator<Item = Vec<Value>> + use<'a>> {
    let lists = (1..call.values.len()).map(|i| call.list(i)).collect::<Answer<Vec<_>>>()?;
    let rows = lists.iter().map(|list| list.len()).min().unwrap_or(0);
    Ok((0..rows).map(move |row| lists.iter().map(|list| list[row].clone()).collect()))
}

fn map(call: &mut Call) -> Answer<Vec<Value>> {
    let function = call.function(0)?;
    let (mut results, mut size) = (Vec::new(), 0);
    for row in rows(call)? {
        let result = call.apply(&function, row)?;
        size = result.measure().and_then(|more| within(size + more)).map_err(of_call)?;
        results.push(result);
    }
    Ok(results)
}

fn mapcan(call: &mut Call) -> Answer<Value> {
    let members = map(call)?.into_iter().map(|result| match result {
        Value::List(members) => members,
        other => vec![other],
    });
    Ok(Value::List(members.flatten().collect()))
}

/// Calls the test, which is argument 0, with `value`. Returns whether the result is not NIL.
fn holds(call: &mut Call, value: &Value) -> Answer<bool> {
    let test = call.function(0)?;
    Ok(!call.apply(&test, vec![value.clone()])?.is_nil())
}

fn kept(call: &mut Call, wanted: bool) -> Answer<Value> {
    let mut kept = Vec::new();
    for member in call.list(1)? {
        if holds(call, member)? == wanted {
            kept.push(member.clone());
        }
    }
    Ok(Value::List(kept))
}

fn found(call: &mut Call) -> Answer<Option<(usize, Value)>> {
    for (place, member) in call.list(1)?.iter().enumerate() {
        if holds(call, member)? {
            return Ok(Some((place, member.clone())));
        }
    }
    Ok(None)
}

fn count_if(call: &mut Call) -> Answer<Value> {
    let mut count = 0;
    for member in call.list(1)? {
        count += i64::from(holds(call, member)?);
    }
    Ok(Value::Number(count))
}

/// Computes `some` if `wanted` is true, and `every` if `wanted` is false. Calls the test with one set of arguments
/// after another: `some` stops after the first true answer, `every` after the first false answer. Returns the last
/// answer.
fn first_answer(call: &mut Call, wanted: bool) -> Answer<Value> {
    let test = call.function(0)?;
    let mut answer = Value::truth(!wanted);
    for row in rows(call)? {
        answer = call.apply(&test, row)?;
        if answer.is_nil() != wanted {
            break;
        }
    }
    Ok(answer)
}

fn reduce(call: &mut Call) -> Answer<Value> {
    let function = call.function(0)?;
    let Some((first, rest)) = call.list(1)?.split_first() else { return call.apply(&function, Vec::new()) };
    rest.iter().try_fold(first.clone(), |result, member| call.apply(&function, vec![result, member.clone()]))
}
