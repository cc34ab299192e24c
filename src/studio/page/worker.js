// Runs the WebAssembly module. The page posts `{module}` once, then `{id, ask}` or `{id, solve, table, solution}`.
"use strict";
let exports = null;
let told = [];
let id = 0;
let last = 0;

const decoder = new TextDecoder();
const encoder = new TextEncoder();
// The memory is another one after it has grown, so its bytes are looked up at each call.
const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));

// Events of a search are posted in bundles: there may be a hundred thousand of them.
const flush = () => {
  if (told.length) postMessage({id, events: told});
  told = [];
  last = performance.now();
};

const page = {
  now: () => performance.now(),
  told: (at, length) => {
    told.push(text(at, length));
    if (performance.now() - last > 40) flush();
  },
  failed: (at, length) => postMessage({id, failure: text(at, length)}),
};

const put = question => {
  const bytes = encoder.encode(question);
  const at = exports.reserve(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
};

let ready = null;
onmessage = async ({data}) => {
  if (data.module) {
    ready = WebAssembly.instantiate(data.module, {page}).then(instance => {
      exports = instance.exports;
    });
    return;
  }
  await ready;
  id = data.id;
  last = performance.now();
  try {
    if (data.solve) exports.solve(put(data.solve), data.table, data.solution);
    else exports.ask(put(data.ask));
    flush();
    postMessage({id, isOver: true, memory: exports.memory.buffer.byteLength});
  } catch (error) {
    flush();
    // After a trap the memory of the module is in no state to go on.
    postMessage({id, trap: String(error)});
  }
};
