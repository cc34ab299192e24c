//! The names of commands, both for problems and for twins.

use super::{KeywordMatch, Language, Spellings, find};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Begin,
    Next,
    End,
    Author,
    Origin,
    Title,
    Award,
    Remark,
    Protocol,
    LaTeX,
    LaTeXPieces,
    Stipulation,
    SStipulation,
    Option,
    Condition,
    Forsyth,
    Pieces,
    GameArray,
    Twin,
    ZeroPosition,
}

const COMMANDS: &[(Command, Spellings)] = &[
    (Command::Begin, ["BeginProblem", "AnfangProblem", "DebutProbleme"]),
    (Command::Next, ["NextProblem", "WeiteresProblem", "ASuivre"]),
    (Command::End, ["EndProblem", "EndeProblem", "FinProbleme"]),
    (Command::Author, ["Author", "Autor", "Auteur"]),
    (Command::Origin, ["Origin", "Quelle", "Source"]),
    (Command::Title, ["Title", "Titel", "Titre"]),
    (Command::Award, ["Award", "Auszeichnung", "Prix"]),
    (Command::Remark, ["Remark", "Bemerkung", "Remarque"]),
    (Command::Protocol, ["Protocol", "Protokoll", "Protocol"]),
    (Command::LaTeX, ["LaTeX", "LaTeX", "LaTeX"]),
    (Command::LaTeXPieces, ["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"]),
    (Command::Stipulation, ["Stipulation", "Forderung", "Enonce"]),
    (Command::SStipulation, ["SStipulation", "SForderung", "SEnonce"]),
    (Command::Option, ["Option", "Option", "Option"]),
    (Command::Condition, ["Condition", "Bedingung", "Condition"]),
    (Command::Forsyth, ["Forsyth", "Forsyth", "Forsyth"]),
    (Command::Pieces, ["Pieces", "Steine", "Pieces"]),
    (Command::GameArray, ["InitialGameArray", "PartieAnfangsstellung", "PositionInitialePartie"]),
    (Command::Twin, ["Twin", "Zwilling", "Jumeau"]),
    (Command::ZeroPosition, ["ZeroPosition", "Nullstellung", "ZeroPosition"]),
];

impl Command {
    /// Whether the rest of the line after the command is its argument, which is not split into words.
    pub fn takes_line(self) -> bool {
        use Command::*;
        matches!(self, Author | Origin | Title | Award | Remark | Protocol | LaTeX | LaTeXPieces)
    }
}

pub fn command(word: &str, language: Language) -> KeywordMatch<Command> {
    find(word, COMMANDS.iter().map(|&(command, names)| (names[language as usize], command)))
}

pub fn command_name(command: Command, language: Language) -> &'static str {
    COMMANDS.iter().find(|(known, _)| *known == command).map_or("", |(_, names)| names[language as usize])
}

pub fn command_names(language: Language) -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(move |(_, names)| names[language as usize])
}

/// Commands inside a twin, each of which changes the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TwinCommand {
    Continued,
    Stipulation,
    SStipulation,
    Condition,
    Move,
    Exchange,
    Remove,
    Substitute,
    Add,
    Rotate,
    Mirror,
    Shift,
    PolishType,
}

const TWIN_COMMANDS: &[(TwinCommand, Spellings)] = &[
    (TwinCommand::Continued, ["Continued", "Ferner", "EnPlus"]),
    (TwinCommand::Stipulation, ["Stipulation", "Forderung", "Enonce"]),
    (TwinCommand::SStipulation, ["SStipulation", "SForderung", "SEnonce"]),
    (TwinCommand::Condition, ["Condition", "Bedingung", "Condition"]),
    (TwinCommand::Move, ["Move", "Versetze", "Deplacement"]),
    (TwinCommand::Exchange, ["Exchange", "Tausche", "Echange"]),
    (TwinCommand::Remove, ["Remove", "Entferne", "Ote"]),
    (TwinCommand::Substitute, ["Substitute", "Ersetze", "Remplace"]),
    (TwinCommand::Add, ["Add", "Hinzufuegen", "Ajoute"]),
    (TwinCommand::Rotate, ["Rotate", "Drehung", "Rotation"]),
    (TwinCommand::Mirror, ["Mirror", "Spiegelung", "Miroir"]),
    (TwinCommand::Shift, ["Shift", "Verschiebung", "Translation"]),
    (TwinCommand::PolishType, ["PolishType", "Farbwechsel", "CouleurEchange"]),
];

pub fn twin_command(word: &str, language: Language) -> KeywordMatch<TwinCommand> {
    find(word, TWIN_COMMANDS.iter().map(|&(command, names)| (names[language as usize], command)))
}

pub fn twin_command_names(language: Language) -> impl Iterator<Item = &'static str> {
    TWIN_COMMANDS.iter().map(move |(_, names)| names[language as usize])
}
