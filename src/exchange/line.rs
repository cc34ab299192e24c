//! Writes a problem in the line format, which can express every problem.

use super::Written;
use crate::problem::Problem;
use crate::syntax;

pub(super) fn written(problem: &Problem) -> Result<Written, Vec<String>> {
    let mut said = problem.clone();
    let mut lost = Vec::new();
    if said.stipulation.is_none() {
        return Err(vec!["there is no stipulation".to_string()]);
    }
    let mut plain = |what: &str, value: &mut String| {
        let kept = |c: char| if c.is_control() && c != '\n' && c != '\t' { ' ' } else { c };
        let text: String = value.chars().map(kept).collect();
        if text != *value {
            lost.push(format!("control characters in the {what}"));
            *value = text;
        }
    };
    let heading = &mut said.heading;
    heading.id.iter_mut().for_each(|id| plain("id", id));
    heading.authors.iter_mut().for_each(|author| plain("author", author));
    heading.source.iter_mut().for_each(|source| plain("source", source));
    heading.title.iter_mut().for_each(|title| plain("title", title));
    heading.award.iter_mut().for_each(|award| plain("award", award));
    heading.remarks.iter_mut().for_each(|remark| plain("remark", remark));
    said.intent.solution.iter_mut().for_each(|solution| plain("author's solution", solution));
    Ok(Written { text: syntax::epd(&said) + "\n", said, lost })
}
