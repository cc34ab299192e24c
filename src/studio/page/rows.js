// Fields of the problem with completion, and with messages at the place of a fault.
"use strict";

// The words that a hint suggests, or nothing.
const suggested = hint => (/did you mean `([^`]*)`/.exec(hint || "") || [])[1];

// Shows the messages about a field: the faulty words underlined, the message, and a button that mends it.
const showFaults = (box, value, faults, mend) => {
  box.replaceChildren(
    ...faults.map(({severity, message, expected, hint, start, end}) => {
      const line = make("p", {class: "fault " + severity});
      if (start !== undefined && value && end > start && (start > 0 || end < [...value].length)) {
        const [from, to] = [unitsBefore(value, start), unitsBefore(value, end)];
        line.append(make("code", {}, value.slice(0, from), make("u", {}, value.slice(from, to)), value.slice(to)), " ");
      }
      const better = suggested(hint);
      line.append(message + (expected ? ": " + expected : ""));
      if (better && mend && start !== undefined) {
        const [from, to] = [unitsBefore(value, start), unitsBefore(value, end)];
        line.append(
          " ",
          make(
            "button",
            {type: "button", class: "mend", onclick: () => mend(value.slice(0, from) + better + value.slice(to))},
            better + "?",
          ),
        );
      } else if (hint) line.append(". ", hint[0].toUpperCase() + hint.slice(1));
      return line;
    }),
  );
};

// An input with a list of suggestions. `items` are `{name, meaning}`; `chosen` is called with the new text.
const completing = ({label, placeholder, items, changed}) => {
  let shown = [],
    at = -1;
  const id = "list" + completing.count++;
  const input = make("input", {
    type: "text",
    "aria-label": label,
    placeholder,
    autocomplete: "off",
    spellcheck: "false",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-autocomplete": "list",
  });
  const list = make("ul", {class: "suggestions", role: "listbox", id, hidden: true});
  const hide = () => {
    list.hidden = true;
    at = -1;
    input.setAttribute("aria-expanded", "false");
  };
  const take = item => {
    input.value = item.insert || item.name;
    hide();
    changed(input.value, true);
  };
  const mark = () =>
    [...list.children].forEach((line, i) => {
      line.setAttribute("aria-selected", i === at);
      if (i === at) line.scrollIntoView({block: "nearest"});
    });
  const suggest = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = item => `${item.name} ${item.meaning}`.toLowerCase();
    const rank = item => {
      const name = item.name.toLowerCase(),
        whole = words.join(" ");
      return name.startsWith(whole) ? 0 : name.includes(whole) ? 1 : 2;
    };
    shown = items()
      .filter(item => words.every(word => text(item).includes(word)))
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 40);
    if (shown.length === 1 && shown[0].name === input.value) shown = [];
    at = -1;
    list.replaceChildren(
      ...shown.map(item =>
        make(
          "li",
          {
            role: "option",
            onpointerdown: event => {
              event.preventDefault();
              take(item);
            },
          },
          make("b", {}, item.name),
          " ",
          make("span", {}, item.meaning),
        ),
      ),
    );
    list.hidden = !shown.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  input.addEventListener("input", () => {
    changed(input.value, false);
    suggest();
  });
  input.addEventListener("focus", () => {
    if (!input.value) suggest();
  });
  input.addEventListener("blur", hide);
  input.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" && list.hidden) suggest();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = (at + (event.key === "ArrowDown" ? 1 : shown.length - 1 + (at < 0 ? 1 : 0))) % Math.max(shown.length, 1);
      mark();
    } else if (event.key === "Enter" && at >= 0) take(shown[at]);
    else if (event.key === "Escape" && !list.hidden) {
      hide();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  });
  return {input, hide, box: make("div", {class: "completing"}, input, list)};
};
completing.count = 0;

// A list of fields for the operands of one opcode, with an empty one at its end. Values that `isMine` refuses belong to
// another control. `written` turns the texts into operands.
const rows = ({opcode, label, placeholder, items = () => [], isMine = () => true, explain}) => {
  const box = make("div", {class: "rows"});
  let lines = [];
  const mine = () =>
    Model.values(opcode)
      .map((value, at) => ({value, at}))
      .filter(({value}) => isMine(value));
  const write = (line, value) => {
    line.value = value;
    const others = Model.values(opcode).filter(value => !isMine(value));
    const texts = lines.map(line => line.value).filter(text => text.trim());
    Model.setValues(opcode, [...others, ...texts], opcode);
  };
  const add = value => {
    const line = {value, faults: make("div", {class: "faults"})};
    const field = completing({
      label,
      placeholder,
      items,
      changed: text => {
        write(line, text);
        if (line === lines[lines.length - 1] && text.trim()) add("");
      },
    });
    [line.input, line.hide] = [field.input, field.hide];
    field.input.value = value;
    line.about = make("p", {class: "about", "aria-live": "polite"});
    line.box = make(
      "div",
      {class: "row"},
      field.box,
      make(
        "button",
        {
          type: "button",
          class: "remove",
          title: "Remove",
          "aria-label": "Remove " + label.toLowerCase(),
          onclick: () => {
            const at = lines.indexOf(line);
            lines.splice(at, 1);
            line.box.remove();
            write(line, "");
            lines[at].input.focus();
            lines[at].hide();
          },
        },
        "×",
      ),
      line.faults,
      line.about,
    );
    field.input.addEventListener("blur", () => setTimeout(refresh, 150));
    lines.push(line);
    box.append(line.box);
  };
  // Takes the values of the model, unless they are those of the fields already.
  const refresh = () => {
    const values = mine().map(({value}) => value);
    const texts = lines.map(line => line.value).filter(text => text.trim());
    const isSame = JSON.stringify(values) === JSON.stringify(texts) && lines.length === texts.length + 1;
    if (isSame || (box.contains(document.activeElement) && JSON.stringify(values) === JSON.stringify(texts))) return;
    lines = [];
    box.replaceChildren();
    [...values, ""].forEach(add);
  };
  const showAll = faultsOf => {
    const places = mine();
    const filled = lines.filter(line => line.value.trim());
    lines.forEach(line => line.faults.replaceChildren());
    filled.forEach((line, i) => {
      const place = places[i];
      if (!place) return;
      const faults = faultsOf(opcode, place.at);
      showFaults(line.faults, line.value, faults, better => {
        line.input.value = better;
        write(line, better);
      });
      line.input.setAttribute("aria-invalid", String(faults.some(({severity}) => severity === "error")));
      if (explain)
        explain(line.value, faults).then(text => {
          line.about.textContent = text;
        });
    });
  };
  refresh();
  return {box, refresh, showAll};
};
