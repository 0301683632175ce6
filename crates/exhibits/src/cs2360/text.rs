//! The functions of Lisp for strings, output and files, in one table.

use std::fmt;

use super::builtin::{Answer, Call, Function, of_call};
use super::error::Reason;
use super::reader::Reader;
use super::value::{Value, within};

/// The functions for strings, output and files.
pub(super) static FUNCTIONS: [Function; 8] = [
    Function { usage: "(format destination text ...)", run: format_text },
    Function { usage: "(princ value)", run: |call| print(call, |out, value| out.write_str(&plain(value))) },
    Function { usage: "(prin1 value)", run: |call| print(call, |out, value| write!(out, "{value}")) },
    Function { usage: "(print value)", run: |call| print(call, |out, value| write!(out, "\n{value} ")) },
    Function { usage: "(terpri)", run: |call| writeln!(call.surroundings.out).map(|()| Value::NIL).map_err(of_call) },
    Function { usage: "(string= one other)", run: |call| Ok(Value::truth(text(call, 0)? == text(call, 1)?)) },
    Function { usage: "(stringp value)", run: |call| Ok(Value::truth(matches!(call.values[0], Value::Text(_)))) },
    Function { usage: "(load file)", run: load },
];

fn text<'a>(call: &Call<'a, '_>, i: usize) -> Answer<&'a str> {
    match &call.values[i] {
        Value::Text(text) => Ok(text),
        _ => Err(call.blame(i, Reason::NotText)),
    }
}

/// Returns a value as the directive `~a` prints it: a string without its quotation marks.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

fn print(call: &mut Call, write: fn(&mut dyn fmt::Write, &Value) -> fmt::Result) -> Answer<Value> {
    write(call.surroundings.out, &call.values[0]).map_err(of_call)?;
    Ok(call.values[0].clone())
}

/// Computes `(format destination text value ...)`. Returns the text if the destination is NIL; otherwise prints the
/// text.
fn format_text(call: &mut Call) -> Answer<Value> {
    let written = formatted(text(call, 1)?, &call.values[2..]).map_err(of_call)?;
    if call.values[0].is_nil() {
        return Ok(Value::Text(written));
    }
    call.surroundings.out.write_str(&written).map_err(of_call)?;
    Ok(Value::NIL)
}

fn formatted(text: &str, values: &[Value]) -> Result<String, Reason> {
    let (mut written, mut values) = (String::new(), values.iter());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '~' {
            written.push(character);
            continue;
        }
        let directive = characters.next().unwrap_or(' ').to_ascii_lowercase();
        match directive {
            '%' => written.push('\n'),
            '&' if written.is_empty() || written.ends_with('\n') => {}
            '&' => written.push('\n'),
            '~' => written.push('~'),
            'a' | 'd' => written += &plain(values.next().ok_or(Reason::NothingToFormat(directive))?),
            's' => written += &values.next().ok_or(Reason::NothingToFormat(directive))?.to_string(),
            _ => return Err(Reason::Directive(directive.to_string())),
        }
        within(written.len())?;
    }
    Ok(written)
}

/// Evaluates the expressions of a file.
fn load(call: &mut Call) -> Answer<Value> {
    let name = text(call, 0)?;
    let read = match &mut call.surroundings.open {
        Some(open) => open(name),
        None => Err("there are no files here".to_owned()),
    };
    let contents = read.map_err(|reason| of_call(Reason::NoFile { name: name.to_owned(), reason }))?;
    let mut reader = Reader::default();
    contents.lines().for_each(|line| reader.push(line));
    reader.finish();
    let outside = std::mem::replace(&mut call.interpreter.text, name.into());
    let mut result = Ok(Value::truth(true));
    while let Some(expression) = reader.next_expression().filter(|_| result.is_ok()) {
        let value = expression.and_then(|expression| call.interpreter.evaluate(&expression, call.surroundings));
        result = value.map(|_| Value::truth(true)).map_err(|error| of_call(error.inside("the file", name)));
    }
    call.interpreter.text = outside;
    result
}
