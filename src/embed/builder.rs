//! Builds a problem part by part: stipulation, men, conditions, heading.

use super::parsed::{ParseError, Parsed};
use crate::pieces::OwnPieces;
use crate::problem::Change;
use crate::rules::RuleSet;
use crate::syntax::{Diagnostic, PieceLetters, game, operation, own_pieces, twins_on};
use crate::units::{Color, Placement, Shape, TRAITS, Traits, Unit};

/// Builder of a problem. Men are written with the letters of chess problems (`S` is the knight).
///
/// Each argument is the text of one part of the problem, in the language of `docs/language.md`. A text that contains
/// more than this part, such as a second command, is an error.
///
/// ```
/// let problem = keymove::ProblemBuilder::new("h#2")
///     .white("Ka1 Rh8")
///     .black("Kc1 Pc2")
///     .condition("Circe")
///     .option("SetPlay")
///     .author("A. Author")
///     .build()?
///     .into_problem();
/// assert_eq!(problem.diagram.placement.to_fen(), "7R/8/8/8/8/8/2p5/K1k5");
/// assert!(keymove::ProblemBuilder::new("h#2").condition("Circe\nstip h#3").build().is_err());
/// # Ok::<(), keymove::ParseError>(())
/// ```
///
/// Boards of other sizes, men that the problem defines itself, and the author's solution:
///
/// ```
/// let problem = keymove::ProblemBuilder::new("#2")
///     .board(10, 8)
///     .piece("X=gQ")
///     .white("Ka1 Xj8")
///     .black("royal Ge5")
///     .castling("-")
///     .solution("1.Xj8-j1!")
///     .solutions("1")
///     .id("wide")
///     .build()?
///     .into_problem();
/// assert_eq!(problem.diagram.placement.shape().files(), 10);
/// assert_eq!(problem.intent.counts, [1]);
/// # Ok::<(), keymove::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    /// The text of a FEN, or `None`. It replaces the board, side to move, castling rights, en passant square and men.
    fen: Option<String>,
    board: (u8, u8),
    side_to_move: Option<Color>,
    castling: String,
    en_passant: String,
    men: Vec<(Side, String)>,
    /// The other parts of the problem, in the order in which the methods were called: the opcode of the line format,
    /// and its text.
    parts: Vec<(&'static str, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    White,
    Black,
    Neutral,
}

impl ProblemBuilder {
    /// Begins a problem on an empty board of 8x8 with this stipulation: `#2`, `h#2.5`, or structured:
    /// `white 3a[#]d`.
    pub fn new(stipulation: &str) -> ProblemBuilder {
        let first = stipulation.split_whitespace().next().unwrap_or_default().to_lowercase();
        let opcode = if ["white", "black"].contains(&first.as_str()) { "sstip" } else { "stip" };
        ProblemBuilder {
            fen: None,
            board: (8, 8),
            side_to_move: None,
            castling: "?".to_string(),
            en_passant: "-".to_string(),
            men: Vec::new(),
            parts: vec![(opcode, stipulation.to_string())],
        }
    }

    /// Takes the board from a FEN, and also the side to move, the castling rights and the en passant square if the FEN
    /// has them. Men and a board that are also given by other methods are an error.
    ///
    /// ```
    /// use keymove::ProblemBuilder;
    ///
    /// let problem = ProblemBuilder::new("#2").fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").build()?.into_problem();
    /// assert_eq!(problem.diagram.placement.to_fen(), "7k/8/5K2/8/8/8/8/6R1");
    /// assert!(ProblemBuilder::new("#2").fen("7k/8/5K2/8/8/8/8/6R1 w - - stip #3").build().is_err());
    /// # Ok::<(), keymove::ParseError>(())
    /// ```
    pub fn fen(mut self, fen: &str) -> ProblemBuilder {
        self.fen = Some(fen.to_string());
        self
    }

    /// Sets the size of the board, at most 16x16.
    pub fn board(mut self, files: u8, ranks: u8) -> ProblemBuilder {
        self.board = (files, ranks);
        self
    }

    /// Adds white men: `Kc3 Ra1h1 Pd2`, or with attributes `royal Ge5`.
    pub fn white(self, men: &str) -> ProblemBuilder {
        self.with_men(Side::White, men)
    }

    /// Adds black men.
    pub fn black(self, men: &str) -> ProblemBuilder {
        self.with_men(Side::Black, men)
    }

    /// Adds neutral men.
    pub fn neutral(self, men: &str) -> ProblemBuilder {
        self.with_men(Side::Neutral, men)
    }

    /// Sets the side that makes the first move. If this method is not called, the stipulation decides.
    pub fn side_to_move(mut self, side: Color) -> ProblemBuilder {
        self.side_to_move = Some(side);
        self
    }

