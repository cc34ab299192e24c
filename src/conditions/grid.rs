//! Grid chess: lines divide the board into fields.

use super::places::Between;
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::{RuleBook, Sq, at, file, rank};

pub const GRID: ConditionDef = ConditionDef {
    variants: &[
        VariantDef { name: "HorizontalShift", aliases: &[], doc: "the fields begin one file further to the left" },
        VariantDef { name: "VerticalShift", aliases: &[], doc: "the fields begin one rank further down" },
        VariantDef { name: "DiagonalShift", aliases: &[], doc: "both" },
        VariantDef {
            name: "Orthogonal",
            aliases: &[],
            doc: "the lines run to the right of the listed files and above the listed ranks, for example `bdf246`",
        },
        VariantDef {
            name: "Irregular",
            aliases: &[],
            doc: "the fields are the listed groups of squares, for example `a8a7b6 d8e8`; all other squares form one \
                  field",
        },
        VariantDef {
            name: "GridLine",
            aliases: &[],
            doc: "additional lines: `ha24` runs along the lower edge of a2 for four squares, `vc61` along the left \
                  edge of c6 for one; they may end inside a field",
        },
    ],
    arguments: Arguments::Grid,
    ..ConditionDef::new(
        "GridChess",
        "grid lines divide the board into cells of 2x2 squares (the variants have other cells); every move must \
         cross a grid line",
        install,
    )
}
.called("Gitterschach", "Grille");

/// Returns the field of the regular grid to which a square belongs, as column and row.
pub fn field(sq: Sq) -> (i8, i8) {
    (file(sq) / 2, rank(sq) / 2)
}

pub const ACROSS_LINES: Between<fn(Sq, Sq) -> bool> = Between(|from, to| field(from) != field(to));

/// Whether `word` consists only of characters that can describe a grid: files, ranks, `h` and `v`.
pub fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'a'..=b'h' | b'v' | b'1'..=b'8'))
}

fn install(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    if (book.geometry.files, book.geometry.ranks) != (8, 8) && !condition.variants.is_empty() {
        return Err("variants of GridChess need a board of eight by eight squares".into());
    }
    let grid = Grid::of(condition)?;
    book.stages.restrictions.push(Box::new(Between(move |from, to| grid.leads_across(from, to))));
    Ok(())
}

/// The words after the condition's name, sorted by the variant (`Orthogonal`, `Irregular`, `GridLine`) to which they
/// belong.
pub(super) struct Words<'a> {
    pub orthogonal: Option<&'a str>,
    pub groups: Vec<&'a str>,
    pub lines: Vec<&'a str>,
}

impl<'a> Words<'a> {
    pub fn of(condition: &'a Condition) -> Words<'a> {
        let mut words: Vec<&str> = condition.words.iter().map(String::as_str).collect();
        let has_orthogonal = condition.has("Orthogonal") && !words.is_empty();
        let orthogonal = has_orthogonal.then(|| words.remove(0));
        let (lines, groups) = words.into_iter().partition(|word| condition.has("GridLine") && line(word).is_some());
        Words { orthogonal, groups, lines }
    }
}

struct Grid {
    fields: [u8; 256],
    lines: Vec<GridLine>,
}

impl Grid {
    /// Builds the grid that the condition describes.
    fn of(condition: &Condition) -> Result<Grid, String> {
        let Words { orthogonal, groups, lines } = Words::of(condition);
        if condition.has("Orthogonal") && orthogonal.is_none() {
            return Err("`Orthogonal` needs files and ranks after it, such as `bdf246`".into());
        }
        let shifts = [("HorizontalShift", (1, 0)), ("VerticalShift", (0, 1)), ("DiagonalShift", (1, 1))];
        let mut shifts = shifts.into_iter().filter(|(name, _)| condition.has(name)).map(|(_, shift)| shift);
        let shift = shifts.next();
        let grids = [shift.is_some(), shifts.next().is_some(), orthogonal.is_some(), condition.has("Irregular")];
        if grids.into_iter().filter(|&is_said| is_said).count() > 1 {
            return Err("expected a single grid".into());
        }
        if !groups.is_empty() && !condition.has("Irregular") {
            return Err(format!(
                "`{}` does not belong to this grid; only `Irregular` takes groups of squares",
                groups[0]
            ));
        }
        let fields = if condition.has("Irregular") {
            irregular(&groups)?
        } else if let Some(word) = orthogonal {
            let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
            let (files, ranks) = word.split_at(digits);
            if ranks.bytes().any(|byte| !byte.is_ascii_digit()) || files.contains('v') {
                return Err(format!("`{word}` is not a list of files and ranks such as `bdf246`"));
            }
            fields(|sq| {
                let before =
                    |list: &str, first: u8, at: i8| list.bytes().filter(|byte| ((byte - first) as i8) < at).count();
                (before(files, b'a', file(sq)) * 16 + before(ranks, b'1', rank(sq))) as u8
            })
        } else {
            let (right, up) = shift.unwrap_or((0, 0));
            fields(|sq| (i32::from(file(sq) + right) / 2 * 16 + i32::from(rank(sq) + up) / 2) as u8)
        };
        let lines = lines.into_iter().filter_map(line).collect();
        Ok(Grid { fields, lines })
    }

