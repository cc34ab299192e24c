//! Table of the rules that cannot be combined, and of combinations whose solution is unverified. Each row has a reason.
//!
//! * `rows`: rules that contradict each other, or whose interaction no rule defines.
//! * `compared`: conditions with which Keymove's answers agree with Popeye's if the condition is alone or combined with
//!   a few listed ones. Other combinations have not been compared.
//! * `differs`: conditions whose answers differ from Popeye's in random problems.
//!
//! A row finds a condition by its meaning, under whatever name it is written (`identity`). Properties of all rules
//! together are named functions of the rule book (`assembled`); none of them counts the objects that conditions have
//! put into it.

mod assembled;
mod compared;
mod differs;
mod identity;
mod rows;

pub use assembled::Assembled;

use super::conflict::Conflict;
use crate::conditions::Condition;
use crate::units::{Color, Diagram, Square, Traits, Unit};
use differs::{ATTRIBUTES, COUNTED, NULL_MOVES, OF_ROYAL_MEN, PAIRS};
use identity::ConditionIdentity;
use rows::{COMPARED_WITH, NOT_CONFIRMED, REFUSED};

/// A row of the table: two [`Party`]s that cannot be combined, or whose combination is not verified.
struct Row {
    one: Party,
    other: Party,
    kind: Kind,
    reason: &'static str,
    /// Whether the row applies only if both conditions hold for the same side.
    for_one_side: bool,
}

/// The kind of conflict in a row, which decides how the text of the reason is completed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The rules contradict each other, as the text of the reason says.
    Contradictory,
    /// No rule and no program defines how the rules interact. The text of the reason is the open question.
    Undefined,
    /// No other program confirms Keymove's answer to the open question, which is the text of the reason. Such problems
    /// are solved on request, with a warning.
    NotConfirmed,
}

