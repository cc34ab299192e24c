//! Lists the elements that a problem can use, from the tables that the parsers use.

use crate::conditions::CONDITIONS;
use crate::games::{GAMES, GameDef};
use crate::problem::{Arguments, KINDS, OPTIONS, OptionDef, SERIES, Traditional};
use crate::themes::{self, Group, Theme};
use crate::units::{Color, GOALS, Goal, GoalDef, Piece, Unit};
use std::collections::BTreeMap;

/// Further forms of stipulations. Each is an example with its meaning.
const FORMS: &[(&str, &str)] = &[
    ("exact-#3", "not in fewer moves"),
    ("2->ser-h#3", "help play in series after an introductory series of the other side"),
    (PROOF_GAME.0, PROOF_GAME.1),
    (A_TO_B.0, A_TO_B.1),
    (
        "white 3a[#]d",
        "structured: a tree of branches (opcode sstip); a: attack, d: defence, h: help, s: series; [fork] {constraint}",
    ),
];

const PROOF_GAME: (&str, &str) = ("dia4.5", "proof game of 9 half-moves; ser-dia4: a series");
const A_TO_B: (&str, &str) = ("a=>b3", "from position A (opcode start) to position B");

/// Returns a description of the kind of play of a stipulation.
pub(super) fn play_doc(stipulation: &Traditional) -> &'static str {
    match (&stipulation.goal, stipulation.series) {
        (Goal::Diagram(_), _) => PROOF_GAME.1,
        (Goal::AToB(_), _) => A_TO_B.1,
        (_, Some(series)) => series.def().doc,
        (_, None) => stipulation.kind.def().doc,
    }
}

/// A list of elements that a problem can use.
///
/// ```
/// use keymove::Catalogue;
///
/// let conditions = &Catalogue::Conditions.sections()[0].items;
/// let circe = conditions.iter().find(|item| item.name == "Circe").unwrap();
/// assert!(circe.items.iter().any(|variant| variant.name == "Circe Mirror"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Catalogue {
    /// Stipulations: kinds of play, and goals.
    Stipulations,
    /// Conditions with their variants.
    Conditions,
    /// Games with their boards, variants and pieces.
    Games,
    /// Options with their arguments.
    Options,
    /// Pieces with their letters.
    Pieces,
    /// Themes with their definitions, by group.
    Themes,
}

/// A section of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogueSection {
    /// The heading of the section; empty if the list has only one section.
    pub heading: &'static str,
    /// The items in the order of the list.
    pub items: Vec<CatalogueItem>,
}

/// An entry of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogueItem {
    /// The kind of entry.
    pub kind: CatalogueKind,
    /// The entry as it is written in a problem. Arguments are named: `Defence [n]`.
    pub name: String,
    /// Other ways to write the entry: the aliases of a variant; letters, FEN and XBetza of a piece.
    pub notations: Vec<String>,
    /// The definition of the entry.
    pub meaning: String,
    /// Entries below this one: the variants of a condition; board, variants and pieces of a game.
    pub items: Vec<CatalogueItem>,
}

/// The kind of an entry of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CatalogueKind {
    /// An example of a stipulation.
    Play,
    /// A goal of a stipulation.
    Goal,
    /// A fairy condition.
    Condition,
    /// A variant of a condition or of a game.
    Variant,
    /// A game other than chess.
    Game,
    /// The board of a game.
    Board,
    /// An option of a problem.
    Option,
    /// A kind of piece.
    Piece,
    /// A theme.
    Theme,
}

impl CatalogueKind {
    /// Returns the name of the kind for use by programs: `play`, `condition`, `piece` and so on.
    pub fn name(self) -> &'static str {
        match self {
            CatalogueKind::Play => "play",
            CatalogueKind::Goal => "goal",
            CatalogueKind::Condition => "condition",
            CatalogueKind::Variant => "variant",
            CatalogueKind::Game => "game",
            CatalogueKind::Board => "board",
            CatalogueKind::Option => "option",
            CatalogueKind::Piece => "piece",
            CatalogueKind::Theme => "theme",
        }
    }
}

impl CatalogueItem {
    fn new(kind: CatalogueKind, name: impl Into<String>, meaning: impl Into<String>) -> CatalogueItem {
        let (name, meaning) = (name.into(), meaning.into());
        CatalogueItem { kind, name, notations: Vec::new(), meaning, items: Vec::new() }
    }

    fn piece(piece: Piece, letters: &str) -> CatalogueItem {
        let def = piece.def();
        let fen = Unit::new(Color::White, piece).to_fen();
        CatalogueItem {
            notations: vec![letters.to_string(), fen, def.xbetza.to_string()],
            ..CatalogueItem::new(CatalogueKind::Piece, def.name, def.doc)
        }
    }
}

