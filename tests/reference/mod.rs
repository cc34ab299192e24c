//! A second opinion on the rules and on every play, for tests only: slow, simple, straight from the definitions.
//!
//! A board is an array of squares, a man a word with a colour, a play a recursion on lists of moves. The reference
//! shares nothing with the engines and the search, except the names of squares, colours and goals and the text of
//! stipulations. It derives the moves of each side from [`keymove::problem::Traditional`], not from the tree of
//! play that the search runs.
//!
//! Files: `kinds`: the men and their abilities. `state`: a position, and a move made. `walk`: the abilities of a
//! man by geometry. `law`: legal moves, checks and mates under the conditions and in the three games. `goals` and
//! `plays`: the stipulations. `border`: conversion to and from the vocabulary of the program under test.

pub mod border;
mod goals;
pub mod kinds;
mod law;
pub mod plays;
pub mod state;
mod walk;
