//! `keymove plan`: reads all problems twice, first to estimate their times, then to divide them into units.

use super::choice::{DivisionChoice, choice};
use super::cost::{LEAST, class, estimate};
use super::measuring::{Measured, measured};
use super::plan::{FORMAT, Part, PlanHead, PlannedFile, Segment, WorkUnit};
use super::unit_feed::add;
use crate::cli::answers;
use crate::cli::args;
use crate::cli::hash::Hash;
use crate::cli::inputs;
use crate::cli::output::OutputPlace;
use crate::cli::problems::{InputFeed, InputItem};
use crate::cli::status::{Status, complain};
use crate::input::{self, Entry};
use crate::mishap;
use crate::problem::Problem;
use hashbrown::{HashMap, HashSet};
use std::io::{self, BufWriter, Write};
use std::time::Duration;

/// The largest number of sample problems that are solved for each stipulation.
const PROBES: usize = 4;
/// The largest number of stipulations of which samples are solved: those whose problems take the longest in total.
const CLASSES: usize = 50;
/// The largest number of single problems that are searched for a short time, because their estimates are long.
const MOST_MEASURED: usize = 64;

/// Makes a plan and writes it to its file.
///
/// # Errors
///
/// Returns an error if an input cannot be read (then no plan is written), or if the plan cannot be written.
pub fn plan(arguments: &args::PlanArgs) -> io::Result<Status> {
    let work = &arguments.work;
    if work.resume.is_some() {
        return Err(io::Error::other("--resume: not needed, since each unit of a plan resumes by itself"));
    }
    if !inputs::is_typed(&work.given) && work.given.inputs.iter().any(|input| input == "-") {
        return Err(io::Error::other("a plan needs problem files that every machine can read, not standard input"));
    }
    let render_options = work.render_options(arguments.task(), false);
    if !work.format.printer(&render_options).is_joined_of_texts() {
        let message = format!("--format {}: only a single run can make a page; choose another format", work.format);
        return Err(io::Error::other(message));
    }
    let output = work.output.as_deref().map(OutputPlace::find).transpose()?;
    let mut estimates = Estimates::read(arguments)?;
    if !arguments.probe.is_zero() {
        estimates.refine(arguments.probe);
        estimates.measure_longest(arguments)?;
    }
    let (head, units) = Divider::divide(arguments, &estimates)?;
    let longest = units.iter().map(|unit| unit.cost).fold(0.0, f64::max);
    match output {
        Some(place) => {
            let mut out = BufWriter::new(place.begin()?);
            let written = write(&mut out, head, &units);
            out.into_inner().map_err(io::IntoInnerError::into_error)?.end(written.is_ok(), written).0?;
        }
        None => write(&mut io::stdout().lock(), head, &units)?,
    }
    let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let (problems, units) = (counted(estimates.costs.len(), "problem"), counted(units.len(), "unit"));
    complain(&format!("{problems} in {units}; the longest may take {longest:.1} s\n"));
    Ok(Status::Good)
}

fn write(out: &mut dyn Write, head: PlanHead, units: &[WorkUnit]) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(&head)?)?;
    units.iter().try_for_each(|unit| writeln!(out, "{}", serde_json::to_string(unit)?))
}

/// The estimated times of all problems. The first reading makes them; samples and measurements then improve them.
#[derive(Default)]
struct Estimates {
    /// The estimated time of each problem, in seconds.
    costs: Vec<f32>,
    classes: Vec<Class>,
    /// The index of the class of each problem, or [`NO_CLASS`] if the problem cannot be read.
    class_of: Vec<u32>,
    /// The measurements of the problems that were searched for a short time, by the index of the problem. `None` if the
    /// problem could not be solved.
    measured: HashMap<usize, Option<Measured>>,
}

/// A class of problems: those with the same stipulation.
#[derive(Default)]
struct Class {
    problems: usize,
    seconds: f64,
    samples: Vec<Problem>,
}

const NO_CLASS: u32 = u32::MAX;

impl Estimates {
    fn read(arguments: &args::PlanArgs) -> io::Result<Estimates> {
        let (mut estimates, mut names) = (Estimates::default(), HashMap::new());
        for item in feed(arguments)? {
            match item {
                InputItem::Problem(entry) => estimates.add(&entry, &mut names),
                InputItem::Trouble(message) => return Err(io::Error::other(message)),
                InputItem::Begin(_) | InputItem::Protocol(_) | InputItem::Remark(_) | InputItem::End => {}
            }
        }
        Ok(estimates)
    }

