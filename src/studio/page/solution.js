// Solving, with progress; the result that is shown, which can be played.
"use strict";
const Solution = (() => {
  const MOST_LINES = 3000;
  let engine = null,
    solver = null,
    running = null,
    shown = null,
    go = null,
    isPlaying = false,
    timer = 0;

  const settings = () => {
    const letters = $("#letters").value;
    const seconds = Number($("#seconds").value);
    return {
      letters: letters === "figures" ? "en" : letters,
      figures: letters === "figures",
      seconds: seconds || null,
      solutions: Number($("#solutions").value) || null,
      duals: $("#duals").checked,
      unverified: $("#unverified").checked,
      long: $("#long").checked,
    };
  };

  const start = connected => {
    engine = connected;
    solver = engine.solver();
    $("#solution").append(
      make(
        "div",
        {class: "bar"},
        make(
          "button",
          {
            type: "button",
            id: "solve",
            class: "primary",
            title: "Ctrl+Enter",
            onclick: () => (running ? cancel() : solve(false)),
          },
          "Solve",
        ),
        make(
          "div",
          {class: "progress"},
          make(
            "div",
            {
              class: "meter",
              role: "progressbar",
              "aria-label": "First moves",
              "aria-valuemin": 0,
              "aria-valuemax": 100,
            },
            make("span", {id: "meter"}),
          ),
          make("p", {id: "status", role: "status"}, ""),
        ),
        make(
          "details",
          {class: "menu", id: "limits"},
          make("summary", {title: "Limits and notation"}, "Settings"),
          make(
            "div",
            {class: "sheet"},
            make(
              "label",
              {},
              "Time limit ",
              make(
                "select",
                {id: "seconds"},
                ...[
                  [0, "none"],
                  [10, "10 s"],
                  [60, "1 min"],
                  [600, "10 min"],
                ].map(([value, text]) => make("option", {value}, text)),
              ),
            ),
            make(
              "label",
              {},
              "Solutions at most ",
              make("input", {id: "solutions", type: "number", min: 0, placeholder: "all"}),
            ),
            make("label", {}, make("input", {id: "duals", type: "checkbox"}), " duals are allowed"),
            make("label", {}, make("input", {id: "long", type: "checkbox"}), " long notation"),
            make(
              "label",
              {title: "Combinations of conditions that were not compared with another program"},
              make("input", {id: "unverified", type: "checkbox"}),
              " unverified combinations",
            ),
          ),
        ),
      ),
      make("ol", {class: "results", id: "results", "aria-label": "Results"}),
      make(
        "div",
        {id: "result"},
        make(
          "p",
          {class: "welcome"},
          "Put men on the board, choose a stipulation, and solve. The solution can be played ",
          "with the arrow keys, and with the left and the right half of the board.",
        ),
      ),
    );
    $("#edit").onclick = edit;
    for (const button of document.querySelectorAll("#playing [data-go]")) {
      button.addEventListener("click", () => {
        if (go) go[button.dataset.go]();
      });
    }
  };

  const {seconds, many} = Results;

  const status = text => {
    $("#status").textContent = text;
  };
  const meter = share => {
    $("#meter").style.width = share * 100 + "%";
    $(".meter").setAttribute("aria-valuenow", Math.round(share * 100));
  };

  // A result that grows while the search runs.
  const begin = () => {
    const parts = Model.parts();
    const stipulation = Model.values("stip")[0] || Model.values("sstip")[0] || "?";
    const others = Model.values("cond").join(", ");
    return {
      parts,
      text: [],
      lines: 0,
      title: stipulation + (others ? " · " + others : ""),
      verdict: "",
      begun: performance.now(),
      pre: make("pre", {class: "live", tabindex: 0, "aria-label": "Text of the solution"}),
      more: make("p", {class: "note"}),
    };
  };

  const append = (result, text) => {
    result.text.push(text);
    const lines = text.split("\n").length - 1;
    if (result.lines < MOST_LINES) result.pre.append(text);
    result.lines += lines;
    if (result.lines > MOST_LINES) {
      result.more.textContent = `${many(result.lines)} lines so far; the text can be saved as a whole.`;
    }
  };

  const heard = (result, event) => {
    switch (event.event) {
      case "text":
        append(result, event.text);
        break;
      case "progress":
        result.progress = event;
        tick(result);
        break;
      default:
        result.done = event;
    }
  };

  const tick = result => {
    const {done, of, positions, phase} = result.progress || {};
    const time = seconds((performance.now() - result.begun) / 1000);
    meter(of ? done / of : 0);
    status(
      [time, of ? `${phase}: ${done} of ${of} first moves` : "", positions ? many(positions) + " positions" : ""]
        .filter(Boolean)
        .join(" · "),
    );
  };

  // `withThemes` also searches set play and tries, which some themes need.
  const solve = async (withThemes = false) => {
    if (running) {
      cancel();
      await running.over;
    }
    if (TextPanel.failure) {
      say(TextPanel.failure + ". Mend or discard it before solving.", true);
      return null;
    }
    edit();
    if (matchMedia("(max-width: 52rem)").matches) $("#solution").scrollIntoView({behavior: "smooth"});
    const result = begin();
    running = result;
    Results.add(result);
    show(result);
    $("#solve").textContent = "Cancel";
    $("#solve").classList.add("running");
    timer = setInterval(() => tick(result), 100);
    tick(result);
    result.over = solver
      .solve({parts: result.parts, settings: {...settings(), themes: withThemes}}, event => heard(result, event))
      .catch(error => {
        result.failure = error.message;
      });
    await result.over;
    clearInterval(timer);
    if (running === result) running = null;
    finish(result);
    $("#solve").textContent = "Solve";
    $("#solve").classList.remove("running");
    meter(result.done && result.done.event === "done" && !result.done.cut ? 1 : 0);
    if (shown === result || !shown) show(result);
    return result;
  };

  const finish = result => {
    const {done} = result;
    result.seconds = (performance.now() - result.begun) / 1000;
    if (done && done.event === "done") {
      result.verdict = done.verdict;
      const cut = done.cut ? `cut: ${done.cut} · ` : "";
      status(cut + Results.effort(result));
    } else if (done && done.event === "refused") {
      result.verdict = "invalid";
      result.faults = done.diagnostics;
      status("");
    } else {
      result.isCancelled = result.failure === "cancelled";
      result.verdict = result.isCancelled ? "undecided" : "failed";
      result.failure = result.failure || (done && done.error) || "the search ended without an answer";
      status(result.isCancelled ? `cancelled after ${seconds(result.seconds)}` : "");
    }
    Studio.solved(result);
  };

  const cancel = () => {
    if (!running) return;
    status("cancelling …");
    solver.cancel();
  };

  // ── results ──────────────────────────────────────────────────────────────────────────────────────────────────

  const isSamePosition = result => JSON.stringify(result.parts) === JSON.stringify(Model.parts());

  const show = result => {
    edit();
    shown = result;
    go = null;
    Results.render($("#results"), result, show);
    changed();
    const box = $("#result");
    box.replaceChildren();
    if (!result.verdict) {
      box.append(result.pre, result.more);
      return;
    }
    box.append(head(result));
    if (result.failure && !result.isCancelled) box.append(make("p", {class: "fault error"}, result.failure));
    if (result.faults) {
      const list = make("div", {class: "faults"});
      showFaults(list, "", result.faults);
      box.append(list);
    }
    if (result.done && result.done.page) {
      for (const fault of result.done.diagnostics) {
        const line = make("div", {class: "faults"});
        showFaults(line, "", [fault]);
        box.append(line);
      }
      box.append(play(result));
    } else if (result.text.length) {
      box.append(result.pre, result.more);
    }
  };

  const head = result => {
    const tabs = make("span", {class: "views", role: "group", "aria-label": "View"});
    const views = result.text.length
      ? [
          ["Play", () => show(result)],
          ["Text", () => view(textOf(result))],
        ]
      : [];
    if (views.length && Results.others(result).length) views.push(["Compare", () => view(Results.compared(result))]);
    views.forEach(([name, open], i) =>
      tabs.append(
        make(
          "button",
          {
            type: "button",
            "aria-pressed": i === 0,
            onclick: event => {
              for (const button of tabs.children) button.setAttribute("aria-pressed", button === event.target);
              open();
            },
          },
          name,
        ),
      ),
    );
    return make(
      "div",
      {class: "head"},
      make("span", {class: "verdict " + result.verdict}, Results.verdict(result)),
      make("span", {class: "what"}, result.title),
      views.length ? tabs : null,
    );
  };

  const view = element => {
    edit();
    const box = $("#result");
    while (box.children.length > 1) box.lastChild.remove();
    box.append(element);
  };

  const textOf = result => {
    const lines = Results.text(result).split("\n");
    const rest =
      lines.length > MOST_LINES ? `\n… ${many(lines.length - MOST_LINES)} more lines; Save has all of them.` : "";
    return make("pre", {class: "live", tabindex: 0}, lines.slice(0, MOST_LINES).join("\n").trim() + rest);
  };

  const play = result => {
    const page = result.done.page;
    Board.define(page.drawings);
    const holder = make("div", {class: "played-article"});
    holder.innerHTML = page.html;
    const article = holder.querySelector("article");
    const board = article.querySelector(".played svg.board");
    article.querySelector("header").remove();
    article.querySelector(".left").remove();
    const place = article.querySelector(".place");
    if (place) place.remove();
    showThemes(article, result);
    if (!board) return holder;
    const output = $("#playing output");
    board.addEventListener("click", event => {
      const {left, width} = board.getBoundingClientRect();
      go[event.clientX < left + width / 2 ? "back" : "on"]();
    });
    go = Player.player(article, board, (index, text) => {
      output.textContent = text || "the diagram";
      if (!isPlaying) {
        isPlaying = true;
        Board.cover(board);
        document.body.classList.add("is-playing");
        $("#playing").hidden = false;
      }
    });
    return holder;
  };

  // Adds to the chips of the themes what was not searched.
  const showThemes = (article, result) => {
    const {themes} = result.done;
    if (!themes) return;
    let chips = article.querySelector(".themes");
    // On a phone, the board with the men of a theme would cover what the theme says.
    if (chips && matchMedia("(max-width: 52rem)").matches) {
      chips.addEventListener("click", () =>
        requestAnimationFrame(() => chips.querySelector(".evidence").scrollIntoView({block: "center"})),
      );
    }
    const notes = themes.notComputed.map(([reason, names]) =>
      make("span", {class: "note", title: names.join(", ")}, `${many(names.length)} not computed: ${reason}`),
    );
    const more = themes.lacks
      ? make(
          "button",
          {
            type: "button",
            class: "more-themes",
            title: "Solves again with set play and tries, which some themes need",
            onclick: () => solve(true),
          },
          "Themes of set play and tries …",
        )
      : null;
    if (!chips) {
      if (!more && !notes.length) return;
      chips = make("div", {class: "themes"});
      article.querySelector(".right").prepend(chips);
    }
    const evidence = chips.querySelector(".evidence");
    const added = [...(more ? [more] : []), ...notes];
    if (evidence) evidence.before(...added);
    else chips.append(...added);
  };

  // Back to the board under edit.
  const edit = () => {
    if (!isPlaying) return;
    isPlaying = false;
    Board.cover(null);
    document.body.classList.remove("is-playing");
    $("#playing").hidden = true;
  };

  // Says that the solution shown is that of an earlier position.
  const changed = () => {
    const isOld = Boolean(shown && shown.verdict) && !isSamePosition(shown);
    $("#result").classList.toggle("old", isOld);
  };

  // A key of the play; returns whether it was one.
  const key = event => {
    const step = Player.KEYS[event.key];
    if (event.key === "Escape" && isPlaying) {
      edit();
      return true;
    }
    if (!step || !go) return false;
    go[step]();
    return true;
  };

  return {
    start,
    solve,
    cancel,
    key,
    edit,
    changed,
    settings,
    get isRunning() {
      return Boolean(running);
    },
    get last() {
      return shown && shown.done && shown.done.page ? shown : null;
    },
    get text() {
      return shown ? Results.text(shown) : "";
    },
    memory: () => solver.memory(),
  };
})();
