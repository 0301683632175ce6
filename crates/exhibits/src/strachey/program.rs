//! A CPL program, read and compiled.

use std::collections::HashMap;

use super::code::{Code, Function, Instruction};
use super::compile::{compile, declare};
use super::fault::{Count, Fault};
use super::leaf::{Leaves, is_leaf};
use super::lexer::Writing;
use super::names::{Callee, Functions, Scope};
use super::parser::parse_program;
use super::runtime::{PRELUDE, function_names};
use super::source::{Complaint, MAX_COMPLAINTS, Place, Source};
use super::syntax::{Definition, Expression, Named, Reading};
use super::typed::Sources;

/// The index of the prelude, the CPL text of the run-time, in the list of sources.
pub(super) const PRELUDE_SOURCE: usize = 0;
/// The index of the program's own text in the list of sources. Texts that the user types follow.
const PROGRAM_SOURCE: usize = 1;

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
    /// The number of texts: prelude, program, and each text of definitions that the user typed.
    texts: usize,
    /// A complaint for each definition that has no effect because a later definition has the same name.
    hidden: Vec<Complaint>,
}

impl Program {
    /// Compiles a program. If the program has faults, returns all complaints in the order of the text. `name` is the
    /// name of the text in the complaints.
    pub fn new(name: &str, text: &str, reading: Reading) -> Result<Program, Vec<Complaint>> {
        let prelude = Source::new("the run-time", PRELUDE);
        let source = Source::new(name, text);
        let in_prelude = parse_program(&prelude, Reading::Set, Writing::Typed)?;
        let in_program = parse_program(&source, reading, Writing::Program)?;
        let own = in_program.into_iter().map(|definition| (PROGRAM_SOURCE, definition));
        Program::of(vec![prelude, source], in_prelude, own.collect(), reading)
    }

    /// Returns this program with definitions that the user has typed. They replace earlier definitions of the same
    /// names.
    pub(super) fn with_definitions(
        &self,
        source: Source,
        definitions: Vec<Definition>,
    ) -> Result<Program, Vec<Complaint>> {
        let (in_prelude, in_program) = self.definitions.split_at(self.prelude);
        let sources = self.code.functions[self.prelude..].iter().map(|function| function.source);
        let is_replaced = |earlier: &Definition| definitions.iter().any(|later| later.name.name == earlier.name.name);
        let earlier = sources.zip(in_program).filter(|(_, definition)| !is_replaced(definition));
        let earlier: Vec<_> = earlier.map(|(source, definition)| (source, definition.clone())).collect();
        let later = definitions.into_iter().map(|definition| (self.texts, definition));
        let texts = self.code.sources[..self.texts].iter().cloned().chain([source]).collect();
        Program::of(texts, in_prelude.to_vec(), earlier.into_iter().chain(later).collect(), self.reading)
    }

    /// Compiles the definitions of the prelude and the program. The number beside each definition in `in_program` is
    /// the index of its text in `texts`.
    fn of(
        texts: Vec<Source>,
        in_prelude: Vec<Definition>,
        in_program: Vec<(usize, Definition)>,
        reading: Reading,
    ) -> Result<Program, Vec<Complaint>> {
        let (sources, in_program): (Vec<usize>, Vec<Definition>) = in_program.into_iter().unzip();
        let mut program = Program {
            code: Code::default(),
            reading,
            functions: Functions::default(),
            definitions: Vec::new(),
            prelude: in_prelude.len(),
            texts: texts.len(),
            hidden: Vec::new(),
        };
        program.code.sources = texts;
        program.declare(&in_prelude, &in_program, &sources);
        let mut complaints = Vec::new();
        for (scope, definitions, first) in
            [(Scope::Prelude, &in_prelude, 0), (Scope::Program, &in_program, in_prelude.len())]
        {
            let indices = || (first..).zip(definitions);
            let leaves: Leaves = indices().filter(|(_, each)| is_leaf(each, &program.functions, scope)).collect();
            for (index, definition) in indices() {
                let source = program.code.functions[index].source;
                // Only a function of the same text is inlined: a fault is reported at a place in the caller's text.
                let leaves = leaves.iter().filter(|(leaf, _)| program.code.functions[**leaf].source == source);
                let leaves = leaves.map(|(leaf, definition)| (*leaf, *definition)).collect();
                if let Err(fault) = compile(&mut program.code, &program.functions, scope, &leaves, index, definition) {
                    complaints.push(program.code.sources[source].complain(definition.name.place, fault));
                }
            }
        }
        program.definitions = in_prelude;
        program.definitions.extend(in_program);
        if complaints.is_empty() { Ok(program) } else { Err(complaints) }
    }

