//! The definition of an option: the type of the rows in the table of options.

use super::super::applicability::Situation;
use super::{Duplex, Options};
use crate::board::Square;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arguments {
    None,
    Number,
    OptionalNumber,
    TwoNumbers,
    Squares,
    MoveNumber,
}

/// The values that follow the name of an option.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    pub numbers: Vec<u32>,
    pub squares: Vec<Square>,
}

pub struct OptionDef {
    /// The English name, which is the one that Keymove writes.
    pub name: &'static str,
    /// Popeye's names of the option in German and French.
    pub translations: [&'static str; 2],
    /// Further names that Keymove accepts, except in Popeye's files.
    pub aliases: &'static [&'static str],
    pub arguments: Arguments,
    pub doc: &'static str,
    /// Whether the option only affects output or the length of the search. Such options are not printed under a
    /// diagram.
    pub is_about_output: bool,
    pub(super) place: OptionField,
    is_ignored: fn(&Situation) -> bool,
}

pub(super) enum OptionField {
    Flag(fn(&mut Options) -> &mut bool),
    Duplex(Duplex),
    Number(fn(&mut Options) -> &mut Option<u16>),
    LongNumber(fn(&mut Options) -> &mut Option<u32>),
    /// Any other field: a function that sets it, and a function that returns its values as text, with one text for each
    /// occurrence of the option in the input.
    Other(fn(&mut Options, &Values) -> Result<(), String>, fn(&Options) -> Vec<String>),
    /// No field: the option is accepted and has no effect.
    Nowhere,
}

impl OptionDef {
    pub(super) const fn new(
        name: &'static str,
        translations: [&'static str; 2],
        arguments: Arguments,
        place: OptionField,
        doc: &'static str,
    ) -> OptionDef {
        OptionDef {
            name,
            translations,
            aliases: &[],
            arguments,
            doc,
            is_about_output: false,
            place,
            is_ignored: |_| false,
        }
    }

    pub(super) const fn flag(
        name: &'static str,
        translations: [&'static str; 2],
        field: fn(&mut Options) -> &mut bool,
        doc: &'static str,
    ) -> OptionDef {
        OptionDef::new(name, translations, Arguments::None, OptionField::Flag(field), doc)
    }

    pub(super) const fn number(
        name: &'static str,
        translations: [&'static str; 2],
        field: fn(&mut Options) -> &mut Option<u16>,
        doc: &'static str,
    ) -> OptionDef {
        OptionDef::new(name, translations, Arguments::Number, OptionField::Number(field), doc)
    }

    pub(super) const fn or(self, aliases: &'static [&'static str]) -> OptionDef {
        OptionDef { aliases, ..self }
    }

    pub(super) const fn about_output(self) -> OptionDef {
        OptionDef { is_about_output: true, ..self }
    }

    /// Sets the function that decides in which situations the option is ignored.
    pub(super) const fn ignored_where(self, is_ignored: fn(&Situation) -> bool) -> OptionDef {
        OptionDef { is_ignored, ..self }
    }

    /// Stores the option with these values. Returns an error message if the values are wrong.
    pub fn set(&self, options: &mut Options, values: &Values) -> Result<(), String> {
        match self.place {
            OptionField::Flag(field) => *field(options) = true,
            OptionField::Duplex(duplex) => options.duplex = duplex,
            OptionField::Number(field) => *field(options) = Some(values.number()?),
            OptionField::LongNumber(field) => {
                *field(options) = Some(*values.numbers.first().ok_or("expected a number")?)
            }
            OptionField::Other(set, _) => return set(options, values),
            OptionField::Nowhere => {}
        }
        Ok(())
    }

    /// Formats the option with its values, with one text for each occurrence; empty if the option is not given.
    pub fn written(&self, options: &Options) -> Vec<String> {
        let number = |n: Option<u32>| n.map(|n| n.to_string()).into_iter().collect();
        let flag = |is_set: bool| if is_set { vec![String::new()] } else { Vec::new() };
        let values: Vec<String> = match self.place {
            OptionField::Flag(field) => flag(*field(&mut options.clone())),
            OptionField::Duplex(duplex) => flag(options.duplex == duplex),
            OptionField::Number(field) => number(field(&mut options.clone()).map(u32::from)),
            OptionField::LongNumber(field) => number(*field(&mut options.clone())),
            OptionField::Other(_, written) => written(options),
            OptionField::Nowhere => Vec::new(),
        };
        values.into_iter().map(|values| format!("{} {values}", self.name).trim_end().to_string()).collect()
    }

    /// Whether the option is given but has no meaning in this situation.
    pub fn is_ignored_in(&self, situation: &Situation) -> bool {
        !self.written(situation.options).is_empty() && (self.is_ignored)(situation)
    }
}

impl Values {
    pub(super) fn number(&self) -> Result<u16, String> {
        Values::small(*self.numbers.first().ok_or("expected a number")?)
    }

    /// Returns the second number, or `otherwise` if only one is given. An error if the number is too great.
    pub(super) fn second(&self, otherwise: u16) -> Result<u16, String> {
        self.numbers.get(1).map_or(Ok(otherwise), |&n| Values::small(n))
    }

    /// Returns all numbers as move numbers; an error if there are none.
    pub(super) fn move_numbers(&self) -> Result<Vec<u16>, String> {
        self.number()?;
        self.numbers.iter().map(|&n| Values::small(n)).collect()
    }

    fn small(n: u32) -> Result<u16, String> {
        u16::try_from(n).map_err(|_| format!("expected a number up to {}", u16::MAX))
    }
}
