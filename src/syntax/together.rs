//! Checks the fields, stipulation and twins of a problem against each other, after each of these has been
//! parsed.

use super::diagnostic::Diagnostic;
use super::fields::{Fields, counters};
use super::findings::Findings;
use super::source::Span;
use crate::problem::{Problem, Single, Stipulation};
use crate::units::{Color, Goal};

/// Maximum number of twins. A problem with more twins is not checked here, except for the side to move of a structured
/// stipulation.
const MOST_TWINS: usize = 200;

/// Returns a diagnostic for a side to move that contradicts the stipulation, and one for a missing king if every goal
/// needs a king.
///
/// ```
/// use keymove::syntax::{contradictions, position, stipulation};
/// use keymove::problem::Problem;
/// let fen = "7k/8/5K2/8/8/8/8/6R1 w - -";
/// let (diagram, stipulation) = (position(fen).unwrap(), stipulation("h#2").unwrap());
/// let problem = Problem { diagram, stipulation: Some(stipulation), ..Problem::default() };
/// assert_eq!(contradictions(fen, &problem)[0].message, "`h#2` begins with Black, the field says White");
/// ```
pub fn contradictions(fen: &str, problem: &Problem) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let fields = Fields::split(fen, |_| false);
    counters(fen, fields.end, &mut findings);
    check(&fields, problem, &mut findings);
    findings.into_sorted()
}

pub(super) fn check(fields: &Fields, problem: &Problem, findings: &mut Findings) {
    let singles = singles(problem);
    check_side(problem, &singles, fields.side_span(), findings);
    // An error may have hidden the king.
    if !findings.has_errors() && is_without_kings(problem) {
        findings.error(|| no_king(fields.board_span()));
    }
}

/// Whether no man is royal although every goal of every twin needs a royal man.
pub(super) fn is_without_kings(problem: &Problem) -> bool {
    let singles = singles(problem);
    !singles.is_empty() && singles.iter().all(|single| is_mate_without_kings(&single.problem))
}

pub(super) fn no_king(span: Span) -> Diagnostic {
    Diagnostic::error(span, "there is no king on the board", "expected a king to be mated")
        .with_hint("if a king is meant to be missing, use the option NoWk or NoBk")
}

fn singles(problem: &Problem) -> Vec<Single> {
    if problem.twins.len() > MOST_TWINS {
        return Vec::new();
    }
    problem.singles().into_iter().flatten().collect()
}

/// Warns if the side to move of the diagram differs from the side that begins the stipulation. The difference may be
/// intended, or a program for games may have written the field. For a structured stipulation, the difference is an
/// error.
fn check_side(problem: &Problem, singles: &[Single], span: Span, findings: &mut Findings) {
    let Some(field) = problem.diagram.side_to_move else { return };
    if let Some(Stipulation::Structured { side, .. }) = problem.stipulation.as_ref().filter(|_| !problem.zeroposition)
        && field != *side
    {
        let message = format!("the stipulation begins with {}, but the field says otherwise", side.name());
        return findings.error(|| Diagnostic::error(span, message, format!("expected `{}` or `?`", side.letter())));
    }
    let Some((single, first)) = singles.iter().find_map(|single| Some((single, contradicted(&single.problem, field)?)))
    else {
        return;
    };
    findings.warning(|| {
        let stipulation = single.problem.stipulation.as_ref().map(ToString::to_string).unwrap_or_default();
        let place = if single.label.is_empty() { String::new() } else { format!("{} ", single.label) };
        let is_proof_game = single.problem.stipulation.as_ref().is_some_and(Stipulation::is_proof_game);
        let says = format!("the field says {}", field.name());
        let (message, hint) = match is_proof_game {
            true => (
                format!("{place}`{stipulation}` begins and ends with {} to move, {says}", first.name()),
                "a proof game always begins with White".to_string(),
            ),
            false => (
                format!("{place}`{stipulation}` begins with {}, {says}", first.name()),
                format!("as written, {} begins; write `?` to leave it to the stipulation", field.name()),
            ),
        };
        Diagnostic::warning(span, message, format!("expected `{}` or `?`", first.letter())).with_hint(hint)
    });
}

/// Returns the side that begins the play if it differs from `field`, the side to move as written; otherwise
/// `None`. In a proof game with an odd number of plies, the field may describe the diagram instead, so there is
/// no contradiction.
fn contradicted(problem: &Problem, field: Color) -> Option<Color> {
    let stipulation = problem.stipulation.as_ref()?;
    let first = match stipulation {
        Stipulation::Structured { side, .. } => *side,
        Stipulation::Traditional(traditional) if stipulation.is_proof_game() && traditional.half_moves % 2 == 1 => {
            return None;
        }
        Stipulation::Traditional(_) => stipulation.schedule(&problem.options).first_mover(),
    };
    (first != field).then_some(first)
}

