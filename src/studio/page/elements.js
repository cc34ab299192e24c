// Makes and finds elements.
"use strict";
const $ = selector => document.querySelector(selector);

const make = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key.startsWith("aria-")) made.setAttribute(key, String(value));
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child != null));
  return made;
};

const makeSvg = (name, attributes = {}, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// Offers a text or a blob as a file.
const saveFile = (name, content, type = "text/plain") => {
  const blob = content instanceof Blob ? content : new Blob([content], {type: type + ";charset=utf-8"});
  const link = make("a", {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

// Shows a message for some seconds; an error stays until the next message or a click.
const say = (() => {
  let timer = 0;
  return (text, isError = false) => {
    const line = $("#message");
    clearTimeout(timer);
    line.textContent = text;
    line.hidden = !text;
    line.classList.toggle("error", isError);
    line.onclick = () => {
      line.hidden = true;
    };
    if (!isError)
      timer = setTimeout(() => {
        line.hidden = true;
      }, 6000);
  };
})();

// Offsets in the engine's answers count code points, those of JavaScript UTF-16 units.
const unitsBefore = (text, points) => [...text].slice(0, points).join("").length;

// What the page keeps between visits. A browser may forbid it or be full: then `keep` returns the reason.
const store = {
  read: (name, otherwise) => {
    try {
      const text = localStorage.getItem("keymove." + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  },
  keep: (name, value) => {
    try {
      localStorage.setItem("keymove." + name, JSON.stringify(value));
      return "";
    } catch (error) {
      return error.name === "QuotaExceededError" ? "the storage of this page is full" : String(error.message);
    }
  },
};
