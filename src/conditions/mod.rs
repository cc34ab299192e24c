//! The conditions: their names, parameters and rules.
//!
//! A condition is one file, with its definition and the rule objects that it registers with the fairy engine, and one
//! line in [`CONDITIONS`]. The parsers, `keymove list`, "did you mean" and the reports read that list. The rules of
//! Madrasi and Isardam on bitboards are in files of the same names in the bitboard engine.

mod alice;
mod all_in;
mod alphabetic;
mod anda;
mod anti_kings;
mod anticirce;
mod back_home;
mod bgl;
mod bicolores;
mod black_checks;
mod bolero;
mod borrowed;
mod breton;
mod brunner;
mod captures;
mod castling_chess;
mod central;
mod chameleons;
mod changing_kings;
mod changing_pieces;
mod checkless;
mod choosy_captures;
mod circe;
mod contact;
mod danger;
mod dister;
mod eiffel;
mod einstein;
mod exchange_castling;
mod exclusive;
mod flights;
mod following;
mod frankfurt;
mod functionary;
mod geneva;
mod ghosts;
mod grid;
mod guards;
mod history;
mod holes;
mod imitator;
mod immobilio;
mod influencer;
mod isardam;
mod leffie;
mod lengths;
mod lese_majeste;
mod losing;
mod lost_pieces;
mod madrasi;
mod mars;
mod masand;
mod mate_colour;
mod mates;
mod maximummer;
mod messigny;
pub mod names;
mod norsk;
mod pad;
mod partial_paralysis;
mod pepo;
mod places;
mod plus;
mod point_reflection;
mod popeye_input;
mod power_transfer;
mod promotions;
mod protean;
mod rebirth;
mod republican;
mod revolving;
mod role_exchange;
mod royal_square;
mod royalty;
mod schachzwang;
mod sentinelles;
mod series_capture;
mod sides;
mod single_box;
mod snek;
mod take_and_make;
mod transmuted;
mod turncoats;
mod volage;
mod woozles;
mod wormholes;

pub use following::Following;
pub use grid::{drawn_lines as grid_lines, is_word as is_grid_word};
pub use holes::HOLE;
pub use lengths::{length, read_length};
pub use sides::Sides;
pub use take_and_make::castlings_of_others;

use crate::fairy::RuleBook;
use crate::orthodox::Rules;
use crate::pieces::Piece;
use crate::units::Square;

pub struct ConditionDef {
    pub name: &'static str,
    /// Popeye's German name; empty if there is none.
    pub german: &'static str,
    /// Popeye's French name; empty if there is none.
    pub french: &'static str,
    pub aliases: &'static [&'static str],
    /// The variants: words with a fixed meaning that may follow the name.
    pub variants: &'static [VariantDef],
    /// The name that is printed: the condition's own, or the name of the more general condition of which it is a
    /// variant.
    pub family: &'static str,
    /// The variants of the condition called `family` that this condition's name implies.
    pub preset: &'static [&'static str],
    pub sides: Sides,
    /// The definition that replaces this one when the sides are exchanged. It is set for conditions that bind Black
    /// without naming it, such as `Maximummer`: the replacement binds White.
    pub exchanged: Option<&'static ConditionDef>,
    /// The kind of other words that may follow the name, such as squares or numbers.
    pub arguments: Arguments,
    pub doc: &'static str,
    /// Adds the rules of the condition to the rule book, or returns the reason why that is impossible.
    pub install: fn(&Condition, &mut RuleBook) -> Result<(), String>,
    /// Translates the condition into rules of the bitboard engine; `None` if only the fairy engine supports it.
    pub bitboards: Option<fn(&Condition) -> Rules>,
    /// Maps each piece of the orthodox game array to the piece that replaces it at the start of a proof game.
    pub in_array: fn(Piece) -> Piece,
    /// Whether the condition keeps state that a diagram does not show. A diagram then does not determine the position.
    pub goes_beyond_diagrams: bool,
    /// The transformations in twins that also transform the condition's squares.
    pub follows: Following,
}

#[derive(Clone, Copy, Debug)]
pub struct VariantDef {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub doc: &'static str,
}

