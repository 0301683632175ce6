//! The breakpoints of a program: places with conditions, hit conditions and messages.

use super::hits::HitCondition;
use super::log_message::LogMessage;

/// A breakpoint that a client asks for. Line and column are counted from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The ID of the breakpoint.
    pub id: u64,
    /// The line in the source text.
    pub line: usize,
    /// The column in the source text.
    pub column: Option<usize>,
    /// The address of an instruction in the protocol's notation. A breakpoint at an instruction uses this address
    /// in place of the line and the column.
    pub instruction: String,
    /// The number of words from `instruction` to the breakpoint.
    pub offset: i64,
    /// The condition for a stop.
    pub condition: Option<String>,
    /// The hit condition, such as `>=3`, which selects the visits at which the program stops.
    pub hit_condition: Option<String>,
    /// The message of a log point. The program shows the message and does not stop.
    pub log_message: Option<String>,
}

/// The group of a breakpoint. A client replaces all breakpoints of a group at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The breakpoints of the text with this index.
    Source(usize),
    /// The breakpoints at instructions.
    Instructions,
}

/// A breakpoint that is set.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Set<P> {
    id: u64,
    group: Group,
    place: P,
    condition: Option<String>,
    hits: HitCondition,
    /// The number of visits at which the condition was true.
    visits: u64,
    log: Option<LogMessage>,
}

/// The breakpoints of a program, at places of the type `P`.
#[derive(Clone, Debug)]
pub struct Breakpoints<P>(Vec<Set<P>>);

impl<P> Default for Breakpoints<P> {
    fn default() -> Self {
        Breakpoints(Vec::new())
    }
}

/// A program that evaluates the expressions of its breakpoints.
pub trait Expressions {
    /// Whether a condition is true.
    fn holds(&self, condition: &str) -> Result<bool, String>;

    /// Returns the value of an expression as text.
    fn value(&self, expression: &str) -> Result<String, String>;
}

/// The breakpoints that a program has met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// The IDs of the breakpoints that stop the program.
    pub stops: Vec<u64>,
    /// The reason why the condition of a breakpoint could not be tested.
    pub remark: Option<String>,
    /// The messages of log points.
    pub messages: Vec<String>,
}

impl<P: Copy + PartialEq> Breakpoints<P> {
    /// Replaces the breakpoints of a group. Each wanted breakpoint comes with its place, or with the reason why the
    /// breakpoint has no place. A breakpoint that already exists keeps its number of visits.
    pub fn replace<'w, T: Copy>(
        &mut self,
        group: Group,
        wanted: impl IntoIterator<Item = (&'w Wanted, Result<(P, T), String>)>,
        expressions: &impl Expressions,
    ) -> Vec<Result<T, String>> {
        let old: Vec<Set<P>> = self.0.extract_if(.., |set| set.group == group).collect();
        let mut answers = Vec::new();
        for (wanted, place) in wanted {
            let answer = place.and_then(|(place, shown)| {
                let mut new = Set::new(group, place, wanted, expressions)?;
                let is_same = |old: &&Set<P>| {
                    (old.place, &old.condition, old.hits, &old.log) == (new.place, &new.condition, new.hits, &new.log)
                };
                new.visits = old.iter().find(is_same).map_or(0, |old| old.visits);
                self.0.push(new);
                Ok(shown)
            });
            answers.push(answer);
        }
        answers
    }

    /// Returns the places of all breakpoints.
    pub fn places(&self) -> impl Iterator<Item = P> {
        self.0.iter().map(|set| set.place)
    }

    /// Counts a visit of each breakpoint at this place. Returns the breakpoints that stop the program, and the messages
    /// of log points.
    pub fn meet(&mut self, place: P, expressions: &impl Expressions) -> Met {
        let mut met = Met::default();
        for set in self.0.iter_mut().filter(|set| set.place == place) {
            let remark = match set.condition.as_ref().map_or(Ok(true), |condition| expressions.holds(condition)) {
                Ok(false) => continue,
                Ok(true) => None,
                // A condition that cannot be tested counts as true.
                Err(error) => Some(format!("its condition cannot be tested: {error}")),
            };
            set.visits += 1;
            if !set.hits.is_met(set.visits) {
                continue;
            }
            match &set.log {
                Some(log) => met.messages.push(log.filled(|expression| expressions.value(expression))),
                None => {
                    met.stops.push(set.id);
                    met.remark = met.remark.or(remark);
                }
            }
        }
        met
    }

    /// Returns the IDs of the breakpoints at this place that would stop the program. Unlike [`Breakpoints::meet`],
    /// ignores hit conditions and does not count a visit.
    pub fn would_stop(&self, place: P, expressions: &impl Expressions) -> Vec<u64> {
        let holds = |set: &&Set<P>| {
            let condition = set.condition.as_ref();
            set.place == place
                && set.log.is_none()
                && condition.is_none_or(|condition| expressions.holds(condition).unwrap_or(true))
        };
        self.0.iter().filter(holds).map(|set| set.id).collect()
    }
}

impl<P> Set<P> {
    fn new(group: Group, place: P, wanted: &Wanted, expressions: &impl Expressions) -> Result<Self, String> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let condition = given(&wanted.condition);
        if let Some(condition) = &condition {
            expressions.holds(condition)?;
        }
        let hits =
            given(&wanted.hit_condition).map_or(Ok(HitCondition::default()), |text| HitCondition::parse(&text))?;
        let log = given(&wanted.log_message).map(|text| LogMessage::parse(&text)).transpose()?;
        Ok(Set { id: wanted.id, group, place, condition, hits, visits: 0, log })
    }
}
