//! What can be typed.

use super::formats::OutputFormat;
use super::task::Task;
use crate::catalogue::Catalogue;
use crate::exchange::Format;
use crate::solve::{Technique, Techniques};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  keymove solve '2K5/5k2/8/8/8/1q6/8/2Q5 b - -' 'h#2' -c Isardam
  keymove solve problems/direct/twomovers.epd
  keymove check -v problems
  keymove solve --format popeye problems.inp
  keymove convert collection.olv --to epd

Exit status: 0 sound (check) or solved (solve), 1 unsound, 2 bad input or usage, 3 undecided by a limit, 4 internal \
error, 130 ended by a signal; the worst of a batch, in the order 130, 4, 2, 1, 3, 0. A unit of a plan: 0 done, whatever was \
found, 75 to be tried again.";

const PY_SWITCHES: &str = "\
Switches:
  -maxmem SIZE         Memory for tables and solutions: 1024M, 2G, 40960 (kilobytes)
  -maxtime SECONDS     Time for each problem
  -heartbeat [RATE]    Print a line on standard error once a second, or at another rate (50000 is one second)
  -regression          Print neither the banner nor solving times
  -maxpos, -maxtrace, -nummoves N, -notraceptr
                       Accepted without effect: they concern Popeye's own search

The same as starting the program under the name py, pywin32, pywin64 or popeye. The exit status is 0 whatever was found, \
2 if the switches or the input file are bad.";

/// The heading of the switches that turn parts of the search off.
const FOR_COMPARISON: &str = "For comparison (the answers stay the same)";

/// Solves chess problems and checks compositions: exhaustive, parallel, exact.
#[derive(Parser, Debug)]
#[command(name = "keymove", version, about, after_help = EXAMPLES, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print the full solution of each problem
    Solve(Work),
    /// Compare what is found with what was intended: one verdict a line
    Check(Check),
    /// Take Popeye's place in programs that drive it
    #[command(after_help = PY_SWITCHES)]
    Py {
        /// Popeye's switches and an input file; without a file, standard input up to `EndProblem`
        #[arg(value_name = "SWITCH | FILE", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Draw each problem, without solving it
    Diagram(Diagram),
    /// Check problems and make a page of them: diagrams, play, verdicts
    Report(Report),
    /// Cut problems into units of work, for many machines
    Plan(Plan),
    /// Work on a unit of a plan and write its results
    Work(UnitWork),
    /// Put the results of all units together: what one run would have written
    Merge(Merge),
    /// Show what is supported, with its definition
    List {
        what: Catalogue,
        /// Only what holds all these words in its name or its definition, for example `circe`
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Explain a stipulation, goal, condition, option, piece, attribute, game or word of the output
    Explain {
        /// For example `h#2.5`, `Circe Mirror`, `Defence 2`, `G`, `dual`
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
    },
    /// Write problems in another format, and list what it cannot say
    Convert(Convert),
    /// Print completions for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page of the program or of a command
    Man {
        /// Command, for example `solve`
        command: Option<String>,
        /// Write all pages into this folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
    /// Count legal move sequences
    Perft {
        /// Position, as FEN
        fen: String,
        /// Length of the sequences in half-moves
        depth: u32,
        /// Condition, as in `cond`
        #[arg(short, long, value_name = "CONDITION")]
        condition: Vec<String>,
        /// Game, as in `game`
        #[arg(short, long, value_name = "GAME")]
        game: Option<String>,
        /// Man of the position's own, as in `piece`
        #[arg(long, value_name = "LETTERS=XBETZA")]
        piece: Vec<String>,
        /// Show the count below each first move
        #[arg(long)]
        divide: bool,
        /// Turn off a technique: count the moves of orthodox men with the fairy engine, too
        #[arg(long = "no", value_name = "TECHNIQUE", value_parser = ["bitboards"], help_heading = FOR_COMPARISON)]
        without: Option<String>,
    },
}

/// Where the problems are.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct Given {
    /// Problem files and folders of them (`-`: standard input), or a position as FEN and a stipulation
    #[arg(value_name = "FILE | FOLDER | FEN STIPULATION", default_value = "-")]
    pub inputs: Vec<String>,
    /// Condition for a position given as FEN, for example `Madrasi`
    #[arg(short, long, value_name = "CONDITION")]
    pub condition: Vec<String>,
    /// Game for a position given as FEN, for example `Mamra`
    #[arg(short, long, value_name = "GAME")]
    pub game: Option<String>,
    /// Man of the problem's own for a position given as FEN, for example `X=gQ`
    #[arg(long, value_name = "LETTERS=XBETZA")]
    pub piece: Vec<String>,
    /// Option for a position given as FEN, for example `SetPlay`
    #[arg(short = 'O', long, value_name = "OPTION")]
    pub option: Vec<String>,
    /// How the problems are written, where the ending of a file does not say it
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: Option<Format>,
}

#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct Work {
    #[command(flatten)]
    pub given: Given,
    /// Form of the output
    #[arg(short, long, value_parser = OutputFormat::parser(), default_value_t)]
    pub format: OutputFormat,
    /// How moves are written for people
    #[arg(long, value_enum, default_value_t = MoveNotation::Short)]
    pub notation: MoveNotation,
    /// Language of the letters of the men, for people
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub lang: Language,
    /// How boards are shown in text and Markdown
    #[arg(long, value_enum, default_value_t = TextBoard::Letters)]
    pub diagram: TextBoard,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Leave out what differs from run to run (counts, seconds)
    #[arg(long)]
    pub reproducible: bool,
    /// Colours in text
    #[arg(long, value_enum, default_value_t = UseColor::Auto)]
    #[serde(skip)]
    pub color: UseColor,
    /// Write output to a file
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    pub output: Option<PathBuf>,
    /// Keep results in a file, and do not solve again what is in it already
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub resume: Option<PathBuf>,
    /// Pages leave out the ids of problems.
    #[arg(skip)]
    #[serde(skip)]
    pub no_id: bool,
}

