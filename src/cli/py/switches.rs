//! Popeye's command line. Its switches are long names after a single hyphen, which the library clap cannot parse.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of Popeye's command line.
#[derive(Debug, PartialEq)]
pub struct Switches {
    /// `-maxmem`: memory for tables and solutions.
    pub memory: MemoryAmount,
    /// `-maxtime`: seconds for each problem.
    pub seconds: Option<u32>,
    /// `-heartbeat`: the interval between two heartbeats, lines on standard error that show that the program is
    /// working.
    pub heartbeat: Option<Duration>,
    /// `-regression`: print neither the banner nor times.
    pub regression: bool,
    /// The input file; `None` for standard input.
    pub file: Option<PathBuf>,
}

#[derive(Clone, Copy)]
enum PySwitch {
    Memory,
    Seconds,
    Heartbeat,
    Regression,
    /// A switch with a number, about limits or traces of Popeye's own search. It is accepted and has no effect.
    Number,
    /// A switch without a number, about traces of Popeye's own search. It is accepted and has no effect.
    Alone,
}

const SWITCHES: [(&str, PySwitch); 8] = [
    ("-maxmem", PySwitch::Memory),
    ("-maxtime", PySwitch::Seconds),
    ("-heartbeat", PySwitch::Heartbeat),
    ("-regression", PySwitch::Regression),
    ("-maxpos", PySwitch::Number),
    ("-maxtrace", PySwitch::Number),
    ("-nummoves", PySwitch::Number),
    ("-notraceptr", PySwitch::Alone),
];

/// The value of `-heartbeat` for an interval of one second. It is the default.
const HEARTBEAT_RATE: u64 = 50_000;

