//! The values of CPL expressions: whole and real numbers, truth values, bit strings, lists, tuples, strings, functions.
//!
//! Lists and tuples may be nested as deep as memory allows, because a program can build such values in a recursion of
//! any depth. So comparing, printing and dropping values use a separate stack instead of the host's stack.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ptr;
use std::rc::Rc;

use super::real::Real;

/// A value of CPL. Cloning is cheap: large parts are shared.
#[derive(Clone)]
// A tag of 64 bits gives every payload the same alignment, which makes moving values about a tenth faster.
#[repr(u64)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A real number.
    Real(Real),
    /// True or false.
    Truth(bool),
    /// A bit string of 64 bits. Bit 0 is the least significant bit.
    Bits(u64),
    /// A list.
    List(List),
    /// A tuple of two or more members.
    Tuple(Tuple),
    /// A string, or one of the constants `Capture`, `NonCapture` and `Resign`. Programs write these constants without
    /// quotes.
    Text(Rc<String>),
    /// A function of the program or of the run-time, represented by its name.
    Function(Rc<String>),
}

/// A list: the empty list `NIL`, or a first member and the rest of the list.
#[derive(Clone, Default)]
pub struct List(Option<Rc<Link>>);

#[derive(Clone)]
struct Link {
    first: Value,
    rest: List,
}

/// The members of a tuple, behind one pointer, so that a [`Value`] takes only 16 bytes.
#[derive(Clone)]
pub struct Tuple(Rc<Members>);

/// The members of a tuple. Tuples of the usual sizes are stored without a vector.
enum Members {
    Two([Value; 2]),
    Three([Value; 3]),
    Four([Value; 4]),
    Five([Value; 5]),
    More(Box<[Value]>),
}

impl Members {
    #[inline]
    fn all(&self) -> &[Value] {
        match self {
            Members::Two(members) => members,
            Members::Three(members) => members,
            Members::Four(members) => members,
            Members::Five(members) => members,
            Members::More(members) => members,
        }
    }

    fn all_mut(&mut self) -> &mut [Value] {
        match self {
            Members::Two(members) => members,
            Members::Three(members) => members,
            Members::Four(members) => members,
            Members::Five(members) => members,
            Members::More(members) => members,
        }
    }
}

impl Value {
    /// The empty list.
    pub const NIL: Value = Value::List(List(None));

    /// Returns the value as a real; `None` if the value is not a number.
    pub(super) fn as_real(&self) -> Option<Real> {
        match self {
            Value::Number(number) => Some(Real::of(*number)),
            Value::Real(real) => Some(*real),
            _ => None,
        }
    }

