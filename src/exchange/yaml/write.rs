//! Writes a problem as a YAML document.

use super::super::Written;
use super::super::conventional::conventional;
use super::super::popeye::{changes, groups, in_popeyes_words, options};
use super::keys::{COUNTS, DITTO, ELLIPSIS, KEYS, label};
use super::publication::{award_fields, date_fields, is_date, source_fields, tourney_fields};
use crate::conditions::Condition;
use crate::problem::{Heading, Problem};
use std::fmt::Write;

/// Writes the problem as a document that begins with `---`.
pub fn written(problem: &Problem) -> Result<Written, Vec<String>> {
    let mut said = in_popeyes_words(conventional(problem)?)?;
    trimmed(&mut said);
    let mut lost = Vec::new();
    if std::mem::take(&mut said.options.allow_unverified) {
        lost.push("the option AllowUnverified".to_string());
    }
    if !std::mem::take(&mut said.intent.themes).is_empty() {
        lost.push("the themes".to_string());
    }
    if !std::mem::take(&mut said.intent.twin_counts).is_empty() {
        lost.push("the numbers of solutions of twins".to_string());
    }
    let mut text = "---\n".to_string();
    let (numbers, kept) = counts(&mut said);
    heading(&mut said.heading, &mut text);
    algebraic(&said, &mut text);
    if said.diagram.beneath.is_some() {
        return Err(vec!["men beneath others".to_string()]);
    }
    if let Some(stipulation) = &said.stipulation {
        if said.diagram.start.is_some() {
            return Err(vec!["position A of `a=>b`".to_string()]);
        }
        let _ = writeln!(text, "stipulation: {}", scalar(&stipulation.to_string()));
    }
    let conditions = said.rules.conditions().iter().map(Condition::popeye_input);
    let invisible = (said.diagram.invisible > 0).then(|| format!("TotalInvisible {}", said.diagram.invisible));
    list(&mut text, "options", options(&said).chain(conditions).chain(invisible));
    if !said.twins.is_empty() {
        text += "twins:\n";
        for (i, twin) in said.twins.iter().enumerate() {
            let label = label(i + usize::from(!said.zeroposition));
            let _ = writeln!(text, "  {}: {}", scalar(&label), scalar(&changes(twin)));
        }
    }
    if !said.intent.counts.is_empty() {
        let _ = writeln!(text, "{COUNTS}: {}", scalar(&numbers));
    }
    if let Some(solution) = &said.intent.solution {
        let _ = writeln!(text, "solution: {}", block(solution));
    }
    // When the document is read, this remark comes after all others.
    said.heading.remarks.extend(kept);
    Ok(Written { text, said, lost })
}

/// Removes blanks around the texts of the heading and of the author's solution, and removes the texts that are empty
/// without them.
fn trimmed(said: &mut Problem) {
    let trim = |text: &mut String| *text = text.trim().to_string();
    let heading = &mut said.heading;
    heading.authors.iter_mut().chain(&mut heading.remarks).for_each(trim);
    heading.authors.retain(|text| !text.is_empty());
    heading.remarks.retain(|text| !text.is_empty());
    let texts =
        [&mut heading.id, &mut heading.source, &mut heading.title, &mut heading.award, &mut said.intent.solution];
    for text in texts {
        text.iter_mut().for_each(trim);
        *text = text.take().filter(|text| !text.is_empty());
    }
}

fn heading(heading: &mut Heading, text: &mut String) {
    list(text, "authors", heading.authors.iter().cloned());
    if let Some(title) = &heading.title {
        let _ = writeln!(text, "title: {}", scalar(title));
    }
    if let Some(source) = &heading.source {
        text.push_str("source:\n");
        for (key, value) in source_fields(source) {
            match key {
                "date" => {
                    let _ = writeln!(text, "  {}", date(&value));
                }
                // The schema requires a number here and texts in all other fields.
                "pagenumber" if value.parse::<u32>().is_ok_and(|page| page.to_string() == value && page > 0) => {
                    let _ = writeln!(text, "  {key}: {value}");
                }
                _ => {
                    let _ = writeln!(text, "  {key}: {}", scalar(&value));
                }
            }
        }
    }
    if let Some(award) = &heading.award {
        let (distinction, tourney, judges) = award_fields(award);
        text.push_str("award:\n");
        match tourney.map(tourney_fields) {
            // The schema requires a tourney. This word means a tourney with the name of the source.
            None => {
                let _ = writeln!(text, "  tourney: {DITTO}");
            }
            Some((name, day)) => {
                let day = day.map(|day| format!(", {}", date(day))).unwrap_or_default();
                let _ = writeln!(text, "  tourney: {{name: {}{day}}}", quoted(name));
            }
        }
        let _ = writeln!(text, "  distinction: {}", scalar(distinction));
        if !judges.is_empty() {
            let judges: Vec<String> = judges.into_iter().map(scalar).collect();
            let _ = writeln!(text, "  judges: [{}]", judges.join(", "));
        }
    }
    // A remark that was made from an unknown key becomes a key again. Keys are read after comments, so these remarks
    // come last.
    let mut keys: Vec<(String, serde_json::Value)> = Vec::new();
    let mut others = Vec::new();
    for remark in std::mem::take(&mut heading.remarks) {
        match key_and_value(&remark).filter(|(key, _)| keys.iter().all(|(known, _)| known != key)) {
            Some(entry) => keys.push(entry),
            None => others.push(remark),
        }
    }
    list(text, "comments", others.iter().cloned());
    heading.remarks = others;
    let mut ids: Vec<serde_json::Value> = heading.id.iter().map(|id| id_fields(id)).collect();
    keys.retain(|(key, value)| match value {
        serde_json::Value::Array(more) if key == "foreignids" && !ids.is_empty() => {
            ids.extend(more.iter().cloned());
            false
        }
        _ => key != "foreignids",
    });
    if ids.len() > 1 {
        heading.remarks.push(format!("foreignids: {}", serde_json::Value::from(ids[1..].to_vec())));
    }
    for (key, value) in keys {
        let _ = writeln!(text, "{key}: {value}");
        heading.remarks.insert(heading.remarks.len() - usize::from(ids.len() > 1), format!("{key}: {value}"));
    }
    if !ids.is_empty() {
        let _ = writeln!(text, "foreignids: {}", serde_json::Value::from(ids));
    }
}

