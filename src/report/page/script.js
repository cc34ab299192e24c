(() => {
  "use strict";
  // ── the overview ────────────────────────────────────────────────────────────────────────────────────────────
  const make = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const articles = [...document.querySelectorAll("article.problem")];
  const rows = articles.map((article, at) => {
    article.id = "p" + (at + 1);
    const {verdict, findings, seconds} = article.dataset;
    const title = article.querySelector("h2 .title").textContent;
    const stipulation = article.querySelector(".stipulation");
    return make("tr", {},
      make("td", {class: "number"}, at + 1),
      make("td", {}, make("a", {href: "#" + article.id}, title)),
      make("td", {}, stipulation ? stipulation.textContent : ""),
      make("td", {}, make("span", {class: "verdict " + verdict}, verdict)),
      make("td", {}, findings),
      make("td", {class: "time"}, seconds || ""));
  });
  const VERDICTS = ["sound", "unsound", "undecided", "invalid"];
  const count = verdict => articles.filter(article => !verdict || article.dataset.verdict === verdict).length;
  const filters = ["", ...VERDICTS].filter(verdict => count(verdict) > 0).map(verdict =>
    make("button", {type: "button", class: verdict ? "filter" : "filter chosen", "data-verdict": verdict},
      (verdict || "all") + " " + count(verdict)));
  const words = make("input", {type: "search", placeholder: "author, stipulation, finding, theme, model mate>=3 …",
    "aria-label": "Show problems with these words"});
  const heads = ["No.", "Problem", "Stipulation", "Verdict", "Findings", "Seconds"].map(head =>
    make("th", head === "Seconds" ? {class: "time"} : head === "No." ? {class: "number"} : {}, head));
  const keys = make("p", {class: "keys"}, "Click a move, or use the keys: ");
  for (const [key, what] of [["→", "on"], ["←", "back"], ["↓ ↑", "other moves"], ["Home", "the diagram"], ["End", "the end of the line"]]) {
    keys.append(make("kbd", {}, key), " " + what + " ");
  }
  document.querySelector("main").before(make("section", {id: "overview"},
    make("h1", {}, articles.length === 1 ? "1 problem" : articles.length + " problems"),
    make("div", {class: "filters"}, ...filters, words),
    make("div", {class: "scroll"}, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))),
    keys));

  // ── playing ─────────────────────────────────────────────────────────────────────────────────────────────────

  let active = null;
  const problems = new Map();
  for (const article of articles) {
    const board = article.querySelector(".played svg.board");
    if (!board) continue;
    const output = article.querySelector("output");
    const go = Player.player(article, board, (_, text) => {
      if (output) output.textContent = text;
      active = article;
    });
    for (const button of article.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => { active = article; go[button.dataset.go](); });
    }
    problems.set(article, go);
  }

  // The keys play the problem that was used last, or else the first that is seen.
  const seen = () => [...problems.keys()].find(article => !article.hidden && article.getBoundingClientRect().bottom > 80);
  document.addEventListener("keydown", event => {
    const go = Player.KEYS[event.key];
    if (!go || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "INPUT") return;
    const chosen = active && !active.hidden ? active : null;
    // Before a problem is played, the page scrolls as it does.
    if (!chosen && (go === "down" || go === "up" || go === "start" || go === "end")) return;
    const article = chosen || seen();
    if (!article) return;
    event.preventDefault();
    problems.get(article)[go]();
  });

  // ── filters ─────────────────────────────────────────────────────────────────────────────────────────────────
  let verdict = "";
  const filter = () => {
    const asked = words.value.toLowerCase();
    const counted = asked.match(/^\s*(.+?)\s*(?:>=|≥)\s*(\d+)\s*$/);
    const wanted = counted ? [] : asked.split(" ").filter(Boolean);
    rows.forEach((row, at) => {
      const themes = (articles[at].dataset.themes || "").toLowerCase();
      const text = row.textContent.toLowerCase() + " " + themes.replace(/=\d+;?/g, " ");
      const count = counted && themes.split(";").map(theme => theme.split("=")).find(theme => theme[0] === counted[1]);
      const out = (verdict && articles[at].dataset.verdict !== verdict) || !wanted.every(word => text.includes(word)) ||
        counted && !(count && Number(count[1]) >= Number(counted[2]));
      row.hidden = articles[at].hidden = out;
    });
  };
  for (const button of filters) {
    button.addEventListener("click", () => {
      verdict = button.dataset.verdict;
      for (const other of filters) other.classList.toggle("chosen", other === button);
      filter();
    });
  }
  words.addEventListener("input", filter);

  // On paper nothing is folded.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll(".tree details:not([open]), details.more:not([open])")];
    for (const box of closed) box.open = true;
  });
  addEventListener("afterprint", () => { for (const box of closed) box.open = false; });
})();