    /// Computes `self = other`. A whole number and a real are equal if they are the same number.
    pub(super) fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Real(_), Value::Number(_)) | (Value::Number(_), Value::Real(_)) => {
                self.as_real() == other.as_real()
            }
            _ => self == other,
        }
    }

    /// Creates a string value.
    pub fn text(text: &str) -> Value {
        Value::Text(Rc::new(text.to_owned()))
    }

    /// Creates the bit string in which the bits with these numbers are 1; ignores numbers above 63.
    pub fn bits(members: impl IntoIterator<Item = u32>) -> Value {
        Value::Bits(members.into_iter().fold(0, |bits, member| bits | 1_u64.checked_shl(member).unwrap_or(0)))
    }

    /// Returns the name that error messages use for the value's kind.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Real(_) => "a real number",
            Value::Truth(_) => "a truth value",
            Value::Bits(_) => "a bit string",
            Value::List(_) => "a list",
            Value::Tuple(_) => "a tuple",
            Value::Text(_) => "a string",
            Value::Function(_) => "a function",
        }
    }

    /// Whether `Null` is true of the value: an empty list, a bit string without members, 0, or false.
    pub(crate) fn is_null(&self) -> bool {
        match self {
            Value::Number(number) => *number == 0,
            Value::Real(real) => real.is_zero(),
            Value::Truth(truth) => !truth,
            Value::Bits(bits) => *bits == 0,
            Value::List(list) => list.is_empty(),
            Value::Tuple(_) | Value::Text(_) | Value::Function(_) => false,
        }
    }

    /// Sets this value to `number`. If the value is already a number, overwrites only the number, which is faster than
    /// moving a new value.
    #[inline]
    pub(super) fn set_number(&mut self, number: i64) {
        #[inline(never)]
        fn replace(value: &mut Value, number: i64) {
            *value = Value::Number(number);
        }
        match self {
            Value::Number(old) => *old = number,
            // The old value needs no drop.
            Value::Bits(_) | Value::Truth(_) => std::mem::forget(std::mem::replace(self, Value::Number(number))),
            other => replace(other, number),
        }
    }

    /// Sets this value to the bit string `bits`.
    #[inline]
    pub(super) fn set_bits(&mut self, bits: u64) {
        #[inline(never)]
        fn replace(value: &mut Value, bits: u64) {
            *value = Value::Bits(bits);
        }
        match self {
            Value::Bits(old) => *old = bits,
            // The old value needs no drop.
            Value::Number(_) | Value::Truth(_) => std::mem::forget(std::mem::replace(self, Value::Bits(bits))),
            other => replace(other, bits),
        }
    }

    /// Sets this value to `tuple`.
    #[inline]
    pub(super) fn set_tuple(&mut self, tuple: Tuple) {
        #[inline(never)]
        fn replace(value: &mut Value, tuple: Tuple) {
            *value = Value::Tuple(tuple);
        }
        match self {
            Value::Tuple(old) => *old = tuple,
            other => replace(other, tuple),
        }
    }

    /// Makes this value a copy of `from`.
    #[inline]
    pub(super) fn set(&mut self, from: &Value) {
        #[inline(never)]
        fn replace(value: &mut Value, from: &Value) {
            *value = from.clone();
        }
        match *from {
            Value::Number(number) => self.set_number(number),
            Value::Bits(bits) => self.set_bits(bits),
            ref other => replace(self, other),
        }
    }

    /// Returns the members of a tuple or list; `None` for a value of another kind.
    fn parts(&self) -> Option<Box<dyn Iterator<Item = &Value> + '_>> {
        match self {
            Value::List(list) => Some(Box::new(list.iter())),
            Value::Tuple(tuple) => Some(Box::new(tuple.members().iter())),
            _ => None,
        }
    }

    /// Returns the address of the members of a list or tuple, and whether the members are shared with other values.
    /// Returns `None` for a value without members.
    fn shared(&self) -> Option<(*const (), bool)> {
        match self {
            Value::List(List(Some(link))) => Some((Rc::as_ptr(link).cast(), Rc::strong_count(link) > 1)),
            Value::Tuple(Tuple(members)) => Some((Rc::as_ptr(members).cast(), Rc::strong_count(members) > 1)),
            _ => None,
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Truth(_) => 0,
            Value::Number(_) => 1,
            Value::Real(_) => 2,
            Value::Bits(_) => 3,
            Value::Text(_) => 4,
            Value::List(_) => 5,
            Value::Tuple(_) => 6,
            Value::Function(_) => 7,
        }
    }

    /// Compares two values without their members. Two lists compare as equal, and two tuples compare as equal.
    fn shallow_order(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.cmp(b),
            (Value::Real(a), Value::Real(b)) => a.cmp(b),
            (Value::Truth(a), Value::Truth(b)) => a.cmp(b),
            (Value::Bits(a), Value::Bits(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) | (Value::Function(a), Value::Function(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

/// The pairs of lists or tuples already compared. A list may contain the same shared list many times, so a comparison
/// without this set could take very long.
#[derive(Default)]
struct Compared(HashSet<(*const (), *const ())>);

impl Compared {
    /// Whether two lists or tuples are the same object, or were already compared. If not, records the pair as compared.
    /// A pair is recorded only if both of its values have more than one reference, because no other pair can come
    /// again. Returns false for values without members.
    fn knows(&mut self, left: &Value, right: &Value) -> bool {
        let (Some((left, is_shared)), Some((right, too))) = (left.shared(), right.shared()) else { return false };
        ptr::eq(left, right) || is_shared && too && !self.0.insert((left, right))
    }
}

/// The order of `MinList`: by kind first, then by value. Lists and tuples compare member by member.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let mut waiting = Vec::new();
        let mut compared = Compared::default();
        let mut next = Some((self, other));
        while let Some((left, right)) = next {
            match left.shallow_order(right) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
            if !compared.knows(left, right)
                && let (Some(left), Some(right)) = (left.parts(), right.parts())
            {
                waiting.push((left, right));
            }
            // The next two members to compare, from the innermost pair of lists or tuples that has members left.
            next = loop {
                let Some((left, right)) = waiting.last_mut() else { break None };
                match (left.next(), right.next()) {
                    (Some(left), Some(right)) => break Some((left, right)),
                    (None, None) => drop(waiting.pop()),
                    (left, right) => return left.is_some().cmp(&right.is_some()),
                }
            };
        }
        Ordering::Equal
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Bits(a), Value::Bits(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => Rc::ptr_eq(a, b) || a == b,
            _ => self.cmp(other).is_eq(),
        }
    }
}

impl Eq for Value {}

impl Default for Value {
    fn default() -> Value {
        Value::Number(0)
    }
}

impl List {
    /// Whether the list is `NIL`.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the first member and the rest of the list; `None` if the list is `NIL`.
    pub(crate) fn split_first(&self) -> Option<(&Value, &List)> {
        self.0.as_deref().map(|link| (&link.first, &link.rest))
    }

    /// Returns the list that has `first` in front of the members of this list.
    pub(crate) fn after(self, first: Value) -> List {
        List(Some(Rc::new(Link { first, rest: self })))
    }

    /// Returns the members of the list, first to last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Value> {
        std::iter::successors(self.split_first(), |(_, rest)| rest.split_first()).map(|(first, _)| first)
    }

    /// Returns the list that has this list's members in front of the members of `rest`.
    pub(crate) fn before(&self, rest: List) -> List {
        let members: Vec<&Value> = self.iter().collect();
        members.into_iter().rev().fold(rest, |list, member| list.after(member.clone()))
    }
}

impl<Members: DoubleEndedIterator<Item = Value>> From<Members> for List {
    fn from(members: Members) -> List {
        members.rev().fold(List::default(), List::after)
    }
}

impl std::fmt::Debug for List {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl std::fmt::Debug for Tuple {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.members()).finish()
    }
}

