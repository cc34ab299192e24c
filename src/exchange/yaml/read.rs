//! Reads a problem from a YAML document. Men, stipulation, options and twins are rewritten as Popeye's
//! commands, which [`popeye`] parses.

use super::super::splice::{SourcePlace, TextPiece};
use super::super::transcript::Transcript;
use super::document;
use super::keys::{self, COUNTS, DITTO, ELLIPSIS, KEYS};
use super::node::{YamlNode, YamlNodeKind};
use super::publication::{award_text, date_text, source_text, tourney_text};
use crate::problem::Problem;
use crate::syntax::{ConditionSpan, Diagnostic, Span, popeye, quoted};

/// Parses a YAML document as a problem. A missing stipulation is an error, but the problem is returned. With any other
/// error, the problem is `None`.
///
/// ```
/// use keymove::exchange::{Format, read};
/// let text = "algebraic: {white: [Kf7, Ra1], black: [Kh8]}\nstipulation: '#1'\n";
/// let (problem, found) = read(text, Format::Yaml);
/// assert_eq!(problem.unwrap().diagram.placement.to_fen(), "7k/5K2/8/8/8/8/8/R7");
/// assert_eq!(found, []);
/// ```
pub fn problem(text: &str) -> (Option<Problem>, Vec<Diagnostic>) {
    let root = match document(text) {
        Ok(root) => root,
        Err(found) => return (None, vec![found]),
    };
    let YamlNodeKind::Map(entries) = &root.kind else {
        let message = "the document is not a problem";
        return (None, vec![Diagnostic::error(first_line(text), message, "expected keys such as `algebraic`")]);
    };
    let mut reader = YamlReader { entries, script: Transcript::default(), found: Vec::new() };
    reader.lines(text);
    let YamlReader { script, found: mut all, .. } = reader;
    let (problem, found) = script.problem();
    // A missing key was already reported under its YAML name.
    let is_reported = all.iter().any(|found| found.lacks_stipulation);
    all.extend(found.into_iter().filter(|found| !(is_reported && found.lacks_stipulation)));
    all.sort_by_key(|found| found.span.start);
    let is_wrong = |found: &Diagnostic| found.is_error() && !found.lacks_stipulation;
    let Some(mut problem) = problem.filter(|_| !all.iter().any(is_wrong)) else { return (None, all) };
    let mut reader = YamlReader { entries, script: Transcript::default(), found: all };
    reader.heading(&mut problem);
    reader.intent(&mut problem);
    let mut found = reader.found;
    found.sort_by_key(|found| found.span.start);
    let problem = (!found.iter().any(is_wrong)).then_some(problem);
    (problem, found)
}

/// Returns a problem that contains only the heading and the stipulation of the document.
pub fn named(text: &str) -> Problem {
    let Ok(YamlNode { kind: YamlNodeKind::Map(entries), .. }) = document(text) else { return Problem::default() };
    let mut reader = YamlReader { entries: &entries, script: Transcript::default(), found: Vec::new() };
    reader.lines(text);
    let mut problem = std::mem::take(&mut reader.script).problem().0.unwrap_or_default();
    reader.heading(&mut problem);
    Problem { heading: problem.heading, stipulation: problem.stipulation, ..Problem::default() }
}

pub fn condition_spans(text: &str) -> Vec<ConditionSpan> {
    let Ok(root) = document(text) else { return Vec::new() };
    let YamlNodeKind::Map(entries) = &root.kind else { return Vec::new() };
    let mut reader = YamlReader { entries, script: Transcript::default(), found: Vec::new() };
    reader.lines(text);
    reader.script.condition_spans()
}

/// Converts a range of bytes in the author's solution, `within`, to the span in the document `text`. Returns `None` if
/// the document has no solution.
pub fn solution_span(text: &str, within: Span) -> Option<Span> {
    let root = document(text).ok()?;
    let YamlNodeKind::Map(entries) = &root.kind else { return None };
    let node = entries.iter().find(|(key, _)| key.text == "solution").map(|(_, node)| node)?;
    let YamlNodeKind::Scalar(piece) = &node.kind else { return None };
    let lead = piece.text.len() - piece.text.trim_start().len();
    let within = within.start + lead..within.end + lead;
    if let SourcePlace::Exact(_) = piece.place {
        return Some(piece.place.of(within));
    }
    // If the text is folded or escaped, the same occurrence of the same word is searched in the source.
    let word = piece.text.get(within.clone())?.split_whitespace().next()?;
    let before = piece.text[..within.start].matches(word).count();
    let (at, _) = text[node.span.clone()].match_indices(word).nth(before)?;
    Some(node.span.start + at..node.span.start + at + word.len())
}

struct YamlReader<'a> {
    entries: &'a [(TextPiece, YamlNode)],
    script: Transcript,
    found: Vec<Diagnostic>,
}

