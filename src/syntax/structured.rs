//! Parses structured stipulations, Popeye's `sstipulation`: `white 3a[#]d{!1a[#]d}`. Returns the play that the
//! text describes.

use super::diagnostic::{Diagnostic, quoted};
use super::grammar::{Fault, Parsed, blanks, character_length, finish, is_blank, number, symbol, word_length};
use super::lookalike::check_characters;
use super::on_board;
use super::stipulation::goal;
use crate::problem::{Branch, Mode, Play, Reply, Stipulation};
use crate::units::{Color, Goal, Shape};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{opt, value};
use std::cell::Cell;

/// Maximum nesting of brackets, parentheses and prefixes.
const DEEPEST: usize = 64;
/// Maximum number of goals, branches and operators in one stipulation, which limits trees that have no brackets.
const LARGEST: usize = 1024;

/// Parses `white 3a[#]d & - 4hh[#]`: the side to move and the tree of play. Blanks are allowed anywhere.
///
/// Operators have no precedence and associate to the right: `a & b | c` is `a & (b | c)`.
///
/// ```
/// use keymove::syntax::structured;
/// assert_eq!(structured("white 9s [- 1d[x]a]").unwrap().to_string(), "white 9s[-1d[x]a]");
/// assert_eq!(structured("white 3a[#]").unwrap_err().expected, "expected `d`");
/// ```
pub fn structured(text: &str) -> Result<Stipulation, Diagnostic> {
    structured_on(text, &Shape::default())
}

/// Like [`structured`], with goal squares on the board `shape`.
pub fn structured_on(text: &str, shape: &Shape) -> Result<Stipulation, Diagnostic> {
    check_characters(text)?;
    let read = finish(text, stipulation(text))?;
    on_board::check(text, on_board::goal_squares(&read), shape).map(|()| read)
}

fn stipulation(text: &str) -> Parsed<'_, Stipulation> {
    let (rest, _) = blanks(text)?;
    let Ok((tree, side)) = side(rest) else {
        let word = &rest[..word_length(rest)];
        let fault =
            Fault::new(rest, word.len(), "a structured stipulation begins with the side to move", EXPECTED_SIDE);
        return match super::diagnostic::nearest(word, ["white", "black"]) {
            Some(name) => fault.with_hint(format!("did you mean `{name}`?")).fail(),
            None => fault.fail(),
        };
    };
    let (rest, (play, _)) = StructuredReader::default().expression(tree, 0)?;
    if !rest.is_empty() {
        let found = &rest[..character_length(rest)];
        let fault =
            Fault::new(rest, found.len(), format!("unexpected {}", quoted(found)), "expected `&`, `|` or the end");
        return match found {
            "]" | "}" | ")" => fault.with_hint("there is no open bracket to close").fail(),
            _ => fault.fail(),
        };
    }
    let text = tree.chars().filter(|&c| !is_blank(c)).map(|c| c.to_ascii_lowercase()).collect();
    Ok((rest, Stipulation::Structured { side, play, text }))
}

const EXPECTED_SIDE: &str = "expected `white` or `black`";

fn side(text: &str) -> Parsed<'_, Color> {
    let (rest, color) =
        alt((value(Color::White, symbol("white")), value(Color::Black, symbol("black")))).parse(text)?;
    Ok((rest, color))
}

/// Kind of an expression: a goal, play that begins with an attack, or play that begins with a defence. Both
/// operands of an operator must be of the same kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExpressionKind {
    Goal,
    Attack,
    Defence,
}

impl ExpressionKind {
    fn name(self) -> &'static str {
        match self {
            ExpressionKind::Goal => "a goal",
            ExpressionKind::Attack => "play of the side to move",
            ExpressionKind::Defence => "play that begins with a defence",
        }
    }
}

type Expression = (Play, ExpressionKind);

/// State of the parser: the number of tree parts so far, which is limited, and the number of open brackets.
#[derive(Default)]
struct StructuredReader {
    parts: Cell<usize>,
    brackets: Cell<usize>,
}

