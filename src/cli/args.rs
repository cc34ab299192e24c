//! The commands and arguments of the command line. Doc comments in this file are the text of `--help`.

use super::explore::args::ExploreArgs;
use super::formats::OutputFormat;
use super::input_args::{InputArgs, seconds};
use super::task::RunTask;
use super::themes::ThemeChoice;
use super::version::long_version;
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

Exit status: 0 sound (check) or solved (solve), 1 unsound, 2 bad input or usage, 3 undecided because of a limit, \
4 internal error, 130 ended by a signal. A batch returns the worst, in the order 130, 4, 2, 1, 3, 0. `keymove work` \
returns 0 if the unit is complete, whatever was found, and 75 if it must be run again.";

const PY_SWITCHES: &str = "\
Switches:
  -maxmem SIZE         Limit the memory for tables and solutions: 1024M, 2G, 40960 (kilobytes)
  -maxtime SECONDS     Limit the time for each problem
  -heartbeat [RATE]    Print a line on standard error once a second, or every RATE/50000 seconds
  -regression          Print neither the banner nor solving times
  -maxpos, -maxtrace, -nummoves N, -notraceptr
                       Accepted, but without effect: they concern Popeye's own search

A program file named py, pywin32, pywin64, pymac or popeye runs this command. The exit status is 0 whatever was \
found, or 2 if a switch or the input file is invalid.";

const STUDIO: &str = "\
The printed address contains a random token. The server answers only programs on this machine that know the token, \
and no page of another origin. Press Ctrl-C to stop it.";

/// The heading of the switches that turn off parts of the search.
const FOR_COMPARISON: &str = "For benchmarks and cross-checks (the solutions stay the same)";

/// The command line. Its description in `--help` is that of the package.
#[derive(Parser, Debug)]
#[command(name = "keymove", version, long_version = long_version(), about, after_help = EXAMPLES, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print the full solution of each problem
    Solve(SolveArgs),
    /// Compare the solution of each problem with the intended one, and print one line with the verdict for each problem
    Check(CheckArgs),
    /// Act as a drop-in replacement for Popeye
    #[command(after_help = PY_SWITCHES)]
    Py {
        /// Popeye's switches and an input file; without a file, read standard input up to `EndProblem`
        #[arg(value_name = "SWITCH | FILE", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Draw the diagram of each problem, without solving it
    Diagram(DiagramArgs),
    /// Check problems and write a page with diagrams, play and verdicts
    Report(ReportArgs),
    /// Try all changes that you allow to a problem (the base), and list its sound variants
    Explore(ExploreArgs),
    /// Divide problems into units of work for several machines
    Plan(PlanArgs),
    /// Run a unit of a plan and write its results
    Work(UnitArgs),
    /// Merge the results of all units into one output, as if from a single run
    Merge(MergeArgs),
    /// List the supported stipulations, conditions, games, options, pieces or themes with their definitions
    List {
        /// The list to print
        what: Catalogue,
        /// Print only entries with all these words in the name or the definition, for example `circe`
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Explain a stipulation, goal, condition, option, piece, attribute, game, theme or term used in the output
    Explain {
        /// The term to explain, for example `h#2.5`, `Circe Mirror`, `Defence 2`, `G` or `dual`
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
    },
    /// Print the themes of each problem, with the men and the moves that show them
    Themes(ThemesArgs),
    /// Convert problems to another format, and report what that format cannot express
    Convert(ConvertArgs),
    /// Open the studio: a web page for composing, solving and checking problems
    #[command(after_help = STUDIO)]
    Serve(ServeArgs),
    /// Print the completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of a command
    Man {
        /// The command, for example `solve`
        command: Option<String>,
        /// Write all manual pages into this folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
    /// Count legal move sequences
    Perft {
        /// The position, as FEN
        fen: String,
        /// The length of the sequences in plies
        depth: u32,
        /// Add a condition, for example `Madrasi`
        #[arg(short, long, value_name = "CONDITION")]
        condition: Vec<String>,
        /// Set the game instead of chess, for example `Mamra`
        #[arg(short, long, value_name = "GAME")]
        game: Option<String>,
        /// Define a piece in XBetza notation, for example `X=gQ`
        #[arg(long, value_name = "LETTERS=XBETZA")]
        piece: Vec<String>,
        /// Print the number of sequences that begin with each first move
        #[arg(long)]
        divide: bool,
        /// Turn off a technique; `bitboards`: count orthodox moves with the fairy engine
        #[arg(long = "no", value_name = "TECHNIQUE", value_parser = ["bitboards"],
            help_heading = "For benchmarks and cross-checks (the counts stay the same)")]
        without: Option<String>,
    },
}

