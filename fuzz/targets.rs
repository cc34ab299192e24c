//! Properties that hold for every input: targets for cargo-fuzz, and for `tests/fuzz.rs`, which needs no nightly
//! compiler. Each returns whether the input was valid enough to test more than that it does no harm.

use keymove::input::ProblemReader;
use keymove::problem::Problem;
use keymove::report::{ProblemIdentity, ResultExtras, TextStyle, json_line, popeye_text, text};
use keymove::solution::{TwinSolution, Verdict, judge, settings_for_check};
use keymove::solve::{Outcome, Solver, Technique, Threads};
use keymove::syntax::{self, Diagnostic, Source};
use std::sync::Arc;
use std::time::Duration;

/// A line of Keymove's own language, in arbitrary bytes.
pub fn line(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (problem, diagnostics) = syntax::line(&text);
    told(&text, &diagnostics);
    if problem.is_none() {
        assert!(diagnostics.iter().any(Diagnostic::is_error), "nothing read and nothing said");
    }
    !diagnostics.is_empty()
}

/// A file of either format, read problem by problem.
pub fn popeye(data: &[u8]) -> bool {
    let mut reader = ProblemReader::new("input", data);
    let (mut count, mut sound) = (0, 0);
    while let Ok(Some(entry)) = reader.next_entry() {
        count += 1;
        assert!(count <= data.len() + 1, "more problems than bytes");
        for diagnostic in &entry.diagnostics {
            let _ = diagnostic.render(&entry.source);
        }
        if let Some(problem) = entry.sound_problem() {
            same_when_read_again(problem);
            sound += 1;
        }
    }
    sound > 0
}

pub fn stipulation(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let mut is_read = false;
    for (read, again) in [
        (syntax::stipulation(&text), syntax::stipulation as fn(&str) -> Result<_, Diagnostic>),
        (syntax::structured(&text), syntax::structured),
    ] {
        match read {
            Ok(read) => {
                let written = read.to_string();
                assert_eq!(again(&written).as_ref(), Ok(&read), "{text:?} written as {written:?}");
                is_read = true;
            }
            Err(error) => told(&text, &[error]),
        }
    }
    is_read
}

/// A problem parsed without an error is written in a form that parses to the same problem.
pub fn round_trip(data: &[u8]) -> bool {
    let (problem, diagnostics) = syntax::line(&String::from_utf8_lossy(data));
    let problem = problem.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
    if let Some(problem) = &problem {
        same_when_read_again(problem);
    }
    problem.is_some()
}

/// A small problem under limits: solving ends, and its result does not depend on the switches. Returns whether two
/// complete results were compared.
pub fn solve(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (Some(problem), diagnostics) = syntax::line(&text) else { return false };
    if diagnostics.iter().any(Diagnostic::is_error) || problem.stipulation.is_none() || problem.twins.len() > 2 {
        return false;
    }
    let problem = settings_for_check(&problem);
    let threads = Arc::new(Threads::new(1));
    let fast = Solver {
        time: Some(Duration::from_millis(20)),
        table_bytes: 1 << 16,
        max_solutions: Some(200),
        threads,
        ..Solver::default()
    };
    let slow = fast.clone().without(Technique::Bounds).without(Technique::LastMoves).without(Technique::Table);
    let (Ok(fast), Ok(slow)) = (fast.solve(&problem), slow.solve(&problem)) else { return false };
    printed(&problem, &fast);
    let is_cut = |outcome: &Outcome| outcome.solution.twins.iter().any(|twin| twin.cut.is_some());
    let is_whole = !is_cut(&fast) && !is_cut(&slow);
    assert!(!is_whole || fast.solution == slow.solution, "{text}");
    is_whole
}

/// Every printer handles the outcome, and none calls a cut search complete.
fn printed(problem: &Problem, outcome: &Outcome) {
    let solution = &outcome.solution;
    let is_cut = solution.twins.iter().any(|twin| twin.cut.is_some());
    let read = text(problem, solution, &TextStyle::default());
    let is_whole = !is_cut && !solution.twins.iter().any(TwinSolution::is_without_search);
    assert!(!is_whole || read.ends_with("The search was complete.\n"), "{read}");
    assert!(!is_cut || !read.ends_with("The search was complete.\n"), "{read}");
    assert!(is_cut != popeye_text(solution).ends_with("\nsolution finished.\n"));
    let json = json_line(&ProblemIdentity::default(), problem, solution, &ResultExtras::default());
    assert!(is_cut == json.contains("\"cut\":\""), "{json}");
    assert!(!(is_cut && judge(problem, solution).verdict == Verdict::Sound));
}

fn same_when_read_again(problem: &Problem) {
    let written = syntax::epd(problem);
    let (again, diagnostics) = syntax::line(&written);
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{written}: {diagnostics:?}");
    assert_eq!(again.as_ref().map(syntax::epd).as_deref(), Some(written.as_str()));
    // Control characters in free text are written as blanks.
    let texts = format!("{:?}{:?}", problem.heading, problem.intent);
    let has_controls = ["\\u{", "\\r", "\\0"].iter().any(|escape| texts.contains(escape));
    assert!(again.as_ref() == Some(problem) || has_controls, "{written}");
}

/// The locations of diagnostics are inside the text.
fn told(text: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        let span = &diagnostic.span;
        assert!(text.get(span.start.min(text.len())..span.end.min(text.len())).is_some(), "{diagnostic:?}");
        assert!(!diagnostic.render(&Source::new("input", text)).is_empty());
    }
}
