//! Where in its text a problem says what the solver refuses.

use crate::problem::{OPTIONS, Problem};
use crate::solve::SolveError;
use crate::syntax::{Diagnostic, Span};

/// The refusal at the words of the text that it may be about: the conditions or options that it names, all
/// conditions, the stipulation; at the beginning of the text where these are called otherwise.
pub fn refusal(text: &str, problem: &Problem, error: &SolveError) -> Diagnostic {
    let message = error.to_string();
    let names = |name: &&str| message.split(|c: char| !c.is_alphanumeric() && c != '&').any(|word| word == *name);
    let conditions: Vec<&str> = problem.rules.conditions().iter().map(|condition| condition.def.name).collect();
    let options: Vec<&str> = OPTIONS.iter().map(|option| option.name).filter(names).collect();
    let (about, expected): (Vec<&str>, _) = match error {
        SolveError::NoStipulation => (Vec::new(), "expected a stipulation"),
        SolveError::Unsupported(_) => (options, "expected options and play that are supported"),
        SolveError::Rules(_) => {
            let named = conditions.iter().copied().filter(names);
            (named.chain(conditions.iter().copied()).collect(), "expected rules that go together, and with the diagram")
        }
    };
    let stipulation = problem.stipulation.as_ref().map(|stipulation| stipulation.to_string());
    let mut places = about.into_iter().chain(stipulation.as_deref()).filter_map(|words| place(text, words));
    Diagnostic::error(places.next().unwrap_or(0..0), message, expected)
}

/// Where the words stand for themselves, in either case: the last place, since titles and authors mostly come before.
pub fn place(text: &str, words: &str) -> Option<Span> {
    let (text, words) = (text.to_ascii_lowercase(), words.to_ascii_lowercase());
    let is_apart = |at: usize| {
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !in_word(text[..at].chars().next_back()) && !in_word(text[at + words.len()..].chars().next())
    };
    text.rmatch_indices(&*words).map(|(at, _)| at).find(|&at| is_apart(at)).map(|at| at..at + words.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;
    use crate::syntax;

    #[test]
    fn refusals_stand_at_the_words_that_they_are_about() {
        // The line, and the words at which it is refused.
        let rows = [
            (r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; cond "Volage SingleBox";"##, "Volage"),
            (r##"7k/8/5K2/8/8/8/8/RR4KR w HA - stip "#2"; cond "Circe";"##, "Circe"),
            (r##"7k/8/5K2/8/8/8/8/6R1 w - - stip "#2"; opt "NullMoves SetPlay";"##, "SetPlay"),
            (r##"7k/8/5K2/8/8/8/8/6R1 w - - title "On Volages"; stip "#2"; cond "Volage SingleBox";"##, "Volage"),
            (r##"7k/8/5K2/8/8/8/8/6R1 ? - - stip "ser-#2"; opt "WhiteToPlay";"##, "WhiteToPlay"),
        ];
        for (line, expected) in rows {
            let problem = syntax::line(line).0.expect(line);
            let error = Solver::default().solve(&problem).expect_err(line);
            let found = refusal(line, &problem, &error);
            assert_eq!(&line[found.span.clone()], expected, "{line}: {}", found.message);
        }
    }
}
