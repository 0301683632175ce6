//! The phrases about a faulty table; the English phrases are the library's own messages.

use focal8::exhibits::al0::language::{Fault, Language, Oddity, Place, Role, clipped, is_goal, look_alike};
use focal8::exhibits::al0::{EndlessSearch, Limit, Major, Unfinished};

use super::Phrases;
use crate::cli::shown::count;

impl Phrases {
    pub fn error(self) -> String {
        say!(self, "error", "ошибка")
    }

    pub fn warning(self) -> String {
        say!(self, "warning", "предупреждение")
    }

    pub fn does_not_load(self, table: &str, errors: usize) -> String {
        match self.0 {
            Language::English => format!("{table} does not load: {}", count(errors, "error")),
            Language::Russian => format!("{table} не загружается, ошибок: {errors}"),
        }
    }

    /// Returns the message about a table for `piece`, which cannot answer for a position with the piece `wanted`.
    pub fn other_piece(self, table: &str, piece: Major, wanted: Major) -> String {
        match self.0 {
            Language::English => format!("the table {table} is for a {piece}, and the position has a {wanted}"),
            Language::Russian => {
                format!("таблица {table} — для {}, а на доске нет {}", genitive(piece), genitive(piece))
            }
        }
    }

    pub fn loaded(self, table: &str, rules: usize, advices: usize) -> String {
        match self.0 {
            Language::English => format!("{table}: {}, {}", count(rules, "rule"), count(advices, "advice")),
            Language::Russian => format!("{table}: правил {rules}, советов {advices}"),
        }
    }

    pub fn mended(self, now: &str) -> String {
        say!(self, "put right as `{now}`", "исправлено: `{now}`", now = now)
    }

    pub fn and_more(self, left: usize) -> String {
        say!(self, "and {left} more", "и ещё {left}", left = left)
    }

    pub fn fault(self, fault: &Fault) -> String {
        if self.0 == Language::English {
            return fault.to_string();
        }
        let russian = Language::Russian;
        match fault {
            Fault::Character(letter) => format!("неожиданный знак `{letter}`"),
            Fault::FullStop => {
                "точка кончает предложение только перед пробелом, примечанием или концом файла".to_owned()
            }
            Fault::Broken(name) => format!("в `{name}` попал пробел"),
            Fault::Capital(name) => {
                format!("`{}` начинается с прописной буквы; имена начинаются со строчной", clipped(name))
            }
            Fault::Syntax { expected, found } => {
                format!("ожидается {}, а стоит {}", expected.words(russian), found.words(russian))
            }
            Fault::TooDeep(depth) => format!("вложено глубже {depth}"),
            Fault::Unknown { role, name, nearest } => {
                format!("неизвестный {} `{}`{}", russian_role(*role), clipped(name), suggestion(name, *nearest))
            }
            Fault::WrongRole { name, wanted } => {
                format!("ожидается {}, а `{name}` — {}", russian_role(*wanted), russian_role(wanted.other()))
            }
            Fault::OtherPiece { name, piece, instead } => {
                format!("в таблице для {} вместо `{name}` пишут `{instead}`", genitive(*piece))
            }
            Fault::LatePiece => "предложение `фигура` стоит первым и только один раз".to_owned(),
            Fault::NoSuchAdvice { name, nearest } => {
                format!("нет совета `{}`{}", clipped(name), suggestion(name, nearest.as_deref()))
            }
            Fault::DuplicateAdvice { name, first } => {
                let Place { line, column } = first;
                format!("совет `{}` уже дан: строка {line}, столбец {column}", clipped(name))
            }
            // Any other fault has no Russian message, so the message is English.
            fault => fault.to_string(),
        }
    }

    pub fn oddity(self, oddity: &Oddity) -> String {
        if self.0 == Language::English {
            return oddity.to_string();
        }
        match oddity {
            Oddity::ReadAsHistoric(fault) => {
                let read = if is_goal(fault) { "всегда ложно" } else { "ходов нет" };
                format!("{} (понято как «{read}»)", self.fault(fault))
            }
            Oddity::Directive => "указание Прологу, пропущено".to_owned(),
            Oddity::UnusedAdvice(name) => format!("ни одно правило не называет совет `{}`", clipped(name)),
            Oddity::NoRules => "в таблице нет правил".to_owned(),
            oddity => oddity.to_string(),
        }
    }

    pub fn unfinished(self, unfinished: &Unfinished) -> String {
        match unfinished {
            Unfinished::Endless(endless) => self.endless(endless),
            Unfinished::Interrupted => say!(self, "interrupted", "прервано"),
            unfinished => unfinished.to_string(),
        }
    }

    pub fn endless(self, endless: &EndlessSearch) -> String {
        if self.0 == Language::English {
            return endless.to_string();
        }
        let EndlessSearch { advice, past, .. } = endless;
        let past = match past {
            Limit::Depth(depth) => format!("глубину {depth}"),
            Limit::Positions(positions) => format!("{positions} позиций"),
        };
        format!("поиск по совету `{advice}` ушёл за {past}: ограничьте ходы проверкой глубины")
    }
}

/// Returns the Russian name of a piece in the genitive case: "of the rook" or "of the queen".
pub(super) fn genitive(piece: Major) -> &'static str {
    match piece {
        Major::Rook => "ладьи",
        Major::Queen => "ферзя",
    }
}

fn russian_role(role: Role) -> &'static str {
    match role {
        Role::Goal => "предикат цели",
        Role::Move => "предикат ходов",
    }
}

fn suggestion(written: &str, nearest: Option<&str>) -> String {
    match nearest {
        None => String::new(),
        Some(nearest) if look_alike(written, nearest) => {
            format!("; похоже на `{nearest}`, но смешаны латинские и русские буквы")
        }
        Some(nearest) => format!("; не `{nearest}` ли?"),
    }
}
