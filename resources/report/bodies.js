/* The bodies of an assembly: equal ones in one row with their count, to be hidden, shown alone and looked at. */
"use strict";

const WORD_OF_SEVERITY = { fail: "fails", warning: "warns", pass: "passes" };
const ROOM_PX = 760;

class BodyTree {
  constructor(viewer, facts) {
    this.viewer = viewer;
    this.groups = facts.bodies;
    this.shown = this.groups.map((group) => group.faces.map(() => true));
    this.processBox = make("select", { "aria-label": "Bodies judged by", onchange: () => this.describe() },
      ...facts.processes.map((each) => make("option", { value: each }, each)));
    this.rows = this.groups.map((group, at) => this.row(group, at));
    const n = this.groups.reduce((sum, group) => sum + group.faces.length, 0);
    const all = make("button", { type: "button", onclick: () => this.showAll() }, "Show all");
    const isJudged = this.groups.some((group) => Object.keys(group.severities).length);
    this.panel = make("details", { class: "bodies", ontoggle: () => viewer.resize() }, make("summary", {}, `${n} bodies`),
      ...(isJudged ? [make("label", { class: "quiet" }, "Each judged by ", this.processBox)] : []),
      make("ul", {}, ...this.rows.map((row) => row.item)), all);
    this.describe();
  }

  // Unfold where there is room beside the part.
  settle(width) { this.panel.open = width > ROOM_PX; }

  // The width that is not the part's.
  get width() { return this.panel.open ? this.panel.offsetWidth + 24 : 0; }

  // A row for equal bodies; of several each has a row below, which is folded at first.
  row(group, at) {
    const row = { tick: this.tick(group.name, (isShown) => this.set(group.faces.map((_, each) => [at, each]), isShown)), each: [] };
    row.mark = make("span", { class: "verdict" });
    row.name = make("button", { type: "button", class: "name", onclick: () => this.look(group, group.faces.flat()) }, group.name);
    const parts = [row.tick, row.name];
    if (group.faces.length > 1) parts.push(make("span", { class: "count" }, `× ${group.faces.length}`));
    const alone = (name, chosen) => make("button", { type: "button", title: `Show ${name} alone`, onclick: () => this.isolate(chosen) }, "Alone");
    parts.push(row.mark, alone(group.name, group.faces.map((_, each) => [at, each])));
    row.item = make("li", {}, make("div", {}, ...parts));
    if (group.faces.length > 1) {
      row.each = group.faces.map((_, each) => this.tick(`${group.name}, no. ${each + 1}`, (isShown) => this.set([[at, each]], isShown)));
      const list = make("ul", {}, ...group.faces.map((faces, each) => make("li", {}, make("div", {}, row.each[each],
        make("button", { type: "button", class: "name", onclick: () => this.look(group, faces) }, `No. ${each + 1}`),
        alone(`${group.name}, no. ${each + 1}`, [[at, each]])))));
      row.item.append(make("details", {}, make("summary", {}, "One by one"), list));
    }
    return row;
  }

  tick(name, change) {
    return make("input", { type: "checkbox", checked: true, "aria-label": `Show ${name}`, onchange: (event) => change(event.target.checked) });
  }

  set(chosen, isShown) {
    for (const [at, each] of chosen) this.shown[at][each] = isShown;
    this.apply();
  }

  isolate(chosen) {
    this.shown = this.groups.map((group) => group.faces.map(() => false));
    this.set(chosen, true);
    this.viewer.outlineOf(null);
    this.viewer.home();
  }

  showAll() {
    this.shown = this.groups.map((group) => group.faces.map(() => true));
    this.apply();
    this.viewer.home();
  }

  // Show again the bodies that some faces are of.
  reveal(faces) {
    const wanted = new Set(faces);
    const chosen = [];
    this.groups.forEach((group, at) => group.faces.forEach((own, each) => {
      if (!this.shown[at][each] && own.some((face) => wanted.has(face))) chosen.push([at, each]);
    }));
    if (chosen.length) this.set(chosen, true);
  }

  look(group, faces) {
    this.reveal(faces);
    this.viewer.outlineOf({ faces, name: group.size.map((size) => `${group.name} · ${size}`) });
    this.viewer.say(units.of(this.viewer.shown.name));
  }

  apply() {
    const hidden = new Set();
    this.groups.forEach((group, at) => {
      const { tick, each } = this.rows[at], n = this.shown[at].filter(Boolean).length;
      tick.checked = n > 0;
      tick.indeterminate = n > 0 && n < group.faces.length;
      each.forEach((one, body) => { one.checked = this.shown[at][body]; });
      group.faces.forEach((faces, body) => { if (!this.shown[at][body]) for (const face of faces) hidden.add(face); });
    });
    this.viewer.setHidden(hidden);
  }

  // What the chosen process says of each, and how large it is.
  describe() {
    const process = this.processBox.value;
    this.groups.forEach((group, at) => {
      const severity = group.severities[process] ?? "", { mark, name } = this.rows[at];
      mark.className = `verdict ${severity}`;
      mark.textContent = severity ? WORD_OF_SEVERITY[severity] : "";
      name.title = `${group.name} · ${units.of(group.size)}`;
    });
  }
}
