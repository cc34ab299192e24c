//! Circe: captured men are reborn. The variants of this condition determine which men are reborn, where, as which
//! piece, and what happens if the rebirth square is occupied.

mod kamikaze;
mod last_capture;
mod parameters;
mod reborn;

use super::rebirth::{AS_WHAT, OCCUPIED, OCCUPIED_OF_CAPTURED, PLACES, SEVERAL, variants};
use super::{Arguments, ConditionDef, VariantDef};
pub use last_capture::LAST_CAPTURE;
use parameters::install;
pub use reborn::carried;

const OWN: &[VariantDef] = &[
    VariantDef { name: "RexInclusive", aliases: &["RI"], doc: "kings are reborn too" },
    VariantDef { name: "RexExclusive", aliases: &[], doc: "kings are not reborn (default)" },
    VariantDef { name: "Couscous", aliases: &[], doc: "the man is reborn on the home square of the capturing man" },
    VariantDef { name: "Turncoats", aliases: &["Turncoat"], doc: "the man changes sides when it is reborn" },
    VariantDef { name: "WaitCapture", aliases: &[], doc: "the man is reborn with the next capture" },
    VariantDef { name: "LastMove", aliases: &[], doc: "the man is reborn with the next ply" },
    VariantDef { name: "Parrain", aliases: &[], doc: "short for the variants `Equipollents LastMove`" },
    VariantDef { name: "ContraParrain", aliases: &[], doc: "short for `Equipollents LastMove Mirror`" },
    VariantDef { name: "April", aliases: &[], doc: "only the listed pieces are reborn, and they must be reborn" },
];
const VARIANTS: &[VariantDef] = &variants::<
    { OWN.len() + AS_WHAT.len() + OCCUPIED_OF_CAPTURED.len() + OCCUPIED.len() + SEVERAL.len() + PLACES.len() },
>(&[OWN, AS_WHAT, OCCUPIED_OF_CAPTURED, OCCUPIED, SEVERAL, PLACES]);

macro_rules! circe {
    ($name:literal, $aliases:expr, $preset:expr, $doc:literal) => {
        ConditionDef {
            family: "Circe",
            variants: VARIANTS,
            preset: $preset,
            arguments: Arguments::Pieces,
            aliases: $aliases,
            ..ConditionDef::new($name, $doc, install)
        }
    };
}

pub const CIRCE: ConditionDef = circe!(
    "Circe",
    &[],
    &[],
    "captured men (not kings) are reborn on their home squares; a man whose home square is occupied vanishes as usual"
);
pub const MIRROR: ConditionDef =
    circe!("MirrorCirce", &[], &["Mirror"], "as Circe, but on the other side's home squares")
        .called("SpiegelCirce", "CirceMalefique");
pub const FILE: ConditionDef = circe!("FileCirce", &[], &["File"], "as Circe, but on the file of capture");
pub const MIRROR_FILE: ConditionDef =
    circe!("MirrorFileCirce", &[], &["File", "Mirror"], "as Circe, but at the other side's end of the file of capture")
        .called("SpiegelFileCirce", "FileCirceMalefique");
pub const RANK: ConditionDef = circe!("RankCirce", &[], &["Rank"], "as Circe, but on the rank of capture");
pub const SYMMETRY: ConditionDef = circe!(
    "SymmetryCirce",
    &[],
    &["Symmetry"],
    "captured men are reborn on the square point-symmetric to the square of capture"
)
.called("SymmetrieCirce", "CirceSymetrique");
pub const HORIZONTAL_SYMMETRY: ConditionDef = circe!(
    "HorizontalSymmetryCirce",
    &[],
    &["HorizontalSymmetry"],
    "captured men are reborn on the square of capture mirrored in the horizontal centre line"
)
.called("HorizontaleSymmetrieCirce", "CirceSymetriqueHorizontale");
pub const VERTICAL_SYMMETRY: ConditionDef = circe!(
    "VerticalSymmetryCirce",
    &[],
    &["VerticalSymmetry"],
    "captured men are reborn on the square of capture mirrored in the vertical centre line"
)
.called("VertikaleSymmetrieCirce", "CirceSymetriqueVerticale");
pub const VERTICAL_MIRROR: ConditionDef = circe!(
    "VerticalMirrorCirce",
    &[],
    &["VerticalMirror"],
    "as Circe, but on the home squares mirrored in the vertical centre line"
)
.called("VertikalesSpiegelCirce", "CirceMalefiqueVerticale");
pub const DIAMETRAL: ConditionDef = circe!(
    "DiametralCirce",
    &[],
    &["Diametral"],
    "as Circe, but on the home squares turned by 180 degrees about the centre of the board"
)
.called("DiametralCirce", "CirceDiametrale");
pub const ANTIPODEAN: ConditionDef = circe!(
    "AntipodeanCirce",
    &[],
    &["Antipodes"],
    "captured men are reborn on the square four files and four ranks away from the square of capture"
)
.called("AntipodenCirce", "CirceAntipoden");
pub const EQUIPOLLENTS: ConditionDef = circe!(
    "EquipollentsCirce",
    &[],
    &["Equipollents"],
    "captured men are reborn beyond the square of capture, at the distance and in the direction of the capturing move"
)
.called("EquipollentsCirce", "CirceEquipollents");
pub const EXCHANGE: ConditionDef = circe!(
    "PWC",
    &["PlatzwechselCirce"],
    &["PWC"],
    "captured men are reborn on the square that the capturing man left"
)
.called("PlatzwechselCirce", "CirceEchange");
pub const CLONE: ConditionDef =
    circe!("CirceClone", &[], &["Clone"], "captured men are reborn as the piece that captured them");
