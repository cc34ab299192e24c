//! Rules that are refused together, and rules that are not verified together: one row for each pair, with the reason.

use super::RuleSet;
use super::castles::castles;
use super::conflict::Conflict;
use super::unsettled::{COMPARED_WITH, is_unsettled, is_unsettled_with_null_moves, sideless, unsettled_attribute};
use crate::conditions::{Condition, castlings_of_others};
use crate::fairy::RuleBook;
use crate::units::{Color, Diagram, Square, Traits, Unit};

/// One side of a row.
enum Party {
    /// The condition with this name.
    Condition(&'static str),
    /// Any condition with this variant, said or part of what it is.
    Variant(&'static str),
    /// Such a man in the diagram.
    Men(fn(Unit) -> bool),
    /// Something else that the diagram has, in words.
    Diagram(fn(&Assembled) -> bool, &'static str),
    /// What the rules as a whole have come to.
    Rules(fn(&Assembled) -> bool),
}

use Party::{Condition as C, Diagram as D, Men, Rules, Variant};

/// The rules of a problem when all of them are in the book.
pub(super) struct Assembled<'a> {
    pub rules: &'a RuleSet,
    pub diagram: &'a Diagram,
    pub book: &'a RuleBook,
    /// The names of the conditions that have something follow moves.
    pub followed: &'a [&'static str],
}

/// Random problems had other answers than Popeye's (`unsettled.rs`).
const DIFFERED: &str = "Popeye gives other answers in some positions, and no rule says which are right";
const WHERE_IT_MAKES: &str = "where the man makes its move is not defined";
const WHERE_IT_LEADS: &str = "which square of a move that goes on is the one it leads to is not defined then";
const EXCHANGED: &str = "how men that change places are volage is not defined";
const NEUTRAL_MOVED: &str = "as whose men neutral ones are moved is not defined";
const CASTLES: &str = "when a king may castle under the condition is not defined";
const TRANSFORMED: &str = "whether kings that become other men are volage is not defined";
const NEUTRAL_VOLAGE: &str = "how neutral men are volage is not defined";
const PARALYSED_GUARDS: &str = "whether paralysed men guard others is not defined";
const CAGES: &str = "what cages men under conditions about all moves is not defined";
const PARTIAL: &str = "what observation takes away under the other conditions is not defined";
const LENT: &str = "whether men that go as others come from their own home squares or from the others' is not defined";
const BOTH_WAYS: &str = "what the one condition leaves of the other's moves is not defined";
const OWN_CHECKS: &str = "whether a king gives check by a move that its side may not make is not defined";
const FROM_HOME: &str = "from where a man observes those that it turns is not defined";
const TWICE_IMMUNE: &str = "whether one square of rebirth or both have to be free is not defined";
const SHIFTED: &str = "as what and from where men act under the other conditions is not defined";
const VANISHING: &str = "which men could be saved under the other conditions is not defined";
const BY_FILE: &str = "which of the changes of a man comes first is not defined";
const FLIGHT: &str = "whether the one flight is asked for among all moves is not defined";
const GUARDED: &str = "whether a guard observes what it could not come to is not defined";
const ONWARD: &str = "how a captured man goes on under conditions about moves is not defined";

/// The order is that in which they are told. Pairs of conditions are refused where they are read, all others when the
/// rules meet the diagram.
#[rustfmt::skip]
const NOT_TOGETHER: &[(Party, Party, &str)] = &[
    (C("Madrasi"), C("Isardam"), "Isardam forbids every paralysis that Madrasi could cause"),
    (C("HaanerChess"), C("Take&MakeChess"), WHERE_IT_MAKES),
    (C("HaanerChess"), C("Make&TakeChess"), WHERE_IT_MAKES),
    (C("BlackConsequentForcedSquare"), C("Take&MakeChess"), WHERE_IT_LEADS),
    (C("BlackConsequentForcedSquare"), C("SeriesCapture"), WHERE_IT_LEADS),
    (C("WhiteConsequentForcedSquare"), C("Take&MakeChess"), WHERE_IT_LEADS),
    (C("WhiteConsequentForcedSquare"), C("SeriesCapture"), WHERE_IT_LEADS),
    (C("Volage"), C("Hypervolage"), "a man changes sides once or each time"),
    (C("Volage"), C("MessignyChess"), EXCHANGED),
    (C("Volage"), C("KobulKings"), TRANSFORMED),
    (C("Hypervolage"), C("MessignyChess"), EXCHANGED),
    (C("Hypervolage"), C("KobulKings"), TRANSFORMED),

    (C("Anda"), C("MessignyChess"), "whether men that change places become neutral is not defined"),
    (C("AndaInverse"), C("MessignyChess"), "whether men that change places become neutral is not defined"),
    (C("VogtlaenderChess"), C("BlackConsequentForcedSquare"), OWN_CHECKS),
    (C("VogtlaenderChess"), C("WhiteConsequentForcedSquare"), OWN_CHECKS),
    (C("BackHome"), C("WhiteUltraSchachZwang"), BOTH_WAYS),
    (C("BackHome"), C("UltraSchachZwang"), BOTH_WAYS),
    (C("BackHome"), C("BlackUltraSchachZwang"), BOTH_WAYS),
    (C("BackHome"), C("MessignyChess"), "whether kings that change places come home is not defined"),
    (C("Bicolores"), C("CASTChess"), "whether a man's own side counts among what it could capture is not defined"),
    (C("CentralChess"), C("AntiGuards"), "whether men that cannot act guard others is not defined"),
    (C("GlasgowChess"), C("Hypervolage"), "whether a pawn turns before it promotes is not defined"),
    (C("GlasgowChess"), C("Influencer"), "what becomes of pawns that others make is not defined"),
    (C("MasandGeneralised"), C("MessignyChess"), "whether kings that have changed places turn others is not defined"),
    (C("SeriesCapture"), C("VogtlaenderChess"), "who gives check in the midst of a series is not defined"),
    (C("ArgentinianChess"), C("ChineseChess"), "what pawns become is not defined"),

    (C("AllInChess"), Men(is_neutral), NEUTRAL_MOVED),
    (C("HalfInChess"), Men(is_neutral), NEUTRAL_MOVED),
    (C("MainlyInChess"), Men(is_neutral), NEUTRAL_MOVED),
    (C("SingleBox"), Men(is_fairy), "whether men promote to units that are no part of the set is not defined"),
    (C("SingleBox"), Men(is_neutral), "from which side's box neutral men come is not defined"),
    (C("SnekChess"), Men(is_fairy), "which other units a king becomes is not defined"),
    (C("DarkSide"), Men(is_neutral), "how neutral men come to a side is not defined"),
    (C("ExchangeCastling"), Men(is_neutral), "as whose men neutral ones change places is not defined"),
    (C("LeseMajeste"), Men(is_neutral), "whose majesty neutral men attack is not defined"),
    (C("#C"), Men(is_neutral), "what becomes of neutral men that mate is not defined"),
    (C("DuellistChess"), Men(is_neutral), "whether a neutral man is the one that moves is not defined"),
    (C("FuddledMen"), Men(is_neutral), "whether a neutral man that moved for the other side may check is not defined"),
    (C("LostPieces"), Men(is_neutral), "whose neutral men could be saved is not defined"),
    (C("BlackConsequentForcedSquare"), Men(is_locust), WHERE_IT_LEADS),
    (C("WhiteConsequentForcedSquare"), Men(is_locust), WHERE_IT_LEADS),
    (C("Bicolores"), Men(is_neutral), "whom neutral units attack is not defined"),
    (C("AntiGuards"), Men(paralyses), PARALYSED_GUARDS),
    (C("DangerCirce"), Men(is_neutral), "where neutral men go in danger is not defined"),
    (C("Influencer"), Men(is_neutral), "what neutral units do to others is not defined"),
    (C("ProvocationChess"), Men(paralyses), PARALYSED_GUARDS),
    (C("ShieldedKings"), Men(paralyses), PARALYSED_GUARDS),
    (C("SeriesCapture"), Men(is_special), "what follows the captures of a series is not defined"),
    (C("UltraPatrol"), Men(paralyses), PARALYSED_GUARDS),
    (C("Volage"), Men(is_neutral_or_half), NEUTRAL_VOLAGE),
    (C("Hypervolage"), Men(is_neutral_or_half), NEUTRAL_VOLAGE),

    (Rules(immune), Rules(immune_twice), TWICE_IMMUNE),
    (Rules(immune), C("NorskSjakk"), "as which kind a captured man would be reborn is not defined"),
    (Rules(immune), C("NoBlackPromotion"), "whether pawns that may not promote attack the king is not defined"),
    (Rules(immune), C("NoWhitePromotion"), "whether pawns that may not promote attack the king is not defined"),
    (Rules(immune), Rules(act_from_home), "from where a man captures whose captures must leave room is not defined"),
    (C("Masand"), Rules(act_from_home), FROM_HOME),
    (C("MasandGeneralised"), Rules(act_from_home), FROM_HOME),
    (C("SeriesCapture"), Men(is_chameleon_pawn), "what chameleons promote to in a series is not defined"),
    (C("Imitator"), Rules(guard), GUARDED),
    (C("MAFF"), Rules(choose), FLIGHT),
    (Variant("Chameleon"), Rules(have_stand_ins), "what men that stand in for others become is not defined"),
    (C("KobulKings"), D(share_a_king, "a neutral royal man beside others"), "whose king a neutral royal man becomes beside others is not defined"),
    (Rules(act_from_home), Rules(go_as_neighbours), LENT),
    (C("SingleBox"), Rules(others_follow), "what goes back to a single box when moves have consequences is not defined"),
    (Variant("ultra"), C("Rokagogo"), "how long castlings are for checks is not defined"),
    (Variant("ultra"), C("CastlingChess"), "how long castlings are for checks is not defined"),
    (C("BlackConsequentForcedSquare"), D(somebody_castles, "castling"), CASTLES),
    (C("WhiteConsequentForcedSquare"), D(somebody_castles, "castling"), CASTLES),
    (C("Bicaptures"), D(somebody_castles, "castling"), CASTLES),
    (C("CASTChess"), D(somebody_castles, "castling"), CASTLES),
    (C("PartialParalysis"), D(somebody_castles, "castling"), CASTLES),
    (Variant("ultra"), D(adversaries_castle, "castling of the other side"), "how long captures of a king that castles are is not defined"),
    (Variant("ultra"), C("CentralChess"), "whether men that cannot act have the longest moves is not defined"),
    (Variant("ultra"), C("NorskSjakk"), "which of the moves that leave the king in check is the longest is not defined"),
    (Variant("ultra"), C("NoCapture"), "which of the moves that leave the king in check is the longest is not defined"),
    (Variant("ultra"), C("LostPieces"), "which of the moves that leave the king in check is the longest is not defined"),
    (C("Take&MakeChess"), Variant("ultra"), "which of the moves that leave the king in check is the longest is not defined"),
    // Whether a move mates depends on all captures, these on cages, these on whether moves mate.
    (Variant("Cage"), C("ChecklessChess"), CAGES),
    (Variant("Cage"), C("ExclusiveChess"), CAGES),
    (Variant("Cage"), C("ExtinctionChess"), CAGES),
    (Variant("Cage"), C("LeseMajeste"), CAGES),
    (Variant("Cage"), C("PointReflection"), CAGES),
    (Variant("Cage"), Rules(choose_otherwise), CAGES),
    (Variant("Take&Make"), C("BGL"), ONWARD),
    (Variant("Take&Make"), Rules(limit_ways), ONWARD),
    (Variant("Clone"), Variant("April"), "whether the captured man or the one that comes back is asked for is not defined"),
    (Rules(forbids_captures), Rules(revives_kings), "whether a king that comes back may be captured is not defined"),
];

/// Combinations that can be solved, but have not been compared with another program, or differed from it somewhere.
#[rustfmt::skip]
const NOT_VERIFIED: &[(Party, Party, &str)] = &[
    (C("SnekChess"), Rules(promote_to_fairy), "which other units a king becomes is not defined"),
    (Rules(guard), Rules(act_from_home), "from where a man guards others is not defined"),
    (Men(moves_hurdles), Rules(hurdles_do_not_move_alone), "how hurdles move under the other conditions is not defined"),
    (Rules(has_planes), Rules(planes_are_not_alone), "what men of one board are to the other's under the other conditions is not defined"),
    (Rules(castle_as_others), Rules(make_and_take_is_not_alone), "how men castle like the king that they capture is not defined then"),
    (C("LostPieces"), Rules(lost_pieces_are_not_alone), VANISHING),
    (C("PlusChess"), Rules(plus_is_not_alone), SHIFTED),
    (C("Bolero"), Rules(are_several), SHIFTED),
    (C("BoleroInverse"), Rules(are_several), SHIFTED),
    (C("LineChameleonChess"), Rules(line_chameleons_are_not_alone), BY_FILE),
    (C("Imitator"), Rules(imitators_lose_track), "how imitators go with the other conditions is not defined"),
    (C("SeriesCapture"), Rules(captures_have_consequences), "what follows the captures of a series is not defined"),
    (C("Pepo"), Rules(pepo_is_not_alone), "how kings without power go with the other conditions is not defined"),
    (C("PartialParalysis"), Rules(partial_paralysis_is_not_alone), PARTIAL),
    (C("Leffie"), Rules(leffie_is_not_alone), "what Eiffel chess would paralyse under the other conditions is not defined"),
    (Rules(are_reborn_alone), Rules(are_several), "how men are reborn by the one condition under the others is not defined"),
    (Rules(has_been_compared_alone), Rules(has_been_compared_alone), "their combination has not been verified"),
];

fn is_neutral(unit: Unit) -> bool {
    unit.is_neutral()
}

fn is_fairy(unit: Unit) -> bool {
    !unit.piece.is_orthodox()
}

fn is_locust(unit: Unit) -> bool {
    unit.piece.is_locust()
}

fn is_neutral_or_half(unit: Unit) -> bool {
    unit.is_neutral() || unit.traits.has(Traits::HALF_NEUTRAL)
}

fn is_chameleon(unit: Unit) -> bool {
    unit.traits.has(Traits::CHAMELEON)
}

fn is_chameleon_pawn(unit: Unit) -> bool {
    is_chameleon(unit) && unit.piece.is_pawn()
}

fn moves_hurdles(unit: Unit) -> bool {
    unit.traits.has(Traits::BUL) || unit.traits.has(Traits::DOB)
}

fn paralyses(unit: Unit) -> bool {
    unit.traits.has(Traits::PARALYSING)
}

impl Assembled<'_> {
    /// A condition of one of these families.
    fn has_any(&self, families: &[&str]) -> bool {
        self.rules.conditions().iter().any(|condition| families.contains(&condition.def.family))
    }
}

