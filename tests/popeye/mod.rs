//! Runs Popeye as a program that reads a file and prints solutions, and converts its texts and Keymove's to a normal
//! form in which they can be compared.

use crate::files::temporary;
use keymove::report::popeye_text;
use keymove::solution::Cut;
use keymove::solve::Solver;
use keymove::syntax::popeye;
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Time limit of one problem for either program. Most problems take much less; without a limit, the others would take
/// most of the time.
const PATIENCE: Duration = Duration::from_millis(80);
/// Limit in bytes for Popeye's output in one run. If Popeye ignores MaxSolutions, it prints lines without end for some
/// problems.
const MOST_SAID: u64 = 64 << 20;

/// Parts of Popeye's messages that it ignores a part of the problem, or does not solve it. They may begin in mid-line.
const COMPLAINTS: &[&str] = &[
    "ignored",
    "not supported",
    "incompatible",
    "input-error",
    "offending item",
    "need a king",
    "Can't decide",
    "OUT OF SPACE",
    "ntelligent Mode",
];

pub struct Popeye {
    program: String,
    folder: TempDir,
}

impl Popeye {
    /// Finds the program that `KEYMOVE_POPEYE` names.
    pub fn new() -> Popeye {
        let program = std::env::var("KEYMOVE_POPEYE").expect("KEYMOVE_POPEYE names the program");
        Popeye { program, folder: temporary() }
    }

    /// Returns Popeye's output for each of these inputs, each of which is one problem. An output is `None` if Popeye
    /// refuses the problem, ignores a part of it, or takes too long. One process solves all problems, because its start
    /// takes longer than most problems. It is started again after each problem that it does not finish.
    pub fn answers(&self, inputs: &[String]) -> Vec<Option<String>> {
        let mut answers = Vec::new();
        while answers.len() < inputs.len() {
            let rest = &inputs[answers.len()..];
            // With a table it sometimes loses a solution: W Kd1 Rh5 Sg4 B Kh1 Ph4, 2->ser-h#3, 1.Ke1 2.Kf2 1.h3
            // Rxh3#.
            let (text, has_ended) = self.run(rest, "0");
            let said = closed(&text);
            if has_ended && said.len() != rest.len() {
                // Some output has no end, or several: each half is run separately.
                match rest.split_at(rest.len() / 2) {
                    ([], _) => answers.push(None),
                    (first, second) => answers.extend([self.answers(first), self.answers(second)].concat()),
                }
                continue;
            }
            answers.extend(said.into_iter().map(|text| is_whole(&text).then_some(text)));
            if !has_ended {
                answers.push(None);
            }
        }
        answers
    }

    /// Returns Popeye's output for one problem, solved by a process of its own.
    pub fn alone(&self, input: &String) -> Option<String> {
        self.answers(std::slice::from_ref(input)).pop().flatten()
    }

    /// Like [`Popeye::alone`], but Popeye uses a hash table.
    fn with_table(&self, input: &String) -> Option<String> {
        let (text, has_ended) = self.run(std::slice::from_ref(input), "64M");
        closed(&text).pop().filter(|text| has_ended && is_whole(text))
    }