    fn leads_across(&self, from: Sq, to: Sq) -> bool {
        self.fields[usize::from(from)] != self.fields[usize::from(to)]
            || self.lines.iter().any(|line| line.is_crossed(from, to))
    }
}

/// Returns the grid lines to be drawn on a board with `files` files and `ranks` ranks; none if the condition is not a
/// grid. Each line is given by its two ends, in squares from the lower left corner.
pub fn drawn_lines(condition: &Condition, files: u8, ranks: u8) -> Vec<[(u8, u8); 2]> {
    let Some(grid) = (condition.def.name == GRID.name).then(|| Grid::of(condition).ok()).flatten() else {
        return Vec::new();
    };
    let field = |file: u8, rank: u8| at(file as i8, rank as i8).map(|sq| grid.fields[usize::from(sq)]);
    let mut lines = Vec::new();
    for (file, rank) in (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))) {
        if file + 1 < files && field(file, rank) != field(file + 1, rank) {
            lines.push([(file + 1, rank), (file + 1, rank + 1)]);
        }
        if rank + 1 < ranks && field(file, rank) != field(file, rank + 1) {
            lines.push([(file, rank + 1), (file + 1, rank + 1)]);
        }
    }
    lines.extend(grid.lines.iter().map(|line| {
        let end = |along: i32| {
            let (along, level) = ((along / 2) as u8, (line.level / 2) as u8);
            if line.is_horizontal { (along, level) } else { (level, along) }
        };
        [end(line.start), end(line.end)]
    }));
    lines
}

fn fields(of: impl Fn(Sq) -> u8) -> [u8; 256] {
    std::array::from_fn(|sq| of(sq as Sq))
}

/// Returns the number of the field of each square in an irregular grid. Each text of `groups`, such as `a8a7b6`, lists
/// the squares of one field. All other squares together are field 0.
fn irregular(groups: &[&str]) -> Result<[u8; 256], String> {
    let mut fields = [0; 256];
    for (group, number) in groups.iter().zip(1..) {
        let squares: Vec<&[u8]> = group.as_bytes().chunks(2).collect();
        for square in squares {
            let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = square else {
                return Err(format!("`{group}` is not a group of squares such as `a8a7b6`"));
            };
            let sq = at((file - b'a') as i8, (rank - b'1') as i8).expect("on the board");
            if std::mem::replace(&mut fields[usize::from(sq)], number) != 0 {
                return Err(format!("a square of `{group}` is in two groups"));
            }
        }
    }
    Ok(fields)
}

/// A line of a grid, measured in half squares from the lower left corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GridLine {
    is_horizontal: bool,
    /// Distance of the line from the lower edge if it is horizontal, otherwise from the left edge.
    level: i32,
    start: i32,
    end: i32,
}

/// Parses a line such as `ha24` or `vc61` (direction, first square, length); `None` if `word` is not a line.
fn line(word: &str) -> Option<GridLine> {
    let &[direction @ (b'h' | b'v'), file @ b'a'..=b'h', rank @ b'1'..=b'8', length @ b'1'..=b'8'] = word.as_bytes()
    else {
        return None;
    };
    let (file, rank, length) = (i32::from(file - b'a'), i32::from(rank - b'1'), i32::from(length - b'0'));
    let is_horizontal = direction == b'h';
    let (level, start) = if is_horizontal { (rank, file) } else { (file, rank) };
    Some(GridLine { is_horizontal, level: 2 * level, start: 2 * start, end: 2 * (start + length) })
}