/// The kind of words, besides variants, that may follow the name of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arguments {
    None,
    Squares,
    /// The squares of men in the diagram, one word each.
    Men,
    Pieces,
    Numbers,
    /// Words that describe the fields and lines of a grid.
    Grid,
    /// A man on a square, such as `White Bg4`, kept as two words.
    Man,
    /// Lengths with up to two decimals, stored in hundredths; `-` (no limit) is stored as [`u32::MAX`].
    Lengths,
}

/// A condition of a problem: a definition with the given variants and arguments.
#[derive(Clone)]
pub struct Condition {
    pub def: &'static ConditionDef,
    /// The given variants, by their names in the definition.
    pub variants: Vec<&'static str>,
    pub squares: Vec<Square>,
    pub pieces: Vec<Piece>,
    pub numbers: Vec<u32>,
    /// The words that describe a grid, or a man on a square.
    pub words: Vec<String>,
}

/// All conditions that Keymove supports, in the order in which Popeye prints the conditions of a problem.
#[rustfmt::skip]
pub const CONDITIONS: &[&ConditionDef] = &[
    &ghosts::GHOST,
    &ghosts::HAUNTED,
    &maximummer::MAXIMUMMER,
    &schachzwang::ULTRA,
    &circe::ANTIPODEAN,
    &circe::APRIL,
    &circe::ASSASSIN,
    &circe::CAGE,
    &circe::CHAMELEON,
    &circe::CIRCE,
    &circe::CLONE,
    &circe::CONTRA_PARRAIN,
    &circe::COUSCOUS,
    &circe::DIAGRAM,
    &circe::DIAMETRAL,
    &circe::DOUBLE_AGENTS,
    &circe::EQUIPOLLENTS,
    &circe::EXCHANGE,
    &circe::FILE,
    &circe::FRISCHAUF,
    &circe::HORIZONTAL_SYMMETRY,
    &circe::MIRROR,
    &circe::MIRROR_CLONE,
    &circe::MIRROR_COUSCOUS,
    &circe::MIRROR_FILE,
    &circe::ONWARD,
    &circe::PARRAIN,
    &circe::RANK,
    &circe::SUPER,
    &circe::SYMMETRY,
    &circe::TURNCOATS,
    &circe::VERTICAL_MIRROR,
    &circe::VERTICAL_SYMMETRY,
    &circe::LAST_CAPTURE,
    &madrasi::DEF,
    &volage::HYPERVOLAGE,
    &volage::VOLAGE,
    &places::BICHROM,
    &places::MONOCHROM,
    &places::BLACK_EDGE_MOVER,
    &places::WHITE_EDGE_MOVER,
    &promotions::LEOFAMILY,
    &promotions::CHINESE,
    &mars::IMMUN,
    &mars::IMMUN_ANTIPODEAN,
    &mars::IMMUN_DIAGRAM,
    &mars::IMMUN_EQUIPOLLENTS,
    &mars::IMMUN_FILE,
    &mars::IMMUN_HORIZONTAL_SYMMETRY,
    &mars::IMMUN_MIRROR,
    &mars::IMMUN_MIRROR_FILE,
    &mars::IMMUN_SYMMETRY,
    &mars::IMMUN_VERTICAL_SYMMETRY,
    &contact::CONTACT_GRID,
    &grid::GRID,
    &contact::KOEKO,
    &guards::PATROUILLE,
    &captures::NO_CAPTURE,
    &imitator::DEF,
    &promotions::CAVALIER_MAJEUR,
    &holes::HAANER,
    &maximummer::BLACK_MAXIMUMMER,
    &maximummer::BLACK_MINIMUMMER,
    &maximummer::WHITE_MAXIMUMMER,
    &maximummer::WHITE_MINIMUMMER,
    &turncoats::MAGIC_SQUARES,
    &sentinelles::DEF,
    &turncoats::DOUBLE_TIBET,
    &turncoats::TIBET,
    &captures::BLACK_MUST_CAPTURE,
    &captures::WHITE_MUST_CAPTURE,
    &transmuted::REFLECTIVE_KINGS,
    &transmuted::TRANSMUTED_KINGS,
    &history::BLACK_FOLLOW_MY_LEADER,
    &history::WHITE_FOLLOW_MY_LEADER,
    &history::DUELLIST,
    &royalty::VOGTLAENDER,
    &einstein::EINSTEIN,
    &bicolores::DEF,
    &contact::NEW_KOEKO,
    &anticirce::ANTICIRCE,
    &anticirce::ANTIPODEAN,
    &anticirce::CLONE,
    &anticirce::DIAGRAM,
    &anticirce::EQUIPOLLENTS,
    &anticirce::FILE,
    &anticirce::HORIZONTAL_SYMMETRY,
    &anticirce::MIRROR,
    &anticirce::MIRROR_FILE,
    &anticirce::SUPER,
    &anticirce::SYMMETRY,
    &anticirce::VERTICAL_SYMMETRY,
    &einstein::REVERSAL_EINSTEIN,
    &changing_pieces::RELEGATION,
    &norsk::DEF,
    &turncoats::ANDERNACH,
    &places::WHITE_FORCED_SQUARE,
    &places::WHITE_CONSEQUENT_FORCED_SQUARE,
    &places::BLACK_FORCED_SQUARE,
    &places::BLACK_CONSEQUENT_FORCED_SQUARE,
    &chameleons::CHESS,
    &functionary::DEF,
    &promotions::GLASGOW,
    &turncoats::ANTI_ANDERNACH,
    &isardam::DEF,
    &checkless::DEF,
    &promotions::PROM_ONLY,
    &exclusive::DEF,
    &mars::MARS,
    &mars::MARS_MIRROR,
    &mars::PHANTOM,
    &transmuted::WHITE_REFLECTIVE_KING,
    &transmuted::BLACK_REFLECTIVE_KING,
    &transmuted::WHITE_TRANSMUTED_KING,
    &transmuted::BLACK_TRANSMUTED_KING,
    &einstein::ANTI_EINSTEIN,
    &brunner::DEF,
    &royal_square::BLACK,
    &royal_square::WHITE,
    &plus::DEF,
    &royalty::EXTINCTION,
    &central::DEF,
    &republican::DEF,
    &revolving::BOARD,
    &messigny::DEF,
    &woozles::WOOZLES,
    &woozles::BI_WOOZLES,
    &woozles::HEFFALUMPS,
    &woozles::BI_HEFFALUMPS,
    &promotions::WHITE_PROMOTION_SQUARES,
    &promotions::BLACK_PROMOTION_SQUARES,
    &promotions::NO_WHITE_PROMOTION,
    &promotions::NO_BLACK_PROMOTION,
    &eiffel::DEF,
    &revolving::CENTRE,
    &schachzwang::BLACK_ULTRA,
    &schachzwang::WHITE_ULTRA,
    &guards::SHIELDED_KINGS,
    &chameleons::LINE,
    &mates::AMU,
    &captures::NO_WHITE_CAPTURE,
    &captures::NO_BLACK_CAPTURE,
    &alphabetic::ALPHABETIC,
    &single_box::DEF,
    &mates::MAFF,
    &mates::OWU,
    &changing_kings::WHITE_OSCILLATING,
    &changing_kings::BLACK_OSCILLATING,
    &anti_kings::DEF,
    &mars::ANTI_MARS,
    &mars::ANTI_MARS_ANTIPODEAN,
    &mars::ANTI_MARS_MIRROR,
    &transmuted::WHITE_SUPER_TRANSMUTING_KING,
    &transmuted::BLACK_SUPER_TRANSMUTING_KING,
    &guards::ULTRA_PATROL,
    &changing_kings::SWAPPING,
    &royalty::DYNASTY,
    &flights::SAT,
    &flights::STRICT_SAT,
    &take_and_make::TAKE_AND_MAKE,
    &history::BLACK_SYNCHRON_MOVER,
    &history::WHITE_SYNCHRON_MOVER,
    &history::BLACK_ANTISYNCHRON_MOVER,
    &history::WHITE_ANTISYNCHRON_MOVER,
    &masand::DEF,
    &bgl::DEF,
    &borrowed::ANNAN,
    &promotions::NORMAL_PAWN,
    &black_checks::DEF,
    &guards::ANTI_GUARDS,
    &guards::LORTAP,
    &transmuted::WHITE_VAULTING_KING,
    &transmuted::BLACK_VAULTING_KING,
    &transmuted::VAULTING_KINGS,
    &protean::DEF,
    &turncoats::PURSUIT,
    &geneva::DEF,
    &contact::ANTI_KOEKO,
    &castling_chess::CASTLING_CHESS,
    &losing::DEF,
    &history::DISPARATE,
    &guards::PROVOCATION,
    &changing_pieces::FOOTBALL,
    &changing_kings::KOBUL,
    &exchange_castling::DEF,
    &alphabetic::WHITE_ALPHABETIC,
    &alphabetic::BLACK_ALPHABETIC,
    &guards::SUPER_GUARDS,
    &wormholes::DEF,
    &promotions::MARINE,
    &promotions::ULTRAMARINE,
    &back_home::DEF,
    &borrowed::FACE_TO_FACE,
    &borrowed::BACK_TO_BACK,
    &borrowed::CHEEK_TO_CHEEK,
    &chameleons::SEQUENCE,
    &snek::CHESS,
    &snek::CIRCLE,
    &promotions::ARGENTINIAN,
    &lost_pieces::DEF,
    &partial_paralysis::DEF,
    &lese_majeste::DEF,
    &castling_chess::ROKAGOGO,
    &breton::DEF,
    &take_and_make::MAKE_AND_TAKE,
    &point_reflection::DEF,
    &borrowed::NANNA,
    &masand::GENERALISED,
    &bolero::BOLERO,
    &bolero::INVERSE,
    &influencer::DEF,
    &role_exchange::DEF,
    &dister::BLACK_MAX,
    &dister::BLACK_MIN,
    &dister::WHITE_MAX,
    &dister::WHITE_MIN,
    &turncoats::DARK_SIDE,
    &series_capture::DEF,
    &pepo::DEF,
    &captures::BICAPTURES,
    &choosy_captures::CAST,
    &history::FUDDLED_MEN,
    &power_transfer::DEF,
    &choosy_captures::MULTI_CAPTURES,
    &frankfurt::DEF,
    &anda::ANDA,
    &anda::INVERSE,
    &leffie::DEF,
    &immobilio::DEF,
    &danger::DEF,
    &all_in::HALF_IN,
    &all_in::ALL_IN,
    &all_in::MAINLY_IN,
    &alice::DEF,
    &pad::DEF,
    &mate_colour::DEF,
    &holes::HOLE,
    &imitator::NO_PROMOTION,
];

