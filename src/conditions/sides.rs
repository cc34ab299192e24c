use crate::units::Color;

/// The sides for which a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    Both,
    White,
    Black,
}

impl Sides {
    pub fn has(self, side: Color) -> bool {
        match self {
            Sides::Both => true,
            Sides::White => side == Color::White,
            Sides::Black => side == Color::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::CONDITIONS;

    #[test]
    fn a_side_in_a_name_is_the_side_that_it_is_about() {
        for def in CONDITIONS.iter().filter(|def| def.exchanged.is_none()) {
            let sides = match (def.name.contains("White"), def.name.contains("Black")) {
                (true, _) => Sides::White,
                (_, true) => Sides::Black,
                _ => Sides::Both,
            };
            assert_eq!(def.sides, sides, "{}", def.name);
        }
    }
}
