//! The phrases of `focal8 al0`, in English and in Russian.

use focal8::exhibits::al0::language::Language;
use focal8::exhibits::al0::{IllegalReply, Major, Move, MoveError, Outcome, Position, algebraic};

use crate::cli::exhibits::list::story_of;

/// The phrases in one language, English or Russian.
#[derive(Clone, Copy, Debug)]
pub struct Phrases(pub Language);

/// Formats a phrase in the language of `$self`.
macro_rules! say {
    ($self:ident, $english:literal, $russian:literal $(, $name:ident = $value:expr)* $(,)?) => {
        match $self.0 {
            Language::English => format!($english $(, $name = $value)*),
            Language::Russian => format!($russian $(, $name = $value)*),
        }
    };
}

impl Phrases {
    /// The English phrases, which a saved game always uses.
    pub const ENGLISH: Self = Self(Language::English);

    /// Returns the language of these phrases.
    pub fn language(self) -> Language {
        self.0
    }

    /// Returns AL0's word for negation.
    pub fn not(self) -> &'static str {
        match self.0 {
            Language::English => "not",
            Language::Russian => "не",
        }
    }

    /// Returns a move in algebraic notation, with the piece letters of the language.
    pub fn algebraic(self, position: Position, played: Move) -> String {
        let text = algebraic(position, played);
        match self.0 {
            Language::English => text,
            Language::Russian => text.replace('K', "Кр").replace('R', "Л").replace('Q', "Ф"),
        }
    }
}

// These modules come after the macro, which they use.
mod errors;
mod faults;
mod survey;

/// Returns the Russian name of a piece.
fn russian(piece: Major) -> &'static str {
    match piece {
        Major::Rook => "ладья",
        Major::Queen => "ферзь",
    }
}

/// Returns the Russian name of a piece in the instrumental case: "with the rook" or "with the queen".
fn with_piece(piece: Major) -> &'static str {
    match piece {
        Major::Rook => "ладьёй",
        Major::Queen => "ферзём",
    }
}

/// The phrases about an answer.
impl Phrases {
    pub fn rule(self) -> String {
        say!(self, "rule", "правило")
    }

    pub fn advice(self) -> String {
        say!(self, "advice", "совет")
    }

    pub fn first_move(self) -> String {
        say!(self, "move", "ход")
    }

    pub fn tree(self) -> String {
        say!(self, "tree", "дерево")
    }

    pub fn none(self) -> String {
        say!(self, "none", "нет")
    }

    pub fn mate_in(self, moves: u8) -> String {
        say!(self, "perfect play mates in {moves}", "лучшая игра: мат в {moves} х.", moves = moves)
    }

    pub fn rule_passed_over(self, rule: &str, facts: &str) -> String {
        say!(self, "{rule} does not apply: {facts}", "{rule} не подходит: {facts}", rule = rule, facts = facts)
    }

    pub fn rule_holds(self, rule: &str, facts: &str) -> String {
        say!(self, "{rule} applies: {facts}", "{rule} подходит: {facts}", rule = rule, facts = facts)
    }

    pub fn advice_fails(self, advice: &str, reason: Option<&str>) -> String {
        match reason {
            Some(reason) => {
                say!(
                    self,
                    "{advice} fails: {reason}",
                    "{advice} не выполнить: {reason}",
                    advice = advice,
                    reason = reason
                )
            }
            None => {
                say!(self, "{advice} fails, whatever we play:", "{advice} не выполнить никаким ходом:", advice = advice)
            }
        }
    }

    pub fn advice_satisfied(self, advice: &str) -> String {
        say!(self, "{advice} succeeds", "{advice} выполняется", advice = advice)
    }

    pub fn no_advice(self) -> String {
        say!(self, "the table has no advice here", "таблица здесь не даёт совета")
    }

    pub fn holding_given_up(self, facts: &str) -> String {
        say!(self, "gives up the holding goal ({facts})", "теряется то, что надо держать ({facts})", facts = facts)
    }

