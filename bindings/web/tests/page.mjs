// Opens the studio in Debian's chromium: from its file, or from `keymove serve`.
import assert from "node:assert/strict";
import {chromium} from "playwright-core";
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {after, before} from "node:test";
import {tmpdir} from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";

const root = path.resolve(import.meta.dirname, "../../..");
export const FILE = path.resolve(import.meta.dirname, "../out/keymove-studio.html");
export const PROGRAM = process.env.KEYMOVE || path.join(root, "target/release/keymove");
export const PROBLEMS = path.join(root, "problems");

// Wikipedia's example of Madrasi, which the README solves.
export const MADRASI = '2kn4/1p1p1N2/8/2R3r1/7r/1P1p4/2P2NR1/B2b1K2 w - - stip "#2"; cond "Madrasi";';

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Starts the browser with a fresh profile. `close` ends it and removes the profile.
export const browser = async () => {
  const profile = mkdtempSync(path.join(tmpdir(), "studio-"));
  const started = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    headless: true,
    args: [...FLAGS, "--crash-dumps-dir=" + profile],
  });
  return {
    started,
    close: async () => {
      await started.close();
      rmSync(profile, {recursive: true, force: true});
    },
  };
};

// Opens the page in a context of its own. Errors of its scripts are collected.
export const open = async (
  started,
  {address = pathToFileURL(FILE).href, line = "", fragment = "", ...options} = {},
) => {
  const context = await started.newContext({viewport: {width: 1440, height: 900}, acceptDownloads: true, ...options});
  const page = await context.newPage();
  page.failures = [];
  page.on("pageerror", error => page.failures.push(error.message));
  page.setDefaultTimeout(30000);
  await page.goto(address + (line ? "#" + encodeURIComponent(line) : fragment));
  await page.waitForSelector("body.is-ready");
  return page;
};

// Runs a browser during the tests of a file. `open` opens the page in it. `with_page` returns a test that opens the page,
// uses it, and fails if one of its scripts has failed.
export const tests_in_browser = () => {
  let chrome;
  before(async () => {
    chrome = await browser();
  });
  after(async () => {
    await chrome.close();
  });
  const open_here = options => open(chrome.started, options);
  const with_page = (options, use) => async () => {
    const page = await open_here(options);
    try {
      await use(page);
      assert.deepEqual(page.failures, []);
    } finally {
      await page.context().close();
    }
  };
  return {open: open_here, with_page};
};

export const solved = async page => {
  await page.click("#solve");
  await page.waitForFunction(() => !Solution.isRunning);
  await page.waitForSelector("#result .head .verdict");
  return page.textContent("#result .head .verdict");
};

export const play = page => page.textContent("#result");
export const square = (page, name) => page.locator(`[data-square="${name}"]`);

// The line of the problem under edit.
export const line = page =>
  page.evaluate(async () => {
    const operations = Model.parts().operations.map(([name, value]) => `${name} "${value}";`);
    const {board, side} = Model.parts();
    return [board, side, ...operations].join(" ");
  });

// Runs `keymove serve`; returns its address, and how to end it.
export const serve = async (folder, ...more) => {
  const program = spawn(PROGRAM, ["serve", folder, "--no-open", ...more], {stdio: ["ignore", "pipe", "ignore"]});
  const address = await new Promise((resolve, reject) => {
    program.on("error", reject);
    program.on("exit", code => reject(new Error("keymove serve has ended with " + code)));
    program.stdout.on("data", text => resolve(String(text).trim()));
  });
  return {address, end: () => program.kill()};
};
