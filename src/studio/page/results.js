// The results of the last searches: their list, and the comparison of two of them.
"use strict";
const Results = (() => {
  const MOST = 12,
    MOST_LINES = 500;
  let results = [],
    number = 0;

  const add = result => {
    result.number = ++number;
    results = [result, ...results.filter(other => other.verdict)].slice(0, MOST);
  };

  const seconds = time => (time < 10 ? time.toFixed(2) : time.toFixed(0)) + " s";
  const many = number => number.toLocaleString("en");
  const verdict = ({isCancelled, verdict}) => (isCancelled ? "undecided: cancelled" : verdict);
  const text = result => result.text.join("");
  const effort = ({done, seconds: taken}) =>
    done && done.event === "done" ? `${seconds(done.seconds)} · ${many(done.positions)} positions` : seconds(taken);

  // Shows the finished results, the latest first, in `list`. A small board marks what has changed since the result
  // before it. The list is empty while it would name nothing but the result that is `shown`.
  const render = (list, shown, show) => {
    const finished = results.filter(({verdict}) => verdict);
    const isNeeded = finished.length > 1 || (finished.length && finished[0] !== shown);
    list.replaceChildren(
      ...(isNeeded ? finished : []).map((result, at) => {
        const before = finished[at + 1];
        return make(
          "li",
          {class: "earlier" + (result === shown ? " chosen" : "")},
          make(
            "button",
            {type: "button", class: "show-result", "aria-pressed": result === shown, onclick: () => show(result)},
            Board.small(result.parts, before && before.parts),
            make(
              "span",
              {},
              make("b", {}, `${result.number}. ${result.title}`),
              " ",
              make("span", {class: "verdict " + result.verdict}, verdict(result)),
              make("span", {class: "effort"}, effort(result)),
            ),
          ),
          make(
            "button",
            {
              type: "button",
              class: "keep",
              title: "Put this position on the board again",
              "aria-label": `Edit position ${result.number}`,
              onclick: () => Model.set(result.parts),
            },
            "Edit",
          ),
        );
      }),
    );
  };

  // The results that another one can be compared with, the latest first.
  const others = result => results.filter(other => other !== result && other.verdict && other.text.length);

  const list = (title, lines, kind) =>
    make(
      "section",
      {class: "difference " + kind},
      make("h3", {}, title),
      ...lines.slice(0, MOST_LINES).map(line => make("p", {}, line)),
      lines.length ? null : make("p", {class: "note"}, "nothing"),
      lines.length > MOST_LINES ? make("p", {class: "note"}, `… ${many(lines.length - MOST_LINES)} more lines`) : null,
    );

  // Shows the lines of the solutions of two results that are not in the other one.
  const compared = (after, before = others(after)[0]) => {
    const lines = result =>
      text(result)
        .split("\n")
        .map(line => line.trim())
        .filter(Boolean);
    const [old, now] = [lines(before), lines(after)];
    const [isOld, isNow] = [new Set(old), new Set(now)];
    const gone = old.filter(line => !isNow.has(line)),
      fresh = now.filter(line => !isOld.has(line));
    const same = now.length - fresh.length;
    const choice = make(
      "select",
      {id: "compare-with", onchange: event => box.replaceWith(compared(after, others(after)[event.target.value]))},
      ...others(after).map((other, value) =>
        make("option", {value, selected: other === before}, `${other.number}. ${other.title}, ${verdict(other)}`),
      ),
    );
    const box = make(
      "div",
      {class: "compared"},
      make("label", {class: "side"}, "with ", choice),
      make("p", {class: "note"}, same === 1 ? "1 line is in both." : `${many(same)} lines are in both.`),
      make(
        "div",
        {class: "two"},
        list(`Only in ${before.number}`, gone, "gone"),
        list(`Only in ${after.number}`, fresh, "fresh"),
      ),
    );
    return box;
  };

  return {add, render, others, compared, verdict, text, effort, seconds, many};
})();
