//! Converts moves and solutions to text.

use crate::notation::Letters;
use crate::problem::Problem;
use crate::report::{self, Notation, TextStyle};
use crate::solution::{Move, Solution};

impl Move<'_> {
    /// Returns the move as text, in this notation and with these piece letters.
    ///
    /// ```
    /// use keymove::{Letters, Notation, Problem, Tongue};
    ///
    /// let solution = Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.problem().solve()?;
    /// let key = solution.keys().next().unwrap();
    /// assert_eq!(key.to_string(), "Ra1-h1#");
    /// assert_eq!(key.written(Notation::Short, Letters::Problem), "Rh1#");
    /// assert_eq!(key.written(Notation::Long, Letters::Of(Tongue::German)), "Ta1-h1#");
    /// assert_eq!(key.written(Notation::Short, Letters::Figurines(Tongue::English)), "♖h1#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn written(self, notation: Notation, letters: Letters) -> String {
        TextStyle { letters, notation, ..TextStyle::default() }.move_text(self.node())
    }
}

impl Solution {
    /// Returns the diagram, the play and the notes as text, in the form that `keymove solve` prints.
    ///
    /// ```
    /// let problem = keymove::Problem::parse(r##"7k/5K2/8/8/8/8/8/R7 w - - stip "#1";"##)?.into_problem();
    /// assert!(problem.solve()?.to_text(&problem).contains("1.Rh1#!"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self, problem: &Problem) -> String {
        report::text(problem, self, &TextStyle::default())
    }
}
