//! The report of `focal8 diff`.

use std::fmt::Write;

use focal8::ascii::unmarked;
use focal8::focal_machine::CoreView;
use focal8::machine::Time;
use focal8::monitor::{description, event_name, line_at_work, seconds};
use focal8::session::{
    Broken, Carriage, Cause, Difference, Event, FirstDifference, InStep, InStepError, Kind, Player, Session,
    SessionPosition, differences,
};
use focal8::station::{InputEvent, Station};
use focal8::symbols::Symbols;
use focal8::word::Address;

use super::failed;

/// The largest number of words of core that the report shows at one moment.
const WORDS_SHOWN: usize = 4;

/// The number of memory cycles after which the replay checks whether to continue.
const SLICE_CYCLES: u64 = 1 << 26;

/// Two sessions and their names.
#[derive(Debug)]
pub struct Report<'a> {
    pub names: &'a [String; 2],
    pub symbols: Symbols,
    pub sessions: [&'a Session; 2],
}

/// The text of a report.
#[derive(Debug)]
pub struct Text {
    pub body: String,
    /// Whether the sessions differ.
    pub is_different: bool,
}

/// The characters that a Teletype printed after the common beginning of both papers, each with its time.
type Printed = Vec<(Time, u8)>;

impl Report<'_> {
    /// Returns the text of the report. `in_step` has compared the machines of the two sessions. `found` is the first
    /// difference, at which the comparison stopped, or `None` if the machines do not differ.
    pub fn text(
        &self,
        in_step: InStep<'_>,
        found: Option<FirstDifference>,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> anyhow::Result<Text> {
        let input = in_step.first_different_input();
        let machines = match &found {
            Some(found) => self.machines(found, &in_step, keep_going)?,
            None => String::new(),
        };
        let (carriage, begun) = in_step.paper();
        let now = in_step.players().each_ref().map(|player| player.station().machine().elapsed.time);
        let mut printed: [Printed; 2] =
            [0, 1].map(|side| begun[side].iter().map(|&frame| (now[side], frame)).collect());
        let mut players = in_step.into_players();
        for (side, player) in players.iter_mut().enumerate() {
            let end = before_last_detach(self.sessions[side]);
            self.finish(side, player, end, &mut printed[side], keep_going)?;
        }
        let at_ends = self.ends(players.each_ref().map(Player::station), keep_going)?;
        for (side, player) in players.iter_mut().enumerate() {
            self.finish(side, player, SessionPosition::End, &mut printed[side], keep_going)?;
        }
        let stations = players.each_ref().map(Player::station);
        let ends = stations.map(|station| station.machine().elapsed);
        if input.is_none() && found.is_none() && ends[0] == ends[1] && self.sessions[0].speed == self.sessions[1].speed
        {
            let [one, other] = self.names;
            let events = self.sessions[0].events.iter().filter(|event| matches!(event.kind, Kind::Input(_))).count();
            let body = format!(
                "{one} and {other} are equal: {events} input events, {} cycles, {}\n",
                ends[0].cycles,
                seconds(ends[0].time)
            );
            return Ok(Text { body, is_different: false });
        }
        let mut body = format!("{} and {} differ\n", self.names[0], self.names[1]);
        body += &self.input(input, stations);
        body += &machines;
        if found.is_none() {
            body += "\nthe machines do not differ, as far as both sessions go\n";
        }
        body += &self.papers(carriage, &printed);
        body += &at_ends;
        Ok(Text { body, is_different: true })
    }

    /// Plays a session to `until`.
    fn finish(
        &self,
        side: usize,
        player: &mut Player<'_>,
        until: SessionPosition,
        printed: &mut Printed,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> anyhow::Result<()> {
        let broken = |departure| failed(self.names, InStepError::Broken(Box::new(Broken { side, departure })));
        while !player.run_for(SLICE_CYCLES, until, |time, frame| printed.push((time, frame))).map_err(broken)? {
            if !keep_going(1.0) {
                return Err(failed(self.names, InStepError::GivenUp));
            }
        }
        Ok(())
    }

    /// Describes the first input event that differs.
    fn input(&self, input: Option<[Option<&Event>; 2]>, stations: [&Station; 2]) -> String {
        let mut text = String::new();
        if self.sessions[0].speed != self.sessions[1].speed {
            let [one, other] = self.sessions.map(|session| session.speed.name());
            let _ = writeln!(text, "\nthe Teletypes differ: {one} and {other}");
        }
        let Some(events) = input else { return text };
        text += "\nfirst input that differs\n";
        for (side, event) in events.into_iter().enumerate() {
            let name = &self.names[side];
            let Some(event) = event else {
                let _ = writeln!(text, "  {name}: no more input");
                continue;
            };
            let is_before = |other: &&Event| other.line < event.line && matches!(other.kind, Kind::Input(_));
            let number = self.sessions[side].events.iter().filter(is_before).count();
            let entry = stations[side].timeline().and_then(|timeline| timeline.entries().get(number));
            let time = entry.map(|entry| format!(", {}", seconds(entry.time))).unwrap_or_default();
            let what = if let Kind::Input(input) = &event.kind { event_name(input) } else { String::new() };
            let _ = writeln!(text, "  {name}, line {}: cycle {}{time}: {what}", event.line, event.cycle);
        }
        text
    }

    /// Describes the first difference of the machines.
    fn machines(
        &self,
        found: &FirstDifference,
        in_step: &InStep<'_>,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> anyhow::Result<String> {
        let stations = in_step.players().each_ref().map(Player::station);
        let FirstDifference { before, causes, differences } = found;
        let mut text = format!(
            "\nfirst difference of the machines: after cycle {}, instruction {}, {}\n",
            before.cycles,
            before.instructions,
            seconds(before.time)
        );
        if let Some(number) = line_at_work(stations[0]) {
            let _ = writeln!(text, "  line {number} of FOCAL");
        }
        let done = causes.map(|cause| match cause {
            Cause::Input => "input".to_owned(),
            Cause::Device => "a device".to_owned(),
            Cause::Step(record) => record.line(&|at| self.symbols.place(at)),
        });
        if done[0] == done[1] {
            let _ = writeln!(text, "  in both: {}", done[0]);
        } else {
            done.iter().zip(self.names).for_each(|(done, name)| {
                let _ = writeln!(text, "  {name}: {done}");
            });
        }
        self.add(differences, stations, &mut text, keep_going)?;
        Ok(text)
    }

    /// Adds a line for each difference. For a word of core, also adds the last store into the word.
    fn add(
        &self,
        differences: &[Difference],
        stations: [&Station; 2],
        text: &mut String,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> anyhow::Result<()> {
        let mut words = 0;
        let mut differences: Vec<(String, &Difference)> =
            differences.iter().map(|difference| (self.owner(difference, stations), difference)).collect();
        // Words of FOCAL's variables and program lines come before all other words.
        differences
            .sort_by_key(|(owner, difference)| matches!(difference, Difference::Word { .. }) && owner.is_empty());
        for (owner, difference) in differences {
            let _ = match difference {
                Difference::Register { name, values: [one, other] } => {
                    writeln!(text, "  {}: {one} / {other}", name.to_uppercase().replace('_', " "))
                }
                Difference::Paper { unit, at, frames } => {
                    writeln!(text, "  {unit}, {}", characters(*at, *frames))
                }
                Difference::Block { unit, block, word, words: [one, other] } => {
                    writeln!(text, "  {unit}, block {block}, word {word}: {one:04o} / {other:04o}")
                }
                Difference::Medium { unit, present } => {
                    let [one, other] = present.map(|present| if present { "another medium" } else { "no medium" });
                    writeln!(text, "  {unit}: {one} / {other}")
                }
                Difference::Word { at, words: [one, other] } => {
                    words += 1;
                    if words > WORDS_SHOWN {
                        continue;
                    }
                    // Where FOCAL keeps the user's program, the labels of the tape no longer apply.
                    let place = if owner.is_empty() { self.symbols.shown(*at) } else { format!("{at}{owner}") };
                    let _ = writeln!(text, "  {place}: {one} / {other}");
                    self.add_stores(*at, stations, text, keep_going)?;
                    Ok(())
                }
            };
        }
        let left = words.saturating_sub(WORDS_SHOWN);
        if left > 0 {
            let _ = writeln!(text, "  and {left} more {} of core", if left == 1 { "word" } else { "words" });
        }
        Ok(())
    }

    /// Returns a comma and the FOCAL variable or line that contains the word of core. Returns an empty string if the
    /// difference is not in a word of core, or if no FOCAL variable or line contains the word.
    fn owner(&self, difference: &Difference, stations: [&Station; 2]) -> String {
        let Difference::Word { at, .. } = difference else { return String::new() };
        let owner = stations.into_iter().find_map(|station| CoreView::find(station.machine())?.owner_of(*at));
        owner.map(|owner| format!(", {owner}")).unwrap_or_default()
    }

    /// Adds a line to the report for each session. The line describes the last store into the word at `at`.
    fn add_stores(
        &self,
        at: Address,
        stations: [&Station; 2],
        text: &mut String,
        keep_going: &mut dyn FnMut(f64) -> bool,
    ) -> anyhow::Result<()> {
        for (station, name) in stations.into_iter().zip(self.names) {
            match station.last_store_while(at, keep_going)? {
                Some(store) => {
                    let lines = description(&store, at, station, &self.symbols)?;
                    let _ = writeln!(text, "    {name}: {}", lines.trim_end().replace('\n', ", "));
                }
                None => {
                    let _ = writeln!(text, "    {name}: never stored");
                }
            }
        }
        Ok(())
    }

    /// Describes the first character at which the papers of the Teletypes differ. Times of printing are not compared.
    fn papers(&self, mut carriage: Carriage, printed: &[Printed; 2]) -> String {
        let frames = printed.each_ref().map(|printed| printed.iter().map(|&(_, frame)| frame).collect::<Vec<u8>>());
        let Some(differing) = carriage.print_equal(frames.each_ref().map(Vec::as_slice)) else {
            return "\nthe papers of the Teletypes are equal\n".to_owned();
        };
        let equal = frames[0].iter().zip(&frames[1]).take_while(|(one, other)| one == other).count();
        let mut text = format!("\nfirst difference of the Teletypes' papers, {}\n", characters(carriage, differing));
        for (name, printed) in self.names.iter().zip(printed) {
            let _ = match printed.get(equal) {
                Some((time, _)) => writeln!(text, "  {name}: printed at {}", seconds(*time)),
                None => writeln!(text, "  {name}: the paper ends here"),
            };
        }
        text
    }

    /// Describes the machines at the ends of the sessions.
    fn ends(&self, stations: [&Station; 2], keep_going: &mut dyn FnMut(f64) -> bool) -> anyhow::Result<String> {
        let mut text = String::from("\nat the ends\n");
        for (station, name) in stations.iter().zip(self.names) {
            let elapsed = station.machine().elapsed;
            let _ = writeln!(text, "  {name}: cycle {}, {}", elapsed.cycles, seconds(elapsed.time));
        }
        let mut differences = differences(stations[0], stations[1]);
        differences.retain(|difference| !matches!(difference, Difference::Register { .. }));
        self.add(&differences, stations, &mut text, keep_going)?;
        let devices = stations.map(|station| station.io_bus().without_prints());
        if differences.is_empty() && devices[0] == devices[1] {
            text += "  core and devices are equal\n";
        } else if differences.is_empty() {
            text += "  core, papers and media are equal; devices differ\n";
        }
        Ok(text)
    }
}

/// Returns the position just before focal8 tears off the tapes and detaches all files at the end of a session. After
/// this position, no tape or disc is left to compare.
fn before_last_detach(session: &Session) -> SessionPosition {
    let is_last = |event: &&Event| match &event.kind {
        Kind::Input(input) => matches!(input, InputEvent::TearOff(_) | InputEvent::Detach(_)),
        _ => true,
    };
    let last = session.events.iter().rev().take_while(is_last);
    let first = last.filter(|event| matches!(event.kind, Kind::Input(_))).last();
    first.map_or(SessionPosition::End, |event| SessionPosition::Line(event.line))
}

/// Describes the position of the first character that differs, and the two characters.
fn characters(at: Carriage, frames: [Option<u8>; 2]) -> String {
    let [one, other] = frames.map(|frame| match frame {
        Some(frame) => match char::from(unmarked(frame)) {
            printed @ ' '..='~' => format!("'{printed}'"),
            _ => format!("{frame:03o}"),
        },
        None => "nothing".to_owned(),
    });
    format!("line {}, column {} (character {}): {one} / {other}", at.line, at.column, at.frames + 1)
}
