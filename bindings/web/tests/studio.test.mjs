// What a composer does with the page.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync, mkdtempSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {test} from "node:test";
import {MADRASI, line, play, solved, square, tests_in_browser} from "./page.mjs";

const {open, with_page} = tests_in_browser();

const put = async (page, man, ...squares) => {
  await page.click(`.man[aria-label="${man}"]`);
  for (const name of squares) await square(page, name).click();
  await page.click(".hand");
};

test(
  "men are put on the board, and Wikipedia's example of Madrasi is solved and played",
  with_page({}, async page => {
    await page.click("#new");
    await put(page, "white king", "f1");
    await put(page, "white rook", "c5", "g2");
    await put(page, "white bishop", "a1");
    await put(page, "white knight", "f2", "f7");
    await put(page, "white pawn", "b3", "c2");
    await put(page, "black king", "c8");
    await put(page, "black rook", "g5", "h4");
    await put(page, "black bishop", "d1");
    await put(page, "black knight", "d8");
    await put(page, "black pawn", "b7", "d7", "d3");
    assert.equal(await page.textContent("#men"), "(8+8)");
    await page.click('.chip:text-is("#2")');
    await page.fill('[aria-label="Condition"]', "Madr");
    await page.click('.suggestions li:has(b:text-is("Madrasi"))');
    assert.equal(await solved(page), "sound");
    assert.match(await play(page), /1\.Be5\+!/);
    // The solution is played by a click, by keys, and by the halves of the board.
    await page.click(".m.key");
    assert.equal(await page.textContent("#playing output"), "1.Be5+!");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent("#playing output"), "1...Rc4");
    const board = await page.locator(".board.played").boundingBox();
    await page.mouse.click(board.x + board.width * 0.8, board.y + board.height / 2);
    assert.equal(await page.textContent("#playing output"), "2.bxc4#");
    await page.mouse.click(board.x + board.width * 0.2, board.y + board.height / 2);
    assert.equal(await page.textContent("#playing output"), "1...Rc4");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".board.played").count(), 0);
    assert.match(await line(page), /^2kn4\/1p1p1N2\/8\/2R3r1\/7r\/1P1p4\/2P2NR1\/B2b1K2 \?/);
  }),
);

test(
  "men are dragged, moved by two clicks, removed, and typed; all of it can be undone",
  with_page({}, async page => {
    await page.click("#new");
    await square(page, "e4").focus();
    await page.keyboard.press("Q");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("s");
    assert.match(await line(page), /^8\/8\/8\/8\/4Qn2\/8\/8\/8 /);
    assert.equal(await square(page, "e4").getAttribute("aria-label"), "e4, white queen");
    const centre = async name => {
      const {x, y, width, height} = await square(page, name).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await centre("e4")));
    await page.mouse.down();
    await page.mouse.move(...(await centre("c6")), {steps: 4});
    await page.mouse.up();
    assert.match(await line(page), /^8\/8\/2Q5\/8\/5n2\/8\/8\/8 /);
    await square(page, "c6").click();
    await square(page, "d7").click();
    assert.match(await line(page), /^8\/3Q4\/8\/8\/5n2\/8\/8\/8 /);
    await square(page, "f4").click({button: "right"});
    assert.match(await line(page), /^8\/3Q4\/8\/8\/8\/8\/8\/8 \? *$/);
    for (const name of ["left", "mirror", "rotate", "flip", "swap"]) await page.click(`[data-do="${name}"]`);
    const moved = await line(page);
    for (let i = 0; i < 9; i++) await page.click('[data-do="undo"]');
    assert.match(await line(page), /^8\/8\/8\/8\/4Q3\/8\/8\/8 /);
    for (let i = 0; i < 9; i++) await page.click('[data-do="redo"]');
    assert.equal(await line(page), moved);
  }),
);

