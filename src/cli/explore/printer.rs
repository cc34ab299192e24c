//! Prints the variants that were found for each base: those with the result that was looked for.

use super::args::{Show, What};
use super::progress::grouped;
use super::task::Task;
use crate::cli::inputs;
use crate::explore::{Chunk, Rank, Status, Variant, Wanted, board_maps, material, ranked, stated};
use crate::problem::{Heading, Intent, Problem};
use crate::report::{
    BoardStyle, ManDrawings, PageKind, PageProblem, ProblemInfo, TextStyle, finding_json, map_svg, map_text, maps_page,
};
use crate::solution::{Judgement, Solution, gathered, judge, settings_for_check};
use crate::solve::Solver;
use crate::syntax;
use serde_json::{Value, json};
use std::io::{self, Write};

pub struct Printer<'a> {
    what: &'a What,
    show: Show,
    /// Whether board maps are drawn as pictures.
    is_svg: bool,
    out: &'a mut dyn Write,
    drawn: ManDrawings,
    /// The last lines of a page, with the counts for each base.
    summary: String,
    maps: usize,
}

/// A variant that was found. It is solved again, because only its number is kept until the output.
struct Shown {
    rank: Rank,
    variant: Variant,
    /// The problem as it is printed, with an id of its own. If the author's solution of the base does not apply to it,
    /// it has the moves that were found as the author's solution.
    problem: Problem,
    solution: Solution,
    /// The keys or the lines of the solution.
    moves: Vec<String>,
}

/// A remark on bases that show something about the game before the diagram.
const RETRO: &str = "retro: men may be needed for the history of the game";

/// The largest number of solutions that a line of the list shows.
const MOST_MOVES: usize = 4;

