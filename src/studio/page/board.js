// The board under edit: drawing, mouse, touch, and keys. While a solution is played, the board of the play covers it.
"use strict";
const Board = (() => {
  const SQUARE = 60;
  // The drawing of each text of a man that has been seen, so that a change is drawn before the engine has answered.
  const known = new Map();
  let svg = null,
    drawn = "",
    tool = null,
    held = null,
    drag = null,
    cursor = "",
    timer = 0,
    marked = new Set(),
    signs = null;
  let pressed = "";

  const define = drawings => {
    const figures = $("#figures");
    for (const [id, text] of Object.entries(drawings)) {
      if (!document.getElementById(id)) figures.insertAdjacentHTML("beforeend", text);
    }
  };

  const corner = (of, name) => {
    const index = Model.index(of, name);
    return [(index % of.files) * SQUARE, (of.ranks - 1 - Math.floor(index / of.files)) * SQUARE];
  };

  const frame = of => {
    const [width, height] = [of.files * SQUARE, of.ranks * SQUARE];
    const board = makeSvg("svg", {
      class: "board editing",
      viewBox: `-26 -6 ${width + 34} ${height + 34}`,
      role: "grid",
      "aria-label": "Board. Letters put men, Delete removes them.",
    });
    for (let rank = of.ranks - 1; rank >= 0; rank--) {
      const row = makeSvg("g", {role: "row"});
      for (let file = 0; file < of.files; file++) {
        const name = Model.square(of, rank * of.files + file),
          [x, y] = corner(of, name);
        row.append(
          makeSvg("rect", {
            role: "gridcell",
            class: (file + rank) % 2 ? "square light" : "square dark",
            x,
            y,
            width: SQUARE,
            height: SQUARE,
            "data-square": name,
            tabindex: -1,
          }),
        );
      }
      board.append(row);
    }
    const names = makeSvg("g", {class: "names", "aria-hidden": "true"});
    for (let file = 0; file < of.files; file++) {
      names.append(
        makeSvg(
          "text",
          {x: file * SQUARE + 30, y: height + 20, "text-anchor": "middle"},
          String.fromCharCode(97 + file),
        ),
      );
    }
    for (let rank = 0; rank < of.ranks; rank++) {
      names.append(makeSvg("text", {x: -8, y: height - rank * SQUARE - 24, "text-anchor": "end"}, rank + 1));
    }
    for (const name of ["grid", "edge"]) board.append(makeSvg("path", {class: name, d: ""}));
    const layers = ["marks", "men", "signs"].map(name => makeSvg("g", {class: name, "aria-hidden": "true"}));
    board.append(...layers, names);
    return board;
  };

  // A small board of a position. Squares that `before` has another man on are marked.
  const small = (parts, before) => {
    const of = Model.ofParts(parts),
      [width, height] = [of.files * SQUARE, of.ranks * SQUARE];
    const cells = before ? Model.ofParts(before).cells : of.cells;
    const board = makeSvg("svg", {class: "board small", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"});
    of.cells.forEach((cell, index) => {
      const name = Model.square(of, index),
        [x, y] = corner(of, name);
      const colour = ((index % of.files) + Math.floor(index / of.files)) % 2 ? "light" : "dark";
      const kind = cell === "{}" ? "hole" : colour + (cells[index] === cell ? "" : " changed");
      board.append(makeSvg("rect", {class: "square " + kind, x, y, width: SQUARE, height: SQUARE}));
      const man = known.get(cell);
      if (man) board.append(makeSvg("use", {href: "#" + man.id, x: x + 30, y: y + 30}));
    });
    return board;
  };

  const element = name => svg.querySelector(`[data-square="${name}"]`);

  // Draws the state at once, with what is known of its men; `look` later draws what the engine says.
  const draw = of => {
    const shape = of.files + "x" + of.ranks;
    if (shape !== drawn) {
      const hasFocus = svg && svg.contains(document.activeElement);
      const next = frame(of);
      if (svg) svg.replaceWith(next);
      else $("#stage").append(next);
      svg = next;
      drawn = shape;
      listen();
      if (!of.cells[0] && cursor === "") cursor = "a1";
      if (Model.index(of, cursor || "a1") >= of.cells.length || cursor.charCodeAt(0) - 97 >= of.files) cursor = "a1";
      if (hasFocus) element(cursor).focus();
    }
    const men = [];
    of.cells.forEach((cell, index) => {
      const name = Model.square(of, index),
        rect = element(name);
      const man = cell && cell !== "{}" ? known.get(cell) : null;
      const words = cell === "{}" ? "hole" : cell ? (man ? man.name : cell) : "empty";
      rect.setAttribute("aria-label", name + ", " + words);
      rect.classList.toggle("hole", cell === "{}");
      rect.classList.toggle("occupied", Boolean(cell));
      rect.setAttribute("tabindex", name === cursor ? 0 : -1);
      const [x, y] = corner(of, name);
      if (man) {
        men.push(makeSvg("use", {href: "#" + man.id, x: x + 30, y: y + 30, "data-at": name}));
        if (man.mark) men.push(makeSvg("text", {class: "mark", x: x + 56, y: y + 15}, man.mark));
      } else if (cell && cell !== "{}") {
        men.push(makeSvg("text", {class: "unknown", x: x + 30, y: y + 36, "text-anchor": "middle"}, cell));
      }
    });
    svg.querySelector(".men").replaceChildren(...men);
    showMarks();
    showSigns();
  };

  // Draws a board map: what a man does on each square.
  const showSigns = () => {
    const drawn = (signs || []).flatMap(({square, kind, sign}) => {
      const [x, y] = corner(Model.state, square);
      const isFree = !cell(square);
      return [
        makeSvg("rect", {class: "ground " + kind, x, y, width: SQUARE, height: SQUARE}),
        ...(isFree ? [makeSvg("text", {class: kind, x: x + 30, y: y + 41, "text-anchor": "middle"}, sign)] : []),
      ];
    });
    svg.querySelector(".signs").replaceChildren(...drawn);
    for (const {square, words} of signs || []) {
      const rect = element(square);
      rect.setAttribute("aria-label", `${rect.getAttribute("aria-label")}, ${words}`);
    }
  };

  // Takes the drawings that the engine has made of this board.
  const look = (of, board) => {
    if (!board) return;
    define(board.drawings);
    for (const [name, man] of Object.entries(board.men)) {
      const cell = of.cells[Model.index(of, name)];
      if (cell) known.set(cell, man);
    }
    draw(of);
    const holes = new Set(board.holes);
    for (const rect of svg.querySelectorAll(".square")) rect.classList.toggle("hole", holes.has(rect.dataset.square));
    svg.querySelector(".grid").setAttribute("d", board.grid);
    svg.querySelector(".edge").setAttribute("d", board.edges);
    // Imitators are no men of the board field.
    for (const [name, man] of Object.entries(board.men)) {
      if (man.id !== "imitator") continue;
      const [x, y] = corner(of, name);
      svg.querySelector(".men").append(makeSvg("use", {href: "#imitator", x: x + 30, y: y + 30}));
    }
  };

  const showMarks = () => {
    const squares = [...marked, ...(held ? [held] : [])];
    svg.querySelector(".marks").replaceChildren(
      ...squares.map(name => {
        const [x, y] = corner(Model.state, name);
        return makeSvg("rect", {x, y, width: SQUARE, height: SQUARE, class: name === held ? "held" : "marked"});
      }),
    );
  };

  const cell = name => Model.state.cells[Model.index(Model.state, name)];

  // A click puts the man of the palette, or takes it away if it is there already. Without a man of the palette, the
  // first click takes a man up, and the second one puts it down.
  const click = name => {
    if (Explore.click(name)) {
      held = null;
      showMarks();
    } else if (tool !== null) {
      Model.put(name, cell(name) === tool ? "" : tool);
    } else if (held) {
      const from = held;
      held = null;
      if (from !== name) Model.move(from, name, false);
      else showMarks();
    } else if (cell(name) && cell(name) !== "{}") {
      held = name;
      showMarks();
    }
  };

  const setCursor = name => {
    element(name).setAttribute("tabindex", 0);
    element(name).focus();
  };

  const squareAt = event => {
    const at = document.elementFromPoint(event.clientX, event.clientY);
    return (at && at.dataset && at.dataset.square) || "";
  };

  const ghost = (event, text) => {
    const man = known.get(text);
    if (!man) return null;
    const size = svg.getBoundingClientRect().width / (Model.state.files + 0.57);
    const made = makeSvg("svg", {class: "ghost", viewBox: "-30 -30 60 60", width: size, height: size});
    made.append(makeSvg("use", {href: "#" + man.id}));
    document.body.append(made);
    const place = at => {
      made.style.left = at.clientX - size / 2 + "px";
      made.style.top = at.clientY - size / 2 + "px";
    };
    place(event);
    return {place, remove: () => made.remove()};
  };

  // Begins to drag a man from a square, or from the palette if `from` is empty.
  const begin = (event, from, text) => {
    drag = {from, text, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId};
  };

  const listen = () => {
    svg.addEventListener("pointerdown", event => {
      const name = event.target.dataset.square;
      if (!name || event.button > 0) return;
      pressed = name;
      if (cell(name) && cell(name) !== "{}") begin(event, name, cell(name));
      clearTimeout(timer);
      if (event.pointerType !== "mouse") {
        timer = setTimeout(() => {
          pressed = "";
          drag = null;
          Model.put(name, "");
        }, 550);
      }
    });
    svg.addEventListener("contextmenu", event => {
      const name = event.target.dataset.square;
      if (!name) return;
      event.preventDefault();
      held = null;
      Model.put(name, "");
    });
    svg.addEventListener("click", event => {
      const name = event.target.dataset.square;
      if (!name || pressed !== name) return;
      setCursor(name);
      click(name);
    });
    svg.addEventListener("focusin", event => {
      const name = event.target.dataset.square;
      if (!name || name === cursor) return;
      const before = element(cursor);
      if (before) before.setAttribute("tabindex", -1);
      cursor = name;
    });
    svg.addEventListener("keydown", key);
  };

  addEventListener("pointermove", event => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      clearTimeout(timer);
      drag.ghost = ghost(event, drag.text) || {place: () => {}, remove: () => {}};
      const man = drag.from && svg.querySelector(`[data-at="${drag.from}"]`);
      if (man) man.classList.add("lifted");
    }
    drag.ghost.place(event);
  });
  addEventListener("pointerup", event => {
    clearTimeout(timer);
    const was = drag;
    drag = null;
    if (!was || !was.ghost) return;
    was.ghost.remove();
    pressed = "";
    held = null;
    const to = squareAt(event);
    if (!was.from) {
      if (to) Model.put(to, was.text);
      return;
    }
    if (!to) Model.put(was.from, "");
    else if (to !== was.from) Model.move(was.from, to, event.ctrlKey || event.metaKey);
    draw(Model.state);
  });
  const cancelDrag = () => {
    clearTimeout(timer);
    if (drag && drag.ghost) drag.ghost.remove();
    drag = null;
    pressed = "";
    if (svg) draw(Model.state);
  };
  addEventListener("pointercancel", cancelDrag);
  addEventListener(
    "keydown",
    event => {
      if (event.key !== "Escape" || !drag || !drag.ghost) return;
      cancelDrag();
      event.stopPropagation();
    },
    true,
  );

  const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

  const key = event => {
    const of = Model.state;
    if (event.ctrlKey || event.metaKey) return;
    const at = Model.index(of, cursor),
      [file, rank] = [at % of.files, Math.floor(at / of.files)];
    const go = (x, y) =>
      setCursor(
        Model.square(of, Math.max(0, Math.min(of.ranks - 1, y)) * of.files + Math.max(0, Math.min(of.files - 1, x))),
      );
    if (STEPS[event.key]) go(file + STEPS[event.key][0], rank + STEPS[event.key][1]);
    else if (event.key === "Home") go(0, rank);
    else if (event.key === "End") go(of.files - 1, rank);
    else if (event.key === "Delete" || event.key === "Backspace") Model.put(cursor, "");
    else if (event.key === "Enter" || event.key === " ") click(cursor);
    else if (event.key === "Escape" && (held || tool !== null)) {
      held = null;
      Palette.choose(null);
      showMarks();
    } else if (event.key === "#") Model.put(cursor, cell(cursor) === "{}" ? "" : "{}");
    else if (/^[a-z]$/i.test(event.key)) {
      const text = Palette.textOf(event.key, event.altKey);
      if (!text) return;
      Model.put(cursor, text);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    draw,
    look,
    define,
    small,
    begin,
    learn: (text, man) => {
      if (!known.has(text)) known.set(text, man);
    },
    setTool: text => {
      tool = text;
      held = null;
      if (svg) {
        svg.classList.toggle("placing", text !== null);
        showMarks();
      }
    },
    // Marks squares, such as those of a message.
    mark: squares => {
      marked = new Set(squares);
      if (svg) showMarks();
    },
    // Shows the signs of a board map, or none.
    map: shown => {
      signs = shown;
      if (svg) draw(Model.state);
    },
    // The name of the man that a text means.
    nameOf: text => (known.get(text) || {name: text}).name,
    // Shows another board in place of this one, or this one again.
    cover: board => {
      const stage = $("#stage");
      for (const old of stage.querySelectorAll(".played")) old.remove();
      svg.style.display = board ? "none" : "";
      if (board) {
        board.classList.add("played");
        stage.append(board);
      }
    },
    focus: () => element(cursor || "a1").focus(),
  };
})();
