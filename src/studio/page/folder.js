// The files of the folder that `keymove serve` serves, each as a collection.
"use strict";
const Folder = (() => {
  const HERE = "";
  let engine = null,
    lists = {},
    name = HERE,
    before = null,
    unread = 0,
    isChanged = false;

  const start = async (connected, all) => {
    [engine, lists] = [connected, all];
    if (!engine.isServed) return;
    $("#collection").prepend(
      make(
        "div",
        {class: "row wrap", id: "folder"},
        make("label", {class: "side"}, "File ", make("select", {id: "folder-file", onchange: choose})),
        make("button", {type: "button", id: "folder-save", onclick: () => attempt(() => save(name, before))}, "Save"),
        make("button", {type: "button", id: "folder-save-as", onclick: saveAs}, "Save as …"),
      ),
    );
    await attempt(list);
  };

  const attempt = async work => {
    try {
      await work();
    } catch (error) {
      say(error.message, true);
    }
    show();
  };

  const list = async () => {
    const files = await engine.files();
    $("#folder-file").replaceChildren(
      make("option", {value: HERE}, "– kept in this browser –"),
      ...files.map(file => make("option", {value: file}, file)),
    );
  };

  const show = () => {
    if (!engine.isServed) return;
    $("#folder-file").value = name;
    $("#folder-save").disabled = !name || !isChanged;
    $("#folder-save").textContent = isChanged ? "Save *" : "Save";
  };

  const choose = event => {
    const wanted = event.target.value;
    if (isChanged && !confirm(`The changes of ${name} are not saved. Leave them?`)) {
      show();
      return;
    }
    attempt(() => open(wanted));
  };

  // Makes a file the collection; without a name, the collection is that of the browser.
  const open = async wanted => {
    if (!wanted) {
      [name, before, unread, isChanged] = [HERE, null, 0, false];
      Collection.showKept();
      return;
    }
    const text = await engine.open(wanted);
    const {problems} = await Collection.read(text, null, wanted);
    const good = problems.filter(({line}) => line);
    [name, before, unread, isChanged] = [wanted, text, problems.length - good.length, false];
    Collection.show(good);
    const bad = unread ? ` ${unread} of its problems cannot be read, so the file cannot be saved.` : "";
    say(`${wanted}: ${good.length} problems.${bad}`, unread > 0);
  };

  const saveAs = () => {
    const wanted = prompt("Name of the new file in the folder (.epd, .inp or .olv):", "collection.epd");
    if (wanted) attempt(() => save(wanted.trim(), null));
  };

  const save = async (wanted, old) => {
    if (old !== null && unread) throw new Error(`${wanted}: saving would lose ${unread} problems that cannot be read`);
    const ending = wanted.split(".").pop().toLowerCase();
    const format = lists.formats.find(({endings}) => endings.includes(ending));
    if (!format) throw new Error(`${wanted}: the name does not end as that of a file of problems, such as .epd`);
    const {text, lost, error} = await engine.ask({ask: "export", lines: Collection.lines(), format: format.name});
    if (error) throw new Error(error);
    const losses = [...lost];
    if (old !== null && /^\s*(#|%)/m.test(old)) losses.push("the comments of the file");
    const question = `Saving ${wanted} loses:\n${losses.slice(0, 8).join("\n")}\nSave it nevertheless?`;
    if (losses.length && !confirm(question)) return;
    await engine.save(wanted, text, old);
    [name, before, unread, isChanged] = [wanted, text, 0, false];
    await list();
    say(`${wanted} is saved`);
  };

  return {
    start,
    open: wanted => attempt(() => open(wanted)),
    // Whether the collection is that of a file, and not that of the browser.
    get isOpen() {
      return Boolean(name);
    },
    // Takes note that the collection has changed.
    changed: () => {
      isChanged = true;
      show();
    },
  };
})();