    /// Sets the castling rights as in a FEN: `KQkq`, or `-` for none. If this method is not called, every king and rook
    /// on its home square may castle.
    pub fn castling(mut self, rights: &str) -> ProblemBuilder {
        self.castling = rights.to_string();
        self
    }

    /// Sets the square to which a pawn may capture en passant with the first move: `e3`.
    pub fn en_passant(mut self, square: &str) -> ProblemBuilder {
        self.en_passant = square.to_string();
        self
    }

    /// Sets the position from which play starts, as the board of a FEN. For the stipulation `a=>b`, in which play leads
    /// from this position (A) to the diagram (B).
    pub fn start(self, board: &str) -> ProblemBuilder {
        self.with("start", board)
    }

    /// Sets the number of total invisible men, whose squares and kinds are unknown: `2`.
    pub fn invisible(self, men: &str) -> ProblemBuilder {
        self.with("invisible", men)
    }

    /// Sets the men that are beneath other men of the diagram, as the board of a FEN. Such a man appears when the man
    /// above it leaves the square.
    pub fn beneath(self, board: &str) -> ProblemBuilder {
        self.with("beneath", board)
    }

    /// Sets the game, a chess variant with its own board and pieces, if it is not chess: `Mamra`.
    pub fn game(self, game: &str) -> ProblemBuilder {
        self.with("game", game)
    }

    /// Defines a piece for this problem: `X=gQ` (`docs/xbetza.md`).
    pub fn piece(self, definition: &str) -> ProblemBuilder {
        self.with("piece", definition)
    }

    /// Adds a condition with its variants and arguments: `Circe Mirror`.
    pub fn condition(self, condition: &str) -> ProblemBuilder {
        self.with("cond", condition)
    }

    /// Adds an option with its values: `Defence 2`.
    pub fn option(self, option: &str) -> ProblemBuilder {
        self.with("opt", option)
    }

    /// Adds a twin: `move a1 b2`, `cond Madrasi`.
    pub fn twin(self, changes: &str) -> ProblemBuilder {
        self.with("twin", changes)
    }

    /// Sets the author's solution, written as in magazines: `1.Be5!`. [`Problem::check`](crate::Problem::check)
    /// compares it with the solution found.
    pub fn solution(self, solution: &str) -> ProblemBuilder {
        self.with("sol", solution)
    }

    /// Sets the intended number of solutions: `2`. With several numbers, sets the intended number of branches at each
    /// ply: `2.1.1`.
    pub fn solutions(self, counts: &str) -> ProblemBuilder {
        self.with("nsol", counts)
    }

    /// Adds an author.
    pub fn author(self, author: &str) -> ProblemBuilder {
        self.with("author", author)
    }

    /// Sets the title.
    pub fn title(self, title: &str) -> ProblemBuilder {
        self.with("title", title)
    }

    /// Sets the place of publication: `Die Schwalbe 1983`.
    pub fn source(self, source: &str) -> ProblemBuilder {
        self.with("source", source)
    }

    /// Sets the distinction that the problem has won: `1st Prize`.
    pub fn award(self, award: &str) -> ProblemBuilder {
        self.with("award", award)
    }

    /// Adds a remark.
    pub fn remark(self, remark: &str) -> ProblemBuilder {
        self.with("remark", remark)
    }

    /// Sets the name by which the problem is identified.
    pub fn id(self, id: &str) -> ProblemBuilder {
        self.with("id", id)
    }

    fn with_men(mut self, side: Side, men: &str) -> ProblemBuilder {
        self.men.push((side, men.to_string()));
        self
    }

    fn with(mut self, opcode: &'static str, text: &str) -> ProblemBuilder {
        self.parts.push((opcode, text.to_string()));
        self
    }

    /// Returns the problem, with warnings about its parts.
    ///
    /// # Errors
    /// Returns an error if a part of the problem is not understood. The error quotes the men, or the whole problem as
    /// one line.
    pub fn build(&self) -> Result<Parsed, ParseError> {
        let mut text = match &self.fen {
            Some(fen) => self.fields_of(fen)?,
            None => self.fields()?,
        };
        for (opcode, words) in &self.parts {
            let control = words.char_indices().find(|(_, c)| c.is_control());
            // The author's solution may have several lines.
            if let Some((at, control)) = control.filter(|_| *opcode != "sol") {
                let span = at..at + control.len_utf8();
                return Err(refused(words, span, "the text contains a control character", "expected one line"));
            }
            operation(&mut text, opcode, words);
        }
        Parsed::of_line(&text)
    }