impl<'a> YamlReader<'a> {
    fn get(&self, key: &str) -> Option<&'a YamlNode> {
        self.entries.iter().find(|(name, _)| name.text == key).map(|(_, node)| node)
    }

    fn error(&mut self, span: Span, message: impl Into<String>, expected: impl Into<String>) {
        self.found.push(Diagnostic::error(span, message, expected));
    }

    fn warning(&mut self, span: Span, message: impl Into<String>, expected: impl Into<String>) {
        self.found.push(Diagnostic::warning(span, message, expected));
    }

    /// Translates the diagram, the stipulation, the options and the twins to Popeye's commands.
    fn lines(&mut self, text: &str) {
        match self.get("algebraic") {
            Some(node) => self.men(node),
            None => self.error(first_line(text), "there is no diagram", "expected the key `algebraic`"),
        }
        match self.get("stipulation").and_then(|node| self.scalar(node)) {
            Some(piece) => self.stipulation(&piece),
            None if self.get("stipulation").is_none() => {
                let expected = "expected the key `stipulation`";
                let missing = Diagnostic::error(first_line(text), "there is no stipulation", expected);
                self.found.push(missing.of_missing_stipulation());
            }
            None => {}
        }
        for piece in self.get("options").map(|node| self.scalars(node)).unwrap_or_default() {
            self.option(piece);
        }
        if let Some(node) = self.get("twins") {
            self.twins(node);
        }
    }

    fn men(&mut self, node: &'a YamlNode) {
        let YamlNodeKind::Map(sides) = &node.kind else {
            return self.error(
                node.span.clone(),
                "the diagram is not a map",
                "expected `{white: [Kg1], black: [Kh8]}`",
            );
        };
        for (side, men) in sides {
            let place = side.place.of(0..side.text.len());
            if !["white", "black", "neutral"].contains(&side.text.as_str()) {
                let message = format!("unknown side {}", quoted(&side.text));
                self.error(place, message, "expected `white`, `black` or `neutral`");
                continue;
            }
            let men = self.scalars(men);
            if !men.is_empty() {
                self.script.say("pieces", &place);
            }
            for piece in men {
                let mut words: Vec<&str> = piece.text.split_whitespace().collect();
                let man = words.pop().unwrap_or_default();
                if !is_man(man) || !words.iter().all(|word| popeye::is_attribute(word)) {
                    let message = format!("{} is not a man", quoted(&piece.text));
                    self.error(piece.place.of(0..piece.text.len()), message, "expected `Kg1` or `Royal Ga5`");
                    continue;
                }
                // Repeating the colour ends the attributes of the man before.
                self.script.quote(&side.text, &piece);
            }
        }
    }

    fn stipulation(&mut self, piece: &TextPiece) {
        let lower = piece.text.trim().to_lowercase();
        let is_structured = ["white ", "black "].iter().any(|side| lower.starts_with(side));
        let proof_game = lower.strip_prefix("pg").map(str::trim).filter(|length| !length.is_empty());
        match proof_game {
            Some(length) => self.script.say(&format!("stipulation dia{length}"), &piece.place.of(0..piece.text.len())),
            None => self.script.quote(if is_structured { "sstipulation" } else { "stipulation" }, piece),
        }
    }

    /// Translates an entry of the list `options`, which contains both options and conditions, to a command of Popeye.
    fn option(&mut self, piece: TextPiece) {
        let mut words = piece.text.split_whitespace();
        let (name, argument) = (words.next().unwrap_or_default(), words.next());
        let is_alone = words.next().is_none();
        // Old files give only the square that the pawn passed over.
        if let Some(square) = argument.and_then(crate::units::Square::parse).filter(|_| is_alone)
            && name.eq_ignore_ascii_case("EnPassant")
            && let (Some(from), Some(to)) = match square.rank() {
                2 => (square.offset(0, -1), square.offset(0, 1)),
                _ => (square.offset(0, 1), square.offset(0, -1)),
            }
        {
            return self
                .script
                .say(&format!("option EnPassant {from}{square}{to}"), &piece.place.of(0..piece.text.len()));
        }
        if popeye::is_total_invisible(name) {
            // Olive has no other place for this number, and Popeye reads it among the men.
            self.script.quote("pieces", &piece);
        } else if popeye::is_option(name) {
            self.script.quote("option", &piece);
        } else {
            // An unknown name is reported as an unknown condition, with suggestions.
            self.script.quote("condition", &piece);
        }
    }

    fn twins(&mut self, node: &'a YamlNode) {
        let YamlNodeKind::Map(twins) = &node.kind else {
            return self.error(node.span.clone(), "the twins are not a map", "expected `{b: Move a1 a2}`");
        };
        let is_zero = twins.first().is_some_and(|(label, _)| label.text == "a");
        for (i, (label, change)) in twins.iter().enumerate() {
            let expected = keys::label(i + usize::from(!is_zero));
            let place = label.place.of(0..label.text.len());
            if label.text != expected {
                let message = format!("found twin {} instead of {expected}", quoted(&label.text));
                self.error(place.clone(), message, "expected the twins in order");
            }
            let command = if is_zero && i == 0 { "zeroposition" } else { "twin" };
            match self.scalar(change) {
                Some(piece) => self.script.quote(command, &piece),
                None => self.script.say(command, &place),
            }
        }
    }

    /// Returns the text of a scalar. Returns `None` for an empty value and for the word `None`, which old files have
    /// instead. Also returns `None` for a list or a map, and reports it as an error.
    fn scalar(&mut self, node: &'a YamlNode) -> Option<TextPiece> {
        match &node.kind {
            YamlNodeKind::Null => None,
            YamlNodeKind::Scalar(piece) if piece.text.trim().is_empty() || piece.text == "None" => None,
            YamlNodeKind::Scalar(piece) => Some(piece.clone()),
            _ => {
                self.error(node.span.clone(), "found a list instead of a text", "expected one text");
                None
            }
        }
    }

    /// Returns the texts of a list. A single text is read as a list with one entry.
    fn scalars(&mut self, node: &'a YamlNode) -> Vec<TextPiece> {
        match &node.kind {
            YamlNodeKind::List(items) => items.iter().filter_map(|item| self.scalar(item)).collect(),
            _ => self.scalar(node).into_iter().collect(),
        }
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let node = self.get(key)?;
        self.scalar(node).map(|piece| piece.text.trim().to_string())
    }

    fn heading(&mut self, problem: &mut Problem) {
        let heading = &mut problem.heading;
        for key in ["authors", "author"] {
            let names = self.get(key).map(|node| self.scalars(node)).unwrap_or_default();
            heading.authors.extend(names.into_iter().map(|piece| piece.text.trim().to_string()));
        }
        heading.title = self.text("title");
        heading.source = self.source();
        heading.award = self.award();
        let comments = self.get("comments").map(|node| self.scalars(node)).unwrap_or_default();
        heading.remarks.extend(comments.into_iter().map(|piece| piece.text.trim().to_string()));
        for (key, node) in self.entries.iter().filter(|(key, _)| !KEYS.contains(&key.text.as_str())) {
            if !matches!(node.kind, YamlNodeKind::Null) {
                heading.remarks.push(format!("{}: {}", key.text, json(node)));
            }
        }
        heading.id = self.ids(&mut heading.remarks);
    }

    /// Returns the problem's id: the first entry of the list `foreignids`, which contains its ids in collections. A
    /// remark with the other entries is added to `remarks`.
    fn ids(&mut self, remarks: &mut Vec<String>) -> Option<String> {
        let node = self.get("foreignids")?;
        let YamlNodeKind::List(items) = &node.kind else { return self.text("foreignids") };
        let (first, others) = items.split_first()?;
        let values = MapEntries::of(first)?;
        let id = values.get("problemid")?;
        if !others.is_empty() {
            let others: Vec<serde_json::Value> = others.iter().map(json).collect();
            remarks.push(format!("foreignids: {}", serde_json::Value::from(others)));
        }
        Some(match values.get("domain") {
            Some(domain) if domain != "keymove" => format!("{domain}/{id}"),
            _ => id,
        })
    }

    fn source(&mut self) -> Option<String> {
        let flat_date = self.get("date").and_then(date);
        let number = self.text("source-id");
        let number = number.map(|id| id.trim_start_matches("No. ").trim_start_matches('/').to_string());
        let fields = self.get("source").and_then(MapEntries::of);
        let name = match &fields {
            Some(fields) => {
                let known = ["name", "volume", "issue", "round", "problemid", "pagenumber", "date"];
                for (key, _) in fields.0.iter().filter(|(key, _)| !known.contains(&key.text.as_str())) {
                    let message = format!("{} of the source is ignored", quoted(&key.text));
                    self.warning(key.place.of(0..key.text.len()), message, "expected a name, numbers and a date");
                }
                fields.get("name")
            }
            None => self.text("source"),
        };
        let fields = fields.as_ref();
        let date = flat_date.or_else(|| fields.and_then(|fields| fields.node("date")).and_then(date));
        let part = |key: &str| {
            let flat = number.clone().filter(|_| key == "problemid");
            flat.or_else(|| fields.and_then(|fields| fields.get(key)))
        };
        let text = source_text(name.as_deref().unwrap_or_default(), part, date.as_deref());
        (!text.is_empty()).then_some(text)
    }

    fn award(&mut self) -> Option<String> {
        let fields = self.get("award").and_then(MapEntries::of);
        let flat = if fields.is_none() { self.text("award") } else { None };
        let distinction = self.text("distinction").or(flat).or_else(|| fields.as_ref()?.get("distinction"));
        let tourney = self.get("tourney").or_else(|| fields.as_ref()?.node("tourney"));
        let tourney = tourney.and_then(|node| match &node.kind {
            // The award belongs to the tourney of the source, so the text names no tourney.
            YamlNodeKind::Scalar(piece) if [DITTO, "None", ""].contains(&piece.text.trim()) => None,
            YamlNodeKind::Scalar(piece) => Some(piece.text.trim().to_string()),
            _ => {
                let fields = MapEntries::of(node)?;
                let date = fields.node("date").and_then(date);
                Some(tourney_text(&fields.get("name")?, date.as_deref()))
            }
        });
        let judges = fields.as_ref().and_then(|fields| fields.node("judges"));
        let judges: Vec<String> =
            judges.map(|node| self.scalars(node)).unwrap_or_default().into_iter().map(|piece| piece.text).collect();
        let text = award_text(distinction.as_deref().unwrap_or_default(), tourney.as_deref(), &judges);
        (!text.is_empty()).then_some(text)
    }

    fn intent(&mut self, problem: &mut Problem) {
        problem.intent.solution = self.text("solution");
        let Some(piece) = self.get("intended-solutions").and_then(|node| self.scalar(node)) else { return };
        // `2.1...` has the meaning "and so on". A remark keeps this text as it was written.
        let plain = piece.text.trim().trim_end_matches(ELLIPSIS);
        if plain != piece.text.trim() {
            let value = serde_json::Value::from(piece.text.trim());
            problem.heading.remarks.push(format!("{COUNTS}: {value}"));
        }
        match plain.split('.').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>() {
            Some(counts) => problem.intent.counts = counts,
            None => {
                let message = format!("{} is not a number of solutions", quoted(&piece.text));
                self.warning(piece.place.of(0..piece.text.len()), message, "expected `2` or `2.1.1.1`");
            }
        }
    }
}