impl Tuple {
    /// Returns the members of the tuple.
    #[inline]
    pub(crate) fn members(&self) -> &[Value] {
        self.0.all()
    }

    /// Makes a tuple by moving the values out of a slice.
    #[inline]
    pub(super) fn take(members: &mut [Value]) -> Tuple {
        use std::mem::take;
        Tuple(Rc::new(match members {
            [a, b, c, d] => Members::Four([take(a), take(b), take(c), take(d)]),
            [a, b] => Members::Two([take(a), take(b)]),
            [a, b, c] => Members::Three([take(a), take(b), take(c)]),
            [a, b, c, d, e] => Members::Five([take(a), take(b), take(c), take(d), take(e)]),
            more => Members::More(more.iter_mut().map(take).collect()),
        }))
    }
}

impl<Values: AsMut<[Value]>> From<Values> for Tuple {
    fn from(mut members: Values) -> Tuple {
        Tuple::take(members.as_mut())
    }
}

// Dropping a value may drop the last reference to another value, and so on to any depth. So `drop` takes nested values
// out of lists and tuples, and drops them in a loop.

impl Drop for List {
    #[inline]
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(Link { first, mut rest }) = next.and_then(Rc::into_inner) {
            if let Value::List(_) = first {
                drop_flat(first);
            }
            next = rest.0.take();
        }
    }
}

impl Drop for Tuple {
    #[inline]
    fn drop(&mut self) {
        if let Some(members) = Rc::get_mut(&mut self.0) {
            members
                .all_mut()
                .iter_mut()
                .filter(|member| member.is_compound())
                .for_each(|member| drop_flat(std::mem::take(member)));
        }
    }
}

impl Value {
    #[inline]
    fn is_compound(&self) -> bool {
        matches!(self, Value::List(List(Some(_))) | Value::Tuple(_))
    }
}

fn drop_flat(value: Value) {
    let mut waiting = Vec::new();
    let mut next = Some(value);
    while let Some(mut value) = next {
        let mut rest_of_list = None;
        match &mut value {
            Value::List(List(held)) => {
                if let Some(Link { first, rest }) = held.take().and_then(Rc::into_inner) {
                    if first.is_compound() {
                        waiting.push(first);
                    }
                    rest_of_list = Some(Value::List(rest));
                }
            }
            Value::Tuple(Tuple(held)) => {
                if let Some(members) = Rc::get_mut(held) {
                    waiting
                        .extend(members.all_mut().iter_mut().filter(|member| member.is_compound()).map(std::mem::take));
                }
            }
            _ => {}
        }
        next = rest_of_list.or_else(|| waiting.pop());
    }
}

/// Returns the numbers of the bits that are set in a bit string, in ascending order.
pub(crate) fn members(bits: u64) -> impl Iterator<Item = u32> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let member = (left != 0).then(|| left.trailing_zeros());
        left &= left.wrapping_sub(1);
        member
    })
}