    /// Declares all functions before any is compiled, because they may call each other in any order.
    fn declare(&mut self, in_prelude: &[Definition], in_program: &[Definition], sources: &[usize]) {
        for definition in in_prelude {
            self.functions.prelude.insert(definition.name.name.clone(), self.code.functions.len());
            self.code.functions.push(declare(definition, PRELUDE_SOURCE));
        }
        // For each definition, `hiding` has the next definition with the same name, if any.
        let mut met: HashMap<&str, &Definition> = HashMap::new();
        let mut hiding: Vec<_> = in_program.iter().rev().map(|each| met.insert(&each.name.name, each)).collect();
        hiding.reverse();
        for ((definition, hiding), &source) in in_program.iter().zip(hiding).zip(sources) {
            let name = &definition.name;
            if let Some(later) = hiding.filter(|_| self.hidden.len() < MAX_COMPLAINTS) {
                let (line, _) = self.code.sources[source].position(later.name.place.start);
                let fault = Fault::Hidden { name: name.name.clone(), line };
                self.hidden.push(self.code.sources[source].complain(name.place, fault));
            }
            self.functions.program.insert(name.name.clone(), self.code.functions.len());
            self.code.functions.push(declare(definition, source));
        }
    }

    /// Returns the function that a function value names. `name` is the name in the value. Returns an error if the
    /// function does not take `given` arguments.
    pub(super) fn callee(&self, name: &str, given: usize) -> Result<Callee, Fault> {
        // A definition typed later may have replaced the function, but never removes a name.
        let callee = self.functions.find(name, Scope::Program).ok_or_else(|| Fault::UnknownName(name.to_owned()))?;
        let takes = match callee {
            Callee::Function(index) => Some(self.code.functions[index].parameters),
            Callee::Primitive(primitive) => primitive.parameters(),
        };
        match takes.filter(|takes| *takes != given) {
            Some(takes) => Err(Fault::ArgumentCount { name: name.to_owned(), takes: Count(takes), given }),
            None => Ok(callee),
        }
    }

    /// Returns the functions of the program in the form that the typed machine needs (see `typed`).
    pub(super) fn typed_sources(&self) -> Sources<'_> {
        let Program { definitions, prelude, functions, reading, .. } = self;
        Sources { definitions, prelude: *prelude, functions, reading: *reading }
    }

    /// Returns the names of all functions that the program may call: those of the program itself, and those of the
    /// run-time.
    pub fn callable(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.functions().map(|(name, _)| name).collect();
        names.append(&mut function_names());
        names
    }

    /// Returns the name and the number of parameters of each function in the program, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = (&str, usize)> {
        let in_program = self.code.functions.iter().filter(|function| self.is_own(function));
        in_program.map(|function| (function.name.as_str(), function.parameters))
    }

    /// Returns the text of a function's definition; `None` if the program does not define the function.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let (index, Definition { name, body, .. }) = self.definition(name)?;
        let text = self.code.sources[self.code.functions[index].source].text();
        Some(&text[name.place.start..body.place.end])
    }

    /// Returns the index and the definition of a function; `None` if the program does not define the function.
    pub(super) fn definition(&self, name: &str) -> Option<(usize, &Definition)> {
        let index = *self.functions.program.get(name)?;
        Some((index, &self.definitions[index]))
    }

    /// Whether a function belongs to the program, and neither to the prelude nor to a call that the user typed.
    pub(super) fn is_own(&self, function: &Function) -> bool {
        (PROGRAM_SOURCE..self.texts).contains(&function.source)
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
                && self.is_own(self.code.function_at(at))
            {
                let fault = self.code.faults[*fault as usize].clone();
                let source = &self.code.sources[self.code.function_at(at).source];
                doubts.push(source.complain(self.code.places[at], fault));
            }
        }
        doubts.sort_by_key(|doubt| (doubt.line, doubt.column));
        // A fault in an inlined function occurs once for each call.
        doubts.dedup();
        doubts
    }

    /// Returns the compiled instructions as text. Programs with equal texts have the same meaning.
    pub(super) fn meaning(&self) -> String {
        format!("{:?} {:?}", self.code.instructions, self.code.constants)
    }

    /// Adds a function without parameters. The body is `expression`, a part of the text `source`.
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
        // Nothing is inlined, because `source` differs from the text of every function (see `of`).
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

/// A function that was added for one call, and the lengths of the program's tables before the function was added.
pub(super) struct Addition {
    pub(crate) function: usize,
    instructions: usize,
    constants: usize,
    faults: usize,
}