/// The entries of a map, looked up by key.
struct MapEntries<'a>(&'a [(TextPiece, YamlNode)]);

impl<'a> MapEntries<'a> {
    fn of(node: &'a YamlNode) -> Option<MapEntries<'a>> {
        match &node.kind {
            YamlNodeKind::Map(entries) => Some(MapEntries(entries)),
            _ => None,
        }
    }

    fn node(&self, key: &str) -> Option<&'a YamlNode> {
        self.0.iter().find(|(name, _)| name.text == key).map(|(_, node)| node)
    }

    fn get(&self, key: &str) -> Option<String> {
        match &self.node(key)?.kind {
            YamlNodeKind::Scalar(piece) if piece.text != "None" && !piece.text.trim().is_empty() => {
                Some(piece.text.trim().to_string())
            }
            _ => None,
        }
    }
}

/// Returns the date of a node as text such as `2009-02-21`. The node is a text, or a map of year, month and day.
/// Returns `None` if it has no date.
fn date(node: &YamlNode) -> Option<String> {
    match (&node.kind, MapEntries::of(node)) {
        (_, Some(fields)) => {
            Some(date_text(&fields.get("year")?, fields.get("month").as_deref(), fields.get("day").as_deref()))
        }
        (YamlNodeKind::Scalar(piece), None) if piece.text != "None" => Some(piece.text.trim().to_string()),
        _ => None,
    }
}