impl Switches {
    /// Parses the arguments after the program name. An error message names the wrong argument and what is expected.
    pub fn parse(arguments: &[OsString]) -> Result<Switches, String> {
        let memory = MemoryAmount { kilobytes: 1 << 20 };
        let mut switches = Switches { memory, seconds: None, heartbeat: None, regression: false, file: None };
        let mut arguments = arguments.iter().peekable();
        while let Some(argument) = arguments.next() {
            let name = argument.to_str().filter(|name| name.len() > 1 && name.starts_with('-'));
            let Some(name) = name else {
                if let Some(first) = switches.file.replace(argument.into()) {
                    return Err(format!(
                        "{}: expected only one input file; the first is {}",
                        argument.display(),
                        first.display()
                    ));
                }
                continue;
            };
            let Some((_, switch)) = SWITCHES.iter().find(|(switch, _)| name.eq_ignore_ascii_case(switch)) else {
                let known: Vec<&str> = SWITCHES.iter().map(|(switch, _)| *switch).collect();
                return Err(format!("{name}: unknown switch; expected one of {}", known.join(", ")));
            };
            let next = arguments.peek().and_then(|next| next.to_str());
            match switch {
                PySwitch::Memory => {
                    let expected = || format!("{name}: expected a size such as 1024M, 2G or 40960 (kilobytes)");
                    switches.memory = next.and_then(MemoryAmount::parse).ok_or_else(expected)?;
                    arguments.next();
                }
                PySwitch::Seconds => {
                    let expected = || format!("{name}: expected a number of seconds");
                    switches.seconds = Some(next.and_then(|next| next.parse().ok()).ok_or_else(expected)?);
                    arguments.next();
                }
                PySwitch::Heartbeat => {
                    let rate = next.and_then(|next| next.parse::<u64>().ok());
                    if rate.is_some() {
                        arguments.next();
                    }
                    let milliseconds = rate.unwrap_or(HEARTBEAT_RATE).saturating_mul(1000) / HEARTBEAT_RATE;
                    switches.heartbeat = Some(Duration::from_millis(milliseconds.max(1)));
                }
                PySwitch::Regression => switches.regression = true,
                PySwitch::Number => {
                    let is_number = next.is_some_and(|next| next.parse::<i64>().is_ok());
                    arguments.next_if(|_| is_number).ok_or_else(|| format!("{name}: expected a number"))?;
                }
                PySwitch::Alone => {}
            }
        }
        switches.file = switches.file.filter(|file| file.as_os_str() != OsStr::new("-"));
        Ok(switches)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryAmount {
    kilobytes: u64,
}

impl MemoryAmount {
    /// Parses `40960` (kilobytes), `64K`, `1024M`, `2G`; `None` if the text is none of these.
    fn parse(text: &str) -> Option<MemoryAmount> {
        let (digits, unit) = match text.char_indices().last()? {
            (_, digit) if digit.is_ascii_digit() => (text, 'k'),
            (at, unit) => (&text[..at], unit.to_ascii_lowercase()),
        };
        let factor = match unit {
            'k' => 1,
            'm' => 1 << 10,
            'g' => 1 << 20,
            _ => return None,
        };
        Some(MemoryAmount { kilobytes: digits.parse::<u64>().ok()?.checked_mul(factor)? })
    }

    /// Returns the memory in megabytes, rounded up.
    pub fn megabytes(self) -> u64 {
        self.kilobytes.div_ceil(1 << 10)
    }

    /// Returns this amount if the system can allocate it now. Otherwise halves it until it can be allocated. Clients
    /// often request more memory than there is.
    pub fn available(self) -> MemoryAmount {
        let mut memory = self;
        let can_be_had = |memory: MemoryAmount| {
            let bytes = usize::try_from(memory.kilobytes << 10).unwrap_or(usize::MAX);
            memory.megabytes() <= 1 << 20 && Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
        };
        while !can_be_had(memory) {
            memory.kilobytes /= 2;
        }
        memory
    }
}

/// Formats the memory as Popeye prints it: `64 KB`, `1024 MB`.
impl fmt::Display for MemoryAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kilobytes {
            kilobytes if kilobytes < 10 << 10 => write!(f, "{kilobytes} KB"),
            kilobytes => write!(f, "{} MB", kilobytes >> 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Switches, String> {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Switches::parse(&arguments)
    }

    /// The command lines in this test are those of programs that drive Popeye.
    #[test]
    fn command_lines_of_clients_are_read() {
        // Line, memory, seconds, file.
        let rows = [
            ("-maxmem 1024M x", "1024 MB", None, Some("x")),
            ("", "1024 MB", None, None),
            ("-maxmem 8G -maxtime 600 x.inp", "8192 MB", Some(600), Some("x.inp")),
            ("-maxmem 123456k -heartbeat", "120 MB", None, None),
            ("-maxmem 1G -maxtrace 0 -regression x.inp", "1024 MB", None, Some("x.inp")),
            ("-maxpos 4000 -nummoves 3 -maxmem 77 x.inp", "77 KB", None, Some("x.inp")),
            ("-MAXMEM 64M -", "64 MB", None, None),
        ];
        for (line, memory, seconds, file) in rows {
            let switches = parsed(line).expect(line);
            assert_eq!((switches.memory.to_string().as_str(), switches.seconds), (memory, seconds), "{line}");
            assert_eq!(switches.file.as_deref(), file.map(std::path::Path::new), "{line}");
        }
        assert!(parsed("-regression").is_ok_and(|switches| switches.regression));
        let interval = |line| parsed(line).expect(line).heartbeat;
        assert_eq!(interval("-heartbeat"), Some(Duration::from_secs(1)));
        assert_eq!(interval("-heartbeat 25000 x.inp"), Some(Duration::from_millis(500)));
        assert_eq!(interval("x.inp"), None);
    }

    #[test]
    fn mistakes_name_the_argument() {
        let rows = [
            ("-maxmen 5M x", "-maxmen: unknown switch; expected one of -maxmem,"),
            ("-maxmem x.inp", "-maxmem: expected a size such as 1024M"),
            ("-maxmem 5T", "-maxmem: expected a size"),
            ("-maxtime", "-maxtime: expected a number of seconds"),
            ("-maxpos x.inp", "-maxpos: expected a number"),
            ("x.inp y.inp", "y.inp: expected only one input file; the first is x.inp"),
        ];
        for (line, expected) in rows {
            let message = parsed(line).expect_err(line);
            assert!(message.starts_with(expected), "{line}: {message}");
        }
    }
}
