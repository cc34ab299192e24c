//! Child processes of the tests. They start with the default action of every signal, even if the tests run under
//! `nohup` or a runner that ignores signals, and every wait for them has a limit.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest time that a test waits for a child. It suffices on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(300);

/// The program under test.
pub const KEYMOVE: &str = env!("CARGO_BIN_EXE_keymove");

/// Standard output, standard error and exit status of a child.
pub type Printed = (String, String, i32);

/// Returns the command that runs the program under test with these arguments, in this folder.
pub fn keymove(folder: impl AsRef<Path>, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(KEYMOVE);
    command.args(arguments).current_dir(folder);
    command
}

/// Runs the program in this folder, with an empty standard input.
pub fn run(folder: impl AsRef<Path>, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Printed {
    printed(output(&mut keymove(folder, arguments)))
}

/// Runs the program in this folder, with this standard input. The program need not read all of it.
pub fn run_on(
    folder: impl AsRef<Path>,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: impl AsRef<[u8]>,
) -> Printed {
    let mut command = keymove(folder, arguments);
    let mut child = spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()));
    let (mut pipe, input) = (child.stdin.take().expect("a pipe"), input.as_ref().to_vec());
    thread::spawn(move || pipe.write_all(&input));
    printed(output_of(child))
}

/// Returns the output as text, with the exit status.
///
/// # Panics
///
/// If it is not UTF-8, or a signal has ended the child.
pub fn printed(output: Output) -> Printed {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("no signal"))
}

/// Returns the words of a shell command that contains no quotes except single ones.
pub fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (i, piece) in command.split('\'').enumerate() {
        match i % 2 {
            1 => words.push(piece.to_string()),
            _ => words.extend(piece.split_whitespace().map(String::from)),
        }
    }
    words
}

pub fn spawn(command: &mut Command) -> Child {
    #[cfg(unix)]
    default_signals();
    command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Runs the command to its end, with empty standard input.
pub fn output(command: &mut Command) -> Output {
    output_of(spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())))
}

/// Waits for the end and returns the output of the child's pipes.
///
/// # Panics
///
/// If it does not end within `LIMIT`; the child is then killed.
pub fn output_of(mut child: Child) -> Output {
    let (stdout, stderr) = (child.stdout.take().map(received), child.stderr.take().map(received));
    let status = end_of(&mut child);
    // A grandchild may keep a pipe open.
    let rest = |pipe: Option<Receiver<io::Result<Vec<u8>>>>| {
        let Some(pipe) = pipe else { return Vec::new() };
        pipe.recv_timeout(LIMIT).expect("the pipe is closed at the end").expect("a pipe that can be read")
    };
    Output { status, stdout: rest(stdout), stderr: rest(stderr) }
}

/// Waits for the end of the child and returns its exit status. Unlike `output_of`, does not read its pipes.
pub fn end_of(child: &mut Child) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        if since.elapsed() > LIMIT {
            let _ = child.kill();
            panic!("child {} was still running after {LIMIT:?}", child.id());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until `holds` returns true.
///
/// # Panics
///
/// If that does not happen within `LIMIT`.
pub fn wait_until(holds: impl Fn() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < LIMIT, "what the test waits for did not come within {LIMIT:?}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns the lines that come out of a pipe, as soon as they come.
pub fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || BufReader::new(pipe).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    receiver
}

fn received(mut pipe: impl Read + Send + 'static) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.read_to_end(&mut bytes);
        sender.send(read.map(|_| bytes))
    });
    receiver
}

/// Gives all future children the default action of the signals. A child inherits an ignored signal, but not a
/// handled one; so this process handles the signals, with the effect that they had before.
#[cfg(unix)]
fn default_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::sync::{Arc, Once, atomic::AtomicBool};
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let ends = Arc::new(AtomicBool::new(ignored >> (signal - 1) & 1 == 0));
            signal_hook::flag::register_conditional_default(signal, ends).expect("a handler");
        }
    });
}