    fn add(&mut self, entry: &Entry, names: &mut HashMap<String, u32>) {
        let estimated = entry.sound_problem().and_then(|problem| {
            let (seconds, class) = mishap::caught(|| (estimate(problem), class(problem))).ok()?;
            Some((problem, seconds, class))
        });
        let Some((problem, seconds, name)) = estimated else {
            self.costs.push(LEAST as f32);
            self.class_of.push(NO_CLASS);
            return;
        };
        let next = self.classes.len() as u32;
        let number = *names.entry(name).or_insert(next);
        if number == next {
            self.classes.push(Class::default());
        }
        let class = &mut self.classes[number as usize];
        class.problems += 1;
        class.seconds += seconds;
        // The samples are the problems with the numbers 1, 2, 4 and so on, so that they come from all parts of the
        // files.
        if class.problems.is_power_of_two() {
            if class.samples.len() == PROBES {
                class.samples.remove(0);
            }
            class.samples.push(problem.clone());
        }
        self.costs.push(seconds as f32);
        self.class_of.push(number);
    }

    /// Improves the estimates. For each class with a high total time, solves sample problems, each for at most the time
    /// `most`. Then multiplies all estimates of the class by the ratio of the measured time to the estimate.
    fn refine(&mut self, most: Duration) {
        let mut largest: Vec<usize> = (0..self.classes.len()).collect();
        largest.sort_by(|&a, &b| self.classes[b].seconds.total_cmp(&self.classes[a].seconds));
        let mut factors = vec![1.0; self.classes.len()];
        for &class in largest.iter().take(CLASSES) {
            factors[class] = self.classes[class].factor(most);
        }
        for (cost, &class) in self.costs.iter_mut().zip(&self.class_of).filter(|(_, class)| **class != NO_CLASS) {
            *cost = (f64::from(*cost) * factors[class as usize]).max(LEAST) as f32;
        }
    }

    /// Returns the estimated time of one unit if the problems are divided evenly among `units`.
    fn share(&self, units: u32) -> f64 {
        self.costs.iter().copied().map(f64::from).sum::<f64>() / f64::from(units)
    }

    /// Searches each problem whose estimate exceeds the time of one unit for a short time, and replaces the estimate by
    /// the measured one. The search lasts long enough to solve a problem that is too short to be divided. The new
    /// estimates change the time of a unit, so further problems may exceed it and are measured, too.
    fn measure_longest(&mut self, arguments: &args::PlanArgs) -> io::Result<()> {
        let most = arguments.cut_above.max(arguments.probe);
        while self.measured.len() < MOST_MEASURED {
            // Problems with smaller estimates, or the samples of their classes, have been solved within that time.
            let least = self.share(arguments.units).max(arguments.probe.as_secs_f64() / 2.0);
            let seems_long = |i: &usize| f64::from(self.costs[*i]) > least && !self.measured.contains_key(i);
            let mut longest: Vec<usize> = (0..self.costs.len()).filter(seems_long).collect();
            longest.sort_by(|&a, &b| self.costs[b].total_cmp(&self.costs[a]));
            longest.truncate(MOST_MEASURED - self.measured.len());
            if longest.is_empty() {
                break;
            }
            let longest: HashSet<usize> = longest.into_iter().collect();
            let problems = feed(arguments)?.filter_map(|item| match item {
                InputItem::Problem(entry) => Some(entry),
                _ => None,
            });
            for (i, entry) in problems.enumerate().filter(|(i, _)| longest.contains(i)) {
                let measured = entry.sound_problem().and_then(|problem| measured(problem, most));
                if let Some(measured) = &measured {
                    self.costs[i] = measured.seconds.max(LEAST) as f32;
                }
                self.measured.insert(i, measured);
            }
            // If a file has changed in the meantime, a problem may be missing.
            for i in longest {
                self.measured.entry(i).or_insert(None);
            }
        }
        Ok(())
    }
}

impl Class {
    /// Returns the factor by which the estimates of the class have to be multiplied. It is the median over its samples,
    /// each searched for at most the time `most`.
    fn factor(&self, most: Duration) -> f64 {
        let factor = |problem| Some(measured(problem, most)?.seconds / estimate(problem));
        let mut factors: Vec<f64> = self.samples.iter().filter_map(factor).collect();
        factors.sort_by(f64::total_cmp);
        factors.get(factors.len() / 2).copied().unwrap_or(1.0)
    }
}

fn feed(arguments: &args::PlanArgs) -> io::Result<InputFeed> {
    inputs::feed(&arguments.work.given).map_err(io::Error::other)
}

/// Divides the problems into units of about the same estimated time.
struct Divider {
    units: Vec<WorkUnit>,
    hash: Hash,
    files: Vec<PlannedFile>,
    /// Whether no problem of the current file has been added to a unit yet.
    is_new: bool,
    /// The number of parts of the problem in the last unit; 1 if it is not divided. The units of the other parts are
    /// added later.
    parts: usize,
}