    /// Runs Popeye on these problems. Returns standard output and standard error as one text, because a message on one
    /// belongs to a problem on the other, and whether the process ended by itself, without a crash or a timeout.
    fn run(&self, inputs: &[String], memory: &str) -> (String, bool) {
        let file = self.folder.path().join("problems.inp");
        let problems: Vec<&str> = inputs.iter().map(|input| inner(input)).collect();
        fs::write(&file, format!("beginproblem\n{}endproblem\n", problems.join("nextproblem\n"))).expect("a file");
        let out = self.folder.path().join("out");
        let channel = File::create(&out).expect("a file");
        let mut running = Command::new(&self.program)
            .args(["-maxmem", memory])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(channel.try_clone().expect("a second handle"))
            .stderr(channel.try_clone().expect("a third handle"))
            .spawn()
            .expect("Popeye runs");
        let (mut said, mut since) = (0, Instant::now());
        let ended = loop {
            if let Some(ended) = running.try_wait().expect("Popeye runs") {
                break ended;
            }
            let length = channel.metadata().map_or(0, |file| file.len());
            if length > said {
                (said, since) = (length, Instant::now());
            }
            if since.elapsed() > PATIENCE || length > MOST_SAID {
                let _ = running.kill();
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        (String::from_utf8_lossy(&fs::read(&out).expect("a file")).replace(['\r', '\u{c}'], ""), ended.success())
    }
}

/// Returns the lines of an input between `beginproblem` and `endproblem`.
fn inner(input: &str) -> &str {
    let inner = input.strip_prefix("beginproblem\n").and_then(|rest| rest.strip_suffix("endproblem\n"));
    inner.expect("an input of one problem")
}

/// Returns the texts of the problems in Popeye's output, each up to its closing line. Text after the last closing line
/// belongs to a problem that was not solved, and is left out.
fn closed(text: &str) -> Vec<String> {
    let mut closed = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(line);
        if closing(line).is_some() {
            closed.push(lines.join("\n"));
            lines.clear();
        }
    }
    closed
}

/// Messages of either program about a problem that it solves nevertheless. They may begin in mid-line.
const MESSAGES: &[&str] = &[
    "the side to play can capture the king",
    "try play not applicable",
    "Option \"Threat\" not applicable or indicated maximum threat length too big",
    "Option  StopOnShortSolutions  not supported with direct play.",
];

/// Separates a solution from its messages, and returns both. Popeye repeats some messages for each twin and each side;
/// the list has each once.
fn without_messages(text: &str) -> (String, Vec<String>) {
    const OPTION: &str = " not applicable - ignored";
    let mut rest = text.to_string();
    let mut messages = Vec::new();
    for &message in MESSAGES {
        if rest.contains(message) {
            rest = rest.replace(&format!("\n{message}"), "").replace(message, "");
            messages.push(message.to_string());
        }
    }
    while let Some(end) = rest.find(OPTION) {
        let start = rest[..end].rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        messages.push(rest[start..end + OPTION.len()].to_string());
        rest.replace_range(start..end + OPTION.len(), "");
    }
    messages.sort();
    messages.dedup();
    (rest, messages)
}

/// Whether the text contains only a solution, without messages: its lines are indented, except labels and the line
/// above all solutions.
fn is_whole(text: &str) -> bool {
    let (text, _) = without_messages(text);
    let is_solution = |line: &str| {
        line.is_empty()
            || line.starts_with([' ', '+'])
            || line.split_once(')').is_some_and(|(label, _)| label.len() <= 4)
            || line.starts_with("zeroposition")
            || line.starts_with("Popeye ")
            || closing(line).is_some()
    };
    text.lines().all(is_solution) && !complains(&text)
}

fn complains(solution: &str) -> bool {
    COMPLAINTS.iter().any(|complaint| solution.contains(complaint))
}

/// Returns Keymove's output for the same input; `None` if it refuses the problem or the time limit cuts the search.
pub fn ours(input: &str) -> Option<String> {
    let (problem, findings) = popeye::problem(input);
    let (true, Some(problem)) = (findings.is_empty(), problem) else { return None };
    let solver = Solver { time: Some(PATIENCE), table_bytes: 4 << 20, ..Solver::default() };
    let outcome = catch_unwind(AssertUnwindSafe(|| solver.solve(&problem)));
    let Ok(outcome) = outcome else { return Some("the program broke down\n".to_string()) };
    let solution = outcome.ok()?.solution;
    if solution.twins.iter().any(|twin| twin.cut == Some(Cut::Time)) {
        return None;
    }
    let text = popeye_text(&solution);
    (!complains(&without_messages(&text).0)).then_some(text)
}

/// The last line of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Finished,
    Partial,
}

fn closing(line: &str) -> Option<Ending> {
    let line = line.trim_start().to_ascii_lowercase();
    match () {
        () if line.starts_with("solution finished") => Some(Ending::Finished),
        () if line.starts_with("partial solution") => Some(Ending::Partial),
        () => None,
    }
}

/// A line of a solution with the lines below it, which are sorted by their text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Node {
    text: String,
    below: Vec<Node>,
}

impl Node {
    fn without_checks(&self) -> Node {
        let mut below: Vec<Node> = self.below.iter().map(Node::without_checks).collect();
        below.sort();
        Node { text: self.text.replace(" +", ""), below }
    }
}

/// A solution in a form without order: the twins, each with the sorted trees of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NormalForm {
    pub twins: Vec<(String, Vec<Node>)>,
    pub ending: Option<Ending>,
    /// The messages, sorted by text.
    pub messages: Vec<String>,
}

impl NormalForm {
    pub fn new(text: &str) -> NormalForm {
        let (text, messages) = without_messages(text);
        let mut form = NormalForm { twins: vec![(String::new(), Vec::new())], ending: None, messages };
        let mut lines = Vec::new();
        for line in text.lines() {
            if let Some(ending) = closing(line) {
                form.ending = Some(ending);
            } else if let Some(label) = twin_label(line) {
                form.close(&mut lines);
                form.twins.push((label.to_string(), Vec::new()));
            } else if tells(line) {
                lines.push(line);
            }
        }
        form.close(&mut lines);
        form
    }

    fn close(&mut self, lines: &mut Vec<&str>) {
        let (_, trees) = self.twins.last_mut().expect("there is one from the beginning");
        *trees = forest(lines);
        lines.clear();
    }

