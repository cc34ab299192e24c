// Links, files and print.
"use strict";
const Saving = (() => {
  let ask = null,
    engine = null;

  // The problem in the fragment of the address, which browsers do not send.
  const address = line => location.href.split("#")[0] + "#" + encodeURIComponent(line);

  // The problem of the fragment: its text, or why there is none.
  const fragment = () => {
    const text = location.hash.slice(1);
    if (!text) return {};
    try {
      return {text: decodeURIComponent(text)};
    } catch {
      return {failure: "the link is broken: what follows # is not encoded as links are"};
    }
  };

  const link = async () => {
    const {line} = await ask({ask: "look", parts: Model.parts()});
    history.replaceState(null, "", address(line));
    await TextPanel.copy(address(line));
  };

  const picture = async () => {
    const {svg, error} = await ask({ask: "picture", parts: Model.parts()});
    if (error) throw new Error("no diagram: " + error);
    return svg;
  };

  const png = async () => {
    const svg = await picture();
    const image = new Image();
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
    await image.decode();
    const scale = 2;
    const canvas = make("canvas", {width: image.width * scale, height: image.height * scale});
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
      canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("the browser makes no PNG"))), "image/png"),
    );
  };

  const solved = () => {
    const last = Solution.last;
    if (!last) throw new Error("there is no solution yet; solve the problem first");
    return last.done.page;
  };

  const KINDS = {
    svg: async () => saveFile("diagram.svg", await picture(), "image/svg+xml"),
    png: async () => saveFile("diagram.png", await png()),
    html: async () => {
      const {head, html, foot} = solved();
      saveFile("solution.html", head + html + foot, "text/html");
    },
    latex: async () => {
      const {latex} = solved();
      if (latex === null) throw new Error("the solution is too long for LaTeX; save it as text or HTML");
      saveFile("solution.tex", latex);
    },
    txt: async () => {
      if (!Solution.text) throw new Error("there is no solution yet; solve the problem first");
      saveFile("solution.txt", Solution.text.trimStart());
    },
    print: async () => print(),
  };

  const save = async kind => {
    try {
      await KINDS[kind]();
    } catch (error) {
      say(error.message, true);
    }
  };

  // A list of the files that `keymove serve` offers.
  const chooseServed = async take => {
    const files = await engine.files();
    const dialog = make("dialog", {class: "files", "aria-label": "Files of the folder"});
    const close = () => dialog.close();
    dialog.addEventListener("close", () => dialog.remove());
    const none = make("p", {class: "note"}, "There is no file of problems in the folder.");
    dialog.append(
      make("h2", {}, files.length > 1 ? `${files.length} files of the folder` : "Files of the folder"),
      make(
        "ul",
        {},
        ...files.map((name, at) =>
          make(
            "li",
            {},
            make(
              "button",
              {
                type: "button",
                autofocus: at === 0,
                onclick: async () => {
                  close();
                  try {
                    take(name, await engine.open(name));
                  } catch (error) {
                    say(error.message, true);
                  }
                },
              },
              name,
            ),
          ),
        ),
      ),
      ...(files.length ? [] : [none]),
      make(
        "div",
        {class: "row"},
        make(
          "button",
          {
            type: "button",
            onclick: () => {
              close();
              $("#file").click();
            },
          },
          "Another file …",
        ),
        make("button", {type: "button", onclick: close}, "Close"),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  };

  // Paper has no folds, and shows the diagram, not a position of the play.
  const foldForPaper = () => {
    const opened = [];
    addEventListener("beforeprint", () => {
      Solution.edit();
      for (const box of document.querySelectorAll("#result details:not([open])")) {
        box.open = true;
        opened.push(box);
      }
    });
    addEventListener("afterprint", () => {
      for (const box of opened.splice(0)) box.open = false;
    });
  };

  const start = connected => {
    [engine, ask] = [connected, connected.ask];
    foldForPaper();
    for (const button of document.querySelectorAll("[data-save]")) {
      button.addEventListener("click", () => {
        $("#save").open = false;
        save(button.dataset.save);
      });
    }
    $("#link").addEventListener("click", () => link().catch(error => say(error.message, true)));
  };

  return {start, fragment, chooseServed};
})();
