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
    /// What the message names as not combinable: the conditions in quotation marks, then descriptions of men or other
    /// properties.
    parties: Vec<String>,
    why: Cow<'static, str>,
    is_unverified: bool,
}

impl Conflict {
    /// Returns the names of the conditions concerned.
    pub fn conditions(&self) -> &[&'static str] {
        &self.conditions
    }

    /// Whether the rules can be solved together on request, although the solution may be wrong.
    pub fn is_unverified(&self) -> bool {
        self.is_unverified
    }

    /// Returns a conflict of rules that can be solved together on request, although the solution may be wrong.
    pub(super) fn unverified(why: String) -> Conflict {
        Conflict { is_unverified: true, ..Conflict::from(why) }
    }

    /// Returns this conflict as one between these conditions, in place of earlier ones. Its message names them.
    pub(super) fn between<'a>(self, conditions: impl IntoIterator<Item = &'a Condition>) -> Conflict {
        let (conditions, parties) =
            conditions.into_iter().map(|condition| (condition.def.name, quoted(condition))).unzip();
        Conflict { conditions, parties, ..self }
    }

    /// Returns this conflict with a further text, such as the name of a man, that its message names after the
    /// conditions.
    pub(super) fn and(mut self, party: String) -> Conflict {
        self.parties.push(party);
        self
    }

    /// Returns this conflict with the names of these conditions if it has no conditions yet; otherwise returns it
    /// unchanged. The message is the same.
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