    pub fn without_checks(&self) -> NormalForm {
        let without = |trees: &[Node]| {
            let mut trees: Vec<Node> = trees.iter().map(Node::without_checks).collect();
            trees.sort();
            trees
        };
        let twins = self.twins.iter().map(|(label, trees)| (label.clone(), without(trees)));
        NormalForm { twins: twins.collect(), ending: self.ending, messages: self.messages.clone() }
    }

    /// Returns the number of top-level lines of each twin.
    pub fn numbers(&self) -> Vec<usize> {
        self.twins.iter().map(|(_, trees)| trees.len()).collect()
    }

    /// Returns the top-level lines that the other form has in no twin.
    pub fn lines_not_in(&self, other: &NormalForm) -> Vec<&str> {
        let there: Vec<&str> = other.lines().collect();
        self.lines().filter(|line| !there.contains(line)).collect()
    }

    /// Returns the lines that the other form lacks in the same twin. Lines at a deeper level are compared if all lines
    /// above them are equal.
    pub fn told_not_in(&self, other: &NormalForm) -> Vec<&str> {
        fn compare<'t>(trees: &'t [Node], others: &[&Node], missing: &mut Vec<&'t str>) {
            for tree in trees {
                let same: Vec<&Node> = others.iter().copied().filter(|other| other.text == tree.text).collect();
                if same.is_empty() {
                    missing.push(&tree.text);
                } else {
                    let below: Vec<&Node> = same.into_iter().flat_map(|other| &other.below).collect();
                    compare(&tree.below, &below, missing);
                }
            }
        }
        let mut missing = Vec::new();
        for (at, (_, trees)) in self.twins.iter().enumerate() {
            let others: Vec<&Node> = other.twins.get(at).into_iter().flat_map(|(_, trees)| trees).collect();
            compare(trees, &others, &mut missing);
        }
        missing
    }

    /// Returns all lines, at every level.
    pub fn moves(&self) -> Vec<&str> {
        fn tell<'t>(tree: &'t Node, moves: &mut Vec<&'t str>) {
            moves.push(&tree.text);
            tree.below.iter().for_each(|child| tell(child, moves));
        }
        let mut moves = Vec::new();
        self.twins.iter().flat_map(|(_, trees)| trees).for_each(|tree| tell(tree, &mut moves));
        moves
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.twins.iter().flat_map(|(_, trees)| trees).map(|tree| &*tree.text)
    }

    /// Whether a line begins a solution: it is a key, or the first move of a sequence.
    pub fn has_solutions(&self) -> bool {
        let solves = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            text.starts_with("1.") && !text.contains('?') && (!text.starts_with("1...") || words.len() > 1)
        };
        self.lines().any(solves)
    }
}

/// Returns the label of a twin (`a)`, `+b)`, `z12)`) without the text of the change, which differs between the
/// programs.
fn twin_label(line: &str) -> Option<&str> {
    let (label, _) = line.split_once(')')?;
    let letters = label.strip_prefix('+').unwrap_or(label);
    let is_label = match letters.strip_prefix('z') {
        Some(number) if !number.is_empty() => number.bytes().all(|b| b.is_ascii_digit()),
        _ => letters.len() == 1 && letters.bytes().all(|b| b.is_ascii_lowercase()),
    };
    is_label.then_some(label)
}

/// Whether the line belongs to the solution. It does not if it counts a first move (`12 (Ka1-b2 …`) or is a heading.
fn tells(line: &str) -> bool {
    let after_number = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    let is_counted = line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && after_number.starts_with("  (");
    // Popeye prints a twin's condition below its label, and Keymove beside it.
    let is_condition = line.starts_with("   ") && line.trim_start().starts_with(|c: char| c.is_ascii_uppercase());
    // Its indentation depends on the move above it.
    let is_sum = line.trim() == "but";
    !line.trim().is_empty()
        && !is_sum
        && !is_counted
        && !is_condition
        && !line.starts_with("Popeye ")
        && line != "zeroposition"
}

/// Makes trees from indented lines: each line is a child of the nearest line before it that is less indented.
fn forest(lines: &[&str]) -> Vec<Node> {
    let mut stack: Vec<(usize, Node)> = Vec::new();
    let mut roots = Vec::new();
    fn close(stack: &mut Vec<(usize, Node)>, roots: &mut Vec<Node>) {
        let (_, mut node) = stack.pop().expect("not empty");
        node.below.sort();
        stack.last_mut().map_or(roots, |(_, above)| &mut above.below).push(node);
    }
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        while stack.last().is_some_and(|(of, _)| *of >= indent) {
            close(&mut stack, &mut roots);
        }
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        // In parry series, Popeye prints this beside the move, and Keymove below it.
        if let (true, Some((_, node))) = (text == "refutes.", stack.last_mut()) {
            node.text += " refutes.";
            continue;
        }
        stack.push((indent, Node { text, below: Vec::new() }));
    }
    while !stack.is_empty() {
        close(&mut stack, &mut roots);
    }
    roots.sort();
    roots
}

