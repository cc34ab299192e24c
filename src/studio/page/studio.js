// Starts the page, and joins its parts.
"use strict";
const Studio = (() => {
  const EXAMPLE = {
    board: "2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2",
    side: "?",
    castling: "?",
    passant: "-",
    operations: [
      ["stip", "#2"],
      ["cond", "Madrasi"],
      ["title", "Wikipedia's example of Madrasi"],
    ],
  };
  let engine = null,
    number = 0,
    verdict = {parts: "", word: "", themes: null},
    paletteOf = "",
    isForCollection = false;

  // Looks at the problem after each change. An answer about an earlier position is dropped.
  const look = async () => {
    const mine = ++number,
      of = Model.state,
      parts = Model.parts();
    const keys = JSON.stringify([Model.values("game"), Model.values("piece")]);
    let answer;
    try {
      if (keys !== paletteOf) {
        paletteOf = keys;
        Palette.take(await engine.ask({ask: "palette", parts}));
      }
      answer = await engine.ask({ask: "look", parts});
    } catch (error) {
      say(error.message, true);
      return;
    }
    if (mine !== number) return;
    if (answer.error) {
      say(answer.error, true);
      return;
    }
    Board.look(of, answer.board);
    Form.look(of, answer);
    const stipulation = answer.stipulation || Model.values("stip")[0];
    const more = [...Model.values("cond"), ...Form.options(), ...Model.values("twin")];
    $("#caption").textContent = [stipulation, ...more].filter(Boolean).join(" · ");
    const title = Model.values("title").map(text => `“${text}”`);
    $("#heading-line").textContent = [...Model.values("author"), ...Model.values("source"), ...title].join(", ");
    $("#men").textContent = `(${answer.men})`;
    document.body.classList.toggle("has-errors", !answer.isSound);
  };

  const showSize = () => {
    $("#files").value = Model.state.files;
    $("#ranks").value = Model.state.ranks;
  };

  const changed = (of, why) => {
    Solution.edit();
    Board.draw(of);
    Form.show(of);
    Solution.changed();
    Explore.changed();
    showSize();
    $('[data-do="undo"]').disabled = !Model.canUndo;
    $('[data-do="redo"]').disabled = !Model.canRedo;
    TextPanel.write();
    look();
    if (why === "set") return;
    store.keep("draft", Model.parts());
    // The address names the problem of a link no longer; it would come back when the page is loaded again.
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
  };

  // Opens the first problem of a text. Several problems go into the collection, and a text with errors into its panel.
  const openText = async (text, format, file) => {
    const {problems} = await Collection.read(text, format, file);
    const first = problems.find(({parts}) => parts);
    if (problems.length > 1) {
      selectTab("collection");
      await Collection.addAll(text, format, file);
    } else if (!first) {
      selectTab("text");
      await TextPanel.put(text);
      return "the text has errors";
    }
    if (first) Model.set(first.parts);
    return "";
  };

  const takeFile = async (name, text) => {
    try {
      if (isForCollection) {
        await Collection.addAll(text, null, name);
        return;
      }
      const failure = await openText(text, null, name);
      if (failure) say(`${name}: ${failure}`, true);
    } catch (error) {
      say(`${name}: ${error.message}`, true);
    }
  };

  const chooseFiles = forCollection => {
    isForCollection = forCollection;
    if (engine.isServed) Saving.chooseServed(takeFile).catch(error => say(error.message, true));
    else $("#file").click();
  };

  const selectTab = name => {
    for (const tab of document.querySelectorAll("[data-tab]")) {
      const isChosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", isChosen);
      $("#" + tab.dataset.tab).hidden = !isChosen;
    }
    Explore.open(name === "explore");
    if (name === "text" && !TextPanel.failure) TextPanel.write();
  };

  const theme = () => {
    const isDark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    store.keep("theme", document.documentElement.dataset.theme);
  };

  const TOOLS = {undo: () => Model.undo(), redo: () => Model.redo()};

  const OPEN_MENUS = "details.menu[open], details.attributes[open]";

  const listen = () => {
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => (TOOLS[button.dataset.do] || (() => Model.edit(button.dataset.do)))());
    }
    const tabs = [...document.querySelectorAll("[data-tab]")];
    tabs.forEach((tab, at) => {
      tab.addEventListener("click", () => selectTab(tab.dataset.tab));
      tab.addEventListener("keydown", event => {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const next = tabs[(at + step + tabs.length) % tabs.length];
        next.focus();
        selectTab(next.dataset.tab);
      });
    });
    for (const name of ["files", "ranks"]) {
      $("#" + name).addEventListener("change", () => {
        const size = id => Math.max(1, Math.min(16, Math.trunc(Number($(id).value)) || 8));
        Model.resize(size("#files"), size("#ranks"));
        showSize();
      });
    }
    $("#new").addEventListener("click", () => {
      Model.set({...Model.parts(Model.empty())});
    });
    $("#open").addEventListener("click", () => chooseFiles(false));
    $("#theme").addEventListener("click", theme);
    $("#letters").addEventListener("change", event => {
      store.keep("letters", event.target.value);
      if (Solution.last) say("The next solution has these letters.");
    });
    $("#file").addEventListener("change", async event => {
      for (const file of event.target.files) await takeFile(file.name, await file.text());
      event.target.value = "";
    });
    addEventListener("hashchange", () => fromLink().catch(error => say(error.message, true)));
    addEventListener("keydown", key);
    addEventListener("click", event => {
      for (const menu of document.querySelectorAll(OPEN_MENUS)) {
        if (!menu.contains(event.target)) menu.open = false;
      }
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", async event => {
      event.preventDefault();
      isForCollection = false;
      for (const file of event.dataTransfer.files) await takeFile(file.name, await file.text());
    });
  };

  const key = event => {
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key === "Enter") {
      event.preventDefault();
      Solution.solve(false);
      return;
    }
    const menu = event.key === "Escape" && document.querySelector(OPEN_MENUS);
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
      return;
    }
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (isTyping || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (isControl && (letter === "z" || letter === "y")) {
      event.preventDefault();
      if (letter === "y" || event.shiftKey) Model.redo();
      else Model.undo();
    } else if (!isControl && Solution.key(event)) event.preventDefault();
  };

  const fromLink = async () => {
    const {text, failure} = Saving.fragment();
    if (failure) throw new Error(failure);
    if (!text) return false;
    try {
      const fault = await openText(text, null, "");
      if (fault) throw new Error(fault);
    } catch (error) {
      throw new Error("the link is broken: " + error.message);
    }
    return true;
  };

  const start = async () => {
    const kept = store.read("theme", "");
    if (kept) document.documentElement.dataset.theme = kept;
    $("#letters").value = store.read("letters", "en");
    engine = await Engine.start();
    const lists = await engine.ask({ask: "lists"});
    if (lists.error) throw new Error(lists.error);
    $("#engine-name").textContent = engine.name;
    $("#engine-name").title = engine.title;
    $("#about").textContent =
      `Keymove ${lists.version}. ${engine.title} Figures: Noto Sans Symbols 2, Copyright 2017 Google ` +
      "Inc., SIL Open Font License 1.1.";
    Palette.start(lists);
    Form.start(lists, engine.ask);
    Solution.start(engine);
    await Collection.start(lists, engine);
    await Folder.start(engine, lists);
    TextPanel.start(lists, engine.ask, (text, format) => Collection.addAll(text, format));
    Saving.start(engine);
    Explore.start(engine);
    Model.listen(changed);
    listen();
    if (!Model.set(store.read("draft", EXAMPLE))) Model.set(EXAMPLE);
    await fromLink().catch(error => say(error.message, true));
    document.body.classList.add("is-ready");
  };

  return {
    start,
    chooseFiles,
    solved: result => {
      const {themes} = result.done || {};
      verdict = {parts: JSON.stringify(result.parts), word: result.verdict, themes: themes ? themes.found : []};
    },
    // The verdict on the position under edit and its themes, if it has been solved.
    lastVerdict: () =>
      verdict.parts === JSON.stringify(Model.parts())
        ? {verdict: verdict.word, themes: verdict.themes}
        : {verdict: "", themes: []},
  };
})();

Studio.start().catch(error => {
  console.error(error);
  say("The page cannot start: " + error.message, true);
});
