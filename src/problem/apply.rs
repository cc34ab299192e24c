//! Applies twins: turns each twin into a problem of its own, with a text that describes the change.

use super::men::Men;
use super::twin::{Change, Twin, label};
use super::{Problem, Stipulation};
use crate::conditions::Following;
use crate::units::{Castling, Diagram, Shape, Square, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// The diagram or a twin of a problem, as a separate problem without twins.
#[derive(Clone, PartialEq, Debug)]
pub struct Single {
    /// The label of the twin: `a)`, `b)`, `+c)`, and `z1)` after `z)`; empty if the problem has no twins.
    pub label: String,
    /// The text that describes the changes: `bPf2<-->wPh4`.
    pub changes: String,
    pub problem: Problem,
    /// The identities of the men of the position.
    pub men: Men,
}

/// A twin whose changes are impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTwin {
    /// The label of the twin, as in [`Single`].
    pub label: String,
    /// The reason why the changes are impossible: `there is no man on b1`.
    pub reason: String,
}

impl Problem {
    /// Returns the diagram and the twins as problems of their own, in order. A twin that continues an impossible twin
    /// is impossible too.
    pub fn singles(&self) -> Vec<Result<Single, BadTwin>> {
        let problem = Problem { twins: Vec::new(), zeroposition: false, ..self.clone() };
        let men = Men::at(self.diagram.placement.iter().map(|(square, _)| square));
        let mut original = Single { label: String::new(), changes: String::new(), problem, men };
        if self.twins.is_empty() {
            return vec![Ok(original)];
        }
        let mut singles = Vec::new();
        if !self.zeroposition {
            original.label = label(0, false);
            singles.push(Ok(original.clone()));
        }
        let mut previous = Ok(original.clone());
        for (i, twin) in self.twins.iter().enumerate() {
            let index = i + usize::from(!self.zeroposition);
            let label = label(index, twin.continued);
            let base = if twin.continued { previous.clone() } else { Ok(original.clone()) };
            let single = base.and_then(|base: Single| base.changed_by(twin, index));
            previous = match &single {
                Ok(single) => Ok(single.clone()),
                Err(_) => Err("it is based on a twin that cannot be made".to_string()),
            };
            singles.push(match single {
                Ok(single) => {
                    let problem = single.problem.without_new_castlings(&original.problem.diagram);
                    Ok(Single { label, problem, ..single })
                }
                Err(reason) => Err(BadTwin { label, reason }),
            });
        }
        singles
    }

    /// Removes castling rights that `original` does not have: a king or a rook that a twin has moved must not castle.
    fn without_new_castlings(mut self, original: &Diagram) -> Problem {
        let before = original.castlings_elsewhere();
        let now = self.diagram.castlings_elsewhere();
        if let Castling::Rooks(rooks) = &mut self.diagram.castling {
            rooks.retain(|rook| !now.iter().any(|castling| castling.2 == *rook && !before.contains(castling)));
        }
        self
    }

    /// Returns the problem with these changes made one after another, as a twin makes them.
    ///
    /// # Errors
    ///
    /// The reason why one of the changes is impossible.
    pub fn changed(&self, changes: &[Change]) -> Result<Problem, String> {
        let mut problem = self.clone();
        for change in changes {
            problem.change(change, &mut Men::default(), 0)?;
        }
        Ok(problem.without_new_castlings(&self.diagram))
    }
}

impl Single {
    /// Returns the position after the changes of a twin. `index` is the number of the twin, counted from 0.
    fn changed_by(mut self, twin: &Twin, index: usize) -> Result<Single, String> {
        let mut texts = Vec::new();
        let mut removed = BTreeSet::new();
        let added = twin.changes.iter().enumerate().filter_map(|(i, change)| match change {
            Change::Add(square, _) => Some((*square, i)),
            _ => None,
        });
        let last_added: BTreeMap<Square, usize> = added.collect();
        for (i, change) in twin.changes.iter().enumerate() {
            let text = self.problem.change(change, &mut self.men, index)?;
            // A man added on the square of a removed one is described as its replacement.
            match change {
                Change::Remove(square) => {
                    removed.insert(*square);
                    if last_added.get(square).is_none_or(|&added| added < i) {
                        texts.push(text);
                    }
                }
                Change::Add(square, _) if removed.contains(square) => {
                    texts.push(text.trim_start_matches('+').to_string());
                }
                // Popeye does not mention the number of invisible men.
                Change::Invisible(_) => {}
                _ => texts.push(text),
            }
        }
        Ok(Single { changes: texts.join("  "), ..self })
    }
}

