//! The table of options under Popeye's names. A new option needs one row here and one field of [`Options`].

use super::def::OptionField;
use super::{Arguments, Duplex, OptionDef, Options, Values};
use crate::board::{Color, Square};

/// All options, in the order in which `keymove list` and problems show them.
pub const OPTIONS: &[OptionDef] = &[
    OptionDef::flag(
        "Variations",
        ["Varianten", "Variantes"],
        |o| &mut o.variations,
        "show threats and variations of direct, self and reflex play",
    )
    .or(&["Variation"])
    .about_output(),
    OptionDef::flag("SetPlay", ["Satzspiel", "Apparent"], |o| &mut o.set_play, "show the set play")
        .or(&["Set"])
        .about_output()
        .ignored_where(|of| of.begins_after_key() || of.is_begun_by_defender() || of.has_no_set_play()),
    OptionDef::new(
        "Try",
        ["Verfuehrung", "Essais"],
        Arguments::None,
        OptionField::Other(set_tries, |o| given(o.tries && o.defences.is_none())),
        "show tries with their refutations",
    )
    .or(&["Tries"])
    .about_output()
    .ignored_where(|of| of.has_no_tries()),
    OptionDef::new(
        "Defence",
        ["Widerlegung", "Defense"],
        Arguments::Number,
        OptionField::Other(set_tries, |o| o.defences.map(|n| n.to_string()).into_iter().collect()),
        "a first move is a try if at most n defences refute it",
    )
    .or(&["Defences", "Defense"])
    .about_output()
    .ignored_where(|of| of.has_no_tries()),
    OptionDef::flag(
        "TrivialTriesAvoid",
        ["TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"],
        |o| &mut o.trivial_tries_avoid,
        "do not show tries that give check",
    )
    .about_output(),
    OptionDef::flag(
        "NoThreat",
        ["OhneDrohung", "SansMenace"],
        |o| &mut o.no_threat,
        "show all variations, without looking for threats",
    )
    .about_output(),
    OptionDef::flag(
        "NoShortVariations",
        ["OhneKurzVarianten", "SansVariantesCourtes"],
        |o| &mut o.no_short_variations,
        "do not show variations that end early",
    )
    .about_output(),
    OptionDef::flag(
        "PostKeyPlay",
        ["NachSchluessel", "ApresCle"],
        |o| &mut o.post_key_play,
        "the diagram is the position after the key",
    )
    .or(&["PostKey"])
    .ignored_where(|of| !of.has_key()),
    OptionDef::flag(
        "NullMoves",
        ["NullZuege", "CoupsVides"],
        |o| &mut o.null_moves,
        "either side may pass as its move, except in check and after a pass",
    ),
    OptionDef::number(
        "Threat",
        ["Drohung", "Menace"],
        |o| &mut o.threat,
        "only attacks count that threaten the goal within n moves (0: only checks)",
    ),
    OptionDef::number(
        "MaxFlightsquares",
        ["MaxFluchtFelder", "MaxCasesFuites"],
        |o| &mut o.max_flight_squares,
        "only attacks count after which the king has at most n flights",
    )
    .or(&["MaxFlights"]),
    OptionDef::new(
        "NonTrivial",
        ["NichtTrivial", "NonTrivial"],
        Arguments::TwoNumbers,
        OptionField::Other(set_non_trivial, |o| {
            o.non_trivial.map(|(granted, moves)| format!("{granted} {moves}")).into_iter().collect()
        }),
        "only attacks count after which at most m further defences cannot be met within n moves",
    ),
    OptionDef::flag(
        "KeepMatingPiece",
        ["HalteMattsetzendenStein", "RetiensPieceMatante"],
        |o| &mut o.keep_mating_piece,
        "stop when no piece is left that could mate",
    ),
    OptionDef::flag(
        "Quodlibet",
        ["Quodlibet", "Quodlibet"],
        |o| &mut o.quodlibet,
        "in self and reflex play, the direct goal counts as well",
    )
    .ignored_where(|of| !of.is_forced()),
    OptionDef::flag(
        "GoalIsEnd",
        ["ZielIstEnde", "ButEstFin"],
        |o| &mut o.goal_is_end,
        "play ends when the wrong side reaches the goal",
    )
    .ignored_where(|of| of.is_for_both_sides()),
    OptionDef::flag(
        "MatesIn1",
        ["MattsIn1", "MatsEn1"],
        |o| &mut o.mates_in_1,
        "show mates in one among longer variations of self play",
    ),
    OptionDef::flag(
        "WhiteToPlay",
        ["WeissBeginnt", "ApparentSeul"],
        |o| &mut o.white_to_play,
        "White begins help play",
    )
    .ignored_where(|of| of.is_begun_by_white()),
    OptionDef::new(
        "Duplex",
        ["Duplex", "Duplex"],
        Arguments::None,
        OptionField::Duplex(Duplex::Yes),
        "solve for both sides",
    ),
    OptionDef::new(
        "HalfDuplex",
        ["HalbDuplex", "DemiDuplex"],
        Arguments::None,
        OptionField::Duplex(Duplex::Half),
        "solve with the sides exchanged",
    ),
    OptionDef::flag("NoWk", ["OhneWk", "SansRB"], |o| &mut o.no_white_king, "there is no white king")
        .or(&["NoWhiteKing"]),
    OptionDef::flag("NoBk", ["OhneSk", "SansRN"], |o| &mut o.no_black_king, "there is no black king")
        .or(&["NoBlackKing"]),
    OptionDef::new(
        "NoCastling",
        ["KeineRochade", "SansRoquer"],
        Arguments::Squares,
        OptionField::Other(set_no_castling, |o| squares(&o.no_castling)),
        "the kings and rooks on these squares may not castle",
    ),
    OptionDef::new(
        "CastlingMutuallyExclusive",
        ["RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"],
        Arguments::Squares,
        OptionField::Other(set_exclusive_castling, |o| {
            o.castling_mutually_exclusive.iter().map(|(white, black)| format!("{white}{black}")).collect()
        }),
        "castling with one of the two rooks excludes castling with the other",
    ),
    OptionDef::new(
        "EnPassant",
        ["EnPassant", "EnPassant"],
        Arguments::Squares,
        OptionField::Other(set_en_passant, |o| squares(&o.en_passant)),
        "the pawn move just played, as the squares of departure, passing and arrival: `e2e3e4`",
    ),
    OptionDef::new(
        "MaxSolutions",
        ["MaxLoesungen", "MaxSolutions"],
        Arguments::Number,
        OptionField::LongNumber(|o| &mut o.max_solutions),
        "stop after n solutions",
    )
    .about_output(),
    OptionDef::new(
        "MaxTime",
        ["MaxZeit", "MaxTemps"],
        Arguments::Number,
        OptionField::LongNumber(|o| &mut o.max_time),
        "stop after n seconds",
    )
    .about_output(),
    OptionDef::flag(
        "StopOnShortSolutions",
        ["StopNachKurzLoesungen", "FinApresSolutionsCourtes"],
        |o| &mut o.stop_on_short_solutions,
        "do not search for longer solutions if there are short ones",
    )
    .about_output(),
    OptionDef::flag(
        "MoveNumbers",
        ["Zugnummern", "Trace"],
        |o| &mut o.move_numbers,
        "show each first move as it is tried",
    )
    .about_output(),
    OptionDef::new(
        "StartMoveNumber",
        ["StartZugnummer", "Enroute"],
        Arguments::MoveNumber,
        OptionField::Other(set_start_move_number, |o| move_numbers(&o.start_move_number)),
        "begin with the m-th first move (in help play with the n-th move after it, and so on)",
    )
    .about_output(),
    OptionDef::new(
        "UpToMoveNumber",
        ["BisZugnummer", "JusquAuCoup"],
        Arguments::MoveNumber,
        OptionField::Other(set_up_to_move_number, |o| move_numbers(&o.up_to_move_number)),
        "end with the m-th first move (in help play with the n-th move after it, and so on)",
    )
    .about_output(),
    OptionDef::new(
        "Intelligent",
        ["Intelligent", "Intelligent"],
        Arguments::OptionalNumber,
        OptionField::Flag(|o| &mut o.intelligent),
        "accepted; the solutions stay the same",
    )
    .about_output(),
    OptionDef::flag("NoBoard", ["OhneBrett", "SansEchiquier"], |o| &mut o.no_board, "do not print the board")
        .about_output(),
    OptionDef::flag(
        "AllowUnverified",
        ["AllowUnverified", "AllowUnverified"],
        |o| &mut o.allow_unverified,
        "solve, with a warning, under rules whose combination is not verified",
    )
    .about_output(),
    OptionDef::new("Beep", ["Pieps", "Bip"], Arguments::OptionalNumber, OptionField::Nowhere, "accepted and ignored"),
    OptionDef::new(
        "SuppressGrid",
        ["OhneGitter", "SansGrille"],
        Arguments::None,
        OptionField::Nowhere,
        "accepted; grids are not drawn",
    ),
    OptionDef::new(
        "WriteGrid",
        ["ZeichneGitter", "AjouteGrille"],
        Arguments::None,
        OptionField::Nowhere,
        "accepted; grids are not drawn",
    ),
];

