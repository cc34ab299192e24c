// The page that `keymove serve` serves, and who gets no answer.
import assert from "node:assert/strict";
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import http from "node:http";
import {tmpdir} from "node:os";
import path from "node:path";
import {after, before, test} from "node:test";
import {MADRASI, PROBLEMS, browser, open, play, serve, solved} from "./page.mjs";

let chrome, served;
before(async () => {
  chrome = await browser();
  served = await serve(path.join(PROBLEMS, "direct"));
});
after(async () => {
  served.end();
  await chrome.close();
});

test("the served page solves with the program, and opens files of the folder", async () => {
  const page = await open(chrome.started, {address: served.address, line: MADRASI});
  assert.match(await page.textContent("#engine-name"), /keymove serve/);
  assert.equal(await solved(page), "sound");
  assert.match(await play(page), /1\.Be5\+!/);
  await page.click("#open");
  assert.match(await page.textContent("dialog"), /^\d+ files of the folder[^]*\.epdAnother file …Close$/);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^[^.]*\.epd$/);
  await page.keyboard.press("Escape");
  // The browser reports the end of a dialog later, and only then is it removed.
  await page.waitForSelector("dialog", {state: "detached"});
  await page.click("#open");
  await page.click('dialog button:text-is("twomovers.epd")');
  await page.waitForSelector(".entry");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length >= 6);
  assert.deepEqual(page.failures, []);
  await page.context().close();
});

test("a file of the folder is opened as the collection, changed, and saved", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "studio-"));
  const file = path.join(folder, "mine.epd");
  writeFileSync(file, '7k/5K2/8/8/8/8/8/R7 w - - stip "#1"; author "A";\n');
  const own = await serve(folder);
  try {
    const page = await open(chrome.started, {address: own.address, line: MADRASI});
    await page.click('[data-tab="collection"]');
    await page.click("#add");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
    await page.selectOption("#folder-file", "mine.epd");
    await page.waitForSelector('.entry:has-text("A")');
    assert.equal(await page.locator(".entry").count(), 1);
    assert.ok(await page.locator("#folder-save").isDisabled());
    await page.click("#add");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
    await page.click("#folder-save");
    await page.waitForFunction(() => document.querySelector("#folder-save").disabled);
    const text = readFileSync(file, "utf8");
    assert.match(text, /author "A"[^]*Madrasi/);
    // A change that another program makes is not lost.
    writeFileSync(file, text + "# theirs\n");
    await page.click("#add");
    await page.click("#folder-save");
    await page.waitForFunction(() => /changed since/.test(document.querySelector("#message").textContent));
    assert.match(readFileSync(file, "utf8"), /# theirs/);
    // A new file, and one outside.
    const answers = ["../outside.epd", "new.olv"];
    page.on("dialog", dialog => dialog.accept(dialog.type() === "prompt" ? answers.shift() : undefined));
    await page.click("#folder-save-as");
    await page.waitForFunction(() => /in the folder/.test(document.querySelector("#message").textContent));
    assert.ok(!existsSync(path.join(folder, "../outside.epd")));
    await page.click("#folder-save-as");
    await page.waitForFunction(() => document.querySelector("#folder-file").value === "new.olv");
    assert.match(readFileSync(path.join(folder, "new.olv"), "utf8"), /stipulation/);
    // The collection of the browser is as it was.
    await page.selectOption("#folder-file", "");
    await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
    assert.deepEqual(page.failures, []);
    await page.context().close();
  } finally {
    own.end();
    rmSync(folder, {recursive: true, force: true});
  }
});

test("a search of the program is cancelled within a second", async () => {
  const line = '8/8/8/3k4/8/8/8/1B2K2N w - - stip "#20";';
  const page = await open(chrome.started, {address: served.address, line});
  await page.click("#solve");
  await page.waitForTimeout(1000);
  const begun = Date.now();
  await page.click("#solve");
  await page.waitForSelector("#result .head .verdict.undecided");
  assert.ok(Date.now() - begun < 1000, `${Date.now() - begun} ms`);
  await page.context().close();
});

const asked = (url, {method = "POST", headers = {}, body = ""} = {}) =>
  new Promise((resolve, reject) => {
    const request = http.request(url, {method, headers}, response => {
      let text = "";
      response.on("data", part => {
        text += part;
      });
      response.on("end", () => resolve({status: response.statusCode, text, headers: response.headers}));
    });
    request.on("error", reject);
    request.end(body);
  });

test("without the token, from another origin, or under another name, there is no answer", async () => {
  const {address} = served;
  const ask = address + "ask",
    body = '{"ask":"lists"}';
  assert.equal((await asked(ask, {body})).status, 200);
  const {origin} = new URL(address);
  const wrong = `${origin}/${"0".repeat(32)}/ask`;
  for (const [url, headers] of [
    [`${origin}/ask`, {}],
    [`${origin}/`, {}],
    [wrong, {}],
    [ask, {origin: "http://example.org"}],
    [ask, {origin: "null"}],
    [ask, {host: "example.org"}],
  ]) {
    const {status, text} = await asked(url, {headers, body});
    assert.equal(status, 403, url + JSON.stringify(headers));
    assert.ok(!text.includes("Madrasi"));
  }
  assert.equal((await asked(ask, {method: "GET"})).status, 405);
  assert.equal((await asked(address + "secret", {body})).status, 404);
  for (const name of ["../madrasi/madrasi.epd", "/etc/passwd", "twomovers.epd.answers", ""]) {
    const {text} = await asked(address + "open", {body: JSON.stringify({name})});
    assert.match(text, /no such problem file/, name);
  }
});

test("a page of another origin gets no answer from the browser", async () => {
  const other = http.createServer((_, response) => response.end("<!DOCTYPE html><title>other</title>"));
  await new Promise(resolve => other.listen(0, "127.0.0.1", resolve));
  const page = await (await chrome.started.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const result = await page.evaluate(
    url =>
      fetch(url, {method: "POST", body: '{"ask":"lists"}'}).then(
        response => response.text(),
        error => "failed: " + error.message,
      ),
    served.address + "ask",
  );
  assert.match(result, /failed/);
  await page.context().close();
  other.close();
});