/// Returns the intended numbers of solutions as text: `2.1`. The document from which the problem was read may have had
/// an ellipsis, `2.1...`, which a remark keeps. If so, returns the text with the ellipsis, removes the remark from
/// `said`, and returns the remark, too.
fn counts(said: &mut Problem) -> (String, Option<String>) {
    let plain = said.intent.counts.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
    let whole = format!("{plain}{ELLIPSIS}");
    let kept = format!("{COUNTS}: {}", quoted(&whole));
    let remarks = &mut said.heading.remarks;
    match remarks.iter().position(|remark| *remark == kept) {
        Some(index) => (whole, Some(remarks.remove(index))),
        None => (plain, None),
    }
}

/// If the remark was made from a key for which a problem has no field, returns the key and its value. Returns `None`
/// for any other remark.
fn key_and_value(remark: &str) -> Option<(String, serde_json::Value)> {
    let (key, value) = remark.split_once(": ")?;
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let value: serde_json::Value = serde_json::from_str(value).ok()?;
    let is_ours = KEYS.contains(&key) && key != "foreignids";
    (is_key && !is_ours && !value.is_null() && format!("{key}: {value}") == remark).then(|| (key.to_string(), value))
}

fn id_fields(id: &str) -> serde_json::Value {
    let (domain, number) = id.split_once('/').unwrap_or(("keymove", id));
    serde_json::json!({ "domain": domain, "problemid": number })
}

/// Writes a date as the YAML entry `date: {year: 1965, month: 2}`.
fn date(date: &str) -> String {
    debug_assert!(is_date(date));
    let fields: Vec<String> = date_fields(date).iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("date: {{{}}}", fields.join(", "))
}

fn algebraic(said: &Problem, text: &mut String) {
    text.push_str("algebraic:\n");
    let groups = groups(&said.diagram.placement);
    if groups.is_empty() {
        text.truncate(text.len() - 1);
        text.push_str(" {}\n");
    }
    for side in ["white", "black", "neutral"] {
        let men = groups.iter().filter(|group| group.side == side).flat_map(|group| {
            let attributes = group.attributes.trim_start();
            let before = if attributes.is_empty() { String::new() } else { format!("{attributes} ") };
            group.men.iter().flat_map(move |(letters, squares)| {
                let before = before.clone();
                squares.iter().map(move |square| format!("{before}{letters}{square}"))
            })
        });
        let men: Vec<String> = men.collect();
        if !men.is_empty() {
            let _ = writeln!(text, "  {side}: [{}]", men.join(", "));
        }
    }
}

fn list(text: &mut String, key: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.map(|item| format!("  - {}\n", scalar(&item))).collect();
    if !items.is_empty() {
        let _ = write!(text, "{key}:\n{}", items.concat());
    }
}

/// Returns the text as a YAML scalar on one line. Quotes it if YAML gives a special meaning to any of its characters or
/// to the word.
fn scalar(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || " ()/.,;'".contains(c);
    let begins = text.starts_with(|c: char| c.is_alphabetic());
    let means = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "none", "nan", "inf"];
    let means = means.contains(&text.to_lowercase().as_str());
    if begins && !means && text.chars().all(is_word) && !text.contains(", ") && text.trim() == text {
        return text.to_string();
    }
    quoted(text)
}

/// Quotes a text as a JSON string, which is valid in YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes a text of several lines as a YAML block (`|-`). Quotes a text that has one line or cannot be in a block.
fn block(text: &str) -> String {
    let can_stand = |c: char| c == '\n' || !c.is_control() && c != '\u{feff}' && c != '\u{2028}' && c != '\u{2029}';
    let is_plain = text.contains('\n') && text.chars().all(can_stand) && !text.lines().any(|line| line.ends_with(' '));
    if !is_plain || text.starts_with(char::is_whitespace) {
        return serde_json::Value::from(text).to_string();
    }
    let indented = |line: &str| if line.is_empty() { String::new() } else { format!("\n  {line}") };
    let lines: Vec<String> =
        text.split('\n').map(|line| if line.is_empty() { "\n".into() } else { indented(line) }).collect();
    format!("|-{}", lines.concat())
}
