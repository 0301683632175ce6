//! The functions of Lisp for lists, comparisons and whole numbers, in one table.
//!
//! This Lisp has no dotted pairs, so `cons` needs a list. The special forms, which do not evaluate all their arguments,
//! are in [`special`](super::special).

use super::builtin::{Answer, Blame, Call, Function};
use super::error::Reason;
use super::value::Value;

/// The functions of Lisp.
pub(super) static FUNCTIONS: [Function; 62] = [
    Function { usage: "(list ...)", run: |call| Ok(Value::List(call.values.to_vec())) },
    Function { usage: "(cons first rest)", run: cons },
    Function { usage: "(append ...)", run: append },
    Function { usage: "(first list)", run: |call| place(call, 0) },
    Function { usage: "(second list)", run: |call| place(call, 1) },
    Function { usage: "(third list)", run: |call| place(call, 2) },
    Function { usage: "(car list)", run: |call| place(call, 0) },
    Function { usage: "(cadr list)", run: |call| place(call, 1) },
    Function { usage: "(caddr list)", run: |call| place(call, 2) },
    Function { usage: "(rest list)", run: |call| after(call, 1) },
    Function { usage: "(cdr list)", run: |call| after(call, 1) },
    Function { usage: "(cddr list)", run: |call| after(call, 2) },
    Function { usage: "(last list)", run: |call| after(call, call.list(0)?.len().saturating_sub(1)) },
    Function { usage: "(nth n list)", run: nth },
    Function { usage: "(nthcdr n list)", run: nthcdr },
    Function { usage: "(length list)", run: |call| Ok(Value::Number(call.list(0)?.len() as i64)) },
    Function { usage: "(fourth list)", run: |call| place(call, 3) },
    Function { usage: "(fifth list)", run: |call| place(call, 4) },
    Function { usage: "(elt list n)", run: elt },
    Function { usage: "(butlast list)", run: butlast },
    Function { usage: "(subseq list start end)", run: subseq },
    Function { usage: "(copy-list list)", run: |call| call.list(0).map(|list| Value::List(list.to_vec())) },
    Function { usage: "(assoc key list)", run: assoc },
    Function { usage: "(substitute new old list)", run: substitute },
    Function { usage: "(reverse list)", run: |call| Ok(Value::List(call.list(0)?.iter().rev().cloned().collect())) },
    Function { usage: "(member value list)", run: member },
    Function { usage: "(position value list)", run: position },
    Function { usage: "(count value list)", run: count },
    Function { usage: "(remove value list)", run: remove },
    Function { usage: "(equal one other)", run: |call| Ok(Value::truth(call.values[0] == call.values[1])) },
    Function { usage: "(eql one other)", run: |call| Ok(Value::truth(call.values[0].is_eql(&call.values[1]))) },
    Function { usage: "(eq one other)", run: |call| Ok(Value::truth(call.values[0].is_eql(&call.values[1]))) },
    Function { usage: "(not value)", run: |call| Ok(Value::truth(call.values[0].is_nil())) },
    Function { usage: "(null value)", run: |call| Ok(Value::truth(call.values[0].is_nil())) },
    Function { usage: "(atom value)", run: |call| Ok(Value::truth(!is_cons(&call.values[0]))) },
    Function { usage: "(consp value)", run: |call| Ok(Value::truth(is_cons(&call.values[0]))) },
    Function { usage: "(listp value)", run: |call| Ok(Value::truth(matches!(call.values[0], Value::List(_)))) },
    Function { usage: "(numberp value)", run: |call| Ok(Value::truth(matches!(call.values[0], Value::Number(_)))) },
    Function { usage: "(symbolp value)", run: |call| Ok(Value::truth(is_symbol(&call.values[0]))) },
    Function { usage: "(+ ...)", run: |call| fold(call, 0, i64::checked_add) },
    Function { usage: "(* ...)", run: |call| fold(call, 1, i64::checked_mul) },
    Function { usage: "(- number ...)", run: minus },
    Function { usage: "(floor number divisor)", run: |call| Ok(Value::Number(divide(call)?.0)) },
    Function { usage: "(mod number divisor)", run: |call| Ok(Value::Number(divide(call)?.1)) },
    Function { usage: "(1+ number)", run: |call| whole(call.number(0)?.checked_add(1)) },
    Function { usage: "(1- number)", run: |call| whole(call.number(0)?.checked_sub(1)) },
    Function { usage: "(max number ...)", run: |call| Ok(Value::Number(extreme(call, i64::max)?)) },
    Function { usage: "(min number ...)", run: |call| Ok(Value::Number(extreme(call, i64::min)?)) },
    Function { usage: "(abs number)", run: |call| whole(call.number(0)?.checked_abs()) },
    Function { usage: "(zerop number)", run: |call| Ok(Value::truth(call.number(0)? == 0)) },
    Function { usage: "(evenp number)", run: |call| Ok(Value::truth(call.number(0)? % 2 == 0)) },
    Function { usage: "(oddp number)", run: |call| Ok(Value::truth(call.number(0)? % 2 != 0)) },
    Function { usage: "(plusp number)", run: |call| Ok(Value::truth(call.number(0)? > 0)) },
    Function { usage: "(minusp number)", run: |call| Ok(Value::truth(call.number(0)? < 0)) },
    Function { usage: "(/= one other)", run: |call| Ok(Value::truth(call.number(0)? != call.number(1)?)) },
    Function { usage: "(sort list test)", run: sort },
    Function { usage: "(identity value)", run: |call| Ok(call.values[0].clone()) },
    Function { usage: "(= number ...)", run: |call| in_order(call, |a, b| a == b) },
    Function { usage: "(< number ...)", run: |call| in_order(call, |a, b| a < b) },
    Function { usage: "(> number ...)", run: |call| in_order(call, |a, b| a > b) },
    Function { usage: "(<= number ...)", run: |call| in_order(call, |a, b| a <= b) },
    Function { usage: "(>= number ...)", run: |call| in_order(call, |a, b| a >= b) },
];

