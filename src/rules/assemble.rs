use super::RuleSet;
use super::combinations::{Assembled, refused, refused_with_men, unverified, unverified_with_men};
use super::conflict::Conflict;
use crate::conditions::{CONDITIONS, Condition, HOLE};
use crate::fairy::stages::Source;
use crate::fairy::{RuleBook, from_square, null_move};
use crate::games;
use crate::units::{Diagram, Square};
use std::borrow::Cow;

/// Makes the rule book of the fairy engine from the rules of a problem and its diagram.
///
/// # Errors
///
/// The conflict, if rules cannot be combined or do not suit the diagram.
///
/// ```
/// use keymove::{rules::assemble, syntax};
/// let diagram = syntax::position("4k3/8/8/8/8/8/8/4K3 w - -").unwrap();
/// let rules = syntax::conditions("SingleBox Volage").unwrap();
/// assert_eq!(
///     assemble(&diagram, &rules).err().unwrap().to_string(),
///     "`SingleBox` cannot be combined with `Volage`: no rule says what goes back into the box when a move also \
///      changes other men"
/// );
/// ```
pub fn assemble(diagram: &Diagram, rules: &RuleSet) -> Result<RuleBook, Conflict> {
    let (book, unverified) = assemble_unverified(diagram, rules)?;
    unverified.into_iter().next().map_or(Ok(book), Err)
}

/// Like [`assemble`], but also accepts unverified combinations of rules. Returns the rule book and the conflicts of
/// these combinations.
///
/// # Errors
///
/// The conflict, if rules contradict each other, are not defined together, or do not suit the diagram.
pub fn assemble_unverified(diagram: &Diagram, rules: &RuleSet) -> Result<(RuleBook, Vec<Conflict>), Conflict> {
    let (book, conflicts) =
        put_together(diagram, rules).map_err(|conflict| narrowed(diagram, rules).unwrap_or(conflict))?;
    if conflicts.is_empty() || rules.conditions().len() < 3 {
        return Ok((book, conflicts));
    }
    let mut of_parts: Vec<Conflict> = Vec::new();
    let of_part = |part| put_together(diagram, &part).map_or_else(|_| Vec::new(), |(_, conflicts)| conflicts);
    for conflict in parts(rules).flat_map(of_part) {
        if !of_parts.contains(&conflict) {
            of_parts.push(conflict);
        }
    }
    Ok((book, if of_parts.is_empty() { conflicts } else { of_parts }))
}

/// Returns the conflict of the first condition that is refused by itself or, if there is none, of the first pair of
/// conditions that is refused. Returns `None` if only all conditions together are refused.
fn narrowed(diagram: &Diagram, rules: &RuleSet) -> Option<Conflict> {
    let conflict = |part: RuleSet| put_together(diagram, &part).err().map(|conflict| conflict.at(part.conditions()));
    std::iter::once(rules.with_only([])).chain(parts(rules)).find_map(conflict)
}

/// Returns rule sets that have only a part of the conditions: first each condition alone, then each pair.
fn parts(rules: &RuleSet) -> impl Iterator<Item = RuleSet> + '_ {
    let conditions = rules.conditions();
    let alone = conditions.iter().map(|one| rules.with_only([one]));
    let pairs = conditions
        .iter()
        .enumerate()
        .flat_map(move |(i, one)| conditions[i + 1..].iter().map(move |other| rules.with_only([one, other])));
    alone.chain(pairs)
}

/// Makes the rule book, and returns it with the conflicts of unverified combinations. Returns the first conflict as an
/// error if rules cannot be combined or do not suit the diagram.
fn put_together(diagram: &Diagram, rules: &RuleSet) -> Result<(RuleBook, Vec<Conflict>), Conflict> {
    let shape = diagram.placement.shape();
    let mut book = RuleBook::new(diagram, games::geometry(shape, rules.game()), rules.own_pieces().clone())?;
    if let Some(game) = rules.game() {
        if *shape != (game.def.shape)() {
            return Err(format!("{} is played on {}, not on {shape}", game.def.name, (game.def.shape)()).into());
        }
        book.stages.by(Source::Game);
        (game.def.install)(game, diagram, &mut book);
    }
    let castles_elsewhere = book.geometry.add_castlings_elsewhere(diagram);
    if castles_elsewhere && (!rules.conditions().is_empty() || rules.game().is_some()) {
        let conflict =
            Conflict::from("such castling is defined only for chess without conditions").between(rules.conditions());
        return Err(conflict.and("castling from unusual squares".into()));
    }
    for condition in in_order(rules) {
        if let Some(missing) = condition.missing() {
            return Err(missing.into());
        }
        if let Some(stranger) = condition.squares.iter().find(|&&square| !shape.has(square)) {
            return Err(format!("`{stranger}` is not a square of the board").into());
        }
        refused_with_men(condition, diagram)?;
        book.stages.by(Source::Condition(condition.def.name));
        (condition.def.install)(condition, &mut book)?;
    }
    book.settle()?;
    if rules.game().is_some() || castles_elsewhere {
        book.only_chooses = None;
    }
    let judged = with_holes(rules, diagram)?;
    let assembled = Assembled::new(&judged, diagram, &book);
    refused(&assembled)?;
    let mut conflicts = judged.unverified_pairs();
    conflicts.extend(judged.conditions().iter().filter_map(|condition| unverified_with_men(condition, diagram)));
    conflicts.extend(unverified(&assembled));
    if rules.has_null_moves() {
        null_move::install(&mut book);
        book.settle()?;
        book.only_chooses = None;
    }
    match diagram.placement.iter().find(|(square, _)| !book.geometry.has(from_square(*square))) {
        Some((square, _)) => Err(format!("the board has no square {square}").into()),
        None => Ok((book, conflicts)),
    }
}

/// Returns the rules with the condition Hole for the squares that the board of the diagram lacks. So a square that is
/// missing in the diagram (`{}`) is judged like a square that the condition removes.
///
/// # Errors
///
/// The conflict, if the rules have a condition that cannot be combined with Hole.
fn with_holes<'a>(rules: &'a RuleSet, diagram: &Diagram) -> Result<Cow<'a, RuleSet>, Conflict> {
    let missing: Vec<Square> = diagram.placement.shape().missing().collect();
    if missing.is_empty() || rules.game().is_some() {
        return Ok(Cow::Borrowed(rules));
    }
    let mut judged = rules.clone();
    judged.add(Condition { squares: missing, ..Condition::new(&HOLE) })?;
    Ok(Cow::Owned(judged))
}

/// Returns the conditions in the order of the table of conditions, so that the order of the input does not matter.
fn in_order(rules: &RuleSet) -> Vec<&Condition> {
    let mut conditions: Vec<&Condition> = rules.conditions().iter().collect();
    conditions.sort_by_key(|condition| CONDITIONS.iter().position(|def| def.name == condition.def.name));
    conditions
}