fn act_from_home(assembled: &Assembled) -> bool {
    assembled.has_any(&["MarsCirce", "AntiMarsCirce", "PhantomChess"])
}

fn go_as_neighbours(assembled: &Assembled) -> bool {
    assembled.has_any(&["AnnanChess", "NannaChess", "FaceToFace", "BackToBack", "CheekToCheek"])
}

fn immune(assembled: &Assembled) -> bool {
    assembled.has_any(&["ImmunChess"])
}

fn immune_twice(assembled: &Assembled) -> bool {
    assembled.rules.conditions().iter().filter(|condition| condition.def.family == "ImmunChess").count() > 1
}

/// Who may act, or be captured, depends on guards.
fn guard(assembled: &Assembled) -> bool {
    const GUARDS: [&str; 8] = [
        "AntiGuards",
        "CentralChess",
        "Lortap",
        "Patrouille",
        "ProvocationChess",
        "ShieldedKings",
        "SuperGuards",
        "UltraPatrol",
    ];
    assembled.has_any(&GUARDS)
}

fn have_stand_ins(assembled: &Assembled) -> bool {
    !assembled.book.stand_ins.is_empty()
}

/// Something follows moves besides what follows from the box itself, and has not been compared with Popeye's.
fn others_follow(assembled: &Assembled) -> bool {
    const COMPARED: [&str; 4] = ["SingleBox", "Circe", "CirceDoubleAgents", "AndernachChess"];
    let own: &[&str] = if pawns_wait(assembled) { &COMPARED[..1] } else { &COMPARED };
    assembled.followed.iter().any(|name| !own.contains(name))
}

