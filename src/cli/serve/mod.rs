//! `keymove serve`: serves the page on which problems are composed and solved (the studio), only to this machine, and
//! solves its problems.

mod answering;
mod events;
mod folder;
mod guard;
mod page;

use super::args::ServeArgs;
use super::status::{Status, complain};
use answering::Studio;
use guard::Guard;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;
use std::thread;
use tiny_http::Server;

/// Whether a browser has a display on which it can appear. Otherwise the system might start one in the terminal.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos"))
        || is_set("DISPLAY")
        || is_set("WAYLAND_DISPLAY")
        || is_set("WSL_DISTRO_NAME")
}

/// Serves the page until the program is ended by a signal. Prints the address on standard output.
pub fn run(wanted: &ServeArgs) -> io::Result<Status> {
    if !wanted.folder.is_dir() {
        return Err(io::Error::other(format!("{}: expected a folder", wanted.folder.display())));
    }
    let server = Server::http(SocketAddrV4::new(Ipv4Addr::LOCALHOST, wanted.port))
        .map_err(|error| io::Error::other(format!("port {}: {error}", wanted.port)))?;
    let port = server.server_addr().to_ip().map_or(wanted.port, |address| address.port());
    let guard = Guard::new(port)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", guard.address())?;
    out.flush()?;
    complain("The studio is at this address. Press Ctrl-C to stop it.\n");
    if !wanted.no_open && has_display() && open::that_detached(guard.address()).is_err() {
        complain("note: no browser could be opened; open the address yourself\n");
    }
    let studio = Arc::new(Studio::new(wanted, guard));
    loop {
        let request = server.recv()?;
        let studio = studio.clone();
        // A search takes long, and the page sends other requests meanwhile.
        thread::Builder::new().spawn(move || studio.answer(request))?;
    }
}
