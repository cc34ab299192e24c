// Runs the WebAssembly module of the page in node.
import {readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {FILE} from "./page.mjs";

const page = readFileSync(FILE, "utf8");
const [, packed] = /<script type="application\/octet-stream" id="engine">([^<]*)</.exec(page);
const module = await WebAssembly.compile(gunzipSync(Buffer.from(packed, "base64")));

// Returns `ask` and `solve`, which return the events.
export const start = async () => {
  let exports,
    told = [];
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  const imports = {
    now: () => performance.now(),
    told: (at, length) => told.push(JSON.parse(text(at, length))),
    failed: (at, length) => {
      throw new Error(text(at, length));
    },
  };
  ({exports} = await WebAssembly.instantiate(module, {page: imports}));
  const put = question => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const at = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  };
  const taken = () => {
    const events = told;
    told = [];
    return events;
  };
  return {
    ask: question => {
      exports.ask(put(question));
      return taken()[0];
    },
    solve: wanted => {
      exports.solve(put(wanted), 32, 256);
      return taken();
    },
    memory: () => exports.memory.buffer.byteLength,
    imports: WebAssembly.Module.imports(module)
      .map(({name}) => name)
      .sort(),
  };
};
