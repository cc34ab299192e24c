// The engine behind the page: the WebAssembly module in the page itself, or the program `keymove serve`.
"use strict";
const Engine = (() => {
  // One worker with its own copy of the module. After a trap, and to cancel a search, it is thrown away.
  class Channel {
    constructor(start) {
      this.start = start;
      this.waiting = new Map();
      this.number = 0;
    }

    worker() {
      if (!this.running) {
        this.running = this.start();
        this.running.onmessage = ({data}) => this.hear(data);
        this.running.onerror = event => this.end("the worker failed: " + event.message);
      }
      return this.running;
    }

    hear({id, events, failure, isOver, memory, trap}) {
      const asked = this.waiting.get(id);
      if (memory) this.memory = memory;
      if (failure) this.failure = failure;
      if (trap) {
        const reason = this.failure ? this.failure + "; " + trap : trap;
        this.failure = "";
        this.end("internal error, please report it with the problem: " + reason);
        return;
      }
      if (!asked) return;
      if (events) events.forEach(event => asked.event(JSON.parse(event)));
      if (isOver) {
        this.waiting.delete(id);
        asked.resolve();
      }
    }

    // Throws the worker away. Everything that waits for it fails with this reason.
    end(reason) {
      if (this.running) this.running.terminate();
      this.running = null;
      const waiting = [...this.waiting.values()];
      this.waiting.clear();
      waiting.forEach(asked => asked.reject(new Error(reason)));
    }

    post(message, event) {
      const id = ++this.number;
      return new Promise((resolve, reject) => {
        this.waiting.set(id, {event, resolve, reject});
        this.worker().postMessage({id, ...message});
      });
    }
  }

  const unpacked = async base64 => {
    const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };

  // The module in the page. Tables and solutions have megabytes as their limits.
  const inPage = async element => {
    const module = await WebAssembly.compile(await unpacked(element.textContent.trim()));
    element.remove();
    const source = URL.createObjectURL(new Blob([$("#worker").textContent], {type: "text/javascript"}));
    const start = () => {
      const worker = new Worker(source);
      worker.postMessage({module});
      return worker;
    };
    const asking = new Channel(start);
    const isSmall = (navigator.deviceMemory || 8) <= 2;
    return {
      name: "in this page",
      title: "Solves in this page, on one core. Nothing is sent.",
      isServed: false,
      memory: () => asking.memory,
      ask: async question => {
        let answer = null;
        await asking.post({ask: JSON.stringify(question)}, event => {
          answer = event;
        });
        return answer;
      },
      solver: () => {
        const channel = new Channel(start);
        return {
          memory: () => channel.memory,
          solve: (wanted, event) =>
            channel.post(
              {solve: JSON.stringify(wanted), table: isSmall ? 16 : 32, solution: isSmall ? 64 : 256},
              event,
            ),
          cancel: () => channel.end("cancelled"),
        };
      },
    };
  };

  // Reads the lines of a response while they arrive.
  const eachLine = async (response, line) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const {value, done} = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      lines.forEach(line);
    }
  };

  const post = async (path, body) => {
    let response;
    try {
      response = await fetch(path, {method: "POST", body: JSON.stringify(body)});
    } catch {
      throw new Error("`keymove serve` does not answer; start it again and open its new address");
    }
    if (!response.ok) throw new Error(await response.text());
    return response;
  };

  // The program behind the page. Addresses are relative to that of the page, which contains the token.
  const served = async () => {
    const {threads} = await (await post("about", {})).json();
    return {
      name: threads === 1 ? "keymove serve, 1 core" : `keymove serve, ${threads} cores`,
      title: "Solves with the program on this machine.",
      isServed: true,
      memory: () => undefined,
      ask: async question => (await post("ask", question)).json(),
      files: async () => (await post("files", {})).json(),
      open: async name => {
        const {text, error} = await (await post("open", {name})).json();
        if (error) throw new Error(error);
        return text;
      },
      // `before` is the text that the file had when it was opened; `null` for a new file.
      save: async (name, text, before) => {
        const {error} = await (await post("save", {name, text, before})).json();
        if (error) throw new Error(error);
      },
      solver: () => {
        let number = "";
        return {
          memory: () => undefined,
          solve: async (wanted, event) => {
            number = String(Math.random()).slice(2);
            const response = await post("solve", {...wanted, number});
            let isOver = false;
            await eachLine(response, line => {
              if (!line) return;
              const heard = JSON.parse(line);
              isOver = isOver || ["done", "explored", "refused", "error"].includes(heard.event);
              event(heard);
            });
            if (!isOver)
              throw new Error("the search ended without an answer; `keymove serve` has been stopped, or failed");
          },
          cancel: () => {
            post("cancel", {number}).catch(() => {});
          },
        };
      },
    };
  };

  return {
    start: () => {
      const module = $("#engine");
      return module ? inPage(module) : served();
    },
  };
})();
