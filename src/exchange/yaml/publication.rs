//! Publication and award of a problem. YAML has several fields for each of them, whereas [`crate::problem::Heading`]
//! has one text for each. The text has the fields in a fixed order, so that it can be split into the fields again.

/// Optional fields of a source that follow its name in the text. Each has its YAML key, and the word that precedes the
/// value in the text.
const PARTS: [(&str, &str); 5] =
    [("volume", "vol. "), ("issue", "issue "), ("round", "round "), ("problemid", "no. "), ("pagenumber", "p. ")];

/// Returns the text of a source, made of its name, other fields and date: `feenschach, issue 01-02, no. 7100, 1965`.
/// The function `value` returns the field with a YAML key, or `None` if there is none.
pub(super) fn source_text(name: &str, value: impl Fn(&str) -> Option<String>, date: Option<&str>) -> String {
    let parts = PARTS.iter().filter_map(|(key, word)| Some(format!("{word}{}", value(key)?)));
    let name = (!name.is_empty()).then(|| name.to_string());
    name.into_iter().chain(parts).chain(date.map(String::from)).collect::<Vec<_>>().join(", ")
}

/// Splits the text of a source into fields, each with its YAML key, in the order of the text. If the text has no name,
/// the field `name` is empty.
pub(super) fn source_fields(text: &str) -> Vec<(&'static str, String)> {
    let mut rest = text;
    let mut fields = Vec::new();
    let mut last = PARTS.len() + 1;
    while !rest.is_empty() {
        let (before, part) = match rest.rsplit_once(", ") {
            Some(("", _)) => break,
            parts => parts.unwrap_or(("", rest)),
        };
        let found =
            match PARTS.iter().position(|(_, word)| part.strip_prefix(word).is_some_and(|value| !value.is_empty())) {
                Some(index) => Some((index, PARTS[index].0, &part[PARTS[index].1.len()..])),
                None => is_date(part).then_some((PARTS.len(), "date", part)),
            };
        let Some((index, key, value)) = found.filter(|(index, ..)| *index < last) else { break };
        fields.push((key, value.to_string()));
        (last, rest) = (index, before);
    }
    fields.push(("name", rest.to_string()));
    fields.reverse();
    fields
}

/// Whether the text is a date, such as `1965`, `1965-1967`, `2009-02` or `2009-02-21`.
pub(super) fn is_date(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        && matches!(lengths[..], [4] | [4, 4] | [4, 2] | [4, 2, 2])
}

/// Splits a date into year, month and day, with the YAML key of each. A range of years is a single field.
pub(super) fn date_fields(date: &str) -> Vec<(&'static str, String)> {
    let parts: Vec<&str> = date.split('-').collect();
    if parts.get(1).is_some_and(|part| part.len() == 4) {
        return vec![("year", date.to_string())];
    }
    let number = |part: &&str| part.trim_start_matches('0').to_string();
    ["year", "month", "day"].into_iter().zip(parts.iter().map(number)).collect()
}

/// Joins the fields of a date, such as `2009-02-21`.
pub(super) fn date_text(year: &str, month: Option<&str>, day: Option<&str>) -> String {
    let padded = |part: Option<&str>| part.map(|part| format!("-{part:0>2}")).unwrap_or_default();
    format!("{year:0>4}{}{}", padded(month), padded(day))
}

/// Returns the text of a tourney, with its date if there is one: `feenschach (1965)`.
pub(super) fn tourney_text(name: &str, date: Option<&str>) -> String {
    date.map_or_else(|| name.to_string(), |date| format!("{name} ({date})"))
}

/// Splits the text of a tourney into its name and its date.
pub(super) fn tourney_fields(text: &str) -> (&str, Option<&str>) {
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    match parts.filter(|(name, date)| !name.is_empty() && is_date(date)) {
        Some((name, date)) => (name, Some(date)),
        None => (text, None),
    }
}

const TOURNEY: &str = ", tourney ";
const JUDGES: &str = ", judges ";

/// Returns the text of an award: `1st Prize, tourney feenschach, judges Páros, György; Visserman, Eeltje`.
pub(super) fn award_text(distinction: &str, tourney: Option<&str>, judges: &[String]) -> String {
    let tourney = tourney.map(|name| format!("{TOURNEY}{name}")).unwrap_or_default();
    let judges = if judges.is_empty() { String::new() } else { format!("{JUDGES}{}", judges.join("; ")) };
    format!("{distinction}{tourney}{judges}")
}

/// Splits the text of an award into distinction, tourney and judges.
pub(super) fn award_fields(text: &str) -> (&str, Option<&str>, Vec<&str>) {
    let (text, judges) = text.rsplit_once(JUDGES).unwrap_or((text, ""));
    let (distinction, tourney) = match text.split_once(TOURNEY) {
        Some((distinction, tourney)) => (distinction, Some(tourney)),
        None => (text, None),
    };
    (distinction, tourney, judges.split("; ").filter(|judge| !judge.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_taken_apart_and_put_together() {
        let rows: [(&str, &[(&str, &str)]); 8] = [
            ("Stern 46/1979, 8 November 1979", &[("name", "Stern 46/1979, 8 November 1979")]),
            (
                "feenschach, issue 01-02, no. 7100, 1965",
                &[("name", "feenschach"), ("issue", "01-02"), ("problemid", "7100"), ("date", "1965")],
            ),
            ("StrateGems 47, 2009, no. 5", &[("name", "StrateGems 47, 2009"), ("problemid", "5")]),
            ("1965", &[("name", ""), ("date", "1965")]),
            ("no. 5, 1965", &[("name", ""), ("problemid", "5"), ("date", "1965")]),
            ("p. 7", &[("name", ""), ("pagenumber", "7")]),
            ("1965, no. 5", &[("name", "1965"), ("problemid", "5")]),
            (
                "FIDE Album, vol. 2, p. 7, 2009-02-21",
                &[("name", "FIDE Album"), ("volume", "2"), ("pagenumber", "7"), ("date", "2009-02-21")],
            ),
        ];
        for (text, expected) in rows {
            let fields = source_fields(text);
            let shown: Vec<(&str, &str)> = fields.iter().map(|(key, value)| (*key, value.as_str())).collect();
            assert_eq!(shown, expected);
            let value = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone());
            assert_eq!(source_text(&value("name").unwrap(), value, value("date").as_deref()), text);
        }
    }

    #[test]
    fn dates_and_awards_are_too() {
        for date in ["1965", "1965-1967", "2009-02", "2009-02-21"] {
            let fields = date_fields(date);
            let value = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str());
            assert_eq!(date_text(value("year").unwrap(), value("month"), value("day")), date);
        }
        for award in ["1st Prize", "1st Prize, tourney X, Y", "2nd HM, judges A, B; C", "Prize, tourney X, judges A"] {
            let (distinction, tourney, judges) = award_fields(award);
            let judges: Vec<String> = judges.into_iter().map(String::from).collect();
            assert_eq!(award_text(distinction, tourney, &judges), award);
        }
        for (tourney, expected) in [
            ("feenschach", ("feenschach", None)),
            ("feenschach (1965)", ("feenschach", Some("1965"))),
            ("X (1965-66)", ("X", Some("1965-66"))),
            ("(1965)", ("(1965)", None)),
        ] {
            let (name, date) = tourney_fields(tourney);
            assert_eq!((name, date), expected);
            assert_eq!(tourney_text(name, date), tourney);
        }
    }
}