fn given(is_given: bool) -> Vec<String> {
    if is_given { vec![String::new()] } else { Vec::new() }
}

fn squares(squares: &[Square]) -> Vec<String> {
    if squares.is_empty() { Vec::new() } else { vec![squares.iter().map(Square::to_string).collect()] }
}

/// Formats move numbers as the option's value: `3:5`. Empty if there are none.
fn move_numbers(numbers: &[u16]) -> Vec<String> {
    let text = numbers.iter().map(u16::to_string).collect::<Vec<String>>().join(":");
    if text.is_empty() { Vec::new() } else { vec![text] }
}

/// Sets tries with the number of refutations from `Defence n`, or with the default for `Try`. If both are given, the
/// later one counts.
fn set_tries(options: &mut Options, values: &Values) -> Result<(), String> {
    options.tries = true;
    options.defences = if values.numbers.is_empty() { None } else { Some(values.number()?) };
    Ok(())
}

fn set_non_trivial(options: &mut Options, values: &Values) -> Result<(), String> {
    if values.numbers.len() != 2 {
        return Err("expected two numbers".into());
    }
    options.non_trivial = Some((values.number()?, values.second(1)?));
    Ok(())
}

fn set_no_castling(options: &mut Options, values: &Values) -> Result<(), String> {
    if values.squares.is_empty() {
        return Err("expected squares".into());
    }
    options.no_castling.extend(&values.squares);
    Ok(())
}