/// `keymove serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The folder whose problem files the page can open and save
    #[arg(default_value = ".", value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Print the address without opening a browser
    #[arg(long)]
    pub no_open: bool,
    /// Set the port; 0: any free port
    #[arg(short, long, default_value_t = 0)]
    pub port: u16,
    /// Set the number of solver threads; 0: one for each core
    #[arg(short = 'j', long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Limit the memory for the tables and the solution of each problem
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub memory: u64,
}

/// The problems of a run.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct SolveArgs {
    #[command(flatten)]
    pub given: InputArgs,
    /// Set the format of the output
    #[arg(short, long, value_parser = OutputFormat::parser(), default_value_t)]
    pub format: OutputFormat,
    /// Set the notation of moves in text and pages
    #[arg(long, value_enum, default_value_t = MoveNotation::Short)]
    pub notation: MoveNotation,
    /// Set the language of piece letters, titles and verdicts in text and pages
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub lang: Language,
    /// Choose how boards are drawn in text and Markdown
    #[arg(long, value_enum, default_value_t = TextBoard::Letters)]
    pub diagram: TextBoard,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Omit everything that differs from run to run (node counts, seconds)
    #[arg(long)]
    pub reproducible: bool,
    /// In JSON, print the position after each move
    #[arg(long)]
    #[serde(default)]
    pub positions: bool,
    /// Choose when text is coloured
    #[arg(long, value_enum, default_value_t = UseColor::Auto)]
    #[serde(skip)]
    pub color: UseColor,
    /// Write the output to a file
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    pub output: Option<PathBuf>,
    /// Record results in a file, and skip the problems that it already contains
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub resume: Option<PathBuf>,
    /// Whether pages are written without the ids of problems.
    #[arg(skip)]
    #[serde(skip)]
    pub no_id: bool,
    /// The themes that are computed and printed.
    #[arg(skip)]
    #[serde(default)]
    pub themes: ThemeChoice,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub work: SolveArgs,
    /// Show the findings below each verdict
    #[arg(short, long)]
    pub verbose: bool,
    /// Treat duals as notes, not as faults
    #[arg(long)]
    pub allow_duals: bool,
    /// Print the themes of each problem (with -v, below its verdict); also finds the tries and set play on which they
    /// depend
    #[arg(long)]
    pub themes: bool,
    #[command(flatten)]
    pub beside: SideOutputArgs,
}

impl CheckArgs {
    pub fn task(&self) -> RunTask {
        RunTask::Check { verbose: self.verbose, allow_duals: self.allow_duals }
    }

    /// Returns the arguments of the run, with the choice of themes that `--themes` makes.
    pub fn work(&self) -> SolveArgs {
        let themes = ThemeChoice::all_if(self.themes);
        SolveArgs { themes, ..self.work.clone() }
    }
}

/// `keymove themes`.
#[derive(Args, Debug)]
pub struct ThemesArgs {
    #[command(flatten)]
    work: SolveArgs,
    /// Print only these themes, and only problems that show one of them, for example `Zilahi,model mate>=3`
    #[arg(long, value_name = "THEME", value_delimiter = ',')]
    only: Vec<String>,
    /// Do not print these themes
    #[arg(long, value_name = "THEME", value_delimiter = ',')]
    not: Vec<String>,
}

impl ThemesArgs {
    /// Returns the arguments of a run that prints themes, or a message about a name that is no theme.
    pub fn work(self) -> Result<SolveArgs, String> {
        let ThemesArgs { work, only, not } = self;
        let themes = ThemeChoice::new(&only, &not)?;
        Ok(SolveArgs { themes, ..work })
    }
}