/// One of the two parties in a row: some conditions, or a property of the rules or of the diagram.
enum Party {
    /// One of the conditions with these names, as [`ConditionIdentity::is`] reads them.
    Conditions(&'static [&'static str]),
    Families(&'static [&'static str]),
    /// Any condition with this variant.
    Variant(&'static str),
    /// A man of the diagram with this property.
    Men(fn(Unit) -> bool),
    /// Another property of the diagram, with a name for use in messages.
    Diagram(fn(&Assembled) -> bool, &'static str),
    /// A property of the rules of the problem as a whole.
    Rules(fn(&Assembled) -> bool),
}

const NOT_COMPARED: &str = "their combination has not been compared with another program";

impl Row {
    const fn contradictory(one: Party, other: Party, reason: &'static str) -> Row {
        Row { one, other, kind: Kind::Contradictory, reason, for_one_side: false }
    }

    const fn undefined(one: Party, other: Party, reason: &'static str) -> Row {
        Row { kind: Kind::Undefined, ..Row::contradictory(one, other, reason) }
    }

    const fn not_confirmed(one: Party, other: Party, reason: &'static str) -> Row {
        Row { kind: Kind::NotConfirmed, ..Row::contradictory(one, other, reason) }
    }

    fn conflict(&self) -> Conflict {
        match self.kind {
            Kind::Contradictory => Conflict::from(self.reason),
            Kind::Undefined => Conflict::from(format!("no rule says {}", self.reason)),
            Kind::NotConfirmed => Conflict::unverified(format!("no program confirms {}", self.reason)),
        }
    }

    fn is_about(&self, one: &ConditionIdentity, other: &ConditionIdentity) -> bool {
        let sides = [one, other].map(|it| it.condition.def.sides);
        let share_a_side = || Color::ALL.into_iter().any(|side| sides.iter().all(|of| of.has(side)));
        (self.one.is(one) && self.other.is(other) || self.one.is(other) && self.other.is(one))
            && (!self.for_one_side || share_a_side())
    }
}

impl Party {
    fn is_condition(&self) -> bool {
        matches!(self, Party::Conditions(_) | Party::Families(_))
    }

    fn is(&self, condition: &ConditionIdentity) -> bool {
        match self {
            Party::Conditions(names) => names.iter().any(|name| condition.is(name)),
            Party::Families(families) => families.contains(&condition.condition.def.family),
            Party::Variant(name) => condition.condition.says(name),
            Party::Men(_) | Party::Diagram(..) | Party::Rules(_) => false,
        }
    }

    fn takes_part(&self, assembled: &Assembled) -> bool {
        match self {
            Party::Conditions(_) | Party::Families(_) | Party::Variant(_) => {
                assembled.conditions.iter().any(|condition| self.is(condition))
            }
            Party::Men(is_such) => assembled.has_man(*is_such),
            Party::Diagram(has, _) | Party::Rules(has) => has(assembled),
        }
    }

    /// Returns a description, for messages, of the man or property of the diagram that the party is about. Returns
    /// `None` if the party is about conditions or rules.
    fn in_diagram(&self, diagram: &Diagram) -> Option<String> {
        match self {
            Party::Men(is_such) => diagram.placement.iter().find(|(_, unit)| is_such(*unit)).map(in_words),
            Party::Diagram(_, words) => Some((*words).to_string()),
            _ => None,
        }
    }
}

fn in_words((square, unit): (Square, Unit)) -> String {
    format!("the {} on {square}", unit.in_words())
}

/// Returns the conflict as an error if the two conditions cannot be combined.
pub fn refused_with(one: &Condition, other: &Condition) -> Result<(), Conflict> {
    let identities = [one, other].map(ConditionIdentity::new);
    let [this, that] = &identities;
    let of_conditions = |row: &&Row| row.one.is_condition() && row.other.is_condition();
    match REFUSED.iter().filter(of_conditions).find(|row| row.is_about(this, that)) {
        Some(row) => Err(row.conflict().between([one, other])),
        None => Ok(()),
    }
}

/// Returns a conflict that marks the combination of both conditions as unverified if Popeye's answers differ from
/// Keymove's; otherwise returns `None`.
pub fn unverified_with(one: &Condition, other: &Condition) -> Option<Conflict> {
    let identities = [one, other].map(ConditionIdentity::new);
    let are = |a: &str, b: &str| {
        let [this, that] = &identities;
        this.is(a) && that.is(b) || this.is(b) && that.is(a)
    };
    let counted = COUNTED.iter().find(|(a, b, _)| are(a, b)).map(|(_, _, count)| differs(count));
    let differs = || PAIRS.iter().any(|(a, others)| others.iter().any(|b| are(a, b))).then(|| differs(SOME));
    counted.or_else(differs).map(|conflict| conflict.between([one, other]))
}

const SOME: &str = "some of the random problems compared";

fn differs(problems: &str) -> Conflict {
    Conflict::unverified(format!("Popeye finds other solutions in {problems}, and no rule says which are right"))
}

/// Returns the conflict as an error if the condition cannot be combined with a man of the diagram.
pub fn refused_with_men(condition: &Condition, diagram: &Diagram) -> Result<(), Conflict> {
    let identity = ConditionIdentity::new(condition);
    let men = |party: &Party| if let Party::Men(_) = party { party.in_diagram(diagram) } else { None };
    let mut rows = REFUSED.iter().filter(|row| row.one.is(&identity));
    match rows.find_map(|row| Some((men(&row.other)?, row))) {
        Some((men, row)) => Err(row.conflict().between([condition]).and(men)),
        None => Ok(()),
    }
}

/// Returns a conflict that marks the problem as unverified if the diagram has a man with an attribute for which, under
/// this condition, Popeye's answers differ from Keymove's; otherwise returns `None`.
pub fn unverified_with_men(condition: &Condition, diagram: &Diagram) -> Option<Conflict> {
    let identity = ConditionIdentity::new(condition);
    let differing = ATTRIBUTES.iter().filter(|(_, names)| names.iter().any(|name| identity.is(name)));
    let attributes: Vec<Traits> = differing.filter_map(|(attribute, _)| Traits::named(attribute)).collect();
    let is_such = |(_, unit): &(Square, Unit)| attributes.iter().any(|attribute| unit.traits.has(*attribute));
    let man = diagram.placement.iter().find(is_such)?;
    Some(differs(SOME).between([condition]).and(in_words(man)))
}

/// Returns a royal man with an attribute with which Keymove's and Popeye's answers differ. Returns `None` if there is
/// none, or if only one side has a royal man.
fn differing_royal_man(diagram: &Diagram) -> Option<(Square, Unit)> {
    let royal_men = || diagram.placement.iter().filter(|(_, unit)| unit.is_royal());
    let has_both = Color::ALL.iter().all(|&color| royal_men().any(|(_, unit)| unit.is_of(color)));
    royal_men().find(|(_, unit)| has_both && OF_ROYAL_MEN.iter().any(|&attribute| unit.traits.has(attribute)))
}

/// Returns the first conflict as an error if some rules of the problem cannot be combined.
pub fn refused(assembled: &Assembled) -> Result<(), Conflict> {
    rows_of(REFUSED, assembled).next().map_or(Ok(()), Err)
}

/// Returns the conflicts of all unverified combinations in the rules of the problem.
pub fn unverified(assembled: &Assembled) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = rows_of(NOT_CONFIRMED, assembled).collect();
    let not_compared = || Conflict::unverified(NOT_COMPARED.into()).between(assembled.rules.conditions());
    let such = COMPARED_WITH.iter().filter(|(subject, others)| assembled.goes_beyond(subject, others));
    conflicts.extend(such.map(|(subject, _)| {
        let men = subject.in_diagram(assembled.diagram);
        men.into_iter().fold(not_compared(), Conflict::and)
    }));
    if assembled.conditions.iter().any(|subject| assembled.is_not_compared(subject)) {
        conflicts.push(not_compared());
    }
    conflicts.dedup();
    conflicts.extend(differing_royal_man(assembled.diagram).map(|man| differs(SOME).and(in_words(man))));
    if assembled.rules.has_null_moves() {
        let differ = |it: &&ConditionIdentity| NULL_MOVES.iter().any(|name| it.is(name));
        conflicts.extend(
            assembled
                .conditions
                .iter()
                .filter(differ)
                .map(|it| differs(SOME).between([it.condition]).and("the option NullMoves".into())),
        );
    }
    conflicts
}

