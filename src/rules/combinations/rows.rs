//! Rows of the table of combinations, in the order in which conflicts are reported: rules that contradict each
//! other, and rules whose interaction no rule or program defines. Pairs of conditions are tested when they are
//! read, all other rows when the rules are combined with the diagram.

use super::Party::{self, Conditions as C, Diagram as D, Families as F, Men, Rules, Variant};
use super::Row;
use super::assembled::*;

const ACT_FROM_HOME: Party = F(&["MarsCirce", "AntiMarsCirce", "PhantomChess"]);
const IMMUNE: Party = F(&["ImmunChess"]);
const VOLAGE: Party = C(&["Volage", "Hypervolage"]);
const FORCED_SQUARES: Party = C(&["ConsequentForcedSquare"]);
const ULTRA: Party = Variant("ultra");
const CAGES: Party = Variant("Cage");
const ONWARD: Party = Variant("Take&Make");

const GO_AS_NEIGHBOURS: Party = C(&["AnnanChess", "NannaChess", "FaceToFace", "BackToBack", "CheekToCheek"]);

/// Conditions under which men may move or be captured only if other men, the guards, observe them (or do not).
const GUARDS: Party = C(&[
    "AntiGuards",
    "CentralChess",
    "Lortap",
    "Patrouille",
    "ProvocationChess",
    "ShieldedKings",
    "SuperGuards",
    "UltraPatrol",
]);

