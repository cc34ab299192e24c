// The form of the problem: stipulation, conditions, options, twins, men of its own, side to move, and the heading.
"use strict";
const Form = (() => {
  const COMMON = ["#2", "#3", "h#2", "h#2.5", "h#3", "s#2", "s#3", "r#2", "h=2", "ser-h#5", "ser-#4", "hs#3", "dia6.5"];
  const SWITCHES = [
    ["SetPlay", "Set play"],
    ["Try", "Tries"],
    ["Variations", "Variations"],
    ["Duplex", "Duplex"],
    ["Intelligent", "Intelligent"],
    ["NoThreat", "No threats"],
    ["WhiteToPlay", "White begins"],
  ];
  const HEADING = [
    ["author", "Author"],
    ["source", "Source"],
    ["title", "Title"],
    ["award", "Award"],
    ["sol", "Author's solution"],
    ["nsol", "Number of solutions"],
    ["id", "Name"],
    ["remark", "Remark"],
  ];
  let lists = {},
    ask = null,
    stipulation = null,
    sets = {},
    fields = {},
    twinBox = null,
    twinLines = [];

  const group = (title, ...children) => make("div", {class: "group"}, make("h2", {}, title), ...children);
  const isStructured = text => /^\s*(white|black)\s/i.test(text);
  const stipulationOf = () => Model.values("stip")[0] ?? Model.values("sstip")[0] ?? "";
  const setStipulation = text => {
    const [now, other] = isStructured(text) ? ["sstip", "stip"] : ["stip", "sstip"];
    Model.change(of => {
      const rest = of.operations.filter(([name]) => name !== now && name !== other);
      of.operations = text.trim() ? [[now, text.trim()], ...rest] : rest;
    }, "stip");
  };

  // The first lines of the definition of a condition or an option, without its heading and its source.
  const explained = async (words, kind) => {
    const {text} = await ask({ask: "explain", words});
    const found = (text || "").split(/\n(?=\S)/).find(part => part.startsWith(kind));
    if (!found) return "";
    return found
      .split("\n")
      .slice(1)
      .map(line => line.trim())
      .filter(line => line && !line.startsWith("source:") && !line.startsWith("other variants:"))
      .slice(0, 2)
      .join(" ");
  };
  const explain = kind => (value, faults) =>
    value.trim() && !faults.length ? explained(value, kind) : Promise.resolve("");

  const stipulationGroup = () => {
    stipulation = completing({
      label: "Stipulation",
      placeholder: "h#2.5 …",
      items: () => lists.stipulations,
      changed: setStipulation,
    });
    stipulation.input.id = "stipulation";
    const buttons = COMMON.map(text =>
      make(
        "button",
        {
          type: "button",
          class: "chip",
          onclick: () => {
            stipulation.input.value = text;
            setStipulation(text);
          },
        },
        text,
      ),
    );
    return group(
      "Stipulation",
      make("div", {class: "row"}, stipulation.box, sideToMove()),
      make("div", {class: "faults", id: "stipulation-faults"}),
      make("div", {class: "faults", id: "side-faults"}),
      make("div", {class: "chips"}, ...buttons),
      make("details", {class: "understood"}, make("summary", {id: "understood"}, ""), make("pre", {id: "explained"})),
    );
  };

  const sideToMove = () => {
    fields.side = make(
      "select",
      {id: "side", "aria-label": "Side to move", onchange: event => Model.setField("side", event.target.value)},
      make("option", {value: "?"}, "as usual"),
      make("option", {value: "w"}, "White"),
      make("option", {value: "b"}, "Black"),
    );
    return make("label", {class: "side"}, "to move ", fields.side);
  };

  const conditionItems = () => lists.conditions.flatMap(item => [item, ...item.variants]);
  const optionItems = () =>
    lists.options.map(item => ({...item, insert: item.name.replace(/ [mn\[].*$| squares$/, "")}));
  const hasSwitch = value => SWITCHES.some(([name]) => name.toLowerCase() === value.trim().toLowerCase());

  const optionsGroup = () => {
    const boxes = SWITCHES.map(([name, label]) => {
      const meaning = lists.options.find(item => item.name.split(" ")[0] === name);
      fields[name] = make("input", {
        type: "checkbox",
        onchange: event => {
          const others = Model.values("opt").filter(value => value.trim().toLowerCase() !== name.toLowerCase());
          Model.setValues("opt", event.target.checked ? [...others, name] : others);
        },
      });
      return make("label", {class: "switch", title: meaning ? meaning.meaning : ""}, fields[name], " " + label);
    });
    sets.opt = rows({
      opcode: "opt",
      label: "Option",
      placeholder: "more: Defence 2 …",
      items: optionItems,
      isMine: value => !hasSwitch(value),
      explain: explain("option"),
    });
    return group("Options", make("div", {class: "switches"}, ...boxes), sets.opt.box);
  };

  // Twins are one operand, with labels: "b) move a1 b2; c) stip h#3".
  const twinsOf = text => {
    const isZero = /^\s*zeroposition\b/i.test(text);
    const body = text.replace(/^\s*zeroposition\s*/i, "");
    const lines = body
      .split(/;|\n/)
      .map(line => line.trim())
      .filter(Boolean)
      .map(line => {
        const [, plus, rest] = /^(\+?)\s*(?:[a-z]\d*\))?\s*(.*)$/is.exec(line);
        return {isContinued: plus === "+", changes: rest};
      });
    return {isZero, lines};
  };
  const twinText = ({isZero, lines}) => {
    const first = isZero ? 0 : 1;
    const label = at => (at < 26 ? String.fromCharCode(97 + at) : "z" + (at - 25));
    const texts = lines.map(({isContinued, changes}, i) => `${isContinued ? "+" : ""}${label(i + first)}) ${changes}`);
    return (isZero ? "zeroposition " : "") + texts.join("; ");
  };
  const twins = () => twinsOf(Model.values("twin").join("; "));
  // What the fields say; a field into which several twins are pasted has them all.
  const typedTwins = () =>
    twinLines.flatMap(({isContinued, changes}) =>
      twinsOf(changes).lines.map((line, at) => ({...line, isContinued: line.isContinued || (at === 0 && isContinued)})),
    );
  const writeTwins = () => {
    const lines = typedTwins();
    const isZero = fields.zero.checked && lines.length > 0;
    Model.setValues("twin", lines.length ? [twinText({isZero, lines})] : [], "twin");
  };
  const TWINS = [
    "move a1 b2",
    "exchange a1 b2",
    "remove a1",
    "add white Qa1",
    "substitute Q R",
    "rotate 180",
    "mirror a1<-->h1",
    "shift a1 b1",
    "stip h#3",
    "cond Circe",
    "polish",
    "unchanged",
  ].map(name => ({name, meaning: ""}));

  const renderTwins = () => {
    const {isZero, lines} = twins();
    const isSame = JSON.stringify(typedTwins()) === JSON.stringify(lines);
    if (isSame && (twinLines.length === lines.length + 1 || twinBox.contains(document.activeElement))) return;
    fields.zero.checked = isZero;
    twinLines = [];
    twinBox.replaceChildren();
    [...lines, {isContinued: false, changes: ""}].forEach(addTwin);
  };
  const addTwin = line => {
    line.label = make("span", {class: "label"});
    const field = completing({
      label: "Twin",
      placeholder: "twin: move g7 g4 …",
      items: () => TWINS,
      changed: text => {
        line.changes = text;
        if (line === twinLines[twinLines.length - 1] && text.trim()) addTwin({isContinued: false, changes: ""});
        labelTwins();
        writeTwins();
      },
    });
    field.input.value = line.changes;
    field.input.addEventListener("blur", () => setTimeout(renderTwins, 150));
    line.more = make("input", {
      type: "checkbox",
      title: "continues the twin before it",
      onchange: event => {
        line.isContinued = event.target.checked;
        writeTwins();
      },
    });
    line.more.checked = line.isContinued;
    twinLines.push(line);
    twinBox.append(
      make(
        "div",
        {class: "row"},
        line.label,
        field.box,
        make("label", {class: "more-twin", title: "continues the twin before it"}, line.more, "+"),
      ),
    );
    labelTwins();
  };
  const labelTwins = () => {
    let number = fields.zero.checked ? 0 : 1;
    for (const line of twinLines) {
      line.label.textContent = String.fromCharCode(97 + Math.min(number, 25)) + ")";
      if (line.changes.trim()) number++;
    }
  };

  const twinsGroup = () => {
    fields.zero = make("input", {
      type: "checkbox",
      onchange: () => {
        labelTwins();
        writeTwins();
      },
    });
    twinBox = make("div", {class: "rows"});
    return group(
      "Twins",
      twinBox,
      make("div", {class: "faults", id: "twin-faults"}),
      make("label", {class: "switch", title: "The diagram itself is not solved"}, fields.zero, " zeroposition"),
    );
  };

  const field = (name, label, hint) => {
    fields[name] = make("input", {
      type: "text",
      id: name,
      title: hint,
      "aria-label": label,
      oninput: event => Model.setField(name, event.target.value.trim() || "?", name),
    });
    return make("label", {class: "field"}, make("span", {}, label), fields[name]);
  };
  // Several authors are written in one field.
  const operandsOf = (name, text) =>
    (name === "author" ? text.split(";").map(author => author.trim()) : [text]).filter(text => text.trim());
  const operand = ([name, label]) => {
    const isLong = name === "sol";
    fields[name] = make(isLong ? "textarea" : "input", {
      id: "heading-" + name,
      rows: isLong ? 3 : null,
      oninput: event => Model.setValues(name, operandsOf(name, event.target.value), name),
    });
    return make(
      "label",
      {class: "field"},
      make("span", {}, label),
      fields[name],
      make("div", {class: "faults", "data-of": name}),
    );
  };
  const gameField = () => {
    fields.game = make(
      "select",
      {id: "game", onchange: event => Model.setValues("game", event.target.value ? [event.target.value] : [])},
      make("option", {value: ""}, "Chess"),
      ...lists.games
        .flatMap(item => [item, ...item.variants])
        .map(item => make("option", {value: item.name, title: item.meaning}, item.name)),
    );
    return make("label", {class: "field"}, make("span", {}, "Game"), fields.game);
  };

  const start = (all, asked) => {
    [lists, ask] = [all, asked];
    sets.cond = rows({
      opcode: "cond",
      label: "Condition",
      placeholder: "condition: Circe …",
      items: conditionItems,
      explain: explain("condition"),
    });
    const options = optionsGroup();
    sets.piece = rows({opcode: "piece", label: "Man of one's own", placeholder: "man in XBetza: X=gQ"});
    $("#form").append(
      stipulationGroup(),
      group("Conditions", sets.cond.box),
      options,
      twinsGroup(),
      make(
        "details",
        {class: "group more-group"},
        make("summary", {}, "Game, castling, men of one's own"),
        gameField(),
        field("castling", "Castling", "KQkq, - for none, ? for all men on their home squares"),
        field("passant", "En passant", "the square behind the pawn, or -"),
        make("div", {class: "faults", "data-of": "fields"}),
        sets.piece.box,
      ),
      make(
        "details",
        {class: "group more-group", id: "heading"},
        make("summary", {}, "Author, source, intended solution"),
        ...HEADING.map(operand),
      ),
    );
  };

  // Writes a value into a control, unless the user is writing in it.
  const fill = (control, value) => {
    if (control !== document.activeElement && control.value !== value) control.value = value;
  };

  const show = of => {
    fill(stipulation.input, stipulationOf());
    fields.side.value = of.side;
    if (fields.side.value !== of.side) fields.side.value = "?";
    fill(fields.castling, of.castling);
    fill(fields.passant, of.passant);
    fill(fields.game, Model.values("game")[0] || "");
    const options = Model.values("opt").map(value => value.trim().toLowerCase());
    for (const [name] of SWITCHES) fields[name].checked = options.includes(name.toLowerCase());
    for (const [name] of HEADING) fill(fields[name], Model.values(name).join(name === "author" ? "; " : "\n"));
    Object.values(sets).forEach(set => set.refresh());
    renderTwins();
  };

  // The diagnostics of an operand, by its opcode and its number among those of this opcode.
  const faultsOf = (of, diagnostics) => (opcode, number) =>
    diagnostics.filter(({part}) => {
      if (typeof part !== "number") return false;
      const [name] = of.operations[part] || [];
      return name === opcode && of.operations.slice(0, part).filter(([known]) => known === name).length === number;
    });

  const look = (of, answer) => {
    const faults = faultsOf(of, answer.diagnostics);
    Object.values(sets).forEach(set => set.showAll(faults));
    const own = [...faults("stip", 0), ...faults("sstip", 0)];
    const ofSide = answer.diagnostics.filter(({part}) => part === "side");
    const lacks = answer.diagnostics.filter(({lacksStipulation}) => lacksStipulation);
    showFaults($("#stipulation-faults"), stipulationOf(), own, text => {
      stipulation.input.value = text;
      setStipulation(text);
    });
    showFaults($("#side-faults"), "", ofSide);
    if (ofSide.length) {
      const mend = () => Model.setField("side", "?");
      const button = make("button", {type: "button", class: "mend", onclick: mend}, "as usual");
      $("#side-faults").lastChild.append(" ", button);
    }
    stipulation.input.setAttribute("aria-invalid", String(own.some(({severity}) => severity === "error")));
    const lines = (answer.explained || "").split("\n");
    $("#understood").textContent = own.length
      ? ""
      : lacks.length
        ? "The problem has no stipulation yet."
        : (lines[1] || "").trim() +
          (Model.state.side === "?" || !answer.begins ? "" : `. Here, ${answer.begins === "white" ? "White" : "Black"} begins.`);
    $("#explained").textContent = lines.slice(2).join("\n");
    showFaults($("#twin-faults"), Model.values("twin")[0] || "", faults("twin", 0), text =>
      Model.setValues("twin", [text]),
    );
    for (const [name] of HEADING) {
      showFaults($(`.faults[data-of="${name}"]`), Model.values(name)[0] || "", faults(name, 0));
    }
    const others = answer.diagnostics.filter(
      ({part, lacksStipulation}) => !lacksStipulation && part !== "side" && typeof part !== "number",
    );
    const texts = ["game", "start", "invisible", "beneath", "dm", "bm"].flatMap(name => faults(name, 0));
    showFaults($('.faults[data-of="fields"]'), "", [...others, ...texts]);
    const open = [...others, ...texts].length > 0;
    if (open) $('.faults[data-of="fields"]').closest("details").open = true;
  };

  // The options that belong below a diagram. The others say what is searched and shown.
  const options = () =>
    Model.values("opt").filter(value => !/^\s*(setplay|try|variations|intelligent|nothreat)\b/i.test(value));

  return {start, show, look, options};
})();
