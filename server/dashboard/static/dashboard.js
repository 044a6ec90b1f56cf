// Copying, switching examples, and asking before a key is revoked. The pages work without any of it.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      const said = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = said; }, 1600);
    } catch {
      const range = document.createRange(); // without leave to copy, select it for the user to copy
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
  });
}

const tabs = [...document.querySelectorAll("[role=tab]")];
function choose(tab) {
  for (const each of tabs) {
    const isChosen = each === tab;
    each.setAttribute("aria-selected", isChosen);
    each.tabIndex = isChosen ? 0 : -1;
    document.getElementById(each.getAttribute("aria-controls")).hidden = !isChosen;
  }
}
tabs.forEach((tab, index) => {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
});
