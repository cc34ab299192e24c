// The palette: orthodox men in three colours, fairy men by search, attributes.
"use strict";
const Palette = (() => {
  const COLOURS = ["white", "black", "neutral"];
  let men = [],
    attributes = [],
    colour = 0,
    chosen = null,
    chosenMan = null,
    box = null,
    wanted = "";
  const given = new Set();
  const recent = store.read("recent", []);

  // The text of a man on the board, with the attributes that are chosen.
  const textOf = (man, side) => {
    const text = man.sides[side].text;
    if (!given.size) return text;
    return `{${"wbn"[side]}:${[...given].join(",")},${man.code}}`;
  };

  // The name of a man as the engine writes it: only those of fairy men are capitalized.
  const nameOf = man => (man.isOrthodox ? man.name.toLowerCase() : man.name);

  const picture = (man, side) => {
    const svg = makeSvg("svg", {viewBox: "-30 -30 60 60", "aria-hidden": "true"});
    svg.append(makeSvg("use", {href: "#" + man.sides[side].id}));
    return svg;
  };

  const choose = (text, man = null) => {
    chosen = text;
    chosenMan = man;
    Board.setTool(text);
    render();
  };

  const button = (man, side, withName) => {
    const text = textOf(man, side);
    const names = [...given, nameOf(man)].join(" ");
    const made = make(
      "button",
      {
        type: "button",
        class: "man" + (chosen === text ? " chosen" : ""),
        "aria-pressed": chosen === text,
        title: `${COLOURS[side]} ${names}: ${man.meaning}`,
        "aria-label": `${COLOURS[side]} ${names}`,
        onclick: () => {
          if (!man.isOrthodox) remember(man);
          choose(chosen === text ? null : text, man);
        },
        onpointerdown: event => {
          if (event.pointerType === "mouse" && !event.button) Board.begin(event, "", text);
        },
      },
      picture(man, side),
    );
    if (withName) made.append(make("span", {class: "code"}, man.letters), make("span", {class: "name"}, man.name));
    return made;
  };

  const remember = man => {
    if (recent[0] === man.code) return;
    const at = recent.indexOf(man.code);
    if (at >= 0) return;
    recent.unshift(man.code);
    recent.length = Math.min(recent.length, 10);
    store.keep("recent", recent);
  };

  const ORDER = ["K", "Q", "R", "B", "S", "P"];
  const orthodox = () => ORDER.map(code => men.find(man => man.isOrthodox && man.code === code)).filter(Boolean);

  const matches = man => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${man.letters} ${man.name} ${man.meaning} ${man.xbetza}`.toLowerCase();
    return words.every(word => text.includes(word));
  };
  // Letters and names come before definitions.
  const rank = man => {
    const word = wanted.trim().toLowerCase();
    if (man.letters.toLowerCase() === word) return 0;
    if (man.name.toLowerCase().startsWith(word)) return 1;
    return man.name.toLowerCase().includes(word) ? 2 : 3;
  };

  const fairy = () => {
    const all = men.filter(man => !man.isOrthodox);
    if (wanted.trim())
      return all
        .filter(matches)
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, 60);
    const own = all.filter(man => man.isOwn || man.isOfGame);
    const usual = [...recent, "G", "N", "LE", "AM", "Z", "CA"].map(code => all.find(man => man.code === code));
    return [...new Set([...own, ...usual.filter(Boolean)])].slice(0, Math.max(6, own.length));
  };

  const render = () => {
    const list = box.querySelector(".fairy");
    const found = fairy();
    list.replaceChildren(...found.map(man => button(man, colour, true)));
    if (!found.length) list.append(make("p", {class: "note"}, "no man with these words"));
    box
      .querySelector(".orthodox")
      .replaceChildren(
        ...COLOURS.map((name, side) =>
          make(
            "div",
            {class: "side", role: "group", "aria-label": name},
            ...orthodox().map(man => button(man, side, false)),
          ),
        ),
      );
    for (const other of box.querySelectorAll("[data-colour]")) {
      other.setAttribute("aria-pressed", Number(other.dataset.colour) === colour);
    }
    box.querySelector(".hand").setAttribute("aria-pressed", chosen === null);
    box.querySelector(".rubber").setAttribute("aria-pressed", chosen === "");
    box.querySelector(".pit").setAttribute("aria-pressed", chosen === "{}");
    box.querySelector(".meaning").textContent =
      chosenMan && chosen !== null && !chosenMan.isOrthodox ? `${chosenMan.name}: ${chosenMan.meaning}` : "";
    box.querySelector(".attributes summary").textContent = given.size
      ? "Attributes: " + [...given].join(", ")
      : "Attributes";
  };

  const start = lists => {
    attributes = lists.attributes;
    box = $("#palette");
    box.append(
      make("div", {class: "orthodox"}),
      make(
        "div",
        {class: "hands"},
        make("button", {type: "button", class: "hand", title: "Move men (Esc)", onclick: () => choose(null)}, "Move"),
        make(
          "button",
          {
            type: "button",
            class: "rubber",
            title: "Remove men: also the right button, or a long press",
            onclick: () => choose(""),
          },
          "Remove",
        ),
        make(
          "button",
          {
            type: "button",
            class: "pit",
            title: "Squares that the board does not have (#)",
            onclick: () => choose("{}"),
          },
          "Hole",
        ),
        make(
          "span",
          {class: "size"},
          make("input", {id: "files", type: "number", min: 1, max: 16, "aria-label": "Files", title: "Files"}),
          "×",
          make("input", {id: "ranks", type: "number", min: 1, max: 16, "aria-label": "Ranks", title: "Ranks"}),
        ),
        make(
          "span",
          {class: "colours", role: "group", "aria-label": "Colour of fairy men"},
          ...COLOURS.map((name, side) =>
            make("button", {
              type: "button",
              class: "colour " + name,
              "data-colour": side,
              title: name + " fairy men",
              "aria-label": name + " fairy men",
              onclick: () => {
                colour = side;
                recolour();
              },
            }),
          ),
        ),
      ),
      make(
        "div",
        {class: "search"},
        make("input", {
          type: "search",
          placeholder: "Fairy man: name, letters, or way of moving",
          "aria-label": "Search fairy men",
          oninput: event => {
            wanted = event.target.value;
            render();
          },
        }),
        make(
          "details",
          {class: "attributes"},
          make("summary", {}, "Attributes"),
          make(
            "div",
            {class: "boxes"},
            ...attributes.map(({name, meaning}) =>
              make(
                "label",
                {title: meaning},
                make("input", {
                  type: "checkbox",
                  onchange: event => {
                    if (event.target.checked) given.add(name);
                    else given.delete(name);
                    if (chosenMan) choose(textOf(chosenMan, side()), chosenMan);
                    else render();
                  },
                }),
                " " + name,
              ),
            ),
          ),
        ),
      ),
      make("div", {class: "fairy", role: "group", "aria-label": "Fairy men"}),
      make("p", {class: "meaning note"}),
    );
  };

  // The colour of the chosen man.
  const side = () => {
    if (chosen && chosen.startsWith("{")) return "wbn".indexOf(chosen[1]);
    return chosen === chosen.toLowerCase() ? 1 : 0;
  };
  const recolour = () => {
    if (chosenMan && !chosenMan.isOrthodox && chosen !== null) choose(textOf(chosenMan, colour), chosenMan);
    else render();
  };

  return {
    start,
    choose,
    // Takes the men of the problem's game, with those that the problem defines.
    take: answer => {
      men = answer.men;
      Board.define(answer.drawings);
      for (const man of men) {
        man.sides.forEach(({id, text}, at) => Board.learn(text, {id, mark: "", name: `${COLOURS[at]} ${nameOf(man)}`}));
      }
      render();
    },
    // The text for a typed letter: upper case is White, lower case Black, and with Alt neutral.
    textOf: (letter, isNeutral) => {
      const code = letter.toUpperCase() === "N" ? "S" : letter.toUpperCase();
      const man = men.find(man => man.code === code && (man.isOrthodox || man.isOwn || man.code === "G"));
      if (!man) return "";
      return man.sides[isNeutral ? 2 : letter === letter.toUpperCase() ? 0 : 1].text;
    },
    // The text of the chosen man; `null` if there is none.
    chosen: () => chosen,
    nameOf: code => men.find(man => man.code === code),
  };
})();