impl GridLine {
    /// Whether the straight line between the centres of two squares crosses or touches this grid line.
    fn is_crossed(self, from: Sq, to: Sq) -> bool {
        let centre = |sq: Sq| {
            let (x, y) = (2 * i32::from(file(sq)) + 1, 2 * i32::from(rank(sq)) + 1);
            if self.is_horizontal { (x, y) } else { (y, x) }
        };
        let ((along_from, across_from), (along_to, across_to)) = (centre(from), centre(to));
        let rise = across_to - across_from;
        if (across_from - self.level).signum() == (across_to - self.level).signum() {
            return false;
        }
        // The coordinate at which this line's level is met, multiplied by `rise` to stay in integers.
        let meets = along_from * rise + (along_to - along_from) * (self.level - across_from);
        let between = [self.start * rise, self.end * rise];
        (between[0].min(between[1])..=between[0].max(between[1])).contains(&meets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Condition;
    use crate::fairy::from_square;
    use crate::units::Square;

    /// Checks the field of a1 in several grids. The expected fields follow Popeye's manual; Popeye 4.104 treats the
    /// last two cases differently.
    #[test]
    fn fields_begin_where_they_are_said_to() {
        for (variant, words, corner) in [
            ("", "", "a1 a2 b1 b2"),
            ("HorizontalShift", "", "a1 a2"),
            ("VerticalShift", "", "a1 b1"),
            ("DiagonalShift", "", "a1"),
            ("Orthogonal", "bdf246", "a1 a2 b1 b2"),
            ("Orthogonal", "c", "a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7 b8 c1 c2 c3 c4 c5 c6 c7 c8"),
            ("Irregular", "a1h8c4", "a1 c4 h8"),
        ] {
            let mut condition = Condition::new(&GRID);
            condition.variants.extend(GRID.variants.iter().map(|def| def.name).find(|name| *name == variant));
            condition.words.extend((!words.is_empty()).then(|| words.to_string()));
            let grid = Grid::of(&condition).expect("a grid");
            let squares = (0..8).flat_map(|file| (0..8).filter_map(move |rank| at(file, rank)));
            let field: Vec<String> = squares
                .filter(|&sq| sq == 0 || !grid.leads_across(0, sq))
                .map(|sq| crate::fairy::to_square(sq).to_string())
                .collect();
            assert_eq!(field.join(" "), corner, "{variant} {words}");
        }
    }

    #[test]
    fn lines_are_drawn_where_fields_end() {
        let drawn = |variant: Option<&'static str>, words: &[&str]| {
            let mut condition = Condition::new(&GRID);
            condition.variants.extend(variant);
            condition.words.extend(words.iter().map(ToString::to_string));
            drawn_lines(&condition, 8, 8)
        };
        // Three lines in each direction, cut at every square.
        let regular = drawn(None, &[]);
        assert_eq!(regular.len(), 6 * 8);
        assert!(regular.contains(&[(2, 0), (2, 1)]) && regular.contains(&[(0, 6), (1, 6)]));
        assert_eq!(drawn(Some("DiagonalShift"), &[]).len(), 8 * 8);
        assert_eq!(drawn(Some("Irregular"), &["a1"]), [[(1, 0), (1, 1)], [(0, 1), (1, 1)]]);
        assert!(drawn(Some("GridLine"), &["ha24"]).contains(&[(0, 1), (4, 1)]));
        assert!(drawn_lines(&Condition::new(&super::super::holes::HOLE), 8, 8).is_empty());
    }

    #[test]
    fn lines_are_crossed_and_touched() {
        for (word, from, to, crossed) in [
            ("ha24", "a1", "a2", true),
            ("ha24", "d1", "d2", true),
            ("ha24", "e1", "e2", false),
            // Touched at its end.
            ("ha24", "d1", "e2", true),
            ("ve11", "d1", "e2", true),
            ("ve11", "d1", "e1", true),
            ("ve11", "d2", "e2", false),
            ("ha24", "a1", "b1", false),
            ("vc61", "b5", "d7", true),
        ] {
            let sq = |name: &str| from_square(Square::parse(name).expect("a square"));
            let line = line(word).expect("a line");
            assert_eq!(line.is_crossed(sq(from), sq(to)), crossed, "{word} {from} {to}");
            assert_eq!(line.is_crossed(sq(to), sq(from)), crossed, "{word} {to} {from}");
        }
    }
}
