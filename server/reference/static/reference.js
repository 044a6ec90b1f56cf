// Search, contents, examples by language, copying. The pages work without any of it.
"use strict";

const MOST_FOUND = 40;
const LANGUAGE_KEY = "sprue-language";

// --- search ------------------------------------------------------------------------------------

const box = document.querySelector(".search");
const field = document.getElementById("search");
const list = document.getElementById("found");
let entries = null;
let chosen = -1;

/** Fetch what there is to find, when the search is first used. */
async function load() {
  if (entries) return;
  const found = await (await fetch("/docs/search.json")).json();
  entries = found.map((each) => ({
    ...each,
    low: each.name.toLowerCase(),
    all: `${each.name} ${each.where} ${each.text}`.toLowerCase(),
  }));
}

/** How well an entry goes with what was typed; 0: not at all. */
function score(entry, words) {
  if (!words.every((word) => entry.all.includes(word))) return 0;
  const [first] = words;
  const isPage = !entry.url.includes("#");
  return (entry.low === first ? 8 : entry.low.startsWith(first) ? 4 : entry.low.includes(first) ? 2 : 0) + (isPage ? 3 : 1);
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = !entries || !words.length ? [] : entries
    .map((entry) => ({ entry, at: score(entry, words) }))
    .filter(({ at }) => at)
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_FOUND);
  chosen = -1;
  list.replaceChildren(...found.map(({ entry }) => line(entry)));
  if (words.length && entries && !found.length) {
    const none = document.createElement("li");
    none.className = "none";
    none.textContent = "Nothing has these words.";
    list.append(none);
  }
  list.hidden = !words.length;
  field.setAttribute("aria-expanded", String(!list.hidden));
}

function line(entry) {
  const item = document.createElement("li");
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = entry.url;
  const parts = [["code", entry.name], ["small", entry.where], ["span", entry.text.replaceAll("`", "")]];
  for (const [kind, text] of parts) {
    const part = document.createElement(kind);
    part.textContent = text;
    link.append(part);
  }
  item.append(link);
  return item;
}

function close() {
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
}

function choose(index) {
  const links = [...list.querySelectorAll("a")];
  if (!links.length) return;
  chosen = (index + links.length) % links.length;
  links.forEach((link, at) => link.classList.toggle("chosen", at === chosen));
  links[chosen].scrollIntoView({ block: "nearest" });
}

if (box) {
  box.hidden = false;
  field.addEventListener("focus", async () => { await load(); show(); });
  field.addEventListener("input", async () => { await load(); show(); });
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose(chosen < 0 && step < 0 ? -1 : chosen + step);
    } else if (event.key === "Enter") {
      const links = list.querySelectorAll("a");
      if (links.length) { links[Math.max(chosen, 0)].click(); close(); }
    } else if (event.key === "Escape") {
      field.value = "";
      close();
      field.blur();
    }
  });
  list.addEventListener("click", close);
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) close(); });
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      field.focus();
    }
  });
}

// --- contents ----------------------------------------------------------------------------------

const current = document.querySelector("aside [aria-current]");
if (current) {
  const contents = current.closest("nav");
  contents.scrollTop = current.offsetTop - contents.clientHeight / 2; // where they have a height of their own
}

// --- examples ----------------------------------------------------------------------------------

/** The language that was chosen before; none where the browser keeps nothing. */
function remembered() {
  try { return localStorage.getItem(LANGUAGE_KEY); } catch { return null; }
}

function remember(language) {
  try { localStorage.setItem(LANGUAGE_KEY, language); } catch { /* then it is chosen anew on the next page */ }
}

const tabs = [...document.querySelectorAll("[role=tab]")];

function chooseLanguage(tab) {
  for (const each of tabs) {
    const isChosen = each === tab;
    each.setAttribute("aria-selected", isChosen);
    each.tabIndex = isChosen ? 0 : -1;
    document.getElementById(each.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

if (tabs.length) {
  document.querySelector(".tabs").hidden = false;
  for (const words of document.querySelectorAll(".language")) words.hidden = true;
  chooseLanguage(tabs.find((tab) => tab.id === remembered()) ?? tabs[0]);
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => { chooseLanguage(tab); remember(tab.id); });
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      chooseLanguage(next);
      remember(next.id);
      next.focus();
    });
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1600);
    } catch {
      const range = document.createRange(); // without leave to copy, select it for the user to copy
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
  });
}
