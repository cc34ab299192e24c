//! Places errors of the solver at the words of the problem's text that they are about.

use super::words::place_of;
use crate::input::Entry;
use crate::problem::{OPTIONS, Problem};
use crate::solve::SolveError;
use crate::syntax::{Diagnostic, Span, quoted};

/// Converts the error with which the solver refuses a problem to a diagnostic.
///
/// The diagnostic is placed at the conditions or options that the error names, otherwise at the stipulation, otherwise
/// at the beginning of the text. If the error names two conditions, both are marked.
pub fn refusal(entry: &Entry, problem: &Problem, error: &SolveError) -> Diagnostic {
    let (text, message) = (&*entry.source.text, error.to_string());
    let names = |name: &&str| message.split(|c: char| !c.is_alphanumeric() && c != '&').any(|word| word == *name);
    let options = || OPTIONS.iter().map(|option| option.name).filter(names);
    let words = |words: &mut dyn Iterator<Item = &str>| words.filter_map(|words| place_of(text, words)).collect();
    let (places, expected): (Vec<Span>, _) = match error {
        SolveError::NoStipulation => (Vec::new(), "expected a stipulation"),
        SolveError::Unsupported(_) => (words(&mut options()), "expected a supported combination of options and play"),
        SolveError::Rules(conflict) => {
            let places = entry.condition_spans();
            let named = |name: &&'static str| match places.iter().rfind(|(other, _)| other == name) {
                Some((_, span)) => Some(span.clone()),
                // A condition that was typed as an argument.
                None => place_of(text, name),
            };
            let mut named: Vec<Span> = conflict.conditions().iter().filter_map(named).collect();
            named.sort_by_key(|span| std::cmp::Reverse(span.start));
            (named, "expected rules that can be combined with each other and with the diagram")
        }
    };
    let stipulation = problem.stipulation.as_ref().map(|stipulation| stipulation.to_string());
    let is_about_rules = matches!(error, SolveError::Rules(_));
    let mut places = places.into_iter();
    let first = places.next().or_else(|| place_of(text, stipulation.as_deref()?)).unwrap_or(0..0);
    let found = Diagnostic::error(first.clone(), message, expected);
    let found = found.with_also(places.next().filter(|_| is_about_rules));
    let SolveError::Rules(conflict) = error else { return found };
    let mut hints = Vec::new();
    if let Some(word) = text[first].split_whitespace().next() {
        let name = short_for(word, conflict.conditions());
        hints.extend(name.map(|name| format!("{} is short for `{name}`", quoted(word))));
    }
    if conflict.is_unverified() {
        hints.push("`--allow-unverified`, or the option AllowUnverified, solves it with a warning".to_string());
    }
    if hints.is_empty() { found } else { found.with_hint(hints.join("; ")) }
}

/// Returns the name in `names` of which `word` is an abbreviation, as in Popeye's files: the first letters, in upper or
/// lower case. Returns `None` if there is none. A whole name is no abbreviation.
fn short_for(word: &str, names: &[&'static str]) -> Option<&'static str> {
    let begins = |name: &&&str| {
        name.len() > word.len() && name.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    names.iter().find(begins).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::Format;
    use crate::input::ProblemReader;
    use crate::solve::Solver;

    #[test]
    fn refusals_stand_at_the_words_that_they_are_about() {
        // The line, and the words marked.
        let rows = [
            (r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Volage SingleBox";"##, "SingleBox", "Volage"),
            (r##"7k/8/5K2/8/8/8/8/RR4KR w HA - stip "#2"; cond "Circe";"##, "Circe", ""),
            (r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "NullMoves SetPlay";"##, "SetPlay", ""),
            (
                r##"7k/8/5K2/8/8/8/8/6R1 w - - title "On Volages"; stip "#2"; cond "Volage, SingleBox Type2";"##,
                "SingleBox Type2",
                "Volage",
            ),
            (
                r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Volage"; cond "Madrasi, SingleBox";"##,
                "SingleBox",
                "Volage",
            ),
            (r##"7k/8/5K2/8/8/8/8/6R1 ? - - stip "ser-#2"; opt "WhiteToPlay";"##, "WhiteToPlay", ""),
            (
                r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond Volage; twin "b) cond Circe, SingleBox; c) cond Volage SingleBox; d) move g1 g2";"##,
                "SingleBox",
                "Volage",
            ),
            (
                "beginproblem title On Volages\npieces white Kf6 Rg1 black Kh8 stip #2 cond volage singleb type2 endproblem",
                "singleb type2",
                "volage",
            ),
            (
                "anfangproblem steine weiss Kf6 Tg1 schwarz Kh8 forderung #2 bedingung volage singleb endeproblem",
                "singleb",
                "volage",
            ),
            (
                "algebraic: {white: [Kf6, Rg1], black: [Kh8]}\nstipulation: '#2'\noptions:\n  - Volage\n  - SingleBox Type2\n",
                "SingleBox Type2",
                "Volage",
            ),
        ];
        for (text, expected, also) in rows {
            let format = if text.starts_with("algebraic") { Some(Format::Yaml) } else { None };
            let entry = ProblemReader::of("x", text.as_bytes(), format).next_entry().expect("memory").expect(text);
            let problem = entry.sound_problem().unwrap_or_else(|| panic!("{text}: {:?}", entry.diagnostics));
            let error = Solver::default().solve(problem).expect_err(text);
            let found = refusal(&entry, problem, &error);
            let marked = |span: Option<Span>| entry.source.text[span.unwrap_or(0..0)].to_string();
            assert_eq!(
                (marked(Some(found.span)), marked(found.also)),
                (expected.into(), also.into()),
                "{}",
                found.message
            );
        }
    }
}