    /// Returns the beginning of the problem in the line format, made from the parts: board, side to move, castling
    /// rights and en passant square.
    fn fields(&self) -> Result<String, ParseError> {
        if !(1..=16).contains(&self.board.0) || !(1..=16).contains(&self.board.1) {
            let text = format!("{}x{}", self.board.0, self.board.1);
            return Err(refused(&text, 0..text.len(), "boards of this size do not exist", "expected at most 16x16"));
        }
        let (castling, en_passant) = (&self.castling, &self.en_passant);
        for (field, message, expected) in [
            (castling, "castling rights must be a single word", "expected `KQkq`, `-` or `?`"),
            (en_passant, "the en passant square must be a single word", "expected `e3` or `-`"),
        ] {
            if field.split_whitespace().ne([field.as_str()]) {
                return Err(refused(field, 0..field.len(), message, expected));
            }
        }
        let placement = self.placement()?;
        let side = self.side_to_move.map_or('?', Color::letter);
        Ok(format!("{} {side} {castling} {en_passant}", placement.to_fen()))
    }

    /// Returns the beginning of the problem in the line format, made from a FEN: board, side to move, castling rights
    /// and en passant square.
    fn fields_of(&self, fen: &str) -> Result<String, ParseError> {
        const COUNTERS: usize = 4;
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let is_counter = |field: &&str| field.chars().all(|c| c.is_ascii_digit());
        let has_more = fields.len() > COUNTERS + 2 || !fields.iter().skip(COUNTERS).all(is_counter);
        if fields.is_empty() || has_more || fen.contains([';', '"']) {
            return Err(refused(
                fen,
                0..fen.len(),
                "this is not a FEN",
                "expected a board and at most five more fields",
            ));
        }
        if !self.men.is_empty() || self.board != (8, 8) || self.side_to_move.is_some() {
            let message = "a FEN already contains the position";
            return Err(refused(
                fen,
                0..fen.len(),
                message,
                "expected no men, board or side to move in addition to the FEN",
            ));
        }
        let rest = ["", "?", &self.castling, &self.en_passant];
        let given = (0..COUNTERS).map(|at| *fields.get(at).unwrap_or(&rest[at]));
        Ok(given.collect::<Vec<&str>>().join(" "))
    }

    /// Returns the board with all men. Their letters are read as the game and the piece definitions of the problem
    /// require. Errors in these definitions are reported later, when the whole problem is parsed.
    fn placement(&self) -> Result<Placement, ParseError> {
        let texts = |opcode: &'static str| self.parts.iter().filter(move |(name, _)| *name == opcode);
        let chosen = texts("game").find_map(|(_, text)| game(text).ok().flatten());
        let mut own = OwnPieces::default();
        for (_, text) in texts("piece") {
            own_pieces(text, chosen.as_ref(), &mut own);
        }
        let shape = Shape::new(self.board.0, self.board.1);
        let rules = RuleSet::default().in_game(chosen).with_own_pieces(own);
        let mut placement = Placement::on(shape.clone());
        for (side, men) in &self.men {
            let mut traits = Traits::NONE;
            for (at, word) in words(men) {
                if let Some(named) = TRAITS.iter().find(|def| def.name.eq_ignore_ascii_case(word)) {
                    traits |= named.value;
                    continue;
                }
                let expected = "expected a man and its squares on the board, such as `Ra1h1`";
                let wrong = || refused(men, at..at + word.len(), &format!("`{word}` is not a man"), expected);
                for change in men_of(word, &shape, PieceLetters::from(&rules)).ok_or_else(wrong)? {
                    let Change::Add(square, unit) = change else { return Err(wrong()) };
                    let unit = match side {
                        Side::White => unit,
                        Side::Black => Unit { color: Color::Black, ..unit },
                        Side::Neutral => Unit { traits: Traits::NEUTRAL, ..unit },
                    };
                    placement.put(square, Unit { traits: unit.traits | traits, ..unit });
                }
            }
        }
        Ok(placement)
    }
}

/// Parses a word such as `Ra1h1`. Returns the changes that put these men on the board, as white men (the caller sets
/// the side), or `None` if the word is not understood. If the letter is a piece that the problem defines, the word is
/// read as if the letter were in braces: `Xj8` as `{w:X}j8`.
fn men_of(word: &str, shape: &Shape, piece_letters: PieceLetters) -> Option<Vec<Change>> {
    // With other characters, the word could contain more than men.
    if !word.chars().all(char::is_alphanumeric) {
        return None;
    }
    let in_braces = |letters: usize| Some(format!("add {{w:{}}}{}", word.get(..letters)?, word.get(letters..)?));
    std::iter::once(format!("add white {word}")).chain((1..=2).filter_map(in_braces)).find_map(|text| {
        let (mut twins, _, diagnostics) = twins_on(&text, shape, piece_letters);
        let changes = twins.pop().filter(|_| twins.is_empty() && diagnostics.is_empty())?.changes;
        Some(changes).filter(|changes| !changes.is_empty())
    })
}

/// Returns the words of a text, each with its offset in bytes.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

fn refused(text: &str, span: std::ops::Range<usize>, message: &str, expected: &str) -> ParseError {
    ParseError::new(text, vec![Diagnostic::error(span, message, expected)])
}