/// Conditions that choose among the moves of a side. Two of them for the same side contradict each other.
const CHOOSING: &[&str] = &[
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

const FIRST_CHANGE: &str = "whether a man that changes places becomes neutral";
const TARGET: &str = "which square is the target of a move that continues after a capture";
const CASTLING: &str = "when a king may castle under the condition";
const LONGEST: &str = "which move is the longest of those that leave the king in check";
const CAGED: &str = "whether a man is caged if the other condition judges its moves by further moves";

#[rustfmt::skip]
pub const REFUSED: &[Row] = &[
    Row::contradictory(C(&["Madrasi"]), C(&["Isardam"]), "Isardam forbids every paralysis that Madrasi could cause"),
    Row::undefined(C(&["HaanerChess"]), C(&["Take&MakeChess", "Make&TakeChess"]), "where the capturing man makes its move"),
    Row::undefined(FORCED_SQUARES, C(&["Take&MakeChess", "SeriesCapture"]), TARGET),
    Row::contradictory(C(&["Volage"]), C(&["Hypervolage"]), "a man changes sides either once or each time"),
    Row::undefined(VOLAGE, C(&["MessignyChess"]), "whether men that change places change sides"),
    Row::undefined(VOLAGE, C(&["KobulKings"]), "whether a king that becomes another man changes sides"),
    Row::undefined(C(&["Anda", "AndaInverse"]), C(&["MessignyChess"]), FIRST_CHANGE),
    Row::undefined(C(&["VogtlaenderChess"]), FORCED_SQUARES, "whether a king gives check by a move that its side may not play"),
    Row::undefined(C(&["BackHome"]), C(&["UltraSchachZwang"]), "which moves are legal if the two conditions demand different ones"),
    Row::undefined(C(&["BackHome"]), C(&["MessignyChess"]), "whether kings that change places go home"),
    Row::undefined(C(&["Bicolores"]), C(&["CASTChess"]), "whether the targets of a man include men of its own side"),
    Row::undefined(C(&["CentralChess"]), C(&["AntiGuards"]), "whether a man that cannot move guards others"),
    Row::undefined(C(&["GlasgowChess"]), C(&["Hypervolage"]), "whether a pawn changes sides before it promotes"),
    Row::undefined(C(&["GlasgowChess"]), C(&["Influencer"]), "what becomes of a man that another man's move turns into a pawn"),
    Row::undefined(C(&["MasandGeneralised"]), C(&["MessignyChess"]), "whether kings that have changed places make other men change colour"),
    Row::undefined(C(&["SeriesCapture"]), C(&["VogtlaenderChess"]), "which man gives check in the middle of a series of captures"),
    Row::undefined(C(&["ArgentinianChess"]), C(&["ChineseChess"]), "what a pawn promotes to"),

    Row::undefined(C(&["AllInChess", "HalfInChess", "MainlyInChess"]), Men(is_neutral), "for which side a neutral man is moved"),
    Row::undefined(C(&["SingleBox"]), Men(is_fairy), "whether a pawn promotes to a piece that is not in the box"),
    Row::undefined(C(&["SingleBox"]), Men(is_neutral), "from which side's box a neutral man comes"),
    Row::undefined(C(&["SnekChess"]), Men(is_fairy), "which fairy piece a king becomes"),
    Row::undefined(C(&["DarkSide"]), Men(is_neutral), "which side a neutral man joins"),
    Row::undefined(C(&["ExchangeCastling"]), Men(is_neutral), "for which side neutral men change places"),
    Row::undefined(C(&["LeseMajeste"]), Men(is_neutral), "whose king a neutral man attacks"),
    Row::undefined(C(&["#C"]), Men(is_neutral), "what becomes of a neutral man that mates"),
    Row::undefined(C(&["DuellistChess"]), Men(is_neutral), "whether a neutral man counts as the man that moved last"),
    Row::undefined(C(&["FuddledMen"]), Men(is_neutral), "whether a neutral man that moved for the other side may give check"),
    Row::undefined(C(&["LostPieces"]), Men(is_neutral), "for which side a neutral man can be saved"),
    Row::undefined(FORCED_SQUARES, Men(is_locust), TARGET),
    Row::undefined(C(&["Bicolores"]), Men(is_neutral), "whom a neutral man attacks"),
    Row::undefined(C(&["AntiGuards", "ProvocationChess", "ShieldedKings", "UltraPatrol"]), Men(paralyses), "whether a paralysed man guards others"),
    Row::undefined(C(&["DangerCirce"]), Men(is_neutral), "which rebirth square a neutral man in danger may move to"),
    Row::undefined(C(&["Influencer"]), Men(is_neutral), "what men become next to a neutral man"),
    Row::undefined(C(&["SeriesCapture"]), Men(is_special), "what happens to other men after a series of captures"),
    Row::undefined(VOLAGE, Men(is_neutral_or_half), "how a neutral man changes sides"),

    Row::undefined(Rules(is_immune_twice), Rules(is_immune_twice), "whether one rebirth square or both must be empty"),
    Row::undefined(IMMUNE, C(&["NorskSjakk"]), "as which piece a captured man would be reborn"),
    Row::undefined(IMMUNE, C(&["NoBlackPromotion", "NoWhitePromotion"]), "whether a pawn that may not promote attacks the king"),
    Row::undefined(IMMUNE, ACT_FROM_HOME, "from which square a man captures if a rebirth square must be empty"),
    Row::undefined(C(&["Masand", "MasandGeneralised"]), ACT_FROM_HOME, "from which square a man observes the men whose colour it changes"),
    Row::undefined(C(&["SeriesCapture"]), Men(is_chameleon_pawn), "what a chameleon pawn promotes to in a series"),
    Row::undefined(C(&["Imitator"]), GUARDS, "whether a guard observes a square to which its imitator could not follow it"),
    Row::undefined(C(&["MAFF"]), Rules(choose), "whether the single flight is counted among all moves or only among those that may be played"),
    Row::undefined(Variant("Chameleon"), Rules(have_stand_ins), "what a man that replaces another piece of the game array is reborn as"),
    Row::undefined(C(&["KobulKings"]), D(share_a_king, "a neutral royal man and another royal man"), "which side's king the neutral royal man becomes"),
    Row::undefined(ACT_FROM_HOME, GO_AS_NEIGHBOURS, "whether a man that moves as another moves from its own home square or from the other's"),
    Row::undefined(C(&["SingleBox"]), Rules(box_has_consequences), "what goes back into the box when a move also changes other men"),
    Row::undefined(ULTRA, C(&["Rokagogo", "CastlingChess"]), "how long a castling is that captures a king"),
    Row::undefined(FORCED_SQUARES, D(somebody_castles, "castling"), CASTLING),
    Row::undefined(C(&["Bicaptures", "CASTChess", "PartialParalysis"]), D(somebody_castles, "castling"), CASTLING),
    Row::undefined(ULTRA, D(adversaries_castle, "castling of the other side"), "how long the capture of a castling king is"),
    Row::undefined(ULTRA, C(&["CentralChess"]), "whether the move of a man that cannot move counts as the longest"),
    Row::undefined(ULTRA, C(&["NorskSjakk", "NoCapture", "LostPieces", "Take&MakeChess"]), LONGEST),
    // Whether a move mates depends on all captures, captures depend on cages, and cages on whether moves mate.
    Row::undefined(CAGES, C(&["ChecklessChess", "ExclusiveChess", "ExtinctionChess", "LeseMajeste", "PointReflection"]), CAGED),
    Row::undefined(CAGES, Rules(choose_otherwise), CAGED),
    Row::undefined(ONWARD, C(&["BGL"]), "how a captured man moves on if the other condition restricts moves"),
    Row::undefined(ONWARD, Rules(limit_ways), "how a captured man moves on if the other condition restricts moves"),
    Row::undefined(Variant("Clone"), Variant("April"), "whether the list of April means the captured man or the man that is reborn"),
    Row::undefined(C(&["NoCapture", "NoWhiteCapture", "NoBlackCapture"]), C(&["Circe RexInclusive", "ImmunChess RexInclusive"]), "whether a king that is reborn may be captured"),
    Row { for_one_side: true, ..Row::contradictory(C(CHOOSING), C(CHOOSING), "both choose which legal moves the same side may make") },
];

/// Combinations that can be solved, but whose solution no other program confirms.
#[rustfmt::skip]
pub const NOT_CONFIRMED: &[Row] = &[
    Row::not_confirmed(C(&["SnekChess"]), Rules(promote_to_fairy), "which fairy piece a king becomes"),
    // Popeye's answers differ in 2 of 80 random problems with Patrouille and MarsCirce, and in 2 of 80 with Patrouille
    // and PhantomChess.
    Row::not_confirmed(GUARDS, ACT_FROM_HOME, "from which square a man guards others"),
    Row::not_confirmed(
        C(&["Imitator"]),
        Rules(imitators_lose_track),
        "how an imitator follows the effects of the other condition",
    ),
    // Popeye's answers differ in 5 of 80 random problems with NorskSjakk.
    Row::not_confirmed(C(&["SeriesCapture"]), Rules(series_has_consequences), "what happens to other men after a series of captures"),
];

/// Parties (men, properties of the rules), each with the only conditions together with which it has been compared with
/// Popeye. For single conditions, `compared` has such a list.
pub const COMPARED_WITH: &[(Party, &[&str])] = &[
    (Men(moves_hurdles), &["Bolero", "Circe", "Masand"]),
    (Rules(has_planes), &["AliceChess", "Circe", "Madrasi"]),
    (Rules(castle_as_others), &["AntipodeanCirce", "Circe", "Disparate", "Make&TakeChess"]),
    (Rules(plus_has_special_men), &["PlusChess"]),
];