/// Outputs beside the main output: recorded answers, a report for CI, annotations.
#[derive(Args, Debug, Default)]
pub struct SideOutputArgs {
    /// Record the results in FILE.answers beside each problem file; later checks compare their results with them
    #[arg(long, conflicts_with = "resume")]
    pub update: bool,
    /// Write a JUnit XML report for CI
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print errors as CI annotations, shown beside the lines of the problems
    #[arg(long, value_enum, value_name = "HOST")]
    pub annotations: Option<Annotations>,
}

impl SolveArgs {
    /// Returns the arguments as a plan contains them: without those that affect only the run that makes the plan.
    pub fn planned(&self) -> SolveArgs {
        SolveArgs { color: UseColor::Never, output: None, resume: None, ..self.clone() }
    }
}

#[derive(Args, Debug)]
pub struct DiagramArgs {
    #[command(flatten)]
    pub given: InputArgs,
    /// Set the format of the picture [default: from the extension of the output file; else `unicode` on a terminal
    /// and `svg` otherwise]
    #[arg(short, long, value_enum)]
    pub format: Option<PictureFormat>,
    /// Write to a file, or to a folder with one file for each problem
    #[arg(short, long, value_name = "FILE | FOLDER")]
    pub output: Option<PathBuf>,
}

/// `keymove plan`. A plan refuses `--resume` and the formats of pages, so its help omits them.
#[derive(Args, Debug)]
#[command(mut_arg("resume", |arg| arg.hide(true)))]
#[command(mut_arg("format", |arg| arg.value_parser(OutputFormat::parser_without_pages())))]
pub struct PlanArgs {
    /// Set the number of units
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub units: u32,
    /// Choose what the units do with the problems
    #[arg(long, value_enum, default_value_t = PlannedTask::Solve)]
    pub task: PlannedTask,
    /// With `--task check`: show the findings below each verdict
    #[arg(short, long)]
    pub verbose: bool,
    /// With `--task check`: treat duals as notes, not as faults
    #[arg(long)]
    pub allow_duals: bool,
    /// Solve some of the problems, each for at most this time, to estimate the total time; 0: no estimate
    #[arg(long, value_name = "SECONDS", default_value = "0.1", value_parser = seconds)]
    pub probe: std::time::Duration,
    /// Divide a problem at its first moves into several units if its estimated time exceeds both this value and the
    /// average time of a unit
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    pub cut_above: std::time::Duration,
    #[command(flatten)]
    pub work: SolveArgs,
}

/// The task of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlannedTask {
    /// As `keymove solve`
    Solve,
    /// As `keymove check`
    Check,
}

impl PlanArgs {
    pub fn task(&self) -> RunTask {
        match self.task {
            PlannedTask::Solve => RunTask::Solve,
            PlannedTask::Check => RunTask::Check { verbose: self.verbose, allow_duals: self.allow_duals },
        }
    }
}

/// `keymove work`.
#[derive(Args, Debug)]
pub struct UnitArgs {
    /// The plan file
    pub plan: PathBuf,
    /// The number of the unit, counting from 1
    #[arg(required_unless_present = "left")]
    pub unit: Option<usize>,
    /// Print the numbers of the unfinished units, and exit
    #[arg(long, conflicts_with = "unit")]
    pub left: bool,
    /// Set the folder of results [default: PLAN.results]
    #[arg(long, value_name = "FOLDER")]
    pub results: Option<PathBuf>,
    /// Do not share search results and first moves with the other units of the same divided problem
    #[arg(long)]
    pub no_shared_facts: bool,
    /// Set the number of threads; 0: one for each core
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
}

/// `keymove merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The plan file
    pub plan: PathBuf,
    /// Result files and folders of result files [default: PLAN.results]
    pub results: Vec<PathBuf>,
    /// Write the output to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a JUnit XML report for CI
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print errors as CI annotations, shown beside the lines of the problems
    #[arg(long, value_enum, value_name = "HOST")]
    pub annotations: Option<Annotations>,
}

