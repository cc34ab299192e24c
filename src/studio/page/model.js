// The problem under edit: cells of the board, fields, and opcodes with their operands; with undo and redo.
"use strict";
const Model = (() => {
  const listeners = [];
  const undone = [],
    done = [];
  let merged = {key: "", at: 0};

  const empty = (files = 8, ranks = 8) => ({
    files,
    ranks,
    cells: Array(files * ranks).fill(""),
    side: "?",
    castling: "?",
    passant: "-",
    operations: [],
  });

  let state = empty(),
    isFirst = true;

  // Cells from the board field of a FEN, from a1 to the last square; "{}" is a hole. `null` if it is no board.
  const cellsOf = board => {
    const rows = [];
    for (const row of board.split("/")) {
      const cells = [];
      for (const [token] of row.matchAll(/\{[^}]*\}|\d+|[^\d{}]/g)) {
        if (/^\d+$/.test(token)) cells.push(...Array(Math.min(Number(token), 16)).fill(""));
        else cells.push(token);
      }
      rows.push(cells);
    }
    const files = rows[0].length;
    if (!files || files > 16 || rows.length > 16 || rows.some(row => row.length !== files)) return null;
    return {files, ranks: rows.length, cells: rows.reverse().flat()};
  };

  const boardOf = ({files, ranks, cells}) => {
    const rows = [];
    for (let rank = ranks - 1; rank >= 0; rank--) {
      const row = cells.slice(rank * files, (rank + 1) * files);
      rows.push(
        row
          .reduce(([text, gap], cell) => (cell ? [text + (gap || "") + cell, 0] : [text, gap + 1]), ["", 0])
          .reduce((text, gap) => text + (gap || "")),
      );
    }
    return rows.join("/");
  };

  const parts = (of = state) => ({
    board: boardOf(of),
    side: of.side,
    castling: of.castling,
    passant: of.passant,
    operations: of.operations,
  });

  const ofParts = ({board, side, castling, passant, operations}) => {
    const read = cellsOf(board);
    return read && {...read, side, castling, passant, operations};
  };

  const notify = why => listeners.forEach(listener => listener(state, why));

  // Makes a change that can be undone. Changes with the same key follow each other as one, as while a word is typed.
  const change = (edit, key = "") => {
    const next = structuredClone(state);
    edit(next);
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    const now = performance.now();
    const isSame = key && key === merged.key && now - merged.at < 1500;
    if (!isSame) done.push(state);
    if (done.length > 500) done.shift();
    merged = {key, at: now};
    undone.length = 0;
    state = next;
    notify("change");
  };

  const step = (from, to) => {
    if (!from.length) return;
    to.push(state);
    state = from.pop();
    merged.key = "";
    notify("step");
  };

  // The cells after each square has got the content of another one. `from` returns the file and rank of that one.
  const moved = (of, files, ranks, from) => {
    const cells = [];
    for (let rank = 0; rank < ranks; rank++) {
      for (let file = 0; file < files; file++) {
        const [x, y] = from(file, rank);
        cells.push(x >= 0 && y >= 0 && x < of.files && y < of.ranks ? of.cells[y * of.files + x] : "");
      }
    }
    Object.assign(of, {cells, files, ranks});
  };

  const swapped = cell => {
    if (cell === "" || cell === "{}") return cell;
    if (cell.startsWith("{")) return cell.replace(/^\{([wb]):/, (_, side) => `{${side === "w" ? "b" : "w"}:`);
    return cell === cell.toUpperCase() ? cell.toLowerCase() : cell.toUpperCase();
  };

  const edits = {
    left: of => moved(of, of.files, of.ranks, (x, y) => [x + 1, y]),
    right: of => moved(of, of.files, of.ranks, (x, y) => [x - 1, y]),
    up: of => moved(of, of.files, of.ranks, (x, y) => [x, y - 1]),
    down: of => moved(of, of.files, of.ranks, (x, y) => [x, y + 1]),
    mirror: of => moved(of, of.files, of.ranks, (x, y) => [of.files - 1 - x, y]),
    flip: of => moved(of, of.files, of.ranks, (x, y) => [x, of.ranks - 1 - y]),
    rotate: of => moved(of, of.ranks, of.files, (x, y) => [of.files - 1 - y, x]),
    swap: of => {
      of.cells = of.cells.map(swapped);
    },
    clear: of => {
      of.cells = of.cells.map(cell => (cell === "{}" ? cell : ""));
    },
    array: of => {
      Object.assign(of, cellsOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"));
    },
  };

  const square = (of, index) => String.fromCharCode(97 + (index % of.files)) + (Math.floor(index / of.files) + 1);
  const index = (of, name) => (Number(name.slice(1)) - 1) * of.files + name.charCodeAt(0) - 97;

  return {
    listen: listener => listeners.push(listener),
    get state() {
      return state;
    },
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    parts,
    ofParts,
    cellsOf,
    empty,
    change,
    square,
    index,
    undo: () => step(done, undone),
    redo: () => step(undone, done),
    // Replaces the whole problem; returns whether its board can be shown.
    set: (wanted, key = "") => {
      const next = ofParts(wanted);
      if (!next) return false;
      if (isFirst) {
        isFirst = false;
        state = next;
        notify("set");
      } else {
        change(of => Object.assign(of, next), key);
      }
      return true;
    },
    edit: name => change(edits[name]),
    resize: (files, ranks) => change(of => moved(of, files, ranks, (x, y) => [x, y]), "size"),
    put: (name, cell) =>
      change(of => {
        of.cells[index(of, name)] = cell;
      }),
    move: (from, to, isCopy) =>
      change(of => {
        const at = index(of, from);
        of.cells[index(of, to)] = of.cells[at];
        if (!isCopy) of.cells[at] = "";
      }),
    // The operands of an opcode, and their replacement. The place of the first one is kept.
    values: (name, of = state) => of.operations.filter(([known]) => known === name).map(([, value]) => value),
    setValues: (name, values, key = "") =>
      change(of => {
        const at = of.operations.findIndex(([known]) => known === name);
        const others = of.operations.filter(([known]) => known !== name);
        const before = at < 0 ? others.length : of.operations.slice(0, at).filter(([known]) => known !== name).length;
        others.splice(before, 0, ...values.map(value => [name, value]));
        of.operations = others;
      }, key),
    setField: (name, value, key = "") =>
      change(of => {
        of[name] = value;
      }, key),
  };
})();