test(
  "a misspelt condition is marked, and mended by a click",
  with_page({line: MADRASI}, async page => {
    await page.fill('[aria-label="Condition"] >> nth=0', "Madrassi");
    const fault = page.locator("#form .fault").first();
    await fault.waitFor();
    assert.match(await fault.textContent(), /unknown condition `Madrassi`/);
    assert.equal(await page.getAttribute('[aria-label="Condition"] >> nth=0', "aria-invalid"), "true");
    assert.equal(await page.textContent("#caption"), "#2 · Madrassi");
    assert.doesNotMatch(await page.textContent("#understood"), /Here, Black/);
    assert.equal(await solved(page), "invalid");
    await page.click("#form .fault .mend");
    await page.waitForSelector("#form .fault", {state: "detached"});
    assert.equal(await solved(page), "sound");
  }),
);

test(
  "a side to move that contradicts the stipulation is reported beside it",
  with_page({line: MADRASI}, async page => {
    await page.fill("#stipulation", "h#3");
    const fault = page.locator("#side-faults .fault");
    await fault.waitFor();
    assert.match(await fault.textContent(), /`h#3` begins with Black/);
    await page.selectOption("#side", "b");
    await page.waitForSelector("#side-faults .fault", {state: "detached"});
    assert.match(await page.textContent("#understood"), /Here, Black begins/);
    await page.selectOption("#side", "w");
    await page.click('#side-faults .mend:text-is("as usual")');
    await page.waitForSelector("#side-faults .fault", {state: "detached"});
    assert.equal(await page.inputValue("#side"), "?");
  }),
);

test(
  "a helpmate with twins",
  with_page({line: '6k1/6p1/8/6N1/8/7n/8/4K2R b ? - stip "h#2";'}, async page => {
    // From the README.
    await page.fill('[aria-label="Twin"]', "move h3 h4");
    await page.waitForFunction(() => Model.values("twin")[0] === "b) move h3 h4");
    await solved(page);
    const text = await play(page);
    assert.match(text, /a\)/);
    assert.match(text, /b\) bSh3→h4/);
    await page.fill('[aria-label="Twin"] >> nth=0', "move h3 h9");
    await page.waitForSelector("#twin-faults .fault");
  }),
);

test(
  "a board of 10x8 with a grasshopper and a hole",
  with_page({}, async page => {
    await page.click("#new");
    await page.fill("#files", "10");
    await page.press("#files", "Enter");
    await put(page, "white king", "a1");
    await put(page, "black king", "j8");
    await page.fill('[aria-label="Search fairy men"]', "grasshopper");
    await page.click('.fairy .man:has(.code:text-is("G"))');
    await square(page, "c3").click();
    await page.click(".pit");
    await square(page, "e4").click();
    await page.fill("#stipulation", "ser-h~1");
    assert.match(await line(page), /^9k\/10\/10\/10\/4\{\}5\/2\{w:G\}7\/10\/K9 /);
    await solved(page);
    assert.match(await play(page), /1\.K/);
    const name = await square(page, "c3").getAttribute("aria-label");
    assert.match(name, /white Grasshopper/);
  }),
);

