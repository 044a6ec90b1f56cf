/* The part in WebGL: its surface, its borders, the cap of a cut, and what is outlined. */
"use strict";

const THEMES = {
  light: { edge: [0.11, 0.14, 0.19], cut: [0.93, 0.94, 0.96], hatch: [0.55, 0.6, 0.68], inside: [0.5, 0.53, 0.58] },
  dark: { edge: [0.04, 0.05, 0.07], cut: [0.3, 0.33, 0.38], hatch: [0.55, 0.6, 0.68], inside: [0.28, 0.3, 0.34] },
};
const ACCENT = [0.043, 0.42, 1], RIM = [1, 1, 1];

const EDGES = { width: 1.3, nearer: 2e-4, order: 4, opacity: 0.9 };

class PartScene {
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
    surface.computeBoundingSphere(); // of all vertices, which it keeps when faces are hidden
    const { min, max } = surface.boundingBox;
    this.box = surface.boundingBox.clone();
    this.shownBox = this.box.clone();
    this.middle = this.box.getCenter(new THREE.Vector3());
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

    this.edges = this.lines([...arrays.borderSmooth.keys()], EDGES);
    this.scene.add(this.edges);
    this.outline = [];
    this.hidden = new Set(); // faces that are not to be seen
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

  setTable(table, width, rows) {
    this.uniforms.lut.value?.dispose();
    const texture = new THREE.DataTexture(table, width, rows, THREE.RGBAFormat, THREE.UnsignedByteType);
    texture.minFilter = texture.magFilter = THREE.NearestFilter;
    texture.needsUpdate = true;
    this.uniforms.lut.value = texture;
    this.uniforms.rows.value = rows;
  }

  // Leave some faces out: triangles, borders that lie between them alone, and the room that the camera needs.
  setHidden(faces) {
    this.hidden = faces;
    const { triangles, face, borderFaces, borderSmooth } = this.arrays, kept = [], seen = new Uint8Array(this.facts.nVertices);
    for (let i = 0; i < triangles.length; i += 3) {
      if (faces.has(face[triangles[i]])) continue;
      for (let k = i; k < i + 3; k++) { kept.push(triangles[k]); seen[triangles[k]] = 1; }
    }
    this.surface.setIndex(new THREE.BufferAttribute(Uint32Array.from(kept), 1));
    const { min, max } = this.shownBox.makeEmpty(), point = new THREE.Vector3();
    for (let i = 0; i < seen.length; i++) if (seen[i]) this.shownBox.expandByPoint(point.fromArray(this.at, 3 * i));
    if (this.shownBox.isEmpty()) { min.copy(this.box.min); max.copy(this.box.max); }
    const borders = [...borderSmooth.keys()].filter((at) => !faces.has(borderFaces[2 * at]) || !faces.has(borderFaces[2 * at + 1]));
    const color = this.edges.material.uniforms.color.value.toArray();
    this.scene.remove(this.edges);
    this.edges.geometry.dispose();
    this.edges.material.dispose();
    this.edges = this.lines(borders, { ...EDGES, color });
    this.scene.add(this.edges);
    this.draw();
  }

  hit(event) {
    const box = this.canvas.getBoundingClientRect(), ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(((event.clientX - box.x) / box.width) * 2 - 1, 1 - ((event.clientY - box.y) / box.height) * 2), this.camera);
    const [a, b, c, d] = this.uniforms.cut.value;
    return ray.intersectObject(this.body).find(({ point }) => a * point.x + b * point.y + c * point.z <= d) ?? null;
  }
}