    pub fn better_missed(self, facts: &str) -> String {
        say!(self, "does not reach the better goal ({facts})", "цель не достигнута ({facts})", facts = facts)
    }

    pub fn no_move_helps(self, count: usize) -> String {
        say!(self, "none of {count} answers helps", "не помогает ни один ответ из {count}", count = count)
    }

    pub fn after(self, reply: &str, reason: &str) -> String {
        say!(self, "after {reply} {reason}", "после {reply} {reason}", reply = reply, reason = reason)
    }
}

/// The phrases about a position.
impl Phrases {
    pub fn room(self, squares: usize) -> String {
        say!(self, "room of the lone king, +: {squares}", "простор одинокого короля, +: {squares}", squares = squares)
    }

    /// Returns the line below a position of a film: the move that led to the position, and the number of squares in the
    /// room of the lone king.
    pub fn film_caption(self, moved: &str, room: usize) -> String {
        say!(self, "{moved}room {room}", "{moved}простор {room}", moved = moved, room = room)
    }

    pub fn no_room(self, piece: Major) -> String {
        match self.0 {
            Language::English => {
                format!("room of the lone king: the whole board, since he shares a line with the {piece}")
            }
            Language::Russian => {
                format!("простор одинокого короля: вся доска, он на одной линии с {}", with_piece(piece))
            }
        }
    }

    pub fn critical(self, cross: char, square: Option<String>, steps: u8) -> String {
        let square = square.unwrap_or_else(|| say!(self, "off the board", "вне доски"));
        say!(
            self,
            "critical square, {cross}: {square}, {steps} steps from our king",
            "критическая клетка, {cross}: {square}, шагов нашему королю: {steps}",
            cross = cross,
            square = square,
            steps = steps
        )
    }

    pub fn l_pattern(self, piece: Major) -> String {
        match self.0 {
            Language::English => format!("L-pattern, L: our king, the lone king, the {piece}"),
            Language::Russian => format!("буква Г, L: наш король, одинокий король, {}", russian(piece)),
        }
    }

    pub fn yes_or_no(self, holds: bool) -> String {
        match holds {
            true => say!(self, "yes", "да"),
            false => say!(self, "no", "нет"),
        }
    }
}

/// The phrases of a game.
impl Phrases {
    pub fn you(self) -> String {
        say!(self, "you", "вы")
    }

    pub fn perfect(self) -> String {
        say!(self, "the perfect defender", "безошибочный защитник")
    }

    pub fn centre(self) -> String {
        say!(self, "the defender who keeps to the centre", "защитник, который держится центра")
    }

    pub fn first(self) -> String {
        say!(self, "the defender who plays his first move", "защитник, который делает первый возможный ход")
    }

    pub fn worst(self) -> String {
        say!(self, "the worst case for the table", "худший для таблицы защитник")
    }

    pub fn story(self) -> String {
        match self.0 {
            Language::English => story_of("al0"),
            Language::Russian => {
                "1986: король и ладья против короля. Язык: AL0, таблица советов.\n  Знаменитая таблица \
                                  не безупречна: в 48 положениях она ставит пат.\n  Слова `не пат` в четырёх целях \
                                  исправляют её.\n"
                    .to_owned()
            }
        }
    }

    pub fn welcome(self, piece: Major, table: &str, defender: &str) -> String {
        match self.0 {
            Language::English => {
                format!("White, with king and {piece}: the table {table}. Black, with the lone king: {defender}.")
            }
            Language::Russian => {
                format!("Белые, король и {}: таблица {table}. Чёрные, одинокий король: {defender}.", russian(piece))
            }
        }
    }

    pub fn did_you_mean(self, word: &str) -> String {
        say!(self, "did you mean `{word}`?", "может быть, «{word}»?", word = word)
    }

    pub fn prompt(self) -> String {
        say!(self, "your move> ", "ваш ход> ")
    }