impl<'a> Printer<'a> {
    pub fn new(what: &'a What, show: Show, is_svg: bool, out: &'a mut dyn Write) -> Printer<'a> {
        Printer { what, show, is_svg, out, drawn: ManDrawings::new(), summary: String::new(), maps: 0 }
    }

    pub fn head(&mut self) -> io::Result<()> {
        if self.show == Show::Page { self.out.write_all(PageKind::Html.head().as_bytes()) } else { Ok(()) }
    }

    pub fn foot(&mut self) -> io::Result<()> {
        if self.show == Show::Page {
            return self.out.write_all(PageKind::Html.foot(&self.summary, &self.drawn).as_bytes());
        }
        if self.show == Show::Board && self.maps == 0 {
            let text =
                "no board map: a map needs single moves or additions of men, one stipulation and one set of conditions";
            return Err(io::Error::other(text));
        }
        Ok(())
    }

    /// Prints what is wrong with an unsound base, before its variants are judged. Prints nothing for other bases.
    ///
    /// Lines of problems and board maps have no place for it, so standard error gets it there.
    pub fn unsound(&mut self, task: &Task, place: &str) -> io::Result<()> {
        let Some((solution, judgement)) = &task.unsound else { return Ok(()) };
        match self.show {
            Show::List => writeln!(self.out, "{}: {}", named(task, place), faults(judgement))?,
            Show::Epd | Show::Board => {
                super::complain(&format!("note: {}: {}\n", super::name(task, place), faults(judgement)));
            }
            Show::Jsonl => {
                let findings: Vec<Value> = judgement.findings.iter().map(finding_json).collect();
                let line = json!({
                    "format": "keymove-explore-base-1",
                    "base": task.id(),
                    "place": place,
                    "problem": syntax::epd(&task.base),
                    "verdict": judgement.verdict.name(),
                    "findings": findings,
                });
                writeln!(self.out, "{line}")?;
            }
            Show::Page => self.article(&task.base, (solution, judgement), place)?,
        }
        self.out.flush()
    }

    /// Prints the variants that were found for a base, and the number of variants by result.
    pub fn base(&mut self, task: &Task, chunk: &Chunk, place: &str) -> io::Result<()> {
        if self.show == Show::Board {
            return self.maps(task, chunk);
        }
        let (best, number) = ranked(&task.space, &chunk.finds, self.what.common().best);
        let shown: Vec<Shown> = best.into_iter().map(|(rank, variant)| self.shown(task, rank, variant)).collect();
        match self.show {
            Show::List => self.list(task, chunk, (&shown, number), place)?,
            Show::Epd if number == 0 => {
                let all = grouped(chunk.judged());
                let name = super::name(task, place);
                super::complain(&format!("note: {name}: 0 found among {all} variants: {}\n", counts(task, chunk)));
            }
            Show::Epd => shown.iter().try_for_each(|one| writeln!(self.out, "{}", syntax::epd(&one.problem)))?,
            Show::Jsonl => self.json(task, chunk, (&shown, number), place)?,
            Show::Page => self.page(task, chunk, (&shown, number), place)?,
            Show::Board => {}
        }
        if self.what.common().undecided {
            for &number in &chunk.undecided {
                let Some(variant) = task.space.variant(number) else { continue };
                let changes = syntax::changes(&variant.changes);
                super::complain(&format!("note: undecided: {changes}\n --> {place}\n"));
            }
        }
        self.out.flush()
    }

    fn shown(&self, task: &Task, rank: Rank, variant: Variant) -> Shown {
        let written = settings_for_check(&task.standard.written(&variant));
        // The variant was solved before, so it can be solved again.
        let solution = Solver::default().solve(&written).map(|outcome| outcome.solution).unwrap_or_default();
        let moves = stated(&solution);
        let (heading, intent) = (&task.base.heading, &task.standard.written(&variant).intent);
        let name = heading.id.clone().unwrap_or_else(|| self.what.name().to_string());
        let more = match (self.what.wanted(), task.is_retro) {
            (Wanted::Same | Wanted::Stated, false) => ", same solution",
            (Wanted::Same | Wanted::Stated, true) => &format!(", same solution; {RETRO}"),
            _ => "",
        };
        let remark = format!("explore: {}; {} men{more}", syntax::changes(&variant.changes), rank.men);
        let lines = solution.lines().count();
        let intent = Intent {
            solution: intent.solution.clone().or_else(|| Some(moves.join(" "))).filter(|text| !text.is_empty()),
            counts: if intent.counts.is_empty() && lines > 1 { vec![lines as u32] } else { intent.counts.clone() },
            twin_counts: Vec::new(),
            themes: Vec::new(),
        };
        let heading =
            Heading { id: Some(format!("{name}/{}", variant.number)), remarks: vec![remark], ..Heading::default() };
        let problem = Problem { heading, intent, ..variant.problem.clone() };
        Shown { rank, variant, problem, solution, moves }
    }

    fn list(&mut self, task: &Task, chunk: &Chunk, found: (&[Shown], usize), place: &str) -> io::Result<()> {
        let (shown, number) = found;
        writeln!(self.out, "{}: {number} found among {} variants", named(task, place), grouped(chunk.judged()))?;
        if task.is_retro && number > 0 {
            writeln!(self.out, "  {RETRO}")?;
        }
        let changes = |one: &Shown| syntax::changes(&one.variant.changes);
        let width = shown.iter().map(|one| changes(one).chars().count()).max().unwrap_or(0);
        let is_same = matches!(self.what.wanted(), Wanted::Same | Wanted::Stated);
        for (i, one) in shown.iter().enumerate() {
            let duals = match one.rank.duals {
                0 => String::new(),
                1 => "  1 dual".to_string(),
                n => format!("  {n} duals"),
            };
            let moves = if is_same { String::new() } else { format!("  {}", some(&one.moves)) };
            let line = format!("{:4}  {:width$}  {} men{duals}{moves}", i + 1, changes(one), one.rank.men);
            writeln!(self.out, "{}", line.trim_end())?;
        }
        if number > shown.len() {
            writeln!(self.out, "      and {} more; --best {number} shows all", number - shown.len())?;
        }
        if is_same && task.has_unstated_tries && number > 0 {
            writeln!(self.out, "  tries were not compared: neither `sol` nor an option mentions them")?;
        }
        writeln!(self.out, "  {}", counts(task, chunk))
    }

    fn json(&mut self, task: &Task, chunk: &Chunk, found: (&[Shown], usize), place: &str) -> io::Result<()> {
        let (shown, number) = found;
        for one in shown {
            let placement = &one.problem.diagram.placement;
            let line = json!({
                "format": "keymove-explore-find-1",
                "base": task.id(),
                "place": place,
                "number": one.variant.number,
                "changes": syntax::changes(&one.variant.changes),
                "steps": one.rank.steps,
                "problem": syntax::epd(&one.problem),
                "men": one.rank.men,
                "material": material(placement),
                "duals": one.rank.duals,
                "retro": task.is_retro,
                "solution": one.moves,
            });
            writeln!(self.out, "{line}")?;
        }
        let counts: serde_json::Map<String, Value> = Status::ALL
            .into_iter()
            .filter_map(|status| {
                Some((serde_json::to_value(status).ok()?.as_str()?.to_string(), json!(chunk.count(status))))
            })
            .collect();
        let line = json!({
            "format": "keymove-explore-counts-1",
            "base": task.id(),
            "place": place,
            "variants": chunk.judged(),
            "found": number,
            "counts": counts,
            "not_judged": not_judged(task, chunk),
        });
        writeln!(self.out, "{line}")
    }

    fn page(&mut self, task: &Task, chunk: &Chunk, found: (&[Shown], usize), place: &str) -> io::Result<()> {
        let (shown, number) = found;
        // A typed position is the only base, so its changes are enough of a name.
        let is_typed = inputs::is_typed(&self.what.common().given) && task.id().is_empty();
        let name =
            |text: &str| if is_typed { text.to_string() } else { format!("{}: {text}", super::name(task, place)) };
        let maps = board_maps(&task.space, &chunk.statuses);
        if !maps.is_empty() {
            let heading = if is_typed { "Board maps".to_string() } else { name("board maps") };
            self.out.write_all(maps_page(&heading, &maps, &task.base).as_bytes())?;
        }
        for one in shown {
            let judgement: Judgement =
                judge(&settings_for_check(&one.problem), &one.solution).allowing_duals(&one.solution);
            // The id is shown in the overview of the page. The search of the page finds the changes in it.
            let changes = syntax::changes(&one.variant.changes);
            let heading = Heading { id: Some(name(&changes)), ..one.problem.heading.clone() };
            let problem = Problem { heading, ..one.problem.clone() };
            self.article(&problem, (&one.solution, &judgement), place)?;
        }
        let found = format!("{number} found among {} variants", grouped(chunk.judged()));
        let line = format!("{}: {found}; {}\n", super::name(task, place), counts(task, chunk));
        self.summary.push_str(&line);
        Ok(())
    }

    /// Prints a solved problem on the page.
    fn article(&mut self, problem: &Problem, solved: (&Solution, &Judgement), place: &str) -> io::Result<()> {
        let (solution, judgement) = solved;
        let about = ProblemInfo { place: place.to_string(), seconds: None, no_id: false };
        let style = TextStyle { board: BoardStyle::None, ..TextStyle::default() };
        let shown = PageProblem { problem, solution, judgement, themes: None, style, board: BoardStyle::Svg };
        self.out.write_all(PageKind::Html.solved(&about, shown, &mut self.drawn).as_bytes())
    }

    fn maps(&mut self, task: &Task, chunk: &Chunk) -> io::Result<()> {
        for map in board_maps(&task.space, &chunk.statuses) {
            self.maps += 1;
            if !self.is_svg {
                let gap = if self.maps > 1 { "\n" } else { "" };
                write!(self.out, "{gap}{}", map_text(&map))?;
            } else if self.maps == 1 {
                self.out.write_all(map_svg(&map, &task.base).as_bytes())?;
            } else {
                let text = "for more than one board map, use --show page, or name a single man with --by and --at";
                return Err(io::Error::other(text));
            }
        }
        Ok(())
    }
}

