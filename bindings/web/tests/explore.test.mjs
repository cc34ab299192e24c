// Variants and themes in the page.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MADRASI, line, solved, square, tests_in_browser} from "./page.mjs";

const {open, with_page} = tests_in_browser();

const MATE = '7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; sol "1.Rh1#!";';
const COOKED = '7k/5K2/8/8/8/8/2Q5/R7 w - - stip "#1"; sol "1.Rh1#!";';
// docs/themes.md, ideal mate and Excelsior.
const IDEAL = '8/3K4/3B4/3p4/3kN3/4p3/3P4/8 b - - stip "h#3";';

const explored = async (page, what) => {
  await page.click('[data-tab="explore"]');
  await page.click(`[data-explore="${what}"]`);
  await page.waitForFunction(() => !Explore.isRunning && document.querySelector("#finds h3"));
};

test(
  "a man is clicked, and the board shows where it can stand",
  with_page({line: MATE}, async page => {
    await page.click('[data-tab="explore"]');
    await page.click('[data-explore="stand"]');
    await square(page, "a1").click();
    await page.waitForSelector(".legend");
    assert.match(await page.textContent(".legend"), /sound/);
    const signs = await page.locator(".signs text").count();
    assert.equal(signs, 61);
    assert.match(await square(page, "b1").getAttribute("aria-label"), /b1, empty, sound/);
    // A click on a square puts the man there, and another one takes it on.
    await square(page, "b1").click();
    assert.match(await line(page), /^7k\/5K2\/8\/8\/8\/8\/8\/1R6 /);
    await square(page, "c1").click();
    assert.match(await line(page), /^7k\/5K2\/8\/8\/8\/8\/8\/2R5 /);
    for (let i = 0; i < 2; i++) await page.click('[data-do="undo"]');
    assert.match(await line(page), /^7k\/5K2\/8\/8\/8\/8\/8\/R7 /);
    assert.equal(await page.locator(".signs text").count(), 61);
    // Another change of the position, or another panel, ends the map.
    await page.click('[data-tab="form"]');
    assert.equal(await page.locator(".signs text").count(), 0);
    await page.click('[data-tab="explore"]');
    await page.click('[data-do="mirror"]');
    assert.equal(await page.locator(".signs text").count(), 0);
  }),
);

test(
  "a man that is to be added is chosen from the list",
  with_page({line: MATE}, async page => {
    await page.click('[data-tab="explore"]');
    await page.click('[data-explore="stand"]');
    await page.selectOption("#stander", "add=p");
    await page.waitForSelector(".legend");
    await square(page, "h2").click();
    assert.match(await line(page), /^7k\/5K2\/8\/8\/8\/8\/7p\/R7 /);
  }),
);

test(
  "a repair is put on the board, taken back, and kept",
  with_page({line: COOKED}, async page => {
    await explored(page, "repair");
    const find = page.locator('.find:has(b:text-is("remove c2"))');
    await find.locator(".open-find").click();
    assert.match(await line(page), /^7k\/5K2\/8\/8\/8\/8\/8\/R7 /);
    assert.equal(await solved(page), "sound");
    await page.click('[data-do="undo"]');
    assert.match(await line(page), /^7k\/5K2\/8\/8\/8\/8\/2Q5\/R7 /);
    await page.locator('.find:has(b:text-is("remove c2")) .keep').click();
    await page.waitForSelector(".entry", {state: "attached"});
    assert.equal(await page.locator(".entry").count(), 1);
  }),
);

test(
  "economy and twins list what they find",
  // docs/explore.md, and the README's mate in two.
  with_page({line: '7k/pp6/5K2/8/8/8/8/6R1 w - - stip "#2";'}, async page => {
    await explored(page, "economy");
    assert.match(await page.textContent("#finds"), /remove a7[^]*remove b7/);
    await explored(page, "twins");
    assert.match(await page.textContent("#explore-status"), /variants/);
    assert.ok((await page.locator(".find .moves").count()) > 0);
  }),
);

test("the page says why a problem is not explored", async () => {
  for (const [text, what, reason] of [
    ['6k1/6p1/8/6N1/8/7n/8/4K2R b ? - stip "h#2"; twin "b) move h3 h4";', "twins", /has twins/],
    ['7k/5K2/8/8/8/8/8/R7 w - - sstip "white 3a[#]d";', "economy", /Structured stipulations are not supported/],
    ['7k/5K2/8/8/8/8/8/R7 w - - stip "#2";', "economy", /unsound[^]*Repair/],
    [MATE, "repair", /sound already/],
  ]) {
    const page = await open({line: text});
    await explored(page, what);
    await page.waitForSelector("#finds .fault");
    assert.match(await page.textContent("#finds"), reason);
    assert.deepEqual(page.failures, []);
    await page.context().close();
  }
});

test(
  "exploring is cancelled within a second, and keeps what was found",
  with_page({line: '2K5/5k2/8/8/8/1q6/8/2Q5 b - - stip "h#2"; cond "Isardam";'}, async page => {
    await page.click('[data-tab="explore"]');
    await page.selectOption("#steps", "2");
    await page.click('[data-explore="twins"]');
    await page.waitForSelector(".find", {timeout: 60000});
    const begun = Date.now();
    await page.click("#explore-cancel");
    await page.waitForFunction(() => !Explore.isRunning);
    assert.ok(Date.now() - begun < 1000, `${Date.now() - begun} ms`);
    assert.match(await page.textContent("#explore-status"), /^cancelled after/);
    assert.ok((await page.locator(".find").count()) > 0);
  }),
);

test(
  "themes are chips, and a click marks their men and moves",
  with_page({line: IDEAL}, async page => {
    await solved(page);
    const chip = page.locator(".themes .chip", {hasText: "ideal mate"});
    await chip.click();
    assert.match(await page.textContent(".evidence"), /ideal mate/);
    assert.ok((await page.locator(".m.themed").count()) > 0);
    assert.equal(await page.locator(".board.played").count(), 1);
    await chip.click();
    assert.equal(await page.locator(".m.themed").count(), 0);
    assert.equal(await page.locator(".more-themes").count(), 0);
  }),
);

test(
  "set play and tries of a two-mover are searched for themes when it is asked for",
  with_page({line: MADRASI}, async page => {
    await solved(page);
    await page.click(".more-themes");
    await page.waitForFunction(() => !Solution.isRunning && !document.querySelector(".more-themes"));
    await page.waitForSelector(".themes .chip");
  }),
);

test(
  "the collection is filtered by theme",
  with_page({line: IDEAL}, async page => {
    await page.click('[data-tab="collection"]');
    await page.click("#add");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
    await page.goto(page.url().split("#")[0] + "#" + encodeURIComponent(MADRASI));
    await page.waitForFunction(() => Model.values("cond")[0] === "Madrasi");
    await page.click("#add");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
    await page.click("#check-all");
    await page.waitForFunction(() => document.querySelectorAll(".entry .verdict.sound").length === 2);
    for (const [words, count] of [
      ["ideal mate", 1],
      ["ideal mate>=1", 1],
      ["ideal mate>=9", 0],
      ["", 2],
    ]) {
      await page.fill('[aria-label="Filter the collection"]', words);
      assert.equal(await page.locator(".entry").count(), count, words);
    }
  }),
);