/// Pawns for which the box has nothing wait on the last rank.
fn pawns_wait(assembled: &Assembled) -> bool {
    let waits = |condition: &Condition| condition.says("Type2") || condition.says("Type3");
    assembled.rules.conditions().iter().any(|condition| condition.def.name == "SingleBox" && waits(condition))
}

/// A neutral man is royal, and others are, too.
fn share_a_king(assembled: &Assembled) -> bool {
    let royal = || assembled.book.diagram.iter().map(|(_, unit)| unit).filter(|unit| unit.is_royal());
    royal().any(Unit::is_neutral) && royal().count() > 1
}

/// Of the moves that are legal otherwise not all may be played, or something has to be changed before.
fn choose(assembled: &Assembled) -> bool {
    let stages = &assembled.book.stages;
    !stages.selection.is_empty() || stages.prelude.is_some()
}

/// The same by more than a length: cages have been compared with Popeye's under those.
fn choose_otherwise(assembled: &Assembled) -> bool {
    const BY_LENGTH: [&str; 4] = ["BlackMaximummer", "WhiteMaximummer", "BlackMinimummer", "WhiteMinimummer"];
    let is_by_length = |condition: &Condition| {
        condition.def.family == "Circe" || BY_LENGTH.contains(&condition.def.name) && condition.variants.is_empty()
    };
    choose(assembled) && !assembled.rules.conditions().iter().all(is_by_length)
}