    pub fn hint(self) -> String {
        say!(self, "Type a move, or help.", "Введите ход или «помощь».")
    }

    pub fn nothing_to_take_back(self) -> String {
        say!(self, "there is no move of yours to take back", "ваших ходов ещё не было")
    }

    pub fn nothing_prepared(self) -> String {
        say!(
            self,
            "White has prepared no replies, and asks the table after your move",
            "белые ничего не приготовили и спросят таблицу после вашего хода"
        )
    }

    pub fn not_yet(self) -> String {
        say!(self, "White has not moved yet", "белые ещё не ходили")
    }

    pub fn why(self, first: &str) -> String {
        say!(self, "White asked the table before {first}:", "Белые спросили таблицу перед {first}:", first = first)
    }

    pub fn refusal(self, error: &MoveError) -> String {
        if self.0 == Language::English {
            return error.to_string();
        }
        match error {
            MoveError::NoMove(text) => format!("«{text}» — не ход: пишите c3d4, Крd4 или 3:3-4:4"),
            MoveError::NotYours => "у вас только король".to_owned(),
            MoveError::Illegal(illegal) => match illegal {
                IllegalReply::NotThere { from, king } => format!("на {from} вашего короля нет, он на {king}"),
                IllegalReply::NotOneStep { from, to } => format!("с {from} на {to} — не один шаг"),
                IllegalReply::NextToKing { to, king } => format!("поле {to} рядом с белым королём на {king}"),
                IllegalReply::Guarded { kind: Major::Rook, to, king } => {
                    format!("ладья на {to} защищена королём на {king}")
                }
                IllegalReply::Guarded { kind: Major::Queen, to, king } => {
                    format!("ферзь на {to} защищён королём на {king}")
                }
                IllegalReply::NothingToTake { to } => format!("на {to} нечего брать"),
                IllegalReply::Attacked { kind, to, major } => {
                    format!("поле {to} под боем {} на {major}", faults::genitive(*kind))
                }
                // Any other illegal reply has no Russian message, so the message is English.
                illegal => illegal.to_string(),
            },
            error => error.to_string(),
        }
    }

    pub fn outcome(self, outcome: Outcome, piece: Major, moves: usize) -> String {
        match outcome {
            Outcome::Mate => {
                say!(self, "Mate. White has won in {moves}.", "Мат. Белые выиграли, ходов: {moves}.", moves = moves)
            }
            Outcome::Stalemate => say!(self, "Stalemate: a draw.", "Пат: ничья."),
            Outcome::MajorTaken => match (self.0, piece) {
                (Language::English, piece) => format!("The {piece} is taken: a draw."),
                (Language::Russian, Major::Rook) => "Ладья взята: ничья.".to_owned(),
                (Language::Russian, Major::Queen) => "Ферзь взят: ничья.".to_owned(),
            },
        }
    }

    pub fn no_move_to_offer(self) -> String {
        say!(self, "The table has no advice here: the game stops.", "Таблица здесь не даёт совета: партия остановлена.")
    }

    pub fn limit(self, moves: usize) -> String {
        say!(self, "Not over after {moves} moves: stopped.", "За {moves} ходов не кончено: остановлено.", moves = moves)
    }

    pub fn interrupted(self) -> String {
        say!(self, "Interrupted; your move is taken back.", "Прервано; ваш ход взят назад.")
    }

    pub fn interrupted_why(self) -> String {
        say!(self, "Interrupted.", "Прервано.")
    }

    pub fn interrupted_first(self) -> String {
        say!(
            self,
            "Interrupted; White has not moved: an empty line lets him think again, quit leaves.",
            "Прервано; белые не ходили: пустая строка — пусть думают снова, «выход» — закончить."
        )
    }

    pub fn is_over(self) -> String {
        say!(self, "The game is over: back, pgn or quit.", "Партия окончена: назад, пгн или выход.")
    }

    pub fn left(self) -> String {
        say!(self, "The game is left unfinished.", "Партия не окончена.")
    }
}
