/* The part in the page: turned, cut and colored by the reader. It asks nothing of any network, and leaves the page's
   pictures alone where WebGL is not to be had. */
(() => {
  "use strict";

  const LENS_DEG = 13; // as of the pictures: enough to feel depth, little enough to compare lengths
  const FLIGHT_MS = 450;
  const CLICK_PX = 4; // a press that moves less is a click
  const TURN_RAD_PX = 0.008;
  const LUT = 2048; // colors from end to end of a scale
  const ZOOM_STEP = 1.25;
  const VIEWS = [
    ["Front", 1, -90, 0], ["Back", 2, 90, 0], ["Right", 3, 0, 0], ["Left", 4, 180, 0], ["Top", 5, -90, 90],
    ["Bottom", 6, -90, -90], ["Oblique", 0, -45, 30],
  ];
  const THEMES = {
    light: { edge: [0.11, 0.14, 0.19], cut: [0.93, 0.94, 0.96], hatch: [0.55, 0.6, 0.68], inside: [0.5, 0.53, 0.58] },
    dark: { edge: [0.04, 0.05, 0.07], cut: [0.3, 0.33, 0.38], hatch: [0.55, 0.6, 0.68], inside: [0.28, 0.3, 0.34] },
  };
  const ACCENT = [0.043, 0.42, 1], RIM = [1, 1, 1];

  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);

  // --- settings that the page has without WebGL, too ----------------------------------------------------------------

  const remembered = (key) => { try { return localStorage.getItem(`sprue-report-${key}`); } catch { return null; } };
  const remember = (key, value) => { try { localStorage.setItem(`sprue-report-${key}`, value); } catch { /* kept shut */ } };

  const units = {
    inches: false,
    of: (pair) => pair[units.inches ? 1 : 0],
    show(inches) {
      units.inches = inches;
      root.classList.toggle("inches", inches);
      for (const each of document.querySelectorAll("[data-in]")) {
        each.dataset.mm ??= each.textContent;
        each.textContent = inches ? each.dataset.in : each.dataset.mm;
      }
    },
    value(value, unit) {
      if (unit === "°") return `${value.toFixed(2)}°`;
      if (unit !== "mm") return `${+value.toPrecision(3)}${unit ? ` ${unit}` : ""}`;
      if (Math.abs(value) < 5e-3) value = 0;
      const size = Math.abs(value), digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
      return units.inches ? `${(value / 25.4).toFixed(digits + 2)} in` : `${value.toFixed(digits)} mm`;
    },
  };

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  };

  const themeNow = () => root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  // --- the mesh -----------------------------------------------------------------------------------------------------

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  function arraysOf(bytes, listed) {
    const arrays = {};
    let at = 0;
    for (const { name, n, bytes: width, run } of listed) {
      const values = new Uint32Array(n);
      for (let plane = 0; plane < width; plane++, at += n) {
        for (let i = 0; i < n; i++) values[i] += bytes[at + i] * 2 ** (8 * plane);
      }
      if (run) {
        let before = 0;
        for (let i = 0; i < n; i++) {
          before += (values[i] >>> 1) ^ -(values[i] & 1);
          values[i] = before;
        }
      }
      arrays[name] = values;
    }
    return arrays;
  }

  function directions(first, second) {
    const normals = new Float32Array(3 * first.length);
    for (let i = 0; i < first.length; i++) {
      let x = first[i] / 127 - 1, y = second[i] / 127 - 1;
      const z = 1 - Math.abs(x) - Math.abs(y);
      if (z < 0) [x, y] = [(1 - Math.abs(y)) * (x >= 0 ? 1 : -1), (1 - Math.abs(x)) * (y >= 0 ? 1 : -1)];
      const size = Math.hypot(x, y, z) || 1;
      normals.set([x / size, y / size, z / size], 3 * i);
    }
    return normals;
  }

  const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

  function colorAt(stops, value) {
    if (value <= stops[0][0]) return rgb(stops[0][1]);
    for (let i = stops.length - 1; i > 0; i--) {
      if (value >= stops[i - 1][0]) {
        const [from, to] = [stops[i - 1], stops[i]];
        if (value >= to[0]) return rgb(to[1]);
        const share = (value - from[0]) / (to[0] - from[0]);
        const [a, b] = [rgb(from[1]), rgb(to[1])];
        return a.map((each, k) => each + (b[k] - each) * share);
      }
    }
    return rgb(stops[0][1]);
  }

  // --- shaders ------------------------------------------------------------------------------------------------------

  const CUT = `uniform vec4 cut; void cutAway(vec3 at) { if (dot(at, cut.xyz) > cut.w) discard; }`;
  const SURFACE_VERTEX = `
    attribute float value; attribute vec4 special; attribute float open; attribute float row;
    varying vec3 vAt; varying vec3 vNormal; varying float vValue; varying vec4 vSpecial; varying float vOpen;
    varying float vRow;
    void main() {
      vAt = position; vNormal = normalMatrix * normal; vValue = value; vSpecial = special; vOpen = open; vRow = row;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`;
  const SURFACE_FRAGMENT = `
    uniform sampler2D lut; uniform float rows; uniform vec3 inside; ${CUT}
    varying vec3 vAt; varying vec3 vNormal; varying float vValue; varying vec4 vSpecial; varying float vOpen;
    varying float vRow;
    void main() {
      cutAway(vAt);
      if (!gl_FrontFacing) { gl_FragColor = vec4(inside, 1.0); return; }
      float known = max(1.0 - vSpecial.a, 1e-4);
      vec3 color = vSpecial.a > 0.5 ? vSpecial.rgb / vSpecial.a
        : texture2D(lut, vec2(clamp(vValue / known, 0.0, 1.0), (floor(vRow + 0.5) + 0.5) / rows)).rgb;
      vec3 n = normalize(vNormal);
      float light = 0.56 + 0.44 * max(dot(n, normalize(vec3(-0.35, 0.5, 0.8))), 0.0);
      gl_FragColor = vec4(color * min(light * mix(0.78, 1.06, vOpen), 1.0), 1.0);
    }`;
  const LINE_VERTEX = `
    attribute vec3 from; attribute vec3 to; attribute float faint;
    uniform vec2 size; uniform float width; uniform float nearer;
    varying vec3 vAt; varying float vFaint;
    void main() {
      vec4 a = projectionMatrix * modelViewMatrix * vec4(from, 1.0), b = projectionMatrix * modelViewMatrix * vec4(to, 1.0);
      vec2 along = (b.xy / b.w - a.xy / a.w) * size;
      along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
      vec2 aside = vec2(-along.y, along.x);
      vec4 end = position.x < 0.5 ? a : b;
      vec2 offset = (aside * position.y + along * (position.x - 0.5)) * width / size;
      end.xy += offset * end.w;
      end.z -= nearer * end.w;
      vAt = position.x < 0.5 ? from : to; vFaint = faint;
      gl_Position = end;
    }`;
  const LINE_FRAGMENT = `
    uniform vec3 color; uniform float opacity; ${CUT}
    varying vec3 vAt; varying float vFaint;
    void main() { cutAway(vAt); gl_FragColor = vec4(color, opacity * mix(1.0, 0.28, vFaint)); }`;
  const CAP_VERTEX = `varying vec3 vAt; void main() { vAt = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;
  const CAP_FRAGMENT = `
    uniform vec3 fill; uniform vec3 hatch; uniform float pitch;
    void main() {
      float at = mod(gl_FragCoord.x + gl_FragCoord.y, pitch) / pitch;
      gl_FragColor = vec4(at < 0.14 ? hatch : fill, 1.0);
    }`;

  // --- the viewer ---------------------------------------------------------------------------------------------------

  class Viewer {
    constructor(host, facts, arrays) {
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
      this.furnish();
      this.setLayer(this.facts.layers[0].name);
      this.setTheme(themeNow());
      this.home(false);
      new ResizeObserver(() => this.resize()).observe(this.stage);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(themeNow()));
      this.canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); root.classList.remove("turnable"); });
      this.canvas.addEventListener("webglcontextrestored", () => { root.classList.add("turnable"); this.draw(); });
    }

    // The geometry and its materials; colors come with the layer.
    build() {
      const { facts, arrays } = this, n = facts.nVertices, scale = facts.size / facts.steps;
      const at = new Float32Array(3 * n);
      for (let i = 0; i < n; i++) {
        at[3 * i] = facts.low[0] + arrays.x[i] * scale;
        at[3 * i + 1] = facts.low[1] + arrays.y[i] * scale;
        at[3 * i + 2] = facts.low[2] + arrays.z[i] * scale;
      }
      this.at = at;
      const surface = this.surface = new THREE.BufferGeometry();
      surface.setAttribute("position", new THREE.BufferAttribute(at, 3));
      surface.setAttribute("normal", new THREE.BufferAttribute(directions(arrays.normal0, arrays.normal1), 3));
      surface.setAttribute("open", new THREE.BufferAttribute(Float32Array.from(arrays.open, (each) => each / 255), 1));
      surface.setAttribute("value", new THREE.BufferAttribute(new Float32Array(n), 1));
      surface.setAttribute("special", new THREE.BufferAttribute(new Float32Array(4 * n), 4));
      surface.setAttribute("row", new THREE.BufferAttribute(new Float32Array(n), 1));
      surface.setIndex(new THREE.BufferAttribute(arrays.triangles, 1));
      surface.computeBoundingBox();
      surface.computeBoundingSphere();
      const { min, max } = surface.boundingBox;
      this.box = { min, max };
      this.middle = surface.boundingSphere.center.clone();
      this.middle.addVectors(min, max).multiplyScalar(0.5);
      this.radius = Math.max(min.distanceTo(max) / 2, 1e-6);
      this.away = (2.2 * this.radius) / Math.sin((LENS_DEG / 2) * (Math.PI / 180));
      this.pose = { target: this.middle.clone(), turn: -Math.PI / 4, rise: 0.5236, span: 2 * this.radius };

      this.uniforms = {
        cut: { value: [0, 0, 0, 1] },
        size: { value: new THREE.Vector2(1, 1) },
        lut: { value: null }, rows: { value: 1 }, inside: { value: new THREE.Vector3() },
      };
      const { cut, lut, rows, inside } = this.uniforms;
      const material = new THREE.ShaderMaterial({
        vertexShader: SURFACE_VERTEX, fragmentShader: SURFACE_FRAGMENT, side: THREE.DoubleSide,
        uniforms: { cut, lut, rows, inside }, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
      });
      this.body = new THREE.Mesh(surface, material);
      this.body.renderOrder = 3;
      this.scene.add(this.body);

      // A cut solid shows a face of its own: where more back than front of the surface lies before the plane.
      const hole = (side, operation, order) => {
        const counting = new THREE.ShaderMaterial({
          vertexShader: CAP_VERTEX, fragmentShader: `${CUT} varying vec3 vAt; void main() { cutAway(vAt); gl_FragColor = vec4(1.0); }`,
          side, uniforms: { cut }, depthWrite: false, depthTest: false, colorWrite: false,
        });
        Object.assign(counting, { stencilWrite: true, stencilFunc: THREE.AlwaysStencilFunc, stencilFail: operation, stencilZFail: operation, stencilZPass: operation });
        const mesh = new THREE.Mesh(surface, counting);
        mesh.renderOrder = order;
        return mesh;
      };
      const cap = new THREE.ShaderMaterial({
        vertexShader: CAP_VERTEX, fragmentShader: CAP_FRAGMENT, side: THREE.DoubleSide,
        uniforms: { fill: { value: new THREE.Vector3() }, hatch: { value: new THREE.Vector3() }, pitch: { value: 9 } },
      });
      Object.assign(cap, { stencilWrite: true, stencilRef: 0, stencilFunc: THREE.NotEqualStencilFunc, stencilFail: THREE.ZeroStencilOp, stencilZFail: THREE.ZeroStencilOp, stencilZPass: THREE.ZeroStencilOp });
      this.capGeometry = new THREE.BufferGeometry();
      this.capGeometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(12), 3));
      this.capGeometry.setIndex([0, 1, 2, 0, 2, 3]);
      this.cap = new THREE.Mesh(this.capGeometry, cap);
      this.cap.frustumCulled = false;
      this.cap.renderOrder = 2;
      this.capParts = facts.isClosed
        ? [hole(THREE.BackSide, THREE.IncrementWrapStencilOp, 0), hole(THREE.FrontSide, THREE.DecrementWrapStencilOp, 1), this.cap] : [];
      for (const each of this.capParts) { each.visible = false; this.scene.add(each); }

      this.edges = this.lines([...arrays.borderSmooth.keys()], { width: 1.3, nearer: 2e-4, order: 4, opacity: 0.9 });
      this.scene.add(this.edges);
      this.outline = [];
    }

    // Lines as wide as asked, from numbers of borders or from points.
    lines(borders, { width, nearer, order, opacity, color = [0, 0, 0], hidden = false, points = null, uncut = false }) {
      const n = points ? points.length / 2 : borders.length;
      const from = new Float32Array(3 * n), to = new Float32Array(3 * n), faint = new Float32Array(n);
      for (let i = 0; i < n; i++) {
        if (points) { from.set(points[2 * i], 3 * i); to.set(points[2 * i + 1], 3 * i); continue; }
        const [a, b] = [this.arrays.borders[2 * borders[i]], this.arrays.borders[2 * borders[i] + 1]];
        from.set(this.at.subarray(3 * a, 3 * a + 3), 3 * i);
        to.set(this.at.subarray(3 * b, 3 * b + 3), 3 * i);
        faint[i] = order === 4 ? this.arrays.borderSmooth[borders[i]] : 0;
      }
      const shape = new THREE.InstancedBufferGeometry();
      shape.instanceCount = n;
      shape.setAttribute("position", new THREE.BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
      shape.setIndex([0, 1, 2, 0, 2, 3]);
      shape.setAttribute("from", new THREE.InstancedBufferAttribute(from, 3));
      shape.setAttribute("to", new THREE.InstancedBufferAttribute(to, 3));
      shape.setAttribute("faint", new THREE.InstancedBufferAttribute(faint, 1));
      const nowhere = { value: [0, 0, 0, 1] };
      const material = new THREE.ShaderMaterial({
        vertexShader: LINE_VERTEX, fragmentShader: LINE_FRAGMENT, side: THREE.DoubleSide, transparent: true, depthWrite: false,
        depthTest: !hidden,
        uniforms: {
          cut: uncut ? nowhere : this.uniforms.cut, size: this.uniforms.size, width: { value: width }, nearer: { value: nearer },
          color: { value: new THREE.Vector3(...color) }, opacity: { value: opacity },
        },
      });
      const mesh = new THREE.Mesh(shape, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      return mesh;
    }

    // --- what is round the picture ---

    furnish() {
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
      this.stage = make("div", { class: "stage" }, this.canvas, this.legend, this.tag, this.tip, this.cutBar);
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

    // --- the camera ---

    axes({ turn, rise } = this.pose) {
      const toward = new THREE.Vector3(Math.cos(rise) * Math.cos(turn), Math.cos(rise) * Math.sin(turn), Math.sin(rise));
      const right = new THREE.Vector3(-Math.sin(turn), Math.cos(turn), 0);
      return { toward, right, up: new THREE.Vector3().crossVectors(toward, right) };
    }

    turn(aside, upward) {
      this.pose.turn += aside;
      this.pose.rise = Math.min(Math.max(this.pose.rise + upward, -Math.PI / 2), Math.PI / 2);
    }

    perPixel() { return this.pose.span / Math.max(this.canvas.clientHeight, 1); }

    move(dx, dy) {
      const { right, up } = this.axes(), scale = this.perPixel();
      this.pose.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
      const off = this.pose.target.clone().sub(this.middle);
      if (off.length() > this.radius) this.pose.target.copy(this.middle).addScaledVector(off.normalize(), this.radius);
    }

    zoom(factor, at = null) {
      const span = Math.min(Math.max(this.pose.span * factor, 0.002 * this.radius), 8 * this.radius);
      if (at) {
        const box = this.canvas.getBoundingClientRect(), share = 1 - span / this.pose.span;
        this.move(-(at.clientX - box.x - box.width / 2 - this.aside) * share, -(at.clientY - box.y - box.height / 2) * share);
      }
      this.pose.span = span;
    }

    // The height of the picture that shows a box of this many millimeters across and high.
    spanOf(across, high) {
      const { clientWidth: width, clientHeight: height } = this.stage;
      return Math.max(high, (across * height) / Math.max(width - 2 * (this.aside ?? 0), 1));
    }

    home(isFlown = true) { this.view(VIEWS.length - 1, isFlown); }

    view(at, isFlown = true) {
      const [, , turn, rise] = VIEWS[at];
      const pose = { turn: (turn * Math.PI) / 180, rise: (rise * Math.PI) / 180 };
      const { right, up } = this.axes(pose), size = this.box.max.clone().sub(this.box.min);
      const reach = (axis) => Math.abs(axis.x) * size.x + Math.abs(axis.y) * size.y + Math.abs(axis.z) * size.z;
      this.fly({ ...pose, target: this.middle.clone(), span: 1.12 * this.spanOf(reach(right), reach(up)) }, isFlown);
    }

    fly(pose, isFlown = true) {
      this.stop();
      const from = { ...this.pose, target: this.pose.target.clone() };
      const around = 2 * Math.PI, turn = from.turn + ((((pose.turn - from.turn + Math.PI) % around) + around) % around) - Math.PI;
      const ended = { ...pose, turn };
      if (!isFlown || matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.pose = { ...ended, target: ended.target.clone() };
        this.draw();
        return;
      }
      const began = performance.now();
      const step = (now) => {
        const share = Math.min(Math.max((now - began) / FLIGHT_MS, 0), 1), eased = share * share * (3 - 2 * share);
        const mix = (a, b) => a + (b - a) * eased;
        this.pose = {
          target: from.target.clone().lerp(ended.target, eased), turn: mix(from.turn, ended.turn), rise: mix(from.rise, ended.rise),
          span: Math.exp(mix(Math.log(from.span), Math.log(ended.span))),
        };
        this.render();
        this.flight = share < 1 ? requestAnimationFrame(step) : 0;
      };
      this.flight = requestAnimationFrame(step);
    }

    stop() {
      if (this.flight) cancelAnimationFrame(this.flight);
      this.flight = 0;
    }

    // --- drawing ---

    resize() {
      const { clientWidth: width, clientHeight: height } = this.stage;
      if (!width || !height) return;
      const before = this.aspect;
      this.aspect = width / height;
      this.aside = width > 480 ? 100 : 0; // the legend stands at the left
      this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
      this.renderer.setSize(width, height, false);
      this.uniforms.size.value.set(width, height);
      if (before === undefined) this.home(false);
      else this.render();
    }

    draw() {
      if (this.isDue) return;
      this.isDue = true;
      requestAnimationFrame(() => { this.isDue = false; this.render(); });
    }

    render() {
      if (!this.aspect) return;
      const { toward, up } = this.axes(), { camera, pose } = this;
      camera.position.copy(pose.target).addScaledVector(toward, this.away);
      camera.up.copy(up);
      camera.lookAt(pose.target);
      camera.fov = (2 * Math.atan(pose.span / 2 / this.away) * 180) / Math.PI;
      camera.aspect = this.aspect;
      camera.near = this.away - 2.1 * this.radius;
      camera.far = this.away + 2.1 * this.radius;
      const { clientWidth: width, clientHeight: height } = this.stage;
      camera.setViewOffset(width, height, -this.aside, 0, width, height);
      camera.updateMatrixWorld();
      this.renderer.clear();
      this.renderer.render(this.scene, camera);
      this.placeTag();
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

    setTable(table, width, rows) {
      this.uniforms.lut.value?.dispose();
      const texture = new THREE.DataTexture(table, width, rows, THREE.RGBAFormat, THREE.UnsignedByteType);
      texture.minFilter = texture.magFilter = THREE.NearestFilter;
      texture.needsUpdate = true;
      this.uniforms.lut.value = texture;
      this.uniforms.rows.value = rows;
    }

    describe() {
      const { layer, choice } = this, parts = [make("b", {}, layer.title)];
      if (choice) {
        const two = choice.low < 0 && Math.abs(choice.low + choice.high) < 1e-9, low = two ? 0 : choice.low, high = choice.high;
        const share = (each) => (100 * (each - low)) / (high - low || 1);
        const stops = choice.bar.filter(([each]) => each >= low).map(([each, color]) => `${color} ${share(each).toFixed(2)}%`);
        const ramp = make("div", { class: "ramp" });
        ramp.style.background = `linear-gradient(to top, ${stops.join(",")})`;
        const ruler = make("div", { class: "ruler" });
        const taken = [];
        const put = (each, words, kind) => {
          const y = share(each);
          if (y < -1 || y > 101) return;
          let shownAt = y;
          const near = taken.find((other) => Math.abs(other - y) < 9);
          if (near !== undefined) { if (!kind) return; shownAt = near + (y < near ? -10 : 10); }
          taken.push(shownAt);
          const mark = make("span", { class: kind ?? "" }, words);
          mark.style.bottom = `${shownAt}%`;
          ruler.append(mark);
        };
        for (const mark of choice.marks) put(mark.value, units.of(mark.words), mark.kind);
        for (const [each, words] of choice.ticks[units.inches && layer.unit === "mm" ? 1 : 0]) if (each >= low) put(each, words);
        const unit = units.inches && layer.unit === "mm" ? "in" : layer.unit;
        if (unit) parts.push(make("span", { class: "quiet" }, unit === "°" ? "degrees" : unit));
        parts.push(make("div", { class: "ramps" }, ramp, ruler));
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

    hit(event) {
      const box = this.canvas.getBoundingClientRect(), ray = new THREE.Raycaster();
      ray.setFromCamera(new THREE.Vector2(((event.clientX - box.x) / box.width) * 2 - 1, 1 - ((event.clientY - box.y) / box.height) * 2), this.camera);
      const [a, b, c, d] = this.uniforms.cut.value;
      return ray.intersectObject(this.body).find(({ point }) => a * point.x + b * point.y + c * point.z <= d) ?? null;
    }

    wordsOf(hit) {
      const index = this.arrays.triangles, face = this.arrays.face[index[3 * hit.faceIndex]];
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
      this.setCut({});
      if (this.shown) this.say(units.of(this.shown.name));
    }
  }

  // --- the page's own words lead to the part ------------------------------------------------------------------------

  function lead(viewer) {
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
    lead(viewer);
    const wanted = location.hash.slice(1);
    if (facts.targets[wanted]) viewer.show(wanted);
  }

  start().catch((error) => {
    root.classList.remove("turnable");
    document.getElementById("viewer").hidden = true;
    console.warn("The viewer could not start; the pictures of the page stand for it.", error);
  });
})();