fn promote_to_fairy(assembled: &Assembled) -> bool {
    assembled.book.promotions.iter().any(|piece| !piece.is_orthodox())
}

/// Men do not go as they usually do.
fn limit_ways(assembled: &Assembled) -> bool {
    let stages = &assembled.book.stages;
    !stages.restrictions.is_empty() || !stages.mobility.is_empty() || !stages.ways.is_empty()
}

/// Men go otherwise, or something follows moves that imitators might have to follow: all but promotion, the two stages of
/// the imitators themselves, and rebirth on a square where none of them stands; and all but what has been compared with
/// Popeye's.
fn imitators_lose_track(assembled: &Assembled) -> bool {
    let is_plain_rebirth = |condition: &&Condition| {
        matches!(condition.def.name, "Circe" | "AntiCirce" | "MirrorCirce")
            && condition.variants.iter().all(|variant| matches!(*variant, "Calvet" | "Cheylan"))
    };
    let reborn = assembled.rules.conditions().iter().filter(is_plain_rebirth).count();
    let chameleons = usize::from(assembled.book.diagram.iter().any(|(_, unit)| is_chameleon(unit)));
    let stages = &assembled.book.stages;
    let are_compared = !goes_beyond(assembled, &["Imitator", "BlackSuperTransmutingKing", "WhiteSuperTransmutingKing"]);
    !are_compared && (stages.aftermath.len() > 3 + reborn + chameleons || !stages.ways.is_empty())
}

