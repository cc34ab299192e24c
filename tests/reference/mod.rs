//! A second opinion on the rules and on every play, for tests only: slow, simple, straight from the definitions.
//!
//! A board is an array of squares, a man a word with a colour, a play a recursion on lists of moves. Nothing is shared
//! with the engines and the search but the names of squares, colours and goals and the text of stipulations: who
//! plays what for how long is worked out here once more, from [`keymove::problem::Traditional`] and not from the tree of
//! play that the search runs.
//!
//! `kinds`: the men and what they can do. `state`: a position, and a move made. `walk`: what a man
//! can do by geometry. `law`: legal moves, checks, mates under
//! the conditions and in the three games. `goals` and `plays`: what a problem asks for. `border`: to and from the
//! vocabulary of the program under test.

pub mod border;
mod goals;
pub mod kinds;
mod law;
pub mod plays;
pub mod state;
mod walk;
