// What a composer does besides: slips of the mouse, the keyboard alone, pasted pieces.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MADRASI, line, solved, square, tests_in_browser} from "./page.mjs";

const {with_page} = tests_in_browser();

const ROOK = '7k/8/5K2/8/8/8/8/6R1 ? - - stip "#2";';
const board = page => page.evaluate(() => Model.parts().board);
const became = (page, wanted) => page.waitForFunction(wanted => Model.parts().board === wanted, wanted);
const value = (page, name, wanted) =>
  page.waitForFunction(([name, wanted]) => Model.values(name).join("|") === wanted, [name, wanted]);

// Drags from a square to a place, and calls `last` before the button is released.
const drag = async (page, from, [x, y], last = async () => {}) => {
  const {x: left, y: top, width} = await square(page, from).boundingBox();
  await page.mouse.move(left + width / 2, top + width / 2);
  await page.mouse.down();
  await page.mouse.move(x, y, {steps: 4});
  await last();
  await page.mouse.up();
};
const centre = async (page, name) => {
  const {x, y, width} = await square(page, name).boundingBox();
  return [x + width / 2, y + width / 2];
};

test(
  "a man is dragged off the board, copied with Ctrl, and let go with Escape",
  with_page({line: ROOK}, async page => {
    await drag(page, "g1", await centre(page, "a1"), () => page.keyboard.press("Escape"));
    assert.equal(await board(page), "7k/8/5K2/8/8/8/8/6R1");
    assert.equal(await page.locator(".ghost").count(), 0);
    await page.keyboard.down("Control");
    await drag(page, "g1", await centre(page, "a1"));
    await page.keyboard.up("Control");
    assert.equal(await board(page), "7k/8/5K2/8/8/8/8/R5R1");
    await drag(page, "a1", [5, 5]);
    assert.equal(await board(page), "7k/8/5K2/8/8/8/8/6R1");
    assert.equal(await page.evaluate(() => Model.parts().side), "?");
  }),
);

test(
  "men of one's own, attributes and neutral colour",
  with_page({line: ROOK}, async page => {
    await page.click('summary:has-text("men of one")');
    await page.fill('[aria-label="Man of one\'s own"]', "X=gQ");
    await page.click('.fairy .man:has(.code:text-is("X"))');
    await page.click('[data-colour="2"]');
    await square(page, "c6").click();
    assert.match(await board(page), /\{n:X\}/);
    await page.click(".attributes summary");
    await page.check('.attributes label:has-text("royal") input');
    await square(page, "d6").click();
    assert.match(await board(page), /\{n:royal,X\}/);
    assert.equal(await page.locator(".attributes[open]").count(), 0);
    await page.locator('[aria-label="Man of one\'s own"]').first().fill("X=zz");
    await page.waitForSelector('#form .fault:has-text("modifiers without an atom")');
  }),
);

test(
  "the page is used with the keyboard alone",
  with_page({line: ROOK}, async page => {
    // Tabs, menus, and the list of attributes.
    await page.locator('[data-tab="form"]').focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator("#source").isVisible());
    await page.keyboard.press("ArrowLeft");
    assert.ok(await page.locator("#stipulation").isVisible());
    for (const menu of ["#save", "#limits", ".attributes"]) {
      await page.locator(menu + " > summary").focus();
      await page.keyboard.press("Enter");
      assert.equal(await page.locator(menu + "[open]").count(), 1);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(menu + "[open]").count(), 0);
      assert.equal(await page.evaluate(() => document.activeElement.tagName), "SUMMARY");
    }
    // A condition is completed, and removed.
    await page.locator('[aria-label="Condition"]').first().focus();
    await page.keyboard.type("circe parr");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await value(page, "cond", "Circe Parrain");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await value(page, "cond", "");
    assert.deepEqual(
      await page.locator('[aria-label="Condition"]').evaluateAll(fields => fields.map(({value}) => value)),
      [""],
    );
    assert.equal(await page.locator(".suggestions:visible").count(), 0);
    // A man is moved, and the problem solved and played.
    await square(page, "g1").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    assert.equal(await board(page), "7k/8/5K2/8/8/8/8/R7");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("#result .head .verdict");
    await page.locator("#solve").focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent("#playing output"), /^1\./);
  }),
);

test(
  "whatever is typed as a size, the board has from 1 to 16 ranks",
  with_page({line: ROOK}, async page => {
    for (const size of ["", "8.5", "-1", "99"]) {
      await page.fill("#ranks", size);
      await page.press("#ranks", "Enter");
      const ranks = await page.evaluate(() => Model.state.ranks);
      assert.equal(await page.inputValue("#ranks"), String(ranks), size);
      assert.ok(Number.isInteger(ranks) && ranks >= 1 && ranks <= 16, size);
      await page.evaluate(() => Model.resize(8, 8));
    }
  }),
);

test(
  "several twins are pasted into one field, and a misspelt change is mended",
  with_page({line: '6k1/6p1/8/6N1/8/7n/8/4K2R b ? - stip "h#2";'}, async page => {
    const fields = () => page.locator('[aria-label="Twin"]').evaluateAll(all => all.map(({value}) => value));
    await page.fill('[aria-label="Twin"]', "b) mve h3 h4; c) stip h#3");
    await value(page, "twin", "b) mve h3 h4; c) stip h#3");
    await page.click("#twin-faults .mend");
    await value(page, "twin", "b) move h3 h4; c) stip h#3");
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Twin"]').length === 3);
    assert.deepEqual(await fields(), ["move h3 h4", "stip h#3", ""]);
    // The first twin is removed, and the other one takes its letter.
    await page.locator('[aria-label="Twin"]').first().fill("");
    await page.locator("#stipulation").focus();
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="Twin"]').length === 2);
    await value(page, "twin", "b) stip h#3");
    assert.equal(await page.textContent(".rows .label"), "b)");
  }),
);

test(
  "a FEN or a board alone is pasted, and taken back",
  with_page({line: MADRASI}, async page => {
    const before = await line(page);
    await page.click('[data-tab="text"]');
    for (const [text, wanted] of [
      ["7k/5K2/8/8/8/8/8/R7 w - - 0 1", "7k/5K2/8/8/8/8/8/R7"],
      ["8/8/8/3K4/8/8/8/k6Q\n", "8/8/8/3K4/8/8/8/k6Q"],
    ]) {
      await page.fill("#source", text);
      await became(page, wanted);
      await page.click('[data-do="undo"]');
      assert.equal(await line(page), before);
      await page.waitForFunction(() => /Madrasi/.test(document.querySelector("#source").value));
    }
  }),
);

test(
  "what is changed after a link was opened is still there when the page is loaded again",
  with_page({line: MADRASI}, async page => {
    await square(page, "a1").click({button: "right"});
    const changed = await board(page);
    await page.reload();
    await page.waitForSelector("body.is-ready");
    assert.equal(await board(page), changed);
    assert.equal(await solved(page), "unsound");
  }),
);