/// Something follows moves besides promotion and the series itself, and not all of it is among what has been compared
/// with Popeye's.
fn captures_have_consequences(assembled: &Assembled) -> bool {
    const COMPARED: [&str; 6] =
        ["SeriesCapture", "Circe", "ProteanChess", "EinsteinChess", "HaanerChess", "AndernachChess"];
    let has_royal = !nobody(assembled, Unit::is_royal);
    // Where a king becomes a pawn their answers differed.
    let kings_change = assembled.rules.conditions().iter().any(|c| c.def.name == "ProteanChess") && has_royal;
    let variants = assembled.rules.conditions().iter().any(|condition| !condition.variants.is_empty());
    if !has_royal && !variants && !goes_beyond(assembled, &["SeriesCapture", "AntiCirce"]) {
        return false;
    }
    assembled.book.stages.aftermath.len() > 2 && (kings_change || variants || goes_beyond(assembled, &COMPARED))
}

/// Men with other attributes than those whose consequences in a series have been compared with Popeye's.
fn is_special(unit: Unit) -> bool {
    unit.traits.without(Traits::ROYAL | Traits::CHAMELEON | Traits::KAMIKAZE | Traits::NEUTRAL) != Traits::NONE
}

/// Some condition is not among these, which have been compared with Popeye's.
fn goes_beyond(assembled: &Assembled, compared: &[&str]) -> bool {
    assembled.rules.conditions().iter().any(|condition| !compared.contains(&condition.def.name))
}

