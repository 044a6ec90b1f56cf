/* The part as the page carries it: arrays of numbers out of packed text, and colors out of scales. */
"use strict";

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
