//! Conditions that agree with Popeye by themselves and in the combinations listed here; with others they can be solved,
//! but are not verified. The evidence is some hundred random problems each (`tests/black_box.rs`, `KEYMOVE_CONDITION`).

/// Compared with no other condition.
#[rustfmt::skip]
pub const ALONE: &[&str] = &[
    "#C", "ActuatedRevolvingCentre", "AllInChess", "AntiCirce April", "AntiCirce Assassin", "AntiCirce ContraParrain",
    "AntiCirce Parrain", "AntiCirce Relaxed", "AntiCirce Turncoats", "BiHeffalumps", "BiWoozles", "Bicaptures",
    "BlackChecks", "BlackRoyalSquare", "Bolero", "BoleroInverse", "ChameleonPursuit", "DarkSide", "HalfInChess",
    "LineChameleonChess", "MainlyInChess", "MarsCirce Super", "NormalPawn", "PowerTransfer", "RepublicanChess",
    "WhiteRoyalSquare",
];

/// Compared with these conditions and no others.
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
    ("Make&TakeChess", &["AndernachChess", "AntiCirce", "BlackMaximummer", "Circe", "Disparate", "EinsteinChess", "FuddledMen", "KoeKo"]),
    ("OWU", &["AndernachChess", "Circe", "CirceAssassin", "EinsteinChess", "Madrasi"]),
    ("RoleExchange", &["AndernachChess", "AnnanChess", "AntiCirce", "BlackMaximummer", "Circe", "CirceAssassin", "EinsteinChess", "FuddledMen", "KoeKo", "Madrasi", "MonochromChess", "NoBlackCapture", "Patrouille"]),
    ("StrictSAT", &["SAT"]),
    ("Woozles", &["BlackMinimummer", "WhiteMinimummer"]),
];

/// Conditions whose consequences put men into a single box as Popeye's do.
pub const IN_A_SINGLE_BOX: &[&str] = &["AndernachChess", "Circe", "CirceDoubleAgents", "SingleBox"];

/// Conditions that choose among moves, with which Circe Cage has been compared.
pub const LENGTHS_WITH_CAGES: &[&str] = &["BlackMaximummer", "BlackMinimummer", "WhiteMaximummer", "WhiteMinimummer"];

/// Conditions with which imitators have been compared although men move in unusual ways.
pub const WITH_IMITATORS: &[&str] = &["BlackSuperTransmutingKing", "Imitator", "WhiteSuperTransmutingKing"];

/// Rebirths that imitators do not follow.
pub const REBIRTH_WITH_IMITATORS: &[&str] = &["AntiCirce", "Circe", "MirrorCirce"];

/// Conditions with which series of captures have been compared.
pub const IN_A_SERIES: &[&str] =
    &["AndernachChess", "Circe", "EinsteinChess", "HaanerChess", "ProteanChess", "SeriesCapture"];

/// Conditions with which they have been compared in positions without kings.
pub const IN_A_SERIES_WITHOUT_KINGS: &[&str] = &["AntiCirce", "SeriesCapture"];
