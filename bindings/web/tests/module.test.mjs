// The module answers as the program does.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, readFileSync, readdirSync} from "node:fs";
import path from "node:path";
import {test} from "node:test";
import {start} from "./module.mjs";
import {MADRASI, PROBLEMS, PROGRAM} from "./page.mjs";

// The answers that `keymove check --update` has recorded beside a file, by the names of the problems.
const recorded = file => {
  const answers = new Map();
  for (const part of readFileSync(file + ".answers", "utf8")
    .split("\n== ")
    .slice(1)) {
    const at = part.indexOf("\n");
    const name = part.slice(0, at);
    answers.set(name, [...(answers.get(name) || []), part.slice(at + 1).trimEnd() + "\n"]);
  }
  return answers;
};

const SECONDS = Number(process.env.KEYMOVE_SECONDS || 2);

test("the recorded answers of problems/ are the same bytes in WebAssembly", async () => {
  const files = readdirSync(PROBLEMS, {recursive: true})
    .filter(name => existsSync(path.join(PROBLEMS, name + ".answers")))
    .sort();
  const different = [];
  let [same, cut] = [0, 0];
  for (const name of files) {
    const file = path.join(PROBLEMS, name),
      answers = recorded(file);
    const module = await start();
    const {problems} = module.ask({ask: "read", text: readFileSync(file, "utf8"), format: null, file: name});
    for (const {id, line, parts} of problems) {
      assert.ok(parts, `${name}: ${line}`);
      const expected = id && answers.get(id) && answers.get(id).shift();
      if (!expected) continue;
      const done = module.solve({parts, settings: {seconds: SECONDS, brief: true, answer: true}}).at(-1);
      assert.equal(done.event, "done", `${name} ${id}: ${JSON.stringify(done)}`);
      if (done.cut === "time") cut++;
      else if (done.answer === expected) same++;
      else different.push(`${name} ${id}\n${done.answer}\n${expected}`);
    }
  }
  assert.deepEqual(different, []);
  console.log(`${same} answers are the same, ${cut} were cut after ${SECONDS} s`);
  assert.ok(same > 150 && same > 4 * cut, `${same} the same, ${cut} cut`);
});

test("a mate in two takes less than 100 MB, and the module needs the page's three functions alone", async () => {
  const module = await start();
  const {
    problems: [{parts}],
  } = module.ask({ask: "read", text: MADRASI, format: null});
  assert.equal(module.solve({parts}).at(-1).verdict, "sound");
  assert.ok(module.memory() < 100e6, String(module.memory()));
  assert.deepEqual(module.imports, ["failed", "now", "told"]);
});

test("a long series does not exceed the stack, and a time limit ends it", async () => {
  const module = await start();
  const text = '8/8/8/8/8/2k5/1p6/K7 b - - stip "ser-h#277";';
  const {
    problems: [{parts}],
  } = module.ask({ask: "read", text, format: null});
  const done = module.solve({parts, settings: {seconds: 1}}).at(-1);
  assert.equal(done.event, "done");
});

// Published helpmates; the last is Popeye's example hpint 115. Its final positions need more memory than a table of the
// page's size would leave them, and without them it takes 20 times as many positions.
const HELPMATES = [
  '8/8/2Nq4/5k2/3P4/5K2/2b2P2/8 b - - stip "h#4";',
  '1b4b1/N5K1/8/4p3/r7/k3nq2/3p4/8 b - - stip "h#5";',
  'B7/2bp4/1krr4/1p6/8/5p2/8/7K b - - stip "h#6";',
  '8/2p5/8/PK6/kP6/8/6P1/8 b - - stip "h#5"; cond "MarsCirce";',
  'r3k2r/8/3Pb3/2N5/8/7n/8/R3K2R b ? - stip "h=3";',
];

test("the module visits the same positions as the program", async () => {
  const module = await start();
  const input = HELPMATES.join("\n") + "\n";
  const text = execFileSync(PROGRAM, ["check", "--format", "jsonl", "--threads", "1", "-"], {input, encoding: "utf8"});
  const native = text
    .trim()
    .split("\n")
    .map(line => JSON.parse(line).nodes);
  const {problems} = module.ask({ask: "read", text: input, format: "epd"});
  const counts = problems.map(({parts}) => module.solve({parts, settings: {brief: true}}).at(-1).positions);
  assert.deepEqual(counts, native);
  assert.equal(counts.length, HELPMATES.length);
});
