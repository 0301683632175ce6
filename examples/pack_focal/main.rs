//! Packs FOCAL's routines into pages of core, and so makes the page plans `roms/focal/plan-4k.pal` and `plan-8k.pal`.
//!
//! An instruction of the PDP-8 reaches page zero and its own page of 128 words. Routines that call each other directly
//! must share a page. A literal is, for example, the address of a routine on another page. If several routines on a
//! page use the same literal, the page contains the literal only once:
//!
//! ```text
//!     page n   +----------------------------+
//!              | fragment | fragment | ...  |  from the first word up
//!              |            ... | literals  |  from the last word down
//! page n + 1   +----------------------------+
//! ```
//!
//! So the choice of the routines on each page decides how many words the interpreter takes. The user's program has the
//! rest. FOCAL's pages are full to the last word, so a routine that grows needs a new plan.
//!
//! 1. The example reads the sources, in which a fragment begins at each line `*ORGnnn`. It counts the words and
//!    literals of each fragment, and notes the labels to which the fragment refers.
//! 2. Fragments that refer to each other directly become one cluster, which stays together (union-find).
//! 3. Simulated annealing puts the clusters on pages: it moves or exchanges clusters at random. It accepts every better
//!    packing, and a worse packing less and less often. START begins page 1, because the operator starts at 200. RING
//!    begins page 2, because it must begin at a multiple of 40. The last page takes no cluster with literals,
//!    because literals lie at the end of a page and the user's room begins right after the code of the last page.
//! 4. The functions that the initial dialogue can delete go to the top of core. TRIG has the last page. The other
//!    functions are on the page below TRIG's page. Functions that do not fit on that page are directly below it, and
//!    take as few words there as possible. These functions are few, so the example tries every distribution.
//! 5. INIT and its dialogue lie in the user's room, a page each, until the user's first line overwrites them.
//! 6. The example assembles the plan with the sources and fails if the plan does not fit.
//!
//! The example counts words without assembling (a statement is a word) and knows only as much PAL as the sources use.
//! Step 6 shows any error in the count. FOCAL's tests check what the assembler cannot: run them on the new tapes. The
//! size of the room decides on which line a recursion runs out of push-down list. The transcript err-010 shows the line
//! on which the original FOCAL runs out. If only this transcript differs, try another seed, or begin the room one word
//! later.
//!
//! ```text
//! cargo run --release --example pack_focal -- 4k
//! cargo run --release --example pack_focal -- 8k --seed 3 --write
//! ```

mod clusters;
mod plan;
mod program;
mod search;
mod sources;

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use focal8::pal::{Options, Source, assemble};

use crate::plan::Plan;
use crate::program::Program;
use crate::sources::{Variant, read};

const USAGE: &str = "\
usage: pack_focal 4k|8k [--seed N] [--iterations N] [--pages N] [--write]

  4k, 8k          the plan to make: for one field, or for two and more
  --seed N        begin the search otherwise; the same seed finds the same plan (1)
  --iterations N  how long to search (5000000)
  --pages N       how many pages of code, decimal (22)
  --write         write the plan to roms/focal, keeping its head; else only show it";

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    if env::args().skip(1).any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let arguments = match Arguments::parse(env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("pack_focal: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pack_focal: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Outcome<()> {
    let variant = arguments.variant;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("roms/focal");
    let plan_path = folder.join(variant.plan);
    let old_plan = read(&plan_path)?;
    let sources = variant.sources(&folder)?;

    let program = Program::read(variant, &sources)?;
    let new = program.fragments.iter().map(|fragment| &fragment.name).filter(|name| !old_plan.contains(*name));
    for name in new {
        println!("{name} is new; the other plan needs it too");
    }
    let plan = Plan::pack(&program, arguments)?;
    print!("{}", plan.fill(&program));
    let text = plan.text(&program, variant, &old_plan);
    prove(variant, &text, sources)?;
    if arguments.write {
        fs::write(&plan_path, text).map_err(|error| format!("{}: {error}", plan_path.display()))?;
        println!("written: {}; look through the addresses drawn in its head", plan_path.display());
    }
    Ok(())
}

/// The options of the command line.
struct Arguments {
    variant: Variant,
    seed: u64,
    iterations: u32,
    pages: usize,
    write: bool,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let variant = match words.next().as_deref() {
            Some("4k") => Variant { two_fields: false, plan: "plan-4k.pal", layout: "20-one-field.pal" },
            Some("8k") => Variant { two_fields: true, plan: "plan-8k.pal", layout: "20-two-fields.pal" },
            _ => return Err("4k or 8k?".to_owned()),
        };
        let mut arguments = Arguments { variant, seed: 1, iterations: 5_000_000, pages: 22, write: false };
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().and_then(|value| value.parse::<u32>().ok());
                value.ok_or_else(|| format!("{word} wants a number"))
            };
            match word.as_str() {
                "--seed" => arguments.seed = number()?.into(),
                "--iterations" => arguments.iterations = number()?.max(1),
                // At least three pages: START's, RING's and the last. At most 26, because INIT and its dialogue follow
                // them.
                "--pages" => match number()? {
                    pages @ 3..=26 => arguments.pages = pages as usize,
                    pages => return Err(format!("{pages} pages of code: 3 to 26 are possible")),
                },
                "--write" => arguments.write = true,
                _ => return Err(format!("{word:?} is not known")),
            }
        }
        Ok(arguments)
    }
}

/// Assembles the sources with the plan, as `focal8 asm --unique` does; returns the assembler's errors as an error.
fn prove(variant: Variant, plan: &str, sources: Vec<Source>) -> Outcome<()> {
    let mut all = vec![Source::new(variant.plan, plan)];
    all.extend(sources);
    let assembly = assemble(&all, &Options { unique: true, ..Options::default() });
    if assembly.errors.is_empty() {
        return Ok(());
    }
    let mut message = String::from("the plan does not assemble:");
    for error in &assembly.errors {
        let _ = write!(message, "\n  {error}");
    }
    Err(message.into())
}