test(
  "texts of Popeye and Olive are pasted, faults are underlined, and no other problem takes their place",
  with_page({}, async page => {
    await page.click('[data-tab="text"]');
    const popeye = "BeginProblem\nPieces\n  White Kf7 Ra1\n  Black Kh8\nStipulation #1\nCondition Circe\nEndProblem\n";
    await page.fill("#source", popeye);
    await page.waitForFunction(() => Model.parts().board === "7k/5K2/8/8/8/8/8/R7");
    await page.waitForFunction(() => document.querySelector("#caption").textContent === "#1 · Circe");
    await page.fill("#source", popeye.replace("Circe", "Madrassi Circe"));
    await page.waitForSelector("#marks u");
    assert.equal(await page.textContent("#marks u"), "Madrassi");
    await page.click("#solve");
    assert.match(await page.textContent("#message"), /the text has errors/);
    const olive = 'algebraic:\n  white: [Kf7, Qb1]\n  black: [Kh8]\nstipulation: "#1"\n';
    await page.fill("#source", olive);
    await page.waitForFunction(() => Model.parts().board === "7k/5K2/8/8/8/8/8/1Q6");
    await page.selectOption("#format", "popeye");
    await page.waitForFunction(() => /stipulation #1/i.test(document.querySelector("#source").value));
    assert.equal(await solved(page), "sound");
  }),
);

test(
  "a collection is kept, exported, imported and checked",
  with_page({line: MADRASI}, async page => {
    await page.click('[data-tab="collection"]');
    await page.click("#add");
    await page.waitForSelector(".entry");
    await page.goto(
      page.url().split("#")[0] + "#" + encodeURIComponent('7k/5K2/8/8/8/8/R7/R7 w - - stip "#1"; author "A";'),
    );
    await page.waitForFunction(() => Model.values("author")[0] === "A");
    await page.click("#add");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
    for (const [format, ending, pattern] of [
      ["epd", "epd", /cond "Madrasi"/],
      ["popeye", "inp", /nextproblem/i],
      ["yaml", "olv", /stipulation: /],
    ]) {
      await page.click("#export summary");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export="${format}"]`)]);
      assert.equal(download.suggestedFilename(), "collection." + ending);
      const text = readFileSync(await download.path(), "utf8");
      assert.match(text, pattern);
      const file = path.join(mkdtempSync(path.join(tmpdir(), "studio-")), "collection." + ending);
      writeFileSync(file, text);
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#import")]);
      await chooser.setFiles(file);
      const count = {epd: 4, popeye: 8, yaml: 16}[format];
      await page.waitForFunction(count => document.querySelectorAll(".entry").length === count, count);
    }
    await page.click("#check-all");
    await page.waitForFunction(
      () =>
        document.querySelectorAll(".entry .verdict.sound").length === 8 &&
        document.querySelectorAll(".entry .verdict.unsound").length === 8,
    );
    await page.reload();
    await page.waitForSelector("body.is-ready");
    await page.click('[data-tab="collection"]');
    assert.equal(await page.locator(".entry .verdict.unsound").count(), 8);
  }),
);

test(
  "diagram and solution are saved",
  with_page({line: MADRASI}, async page => {
    await solved(page);
    for (const [kind, pattern] of [
      ["svg", /^<svg/],
      ["png", /^.PNG/s],
      ["html", /^<!DOCTYPE html>[^]*1\.Be5\+!/],
      ["latex", /\\begin\{diagram\}/],
      ["txt", /^Key\n/],
    ]) {
      await page.click("#save summary");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-save="${kind}"]`)]);
      assert.match(readFileSync(await download.path(), "latin1"), pattern, kind);
    }
  }),
);

test(
  "a link contains the problem",
  with_page({line: MADRASI}, async page => {
    await page.click("#link");
    await page.waitForFunction(() => location.hash.includes("Madrasi"));
    const other = await open({address: page.url()});
    assert.equal(await line(other), await line(page));
    await other.context().close();
  }),
);

test(
  "the letters are German, and two solutions are compared",
  with_page({line: MADRASI}, async page => {
    await solved(page);
    await page.selectOption("#letters", "de");
    await solved(page);
    assert.match(await play(page), /1\.Le5\+!/);
    await page.click('.views button:text-is("Compare")');
    assert.match(await page.textContent(".difference.gone"), /1\.Be5\+!/);
    assert.match(await page.textContent(".difference.fresh"), /1\.Le5\+!/);
  }),
);

test(
  "on a phone, nothing is wider than the screen, and a long press removes a man",
  with_page({line: MADRASI, viewport: {width: 360, height: 740}, isMobile: true, hasTouch: true}, async page => {
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    const [wide, screen] = await widths();
    assert.ok(wide <= screen, `${wide} > ${screen}`);
    assert.ok(await page.locator("#solve").isVisible());
    await page.tap("#solve");
    await page.waitForSelector("#result .head .verdict");
    await page.tap(".m.key");
    await page.tap('[data-go="on"]');
    assert.equal(await page.textContent("#playing output"), "1...Rc4");
    const [now] = await widths();
    assert.ok(now <= screen, `${now} > ${screen}`);
    await page.tap("#edit");
    await page.evaluate(() => {
      const target = document.querySelector('[data-square="d1"]');
      const {x, y, width} = target.getBoundingClientRect();
      target.dispatchEvent(
        new PointerEvent("pointerdown", {
          bubbles: true,
          pointerType: "touch",
          clientX: x + width / 2,
          clientY: y + width / 2,
        }),
      );
    });
    await page.waitForFunction(() => Model.parts().board.endsWith("B4K2"));
  }),
);
