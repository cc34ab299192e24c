// Variants of the problem under edit: where a man can stand, repairs, economy and twins.
"use strict";
const Explore = (() => {
  const KINDS = {
    stand: {
      name: "Where can a man stand?",
      about: "Moves one man to every square, and shows on the board where the problem is sound.",
    },
    repair: {
      name: "Repair",
      about:
        "Removes, moves or adds a man so that an unsound problem becomes sound. It keeps the author's solution if " +
        "the problem states one.",
    },
    economy: {name: "Economy", about: "Finds men that can go or be weaker, with the same solution."},
    twins: {name: "Twins", about: "Moves one man so that the problem is sound with another solution."},
  };
  // The classes of the signs on a board map, by status.
  const SIGNS = {sound: "good", cooked: "bad", short: "bad", dual: "bad", unsound: "bad", none: "dim", illegal: "dim"};
  let solver = null,
    running = null,
    shown = null,
    isPicking = false,
    isOpen = true;

  const many = number => number.toLocaleString("en");
  const position = parts => JSON.stringify([parts.board, parts.side, parts.operations]);

  // ── the panel ────────────────────────────────────────────────────────────────────────────────────────────────

  const start = engine => {
    solver = engine.solver();
    const buttons = Object.entries(KINDS).map(([what, {name, about}]) =>
      make(
        "button",
        {type: "button", "data-explore": what, title: about, onclick: () => choose(what)},
        name,
      ),
    );
    $("#explore").append(
      make("p", {class: "note"}, "Tries changes of the position, and lists those that are sound."),
      make("div", {class: "row wrap explore-buttons"}, ...buttons),
      make(
        "div",
        {class: "row wrap", id: "picking", hidden: true},
        make("label", {class: "side"}, "Click a man on the board, or choose ", make("select", {id: "stander"})),
      ),
      make(
        "label",
        {class: "side", title: "Two changes take a hundred times as long as one"},
        "Changes at most ",
        make("select", {id: "steps"}, ...[1, 2, 3].map(value => make("option", {value}, String(value)))),
      ),
      make(
        "div",
        {class: "bar-of-explore", id: "exploring", hidden: true},
        make("div", {class: "meter"}, make("span", {id: "explore-meter"})),
        make("button", {type: "button", id: "explore-cancel", onclick: cancel}, "Cancel"),
      ),
      make("p", {id: "explore-status", role: "status", "aria-live": "polite"}),
      make("div", {id: "finds"}),
    );
    $("#stander").addEventListener("change", event => {
      if (event.target.value) stand(event.target.value);
    });
  };

  const choose = what => {
    if (what === "stand") setPicking(!isPicking);
    else explore({what, steps: Number($("#steps").value)}, KINDS[what].name);
  };

  const MEN = "QRBSP";
  const setPicking = on => {
    isPicking = on;
    $('[data-explore="stand"]').setAttribute("aria-pressed", on);
    $("#picking").hidden = !on;
    document.body.classList.toggle("is-picking", on);
    if (!on) return;
    toBoard();
    const of = Model.state;
    const there = of.cells
      .map((cell, index) => ({cell, square: Model.square(of, index)}))
      .filter(({cell}) => cell && cell !== "{}")
      .map(({cell, square}) => make("option", {value: "move=" + square}, `${Board.nameOf(cell)} ${square}`));
    const tool = Palette.chosen();
    const others = [...MEN, ...MEN.toLowerCase()].map(letter => Palette.textOf(letter, false));
    const added = [...new Set([...(tool && tool !== "{}" ? [tool] : []), ...others])].filter(Boolean);
    $("#stander").replaceChildren(
      make("option", {value: ""}, "a man …"),
      make("optgroup", {label: "On the board"}, ...there),
      make(
        "optgroup",
        {label: "To be added"},
        ...added.map(text => make("option", {value: "add=" + text}, Board.nameOf(text))),
      ),
    );
  };

  // On a phone, the board is not beside the panel.
  const toBoard = () => {
    if (matchMedia("(max-width: 52rem)").matches) $("#stage").scrollIntoView({behavior: "smooth"});
  };

  const stand = by => {
    const name = [...$("#stander").querySelectorAll("option")].find(({value}) => value === by);
    const man = name ? name.textContent : by.split("=")[1];
    setPicking(false);
    const title = by.startsWith("add=") ? `Where can a ${man} be added?` : `Where can the ${man} stand?`;
    explore({what: "stand", by}, title);
  };

  // A click on the board: chooses the man to be moved, or takes a square of the map. Returns whether it did.
  const click = square => {
    if (isPicking) {
      if (!Model.state.cells[Model.index(Model.state, square)]) return false;
      stand("move=" + square);
      return true;
    }
    const map = mapOf(shown);
    if (!map || !isOnBoard(shown) || !map.squares[square]) return false;
    const base = Model.ofParts(shown.parts);
    const cell = map.from ? base.cells[Model.index(base, map.from)] : shown.by.slice("add=".length);
    if (map.from) base.cells[Model.index(base, map.from)] = "";
    base.cells[Model.index(base, square)] = cell;
    shown.put = position(Model.parts(base));
    Model.set(Model.parts(base));
    return true;
  };

  // ── the search ───────────────────────────────────────────────────────────────────────────────────────────────

  const explore = async (asked, title) => {
    if (running) {
      cancel();
      await running.over;
    }
    if (TextPanel.failure) {
      say(TextPanel.failure + ". Mend or discard it first.", true);
      return;
    }
    Solution.edit();
    setPicking(false);
    const parts = Model.parts();
    const result = {...asked, title, parts, put: position(parts), finds: [], begun: performance.now(), all: 0};
    running = shown = result;
    show(result);
    $("#exploring").hidden = false;
    $("#explore-status").textContent = "solving the problem itself …";
    for (const button of document.querySelectorAll("[data-explore]")) {
      button.classList.toggle("chosen", button.dataset.explore === asked.what);
    }
    result.over = solver
      .solve({parts, settings: {unverified: Solution.settings().unverified}, explore: asked}, event =>
        heard(result, event),
      )
      .catch(error => {
        result.failure = error.message;
      });
    await result.over;
    if (running === result) {
      running = null;
      $("#exploring").hidden = true;
    }
    finish(result);
  };

  const cancel = () => {
    if (!running) return;
    running.isCancelled = true;
    solver.cancel();
  };

  const heard = (result, event) => {
    if (event.event === "begun") {
      result.all = event.variants;
      result.keepsStated = event.keepsStated;
    } else if (event.event === "find") {
      result.finds.push(event);
      if (result === shown && result.finds.length <= 100) $("#found").append(row(result, event));
    } else if (event.event === "progress" && event.found !== undefined) {
      result.progress = event;
      $("#explore-meter").style.width = (100 * event.done) / Math.max(1, event.of) + "%";
      const time = ((performance.now() - result.begun) / 1000).toFixed(0) + " s";
      $("#explore-status").textContent =
        `${many(event.done)} of ${many(event.of)} variants · ${many(event.found)} sound · ${time}`;
    } else if (["explored", "refused", "error"].includes(event.event)) result.done = event;
  };

  const finish = result => {
    const {done} = result;
    const status = text => {
      if (result === shown) $("#explore-status").textContent = text;
    };
    const time = ((performance.now() - result.begun) / 1000).toFixed(1) + " s";
    if (result.isCancelled || result.failure === "cancelled") {
      const at = result.progress || {done: 0, of: result.all};
      const judged = done && done.judged !== undefined ? done.judged : at.done;
      status(`cancelled after ${time}: about ${many(judged)} of ${many(result.all)} variants were judged`);
      if (done && done.event === "explored") order(result);
    } else if (!done || done.event === "error") {
      status("");
      refuse(result, result.failure || (done && done.error) || "the search ended without an answer");
      return;
    } else if (done.event === "refused") {
      status("");
      refuse(result, done.reason || "the problem has errors", done.diagnostics);
      return;
    } else {
      status(`${many(done.judged)} variants, ${many(done.found)} sound · ${time}`);
      order(result);
    }
    if (result === shown) show(result);
  };

  // Puts the finds into the order of the engine, which leaves out repeated positions.
  const order = result => {
    if (result.what === "stand") return;
    const place = new Map(result.done.order.map((number, at) => [number, at]));
    const isListed = ({number}) => place.has(number);
    result.finds = result.finds.filter(isListed).sort((a, b) => place.get(a.number) - place.get(b.number));
  };

  const refuse = (result, reason, diagnostics = []) => {
    if (result !== shown) return;
    const faults = make("div", {class: "faults"});
    showFaults(faults, "", diagnostics);
    const text = reason[0].toUpperCase() + reason.slice(1);
    $("#finds").replaceChildren(
      head(result),
      diagnostics.length ? faults : make("p", {class: "fault error"}, text.replace(/[.]?$/, ".")),
    );
  };

  // ── the finds ────────────────────────────────────────────────────────────────────────────────────────────────

  const head = result => make("h3", {class: "explored"}, result.title);

  const put = (result, find) => {
    result.chosen = find.number;
    result.put = position(find.parts);
    Model.set(find.parts);
    Board.mark(find.squares);
    show(result);
    toBoard();
  };

  const row = (result, find) => {
    const duals = find.duals === 1 ? ", 1 dual" : find.duals ? `, ${find.duals} duals` : "";
    const isChosen = result.chosen === find.number;
    return make(
      "li",
      {class: "find" + (isChosen ? " chosen" : ""), "data-find": find.number},
      make(
        "button",
        {type: "button", class: "open-find", title: "Put it on the board", onclick: () => put(result, find)},
        make("b", {}, find.changes),
        make("span", {class: "note"}, ` ${find.men} men${duals}`),
        find.moves.length
          ? make("span", {class: "moves"}, find.moves.slice(0, 3).join("  ") + (find.moves.length > 3 ? " …" : ""))
          : null,
      ),
      make(
        "button",
        {
          type: "button",
          class: "keep",
          title: "Add it to the collection",
          onclick: event => {
            Collection.addAll(find.line, "epd");
            event.target.disabled = true;
            event.target.textContent = "Kept";
          },
        },
        "Keep",
      ),
    );
  };

  const show = result => {
    const box = $("#finds");
    box.replaceChildren(head(result));
    const {done} = result;
    if (result.what === "repair" && result.all && result.keepsStated === false) {
      box.append(make("p", {class: "note"}, "The problem states no solution, so the finds may have any."));
    }
    if (done && done.isRetro && result.what !== "stand") {
      box.append(make("p", {class: "note"}, "Retro: men may be needed for the history of the position."));
    }
    const map = mapOf(result);
    if (map) box.append(legend(map));
    box.append(make("ol", {class: "finds", id: "found"}, ...result.finds.slice(0, 100).map(find => row(result, find))));
    if (result.finds.length > 100) {
      box.append(make("p", {class: "note"}, `and ${many(result.finds.length - 100)} more`));
    }
    if (done && done.event === "explored") {
      const note = text => box.append(make("p", {class: "note"}, text));
      if (!result.finds.length && result.what !== "stand") note("Nothing was found.");
      if (result.what === "stand" && !map) note("There are not two free squares for the man.");
      if (!map) note(done.counts.map(([words, count]) => `${many(count)} ${words}`).join(", ") + ".");
      for (const failure of done.failures) box.append(make("p", {class: "fault error"}, failure));
    }
    drawMap();
  };

  // ── the board map ────────────────────────────────────────────────────────────────────────────────────────────

  const mapOf = result =>
    result && result.what === "stand" && result.done && result.done.maps ? result.done.maps[0] : undefined;
  const isOnBoard = result => position(Model.parts()) === result.put;

  const legend = map => {
    const kinds = new Map();
    for (const [status, sign, words] of Object.values(map.squares)) {
      const known = kinds.get(status) || {sign, words, count: 0};
      kinds.set(status, {...known, count: known.count + 1});
    }
    return make(
      "div",
      {},
      make("p", {}, `The board shows what the ${map.man} does on each square. Click a square to put it there.`),
      make(
        "ul",
        {class: "legend"},
        ...[...kinds].sort(([a], [b]) => (b === "sound") - (a === "sound")).map(([status, {sign, words, count}]) =>
          make(
            "li",
            {},
            make("i", {class: "sign " + (SIGNS[status] || "open")}, SHOWN[sign] || sign),
            `${count} ${words}`,
          ),
        ),
      ),
    );
  };
  const SHOWN = {"+": "✓", x: "×", "-": "–", ".": "·"};

  // Draws the signs while the board shows the problem that was explored, or the variant that was taken from the map.
  const drawMap = () => {
    const map = isOpen && mapOf(shown);
    if (!map || !isOnBoard(shown)) {
      Board.map(null);
      return;
    }
    const signs = Object.entries(map.squares).map(([square, [status, sign, words]]) => ({
      square,
      kind: SIGNS[status] || "open",
      sign: SHOWN[sign] || sign,
      words,
    }));
    Board.map(signs);
  };

  return {
    start,
    click,
    // The position has changed.
    changed: () => {
      if (!shown) return;
      if (!isOnBoard(shown) && position(Model.parts()) === position(shown.parts)) {
        shown.put = position(shown.parts);
        shown.chosen = undefined;
      }
      drawMap();
      if (!isOnBoard(shown)) Board.mark([]);
    },
    // Whether the panel is open. Otherwise the board shows no map.
    open: on => {
      isOpen = on;
      if (!on && isPicking) setPicking(false);
      if (shown) drawMap();
    },
    get isRunning() {
      return Boolean(running);
    },
  };
})();
