/* How the part is looked at: turned, moved, zoomed and flown to. */
"use strict";

const LENS_DEG = 13; // as of the pictures: enough to feel depth, little enough to compare lengths
const FLIGHT_MS = 450;
const VIEWS = [
  ["Front", 1, -90, 0], ["Back", 2, 90, 0], ["Right", 3, 0, 0], ["Left", 4, 180, 0], ["Top", 5, -90, 90],
  ["Bottom", 6, -90, -90], ["Oblique", 0, -45, 30],
];

const LEGEND_PX = 200, LEAST_PX = 240;
const MARGIN = 1.1; // round what is shown

class TurnableScene extends PartScene {
  axes({ turn, rise } = this.pose) {
    const toward = new THREE.Vector3(Math.cos(rise) * Math.cos(turn), Math.cos(rise) * Math.sin(turn), Math.sin(rise));
    const right = new THREE.Vector3(-Math.sin(turn), Math.cos(turn), 0);
    return { toward, right, up: new THREE.Vector3().crossVectors(toward, right) };
  }

  turn(aside, upward) {
    this.fitted = undefined;
    this.pose.turn += aside;
    this.pose.rise = Math.min(Math.max(this.pose.rise + upward, -Math.PI / 2), Math.PI / 2);
  }

  perPixel() { return this.pose.span / Math.max(this.canvas.clientHeight, 1); }

  move(dx, dy) {
    this.fitted = undefined;
    const { right, up } = this.axes(), scale = this.perPixel();
    this.pose.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
    const off = this.pose.target.clone().sub(this.middle);
    if (off.length() > this.radius) this.pose.target.copy(this.middle).addScaledVector(off.normalize(), this.radius);
  }

  zoom(factor, at = null) {
    this.fitted = undefined;
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
    return Math.max(high, (across * height) / Math.max(width - this.taken, 1));
  }

  home(isFlown = true) { this.view(VIEWS.length - 1, isFlown); }

  view(at, isFlown = true) {
    const [, , turn, rise] = VIEWS[at];
    const pose = { turn: (turn * Math.PI) / 180, rise: (rise * Math.PI) / 180 };
    const target = this.shownBox.getCenter(new THREE.Vector3());
    this.fly({ ...pose, target, span: MARGIN * this.spanOf(...this.extent(pose)) }, isFlown);
    this.fitted = at; // until it is turned, moved or zoomed: it stays so when the window gets another size
  }

  // How far across and how high the corners of the shown box reach about the target; near ones look larger.
  extent(pose) {
    const { toward, right, up } = this.axes(pose), half = this.shownBox.getSize(new THREE.Vector3()).divideScalar(2);
    const corner = new THREE.Vector3();
    let across = 0, high = 0;
    for (let at = 0; at < 8; at++) {
      corner.set(at & 1 ? half.x : -half.x, at & 2 ? half.y : -half.y, at & 4 ? half.z : -half.z);
      const near = this.away / (this.away - corner.dot(toward));
      across = Math.max(across, 2 * near * Math.abs(corner.dot(right)));
      high = Math.max(high, 2 * near * Math.abs(corner.dot(up)));
    }
    return [across, high];
  }

  fly(pose, isFlown = true) {
    this.fitted = undefined;
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
    if (before === undefined) this.bodies?.settle(width);
    const left = width > 480 ? LEGEND_PX : 0, right = this.bodies?.width ?? 0, isRoomy = width - left - right > LEAST_PX;
    this.taken = left + (isRoomy ? right : 0); // by the legend, and by the bodies where the part has room beside them
    this.aside = (left - (isRoomy ? right : 0)) / 2;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.uniforms.size.value.set(width, height);
    if (before === undefined) this.home(false);
    else if (this.fitted !== undefined && !this.flight) this.view(this.fitted, false);
    this.render();
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
}