impl Problem {
    /// Applies one change to the problem and to the identities of its men. Returns the text that describes the
    /// change, or the reason why it is impossible. `twin` is the index of the twin.
    fn change(&mut self, change: &Change, men: &mut Men, twin: usize) -> Result<String, String> {
        let leaves_men = matches!(change, Change::Invisible(_) | Change::Stipulation(_) | Change::Condition { .. });
        if self.diagram.beneath.is_some() && !leaves_men {
            return Err("twins that move men are not supported if there are men beneath others".to_string());
        }
        let placement = &mut self.diagram.placement;
        let named = Unit::to_problem_text;
        let missing = |square: &Square| format!("there is no man on {square}");
        Ok(match change {
            Change::Move(from, to) => {
                let unit = placement.take(*from).ok_or_else(|| missing(from))?;
                let replaced = placement.put(*to, unit);
                let man = men.take(*from);
                men.put(*to, man);
                let removal = replaced.map(|old| format!("-{}{to}  ", named(old))).unwrap_or_default();
                format!("{removal}{}{from}-->{to}", named(unit))
            }
            Change::Exchange(a, b) => {
                let (first, second) =
                    (placement.get(*a).ok_or_else(|| missing(a))?, placement.get(*b).ok_or_else(|| missing(b))?);
                placement.put(*a, second);
                placement.put(*b, first);
                let (on_a, on_b) = (men.take(*a), men.take(*b));
                men.put(*a, on_b);
                men.put(*b, on_a);
                format!("{}{a}<-->{}{b}", named(first), named(second))
            }
            Change::Remove(square) => {
                let unit = placement.take(*square).ok_or_else(|| missing(square))?;
                men.take(*square);
                format!("-{}{square}", named(unit))
            }
            Change::Add(square, unit) => {
                men.add(*square, twin);
                let plus = if placement.put(*square, *unit).is_none() { "+" } else { "" };
                format!("{plus}{}{square}", named(*unit))
            }
            Change::Substitute(old, new) => {
                *placement =
                    placement.map_units(|unit| if unit.piece == *old { Unit { piece: *new, ..unit } } else { unit });
                format!("{} ==> {}", old.def().code, new.def().code)
            }
            Change::PolishType => {
                *placement = placement
                    .map_units(|unit| if unit.is_neutral() { unit } else { Unit { color: !unit.color, ..unit } });
                "PolishType".to_string()
            }
            Change::Rotate(rotation) => {
                self.transform(men, rotation.exchanges_axes(), |square, shape| rotation.of(square, shape));
                format!("rotate {}", rotation.degrees())
            }
            Change::Mirror(mirror) => {
                self.transform(men, mirror.exchanges_axes(), |square, shape| mirror.of(square, shape));
                format!("mirror {}", mirror.squares())
            }
            Change::Shift(from, to) => {
                self.shift(*from, *to, men)?;
                format!("shift {from} ==> {to}")
            }
            Change::Invisible(number) => {
                self.diagram.invisible = *number;
                String::new()
            }
            Change::Stipulation(stipulation) => {
                self.stipulation = Some(stipulation.clone());
                match stipulation {
                    Stipulation::Traditional(traditional) => traditional.text.clone(),
                    Stipulation::Structured { side, text, .. } => format!("{} {text}", side.name()),
                }
            }
            Change::Condition { text, rules } => {
                let (game, own_pieces) = (self.rules.game().cloned(), self.rules.own_pieces().clone());
                self.rules = rules.clone().in_game(game).with_own_pieces(own_pieces);
                text.clone()
            }
        })
    }

    /// Moves all men, and the holes defined by conditions, by the vector from `from` to `to`. Returns an error if a man
    /// or a hole would leave the board.
    fn shift(&mut self, from: Square, to: Square, men: &mut Men) -> Result<(), String> {
        let placement = &mut self.diagram.placement;
        let (files, ranks) =
            (i32::from(to.file()) - i32::from(from.file()), i32::from(to.rank()) - i32::from(from.rank()));
        let shape = placement.shape().clone();
        let moved = |square: Square| square.offset(files, ranks).filter(|&s| shape.has(s));
        if let Some((square, _)) = placement.iter().find(|(square, _)| moved(*square).is_none()) {
            return Err(format!("shifting {from} to {to} takes the man on {square} off the board"));
        }
        *placement = placement.map_squares(|square| moved(square).unwrap_or(square));
        men.map_squares(|square| moved(square).unwrap_or(square));
        for hole in self.rules.squares_moved_by(Following::Shifts) {
            let off = || format!("shifting {from} to {to} takes the hole on {hole} off the board");
            *hole = moved(*hole).ok_or_else(off)?;
        }
        Ok(())
    }

    /// Rotates or reflects the board. `to` maps a square of a board of this shape; `turned` states whether files and
    /// ranks are exchanged.
    fn transform(&mut self, men: &mut Men, turned: bool, to: impl Fn(Square, &Shape) -> Square) {
        let placement = &self.diagram.placement;
        let old = placement.shape().clone();
        let map = |square: Square| to(square, &old);
        let shape = placement.shape();
        let shape = shape.mapped(turned, map);
        self.diagram.placement = placement.map_squares(map).with_shape(shape);
        men.map_squares(map);
        self.rules.squares_moved_by(Following::Turns).for_each(|square| *square = map(*square));
        self.diagram.en_passant = None;
        if let Castling::Rooks(_) = self.diagram.castling {
            self.diagram.castling = Castling::AtHome;
        }
    }
}