impl ConditionDef {
    /// Returns a definition with default values for all optional fields.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        install: fn(&Condition, &mut RuleBook) -> Result<(), String>,
    ) -> ConditionDef {
        ConditionDef {
            name,
            german: name,
            french: name,
            aliases: &[],
            variants: &[],
            family: name,
            preset: &[],
            sides: Sides::Both,
            exchanged: None,
            arguments: Arguments::None,
            doc,
            install,
            bitboards: None,
            in_array: |piece| piece,
            goes_beyond_diagrams: false,
            follows: Following::Nothing,
        }
    }

    /// Sets Popeye's names in German and French, for conditions whose names there differ from the English one.
    pub const fn called(self, german: &'static str, french: &'static str) -> ConditionDef {
        ConditionDef { german, french, ..self }
    }

    /// Sets the sides for which the condition holds.
    pub const fn of(self, sides: Sides) -> ConditionDef {
        ConditionDef { sides, ..self }
    }

    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

impl Condition {
    /// Returns an error message if the condition lacks the squares that it needs, otherwise `None`.
    pub fn missing(&self) -> Option<String> {
        let is_missing = self.def.arguments == Arguments::Squares && self.squares.is_empty();
        is_missing.then(|| format!("{} needs squares", self.def.name))
    }

    pub fn new(def: &'static ConditionDef) -> Condition {
        Condition {
            def,
            variants: Vec::new(),
            squares: Vec::new(),
            pieces: Vec::new(),
            numbers: Vec::new(),
            words: Vec::new(),
        }
    }