fn set_exclusive_castling(options: &mut Options, values: &Values) -> Result<(), String> {
    match values.squares[..] {
        [white, black] if is_rook_home(white, Color::White) && is_rook_home(black, Color::Black) => {
            options.castling_mutually_exclusive.push((white, black));
            Ok(())
        }
        _ => Err("expected the square of a white rook (a1 or h1) and of a black one (a8 or h8)".into()),
    }
}

fn is_rook_home(square: Square, color: Color) -> bool {
    let rank = if color == Color::White { 0 } else { 7 };
    square.rank() == rank && (square.file() == 0 || square.file() == 7)
}

fn set_en_passant(options: &mut Options, values: &Values) -> Result<(), String> {
    if values.squares.is_empty() {
        return Err("expected the squares of the pawn move just played, such as `e2e3e4`".into());
    }
    let given = Options { en_passant: values.squares.clone(), ..Options::default() };
    if given.passed_over().is_none() && given.passed_otherwise().is_none() {
        return Err("expected the squares of a double step, such as `e2e3e4`".into());
    }
    options.en_passant = given.en_passant;
    Ok(())
}

fn set_start_move_number(options: &mut Options, values: &Values) -> Result<(), String> {
    options.start_move_number = values.move_numbers()?;
    Ok(())
}

fn set_up_to_move_number(options: &mut Options, values: &Values) -> Result<(), String> {
    options.up_to_move_number = values.move_numbers()?;
    Ok(())
}