/// Whether the value is a list that is not empty.
fn is_cons(value: &Value) -> bool {
    matches!(value, Value::List(members) if !members.is_empty())
}

fn is_symbol(value: &Value) -> bool {
    value.is_nil() || matches!(value, Value::Symbol(_))
}

fn place(call: &mut Call, place: usize) -> Answer<Value> {
    Ok(call.list(0)?.get(place).cloned().unwrap_or(Value::NIL))
}

fn after(call: &mut Call, skipped: usize) -> Answer<Value> {
    Ok(Value::List(call.list(0)?.iter().skip(skipped).cloned().collect()))
}

fn place_of(call: &Call) -> Answer<usize> {
    let place = call.counting_number(0).ok_or_else(|| call.blame(0, Reason::NotAPlace))?;
    Ok(usize::try_from(place).unwrap_or(usize::MAX))
}

fn nth(call: &mut Call) -> Answer<Value> {
    let (place, list) = (place_of(call)?, call.list(1)?);
    Ok(list.get(place).cloned().unwrap_or(Value::NIL))
}

fn nthcdr(call: &mut Call) -> Answer<Value> {
    let (place, list) = (place_of(call)?, call.list(1)?);
    Ok(Value::List(list.iter().skip(place).cloned().collect()))
}

fn elt(call: &mut Call) -> Answer<Value> {
    let list = call.list(0)?;
    let member = call.counting_number(1).and_then(|place| list.get(usize::try_from(place).ok()?));
    member.cloned().ok_or_else(|| call.blame(1, Reason::NotAPlace))
}

fn butlast(call: &mut Call) -> Answer<Value> {
    let list = call.list(0)?;
    Ok(Value::List(list[..list.len().saturating_sub(1)].to_vec()))
}

fn subseq(call: &mut Call) -> Answer<Value> {
    let list = call.list(0)?;
    let place = |i: usize| {
        let place = call.counting_number(i).and_then(|place| usize::try_from(place).ok());
        place.ok_or_else(|| call.blame(i, Reason::NotAPlace))
    };
    let (start, end) = (place(1)?, place(2)?);
    list.get(start..end).map(|part| Value::List(part.to_vec())).ok_or_else(|| call.blame(2, Reason::NotAPlace))
}

/// Searches the list in argument 1 for a member that is itself a list and begins with the key, argument 0. Returns the
/// first such member; NIL if no member matches.
fn assoc(call: &mut Call) -> Answer<Value> {
    let is_it = |member: &&Value| match member {
        Value::List(members) => members.first().is_some_and(|first| first.is_eql(&call.values[0])),
        _ => false,
    };
    Ok(call.list(1)?.iter().find(is_it).cloned().unwrap_or(Value::NIL))
}

