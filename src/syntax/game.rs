//! Parses the names of games other than chess, such as `Mamra` or `Magician Original`. The rules of the games are
//! defined in [`crate::games`].

use super::diagnostic::{Diagnostic, quoted};
use super::findings::Findings;
use super::lookalike::check_characters;
use super::words::words;
use crate::games::{GAMES, Game};

/// Parses the name of a game and the names of its variants after it, ignoring case. Returns `None` for chess, which is
/// an empty text or `Chess`.
///
/// ```
/// use keymove::syntax::game;
/// assert_eq!(game("magician original").unwrap().unwrap().caption(), "Magician Original");
/// assert_eq!(game("Mamba").unwrap_err()[0].hint.as_deref(), Some("did you mean `Mamra`?"));
/// ```
pub fn game(text: &str) -> Result<Option<Game>, Vec<Diagnostic>> {
    check_characters(text).map_err(|diagnostic| vec![diagnostic])?;
    let mut findings = Findings::default();
    let mut words = words(text);
    let Some(name) = words.next() else { return Ok(None) };
    let Some(def) = GAMES.iter().find(|def| def.is_called(name.text)) else {
        if name.text.eq_ignore_ascii_case("chess") && words.next().is_none() {
            return Ok(None);
        }
        let names = GAMES.iter().map(|def| def.name);
        let message = format!("unknown game {}", quoted(name.text));
        let unknown = Diagnostic::error(name.span, message, "expected a game that `keymove list games` shows");
        return Err(vec![unknown.suggesting(name.text, names)]);
    };
    let mut game = Game::new(def);
    for word in words {
        let called = |known: &&str| known.eq_ignore_ascii_case(word.text);
        match def.variants.iter().find(|variant| called(&variant.name) || variant.aliases.iter().any(called)) {
            Some(variant) if !game.has(variant.name) => game.variants.push(variant.name),
            Some(_) => {}
            None => findings.error(|| {
                let message = format!("{} is not a variant of {}", quoted(word.text), def.name);
                let names = def.variants.iter().map(|variant| variant.name);
                let expected = match def.variants {
                    [] => "expected only the name of the game".to_string(),
                    _ => format!("expected {}", names.clone().map(quoted).collect::<Vec<_>>().join(", ")),
                };
                Diagnostic::error(word.span, message, expected).suggesting(word.text, names)
            }),
        }
    }
    findings.result(Some(game))
}

#[cfg(test)]
mod tests {
    use super::super::{board, board_in, epd, line};
    use super::*;
    use crate::problem::Change;
    use crate::units::{Color, Piece, Placement, Square, Traits, Unit};

    #[test]
    fn games_have_one_caption() {
        for (written, caption) in [
            ("", ""),
            ("chess", ""),
            ("mamra", "Mamra"),
            ("MamraChess", "Mamra"),
            ("The Magician", "-"),
            ("themagician unamended", "Magician Original"),
            ("Magician BlackUsed, WhiteUsed", "Magician WhiteUsed BlackUsed"),
            ("MEGALOMACHY", "Megalomachy"),
        ] {
            let read = game(written).map(|game| game.map_or(String::new(), |game| game.caption()));
            assert_eq!(read.unwrap_or("-".into()), caption, "{written}");
        }
    }

    #[test]
    fn what_is_wrong_is_located() {
        let rows = [
            ("Megalomachi", 0, "unknown game `Megalomachi`", Some("did you mean `Megalomachy`?")),
            ("Mamra Original", 6, "`Original` is not a variant of Mamra", None),
            ("Magician Orginal", 9, "`Orginal` is not a variant of Magician", Some("did you mean `Original`?")),
            ("Xiangqi", 0, "unknown game `Xiangqi`", None),
        ];
        for (written, at, message, hint) in rows {
            let found = &game(written).expect_err(written)[0];
            assert_eq!((found.span.start, found.message.as_str(), found.hint.as_deref()), (at, message, hint));
        }
    }

    #[test]
    fn letters_of_games_are_read_as_they_are_written() {
        for def in GAMES {
            let game = Game::new(def);
            for piece in Piece::all().filter(|piece| piece.def().code.starts_with(&format!("{}.", def.prefix))) {
                for traits in [Traits::NONE, Traits::ROYAL] {
                    let unit = Unit { color: Color::Black, piece, traits };
                    let shape = (def.shape)();
                    let mut placement = Placement::on(shape.clone());
                    let square = (0..16).rev().filter_map(|rank| Square::new(0, rank));
                    let square = square.into_iter().find(|&square| shape.has(square)).expect("a board has squares");
                    placement.put(square, unit);
                    let text = placement.to_fen_by(&|unit| game.fen(unit));
                    assert_eq!(board_in(&text, Some(&game)), Ok(placement.clone()), "{text}");
                    assert_eq!(board(&placement.to_fen()), Ok(placement), "{text}");
                }
            }
        }
    }

    #[test]
    fn twins_have_the_letters_and_squares_of_the_game() {
        let text = r##"9/9/9/9/9/9/9/k1K5M w - - stip "#2"; twin "b) add white Mb3, add {b:M}c4; c) substitute N M"; game "Mamra";"##;
        let (problem, found) = line(text);
        assert_eq!(found, []);
        let problem = problem.expect("a problem");
        let added = |piece| Change::Add(Square::parse("b3").expect("b3"), piece);
        let mamra = GAMES.iter().find(|def| def.is_called("Mamra")).and_then(|def| def.own("M")).expect("a Mamra");
        assert_eq!(problem.twins[0].changes[0], added(Unit::new(Color::White, mamra)));
        assert_eq!(line(&epd(&problem)), (Some(problem), Vec::new()));
        let missing = text.replace("add white Mb3", "add white Mi3");
        assert_eq!(line(&missing).1[0].message, "`i3` is not a square of the board");
    }
}