#[derive(Args, Debug)]
pub struct Check {
    #[command(flatten)]
    pub work: Work,
    /// Show the findings below each verdict
    #[arg(short, long)]
    pub verbose: bool,
    /// A problem is sound in spite of duals; they are notes then
    #[arg(long)]
    pub allow_duals: bool,
    #[command(flatten)]
    pub beside: Beside,
}

impl Check {
    pub fn task(&self) -> Task {
        Task::Check { verbose: self.verbose, allow_duals: self.allow_duals }
    }
}

/// What is to be written beside the output.
#[derive(Args, Debug, Default)]
pub struct Beside {
    /// Write what is found into FILE.answers beside each problem file; later runs compare with it
    #[arg(long, conflicts_with = "resume")]
    pub update: bool,
    /// Write a report for CI as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print what is wrong in the form that a hosted CI shows beside the text
    #[arg(long, value_enum, value_name = "HOST")]
    pub annotations: Option<Annotations>,
}

impl Work {
    /// As it stands in a plan: without what belongs to the run that plans.
    pub fn planned(&self) -> Work {
        Work { color: UseColor::Never, output: None, resume: None, ..self.clone() }
    }
}

#[derive(Args, Debug)]
pub struct Diagram {
    #[command(flatten)]
    pub given: Given,
    /// Form of the picture [default: by the ending of the output; without one `unicode` on a terminal, `svg` otherwise]
    #[arg(short, long, value_enum)]
    pub format: Option<PictureFormat>,
    /// Write to a file, or into a folder, a file for each problem
    #[arg(short, long, value_name = "FILE | FOLDER")]
    pub output: Option<PathBuf>,
}

/// `keymove plan`.
#[derive(Args, Debug)]
pub struct Plan {
    /// How many units of work there are to be
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub units: u32,
    /// What is done with the problems
    #[arg(long, value_enum, default_value_t = PlannedTask::Solve)]
    pub task: PlannedTask,
    /// In a check, show the findings below each verdict
    #[arg(short, long)]
    pub verbose: bool,
    /// In a check, a problem is sound in spite of duals
    #[arg(long)]
    pub allow_duals: bool,
    /// Seconds for each of the problems that are solved to estimate how long others take; 0: none is solved
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    pub probe: std::time::Duration,
    /// A problem that may take longer than this and than its share is cut at its first moves into several units
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub cut_above: std::time::Duration,
    #[command(flatten)]
    pub work: Work,
}

/// What a plan is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlannedTask {
    /// As `keymove solve`
    Solve,
    /// As `keymove check`
    Check,
}

impl Plan {
    pub fn task(&self) -> Task {
        match self.task {
            PlannedTask::Solve => Task::Solve,
            PlannedTask::Check => Task::Check { verbose: self.verbose, allow_duals: self.allow_duals },
        }
    }
}

/// `keymove work`.
#[derive(Args, Debug)]
pub struct UnitWork {
    /// The plan
    pub plan: PathBuf,
    /// The number of the unit, from 1
    #[arg(required_unless_present = "left")]
    pub unit: Option<usize>,
    /// Print the numbers of the units that have no whole results yet, and work on none
    #[arg(long, conflicts_with = "unit")]
    pub left: bool,
    /// The folder of results [default: PLAN.results]
    #[arg(long, value_name = "FOLDER")]
    pub results: Option<PathBuf>,
    /// Of a problem that is cut, work by itself: neither read nor tell what its units have proved, and help none of them
    #[arg(long)]
    pub no_shared_facts: bool,
    /// Number of threads; 0: as many as there are cores
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
}

/// `keymove merge`.
#[derive(Args, Debug)]
pub struct Merge {
    /// The plan
    pub plan: PathBuf,
    /// Files of results and folders of them [default: PLAN.results]
    pub results: Vec<PathBuf>,
    /// Write output to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a report for CI as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print what is wrong in the form that a hosted CI shows beside the text
    #[arg(long, value_enum, value_name = "HOST")]
    pub annotations: Option<Annotations>,
}