impl StructuredReader {
    /// Parses operands joined by `&` and `|`. As in Popeye, all that follows an operator is its right operand.
    fn expression<'a>(&self, text: &'a str, depth: usize) -> Parsed<'a, Expression> {
        let (mut rest, (first, group)) = self.operand(text, depth)?;
        let (mut operands, mut operators) = (vec![first], Vec::new());
        while let Ok((operand, operator)) = alt((symbol("&"), symbol("|"))).parse(rest) {
            self.count(rest)?;
            let (after, (right, right_group)) = self.operand(operand, depth)?;
            if right_group != group {
                let message = format!("`{operator}` between {} and {}", group.name(), right_group.name());
                let expected = "expected the same kind of operand on both sides: goals, play, or defences";
                return Fault::new(rest, 1, message, expected).fail();
            }
            operands.push(right);
            operators.push(operator);
            rest = after;
        }
        let mut play = operands.pop().expect("there is a first one");
        for (left, operator) in operands.into_iter().zip(operators).rev() {
            let (left, right) = (Box::new(left), Box::new(play));
            play = if operator == "&" { Play::And(left, right) } else { Play::Or(left, right) };
        }
        Ok((rest, (play, group)))
    }

    fn operand<'a>(&self, text: &'a str, depth: usize) -> Parsed<'a, Expression> {
        self.count(text)?;
        if depth >= DEEPEST {
            return Fault::new(text, 1, "the stipulation is nested too deeply", format!("at most {DEEPEST} levels"))
                .fail();
        }
        if let Ok((inner, _)) = symbol("(").parse(text) {
            let (rest, expression) = self.expression(inner, depth + 1)?;
            let (rest, _) = close(rest, ")")?;
            return Ok((rest, expression));
        }
        if let Ok((inner, _)) = symbol("!").parse(text) {
            let (rest, (play, group)) = self.operand(inner, depth + 1)?;
            return Ok((rest, (play.negated(), group)));
        }
        if let Ok((inner, _)) = symbol("-").parse(text) {
            let (rest, (mut play, group)) = self.operand(inner, depth + 1)?;
            if group == ExpressionKind::Goal {
                return Fault::new(text, 1, "`-` before a goal", "expected `-` only before a branch").fail();
            }
            each_branch(&mut play, &|branch| {
                branch.other_side = !branch.other_side;
            });
            return Ok((rest, (play, group)));
        }
        match text.as_bytes() {
            [b'0', b'0', ..] => self.leaf(text),
            [b'0'..=b'9', ..] => self.branch(text, depth),
            [sign @ (b'>' | b'/'), ..] => {
                let message = format!("`{}` in the wrong place", *sign as char);
                Fault::new(text, 1, message, "expected `>` and `/` only right after `[`, and `>` before `/`").fail()
            }
            _ => self.leaf(text),
        }
    }

    fn leaf<'a>(&self, text: &'a str) -> Parsed<'a, Expression> {
        let (rest, goal) = goal(text)?;
        if matches!(goal, Goal::Diagram(_)) {
            let symbol = goal.symbol();
            return Fault::new(
                text,
                symbol.len(),
                format!("the goal `{symbol}` is not supported in a structured stipulation"),
                "expected another goal",
            )
            .fail();
        }
        if matches!(goal, Goal::DoubleMate | Goal::CounterMate) {
            // Popeye's answers follow no known rule, and no such problem has been published.
            let message = format!("the goal `{}` is not supported in a structured stipulation", goal.symbol());
            return Fault::new(text, goal.symbol().len(), message, "expected another goal").fail();
        }
        Ok((rest, (goal.into(), ExpressionKind::Goal)))
    }

    /// Parses a branch, a part of the play with length, players and goals: `3a[#]d`, `2d[#]a`, `4:5hh[#]`, `5s[#]`.
    fn branch<'a>(&self, text: &'a str, depth: usize) -> Parsed<'a, Expression> {
        let (rest, (min, max)) = lengths(text)?;
        let (at_letter, _) = blanks(rest)?;
        let letter = at_letter.bytes().next().map(|byte| byte.to_ascii_lowercase());
        let (mode, second, group) = match letter {
            Some(b'a') => (Mode::Attack, Some("d"), ExpressionKind::Attack),
            Some(b'd') => (Mode::Defence, Some("a"), ExpressionKind::Defence),
            Some(b'h') => (Mode::Help, Some("h"), ExpressionKind::Attack),
            Some(b's') => (Mode::Help, None, ExpressionKind::Attack),
            _ => {
                let length = character_length(at_letter);
                return Fault::new(at_letter, length, "no play after the length", "expected `ad`, `da`, `hh` or `s`")
                    .fail();
            }
        };
        let mut branch = Branch { min: least(mode, min, max), ..Branch::new(mode, max) };
        let (rest, _) = blanks(&at_letter[1..])?;
        let Some(second) = second else {
            if max > u16::MAX / 2 {
                return Fault::new(text, text.len() - at_letter.len(), "the series is too long", SHORTER).fail();
            }
            let branch = Branch { min: min.map_or(1, |min| 2 * min - 1), ..Branch::series(max) };
            let (rest, branch) = self.brackets(rest, depth, branch, 0, true)?;
            return leads_somewhere(text, rest, branch, group);
        };
        let first_forces = mode != Mode::Defence;
        let (rest, with_first) = self.brackets(rest, depth, branch, 0, first_forces)?;
        branch = with_first;
        let (rest, parries) = opt((tag("?"), blanks, tag("+"), blanks, tag("?"), blanks))
            .parse(rest)
            .map(|(after, parry)| if parry.is_some() { (after, Some(rest)) } else { (after, None) })?;
        if let Some(at) = parries {
            if mode == Mode::Defence || mode == Mode::Help && max.is_multiple_of(2) {
                return Fault::new(
                    at,
                    3,
                    "`?+?` cannot be used in this branch",
                    "expected `?+?` in `ad`, or in `hh` of odd length",
                )
                .fail();
            }
            branch.reply = Reply::Parries;
        }
        let Ok((rest, _)) = symbol_of(second, rest) else {
            let message = if rest.is_empty() { "the branch ends early" } else { "the branch has no second letter" };
            return Fault::new(rest, character_length(rest), message, format!("expected `{second}`")).fail();
        };
        let second_forces = mode != Mode::Attack;
        let (rest, mut branch) = self.brackets(rest, depth, branch, 1, second_forces)?;
        let is_battle = mode != Mode::Help;
        let leads_on = branch.forks.iter().flatten().any(Play::contains_branch);
        let is_inner = min.is_some() && self.brackets.get() > 0;
        if is_inner && (is_battle || branch.reply == Reply::Parries)
            || is_battle && min.is_some_and(|min| min > 1 && (min < max || leads_on))
        {
            return inner_least(text, at_letter);
        }
        if is_battle && branch.forks.iter().flatten().any(leads_on_otherwise) {
            let message = "battle play can lead to other play only with `>` or `/`";
            let expected = "expected goals, or `>` or `/` before the play, without `-`";
            return Fault::new(text, text.len() - at_letter.len(), message, expected).fail();
        }
        if is_battle && leads_on && branch.forks.iter().all(Option::is_some) {
            let message = "other play in battle play with brackets after both letters";
            let expected = "expected only goals, or brackets after only one of the letters";
            return Fault::new(text, text.len() - at_letter.len(), message, expected).fail();
        }
        if mode == Mode::Help && max.is_multiple_of(2) && min.is_none() && leads_to_play(&branch) {
            // A line that reaches the inner play without help moves is a short solution.
            branch.min = 0;
        }
        if mode == Mode::Defence && self.brackets.get() == 0 && branch.constraints.iter().any(Option::is_some) {
            let message = "a constraint `{…}` in play that the defender begins";
            return Fault::new(text, text.len() - at_letter.len(), message, "expected no `{…}` here").fail();
        }
        if branch.reply == Reply::Parries && !is_battle && branch.constraints.iter().any(Option::is_some) {
            let message = "a constraint `{…}` in a parry series of help play";
            return Fault::new(text, text.len() - at_letter.len(), message, "expected no `{…}` beside `?+?`").fail();
        }
        leads_somewhere(text, rest, branch, group)
    }

    /// Parses the brackets after the first (`letter` 0) or second letter (1) of a branch and adds them to `branch`:
    /// forks `[…]`, goals or play that may follow that side's move, and constraints `{…}`, which must hold after it.
    fn brackets<'a>(
        &self,
        text: &'a str,
        depth: usize,
        mut branch: Branch,
        letter: usize,
        may_force: bool,
    ) -> Parsed<'a, Branch> {
        let mut rest = text;
        self.brackets.update(|open| open + 1);
        loop {
            if let Ok((inner, _)) = symbol("[").parse(rest) {
                let (after, play) = self.fork(inner, depth + 1, may_force)?;
                branch = branch.fork(letter, play);
                rest = close(after, "]")?.0;
            } else if let Ok((inner, _)) = symbol("{").parse(rest) {
                let (after, (play, group)) = self.expression(inner, depth + 1)?;
                // In a series, play in a constraint is tested before each move, a goal after it.
                let is_before = branch.reply == Reply::Passes && group != ExpressionKind::Goal;
                branch = branch.constraint(if is_before { 1 } else { letter }, play);
                rest = close(after, "}")?.0;
            } else {
                self.brackets.update(|open| open - 1);
                return Ok((rest, branch));
            }
        }
    }

    /// Parses the content of `[…]`: an expression, with an optional `>` (its solution ends the surrounding branch) and
    /// `/` (its moves are hidden) before it. If `may_force` is false, `>` is an error.
    fn fork<'a>(&self, text: &'a str, depth: usize, may_force: bool) -> Parsed<'a, Play> {
        let (rest, ends) = opt(symbol(">")).parse(text)?;
        let (rest, hidden) = opt(symbol("/")).parse(rest)?;
        let (rest, (mut play, group)) = self.expression(rest, depth)?;
        if ends.is_some() && (group != ExpressionKind::Attack || !may_force) {
            return Fault::new(
                text,
                1,
                "`>` in the wrong place",
                "expected `>` only after `a`, `h` or `s`, and before `ad`, `hh` or `s`",
            )
            .fail();
        }
        if hidden.is_some() && group == ExpressionKind::Goal {
            return Fault::new(text, 1, "`/` before a goal", "expected `/` before a branch; it hides its moves").fail();
        }
        each_branch(&mut play, &|branch| {
            branch.ends |= ends.is_some();
            branch.hidden |= hidden.is_some();
            // The numbering continues in a branch of one or two plies, as after an introductory series.
            branch.renumbered = branch.max > 2;
        });
        Ok((rest, play))
    }

    fn count<'a>(&self, at: &'a str) -> Result<(), nom::Err<Fault<'a>>> {
        self.parts.set(self.parts.get() + 1);
        if self.parts.get() <= LARGEST {
            return Ok(());
        }
        Err(Fault::new(at, 1, "the stipulation is too large", format!("at most {LARGEST} parts")).stop())
    }
}

