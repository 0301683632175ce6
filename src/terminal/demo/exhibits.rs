//! The scene of the exhibits. For each exhibit, the scene shows its origin, a line that is typed to it, and its answer.
//! Below all exhibits, the scene shows what was found out about the last exhibit drawn.

use focal8::exhibits::al0::language::{UnknownNames, load};
use focal8::exhibits::al0::{Fen, tables};
use focal8::exhibits::cs2360::Surroundings;
use focal8::exhibits::strachey::{CHECKERS, Program, Reading};
use focal8::exhibits::{EXHIBITS, cs2360, strachey, threeman};

use super::scenes::Scene;
use crate::terminal::canvas::{Look, Row};

/// The line that is typed to each exhibit, in the order of the catalog.
const TYPED: [&str; EXHIBITS.len()] = [
    "Length(LegalPositionsFrom(StartPosition))",
    "answer k7/8/3K4/8/5R2/8/8/8",
    "(checkers (start-board 5) 'wp 3 nil)",
    "⍎(ROOK can 3 0),⍕5 3",
];

/// Draws the first `count` exhibits, each with its origin, a typed line and its answer. Below them, draws what was
/// found out about the last of these exhibits, and the command that starts it. The last line shows `keys`.
pub fn draw(scene: &Scene, count: usize, keys: &str, (width, height): (usize, usize)) -> Vec<Row> {
    let rule = || Row::of(Look::Dim, "─".repeat(width));
    let mut rows = vec![rule(), Row::of(Look::Bold, format!("  {}", scene.title))];
    rows.extend(scene.words.iter().map(|words| Row::plain(format!("  {words}"))));
    rows.push(rule());
    for (at, exhibit) in EXHIBITS.iter().enumerate().take(count) {
        let origin = format!("{}, {}", exhibit.language, exhibit.machine);
        rows.push(Row::of(Look::Bold, format!("  {}  {}  ", exhibit.year, exhibit.title)).and(Look::Dim, origin));
        rows.push(Row::plain(format!("        {}", TYPED[at])));
        rows.push(Row::of(Look::Computer, format!("        {}", answer(at).unwrap_or_default())));
    }
    if let Some(newest) = count.checked_sub(1).and_then(|last| EXHIBITS.get(last)) {
        rows.push(Row::default());
        rows.extend(newest.find.lines().map(|line| Row::plain(format!("  {line}"))));
        rows.push(Row::of(Look::Dim, format!("  focal8 {}", newest.first)));
    }
    rows.resize(height.saturating_sub(2), Row::default());
    rows.push(rule());
    rows.push(Row::of(Look::Dim, format!("  {keys}")));
    rows
}

/// Returns the answer that the exhibit with this index gives to its line in `TYPED`.
fn answer(exhibit: usize) -> Option<String> {
    let typed = TYPED[exhibit];
    match EXHIBITS[exhibit].name {
        "strachey" => {
            let program = Program::new("checkers.cpl", CHECKERS, Reading::Set).ok()?;
            strachey::Interpreter::new(program).evaluate(typed).ok().map(|value| value.to_string())
        }
        "al0" => {
            let table = load(tables::shipped("main")?.source, UnknownNames::AreErrors).ok()?.table;
            let position = Fen::parse(typed.split(' ').nth(1)?).ok()?.position;
            let answer = table.consult(position).ok()?;
            let (rule, advice) = table.labels(&answer)?;
            Some(format!("{}, by {rule} and {advice}", answer.first()?))
        }
        "cs2360" => {
            let mut reader = cs2360::Reader::default();
            reader.push(typed);
            let expression = reader.next_expression()?.ok()?;
            let mut surroundings = Surroundings { out: &mut String::new(), keep_going: &mut || true, open: None };
            cs2360::Interpreter::new().evaluate(&expression, &mut surroundings).ok().map(|value| value.to_string())
        }
        "threeman" => {
            let mut workspace = threeman::Workspace::with_can(threeman::Readings::DOCUMENT);
            workspace.execute(typed).ok()?.map(|value| value.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scenes::SCENES;
    use super::{EXHIBITS, answer, draw};

    /// Draws the first exhibit, then the first two exhibits, and so on. Each drawing fits a terminal of 24 lines and
    /// 80 columns. It shows the origin of the exhibit that was added last, what was found out about that exhibit, and
    /// the command that starts it.
    #[test]
    fn each_exhibit_has_its_origin_its_find_and_its_command() {
        let scene = SCENES.iter().find(|scene| scene.name == "exhibits").expect("the scene");
        for (count, exhibit) in (1..).zip(EXHIBITS) {
            let rows = draw(scene, count, "ESC ends", (80, 24));
            assert!(rows.len() == 24 && rows.iter().all(|row| row.width() <= 80));
            let screen: Vec<String> = rows.iter().map(|row| row.text().trim().to_owned()).collect();
            let origin = format!("{}  {}  {}, {}", exhibit.year, exhibit.title, exhibit.language, exhibit.machine);
            assert!(screen.contains(&origin), "{screen:#?}");
            assert!(exhibit.find.lines().all(|line| screen.iter().any(|row| row == line)), "{screen:#?}");
            assert!(screen.contains(&format!("focal8 {}", exhibit.first)), "{screen:#?}");
        }
    }

    #[test]
    fn every_exhibit_answers() {
        let answers: Vec<Option<String>> = (0..EXHIBITS.len()).map(answer).collect();
        let expected = ["7", "Kd6c7, by edge_rule and mate_in_2", "(W W W - W W - - B B B B B)", "1"];
        assert_eq!(answers, expected.map(|answer| Some(answer.to_owned())));
    }
}
