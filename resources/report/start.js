/* The page's own words lead to the part; and the viewer is started where it can run. */
"use strict";

function linkPlaces(viewer) {
  for (const each of document.querySelectorAll("[data-fly]")) {
    const go = () => viewer.show(each.dataset.fly);
    if (each.tagName === "IMG") { each.addEventListener("click", go); continue; }
    const button = make("button", { type: "button", class: "fly", title: "Show on the part", onclick: go });
    each.before(button);
    button.append(each);
  }
}

async function start() {
  const theme = asked.get("theme") ?? remembered("theme");
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  const unit = asked.get("units") ?? root.dataset.units ?? remembered("unit");
  units.show(unit === "in");
  const host = document.getElementById("viewer");
  const probe = document.createElement("canvas").getContext("webgl2", { stencil: true });
  if (!probe || typeof DecompressionStream === "undefined") return;
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  const facts = JSON.parse(document.getElementById("shape-facts").textContent);
  if (!facts.layers.length) return;
  const arrays = arraysOf(await unpacked(document.getElementById("shape-data").textContent.trim()), facts.arrays);
  root.classList.add("turnable");
  const viewer = new Viewer(host, facts, arrays);
  window.sprueViewer = viewer;
  linkPlaces(viewer);
  const wanted = location.hash.slice(1);
  if (facts.targets[wanted]) viewer.show(wanted);
}

start().catch((error) => {
  root.classList.remove("turnable");
  document.getElementById("viewer").hidden = true;
  console.warn("The viewer could not start; the pictures of the page stand for it.", error);
});