/// Returns the error for a least length, such as the 2 in `2:3`, that battle play or a parry series does not support.
/// Popeye's answers to such stipulations follow no rule that was found.
fn inner_least<'a, T>(text: &'a str, letter: &str) -> Parsed<'a, T> {
    let message = "a minimum length in battle play or a parry series, before or after other play";
    Fault::new(text, text.len() - letter.len(), message, "expected only the maximum length").fail()
}

/// Whether `play` begins with a branch that battle play must not contain: one with `-` (the other side begins), or with
/// neither `>` nor `/`. No such problem has been published, and Popeye's answers follow no rule that was found.
fn leads_on_otherwise(play: &Play) -> bool {
    play.begins_with(&|branch| branch.other_side || !(branch.ends || branch.hidden))
}

const SHORTER: &str = "expected a smaller number";

/// Returns the number of plies after which the forks of a branch are tested first, for the branch's least length `min`
/// and greatest length `max`. The result is `min`, or 1 if there is no least length, with two exceptions:
///
/// * If `min == max`, the result is `min - 1` (at least 1), so that the forks after both of the last two plies count.
/// * In help play, a `min` of 2 gives 1, so that the fork after the first ply counts too.
fn least(mode: Mode, min: Option<u16>, max: u16) -> u16 {
    match min.unwrap_or(1) {
        min if min == max || mode == Mode::Help && min == 2 => min.saturating_sub(1).max(1),
        min => min,
    }
}

