//! `keymove serve`: serves the studio on the loopback address, and answers its requests with all cores and the
//! machine's memory.

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
    let studio = Arc::new(Studio::new(wanted, guard));
    loop {
        let request = server.recv()?;
        let studio = studio.clone();
        // A search takes long, and the page sends other requests meanwhile.
        thread::Builder::new().spawn(move || studio.answer(request))?;
    }
}
