//! Conflicts between rules: the reason, and the rules concerned.

use crate::conditions::Condition;
use std::borrow::Cow;
use std::fmt;

/// The reason why rules cannot be combined, or do not suit the diagram.
///
/// ```
/// use keymove::syntax::conditions;
/// let found = conditions("Madrasi Isardam").unwrap_err();
/// assert_eq!(
///     found[0].message,
///     "`Madrasi` cannot be combined with `Isardam`: Isardam forbids every paralysis that Madrasi could cause"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Names of the conditions concerned.
    conditions: Vec<&'static str>,
    /// The conditions as quoted in the message, followed by descriptions of other parties to the conflict.
    parties: Vec<String>,
    why: Cow<'static, str>,
    is_unverified: bool,
}

impl Conflict {
    /// Returns the names of the conditions concerned.
    pub fn conditions(&self) -> &[&'static str] {
        &self.conditions
    }

    /// Whether the rules can be solved together on request, with a solution that may be wrong.
    pub fn is_unverified(&self) -> bool {
        self.is_unverified
    }

    /// Returns a conflict of rules that can be solved together on request, with a solution that may be wrong.
    pub(super) fn unverified(why: String) -> Conflict {
        Conflict { is_unverified: true, ..Conflict::from(why) }
    }

    /// Returns this conflict with these conditions as its parties, in place of earlier ones.
    pub(super) fn between<'a>(self, conditions: impl IntoIterator<Item = &'a Condition>) -> Conflict {
        let (conditions, parties) =
            conditions.into_iter().map(|condition| (condition.def.name, quoted(condition))).unzip();
        Conflict { conditions, parties, ..self }
    }

    /// Returns this conflict with one more party, described by `party`.
    pub(super) fn and(mut self, party: String) -> Conflict {
        self.parties.push(party);
        self
    }

    /// If this conflict names no conditions, returns it with the names of these; otherwise returns it unchanged.
    pub(super) fn at(self, conditions: &[Condition]) -> Conflict {
        match self.conditions.is_empty() {
            true => Conflict { conditions: conditions.iter().map(|condition| condition.def.name).collect(), ..self },
            false => self,
        }
    }
}

/// Returns the name of the condition with the variants as given.
fn quoted(condition: &Condition) -> String {
    let words = std::iter::once(condition.def.name).chain(condition.variants.iter().copied());
    format!("`{}`", words.collect::<Vec<_>>().join(" "))
}

impl From<&'static str> for Conflict {
    fn from(why: &'static str) -> Conflict {
        Conflict { conditions: Vec::new(), parties: Vec::new(), why: why.into(), is_unverified: false }
    }
}

impl From<String> for Conflict {
    fn from(why: String) -> Conflict {
        Conflict { conditions: Vec::new(), parties: Vec::new(), why: why.into(), is_unverified: false }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = |others: &[String]| others.join(" and ");
        match (&self.parties[..], self.is_unverified) {
            ([], _) => f.write_str(&self.why),
            ([only], false) => write!(f, "{only} is not supported here: {}", self.why),
            ([only], true) => write!(f, "{only} is not verified here: {}", self.why),
            ([one, rest @ ..], false) => write!(f, "{one} cannot be combined with {}: {}", others(rest), self.why),
            ([one, rest @ ..], true) => write!(f, "{one} with {} is not verified: {}", others(rest), self.why),
        }
    }
}

impl std::error::Error for Conflict {}