pub const MIRROR_CLONE: ConditionDef = circe!(
    "MirrorCirceClone",
    &[],
    &["Mirror", "Clone"],
    "captured men are reborn as the piece that captured them, on the other side's home squares"
)
.called("SpiegelCirceclone", "CirceCloneMalefique");
pub const COUSCOUS: ConditionDef =
    circe!("CouscousCirce", &[], &["Couscous"], "captured men are reborn on the home square of the capturing man")
        .called("CouscousCirce", "CirceCouscous");
pub const MIRROR_COUSCOUS: ConditionDef = circe!(
    "MirrorCouscousCirce",
    &[],
    &["Couscous", "Mirror"],
    "captured men are reborn on the home square that the capturing man would have as a man of the other side"
)
.called("SpiegelCouscousCirce", "CirceCouscousMalefique");
pub const TURNCOATS: ConditionDef =
    circe!("CirceTurncoats", &[], &["Turncoats"], "captured men are reborn as men of the other side")
        .called("TurncoatCirce", "CirceTurncoats");
pub const DOUBLE_AGENTS: ConditionDef = circe!(
    "CirceDoubleAgents",
    &[],
    &["Mirror", "Turncoats"],
    "captured men are reborn on the other side's home squares, as men of the other side"
)
.called("DoppelAgentenCirce", "CirceDoubleAgents");
pub const CHAMELEON: ConditionDef = circe!(
    "ChameleonCirce",
    &[],
    &["Chameleon"],
    "captured men are reborn as the next piece of the cycle knight, bishop, rook, queen, knight, or of the listed cycle"
)
.called("ChamaeleonCirce", "CirceCameleon");
pub const ASSASSIN: ConditionDef =
    circe!("CirceAssassin", &[], &["Assassin"], "a captured man captures the man on its rebirth square")
        .called("AssassinCirce", "CirceAssassin");
pub const SUPER: ConditionDef =
    circe!("SuperCirce", &[], &["Super"], "captured men are reborn on any empty square, or not at all");
pub const APRIL: ConditionDef = circe!(
    "AprilChess",
    &[],
    &["Super", "April"],
    "only the listed pieces are reborn, on any empty square; they must be reborn"
)
.called("AprilSchach", "EchecsAvril");

pub const DIAGRAM: ConditionDef =
    circe!("DiagramCirce", &[], &["Diagram"], "captured men are reborn on their squares in the diagram")
        .called("DiagrammCirce", "CirceDiagramme");
pub const CAGE: ConditionDef = circe!(
    "CageCirce",
    &[],
    &["Cage"],
    "captured men are reborn on any empty square on which they could not move without capturing; if there is none, \
     they vanish as usual"
)
.called("KaefigCirce", "CirceCage");
pub const ONWARD: ConditionDef = circe!(
    "CirceTake&Make",
    &["AntiTake&Make"],
    &["Take&Make"],
    "a captured man moves on from the square of capture, as its kind moves and without capturing; if it cannot, the \
     capture is illegal"
);
pub const FRISCHAUF: ConditionDef = circe!(
    "FrischaufCirce",
    &[],
    &["Frischauf"],
    "as Circe, but promoted men are reborn on their promotion rank, on the file of capture"
);

pub const PARRAIN: ConditionDef = circe!(
    "ParrainCirce",
    &[],
    &["Parrain"],
    "a captured man (not a king) is reborn after the next ply, on the square to which that ply's displacement leads \
     from the square of capture, if it is empty"
)
.called("CirceParrain", "CirceParrain");
pub const CONTRA_PARRAIN: ConditionDef =
    circe!("ContraParrain", &[], &["ContraParrain"], "as ParrainCirce, but in the opposite direction")
        .called("KontraParrain", "ContraParrain");
