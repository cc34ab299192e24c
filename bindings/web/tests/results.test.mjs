// The list of results, their comparison, and what is printed.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MADRASI, play, solved, square, tests_in_browser} from "./page.mjs";

const {with_page} = tests_in_browser();

const MATE = '7k/8/5K2/8/8/8/8/6R1 w - - stip "#2";';

// Solves a mate in two as it is, without its rook, and with another stipulation.
const solve_three = async page => {
  await solved(page);
  await square(page, "g1").click({button: "right"});
  await solved(page);
  await page.click('[data-do="undo"]');
  await page.fill("#stipulation", "h#2");
  await page.selectOption("#side", "b");
  await solved(page);
};
const titles = page => page.locator("#results .show-result").allTextContents();

test(
  "three results are listed with position, verdict and time, and shown and edited again",
  with_page({line: MATE}, async page => {
    await solved(page);
    assert.equal(await page.locator("#results li").count(), 0);
    await solve_three(page);
    const shown = await titles(page);
    assert.equal(shown.length, 4);
    assert.match(shown[0], /^4\. h#2 (sound|unsound)[\d.]+ s · [\d,]+ positions$/);
    assert.match(shown[1], /^3\. #2 unsound[\d.]+ s/);
    assert.match(shown[3], /^1\. #2 /);
    // The small boards have the men of their own positions; what has changed since the result before is marked.
    const men = at => page.locator("#results .small").nth(at).locator("use").count();
    assert.deepEqual(await Promise.all([0, 1, 2].map(men)), [3, 2, 3]);
    const marked = at => page.locator("#results .small").nth(at).locator(".changed").count();
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map(marked)), [1, 1, 0, 0]);
    // With the keyboard: the result without the rook is shown, and put on the board.
    await page.locator("#results .show-result").nth(1).focus();
    await page.keyboard.press("Enter");
    assert.match(await play(page), /unsound/);
    assert.match(await page.getAttribute("#result", "class"), /old/);
    await page.click('[aria-label="Edit position 3"]');
    assert.equal(await page.evaluate(() => Model.parts().board), "7k/8/5K2/8/8/8/8/8");
    assert.doesNotMatch((await page.getAttribute("#result", "class")) || "", /old/);
    await page.click('[data-do="undo"]');
    assert.equal(await page.evaluate(() => Model.parts().board), "7k/8/5K2/8/8/8/8/6R1");
  }),
);

test(
  "a result is compared with any other one",
  with_page({line: MATE}, async page => {
    await solve_three(page);
    await page.click('.views button:text-is("Compare")');
    const choices = await page.locator("#compare-with option").allTextContents();
    assert.equal(choices.length, 2);
    assert.match(choices[0], /^2\. #2, unsound$/);
    assert.match(choices[1], /^1\. #2, /);
    assert.match(await page.textContent(".difference.gone"), /Only in 2/);
    await page.selectOption("#compare-with", "1");
    assert.match(await page.textContent(".difference.gone"), /Only in 1[^]*1\.[^]*#/);
    assert.match(await page.textContent(".difference.fresh"), /Only in 3/);
  }),
);

test(
  "a problem without faults is not compared with one that has them",
  with_page({line: MADRASI}, async page => {
    await page.fill('[aria-label="Condition"] >> nth=0', "Madrassi");
    assert.equal(await solved(page), "invalid");
    assert.equal(await page.locator(".views").count(), 0);
    await page.click("#form .fault .mend");
    await solved(page);
    assert.deepEqual(await page.locator(".views button").allTextContents(), ["Play", "Text"]);
  }),
);

// What is on paper: the texts that are visible, and whether the board is the diagram.
const printed = page =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        addEventListener(
          "beforeprint",
          () => {
            const isVisible = element => element.checkVisibility({visibilityProperty: true});
            const visible = selector => [...document.querySelectorAll(selector)].filter(isVisible);
            resolve({
              buttons: visible("button, summary.primary, select, input, textarea")
                .filter(button => !button.matches(".m, .to, .finding, .chip"))
                .map(button => button.textContent),
              boards: visible("#stage svg.board").map(board => board.classList.contains("editing")),
              folded: visible("#result details:not([open])").length,
              text: document.body.innerText,
            });
          },
          {once: true},
        );
        dispatchEvent(new Event("beforeprint"));
      }),
  );

test(
  "diagram, stipulation, conditions, verdict and solution are printed, and nothing to click",
  with_page({line: MADRASI.replace(";", '; author "A. Composer";'), colorScheme: "dark"}, async page => {
    await solved(page);
    await page.click(".m.key");
    await page.emulateMedia({media: "print"});
    const paper = await printed(page);
    assert.deepEqual(paper.buttons, []);
    assert.deepEqual(paper.boards, [true]);
    assert.equal(paper.folded, 0);
    for (const words of ["A. Composer", "#2 · Madrasi", "(8+8)", "sound", "1.Be5+!", "2.bxc4#", "is paralysed"]) {
      assert.ok(paper.text.includes(words), words);
    }
    assert.doesNotMatch(paper.text, /Solve|Keymove 0|not computed/);
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    assert.equal(ink, "rgb(0, 0, 0)");
    const pdf = await page.pdf();
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    // After it, the folds are as they were.
    assert.ok((await page.locator("#result details:not([open])").count()) > 0);
  }),
);

test(
  "the solution of another position is not printed below a diagram",
  with_page({line: MADRASI}, async page => {
    await solved(page);
    await square(page, "a1").click({button: "right"});
    await page.emulateMedia({media: "print"});
    const paper = await printed(page);
    assert.doesNotMatch(paper.text, /1\.Be5|sound/);
    const head = page.locator("#result .head");
    const note = await head.evaluate(element => getComputedStyle(element, "::after").content);
    assert.match(note, /is that of another position, and is not printed/);
  }),
);