/// Whether the word consists of piece letters and a square: `Kg1`, `NHh8`, `R/Bc3`.
fn is_man(word: &str) -> bool {
    let letters = word.len().saturating_sub(2);
    let is_square = |text: &str| crate::units::Square::parse(text).is_some_and(|s| s.file() < 8 && s.rank() < 8);
    (1..=60).contains(&letters)
        && word.is_ascii()
        && is_square(&word[letters..])
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/')
}

fn json(node: &YamlNode) -> serde_json::Value {
    match &node.kind {
        YamlNodeKind::Null => serde_json::Value::Null,
        YamlNodeKind::Scalar(piece) if node.is_text => piece.text.clone().into(),
        YamlNodeKind::Scalar(piece) => serde_json::from_str(&piece.text).unwrap_or_else(|_| piece.text.clone().into()),
        YamlNodeKind::List(items) => items.iter().map(json).collect::<Vec<_>>().into(),
        YamlNodeKind::Map(entries) => {
            entries.iter().map(|(key, value)| (key.text.clone(), json(value))).collect::<serde_json::Map<_, _>>().into()
        }
    }
}

fn first_line(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches(['-', ' ', '\n', '\r']).len();
    let length = text[start..].find(['\n', '\r']).unwrap_or(text.len() - start);
    start..start + length
}