/// Returns the conflicts of those rows whose two parties the problem both has.
fn rows_of<'a>(table: &'static [Row], assembled: &'a Assembled<'a>) -> impl Iterator<Item = Conflict> + 'a {
    let rows = table
        .iter()
        .filter(|row| row.one.takes_part(assembled) && row.other.takes_part(assembled) && !row.for_one_side);
    rows.map(move |row| {
        let in_diagram = [&row.one, &row.other].into_iter().filter_map(|party| party.in_diagram(assembled.diagram));
        in_diagram.fold(row.conflict().between(assembled.rules.conditions()), Conflict::and)
    })
}

#[cfg(test)]
mod tests {
    use super::compared::{ALONE, COMPARED, NEVER_COMPARED};
    use super::*;
    use crate::conditions::{Arguments, CONDITIONS, ConditionDef};
    use crate::rules::{RuleSet, assemble_unverified};

    /// Whether the table of conditions has this name and, if a second word follows, this variant.
    fn is_known(name: &str) -> bool {
        let (name, variant) = name.split_once(' ').map_or((name, None), |(name, variant)| (name, Some(variant)));
        let is_meant = |def: &&&ConditionDef| def.name == name || identity::sideless(def) == name;
        let def = CONDITIONS.iter().find(is_meant);
        def.is_some_and(|def| variant.is_none_or(|variant| def.variants.iter().any(|it| it.name == variant)))
    }

