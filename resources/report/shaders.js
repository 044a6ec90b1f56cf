/* How the surface, its lines and the face of a cut are drawn. */
"use strict";

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