impl Catalogue {
    /// All lists.
    pub const ALL: [Catalogue; 6] = [
        Catalogue::Stipulations,
        Catalogue::Conditions,
        Catalogue::Games,
        Catalogue::Options,
        Catalogue::Pieces,
        Catalogue::Themes,
    ];

    /// Returns the name of the list, such as `conditions`.
    pub fn name(self) -> &'static str {
        match self {
            Catalogue::Stipulations => "stipulations",
            Catalogue::Conditions => "conditions",
            Catalogue::Games => "games",
            Catalogue::Options => "options",
            Catalogue::Pieces => "pieces",
            Catalogue::Themes => "themes",
        }
    }

    /// Returns the sections of the list.
    pub fn sections(self) -> Vec<CatalogueSection> {
        let plain = |items| vec![CatalogueSection { heading: "", items }];
        match self {
            Catalogue::Stipulations => vec![
                CatalogueSection { heading: "play, in n moves", items: plays() },
                CatalogueSection { heading: "goals", items: GOALS.iter().map(goal).collect() },
            ],
            Catalogue::Conditions => plain(conditions()),
            Catalogue::Games => plain(GAMES.iter().copied().map(game).collect()),
            Catalogue::Options => plain(OPTIONS.iter().map(option).collect()),
            Catalogue::Pieces => {
                plain(Piece::all().map(|piece| CatalogueItem::piece(piece, piece.def().code)).collect())
            }
            Catalogue::Themes => Group::ALL
                .into_iter()
                .map(|group| CatalogueSection {
                    heading: group.name(),
                    items: themes::all().filter(|theme| theme.group == group).map(theme).collect(),
                })
                .collect(),
        }
    }
}

fn plays() -> Vec<CatalogueItem> {
    let kinds = KINDS.iter().map(|def| (format!("{}#2", def.word), def.doc));
    let series = SERIES.iter().map(|def| (def.example.to_string(), def.doc));
    let forms = FORMS.iter().map(|&(example, doc)| (example.to_string(), doc));
    let plays = kinds.chain(series).chain(forms);
    plays.map(|(example, doc)| CatalogueItem::new(CatalogueKind::Play, example, doc)).collect()
}

fn goal(goal: &GoalDef) -> CatalogueItem {
    let square = if goal.needs_square() { "<square>" } else { "" };
    CatalogueItem::new(CatalogueKind::Goal, format!("{}{square}", goal.symbol), goal.doc)
}

fn conditions() -> Vec<CatalogueItem> {
    let items = CONDITIONS.iter().map(|condition| {
        let variants = condition.variants.iter().map(|variant| CatalogueItem {
            notations: variant.aliases.iter().map(|alias| alias.to_string()).collect(),
            ..CatalogueItem::new(CatalogueKind::Variant, format!("{} {}", condition.name, variant.name), variant.doc)
        });
        let items = variants.collect();
        let item = CatalogueItem::new(CatalogueKind::Condition, condition.name, condition.doc);
        (condition.name, CatalogueItem { items, ..item })
    });
    let by_name: BTreeMap<&str, CatalogueItem> = items.collect();
    by_name.into_values().collect()
}

fn game(game: &GameDef) -> CatalogueItem {
    let board = CatalogueItem::new(CatalogueKind::Board, "board", (game.shape)().to_string());
    let variants = game.variants.iter().map(|variant| {
        CatalogueItem::new(CatalogueKind::Variant, format!("{} {}", game.name, variant.name), variant.doc)
    });
    let own = Piece::all().filter(|piece| game.own(piece.letters()) == Some(*piece));
    let own = own.map(|piece| CatalogueItem::piece(piece, piece.letters()));
    CatalogueItem {
        items: std::iter::once(board).chain(variants).chain(own).collect(),
        ..CatalogueItem::new(CatalogueKind::Game, game.name, game.doc)
    }
}

fn theme(theme: &Theme) -> CatalogueItem {
    CatalogueItem {
        notations: theme.aliases.iter().map(|alias| alias.to_string()).collect(),
        ..CatalogueItem::new(CatalogueKind::Theme, theme.name, theme.definition)
    }
}

fn option(option: &OptionDef) -> CatalogueItem {
    let arguments = match option.arguments {
        Arguments::None => "",
        Arguments::Number => " n",
        Arguments::OptionalNumber => " [n]",
        Arguments::TwoNumbers => " m n",
        Arguments::Squares => " squares",
        Arguments::MoveNumber => " m[:n]",
    };
    CatalogueItem::new(CatalogueKind::Option, format!("{}{arguments}", option.name), option.doc)
}