fn substitute(call: &mut Call) -> Answer<Value> {
    let [new, old] = [&call.values[0], &call.values[1]];
    let changed = call.list(2)?.iter().map(|member| if member.is_eql(old) { new } else { member });
    Ok(Value::List(changed.cloned().collect()))
}

/// Sorts a list with the test, by insertion, so that equal members keep their order.
fn sort(call: &mut Call) -> Answer<Value> {
    let test = call.function(1)?;
    let mut sorted: Vec<Value> = Vec::new();
    for member in call.list(0)? {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = low.midpoint(high);
            match call.apply(&test, vec![member.clone(), sorted[middle].clone()])?.is_nil() {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        sorted.insert(low, member.clone());
    }
    Ok(Value::List(sorted))
}

/// Returns the quotient of two numbers, rounded down, and the remainder.
fn divide(call: &mut Call) -> Answer<(i64, i64)> {
    let (number, divisor) = (call.number(0)?, call.number(1)?);
    if divisor == 0 {
        return Err((Blame::Argument(1), Reason::DivisionByZero));
    }
    let parts = number.checked_div(divisor).zip(number.checked_rem(divisor));
    let (quotient, remainder) = parts.ok_or((Blame::Call, Reason::Overflow))?;
    let is_above = remainder != 0 && (remainder < 0) != (divisor < 0);
    Ok(if is_above { (quotient - 1, remainder + divisor) } else { (quotient, remainder) })
}

fn cons(call: &mut Call) -> Answer<Value> {
    let rest = call.list(1)?;
    Ok(Value::List(call.values[..1].iter().chain(rest).cloned().collect()))
}

fn append(call: &mut Call) -> Answer<Value> {
    let lists: Vec<&[Value]> = (0..call.values.len()).map(|i| call.list(i)).collect::<Answer<_>>()?;
    Ok(Value::List(lists.concat()))
}

fn position_of(call: &Call) -> Answer<Option<usize>> {
    Ok(call.list(1)?.iter().position(|member| member.is_eql(&call.values[0])))
}

fn member(call: &mut Call) -> Answer<Value> {
    let (found, list) = (position_of(call)?, call.list(1)?);
    Ok(found.map_or(Value::NIL, |place| Value::List(list[place..].to_vec())))
}

fn position(call: &mut Call) -> Answer<Value> {
    Ok(position_of(call)?.map_or(Value::NIL, |place| Value::Number(place as i64)))
}

fn count(call: &mut Call) -> Answer<Value> {
    let found = call.list(1)?.iter().filter(|member| member.is_eql(&call.values[0])).count();
    Ok(Value::Number(found as i64))
}

fn remove(call: &mut Call) -> Answer<Value> {
    let others = call.list(1)?.iter().filter(|member| !member.is_eql(&call.values[0]));
    Ok(Value::List(others.cloned().collect()))
}

fn whole(result: Option<i64>) -> Answer<Value> {
    result.map(Value::Number).ok_or((Blame::Call, Reason::Overflow))
}

fn fold(call: &mut Call, first: i64, function: fn(i64, i64) -> Option<i64>) -> Answer<Value> {
    whole(call.numbers()?.into_iter().try_fold(first, function))
}

/// Computes `(- x ...)`. A single number is negated. Otherwise the other numbers are subtracted from the first number.
fn minus(call: &mut Call) -> Answer<Value> {
    let numbers = call.numbers()?;
    match numbers.as_slice() {
        [number] => whole(number.checked_neg()),
        [first, others @ ..] => whole(others.iter().try_fold(*first, |rest, number| rest.checked_sub(*number))),
        [] => Ok(Value::Number(0)),
    }
}

fn extreme(call: &mut Call, better: fn(i64, i64) -> i64) -> Answer<i64> {
    Ok(call.numbers()?.into_iter().reduce(better).unwrap_or(0))
}

fn in_order(call: &mut Call, holds: fn(i64, i64) -> bool) -> Answer<Value> {
    Ok(Value::truth(call.numbers()?.windows(2).all(|pair| holds(pair[0], pair[1]))))
}
