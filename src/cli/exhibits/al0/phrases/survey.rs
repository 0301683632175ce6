//! The phrases of a survey.

use focal8::exhibits::al0::Major;
use focal8::exhibits::al0::language::Language;
use focal8::exhibits::al0::survey::{Failure, SurveyError};

use super::Phrases;

impl Phrases {
    /// Returns the label of the progress bar while the table's games are played.
    pub fn playing(self) -> String {
        say!(self, "playing", "игра")
    }

    pub fn comparing(self) -> String {
        say!(self, "comparing", "сравнение")
    }

    pub fn judging(self) -> String {
        say!(self, "judging", "оценка")
    }

    /// Returns the template of the progress bar.
    pub fn bar(self) -> &'static str {
        match self.0 {
            Language::English => "{msg:<10} {wide_bar} {pos}/{len} positions, {eta} left",
            Language::Russian => "{msg:<10} {wide_bar} позиций {pos}/{len}, ещё {eta}",
        }
    }

    pub fn surveyed(self, table: &str, seconds: f64) -> String {
        say!(
            self,
            "surveyed {table} in {seconds:.2} s",
            "{table}: обзор за {seconds:.2} с",
            table = table,
            seconds = seconds
        )
    }

    /// Returns the report of an interrupted survey, with the number of positions that were answered.
    pub fn survey_interrupted(self, positions: usize, all: usize) -> String {
        say!(
            self,
            "interrupted: what is printed is of the first {positions} of {all} positions",
            "прервано: напечатанное относится к первым позициям, {positions} из {all}",
            positions = positions,
            all = all
        )
    }

    pub fn positions(self, table: &str, positions: usize, mean: f64, most: u64) -> String {
        say!(
            self,
            "{table}: {positions} positions; {mean:.1} looked at for an answer, at most {most}",
            "{table}: позиций {positions}; для ответа просмотрено в среднем {mean:.1}, самое большее {most}",
            table = table,
            positions = positions,
            mean = mean,
            most = most
        )
    }

    pub fn rule_and_advice(self) -> String {
        say!(self, "rule/advice", "правило/совет")
    }

    pub fn answers(self) -> String {
        say!(self, "answers", "ответов")
    }

    pub fn all_of(self, label: &str) -> String {
        say!(self, "{label}, all", "{label}, всего", label = label)
    }

    pub fn won_by_force(self) -> String {
        say!(self, "won by force against any defence", "выиграно при любой защите")
    }

    pub fn not_won_by_force(self) -> String {
        say!(self, "not won by force", "не выиграно при любой защите")
    }

    pub fn failure(self, failure: Failure) -> String {
        match failure {
            Failure::Stalemate => say!(self, "stalemate by some defence", "пат при какой-то защите"),
            Failure::RookLost => say!(self, "rook taken by some defence", "ладья взята какой-то защитой"),
            Failure::QueenLost => say!(self, "queen taken by some defence", "ферзь взят какой-то защитой"),
            Failure::NoAdvice => say!(self, "no advice at some point", "где-то нет совета"),
        }
    }

    pub fn in_the_first_tree(self, count: usize) -> String {
        say!(self, "{count} of them in the first tree", "из них в первом дереве {count}", count = count)
    }

    pub fn play_without_end(self) -> String {
        say!(self, "play without end, at worst", "в худшем случае без конца")
    }

    /// Returns the headings of the columns about games.
    pub fn games(self, piece: Major) -> [&'static str; 11] {
        let lost = match (self.0, piece) {
            (Language::English, Major::Rook) => "rook lost",
            (Language::English, Major::Queen) => "no queen",
            (Language::Russian, Major::Rook) => "без ладьи",
            (Language::Russian, Major::Queen) => "без ферзя",
        };
        match self.0 {
            Language::English => [
                "defender",
                "mated",
                "stalemate",
                lost,
                "no advice",
                "endless",
                "mean",
                "longest",
                "over mean",
                "max",
                "optimal",
            ],
            Language::Russian => {
                ["защита", "мат", "пат", lost, "без сов.", "вечно", "средняя", "предел", "лишних", "макс", "лучших"]
            }
        }
    }

    /// Returns the explanation of the headings about the lengths of games.
    pub fn about_lengths(self) -> String {
        say!(
            self,
            "(lengths in moves, of the games that end in mate; `over` is what perfect play would have saved)",
            "(длина в ходах, у партий с матом; «лишние» сберегла бы лучшая игра, «лучших» партий без них)"
        )
    }

    /// Returns the name that the printed tables show for a defender.
    pub fn defender(self, name: &'static str) -> &'static str {
        match (self.0, name) {
            (Language::Russian, "any") => "любая",
            (Language::Russian, "perfect") => "лучшая",
            (Language::Russian, "centre") => "в центре",
            (Language::Russian, "first") => "первая",
            _ => name,
        }
    }

    /// Returns the labels of the three SHA-256 digests that a survey prints.
    pub fn digests(self) -> [&'static str; 3] {
        match self.0 {
            Language::English => ["sha256 of rule and advice", "sha256 of first moves", "sha256 of everything"],
            Language::Russian => ["sha256 правил и советов", "sha256 первых ходов", "sha256 всего"],
        }
    }

    pub fn moves(self) -> String {
        say!(self, "moves", "ходов")
    }

    pub fn answers_that_differ(self, other: &str, count: usize) -> String {
        say!(
            self,
            "answers that differ from {other}: {count}",
            "ответов не как у {other}: {count}",
            other = other,
            count = count
        )
    }

    pub fn survey_error(self, error: &SurveyError) -> String {
        match self.0 {
            Language::English => error.to_string(),
            Language::Russian => format!("{}: {}", error.at, self.endless(&error.endless)),
        }
    }
}