    pub fn has(&self, variant: &str) -> bool {
        self.variants.contains(&variant)
    }

    /// Whether the condition has this variant, either given or implied by its name.
    pub fn says(&self, variant: &str) -> bool {
        self.has(variant) || self.def.preset.contains(&variant)
    }

    /// Returns the condition that has the same effect after the sides are exchanged.
    pub fn with_sides_exchanged(&self) -> Condition {
        Condition { def: self.def.exchanged.unwrap_or(self.def), ..self.clone() }
    }

    /// Returns the given pieces as a cycle. If the text repeats the first piece at the end, the repetition is dropped.
    pub fn cycle(&self) -> Vec<Piece> {
        let closed = self.pieces.len() > 1 && self.pieces.first() == self.pieces.last();
        self.pieces[..self.pieces.len() - usize::from(closed)].to_vec()
    }

    /// Formats the condition as Popeye prints it in a twin. This text differs from [`caption`](Condition::caption) in
    /// two ways: a cycle of pieces starts at the first piece in Popeye's order, and each half of a hunter's code is
    /// padded to two columns.
    pub fn text_in_twin(&self) -> String {
        const FIRST: [Piece; 6] = [Piece::KING, Piece::PAWN, Piece::QUEEN, Piece::KNIGHT, Piece::ROOK, Piece::BISHOP];
        let code = |piece: &Piece| match piece.def().code.split_once('/') {
            Some((ahead, back)) => format!("{ahead:>2}/{back:>2}"),
            None => piece.def().code.to_owned(),
        };
        if self.def.arguments == Arguments::Man {
            return self.def.name.to_string();
        }
        if self.pieces.is_empty() {
            return self.caption();
        }
        let name = Condition { pieces: Vec::new(), ..self.clone() }.caption();
        let is_cycle = self.says("Chameleon") || self.def.family.starts_with("Chameleon");
        if !is_cycle {
            let codes: Vec<String> = self.pieces.iter().map(code).collect();
            return format!("{name} {}", codes.join(" "));
        }
        let mut cycle = self.cycle();
        let place = |piece: &Piece| FIRST.iter().position(|first| first == piece).unwrap_or(FIRST.len());
        let first = (0..cycle.len()).min_by_key(|&i| place(&cycle[i])).unwrap_or(0);
        cycle.rotate_left(first);
        cycle.push(cycle[0]);
        let codes: Vec<String> = cycle.iter().map(code).collect();
        format!("{name} {}", codes.join("->"))
    }