impl Divider {
    fn divide(arguments: &args::PlanArgs, estimates: &Estimates) -> io::Result<(PlanHead, Vec<WorkUnit>)> {
        let (costs, share) = (&estimates.costs, estimates.share(arguments.units));
        let mut divider =
            Divider { units: Vec::new(), hash: Hash::default(), files: Vec::new(), is_new: false, parts: 1 };
        let (mut before, mut current) = (0.0, usize::MAX);
        let mut costs_left = costs.iter().copied().map(f64::from);
        let wanted_units = arguments.units as usize;
        let mut feed = feed(arguments)?;
        while let Some(item) = feed.next() {
            match item {
                InputItem::Begin(name) => {
                    let answers = arguments.task().is_check() && answers::are_recorded(&name);
                    divider.files.push(PlannedFile { name, answers });
                    divider.is_new = true;
                }
                InputItem::Problem(entry) => {
                    let cost = costs_left.next().ok_or_else(changed)?;
                    // A problem belongs to the unit whose share contains the middle of the problem. The exception: if
                    // at most as many problems as units are left, each gets its own unit.
                    let wanted = ((before + cost / 2.0) / share) as usize;
                    let is_scarce = costs_left.len() < wanted_units.saturating_sub(divider.units.len());
                    let number = costs.len() - costs_left.len() - 1;
                    let measured = estimates.measured.get(&number).and_then(Option::as_ref);
                    let choice = choice(&entry, (cost, share), measured, arguments);
                    if let DivisionChoice::Whole(reason) = &choice {
                        let place = (divider.files.last().map_or("", |file| &file.name), entry.source.first_line);
                        complain(&format!(
                            "note: {}:{}: not divided, one unit of about {cost:.0} s: {reason}\n",
                            place.0, place.1
                        ));
                    }
                    let parts = choice.parts();
                    if wanted != current || is_scarce || parts > 1 || divider.units.is_empty() {
                        divider.begin_unit(parts);
                        // The units of a divided problem contain no other problem.
                        current = if parts > 1 { usize::MAX } else { wanted };
                    }
                    before += cost;
                    divider.add(&entry, feed.place(), cost / parts as f64);
                }
                InputItem::End => divider.end_file(),
                InputItem::Protocol(_) | InputItem::Remark(_) => {}
                InputItem::Trouble(message) => return Err(io::Error::other(message)),
            }
        }
        if costs_left.next().is_some() {
            return Err(changed());
        }
        divider.end_unit();
        let Divider { units, files, .. } = divider;
        let head = PlanHead {
            format: FORMAT.to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            units: units.len(),
            problems: costs.len(),
            task: arguments.task(),
            work: arguments.work.planned(),
            files,
        };
        Ok((head, units))
    }

    fn begin_unit(&mut self, parts: usize) {
        self.end_unit();
        let unit = self.units.len() + 1;
        let part = (parts > 1).then_some(Part { part: 1, of: parts });
        self.units.push(WorkUnit { unit, cost: 0.0, problems: 0, hash: String::new(), segments: Vec::new(), part });
        (self.hash, self.parts) = (Hash::default(), parts);
    }

    /// Completes the last unit. If its problem is divided, adds the units of all parts except the first.
    fn end_unit(&mut self) {
        let Some(unit) = self.units.last_mut() else { return };
        unit.hash = self.hash.digits();
        let first = unit.clone();
        let of = self.parts;
        self.units.extend((2..=of).map(|part| WorkUnit {
            unit: first.unit + part - 1,
            part: Some(Part { part, of }),
            ..first.clone()
        }));
        self.parts = 1;
    }

    fn add(&mut self, entry: &Entry, place: Option<input::FilePosition>, cost: f64) {
        let file = self.files.len().checked_sub(1);
        let begins = std::mem::take(&mut self.is_new);
        add(&mut self.hash, entry);
        let Some(unit) = self.units.last_mut() else { return };
        unit.cost += cost;
        unit.problems += 1;
        match unit.segments.last_mut() {
            Some(segment) if !begins => segment.problems += 1,
            _ => unit.segments.push(Segment {
                file,
                index: entry.index,
                line: entry.source.first_line,
                // The first segment of a file is read from the beginning of the file, because comments, blank lines and
                // a byte order mark before the first problem have to be read, too.
                bytes: place.map(|place| place.bytes).filter(|_| !begins),
                problems: 1,
                begins,
                ends: false,
            }),
        }
    }

    fn end_file(&mut self) {
        if let Some(segment) = self.units.last_mut().and_then(|unit| unit.segments.last_mut()) {
            segment.ends = true;
        }
    }
}

fn changed() -> io::Error {
    io::Error::other("the problem files changed while the plan was made; run `keymove plan` again")
}
