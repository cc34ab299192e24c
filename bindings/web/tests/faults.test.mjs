// What the page survives.
import assert from "node:assert/strict";
import {test} from "node:test";
import {MADRASI, play, solved, tests_in_browser} from "./page.mjs";

const {open, with_page} = tests_in_browser();

const LONG = '8/8/8/3k4/8/8/8/1B2K2N w - - stip "#20";';

const set = (page, line) =>
  page.evaluate(line => {
    location.hash = encodeURIComponent(line);
  }, line);

test(
  "a long search is cancelled within a second, and the next problem is solved",
  with_page({line: LONG}, async page => {
    await page.click("#solve");
    await page.waitForTimeout(1500);
    const begun = Date.now();
    await page.click("#solve");
    await page.waitForSelector("#result .head .verdict");
    assert.ok(Date.now() - begun < 1000, `${Date.now() - begun} ms`);
    assert.match(await page.textContent("#result .head .verdict"), /undecided: cancelled/);
    await set(page, MADRASI);
    await page.waitForFunction(() => Model.values("cond")[0] === "Madrasi");
    assert.equal(await solved(page), "sound");
  }),
);

test(
  "a second solve replaces the one that runs",
  with_page({line: LONG}, async page => {
    await page.click("#solve");
    await page.waitForTimeout(300);
    await set(page, MADRASI);
    await page.waitForFunction(() => Model.values("cond")[0] === "Madrasi");
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector("#result .head .verdict.sound");
    assert.match(await play(page), /1\.Be5\+!/);
  }),
);

test(
  "the page goes on after a trap",
  with_page({line: MADRASI}, async page => {
    assert.equal(await solved(page), "sound");
    // The next search asks the module for more memory than there is, which ends it as a full stack does.
    for (const worker of page.workers()) {
      await worker.evaluate(() => {
        const real = exports;
        exports = {...real, memory: real.memory, solve: () => real.reserve(-1)};
      });
    }
    await page.click("#solve");
    await page.waitForSelector("#result .head .verdict.failed");
    assert.match(await play(page), /internal error, please report it with the problem: [^]*capacity overflow/);
    assert.equal(await solved(page), "sound");
  }),
);

test(
  "100,000 lines of output are shown in part, and saved as a whole",
  with_page({line: '8/8/1k6/8/4r3/8/2Q5/6K1 b - - stip "exact-h~2";'}, async page => {
    await page.click("#solve");
    await page.waitForSelector("#result .head .verdict", {timeout: 120000});
    const lines = await page.evaluate(() => Solution.text.split("\n").length);
    assert.ok(lines > 100000, String(lines));
    await page.click('.views button:text-is("Text")');
    assert.match(await page.textContent("#result .live"), /more lines; Save has all of them/);
    await page.click('.views button:text-is("Play")');
    await page.click(".m");
    await page.keyboard.press("ArrowRight");
    assert.ok((await page.textContent("#playing output")).length > 1);
  }),
);

test("a broken link says so, and leaves the page in use", async () => {
  for (const [fragment, message] of [
    ["#%E0%A4%A", /the link is broken/],
    ["#nothing", /the link is broken/],
    ["#" + encodeURIComponent('7k/8/8/8/8/8/8/7K w - - stip "#2x";'), /the link is broken/],
  ]) {
    const page = await open({fragment});
    assert.match(await page.textContent("#message"), message, fragment);
    await set(page, MADRASI);
    await page.waitForFunction(() => Model.values("cond")[0] === "Madrasi");
    assert.equal(await solved(page), "sound");
    assert.deepEqual(page.failures, []);
    await page.context().close();
  }
});

test(
  "a full storage is reported, and the collection stays in the page",
  with_page({line: MADRASI}, async page => {
    await page.evaluate(() => {
      for (let size = 1 << 20, number = 0; size >= 1; number++) {
        try {
          localStorage.setItem("filler" + number, "x".repeat(size));
        } catch {
          size >>= 1;
        }
      }
    });
    await page.click('[data-tab="collection"]');
    await page.click("#add");
    await page.waitForFunction(() =>
      /storage of this page is full/.test(document.querySelector("#message").textContent),
    );
    assert.equal(await page.locator(".entry").count(), 1);
    assert.equal(await solved(page), "sound");
  }),
);

test("words of a problem are shown as words, never run", async () => {
  const evil = "<img src=x onerror=window.isHacked=1>";
  const words = `title "${evil}"; author "${evil}"; remark "${evil}"; sol "1.${evil}!";`;
  const line = `7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; ${words}`;
  const page = await open({line});
  await solved(page);
  for (const name of ["text", "collection"]) await page.click(`[data-tab="${name}"]`);
  await page.click("#add");
  await page.waitForSelector(".entry");
  await set(page, `7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; cond "${evil}";`);
  await page.waitForSelector("#text-faults .fault");
  assert.equal(await page.evaluate(() => window.isHacked), undefined);
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(page.failures, []);
  await page.context().close();
});

test(
  "nothing is sent",
  with_page({line: MADRASI}, async page => {
    const asked = [];
    page.on("request", request => asked.push(request.url()));
    await solved(page);
    assert.deepEqual(
      asked.filter(url => !url.startsWith("blob:")),
      [],
    );
    const denied = await page.evaluate(() =>
      fetch("http://127.0.0.1:9/").then(
        () => "sent",
        error => error.message,
      ),
    );
    assert.match(denied, /Failed to fetch/);
  }),
);