    /// Returns all variants, given or implied by the name, in the order in which they are printed.
    fn all_variants(&self) -> Vec<&'static str> {
        // Variants with numbers keep the order of the text.
        let said: Vec<&str> = match self.def.arguments {
            Arguments::Numbers => self.variants.clone(),
            _ => self.def.variants.iter().map(|def| def.name).filter(|name| self.has(name)).collect(),
        };
        let preset = self.def.preset;
        let others = said.into_iter().filter(|name| !preset.contains(name));
        let mut all: Vec<&str> = preset.iter().copied().chain(others).collect();
        if !matches!(self.def.arguments, Arguments::Numbers) {
            all.sort_by_key(|name| rebirth::AS_PRINTED.iter().position(|printed| printed == name));
        }
        all
    }

    /// Formats the condition in Popeye's spelling, as printed under a diagram. Parsing the text gives the condition
    /// again.
    pub fn caption(&self) -> String {
        let mut text = self.def.family.to_string();
        let variants = self.all_variants().into_iter().map(str::to_string);
        let between = if self.def.arguments == Arguments::Men { " " } else { "" };
        let squares = self.squares.iter().map(Square::to_string).collect::<Vec<_>>().join(between);
        let pieces = self.pieces.iter().map(|piece| piece.def().code.to_string());
        let numbers = self.numbers.iter().map(|&number| match self.def.arguments {
            Arguments::Lengths => length(number),
            _ => number.to_string(),
        });
        let squares = (!squares.is_empty()).then_some(squares);
        let words = self.words.iter().cloned();
        // Without numbers the lengths are unlimited.
        let endless = self.def.arguments == Arguments::Lengths && self.numbers.is_empty();
        let numbers = numbers.chain(endless.then(|| "- -".to_string()));
        for word in variants.chain(squares).chain(pieces).chain(numbers).chain(words) {
            text.push(' ');
            text.push_str(&word);
        }
        text
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Condition) -> bool {
        let sorted = |condition: &Condition| {
            let mut variants = condition.all_variants();
            if condition.def.arguments != Arguments::Numbers {
                variants.sort_unstable();
            }
            variants
        };
        self.def.family == other.def.family
            && sorted(self) == sorted(other)
            && (&self.squares, &self.pieces) == (&other.squares, &other.pieces)
            && (&self.numbers, &self.words) == (&other.numbers, &other.words)
    }
}

impl Eq for Condition {}

impl std::fmt::Debug for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.caption())
    }
}