/// Parses the length of a branch: `n`, or `m:n` with a least length `m`.
fn lengths(text: &str) -> Parsed<'_, (Option<u16>, u16)> {
    let (rest, first) = length(text)?;
    let Ok((second, _)) = (blanks, tag(":"), blanks).parse(rest) else { return Ok((rest, (None, first))) };
    if !second.starts_with(|c: char| c.is_ascii_digit()) {
        return Fault::new(second, character_length(second), "the maximum length is missing", "expected a number")
            .fail();
    }
    let (rest, max) = length(second)?;
    if first > max {
        let message = format!("the minimum length {first} is greater than the maximum length {max}");
        return Fault::new(text, text.len() - rest.len(), message, "expected the smaller number first").fail();
    }
    Ok((rest, (Some(first), max)))
}

fn length(text: &str) -> Parsed<'_, u16> {
    let (rest, half_moves) = number(text)?;
    let digits = text.len() - rest.len();
    match u16::try_from(half_moves) {
        Ok(0) => Fault::new(text, digits, "the length is 0", "expected 1 or more").fail(),
        Ok(half_moves) => Ok((rest, half_moves)),
        Err(_) => Fault::new(text, digits, "the branch is too long", SHORTER).fail(),
    }
}

fn symbol_of<'a>(letter: &'static str, text: &'a str) -> Parsed<'a, ()> {
    symbol(letter).map(|_| ()).parse(text)
}