fn hurdles_do_not_move_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["Circe", "Masand", "Bolero"])
}

fn has_planes(assembled: &Assembled) -> bool {
    assembled.book.stages.has_planes
}

fn planes_are_not_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["AliceChess", "Circe", "Madrasi"])
}

fn somebody_castles(assembled: &Assembled) -> bool {
    castles(assembled.diagram, assembled.book, |_| true)
}

/// The side that is not held to the longest (or shortest) captures of the king may still castle.
fn adversaries_castle(assembled: &Assembled) -> bool {
    let is_ultra = |condition: &&Condition| condition.def.name.ends_with("mummer") && condition.says("ultra");
    let holds_for = |side| assembled.rules.conditions().iter().filter(is_ultra).any(|it| it.def.sides.has(side));
    castles(assembled.diagram, assembled.book, |side| holds_for(!side))
}

/// In Make & Take, men may castle in the manner of a king.
fn castle_as_others(assembled: &Assembled) -> bool {
    assembled.has_any(&["Make&TakeChess"]) && !castlings_of_others(assembled.book).is_empty()
}

fn make_and_take_is_not_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["Make&TakeChess", "Disparate", "Circe"])
}

fn pepo_is_not_alone(assembled: &Assembled) -> bool {
    const COMPARED: [&str; 5] = ["Pepo", "Circe", "Take&MakeChess", "BlackMaximummer", "PartialParalysis"];
    goes_beyond(assembled, &COMPARED)
}

fn partial_paralysis_is_not_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["PartialParalysis", "Pepo", "Leffie", "Circe", "AntiCirce"])
}

fn has_been_compared_alone(assembled: &Assembled) -> bool {
    COMPARED_WITH.iter().any(|&(name, others)| {
        let mut conditions = assembled.rules.conditions().iter().map(|condition| condition.def.name);
        let known = |other: &str| other == name || others.contains(&other);
        conditions.clone().any(|other| other == name) && !conditions.all(known)
    })
}

/// Men are reborn, or act from where they could be, in ways that have been compared with Popeye's alone.
fn are_reborn_alone(assembled: &Assembled) -> bool {
    assembled.rules.conditions().iter().any(|condition| {
        let says = |variants: &[&str]| variants.iter().any(|variant| condition.says(variant));
        match condition.def.family {
            "AntiCirce" => says(&["Relaxed", "Assassin", "Turncoats", "April", "Parrain", "ContraParrain"]),
            "MarsCirce" => says(&["Super"]),
            _ => false,
        }
    })
}