#[derive(Args, Debug)]
pub struct Report {
    #[command(flatten)]
    given: Given,
    /// Form of the page [default: by the ending of the output, `.html`, `.md` or `.tex`; without one `html`]
    #[arg(short, long, value_parser = ["html", "markdown", "latex"])]
    format: Option<String>,
    /// How moves are written
    #[arg(long, value_enum, default_value_t = MoveNotation::Short)]
    notation: MoveNotation,
    /// Language of the letters of the men
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
    /// How boards are shown in Markdown
    #[arg(long, value_enum, default_value_t = TextBoard::Unicode)]
    diagram: TextBoard,
    #[command(flatten)]
    limits: LimitArgs,
    /// Leave out what differs from run to run (seconds)
    #[arg(long)]
    reproducible: bool,
    /// Leave out the ids of the problems, for an anonymous report to a judge
    #[arg(long)]
    no_id: bool,
    /// Write the page to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Report {
    /// The same as a check in the format of the page.
    pub fn work(self) -> Result<Work, &'static str> {
        let Report { given, format, notation, lang, diagram, limits, reproducible, no_id, output } = self;
        let page = OutputFormat::page(format.as_deref(), output.as_deref());
        let format = page.ok_or("--output: expected a name ending in .html, .md or .tex, or --format")?;
        let color = UseColor::Never;
        let resume = None;
        Ok(Work { given, format, notation, lang, diagram, limits, reproducible, color, output, resume, no_id })
    }
}

#[derive(Args, Debug)]
pub struct Convert {
    /// Problem files and folders of them; `-`: standard input
    #[arg(value_name = "FILE | FOLDER", default_value = "-")]
    pub inputs: Vec<String>,
    /// How the problems are written, where the ending of a file does not say it
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// How they are to be written, where the ending of `--output` does not say it
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leave out a problem that would lose something, and fail
    #[arg(long)]
    pub strict: bool,
}

#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct LimitArgs {
    /// Number of threads; 0: as many as there are cores
    #[arg(short = 'j', long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Seconds for each problem; what is cut is undecided
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<std::time::Duration>,
    /// Megabytes for tables and solutions, of all problems at work together; 0: no tables
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(0..=1 << 20))]
    pub memory: u64,
    /// Tell on standard error where the work went
    #[arg(long)]
    pub stats: bool,
    /// Stop after so many solutions in each phase
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_solutions: Option<u32>,
    /// Solve, with a warning, under rules whose combination is not verified: answers may be wrong
    #[arg(long)]
    pub allow_unverified: bool,
    /// Turn off a technique that makes the search fast, to compare; the solutions stay the same
    #[arg(long = "no", value_name = "TECHNIQUE", value_delimiter = ',', value_parser = technique_names(),
        help_heading = FOR_COMPARISON)]
    pub without: Vec<String>,
}

/// The values of `--no`.
fn technique_names() -> PossibleValuesParser {
    Technique::ALL.map(|(_, name, without)| PossibleValue::new(name).help(without)).into()
}

impl LimitArgs {
    /// Returns the techniques that are not turned off.
    pub fn techniques(&self) -> Techniques {
        let is_off = |name: &str| self.without.iter().any(|other| other == name);
        let off = Technique::ALL.into_iter().filter(|(_, name, _)| is_off(name));
        off.fold(Techniques::all(), |techniques, (technique, ..)| techniques.without(technique))
    }

    /// The limits that decide what is left undecided.
    pub fn decisive(&self) -> String {
        format!("{:?} {} {:?}", self.time, self.memory, self.max_solutions)
    }
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    std::time::Duration::try_from_secs_f64(seconds).map_err(|_| "expected a positive number of seconds".to_string())
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let endings = self.endings().iter().copied().filter(|ending| *ending != self.name());
        Some(PossibleValue::new(self.name()).aliases(endings).help(self.doc()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum MoveNotation {
    /// `Qg5-g2`
    Long,
    /// `Qg2`, as magazines print it
    Short,
    /// `♕g2`
    Figurine,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum Language {
    /// K Q R B S
    En,
    /// K D T L S
    De,
    /// R D T F C
    Fr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum TextBoard {
    /// The letters of the men
    Letters,
    /// Chess characters, fairy men as in diagrams
    Unicode,
    /// A picture, in Markdown
    Svg,
    /// The same in points
    Png,
    /// No board
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PictureFormat {
    /// For print and for pages
    Svg,
    /// Points, for programs that take no SVG
    Png,
    /// Chess characters, for a terminal
    Unicode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Annotations {
    /// `::error file=…,line=…::…`
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum UseColor {
    #[default]
    Auto,
    Always,
    Never,
}

impl ValueEnum for Catalogue {
    fn value_variants<'a>() -> &'a [Catalogue] {
        &Catalogue::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}
