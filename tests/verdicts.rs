//! Tests verdicts on small problems. The rows in `verdicts.txt` have problems with their verdicts.

use Verdict::{Invalid, Undecided};
use keymove::problem::Problem;
use keymove::report::popeye_text;
use keymove::solution::{
    Cut, Finding, FindingKind, FindingSeverity, Solution, Verdict, gathered, judge, settings_for_check,
};
use keymove::solve::Solver;
use keymove::syntax;

fn solved(line: &str) -> (Problem, Solution) {
    let (problem, errors) = syntax::line(line);
    assert_eq!(errors, [], "{line}");
    let problem = settings_for_check(&problem.expect(line));
    let solver = Solver { table_bytes: 1 << 20, ..Solver::default() };
    let solution = solver.solve(&problem).expect(line).solution;
    (problem, solution)
}

fn told(problem: &Problem, solution: &Solution) -> (Verdict, Vec<String>) {
    let judgement = judge(problem, solution);
    let texts = judgement.findings.iter().map(|finding| {
        let sign = match finding.severity {
            FindingSeverity::Error => "!",
            FindingSeverity::Warning => "?",
            FindingSeverity::Note => "~",
        };
        format!("{sign} {}", finding.full_text())
    });
    (judgement.verdict, texts.collect())
}

/// Checks that every row has its verdict, and that Keymove's own solution, given as the author's, is confirmed.
#[test]
fn verdicts_and_findings() {
    let rows = include_str!("verdicts.txt").lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    let rows: Vec<&str> = rows.collect();
    let problems: Vec<&[&str]> = rows.chunk_by(|_, next| next.starts_with(' ')).collect();
    assert!(problems.len() > 80, "{}", problems.len());
    for row in problems {
        let line = row[0];
        let (mut problem, solution) = solved(line);
        let (verdict, texts) = told(&problem, &solution);
        let found: Vec<String> = [verdict.name().to_string()].into_iter().chain(texts).collect();
        assert_eq!(found, row[1..].iter().map(|text| text.trim()).collect::<Vec<_>>(), "{line}");
        problem.intent.solution = Some(popeye_text(&solution));
        for text in told(&problem, &solution).1 {
            assert!(!text.contains("cook: ") || !problem.intent.counts.is_empty(), "{line}\n{text}");
            assert!(!text.contains("author's key") && !text.contains("author's line"), "{line}\n{text}");
        }
    }
}