fn forbids_captures(assembled: &Assembled) -> bool {
    const NO_CAPTURES: [&str; 3] = ["NoCapture", "NoWhiteCapture", "NoBlackCapture"];
    assembled.rules.conditions().iter().any(|condition| NO_CAPTURES.contains(&condition.def.name))
}

/// Kings are captured and come back.
fn revives_kings(assembled: &Assembled) -> bool {
    let revives = |condition: &Condition| {
        matches!(condition.def.family, "Circe" | "ImmunChess") && condition.says("RexInclusive")
    };
    assembled.rules.conditions().iter().any(revives)
}

fn are_several(assembled: &Assembled) -> bool {
    assembled.rules.conditions().len() > 1
}

fn leffie_is_not_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["Leffie", "PartialParalysis", "Circe", "AntiCirce"])
}

fn lost_pieces_are_not_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["LostPieces", "Circe", "AntiCirce", "BlackMaximummer"])
}

fn plus_is_not_alone(assembled: &Assembled) -> bool {
    let among_common_men = nobody(assembled, Unit::is_royal)
        && nobody(assembled, paralyses)
        && !goes_beyond(assembled, &["PlusChess", "FunctionaryChess", "Patrouille"]);
    goes_beyond(assembled, &["PlusChess"]) && !among_common_men
}

/// There is no such man in the diagram.
fn nobody(assembled: &Assembled, is_such: fn(Unit) -> bool) -> bool {
    !assembled.book.diagram.iter().any(|(_, unit)| is_such(unit))
}

fn line_chameleons_are_not_alone(assembled: &Assembled) -> bool {
    goes_beyond(assembled, &["LineChameleonChess"])
}

impl Party {
    fn is_condition(&self, condition: &Condition) -> bool {
        match self {
            C(name) => condition.def.name == *name,
            Variant(name) => condition.says(name),
            Men(_) | D(..) | Rules(_) => false,
        }
    }

    fn takes_part(&self, assembled: &Assembled) -> bool {
        match self {
            C(_) | Variant(_) => assembled.rules.conditions().iter().any(|condition| self.is_condition(condition)),
            Men(is_such) => assembled.book.diagram.iter().any(|(_, unit)| is_such(unit)),
            D(has, _) | Rules(has) => has(assembled),
        }
    }

    /// The part of the diagram that it is about, in words.
    fn in_diagram(&self, diagram: &Diagram) -> Option<String> {
        match self {
            Men(is_such) => diagram.placement.iter().find(|(_, unit)| is_such(*unit)).map(in_words),
            D(_, words) => Some((*words).to_string()),
            C(_) | Variant(_) | Rules(_) => None,
        }
    }
}

/// Each says which of its side's moves are played, whatever another one says.
const CHOOSING: [&str; 10] = [
    "AlphabeticChess",
    "AntiSynchronMover",
    "ConsequentForcedSquare",
    "DuellistChess",
    "FollowMyLeader",
    "ForcedSquare",
    "Maximummer",
    "Minimummer",
    "MustCapture",
    "SynchronMover",
];

fn choose_for_one_side(one: &Condition, other: &Condition) -> bool {
    let chooses = |condition: &Condition| CHOOSING.contains(&sideless(condition.def));
    let share_a_side = Color::ALL.into_iter().any(|side| one.def.sides.has(side) && other.def.sides.has(side));
    share_a_side && chooses(one) && chooses(other)
}

fn in_words((square, unit): (Square, Unit)) -> String {
    format!("the {} on {square}", unit.in_words())
}

