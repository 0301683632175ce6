//! A CPL program, read and compiled.

use std::collections::HashMap;

use super::code::{Code, Instruction};
use super::compile::{compile, declare};
use super::fault::Fault;
use super::leaf::{Leaves, is_leaf};
use super::names::{Functions, Scope};
use super::parser::{parse_expression, parse_program};
use super::runtime::PRELUDE;
use super::source::{Complaint, MAX_COMPLAINTS, Place, Source};
use super::syntax::{Definition, Expression, Named, Reading};
use super::typed::Sources;

/// The index of the run-time's CPL text in the list of sources.
pub(super) const PRELUDE_SOURCE: usize = 0;
/// The index of the program's own text in the list of sources.
pub(super) const PROGRAM_SOURCE: usize = 1;

/// A compiled CPL program.
///
/// ```
/// use focal8_exhibits::strachey::{Interpreter, Program, Reading, Value};
///
/// let program = Program::new("fact.cpl", "Fact(n) = (n = 0) -> 1, n * Fact(n - 1)", Reading::Set).unwrap();
/// let mut interpreter = Interpreter::new(program);
/// assert_eq!(interpreter.call("Fact", &[Value::Number(10)]).unwrap(), Value::Number(3628800));
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) code: Code,
    pub(super) reading: Reading,
    functions: Functions,
    /// The definitions of all functions. The functions of the prelude are first.
    definitions: Vec<Definition>,
    prelude: usize,
    /// A complaint for each definition that has no effect because a later definition has the same name.
    hidden: Vec<Complaint>,
}

impl Program {
    /// Compiles a program. If the program has faults, returns all complaints in the order of the text. `name` is the
    /// name of the text in the complaints.
    pub fn new(name: &str, text: &str, reading: Reading) -> Result<Program, Vec<Complaint>> {
        let prelude = Source::new("the run-time", PRELUDE);
        let source = Source::new(name, text);
        let in_prelude = parse_program(&prelude, Reading::Set)?;
        let in_program = parse_program(&source, reading)?;

        let mut program = Program {
            code: Code::default(),
            reading,
            functions: Functions::default(),
            definitions: Vec::new(),
            prelude: in_prelude.len(),
            hidden: Vec::new(),
        };
        program.code.sources = vec![prelude, source];
        // All functions are declared before any is compiled, because they may call each other in any order.
        for definition in &in_prelude {
            program.functions.prelude.insert(definition.name.name.clone(), program.code.functions.len());
            program.code.functions.push(declare(definition, PRELUDE_SOURCE));
        }
        // For each definition, `hiding` has the next definition with the same name, if any.
        let mut met: HashMap<&str, &Definition> = HashMap::new();
        let mut hiding: Vec<_> = in_program.iter().rev().map(|each| met.insert(&each.name.name, each)).collect();
        hiding.reverse();
        for (definition, hiding) in in_program.iter().zip(hiding) {
            let name = &definition.name;
            if let Some(later) = hiding.filter(|_| program.hidden.len() < MAX_COMPLAINTS) {
                let (line, _) = program.code.sources[PROGRAM_SOURCE].position(later.name.place.start);
                let fault = Fault::Hidden { name: name.name.clone(), line };
                program.hidden.push(program.code.sources[PROGRAM_SOURCE].complain(name.place, fault));
            }
            program.functions.program.insert(name.name.clone(), program.code.functions.len());
            program.code.functions.push(declare(definition, PROGRAM_SOURCE));
        }
        let mut complaints = Vec::new();
        for (scope, definitions, first) in
            [(Scope::Prelude, &in_prelude, 0), (Scope::Program, &in_program, in_prelude.len())]
        {
            let indices = || (first..).zip(definitions);
            let leaves: Leaves = indices().filter(|(_, each)| is_leaf(each, &program.functions, scope)).collect();
            for (index, definition) in indices() {
                if let Err(fault) = compile(&mut program.code, &program.functions, scope, &leaves, index, definition) {
                    complaints.push(program.code.sources[PROGRAM_SOURCE].complain(definition.name.place, fault));
                }
            }
        }
        program.definitions = in_prelude;
        program.definitions.extend(in_program);
        if complaints.is_empty() { Ok(program) } else { Err(complaints) }
    }

    /// Returns the functions of the program for the typed machine.
    pub(super) fn typed_sources(&self) -> Sources<'_> {
        let Program { definitions, prelude, functions, reading, .. } = self;
        Sources { definitions, prelude: *prelude, functions, reading: *reading }
    }

    /// Returns the name and the number of parameters of each function in the program, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = (&str, usize)> {
        let in_program = self.code.functions.iter().filter(|function| function.source == PROGRAM_SOURCE);
        in_program.map(|function| (function.name.as_str(), function.parameters))
    }

    /// Whether the program defines a function with this name and this number of parameters.
    pub(crate) fn defines(&self, name: &str, parameters: usize) -> bool {
        self.functions().any(|function| function == (name, parameters))
    }

    /// Returns the faults that do not prevent a run. Some of these faults, such as unknown names, stop the program at
    /// run time. The others are definitions that a later definition hides.
    pub fn doubts(&self) -> Vec<Complaint> {
        let mut doubts = self.hidden.clone();
        for (at, instruction) in self.code.instructions.iter().enumerate() {
            if let Instruction::Fail { fault } = instruction
                && doubts.len() < MAX_COMPLAINTS
                && self.code.function_at(at).source == PROGRAM_SOURCE
            {
                let fault = self.code.faults[*fault as usize].clone();
                doubts.push(self.code.sources[PROGRAM_SOURCE].complain(self.code.places[at], fault));
            }
        }
        doubts.sort_by_key(|doubt| (doubt.line, doubt.column));
        // A fault in an inlined function occurs once for each call.
        doubts.dedup();
        doubts
    }

    /// Adds a function without parameters. Its body is the expression `text`.
    pub(super) fn with_expression(&mut self, text: &str) -> Result<Addition, Vec<Complaint>> {
        let source = Source::new("call", text);
        let expression = parse_expression(&source, self.reading)?;
        self.add(source, expression)
    }

    pub(super) fn add(&mut self, source: Source, expression: Expression) -> Result<Addition, Vec<Complaint>> {
        let before = Addition {
            function: self.code.functions.len(),
            instructions: self.code.instructions.len(),
            constants: self.code.constants.len(),
            faults: self.code.faults.len(),
        };
        let name = Named { name: "the call".to_owned(), place: Place::default() };
        let definition = Definition { name, parameters: Vec::new(), body: expression };
        self.code.sources.push(source);
        self.code.functions.push(declare(&definition, self.code.sources.len() - 1));
        // Functions of the program are not inlined here, because a fault in an inlined body would be reported at a
        // place in the wrong text.
        match compile(&mut self.code, &self.functions, Scope::Program, &Leaves::new(), before.function, &definition) {
            Ok(()) => Ok(before),
            Err(fault) => {
                let complaint = self.code.sources[self.code.sources.len() - 1].complain(Place::default(), fault);
                self.remove(&before);
                Err(vec![complaint])
            }
        }
    }

    /// Removes a function that `add` added.
    pub(super) fn remove(&mut self, addition: &Addition) {
        self.code.sources.pop();
        self.code.functions.truncate(addition.function);
        self.code.instructions.truncate(addition.instructions);
        self.code.places.truncate(addition.instructions);
        self.code.constants.truncate(addition.constants);
        self.code.faults.truncate(addition.faults);
    }
}

/// A function that was added for one call, and the earlier lengths of the program's tables.
pub(super) struct Addition {
    pub(crate) function: usize,
    instructions: usize,
    constants: usize,
    faults: usize,
}