fn close<'a>(text: &'a str, bracket: &'static str) -> Parsed<'a, ()> {
    match symbol(bracket).parse(text) {
        Ok((rest, _)) => Ok((rest, ())),
        Err(_) => {
            let message = if text.is_empty() { "a bracket is not closed" } else { "the bracket is not closed here" };
            Fault::new(text, character_length(text), message, format!("expected `{bracket}`")).fail()
        }
    }
}

/// Whether the fork after the branch's second letter is a single branch, and not a goal or several operands.
fn leads_to_play(branch: &Branch) -> bool {
    matches!(&branch.forks[1], Some(Play::Branch(_)))
}

fn leads_somewhere<'a>(start: &'a str, rest: &'a str, branch: Branch, group: ExpressionKind) -> Parsed<'a, Expression> {
    if branch.forks.iter().all(Option::is_none) {
        let length = start.trim_end().len() - rest.trim_end().len().min(start.trim_end().len());
        return Fault::new(
            start,
            length,
            "the branch has no goal",
            "expected `[…]` with a goal or a branch after one of its letters",
        )
        .fail();
    }
    Ok((rest, (branch.into(), group)))
}

/// Calls `change` for each branch with which an expression begins: one per operand of `&` and `|`.
fn each_branch(play: &mut Play, change: &impl Fn(&mut Branch)) {
    match play {
        Play::Goal(_) => {}
        Play::Not(play) => each_branch(play, change),
        Play::And(a, b) | Play::Or(a, b) => {
            each_branch(a, change);
            each_branch(b, change);
        }
        Play::Branch(branch) => change(branch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(text: &str) -> Play {
        match structured(text) {
            Ok(Stipulation::Structured { play, .. }) => play,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn good_trees_lose_only_their_blanks() {
        let rows = [
            ("white - 6da[#]", "white -6da[#]"),
            ("black 1s[1h[#]h]", "black 1s[1h[#]h]"),
            ("white 3:3a[!#]d", "white 3:3a[!#]d"),
            ("white 3a[>1a[#]d]d", "white 3a[>1a[#]d]d"),
            ("black 4h{!x}h[x]", "black 4h{!x}h[x]"),
            ("white 3h[>1a[x]d]h{!1a[x]d}", "white 3h[>1a[x]d]h{!1a[x]d}"),
            ("black - 5h[/1d[x]a{!+}]h", "black -5h[/1d[x]a{!+}]h"),
            ("black 8s[1a[/1d[+]a{!+}]d]", "black 8s[1a[/1d[+]a{!+}]d]"),
            ("black 13h[1h[#]h]?+?h", "black 13h[1h[#]h]?+?h"),
            ("white 15a[>1a[#]d]?+?d{!1a[#]d}", "white 15a[>1a[#]d]?+?d{!1a[#]d}"),
            ("black 4hh[x&=]", "black 4hh[x&=]"),
            ("black 3s[1s[-1s[+]]{x}]", "black 3s[1s[-1s[+]]{x}]"),
            ("white 4a[#=]d[#=]", "white 4a[#=]d[#=]"),
            ("white 3a[#][>1a[#]d]d", "white 3a[#][>1a[#]d]d"),
            ("white 1a[!x&#]d", "white 1a[!x&#]d"),
            ("white 9s [- 1d[x]a]", "white 9s[-1d[x]a]"),
            ("black 2hh[#]&1h[#]h", "black 2hh[#]&1h[#]h"),
            ("WHITE 4HH[#] & ( 4AD[#] | 4HH[=] )", "white 4hh[#]&(4ad[#]|4hh[=])"),
            ("black 10:12hh[#]", "black 10:12hh[#]"),
            ("white 1a[za7]d", "white 1a[za7]d"),
            ("black 1h[- 14hh[#]]h", "black 1h[-14hh[#]]h"),
            ("white 1a[00]d", "white 1a[00]d"),
            ("white #", "white #"),
        ];
        for (written, canonical) in rows {
            let read = structured(written).unwrap_or_else(|e| panic!("{written}: {e:?}"));
            assert_eq!(read.to_string(), canonical);
            assert_eq!(structured(canonical), Ok(read));
        }
    }

    #[test]
    fn trees_mean_what_they_say() {
        let mate = || Play::from(Goal::Mate);
        let direct = |n| Branch::new(Mode::Attack, n);
        let help = |n| Branch::new(Mode::Help, n);
        let rows: Vec<(&str, Play)> = vec![
            ("white 3a[#]d", direct(3).fork(0, mate()).into()),
            ("white 4ad[#]", direct(4).fork(1, mate()).into()),
            ("white 3da[#]", Branch::new(Mode::Defence, 3).fork(1, mate()).into()),
            ("black 4hh[#]", help(4).fork(1, mate()).into()),
            ("black 3:4hh[#]", Branch { min: 3, ..help(4) }.fork(1, mate()).into()),
            ("white 5s[#]", Branch::series(5).fork(0, mate()).into()),
            (
                "white 5s[#]{!1a[#]d}{!+}",
                Branch::series(5)
                    .fork(0, mate())
                    .constraint(1, Play::from(direct(1).fork(0, mate())).negated())
                    .constraint(0, Play::from(Goal::Check).negated())
                    .into(),
            ),
            ("white 3:5s[#]", Branch { min: 5, ..Branch::series(5) }.fork(0, mate()).into()),
            ("white 7h[#]?+?h", Branch { reply: Reply::Parries, ..help(7) }.fork(0, mate()).into()),
            (
                "white 3a[#][>1a[#]d]d{!+}",
                direct(3)
                    .fork(0, mate())
                    .fork(0, Branch { ends: true, ..direct(1) }.fork(0, mate()).into())
                    .constraint(1, Play::from(Goal::Check).negated())
                    .into(),
            ),
            (
                "white 3h[>/-2hh[#]]h",
                help(3)
                    .fork(0, Branch { ends: true, hidden: true, other_side: true, ..help(2) }.fork(1, mate()).into())
                    .into(),
            ),
            ("white --2hh[#]", help(2).fork(1, mate()).into()),
            (
                "white # | = & +",
                Play::Or(Box::new(mate()), Box::new(Play::from(Goal::Stalemate).and(Goal::Check.into()))),
            ),
            ("white # & = | +", mate().and(Play::Or(Box::new(Goal::Stalemate.into()), Box::new(Goal::Check.into())))),
            ("white !#", mate().negated()),
        ];
        for (text, expected) in rows {
            assert_eq!(play(text), expected, "{text}");
        }
    }

    #[test]
    fn bad_trees_say_where_and_what() {
        // Text, offset, message.
        let rows = [
            ("", 0, "a structured stipulation begins with the side to move"),
            ("3a[#]d", 0, "a structured stipulation begins with the side to move"),
            ("whit 3a[#]d", 0, "a structured stipulation begins with the side to move"),
            ("white", 5, "the goal is missing"),
            ("white 3a[#]", 11, "the branch ends early"),
            ("white 3a[#]h", 11, "the branch has no second letter"),
            ("white 3[#]", 7, "no play after the length"),
            ("white 0a[#]d", 6, "the length is 0"),
            ("white 70000a[#]d", 6, "the branch is too long"),
            ("white 40000s[#]", 6, "the series is too long"),
            ("white 4:3a[#]d", 6, "the minimum length 4 is greater than the maximum length 3"),
            ("white 4:a[#]d", 8, "the maximum length is missing"),
            ("white 3ad", 6, "the branch has no goal"),
            ("white 3a[#d", 10, "the bracket is not closed here"),
            ("white 3a[#", 10, "a bracket is not closed"),
            ("white 3a[#]d]", 12, "unexpected `]`"),
            ("white (3a[#]d", 13, "a bracket is not closed"),
            ("white 1s[2:4ad[#]]", 9, "a minimum length in battle play or a parry series, before or after other play"),
            (
                "white 2h[1:1h[#]?+?h]h",
                9,
                "a minimum length in battle play or a parry series, before or after other play",
            ),
            ("white 2:4ad[1a[#]d]", 6, "a minimum length in battle play or a parry series, before or after other play"),
            ("white 2a[#]d[/2s[=]]", 6, "other play in battle play with brackets after both letters"),
            ("white 3a[1a[#]d]d", 6, "battle play can lead to other play only with `>` or `/`"),
            ("white 3a[>-1a[#]d]d", 6, "battle play can lead to other play only with `>` or `/`"),
            ("white 2:3a[#]d", 6, "a minimum length in battle play or a parry series, before or after other play"),
            ("black 2da[#]{!x}", 6, "a constraint `{…}` in play that the defender begins"),
            ("white 3h[#]?+?h{!x}", 6, "a constraint `{…}` in a parry series of help play"),
            ("white 3a[##]d", 9, "the goal `##` is not supported in a structured stipulation"),
            ("white 3a[q]d", 9, "`q` is not a goal"),
            ("white # & 3a[#]d", 8, "`&` between a goal and play of the side to move"),
            ("white 3a[#]d | 2d[#]a", 13, "`|` between play of the side to move and play that begins with a defence"),
            ("white -#", 6, "`-` before a goal"),
            ("white >3a[#]d", 6, "`>` in the wrong place"),
            ("white 3a[>#]d", 9, "`>` in the wrong place"),
            ("white 4ad[>1a[#]d]", 10, "`>` in the wrong place"),
            ("white 3a[/#]d", 9, "`/` before a goal"),
            ("white 4h[#]?+?h", 11, "`?+?` cannot be used in this branch"),
            ("white 4d[#]?+?a", 11, "`?+?` cannot be used in this branch"),
            ("white 3a[dia]d", 9, "the goal `dia` is not supported in a structured stipulation"),
            ("white 3a[＃]d", 9, "`＃` is not `#` but FULLWIDTH NUMBER SIGN"),
        ];
        for (written, start, message) in rows {
            let found = structured(written).expect_err(written);
            assert_eq!((found.span.start, found.message.as_str()), (start, message), "{written}");
        }
    }

    #[test]
    fn deep_and_long_trees_are_refused_in_time() {
        for piece in ["(", "!", "-", "1a[", "1a{", "#&", "1s[#][#]", "-1s[#]|"] {
            let text = format!("white {}", piece.repeat(1_000_000));
            let message = structured(&text).expect_err(piece).message;
            assert!(
                message.contains("deeply") || message.contains("large") || message.contains("unexpected"),
                "{piece}: {message}"
            );
        }
    }
}
