/* The part in the page: turned, cut and colored by the reader. It asks nothing of any network, and leaves the page's
   pictures alone where WebGL is not to be had. */
"use strict";

const CLICK_PX = 4; // a press that moves less is a click
const TURN_RAD_PX = 0.008;
const LUT = 2048; // colors from end to end of a scale
const LINE_PX = 16, RAMP_PX = 170; // of the legend
const ZOOM_STEP = 1.25;

class Viewer extends TurnableScene {
  constructor(host, facts, arrays) {
    super();
    this.host = host;
    this.facts = facts;
    this.arrays = arrays;
    this.cut = { axis: 0, share: 0.5, sign: 1, isOn: false };
    this.shown = null; // what is outlined: a target, or one made of a face
    this.canvas = make("canvas", {
      tabindex: "0", role: "application", "aria-roledescription": "3D view", "aria-describedby": "viewer-keys",
      "aria-label": "The part. Arrow keys turn it, plus and minus zoom, 0 shows all of it.",
    });
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, stencil: true });
    this.renderer.outputColorSpace = "srgb-linear"; // colors come as they are to be shown
    this.renderer.autoClear = false;
    this.renderer.setClearColor(0, 0);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(LENS_DEG, 1, 1, 10);
    this.build();
    this.buildOverlays();
    this.setLayer(this.facts.layers[0].name);
    this.setTheme(themeNow());
    this.home(false);
    new ResizeObserver(() => this.resize()).observe(this.stage);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(themeNow()));
    this.canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); root.classList.remove("turnable"); });
    this.canvas.addEventListener("webglcontextrestored", () => { root.classList.add("turnable"); this.draw(); });
  }

  // --- what is round the picture ---

  buildOverlays() {
    const { facts } = this;
    const radio = (name, label, value, checked, change, title) => make("label", { class: "choice", title: title ?? false },
      make("input", { type: "radio", name, value, checked, onchange: change }), make("span", {}, label));
    this.layerBox = make("div", { class: "group", role: "radiogroup", "aria-label": "Layer" },
      ...facts.layers.map((each, at) => radio("layer", each.label, each.name, at === 0, () => this.setLayer(each.name), each.doc)));
    this.processBox = make("select", { "aria-label": "Limits of", onchange: () => this.setProcess(this.processBox.value) });
    this.cutBox = make("button", { type: "button", "aria-pressed": "false", "aria-expanded": "false", "aria-controls": "cut-bar", onclick: () => this.toggleCut() }, "Section");
    const views = make("select", { "aria-label": "View from", onchange: (event) => { this.view(+event.target.value); event.target.value = ""; } },
      make("option", { value: "" }, "View…"), ...VIEWS.map(([name], at) => make("option", { value: at }, name)));
    const all = make("button", { type: "button", title: "Show all of the part (0)", onclick: () => this.home() }, "Fit");
    const theme = make("button", { type: "button", title: "Dark or light (T)", onclick: () => this.toggleTheme() }, "");
    this.themeButton = theme;
    this.unitBox = make("div", { class: "group", role: "radiogroup", "aria-label": "Units" },
      radio("unit", "mm", "mm", !units.inches, () => this.setInches(false)), radio("unit", "in", "in", units.inches, () => this.setInches(true)));
    this.bar = make("div", { class: "bar", role: "toolbar", "aria-label": "Viewer" }, this.layerBox, this.cutBox, views, all,
      make("span", { class: "space" }), this.unitBox, theme);
    this.slider = make("input", { type: "range", min: 0, max: 1000, value: 500, "aria-label": "Place of the section", oninput: () => this.setCut({ share: this.slider.value / 1000 }) });
    this.cutValue = make("output", {});
    this.cutBar = make("div", { class: "bar cut", id: "cut-bar", hidden: true },
      make("div", { class: "group", role: "radiogroup", "aria-label": "Across" },
        ...["X", "Y", "Z"].map((name, at) => radio("axis", name, at, at === this.cut.axis, () => this.setCut(this.cutThrough(at))))),
      this.slider, this.cutValue, make("button", { type: "button", onclick: () => this.setCut({ sign: -this.cut.sign }) }, "Flip"));
    this.legend = make("div", { class: "scale", "aria-label": "Legend" });
    this.tag = make("div", { class: "tag", hidden: true });
    this.tip = make("div", { class: "tip", hidden: true });
    this.bodies = facts.bodies.length ? new BodyTree(this, facts) : null;
    this.stage = make("div", { class: "stage" }, this.canvas, this.legend, ...(this.bodies ? [this.bodies.panel] : []), this.tag, this.tip, this.cutBar);
    this.status = make("p", { class: "said", role: "status", "aria-live": "polite" });
    const keys = make("p", { class: "keys", id: "viewer-keys" }, "Drag turns, right drag moves, wheel zooms; click a face to name it. Keys: arrows, + and −, 0, 1–6, S, T, Esc.");
    this.host.append(make("a", { class: "skip", href: "#report" }, "Skip to the report"), this.bar, this.stage, make("div", { class: "foot" }, this.status, keys));
    this.host.hidden = false;
    this.host.setAttribute("role", "region");
    this.host.setAttribute("aria-label", "The part");
    this.listen();
  }

  listen() {
    const held = new Map();
    let moved = 0, pinch = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      held.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
      pinch = null;
      this.stop();
      this.tip.hidden = true;
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const before = held.get(event.pointerId);
      if (!before) { this.hover(event); return; }
      const now = [event.clientX, event.clientY], [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      moved += Math.abs(dx) + Math.abs(dy);
      held.set(event.pointerId, now);
      if (held.size === 2) {
        const [a, b] = [...held.values()], gap = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (pinch) this.zoom(pinch / Math.max(gap, 1));
        pinch = gap;
        this.move(dx / 2, dy / 2);
      } else if (moved > CLICK_PX) {
        if (event.buttons & 6 || event.shiftKey) this.move(dx, dy);
        else this.turn(-dx * TURN_RAD_PX, dy * TURN_RAD_PX);
      }
      this.draw();
    });
    const release = (event) => {
      if (!held.delete(event.pointerId)) return;
      pinch = null;
      if (event.type === "pointerup" && moved <= CLICK_PX && event.button === 0) this.pick(event);
    };
    for (const kind of ["pointerup", "pointercancel"]) this.canvas.addEventListener(kind, release);
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.stop();
      this.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.0016), event);
      this.draw();
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const view = VIEWS.find(([, digit]) => digit && String(digit) === event.key);
    if (arrows && event.shiftKey) this.move(-24 * arrows[0], 24 * arrows[1]);
    else if (arrows) this.turn(arrows[0] * 0.13, arrows[1] * 0.13);
    else if (event.key === "+" || event.key === "=") this.zoom(1 / ZOOM_STEP);
    else if (event.key === "-") this.zoom(ZOOM_STEP);
    else if (event.key === "0" || event.key === "Home") this.home();
    else if (view) this.view(VIEWS.indexOf(view));
    else if (event.key === "s" || event.key === "S") this.toggleCut();
    else if (event.key === "t" || event.key === "T") this.toggleTheme();
    else if (event.key === "Escape") this.outlineOf(null);
    else return;
    event.preventDefault();
    this.draw();
  }

  placeTag() {
    const shown = this.shown, at = shown?.label && (shown.place ?? shown.witness?.[0] ?? shown.target);
    this.tag.hidden = !at;
    if (!at) return;
    const point = new THREE.Vector3(...at).project(this.camera);
    const x = ((point.x + 1) / 2) * this.stage.clientWidth, y = ((1 - point.y) / 2) * this.stage.clientHeight;
    this.tag.hidden = x < 0 || y < 0 || x > this.stage.clientWidth || y > this.stage.clientHeight;
    this.tag.textContent = units.of(shown.label);
    this.tag.style.transform = `translate(${Math.round(x + 14)}px, ${Math.round(y - 34)}px)`;
  }

  // --- layers ---

  setLayer(name, process) {
    const layer = this.facts.layers.find((each) => each.name === name);
    if (!layer) return;
    this.layer = layer;
    this.codes = this.arrays[layer.name];
    for (const input of this.layerBox.querySelectorAll("input")) input.checked = input.value === name;
    const choices = layer.choices ?? [];
    this.processBox.replaceChildren(...choices.map((each) => make("option", { value: each.process }, each.process || "No limits")));
    this.setProcess(choices.some((each) => each.process === process) ? process : choices[0]?.process);
  }

  setProcess(process) {
    const { layer, codes } = this, n = codes.length;
    const value = this.surface.attributes.value.array, special = this.surface.attributes.special.array, row = this.surface.attributes.row.array;
    const choice = this.choice = layer.choices?.find((each) => each.process === process) ?? null;
    let table, rows = 1;
    if (!choice) {
      const width = layer.palette.length;
      table = new Uint8Array(4 * width);
      layer.palette.forEach((color, at) => table.set([...rgb(color), 255], 4 * at));
      for (let i = 0; i < n; i++) value[i] = (codes[i] + 0.5) / width;
      special.fill(0);
      row.fill(0);
      this.setTable(table, width, 1);
    } else {
      this.processBox.value = process;
      const { low, high, cases, caseOfFace } = choice, span = high - low || 1;
      rows = cases.length;
      table = new Uint8Array(4 * LUT * rows);
      cases.forEach((stops, at) => {
        for (let i = 0; i < LUT; i++) table.set([...colorAt(stops, low + (span * (i + 0.5)) / LUT), 255], 4 * (at * LUT + i));
      });
      const colors = layer.special.map((each) => rgb(each.color).map((part) => part / 255));
      for (let i = 0; i < n; i++) {
        const code = codes[i];
        if (code < 3) { value[i] = 0; special.set([...colors[code], 1], 4 * i); }
        else { value[i] = (layer.start + (code - 3) * layer.step - low) / span; special.fill(0, 4 * i, 4 * i + 4); }
        row[i] = caseOfFace.length ? caseOfFace[this.arrays.face[i]] : 0;
      }
      this.setTable(table, LUT, rows);
    }
    for (const name of ["value", "special", "row"]) this.surface.attributes[name].needsUpdate = true;
    this.describe();
    this.draw();
  }

  describe() {
    const { layer, choice } = this, parts = [make("b", {}, layer.title)];
    if (choice) {
      const two = choice.low < 0 && Math.abs(choice.low + choice.high) < 1e-9, low = two ? 0 : choice.low, high = choice.high;
      const share = (each) => (100 * (each - low)) / (high - low || 1);
      const stops = choice.bar.filter(([each]) => each >= low).map(([each, color]) => `${color} ${share(each).toFixed(2)}%`);
      const unit = units.inches && layer.unit === "mm" ? "in" : layer.unit;
      if (unit) parts.push(make("span", { class: "quiet" }, unit === "°" ? "degrees" : unit));
      const ramp = make("div", { class: "ramp" }), ruler = make("div", { class: "ruler" });
      ramp.style.background = `linear-gradient(to top, ${stops.join(",")})`;
      const ramps = make("div", { class: "ramps" }, ramp, ruler);
      this.legend.replaceChildren(ramps);
      const line = (100 * LINE_PX) / (ramps.clientHeight || RAMP_PX), taken = [];
      const put = (each, words, kind) => {
        const y = share(each);
        if (y < -1 || y > 101) return;
        let shownAt = y;
        const near = taken.find((other) => Math.abs(other - y) < line);
        if (near !== undefined) { if (!kind) return; shownAt = near + (y < near ? -line : line); }
        taken.push(shownAt);
        const mark = make("span", { class: kind ?? "" }, words);
        mark.style.bottom = `${shownAt}%`;
        ruler.append(mark);
      };
      for (const mark of choice.marks) put(mark.value, units.of(mark.words), mark.kind);
      for (const [each, words] of choice.ticks[units.inches && layer.unit === "mm" ? 1 : 0]) if (each >= low) put(each, words);
      parts.push(ramps);
    }
    for (const each of layer.swatches) {
      const dot = make("i", {});
      dot.style.background = each.color;
      parts.push(make("span", { class: "swatch" }, dot, each.label));
    }
    if (layer.choices?.some((each) => each.process)) {
      parts.push(make("label", { class: "quiet" }, "Limits of ", this.processBox));
      if (choice?.dependsOnPlace) parts.push(make("span", { class: "quiet" }, "They depend on the place."));
    }
    this.legend.replaceChildren(...parts);
  }

  // --- sections ---

  toggleCut() {
    this.setCut({ isOn: !this.cut.isOn, ...this.cutThrough(this.cut.axis) });
  }

  // Across an axis through what is looked at.
  cutThrough(axis) {
    const name = "xyz"[axis], low = this.box.min[name], room = this.box.max[name] - low || 1;
    return { axis, share: Math.min(Math.max((this.pose.target[name] - low) / room, 0), 1), sign: this.nearSide(axis) };
  }

  // The half toward the reader is what is taken away.
  nearSide(axis) { return this.axes().toward.getComponent(axis) >= 0 ? 1 : -1; }

  setCut(change) {
    Object.assign(this.cut, change);
    const { axis, share, sign, isOn } = this.cut, name = "xyz"[axis];
    const low = this.box.min[name], high = this.box.max[name], at = low + (high - low) * share;
    this.cutBar.hidden = !isOn;
    this.cutBar.querySelectorAll("input[type=radio]")[axis].checked = true;
    this.slider.value = 1000 * share;
    this.cutBox.setAttribute("aria-pressed", isOn);
    this.cutBox.setAttribute("aria-expanded", isOn);
    const plane = [0, 0, 0, isOn ? sign * at : 1];
    if (isOn) plane[axis] = sign;
    this.uniforms.cut.value = plane;
    for (const each of this.capParts) each.visible = isOn;
    const [b, c] = [0, 1, 2].filter((each) => each !== axis).map((each) => "xyz"[each]);
    [[0, 0], [1, 0], [1, 1], [0, 1]].forEach(([i, j], corner) => {
      const point = { [name]: at, [b]: i ? this.box.max[b] : this.box.min[b], [c]: j ? this.box.max[c] : this.box.min[c] };
      this.capGeometry.attributes.position.setXYZ(corner, point.x, point.y, point.z);
    });
    this.capGeometry.attributes.position.needsUpdate = true;
    this.cutValue.textContent = `${name.toUpperCase()} = ${units.value(at, "mm")}`;
    this.slider.setAttribute("aria-valuetext", this.cutValue.textContent);
    this.draw();
  }

  // --- places ---

  show(anchor) {
    const target = this.facts.targets[anchor];
    if (!target) return;
    if (target.layer) this.setLayer(target.layer, target.process || undefined);
    if (this.cut.isOn) this.setCut({ isOn: false });
    const pairs = this.arrays.borderFaces;
    this.bodies?.reveal([...target.faces, ...(target.edges ?? []).flatMap((at) => [pairs[2 * at], pairs[2 * at + 1]])]);
    this.outlineOf(target);
    const [x, y, z] = target.toward;
    const isUpright = Math.abs(z) > 0.9999;
    this.fly({
      target: new THREE.Vector3(...target.target), turn: isUpright ? -Math.PI / 2 : Math.atan2(y, x),
      rise: Math.asin(Math.min(Math.max(z, -1), 1)), span: 1.05 * this.spanOf(...target.span),
    });
    this.say(units.of(target.name));
  }

  outlineOf(target) {
    for (const each of this.outline) { this.scene.remove(each); each.geometry.dispose(); each.material.dispose(); }
    this.outline = [];
    this.shown = target;
    if (target) {
      const faces = new Set(target.faces), pairs = this.arrays.borderFaces;
      let borders = target.edges ?? [];
      if (!borders.length) {
        borders = [];
        for (let i = 0; i < pairs.length / 2; i++) {
          const [a, b] = [faces.has(pairs[2 * i]), faces.has(pairs[2 * i + 1])];
          if (a !== b || (a && pairs[2 * i] === pairs[2 * i + 1])) borders.push(i);
        }
      }
      this.outline.push(
        this.lines(borders, { width: 3, nearer: 0, order: 5, opacity: 0.35, color: ACCENT, hidden: true }),
        this.lines(borders, { width: 7, nearer: 2e-3, order: 6, opacity: 0.9, color: RIM }),
        this.lines(borders, { width: 4, nearer: 2.2e-3, order: 7, opacity: 1, color: ACCENT }),
      );
      if (target.witness) {
        const points = target.witness;
        const look = { points, hidden: true, nearer: 0, uncut: true };
        this.outline.push(this.lines([], { ...look, width: 5, order: 8, opacity: 0.95, color: RIM }), this.lines([], { ...look, width: 2.4, order: 9, opacity: 1, color: [0.05, 0.07, 0.1] }));
      }
      this.scene.add(...this.outline);
    } else this.say("");
    this.draw();
  }

  wordsOf(hit) {
    const index = this.surface.index.array, face = this.arrays.face[index[3 * hit.faceIndex]];
    const words = [units.of(this.facts.faces[face])];
    if (this.layer.choices) {
      let near = 0, least = Infinity;
      for (let k = 0; k < 3; k++) {
        const vertex = index[3 * hit.faceIndex + k];
        const gap = hit.point.distanceTo(new THREE.Vector3(...this.at.subarray(3 * vertex, 3 * vertex + 3)));
        if (gap < least) [near, least] = [vertex, gap];
      }
      const code = this.codes[near];
      words.unshift(`${this.layer.label} ${code < 3 ? this.layer.special[code].label : units.value(this.layer.start + (code - 3) * this.layer.step, this.layer.unit)}`);
    }
    return { face, words: words.join(" · ") };
  }

  hover(event) {
    if (this.hovering) return;
    this.hovering = setTimeout(() => {
      this.hovering = 0;
      const hit = event.pointerType === "mouse" ? this.hit(event) : null;
      this.tip.hidden = !hit;
      if (!hit) return;
      const box = this.stage.getBoundingClientRect(), x = event.clientX - box.x, y = event.clientY - box.y;
      this.tip.textContent = this.wordsOf(hit).words;
      this.tip.style.transform = `translate(${Math.round(Math.min(x + 14, box.width - this.tip.offsetWidth - 4))}px, ${Math.round(y + 18)}px)`;
    }, 60);
  }

  pick(event) {
    const hit = this.hit(event);
    if (!hit) { this.outlineOf(null); return; }
    const { face, words } = this.wordsOf(hit);
    const targets = Object.values(this.facts.targets).filter((each) => !each.severity && each.faces.includes(face));
    const feature = targets.sort((a, b) => a.faces.length - b.faces.length)[0];
    this.outlineOf({ faces: feature?.faces ?? [face], name: [words, words] });
    this.say(words);
  }

  say(words) { this.status.textContent = words; }

  // --- settings ---

  setTheme(theme) {
    const look = THEMES[theme];
    this.theme = theme;
    this.edges.material.uniforms.color.value.set(...look.edge);
    this.uniforms.inside.value.set(...look.inside);
    this.cap.material.uniforms.fill.value.set(...look.cut);
    this.cap.material.uniforms.hatch.value.set(...look.hatch);
    this.themeButton.textContent = theme === "dark" ? "Light" : "Dark";
    this.draw();
  }

  toggleTheme() {
    root.dataset.theme = themeNow() === "dark" ? "light" : "dark";
    remember("theme", root.dataset.theme);
    this.setTheme(root.dataset.theme);
  }

  setInches(inches) {
    units.show(inches);
    remember("unit", inches ? "in" : "mm");
    this.describe();
    this.bodies?.describe();
    this.setCut({});
    if (this.shown) this.say(units.of(this.shown.name));
  }
}
