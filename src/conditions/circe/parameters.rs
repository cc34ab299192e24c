//! Parses the variants of Circe and checks their combinations.

use super::super::Condition;
use super::super::einstein::{stronger, weaker};
use super::super::rebirth::{AsWhat, BasePlace, Event, Occupied, Rebirth, Several, Subject, Where, includes_kings};
use super::kamikaze::KamikazeReborn;
use super::reborn::{Circe, Until, Waiting};
use crate::fairy::stages::{CheckRule, Moment};
use crate::fairy::{FairyPosition, RuleBook};
use crate::units::{Color, Traits};

/// Variants that cannot be combined with the variant April: with them, Popeye changes which men are reborn, or where.
const UNSETTLED_IN_APRIL: [&str; 4] = ["Mirror", "Couscous", "Einstein", "ReversalEinstein"];

pub fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let said = |variant: &str| condition.says(variant);
    let has = |variant: &str| {
        said(variant)
            || match variant {
                "Equipollents" | "LastMove" => said("Parrain") || said("ContraParrain"),
                "Mirror" => said("ContraParrain"),
                _ => false,
            }
    };
    let kings = includes_kings(has, false)?;
    let place = Where::of(has)?;
    if !condition.pieces.is_empty() && !has("Chameleon") && !has("April") {
        return Err("only `Chameleon` and `April` take a list of pieces".into());
    }
    if has("April") && condition.pieces.is_empty() {
        return Err("`April` needs a list of the pieces that are reborn".into());
    }
    if let (true, Some(other)) = (has("April"), UNSETTLED_IN_APRIL.into_iter().find(|other| has(other))) {
        return Err(format!("no rule says how men are reborn with both `April` and `{other}`"));
    }
    if has("Chameleon") && has("April") {
        return Err("`Chameleon` and `April` cannot be used together".into());
    }
    let occupied = match Occupied::of(has, place)? {
        // With `April`, a man that can be reborn must be reborn. `Super` makes this optional, except in AprilChess.
        None | Some(Occupied::Relaxed) if has("April") && (!has("Super") || condition.def.name == "AprilChess") => {
            Occupied::Strict
        }
        said => said.unwrap_or(Occupied::Relaxed),
    };
    let circe = Circe {
        kings,
        place,
        of_capturer: has("Couscous"),
        occupied,
        as_what: AsWhat::of(condition, has, weaker, stronger)?,
        turncoat: has("Turncoats"),
        only: if has("April") { condition.pieces.clone() } else { Vec::new() },
        waiting: waiting(has, book)?,
    };
    if circe.waiting.is_some() && occupied == Occupied::Strict {
        return Err("no rule says which captures are legal if men are reborn later".into());
    }
    if circe.waiting.is_some() && (circe.of_capturer || circe.clones() || matches!(circe.place, Where::Among(_))) {
        return Err(
            "no rule says how men are reborn later with a choice of squares or another man's piece or square".into()
        );
    }
    if let (Occupied::Assassin, Where::On(rebirth), false) = (circe.occupied, circe.place, circe.of_capturer) {
        book.stages.checks.push(Box::new(Assassination(rebirth)));
    }
    if book.diagram.iter().any(|(_, unit)| unit.traits.has(Traits::KAMIKAZE)) {
        let is_plain = matches!(circe.as_what, AsWhat::Itself)
            && matches!(occupied, Occupied::Relaxed | Occupied::Strict)
            && circe.waiting.is_none()
            && !circe.of_capturer
            && !circe.turncoat;
        match circe.place {
            Where::On(rebirth) if is_plain => book.stages.follow(Moment::CapturerReborn, KamikazeReborn(rebirth)),
            _ => return Err("no rule says how kamikaze men are reborn with these variants".into()),
        }
    }
    let first_rank = book.geometry.row(0).or(&book.geometry.row(book.geometry.ranks - 1));
    match circe.place {
        Where::On(rebirth) => {
            // A pawn reborn on its first rank moves on from there, step by step.
            if rebirth.place == BasePlace::Equipollents {
                book.geometry.first_rank = first_rank;
            }
        }
        // Whether a king could move depends on whether it could be captured, and so on without end.
        Where::Among(Several::Cages) if circe.kings => return Err("no rule says when a king counts as caged".into()),
        // A caged pawn moves from its first rank too.
        Where::Among(Several::Cages) => book.geometry.first_rank = first_rank,
        Where::Among(_) => {}
    }
    circe.place.prepare(book);
    occupied.prepare(book);
    book.stages.checks_are_played |= circe.kings || occupied == Occupied::Strict;
    book.stages.follow(Moment::Reborn, circe);
    Ok(())
}

fn waiting(has: impl Fn(&str) -> bool, book: &mut RuleBook) -> Result<Option<Waiting>, String> {
    let until = match (has("WaitCapture"), has("LastMove")) {
        (true, true) => return Err("`WaitCapture` and `LastMove` cannot be used together".into()),
        (true, false) => Until::NextCapture,
        (false, true) => Until::NextMove,
        (false, false) => return Ok(None),
    };
    let [man, square, origin] = std::array::from_fn(|_| book.stages.slot(0));
    if matches!(until, Until::NextMove) {
        book.waiting = Some([man, square, origin]);
        // The ply after the capture is the null move, so the man is not reborn with a later one.
        book.stages.lapsing.extend([man, square, origin].map(|slot| (slot, 0)));
    }
    Ok(Some(Waiting { until, man, square, origin }))
}

/// Assassin: a king is also in check if a man of its own side could be captured and reborn on the king's square.
struct Assassination(Rebirth);

impl CheckRule for Assassination {
    fn is_check(&self, position: &FairyPosition, side: Color, attacked: bool) -> bool {
        let royals = position.board().royals(side);
        attacked
            || position.board().of(side).iter().any(|sq| {
                let man = position.board().man(sq);
                let home =
                    self.0.square(position.book(), Subject { man, side, origin: position.origin(sq) }, Event::none(sq));
                !man.is_royal() && home.is_some_and(|home| royals.has(home)) && position.is_attacked(sq, !side)
            })
    }
}
