//! Conditions whose answers agree with Popeye's when they are used alone and in the combinations listed here. Other
//! combinations can be solved, but count as unverified. The evidence for each combination is some hundred random
//! problems (`tests/black_box.rs`, `KEYMOVE_CONDITION`).

/// Conditions that have been compared with Popeye only without other conditions.
#[rustfmt::skip]
pub const ALONE: &[&str] = &[
    "#C", "ActuatedRevolvingCentre", "AllInChess", "AntiCirce April", "AntiCirce Assassin", "AntiCirce ContraParrain",
    "AntiCirce Parrain", "AntiCirce Relaxed", "AntiCirce Turncoats", "BiHeffalumps", "BiWoozles", "Bicaptures",
    "BlackChecks", "BlackRoyalSquare", "Bolero", "BoleroInverse", "ChameleonPursuit", "DarkSide", "HalfInChess",
    "LineChameleonChess", "MainlyInChess", "MarsCirce Super", "NormalPawn", "PowerTransfer", "RepublicanChess",
    "WhiteRoyalSquare",
];

/// Names of conditions on which Popeye 4.104 crashes, so that they have not been compared in any combination. Such a
/// condition is treated as the general condition of its family with variants.
pub const NEVER_COMPARED: &[&str] = &["AntiMarsAntipodeanCirce"];

/// Conditions, each with a list. The condition has been compared with Popeye only in combination with the conditions on
/// its list.
#[rustfmt::skip]
pub const COMPARED: &[(&str, &[&str])] = &[
    ("PlusChess", &["FunctionaryChess", "Patrouille"]),
    ("LostPieces", &["AntiCirce", "BlackMaximummer", "Circe"]),
    ("Leffie", &["AntiCirce", "Circe", "PartialParalysis"]),
    ("PartialParalysis", &["AntiCirce", "Circe", "Leffie", "Pepo"]),
    ("Pepo", &["BlackMaximummer", "Circe", "PartialParalysis", "Take&MakeChess"]),
    ("ActuatedRevolvingBoard", &["AntiSuperCirce", "Circe"]),
    ("Bicolores", &["AndernachChess", "AnnanChess", "AntiCirce", "BlackMaximummer", "Circe", "Disparate", "EinsteinChess", "GridChess", "KoeKo", "Madrasi", "MonochromChess", "NoBlackCapture"]),
    ("BlackMaxDister", &["Circe"]),
    ("BlackMinDister", &["Circe"]),
    ("Heffalumps", &["Circe"]),
    ("WhiteMaxDister", &["Circe"]),
    ("WhiteMinDister", &["Circe"]),
    ("BrunnerChess", &["WhiteMaximummer"]),
    ("ExchangeCastling", &["AndernachChess", "AntiCirce", "Circe", "CirceAssassin", "EinsteinChess", "GridChess", "Madrasi", "MonochromChess", "NoBlackCapture", "Patrouille"]),
    ("Make&TakeChess", &["AndernachChess", "AntiCirce", "AntipodeanCirce", "BlackMaximummer", "Circe", "Disparate", "EinsteinChess", "FuddledMen", "KoeKo"]),
    ("OWU", &["AndernachChess", "Circe", "CirceAssassin", "EinsteinChess", "Madrasi"]),
    ("RoleExchange", &["AndernachChess", "AnnanChess", "AntiCirce", "BlackMaximummer", "Circe", "CirceAssassin", "EinsteinChess", "FuddledMen", "KoeKo", "Madrasi", "MonochromChess", "NoBlackCapture", "Patrouille"]),
    ("StrictSAT", &["SAT"]),
    ("Woozles", &["BlackMinimummer", "WhiteMinimummer"]),
];

/// Conditions that have been compared with Popeye together with a single box of chessmen. Under them, moves may put men
/// into the box.
pub const IN_A_SINGLE_BOX: &[&str] = &["AndernachChess", "Circe", "CirceDoubleAgents", "SingleBox"];

/// Conditions that choose among moves by length. They have been compared with Popeye in combination with Circe
/// Cage.
pub const LENGTHS_WITH_CAGES: &[&str] = &["BlackMaximummer", "BlackMinimummer", "WhiteMaximummer", "WhiteMinimummer"];

/// Conditions under which men move in unusual ways, and which have been compared with Popeye together with
/// imitators.
pub const WITH_IMITATORS: &[&str] = &["BlackSuperTransmutingKing", "Imitator", "WhiteSuperTransmutingKing"];

/// Conditions with rebirths that have been compared with Popeye together with imitators. Imitators do not follow a
/// rebirth.
pub const REBIRTH_WITH_IMITATORS: &[&str] = &["AntiCirce", "Circe", "MirrorCirce"];

/// Conditions that have been compared with Popeye together with the condition SeriesCapture.
pub const IN_A_SERIES: &[&str] =
    &["AndernachChess", "Circe", "EinsteinChess", "HaanerChess", "ProteanChess", "SeriesCapture"];

/// Conditions that have been compared with Popeye together with the condition SeriesCapture, but only in positions
/// without kings.
pub const IN_A_SERIES_WITHOUT_KINGS: &[&str] = &["AntiCirce", "SeriesCapture"];
