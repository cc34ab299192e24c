//! Decides which requests are answered: only those that contain the token and come from the page itself.

use std::fmt::Write;
use std::io;
use tiny_http::{Header, Request};

/// Decides about requests by the secret token in the address of the page, and by the port of the server.
pub struct Guard {
    token: String,
    port: u16,
}

/// The refusal of a request: the HTTP status code, and the reason as text.
pub struct Denied(pub u16, pub &'static str);

impl Guard {
    /// Returns a guard with a new random token.
    pub fn new(port: u16) -> io::Result<Guard> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| io::Error::other(format!("cannot make a random token: {error}")))?;
        let mut token = String::new();
        for byte in bytes {
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Guard { token, port })
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Returns the path of the request: what follows the token in its address. Returns the refusal if the token is
    /// wrong or the request comes from another page.
    pub fn path<'a>(&self, request: &'a Request) -> Result<&'a str, Denied> {
        let header = |name: &'static str| request.headers().iter().find(move |header| header.field.equiv(name));
        self.is_granted(request.url(), header("Host").map(value), header("Origin").map(value))
    }

    /// Like [`Guard::path`], but takes the address and the headers `Host` and `Origin` of the request.
    fn is_granted<'a>(&self, url: &'a str, host: Option<&str>, origin: Option<&str>) -> Result<&'a str, Denied> {
        let is_ours = |name: &str| ["127.0.0.1", "localhost"].iter().any(|us| *name == format!("{us}:{}", self.port));
        // Refuses a host name that an attacker has pointed to this machine.
        if !host.is_some_and(is_ours) {
            return Err(Denied(403, "the host name is not that of this server\n"));
        }
        if origin.is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(is_ours)) {
            return Err(Denied(403, "the request comes from a page of another origin\n"));
        }
        let path = url.strip_prefix('/').and_then(|url| url.strip_prefix(&*self.token));
        let path = path.and_then(|path| path.strip_prefix('/'));
        path.ok_or(Denied(403, "the token is missing or wrong; open the address that `keymove serve` printed\n"))
    }
}

fn value(header: &Header) -> &str {
    header.value.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_itself_gets_an_answer() {
        let guard = Guard { token: "abc".to_string(), port: 80 };
        let ours = Some("127.0.0.1:80");
        let code = |url, host, origin| guard.is_granted(url, host, origin).map_err(|Denied(code, _)| code);
        assert_eq!(code("/abc/ask", ours, None), Ok("ask"));
        assert_eq!(code("/abc/", Some("localhost:80"), Some("http://localhost:80")), Ok(""));
        for (url, host, origin) in [
            ("/", ours, None),
            ("/abc", ours, None),
            ("/abcd/ask", ours, None),
            ("/ask", ours, None),
            ("/abc/ask", None, None),
            ("/abc/ask", Some("127.0.0.1:81"), None),
            ("/abc/ask", Some("example.org:80"), None),
            ("/abc/ask", ours, Some("http://example.org")),
            ("/abc/ask", ours, Some("https://127.0.0.1:80")),
            ("/abc/ask", ours, Some("null")),
        ] {
            assert_eq!(code(url, host, origin), Err(403), "{url} {host:?} {origin:?}");
        }
    }

    #[test]
    fn no_two_tokens_are_the_same() {
        let token = || Guard::new(80).ok().map(|guard| guard.token);
        assert_eq!(token().map(|token| token.len()), Some(32));
        assert_ne!(token(), token());
    }
}