/// Whether every goal concerns a king, but no man is royal, and no game or condition can make one royal.
fn is_mate_without_kings(problem: &Problem) -> bool {
    let (options, rules) = (&problem.options, &problem.rules);
    let is_meant = options.no_white_king || options.no_black_king || problem.diagram.invisible > 0;
    let Some(stipulation) = problem.stipulation.as_ref().filter(|_| !is_meant) else { return false };
    if rules.game().is_some() || !rules.conditions().is_empty() {
        return false;
    }
    let (mut goals, mut about_kings) = (0, 0);
    stipulation.schedule(options).play.for_each_goal(&mut |goal| {
        goals += 1;
        about_kings += i32::from(matches!(
            goal,
            Goal::Mate | Goal::Check | Goal::DoubleMate | Goal::CounterMate | Goal::AutoMate | Goal::StalemateMate
        ));
    });
    let is_royal = problem.diagram.placement.iter().any(|(_, unit)| unit.is_royal());
    goals > 0 && goals == about_kings && !is_royal
}

#[cfg(test)]
mod tests {
    use super::super::line;
    use crate::syntax::Diagnostic;

    #[test]
    fn fields_that_contradict_the_stipulation() {
        // Text after the board; expected finding: whether it is an error, its offset, its message.
        let board = "7k/8/5K2/8/8/8/8/6R1";
        type Said = (bool, usize, &'static str);
        let rows: [(&str, Option<Said>); 26] = [
            ("w - - stip \"h#2\";", Some((false, 0, "`h#2` begins with Black, the field says White"))),
            ("b - - stip \"h#2\";", None),
            ("? - - stip \"h#2\";", None),
            ("w - - stip \"h#2.5\";", None),
            ("b - - stip \"h#2.5\";", Some((false, 0, "`h#2.5` begins with White, the field says Black"))),
            ("b - - stip \"#2\";", Some((false, 0, "`#2` begins with White, the field says Black"))),
            ("w - - stip \"ser-h#2\";", Some((false, 0, "`ser-h#2` begins with Black, the field says White"))),
            ("b - - stip \"1->ser-#2\";", None),
            ("w - - stip \"1->ser-#2\";", Some((false, 0, "`1->ser-#2` begins with Black, the field says White"))),
            ("w - - stip \"hs#2\";", None),
            ("b - - stip \"hs#1.5\";", None),
            ("w - - stip \"h#2\"; opt \"WhiteToPlay\";", None),
            ("b - - stip \"h#2\"; opt \"Duplex\";", None),
            (
                "b - - stip \"h#2\"; twin \"b) stip #2\";",
                Some((false, 0, "b) `#2` begins with White, the field says Black")),
            ),
            ("w - - stip \"h#2\"; twin \"zeroposition a) stip #2\";", None),
            (
                "b - - sstip \"white 3a[#]d\";",
                Some((true, 0, "the stipulation begins with White, but the field says otherwise")),
            ),
            ("w - - sstip \"white - 5d[#]a\";", None),
            ("w - - stip \"dia4.5\";", None),
            ("b - - stip \"dia4.5\";", None),
            ("w - - stip \"dia4\";", None),
            (
                "b - - stip \"dia4\";",
                Some((false, 0, "`dia4` begins and ends with White to move, the field says Black")),
            ),
            ("w - - stip \"#2\"; twin \"b) remove f6; c) remove h8\";", None),
            ("w - - stip \"ser-x5\"; twin \"b) remove f6 h8\";", None),
            ("w - - stip \"h#2", Some((true, 11, "the string does not end"))),
            ("x - - stip \"h#2\";", Some((true, 0, "`x` is not a side to move"))),
            ("w - - stip \"h~2\"; sol \"1.Kf7\"", Some((false, 0, "`h~2` begins with Black, the field says White"))),
        ];
        for (rest, expected) in rows {
            let (_, found) = line(&format!("{board} {rest}"));
            let found = found.first().map(|d| (d.is_error(), d.span.start - board.len() - 1, d.message.as_str()));
            assert_eq!(found, expected, "{rest}");
        }
    }

    #[test]
    fn somebody_has_to_be_mated() {
        // Board, text after the fields, and whether there is an error.
        let rows = [
            ("8/8/8/8/8/8/8/6R1", "stip \"#2\";", true),
            ("8/8/8/8/8/8/8/6R1", "stip \"s#2\";", true),
            ("8/8/8/8/8/8/8/6Rx", "stip \"#2\";", true),
            ("8/8/8/8/8/8/8/6R1", "stip \"#2\"; opt \"NoBk\";", false),
            ("8/8/8/8/8/8/8/6R1", "stip \"ser-za8 2\";", false),
            ("8/8/8/8/8/8/8/6R1", "stip \"=2\";", false),
            ("8/8/8/8/8/8/8/6R1", "stip \"#2\"; cond \"LosingChess\";", false),
            ("8/8/8/8/8/8/8/6R1", "stip \"#2\"; twin \"b) add black Ka8\";", false),
            ("8/8/8/8/8/8/8/6R1", "stip \"#2\"; twin \"b) add black Qa8\";", true),
            ("8/8/8/8/8/8/8/{b:royal,Q}5R1", "stip \"#2\";", false),
            ("8/8/8/8/8/8/8/{b:K}5R1", "stip \"#2\";", false),
        ];
        for (board, rest, is_wrong) in rows {
            let (_, found) = line(&format!("{board} w - - {rest}"));
            let errors: Vec<_> = found.iter().filter(|d| Diagnostic::is_error(d)).map(|d| d.message.as_str()).collect();
            assert_eq!(errors.len(), usize::from(is_wrong), "{board} {rest}: {errors:?}");
        }
    }
}