/// The conditions do not go together.
pub(super) fn refused_with(one: &Condition, other: &Condition) -> Result<(), Conflict> {
    let are = |a: &Party, b: &Party| a.is_condition(one) && b.is_condition(other);
    let row = NOT_TOGETHER.iter().find(|(a, b, _)| matches!((a, b), (C(_), C(_))) && (are(a, b) || are(b, a)));
    let why = match row {
        Some((_, _, why)) => why,
        None if choose_for_one_side(one, other) => "both choose among the moves of one side",
        None => return Ok(()),
    };
    Err(Conflict::from(why).between([one, other]))
}

/// The conditions can be solved together, but are not verified.
pub(super) fn unverified_with(one: &Condition, other: &Condition) -> Option<Conflict> {
    is_unsettled(one, other).then(|| Conflict::unverified(DIFFERED).between([one, other]))
}

/// The condition does not go together with a man of the diagram.
pub(super) fn refused_with_men(condition: &Condition, diagram: &Diagram) -> Result<(), Conflict> {
    let men = |party: &Party| if let Men(_) = party { party.in_diagram(diagram) } else { None };
    let mut rows = NOT_TOGETHER.iter().filter(|(a, ..)| a.is_condition(condition));
    if let Some((men, why)) = rows.find_map(|(_, b, why)| Some((men(b)?, why))) {
        return Err(Conflict::from(*why).between([condition]).and(men));
    }
    Ok(())
}

/// The condition and a man of the diagram can be solved together, but are not verified.
pub(super) fn unverified_with_men(condition: &Condition, diagram: &Diagram) -> Option<Conflict> {
    let unsettled = |(_, unit): &(Square, Unit)| unsettled_attribute(condition, unit.traits).is_some();
    let man = diagram.placement.iter().find(unsettled)?;
    Some(Conflict::unverified(DIFFERED).between([condition]).and(in_words(man)))
}

/// Two parties to the rules do not go together.
pub(super) fn refused(assembled: &Assembled) -> Result<(), Conflict> {
    rows_of(NOT_TOGETHER, assembled, Conflict::from).next().map_or(Ok(()), Err)
}

/// What can be solved together in the rules, but is not verified.
pub(super) fn unverified(assembled: &Assembled) -> Vec<Conflict> {
    let rules = assembled.rules;
    let is_unsettled = |condition: &&Condition| rules.has_null_moves() && is_unsettled_with_null_moves(condition);
    let of_null_moves = rules.conditions().iter().filter(is_unsettled).map(|condition| {
        let conflict = Conflict::unverified(DIFFERED).between([condition]);
        conflict.and("the option NullMoves".into())
    });
    rows_of(NOT_VERIFIED, assembled, Conflict::unverified).chain(of_null_moves).collect()
}

/// The conflicts of a table's rows that apply.
fn rows_of<'a>(
    table: &'static [(Party, Party, &'static str)],
    assembled: &'a Assembled<'a>,
    conflict: fn(&'static str) -> Conflict,
) -> impl Iterator<Item = Conflict> + 'a {
    let rows = table.iter().filter(|(a, b, _)| a.takes_part(assembled) && b.takes_part(assembled));
    rows.map(move |(a, b, why)| {
        let in_diagram = [a, b].into_iter().filter_map(|party| party.in_diagram(assembled.diagram));
        in_diagram.fold(conflict(why).between(assembled.rules.conditions()), Conflict::and)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::CONDITIONS;

    #[test]
    fn every_name_in_the_table_is_that_of_a_condition_or_variant() {
        let variants = |name| CONDITIONS.iter().any(|def| def.variants.iter().any(|variant| variant.name == name));
        for party in NOT_TOGETHER.iter().chain(NOT_VERIFIED).flat_map(|(a, b, _)| [a, b]) {
            match *party {
                C(name) => assert!(CONDITIONS.iter().any(|def| def.name == name), "{name}"),
                Variant(name) => assert!(variants(name), "{name}"),
                Men(_) | D(..) | Rules(_) => {}
            }
        }
    }
}