#[derive(Args, Debug)]
pub struct ReportArgs {
    #[command(flatten)]
    given: InputArgs,
    /// Set the format of the page [default: from the extension of the output file, `.html`, `.md` or `.tex`; else
    /// `html`]
    #[arg(short, long, value_parser = ["html", "markdown", "latex"])]
    format: Option<String>,
    /// Set the notation of moves
    #[arg(long, value_enum, default_value_t = MoveNotation::Short)]
    notation: MoveNotation,
    /// Set the language of the piece letters, titles and verdicts
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
    /// Choose how boards are drawn (Markdown only)
    #[arg(long, value_enum, default_value_t = TextBoard::Unicode)]
    diagram: TextBoard,
    #[command(flatten)]
    limits: LimitArgs,
    /// Omit the solving times, which differ from run to run
    #[arg(long)]
    reproducible: bool,
    /// Omit the ids of the problems, for anonymous judging
    #[arg(long)]
    no_id: bool,
    /// Show the themes of each problem; also finds the tries and set play on which they depend
    #[arg(long)]
    themes: bool,
    /// Write the page to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ReportArgs {
    /// Returns the arguments of the check whose results the page shows. Returns an error message if the name of the
    /// output file does not determine the format of the page.
    pub fn work(self) -> Result<SolveArgs, &'static str> {
        let ReportArgs { given, format, notation, lang, diagram, limits, reproducible, no_id, themes, output } = self;
        let page = OutputFormat::page(format.as_deref(), output.as_deref());
        let format =
            page.ok_or("--output: cannot tell the format from the name; expected .html, .md or .tex, or use --format")?;
        let color = UseColor::Never;
        let resume = None;
        let positions = false;
        let themes = ThemeChoice::all_if(themes);
        Ok(SolveArgs {
            given,
            format,
            notation,
            lang,
            diagram,
            limits,
            reproducible,
            positions,
            color,
            output,
            resume,
            no_id,
            themes,
        })
    }
}

#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Problem files and folders of problem files; `-`: standard input
    #[arg(value_name = "FILE | FOLDER", default_value = "-")]
    pub inputs: Vec<String>,
    /// Set the format of the input [default: from the file extension]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// Set the format of the output [default: from the extension of the output file]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Write the output to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Skip problems that the format cannot express in full, and exit with an error
    #[arg(long)]
    pub strict: bool,
}

#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct LimitArgs {
    /// Set the number of threads; 0: one for each core
    #[arg(short = 'j', long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,
    /// Limit the time for each problem; a problem that reaches the limit is reported as undecided
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<std::time::Duration>,
    /// Limit the memory for hash tables and solutions, for all problems solved at the same time together; 0: no tables
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(0..=1 << 20))]
    pub memory: u64,
    /// Print search statistics to standard error
    #[arg(long)]
    pub stats: bool,
    /// Find at most N solutions in each phase (set play, tries, actual play)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_solutions: Option<u32>,
    /// Solve even if no other program confirms the combination of rules; a warning says that the solution may be wrong
    #[arg(long)]
    pub allow_unverified: bool,
    /// Turn off a technique that speeds up the search
    #[arg(long = "no", value_name = "TECHNIQUE", value_delimiter = ',', value_parser = technique_names(),
        help_heading = FOR_COMPARISON)]
    pub without: Vec<String>,
}

/// Returns the possible values of `--no`, the names of the techniques.
fn technique_names() -> PossibleValuesParser {
    Technique::ALL.map(|(_, name, without)| PossibleValue::new(name).help(without)).into()
}

impl LimitArgs {
    /// Returns the techniques of the search that `--no` does not turn off.
    pub fn techniques(&self) -> Techniques {
        let is_off = |name: &str| self.without.iter().any(|other| other == name);
        let off = Technique::ALL.into_iter().filter(|(_, name, _)| is_off(name));
        off.fold(Techniques::all(), |techniques, (technique, ..)| techniques.without(technique))
    }

    /// Returns the values of all limits that can make a result undecided, as one text to compare or to hash.
    pub fn decisive(&self) -> String {
        format!("{:?} {} {:?}", self.time, self.memory, self.max_solutions)
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
    /// English: K Q R B S, `Key`, `Try`
    En,
    /// German: K D T L S, `Schlüssel`, `Verführung`
    De,
    /// French: R D T F C, `Clé`, `Essai`
    Fr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum TextBoard {
    /// Piece letters
    Letters,
    /// Chess symbols, rotated for fairy pieces as in printed diagrams
    Unicode,
    /// An SVG picture (Markdown only)
    Svg,
    /// A PNG picture (Markdown only)
    Png,
    /// No board
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PictureFormat {
    /// A vector graphic, for print and for web pages
    Svg,
    /// A raster image, for programs without SVG
    Png,
    /// Text with chess symbols, for a terminal
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
