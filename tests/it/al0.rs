//! AL0 advice tables: the answers, the games, the whole-board figures.

use focal8::exhibits::advice::{language, survey, tablebase, tables};

#[test]
fn main_table() {
    let base = tablebase::Tablebase::new();
    let v: serde_json::Value = serde_json::from_str(include_str!("../data/al0/vectors.json")).unwrap();
    for name in ["main", "main_ru", "english_later", "no_stalemate", "misprint", "mate_in_3", "toy"] {
        let t = std::time::Instant::now();
        let main = tables::shipped(name).unwrap();
        let table = language::load(main.source, language::UnknownNames::AreFalse).unwrap();
        let survey = survey::survey(&table.table, &base, || ()).unwrap();
        eprintln!("{name} {:?} {} {}", t.elapsed(), survey.nodes, survey.nodes_max);
        let s = serde_json::to_value(survey).unwrap();
        let e = if name.starts_with("main") {
            v["full_board_main_table"].clone()
        } else {
            v["variant_tables"][name].clone()
        };
        eprintln!("{}", e["sha256"] == s["sha256"]);
        let e = if name.starts_with("main") { e } else { e["full_board"].clone() };
        if let Some(e) = e.as_object() {
            for (k, v) in e {
                if s[k] != *v {
                    match v.as_object() {
                        Some(v) => {
                            for (k2, v) in v {
                                if s[k][k2] != *v {
                                    eprintln!("{k} {k2} {} {}", v, s[k][k2])
                                }
                            }
                        }
                        None => eprintln!("{k} {} {}", v, s[k]),
                    }
                }
            }
        }
    }
}
