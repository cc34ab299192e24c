// Plays the moves of a solution on a board: on the page of a report, and in the studio.
//
// Each move is a button with the class `m`: `data-p` is the number of the move before it, `data-d` the changes to the
// board, `data-s` its squares. A twin is an element with the class `twin` and its position in `data-b`.
"use strict";
const Player = (() => {
  const SQUARE = 60,
    SVG = "http://www.w3.org/2000/svg";

  // What is on the board: "e1:wK a8:bQ180+r"; a square alone is empty.
  const change = (men, words) => {
    for (const word of words.split(" ").filter(Boolean)) {
      const [square, man] = word.split(":");
      if (man) men.set(square, man);
      else men.delete(square);
    }
    return men;
  };
  const element = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };

  // Makes the moves of an article playable on a board. `shown` is called after each step with the number of the move,
  // or -1. Returns the steps by their names.
  const player = (article, board, shown) => {
    const moves = [...article.querySelectorAll(".m")];
    const parents = moves.map(move => Number(move.dataset.p));
    const twins = moves.map(move => move.closest(".twin"));
    const corner = square => [(square.charCodeAt(0) - 97) * SQUARE, (board.dataset.ranks - square.slice(1)) * SQUARE];
    let now = -1,
      twin = article.querySelector(".twin");

    const show = (index, of = twin) => {
      if (now >= 0) moves[now].classList.remove("now");
      now = index;
      twin = index >= 0 ? twins[index] : of;
      const path = [];
      for (let at = index; at >= 0; at = parents[at]) path.unshift(at);
      const men = change(new Map(), twin ? twin.dataset.b : "");
      for (const at of path) change(men, moves[at].dataset.d);
      const drawn = [];
      for (const [square, man] of men) {
        const [x, y] = corner(square),
          [id, mark] = man.split("+");
        drawn.push(element("use", {href: "#" + id, x: x + SQUARE / 2, y: y + SQUARE / 2}));
        if (mark) drawn.push(element("text", {class: "mark", x: x + SQUARE - 4, y: y + 15}, mark));
      }
      board.querySelector(".men").replaceChildren(...drawn);
      const squares = index >= 0 ? moves[index].dataset.s.split(" ").filter(Boolean) : [];
      board.querySelector(".squares").replaceChildren(
        ...squares.map(square => {
          const [x, y] = corner(square);
          return element("rect", {x, y, width: SQUARE, height: SQUARE});
        }),
      );
      if (index >= 0) {
        moves[index].classList.add("now");
        for (let box = moves[index].closest("details"); box; box = box.parentElement.closest("details")) {
          if (!box.querySelector(":scope > summary").contains(moves[index])) box.open = true;
        }
        moves[index].scrollIntoView({block: "nearest"});
      }
      shown(index, index >= 0 ? moves[index].textContent : "");
    };
    const child = index => parents.findIndex((parent, at) => parent === index && (index >= 0 || twins[at] === twin));
    const siblings = () =>
      moves.map((_, at) => at).filter(at => parents[at] === parents[now] && twins[at] === twins[now]);
    const go = {
      start: () => show(-1),
      back: () => {
        if (now >= 0) show(parents[now], twin);
      },
      on: () => {
        const next = child(now);
        if (next >= 0) show(next);
        else if (now >= 0 && now + 1 < moves.length) show(now + 1);
      },
      end: () => {
        for (let next = child(now); next >= 0; next = child(now)) show(next);
      },
      down: () => {
        const all = siblings(),
          at = all.indexOf(now);
        if (at >= 0 && at + 1 < all.length) show(all[at + 1]);
      },
      up: () => {
        const all = siblings(),
          at = all.indexOf(now);
        if (at > 0) show(all[at - 1]);
      },
    };
    moves.forEach((move, index) => move.addEventListener("click", () => show(index)));
    for (const label of article.querySelectorAll(".twin > .label")) {
      label.addEventListener("click", () => show(-1, label.parentElement));
    }
    for (const finding of article.querySelectorAll(".to")) {
      finding.addEventListener("click", () => {
        const badge = article.querySelector('.finding[data-f="' + finding.dataset.f + '"]');
        let at = badge.previousElementSibling;
        while (at && !at.classList.contains("m")) at = at.previousElementSibling;
        if (at) show(moves.indexOf(at));
      });
    }
    // A theme shows the diagram with its men and squares, and marks its moves.
    const chips = [...article.querySelectorAll(".chip")], first = twin;
    for (const chip of chips) {
      chip.addEventListener("click", () => {
        const on = !chip.classList.contains("chosen");
        for (const other of chips) other.classList.toggle("chosen", on && other === chip);
        for (const move of moves) move.classList.remove("themed");
        article.querySelector(".evidence").textContent = on ? chip.title : "";
        show(-1, first);
        if (!on) return;
        const list = name => chip.dataset[name].split(" ").filter(Boolean);
        const rect = kind => square => {
          const [x, y] = corner(square);
          return element("rect", {x, y, width: SQUARE, height: SQUARE, class: kind});
        };
        board.querySelector(".squares").replaceChildren(...list("squares").map(rect("place")), ...list("men").map(rect("man")));
        for (const index of list("moves")) {
          moves[index].classList.add("themed");
          for (let box = moves[index].closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
        }
      });
    }
    return go;
  };

  // The steps of the keys.
  const KEYS = {ArrowRight: "on", ArrowLeft: "back", ArrowDown: "down", ArrowUp: "up", Home: "start", End: "end"};
  return {player, KEYS};
})();
