(() => {
  "use strict";
  const SQUARE = 60, SVG = "http://www.w3.org/2000/svg";

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

  // What stands where: "e1:wK a8:bQ180+r"; a square alone is empty.
  const change = (men, words) => {
    for (const word of words.split(" ").filter(Boolean)) {
      const [square, man] = word.split(":");
      if (man) men.set(square, man); else men.delete(square);
    }
    return men;
  };
  const element = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };

  let active = null;
  const problems = new Map();
  for (const article of articles) {
    const board = article.querySelector(".played svg.board");
    if (!board) continue;
    const moves = [...article.querySelectorAll(".m")];
    const parents = moves.map(move => Number(move.dataset.p));
    const twins = moves.map(move => move.closest(".twin"));
    const first = article.querySelector(".twin");
    const corner = square => [(square.charCodeAt(0) - 97) * SQUARE, (board.dataset.ranks - square.slice(1)) * SQUARE];
    let now = -1, twin = first;

    const show = (index, of = twin) => {
      if (now >= 0) moves[now].classList.remove("now");
      now = index;
      twin = index >= 0 ? twins[index] : of;
      const path = [];
      for (let at = index; at >= 0; at = parents[at]) path.unshift(at);
      const men = change(new Map(), twin ? twin.dataset.b : "");
      for (const at of path) change(men, moves[at].dataset.d);
      const drawn = [];
      for (const [square, man] of men) {
        const [x, y] = corner(square), [id, mark] = man.split("+");
        drawn.push(element("use", {href: "#" + id, x: x + SQUARE / 2, y: y + SQUARE / 2}));
        if (mark) drawn.push(element("text", {class: "mark", x: x + SQUARE - 4, y: y + 15}, mark));
      }
      board.querySelector(".men").replaceChildren(...drawn);
      const squares = index >= 0 ? moves[index].dataset.s.split(" ").filter(Boolean) : [];
      board.querySelector(".squares").replaceChildren(...squares.map(square => {
        const [x, y] = corner(square);
        return element("rect", {x, y, width: SQUARE, height: SQUARE});
      }));
      const output = article.querySelector("output");
      if (output) output.textContent = index >= 0 ? moves[index].textContent : "";
      if (index >= 0) {
        moves[index].classList.add("now");
        for (let box = moves[index].closest("details"); box; box = box.parentElement.closest("details")) {
          if (!box.querySelector(":scope > summary").contains(moves[index])) box.open = true;
        }
        moves[index].scrollIntoView({block: "nearest"});
      }
      active = article;
    };
    const child = index => parents.findIndex((parent, at) => parent === index && (index >= 0 || twins[at] === twin));
    const siblings = () => moves.map((_, at) => at).filter(at => parents[at] === parents[now] && twins[at] === twins[now]);
    const go = {
      start: () => show(-1),
      back: () => { if (now >= 0) show(parents[now], twin); },
      on: () => {
        const next = child(now);
        if (next >= 0) show(next); else if (now >= 0 && now + 1 < moves.length) show(now + 1);
      },
      end: () => { for (let next = child(now); next >= 0; next = child(now)) show(next); },
      down: () => { const all = siblings(), at = all.indexOf(now); if (at >= 0 && at + 1 < all.length) show(all[at + 1]); },
      up: () => { const all = siblings(), at = all.indexOf(now); if (at > 0) show(all[at - 1]); },
    };
    moves.forEach((move, index) => move.addEventListener("click", () => show(index)));
    for (const button of article.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => { active = article; go[button.dataset.go](); });
    }
    for (const label of article.querySelectorAll(".twin > .label")) {
      label.addEventListener("click", () => show(-1, label.parentElement));
    }
    for (const finding of article.querySelectorAll(".to")) {
      finding.addEventListener("click", () => {
        const badge = article.querySelector('.finding[data-f="' + finding.dataset.f + '"]');
        let at = badge.previousElementSibling;
        while (at && !at.classList.contains("m")) at = at.previousElementSibling;
        if (at) show(moves.indexOf(at));
      });
    }
    // A theme shows the diagram with its men and squares, and marks its moves.
    for (const chip of article.querySelectorAll(".chip")) {
      chip.addEventListener("click", () => {
        const on = !chip.classList.contains("chosen");
        for (const other of article.querySelectorAll(".chip")) other.classList.toggle("chosen", on && other === chip);
        for (const move of moves) move.classList.remove("themed");
        article.querySelector(".evidence").textContent = on ? chip.title : "";
        show(-1, first);
        if (!on) return;
        const list = name => chip.dataset[name].split(" ").filter(Boolean);
        const rect = kind => square => {
          const [x, y] = corner(square);
          return element("rect", {x, y, width: SQUARE, height: SQUARE, class: kind});
        };
        board.querySelector(".squares").replaceChildren(...list("squares").map(rect("place")), ...list("men").map(rect("man")));
        for (const index of list("moves")) {
          moves[index].classList.add("themed");
          for (let box = moves[index].closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
        }
      });
    }
    problems.set(article, go);
  }

  // The keys play the problem that was used last, or else the first that is seen.
  const seen = () => [...problems.keys()].find(article => !article.hidden && article.getBoundingClientRect().bottom > 80);
  const KEYS = {ArrowRight: "on", ArrowLeft: "back", ArrowDown: "down", ArrowUp: "up", Home: "start", End: "end"};
  document.addEventListener("keydown", event => {
    const go = KEYS[event.key];
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