/// Checks that the text for people lists and counts cooks together, and short solutions too. Other findings are
/// unchanged.
#[test]
fn cooks_are_listed_once() {
    // Rows of position and stipulation, and the findings for a reader with full lists and with shortened ones.
    let rows = [
        (r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##, &[][..], &[][..]),
        (
            r##"7k/5K2/8/8/8/8/R7/R7 w - - stip "#1";"##,
            &["cook: 1.Ra2-h2 is a second key"],
            &["cook: 1.Ra2-h2 is a second key"],
        ),
        (
            r##"5R2/3p4/8/3K4/k7/8/8/8 b - - stip "h#2";"##,
            &["2 cooks: 1.Ka4-a5 Kd5-c4 2.Ka5-a4 Rf8-a8; 1.Ka4-a5 Kd5-c5 2.d7-d5 Rf8-a8"],
            &["2 cooks: 1.Ka4-a5 Kd5-c4 2.Ka5-a4 Rf8-a8 and 1 more"],
        ),
        (
            r##"8/6K1/k7/n5R1/8/5p2/8/8 w - - stip "+3"; opt "MaxFlightsquares 1";"##,
            &["2 short solutions: 1.Rg5xa5 in 1 move; 1.Rg5-g6 in 1 move"],
            &["2 short solutions: 1.Rg5xa5 in 1 move and 1 more"],
        ),
    ];
    for (line, all, one) in rows {
        let (problem, solution) = solved(line);
        let findings = judge(&problem, &solution).findings;
        let told = |most| gathered(&findings, most).iter().map(Finding::full_text).collect::<Vec<_>>();
        assert_eq!(
            (told(usize::MAX), told(1)),
            (all.iter().map(|text| text.to_string()).collect(), one.iter().map(|text| text.to_string()).collect()),
            "{line}"
        );
    }
}

#[test]
fn what_cannot_be_solved_is_invalid() {
    let (mut problem, solution) = solved(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; sol "1.Rh1#";"##);
    problem.stipulation = None;
    assert_eq!(judge(&problem, &Solution::default()).verdict, Invalid);
    assert_eq!(judge(&problem, &solution).verdict, Invalid);
    let (problem, _) = syntax::line(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; twin "b) shift a1 h1";"##);
    let problem = problem.expect("a problem");
    let outcome = Solver::default().solve(&problem).expect("the other twin is solved");
    assert_eq!(judge(&problem, &outcome.solution).verdict, Invalid);
    assert_eq!(judge(&problem, &Solution::default()).verdict, Invalid);
}

#[test]
fn what_was_not_solved_is_undecided() {
    let (problem, _) = solved(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##);
    assert_eq!(judge(&problem, &Solution::default()).verdict, Undecided);
}

#[test]
fn findings_have_their_path() {
    let (problem, solution) = solved(r##"1k6/4P3/2K5/8/8/7P/2p5/8 w - - stip "#3";"##);
    let finding = judge(&problem, &solution).findings.remove(0);
    let squares: Vec<String> = finding.path.iter().map(|record| format!("{}{}", record.from, record.to)).collect();
    assert_eq!(squares, ["e7e8", "b8a7", "e8e7"]);
}

#[test]
fn thousands_of_cooks_are_counted() {
    let (problem, solution) = solved(r##"7k/8/8/8/8/8/8/KQQ5 b - - stip "h#3"; opt MaxSolutions 500;"##);
    let judgement = judge(&problem, &solution);
    assert!(judgement.findings.len() < 100, "{}", judgement.findings.len());
    let cooks: usize = judgement.findings.iter().filter(|f| f.kind == FindingKind::Cook).map(|f| f.count).sum();
    let rest = judgement.findings.iter().find(|finding| finding.text.starts_with("cook: ") && finding.count > 1);
    let rest = rest.expect("what is only counted");
    assert_eq!((cooks, rest.text.clone()), (40 + rest.count, format!("cook: {} more", cooks - 40)));
}

#[test]
fn kinds_have_names_for_programs() {
    let slugs: Vec<&str> = FindingKind::slugs().collect();
    for (i, slug) in slugs.iter().enumerate() {
        assert!(slug.bytes().all(|c| c.is_ascii_lowercase() || c == b'-'), "{slug}");
        assert_eq!(slugs.iter().position(|other| other == slug), Some(i), "{slug}");
        assert!(FindingKind::name_of(slug).is_some_and(|name| !name.is_empty()), "{slug}");
    }
    assert_eq!(FindingKind::Undecided(Cut::Memory).slug(), "undecided");
}

#[test]
fn any_text_of_an_author_is_answered() {
    let lines = [
        r##"8/3P4/8/8/p3P3/k1K5/8/8 w - - stip "#3"; opt setplay try;"##,
        r##"5R2/3p4/8/3K4/k7/8/8/8 b - - stip "h#2"; opt setplay;"##,
    ];
    let parts = [
        "1.", "1...", "2.", "2...", "3.", "d8=Q", "Ka2", "Ka5", "Kc4", "~", "K~", "(", ")", "[", "]", ";", ",", "!",
        "?", "*", "a)", "b)", "threat:", ">", "Ta8", "zz", "{", "}", "é", "…", " ", "\n", "0-0", "e.p.", "but",
        "Qd8-b6", "Kb1",
    ];
    let mut state = 1u64;
    for line in lines {
        let (mut problem, solution) = solved(line);
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..30 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text.push_str(parts[(state >> 33) as usize % parts.len()]);
            }
            problem.intent.solution = Some(text);
            let _ = judge(&problem, &solution);
        }
    }
}
