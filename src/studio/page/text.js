// The problem as text in several formats, in both directions, with faults marked at their places.
"use strict";
const TextPanel = (() => {
  let ask = null,
    area = null,
    format = "epd",
    timer = 0,
    isTyped = false,
    written = "",
    failure = "",
    isReading = false;

  const start = (lists, asked, addAll) => {
    ask = asked;
    const select = make(
      "select",
      {
        id: "format",
        "aria-label": "Format",
        onchange: event => {
          format = event.target.value;
          isTyped = false;
          write();
        },
      },
      ...lists.formats.map(({name, meaning}) => make("option", {value: name, title: meaning}, meaning)),
    );
    area = make("textarea", {
      id: "source",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": "The problem as text",
      oninput: () => {
        isTyped = true;
        clearTimeout(timer);
        timer = setTimeout(read, 150);
      },
      onscroll: () => {
        $("#marks").scrollTop = area.scrollTop;
        $("#marks").scrollLeft = area.scrollLeft;
      },
      onblur: () => {
        if (isTyped && !area.classList.contains("faulty")) {
          isTyped = false;
          write();
        }
      },
    });
    $("#text").append(
      make(
        "div",
        {class: "row"},
        select,
        make("button", {type: "button", onclick: () => copy(area.value)}, "Copy"),
        make("button", {type: "button", id: "add-all", hidden: true, onclick: () => addAll(area.value, chosen())}, ""),
      ),
      make("div", {class: "source"}, make("div", {id: "marks", "aria-hidden": "true"}), area),
      make(
        "p",
        {class: "note", id: "not-read", hidden: true},
        "The board shows the position before these errors. ",
        make(
          "button",
          {
            type: "button",
            class: "mend",
            onclick: () => {
              isTyped = false;
              write();
            },
          },
          "discard the text",
        ),
      ),
      make("div", {class: "faults", id: "text-faults"}),
      make(
        "p",
        {class: "note"},
        "Paste a FEN, a line, Popeye's input, YAML of Olive or YACPDB, PGN, FFEN or XFEN: what is " +
          "understood is on the board at once.",
      ),
    );
  };

  // A pasted text may have another format than the chosen one; only two formats cannot be told from a line.
  const chosen = () => (["ffen", "xfen"].includes(format) ? format : null);

  const copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
      say("copied");
    } catch {
      area.select();
      say(document.execCommand("copy") ? "copied" : "the browser does not allow copying; the text is selected");
    }
  };

  // The index in the text of a line and a column, which count code points from 1.
  const indexOf = (text, [line, column]) => {
    const lines = text.split("\n");
    const before = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    return before + unitsBefore(lines[line - 1] || "", column - 1);
  };

  const underline = (text, faults) => {
    const spans = faults
      .filter(({from}) => from)
      .map(({from, to, severity}) => {
        const [begin, end] = [indexOf(text, from), indexOf(text, to)];
        return {begin, end: Math.max(end, begin + 1), severity};
      })
      .sort((a, b) => a.begin - b.begin);
    const nodes = [];
    let at = 0;
    for (const {begin, end, severity} of spans) {
      if (begin < at) continue;
      nodes.push(text.slice(at, begin), make("u", {class: severity}, text.slice(begin, end) || " "));
      at = end;
    }
    $("#marks").replaceChildren(...nodes, text.slice(at) + "\n");
  };

  // Forgets the faults of a text that is not in the field any more.
  const forget = () => {
    failure = "";
    area.classList.remove("faulty");
    $("#not-read").hidden = true;
  };

  // Shows a text that cannot be read as a problem, with its faults.
  const put = text => {
    isTyped = true;
    area.value = text;
    return read();
  };

  const read = async () => {
    const text = area.value;
    if (!text.trim()) {
      forget();
      underline("", []);
      $("#text-faults").replaceChildren();
      return;
    }
    // A board alone, as other programs copy it, lacks the fields that a line has.
    const isBoard = /^\s*[^\s/]+(\/[^\s/]+)+\s*$/.test(text);
    const answer = await ask({ask: "read", text: isBoard ? text.trimEnd() + " ? - -" : text, format: chosen()});
    if (text !== area.value) return;
    const problems = answer.problems || [];
    const faults = [...problems.flatMap(({diagnostics}) => diagnostics), ...(answer.remarks || [])];
    if (answer.error) faults.push({severity: "error", message: answer.error});
    if (!problems.length && !answer.error) faults.push({severity: "error", message: "the text contains no problem"});
    for (const {mishap} of problems) if (mishap) faults.push({severity: "error", message: "internal error: " + mishap});
    underline(text, faults);
    showFaults(
      $("#text-faults"),
      "",
      faults
        .slice(0, 20)
        .map(fault => ({
          ...fault,
          message: fault.from ? `line ${fault.from[0]}, column ${fault.from[1]}: ${fault.message}` : fault.message,
        })),
    );
    const first = problems.find(({parts}) => parts);
    // A problem that is read in part would be another one, so the board stays as it is.
    failure = first ? "" : "the text has errors; the board shows the position before them";
    area.classList.toggle("faulty", !first);
    $("#not-read").hidden = Boolean(first);
    const button = $("#add-all");
    button.hidden = problems.length < 2;
    button.textContent = `Add all ${problems.length} to the collection`;
    if (!first) return;
    isReading = true;
    if (!Model.set(first.parts, "text")) say("the board is too large to be shown", true);
    isReading = false;
  };

  // Writes the problem in the chosen format, unless it has just been read from this text.
  const write = async () => {
    if (isReading) return;
    isTyped = false;
    const parts = Model.parts();
    const {text, error, lost} = await ask({ask: "write", parts, format});
    if (isTyped || JSON.stringify(parts) !== JSON.stringify(Model.parts())) return;
    // A problem with errors is shown as the line of its parts.
    const line = error ? (await ask({ask: "look", parts})).line : "";
    const isLine = format === "epd" && line;
    written = text ?? (isLine ? line : "");
    area.value = written.trimEnd();
    forget();
    $("#add-all").hidden = true;
    const faults =
      error && !isLine
        ? [{severity: "error", message: error}]
        : (lost || []).map(what => ({severity: "warning", message: `${format} cannot express ${what}`}));
    underline(area.value, []);
    showFaults($("#text-faults"), "", faults);
    if (isLine) {
      const {problems} = await ask({ask: "read", text: area.value, format: "epd"});
      const found = (problems || []).flatMap(({diagnostics}) => diagnostics);
      if (area.value === line.trimEnd()) {
        underline(area.value, found);
        showFaults($("#text-faults"), "", found);
      }
    }
  };

  // `failure` says why the text is not the problem under edit; it is empty if it is.
  return {
    start,
    write,
    put,
    copy,
    get failure() {
      return failure;
    },
  };
})();