    fn names(party: &Party) -> &'static [&'static str] {
        if let Party::Conditions(names) = party { names } else { &[] }
    }

    #[test]
    fn every_name_in_the_tables_is_that_of_a_condition() {
        let parties = REFUSED.iter().chain(NOT_CONFIRMED).flat_map(|row| [&row.one, &row.other]);
        let parties: Vec<&Party> = parties.chain(COMPARED_WITH.iter().map(|(subject, _)| subject)).collect();
        for party in &parties {
            match party {
                Party::Families(names) => {
                    names.iter().for_each(|name| assert!(CONDITIONS.iter().any(|def| def.family == *name), "{name}"));
                }
                Party::Variant(name) => {
                    assert!(CONDITIONS.iter().any(|def| def.variants.iter().any(|it| it.name == *name)), "{name}");
                }
                _ => {}
            }
        }
        let compared =
            COMPARED_WITH.iter().flat_map(|(_, others)| *others).chain(ALONE).chain(NEVER_COMPARED).chain(NULL_MOVES);
        let differing = PAIRS.iter().chain(ATTRIBUTES).chain(COMPARED).flat_map(|(_, others)| *others);
        let counted = COUNTED.iter().flat_map(|(one, other, _)| [one, other]);
        let lists = [
            compared::IN_A_SERIES,
            compared::IN_A_SERIES_WITHOUT_KINGS,
            compared::IN_A_SINGLE_BOX,
            compared::LENGTHS_WITH_CAGES,
            compared::REBIRTH_WITH_IMITATORS,
            compared::WITH_IMITATORS,
        ];
        let named = parties.into_iter().flat_map(names).chain(compared).chain(differing).chain(counted);
        for name in named.chain(PAIRS.iter().chain(COMPARED).map(|(one, _)| one)).chain(lists.into_iter().flatten()) {
            assert!(is_known(name), "{name}");
        }
        for (attribute, _) in ATTRIBUTES {
            assert!(Traits::named(attribute).is_some(), "{attribute}");
        }
    }

    #[test]
    fn no_pair_is_listed_twice() {
        let mut pairs: Vec<[&str; 2]> = COUNTED.iter().map(|(one, other, _)| [*one, *other]).collect();
        pairs.extend(PAIRS.iter().flat_map(|(one, others)| others.iter().map(move |other| [*one, *other])));
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        assert!(pairs.is_sorted_by(|one, other| one < other), "{:?}", pairs.windows(2).find(|pair| pair[0] == pair[1]));
    }

    /// Each reason must complete the sentence "no rule says …" or "no program confirms …".
    #[test]
    fn what_no_rule_says_is_a_question() {
        const WORDS: &[&str] =
            &["where", "which", "whether", "when", "what", "who", "whom", "whose", "how", "from", "for", "as"];
        for row in REFUSED.iter().chain(NOT_CONFIRMED) {
            let first = row.reason.split(' ').next().unwrap_or_default();
            assert_eq!(WORDS.contains(&first), row.kind != Kind::Contradictory, "{}", row.reason);
        }
    }

    /// Returns the decision on the combination of two conditions: 2 if it is refused, 1 if it is not verified, and 0 if
    /// it is accepted.
    fn decision(conditions: [&str; 2]) -> u8 {
        let mut rules = RuleSet::default();
        for text in conditions {
            let mut words = text.split(' ');
            let name = words.next().unwrap_or_default();
            let def = CONDITIONS.iter().find(|def| def.name == name).expect("a condition");
            let mut condition = Condition::new(def);
            let variants = def.variants.iter().map(|variant| variant.name);
            condition.variants =
                words.map(|word| variants.clone().find(|name| *name == word).expect("a variant")).collect();
            if def.arguments == Arguments::Squares {
                condition.squares.extend(Square::new(0, 0));
            }
            if rules.add(condition).is_err() {
                return 2;
            }
        }
        assemble_unverified(&Diagram::default(), &rules).map_or(2, |(_, conflicts)| u8::from(!conflicts.is_empty()))
    }

    #[test]
    fn a_condition_is_the_same_under_each_of_its_names() {
        let same = [
            ["MirrorCirce", "Circe Mirror"],
            ["EquipollentsCirce", "Circe Equipollents"],
            ["CirceDoubleAgents", "MirrorCirce Turncoats"],
            ["ContraParrain", "Circe Equipollents LastMove Mirror"],
            ["AntiCirce", "AntiCirce Calvet"],
            ["AntiSuperCirce", "AntiCirce Super"],
            ["MarsMirrorCirce", "MarsCirce Mirror"],
            ["FileImmunChess", "ImmunChess File"],
        ];
        for [one, other] in same {
            for def in
                CONDITIONS.iter().filter(|def| def.arguments == Arguments::None && !other.starts_with(def.family))
            {
                let decisions = [one, other].map(|name| decision([name, def.name]));
                assert_eq!(decisions[0], decisions[1], "{one} and {other} with {}", def.name);
            }
        }
        assert_eq!(["Circe Mirror", "Circe Equipollents"].map(|name| decision(["Imitator", name])), [0, 1]);
    }
}
