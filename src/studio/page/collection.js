// The collection: problems that the browser keeps, with their verdicts.
"use strict";
const Collection = (() => {
  let entries = [],
    ask = null,
    solver = null,
    lists = {},
    current = -1,
    isChecking = false,
    wanted = "",
    engine = null;

  // An entry is the line of a problem with what the list shows of it.
  const entryOf = ({line, id, authors, source, stipulation}) => {
    const shown = {id, authors, source, stipulation};
    return {line, ...shown, verdict: "", themes: []};
  };

  // Keeps the collection in the browser, unless it belongs to a file, in which verdicts are not written.
  const keep = (isOfVerdicts = false) => {
    $("#kept").textContent = entries.length || "";
    if (Folder.isOpen) {
      if (!isOfVerdicts) Folder.changed();
      return true;
    }
    const failure = store.keep("collection", entries);
    if (failure) say(`The collection is not kept: ${failure}. Export it to a file.`, true);
    return !failure;
  };

  const read = async (text, format, file) => {
    const answer = await ask({ask: "read", text, format, file: file || ""});
    if (answer.error) throw new Error(answer.error);
    return answer;
  };

  // Adds all problems of a text that can be read, and says what could not.
  const addAll = async (text, format, file) => {
    let answer;
    try {
      answer = await read(text, format, file);
    } catch (error) {
      say(error.message, true);
      return 0;
    }
    const good = answer.problems.filter(({line}) => line),
      bad = answer.problems.filter(({line}) => !line);
    entries.push(...good.map(entryOf));
    const isKept = keep();
    render();
    const first = bad.length ? bad[0].diagnostics.find(({severity}) => severity === "error") : null;
    const place = first ? ` The first: line ${first.from[0]}, ${first.message}.` : "";
    const problems = number => (number === 1 ? "1 problem" : number + " problems");
    if (isKept) {
      say(
        `${problems(good.length)} added.` + (bad.length ? ` ${problems(bad.length)} cannot be read.${place}` : ""),
        bad.length > 0,
      );
    }
    return good.length;
  };

  const add = async () => {
    const {line, isSound} = await ask({ask: "look", parts: Model.parts()});
    const {problems} = await read(line, "epd");
    const found = problems && problems[0];
    if (!found || !found.line) {
      say("The problem has errors, and is not added: " + (isSound ? "" : "see the messages beside its parts."), true);
      return;
    }
    entries.push({...entryOf(found), ...Studio.lastVerdict()});
    current = entries.length - 1;
    render();
    if (keep()) say("added to the collection");
  };

  // Writes the position under edit over the entry that was opened last.
  const update = async () => {
    const {line} = await ask({ask: "look", parts: Model.parts()});
    const {problems} = await read(line, "epd");
    if (!problems[0] || !problems[0].line) {
      say("The problem has errors, and the entry is left as it is.", true);
      return;
    }
    entries[current] = {...entryOf(problems[0]), ...Studio.lastVerdict()};
    render();
    if (keep()) say("the entry is changed");
  };

  const open = async at => {
    const {problems} = await read(entries[at].line, "epd");
    if (!problems[0] || !problems[0].parts) {
      say("this entry cannot be read", true);
      return;
    }
    current = at;
    Model.set(problems[0].parts);
    render();
  };

  const checkAll = async () => {
    if (isChecking) {
      isChecking = false;
      solver.cancel();
      return;
    }
    isChecking = true;
    render();
    for (let at = 0; at < entries.length && isChecking; at++) {
      const entry = entries[at];
      entry.verdict = "…";
      renderRow(at);
      Object.assign(entry, await check(entry));
      renderRow(at);
    }
    isChecking = false;
    keep(true);
    render();
    const count = verdict => entries.filter(entry => entry.verdict === verdict).length;
    say(
      ["sound", "unsound", "undecided", "invalid"]
        .filter(count)
        .map(verdict => `${count(verdict)} ${verdict}`)
        .join(", "),
    );
  };

  // Returns the verdict of an entry and its themes.
  const check = async entry => {
    const found = {verdict: "undecided", themes: []};
    try {
      const {problems} = await read(entry.line, "epd");
      if (!problems[0] || !problems[0].parts) return {...found, verdict: "invalid"};
      const settings = {...Solution.settings(), brief: true, themes: true};
      await solver.solve({parts: problems[0].parts, settings}, event => {
        if (event.event === "done") [found.verdict, found.themes] = [event.verdict, event.themes.found];
        if (event.event === "refused") found.verdict = "invalid";
        if (event.event === "error") found.verdict = "invalid";
      });
    } catch (error) {
      if (error.message !== "cancelled") say(error.message, true);
      found.verdict = error.message === "cancelled" ? "undecided" : "failed";
    }
    return found;
  };

  const exportAs = async format => {
    const {text, lost, ending, error} = await ask({ask: "export", lines: entries.map(({line}) => line), format});
    if (error) {
      say(error, true);
      return;
    }
    saveFile("collection." + ending, text);
    if (lost.length)
      say(
        `The format cannot express everything: ${lost.slice(0, 3).join("; ")}` +
          (lost.length > 3 ? ` and ${lost.length - 3} more` : ""),
        true,
      );
  };

  const start = async (all, connected) => {
    [lists, engine, ask] = [all, connected, connected.ask];
    solver = engine.solver();
    entries = kept();
    $("#collection").append(
      make(
        "div",
        {class: "row wrap"},
        make("button", {type: "button", id: "add", onclick: add}, "Add this problem"),
        make("button", {type: "button", id: "update", onclick: update}, "Change the entry"),
        make("button", {type: "button", id: "check-all", onclick: checkAll}, "Check all"),
        make("button", {type: "button", id: "import", onclick: () => Studio.chooseFiles(true)}, "Import"),
        make(
          "details",
          {class: "menu", id: "export"},
          make("summary", {}, "Export"),
          make(
            "div",
            {class: "sheet"},
            ...lists.formats.map(({name, meaning}) =>
              make("button", {type: "button", "data-export": name, onclick: () => exportAs(name)}, meaning),
            ),
          ),
        ),
        make(
          "button",
          {
            type: "button",
            onclick: () => {
              if (!entries.length || !confirm(`Remove all ${entries.length} problems from the collection?`)) return;
              [entries, current] = [[], -1];
              keep();
              render();
            },
          },
          "Clear",
        ),
      ),
      make("input", {
        type: "search",
        placeholder: "author, verdict, theme …",
        "aria-label": "Filter the collection",
        oninput: event => {
          wanted = event.target.value.toLowerCase();
          render();
        },
      }),
      make("p", {class: "note", id: "matching", role: "status"}),
      make("ol", {class: "entries", id: "entries"}),
    );
    replace(entries);
  };

  // The problems that the browser keeps.
  const kept = () => {
    const found = store.read("collection", []);
    return Array.isArray(found) ? found.filter(entry => entry && typeof entry.line === "string") : [];
  };
  const replace = problems => {
    [entries, current] = [problems, -1];
    $("#kept").textContent = entries.length || "";
    render();
  };

  const row = at => {
    const entry = entries[at];
    const themes = (entry.themes || []).map(([name, count]) => (count > 1 ? `${name} ${count}` : name)).join(", ");
    const name = [entry.authors || entry.id || "no author", entry.source].filter(Boolean).join(", ");
    return make(
      "li",
      {class: "entry" + (at === current ? " chosen" : ""), "data-entry": at},
      make(
        "button",
        {type: "button", class: "open-entry", onclick: () => open(at)},
        make("span", {class: "number"}, String(at + 1)),
        make("span", {class: "stipulation"}, entry.stipulation || "–"),
        make("span", {class: "who", title: name}, name),
        make("span", {class: "verdict " + entry.verdict}, entry.verdict),
        themes ? make("span", {class: "entry-themes", title: themes}, themes) : null,
      ),
      make(
        "button",
        {
          type: "button",
          class: "remove",
          title: "Remove from the collection",
          "aria-label": `Remove problem ${at + 1}`,
          onclick: () => {
            entries.splice(at, 1);
            current = current === at ? -1 : current > at ? current - 1 : current;
            keep();
            render();
          },
        },
        "×",
      ),
    );
  };
  const renderRow = at => {
    const old = $(`[data-entry="${at}"]`);
    if (old) old.replaceWith(row(at));
  };
  // Whether an entry has all words of the filter, or the theme as often as `model mate>=3` asks for.
  const isWanted = ({authors, source, id, stipulation, verdict, themes = []}) => {
    const counted = wanted.match(/^\s*(.+?)\s*(?:>=|≥)\s*(\d+)\s*$/);
    if (counted) {
      const [, theme, least] = counted;
      return themes.some(([name, count]) => name.toLowerCase() === theme && count >= Number(least));
    }
    const names = themes.map(([name]) => name);
    const text = [authors, source, id, stipulation, verdict, ...names].join(" ").toLowerCase();
    return wanted.split(" ").every(word => text.includes(word));
  };
  const MOST_ROWS = 1000;
  const render = () => {
    const matching = entries.map((entry, at) => at).filter(at => isWanted(entries[at]));
    const list = $("#entries");
    list.replaceChildren(...matching.slice(0, MOST_ROWS).map(row));
    if (matching.length > MOST_ROWS) list.append(make("li", {class: "note"}, `${matching.length - MOST_ROWS} more`));
    if (!entries.length)
      list.append(make("li", {class: "note"}, "No problem is kept yet. The collection stays in this browser."));
    $("#update").disabled = current < 0;
    $("#matching").textContent = wanted.trim()
      ? `${matching.length} of ${entries.length}` +
        (entries.some(({verdict}) => !verdict) ? ". Check all finds verdicts and themes." : "")
      : "";
    $("#check-all").textContent = isChecking ? "Stop" : "Check all";
    $("#check-all").disabled = !entries.length;
  };

  return {
    start,
    addAll,
    read,
    lines: () => entries.map(({line}) => line),
    show: problems => replace(problems.map(entryOf)),
    showKept: () => replace(kept()),
  };
})();