pub enum Compared {
    /// One program refuses the problem, ignores a part of it, or is cut by a limit.
    Refused,
    Equal {
        has_solutions: bool,
        /// Whether Keymove's answer equals Popeye's answer with a hash table only. Without the table, Popeye answers
        /// differently.
        with_table: bool,
    },
    Different {
        ours: String,
        theirs: String,
    },
}

/// The meaning of the last line of a solution, `solution finished` or `Partial solution`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// If the solution is partial, the time limit was reached.
    Time,
    /// If the solution is partial, an option of the problem limits the number of solutions.
    Stop,
    /// As `Stop`, but the order of solutions is not determined, so only the number of solutions is compared.
    StopAnywhere,
    /// The last lines are not compared: only Keymove prints that options have excluded first moves.
    Nothing,
}

pub fn compare(ours: Option<String>, theirs: Option<String>, last: Last) -> Compared {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return Compared::Refused };
    let [here, there] = [&ours, &theirs].map(|text| NormalForm::new(text));
    if last == Last::Time && [here.ending, there.ending].contains(&Some(Ending::Partial)) {
        return Compared::Refused;
    }
    let is_same = match last {
        Last::StopAnywhere => here.numbers() == there.numbers(),
        _ => here.twins == there.twins,
    };
    if is_same && here.messages == there.messages && (here.ending == there.ending || last == Last::Nothing) {
        return Compared::Equal { has_solutions: there.has_solutions(), with_table: false };
    }
    Compared::Different { ours, theirs }
}

/// Compares Keymove's answers, which are given with the problems, with Popeye's.
pub fn compared<C: Shrinks>(popeye: &Popeye, problems: Vec<(C, String)>) -> Vec<(C, Compared)> {
    let inputs: Vec<String> = problems.iter().map(|(case, _)| case.text()).collect();
    let answers = problems.into_iter().zip(inputs.iter().zip(popeye.answers(&inputs)));
    let compared = answers.map(|((case, ours), (input, theirs))| {
        let mut compared = compare(Some(ours.clone()), theirs, case.last());
        if matches!(compared, Compared::Different { .. }) {
            // Popeye sometimes answers differently after other problems in the same file.
            compared = compare(Some(ours.clone()), popeye.alone(input), case.last());
        }
        if matches!(&compared, Compared::Different { ours, theirs } if !case.is_explained(ours, theirs))
            && let Compared::Equal { has_solutions, .. } = compare(Some(ours), popeye.with_table(input), case.last())
        {
            compared = Compared::Equal { has_solutions, with_table: true };
        }
        (case, compared)
    });
    compared.collect()
}

/// A problem in parts, some of which can be removed.
pub trait Shrinks: Sized {
    /// Returns the problem as input for Popeye.
    fn text(&self) -> String;

    /// Returns the meaning of the last line of its solution.
    fn last(&self) -> Last;

    /// Returns the problem with one part removed, in all ways; the most useful removals come first.
    fn smaller(&self) -> Vec<Self>;

    /// Whether the difference between the answers has a known reason.
    fn is_explained(&self, _ours: &str, _theirs: &str) -> bool {
        false
    }
}

/// The greatest number of parts that are removed from a problem with different answers.
const STEPS: usize = 30;

/// Removes parts of a problem as long as the answers differ. Returns the smallest problem with its answers.
pub fn shrunk<C: Shrinks>(popeye: &Popeye, case: C, answers: (String, String)) -> (C, (String, String)) {
    let (mut case, mut answers) = (case, answers);
    for _ in 0..STEPS {
        let smaller = case.smaller();
        let inputs: Vec<String> = smaller.iter().map(C::text).collect();
        let theirs = popeye.answers(&inputs);
        // Popeye's answer after other problems is not always its answer to the problem alone.
        let found = smaller.into_iter().zip(inputs).zip(theirs).find_map(|((smaller, input), theirs)| {
            match compare(ours(&input), theirs, smaller.last()) {
                Compared::Different { ours, theirs }
                    if !smaller.is_explained(&ours, &theirs)
                        && popeye.alone(&input).as_ref().is_some_and(|alone| is_same(alone, &theirs)) =>
                {
                    Some((smaller, (ours, theirs)))
                }
                _ => None,
            }
        });
        let Some((smaller, both)) = found else { break };
        (case, answers) = (smaller, both);
    }
    (case, answers)
}

/// Whether two answers are equal in the normal form, which has no times.
pub fn is_same(text: &str, other: &str) -> bool {
    NormalForm::new(text) == NormalForm::new(other)
}
