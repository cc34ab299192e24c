//! LastCapture: the move before the diagram captured a given man, which still awaits its rebirth.

use super::super::{Arguments, Condition, ConditionDef};
use crate::board::{Color, Square};
use crate::fairy::{Man, RuleBook, from_square};
use crate::pieces::Piece;
use crate::units::Traits;

pub const LAST_CAPTURE: ConditionDef = ConditionDef {
    arguments: Arguments::Man,
    ..ConditionDef::new(
        "LastCapture",
        "this man was captured on this square by the move that led to the diagram, as in `LastCapture White Bg4`; it \
         is reborn with the next ply",
        install,
    )
}
.called("LetzterSchlag", "DernierePrise");

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let [color, man] = &condition.words[..] else {
        return Err("LastCapture needs a colour and a man on a square, for example `White Bg4`".into());
    };
    let color = match color.as_str() {
        "White" => Color::White,
        "Black" => Color::Black,
        _ => return Err("LastCapture needs `White` or `Black` as the colour of the man".into()),
    };
    let (code, square) = man.split_at(man.len().saturating_sub(2));
    let (Some(piece), Some(square)) = (Piece::from_code(code), Square::parse(square)) else {
        return Err("LastCapture needs a man on a square, for example `Bg4`".into());
    };
    let Some([waits, on, _]) = book.waiting else {
        return Err("LastCapture needs a condition under which captured men are reborn one ply later".into());
    };
    let (first, second) = Man::new(color, piece, Traits::NONE).halves();
    book.stages.slots[usize::from(waits)] = first;
    book.stages.slots[usize::from(on)] = u32::from_le_bytes([from_square(square), second, 0, 0]);
    Ok(())
}