/// Returns the id and the place of a base, or its place alone.
fn named(task: &Task, place: &str) -> String {
    if task.id().is_empty() { place.to_string() } else { format!("{} ({place})", task.id()) }
}

/// Returns the verdict on an unsound base with the number of its errors, and a line for each finding as `keymove check
/// --verbose` prints it.
fn faults(judgement: &Judgement) -> String {
    let errors: usize = judgement.findings.iter().filter(|one| one.is_error()).map(|one| one.count).sum();
    let number = match errors {
        0 => String::new(),
        1 => ", 1 error".to_string(),
        n => format!(", {} errors", grouped(n as u64)),
    };
    let mut text = format!("{}{number}", judgement.verdict.name());
    for finding in gathered(&judgement.findings, usize::MAX) {
        text.push_str(&format!("\n  {}: {}", finding.severity.word(), TextStyle::default().finding(&finding)));
    }
    text
}

/// Returns the number of variants with each result, as text: `14 sound, 3 cooked`. Variants that were not judged, after
/// an interruption or because of a limit, are counted too.
fn counts(task: &Task, chunk: &Chunk) -> String {
    if task.space.is_empty() {
        return "none of these changes can be made".to_string();
    }
    let counts = chunk.by_status().map(|(status, count)| format!("{} {}", grouped(count), status.words()));
    let mut counts: Vec<String> = counts.collect();
    match not_judged(task, chunk) {
        0 => {}
        left => counts.push(format!("{} not judged", grouped(left))),
    }
    counts.join(", ")
}

/// Returns the number of variants that the run has not judged.
fn not_judged(task: &Task, chunk: &Chunk) -> u64 {
    task.space.len().saturating_sub(chunk.counts.values().sum())
}

/// Returns the first [`MOST_MOVES`] solutions of a list and the number of the others, as text.
fn some(moves: &[String]) -> String {
    let more = moves.len().saturating_sub(MOST_MOVES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", moves[..moves.len().min(MOST_MOVES)].join("  "))
}
