"use strict";

// How a mesh is drawn.
const [PLAIN, PICK, SHADOW] = [0, 1, 2];
const SUN = [0.4, 0.8, 0.44];
const HEAD = `#version 300 es
precision highp float;
precision highp int;
uniform int mode;
uniform float hovered, selected;
const vec3 sun = vec3(${SUN.join(", ")});
vec4 finished(vec3 light, vec4 colour, float object) {
  if (mode == ${PICK}) {
    float id = object + 1.0;
    return vec4(mod(id, 256.0), mod(floor(id / 256.0), 256.0), floor(id / 65536.0), 255.0) / 255.0;
  }
  vec3 lit = pow(pow(colour.rgb, vec3(2.2)) * light, vec3(1.0 / 2.2));
  if (object == selected) lit = mix(lit, vec3(1.0, 0.62, 0.1), 0.45);
  if (object == hovered) lit = mix(lit, vec3(1.0), 0.22);
  return vec4(lit * colour.a, colour.a);
}
`;

const MESH_VERTEX = `
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 outwards;
layout(location = 2) in float shade;
layout(location = 3) in vec3 place;
layout(location = 4) in vec4 turn;
layout(location = 5) in vec3 size;
layout(location = 6) in vec4 colour;
layout(location = 7) in float object;
uniform mat4 matrix;
uniform vec3 low, span;
uniform float ground;
out vec3 vNormal, vPoint;
out vec4 vColour;
flat out float vObject;
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  vec4 q = normalize(turn);
  vec3 point = place + turned(q, (low + span * corner) * size);
  vec3 s = size / max(max(abs(size.x), abs(size.y)), max(abs(size.z), 1e-30));
  vec3 across = outwards * vec3(s.y * s.z, s.z * s.x, s.x * s.y);
  vNormal = turned(q, across / max(length(across), 1e-30));
  if (mode == ${SHADOW}) point -= sun * ((point.y - ground) / sun.y);
  vPoint = point;
  vColour = vec4(colour.rgb * shade, colour.a);
  vObject = object;
  gl_Position = matrix * vec4(point, 1.0);
}`;

const MESH_FRAGMENT = `
in vec3 vNormal, vPoint;
in vec4 vColour;
flat in float vObject;
uniform vec3 eye;
out vec4 colour;
void main() {
  if (mode == ${SHADOW}) { colour = vec4(0.0, 0.0, 0.0, 0.20); return; }
  vec3 towards = normalize(eye - vPoint);
  vec3 normal = normalize(vNormal);
  if (dot(normal, towards) < 0.0) normal = -normal;
  float direct = max(dot(normal, sun), 0.0);
  vec3 sky = mix(vec3(0.30, 0.28, 0.26), vec3(0.62, 0.66, 0.72), 0.5 + 0.5 * normal.y);
  float gloss = pow(max(dot(normal, normalize(sun + towards)), 0.0), 40.0);
  colour = finished(sky + 0.85 * direct * vec3(1.0, 0.97, 0.92), vColour, vObject);
  if (mode == ${PLAIN}) colour.rgb += 0.12 * gloss * colour.a;
}`;

const LINE_VERTEX = `
layout(location = 0) in vec2 side;
layout(location = 1) in vec3 from;
layout(location = 2) in vec3 to;
layout(location = 3) in vec4 fromColour;
layout(location = 4) in vec4 toColour;
layout(location = 5) in float object;
layout(location = 6) in float radius;
uniform mat4 matrix;
uniform vec2 picture;
uniform float wide, near;
out vec4 vColour;
flat out float vObject;
void main() {
  vec4 a = matrix * vec4(from, 1.0), b = matrix * vec4(to, 1.0);
  if (a.w < near && b.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < near) a = mix(b, a, (b.w - near) / (b.w - a.w));
  else if (b.w < near) b = mix(a, b, (a.w - near) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) * picture;
  along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  vec4 end = side.x < 0.5 ? a : b;
  // Half a width beyond the ends, so that corners are filled.
  vec2 beyond = along * (2.0 * side.x - 1.0) * 0.35 + vec2(-along.y, along.x) * side.y;
  // As high as a metre is at a distance of 1, in the picture.
  float metre = length(vec3(matrix[0][1], matrix[1][1], matrix[2][1])) * picture.y;
  end.xy += beyond * max(wide * end.w, radius * metre) / picture;
  end.z -= 2e-4 * end.w;
  vColour = side.x < 0.5 ? fromColour : toColour;
  vObject = object;
  gl_Position = end;
}`;

const LINE_FRAGMENT = `
in vec4 vColour;
flat in float vObject;
out vec4 colour;
void main() { colour = finished(vec3(1.0), vColour, vObject); }`;

const GROUND_VERTEX = `
layout(location = 0) in vec2 side;
uniform mat4 matrix;
uniform vec3 middle;
uniform float reach;
out vec2 at;
void main() {
  at = side * reach;
  gl_Position = matrix * vec4(middle + vec3(at.x, 0.0, at.y), 1.0);
}`;

const GROUND_FRAGMENT = `
in vec2 at;
uniform vec3 middle;
uniform vec2 crossing;
uniform float spacing, reach;
uniform vec4 fill, line;
out vec4 colour;
float grid(float apart) {
  vec2 place = (at + middle.xz - crossing) / apart;
  vec2 wide = fwidth(place);
  vec2 near = abs(fract(place - 0.5) - 0.5) / max(wide, vec2(1e-9));
  vec2 seen = clamp(1.2 - near, 0.0, 1.0) * clamp(0.5 / max(wide, vec2(1e-9)) * 0.25, 0.0, 1.0);
  return max(seen.x, seen.y);
}
void main() {
  float far = length(at) / reach;
  float fade = 1.0 - smoothstep(0.15, 1.0, far);
  float lines = max(0.5 * grid(spacing), grid(5.0 * spacing));
  float opacity = fade * mix(fill.a, line.a, lines);
  colour = vec4(mix(fill.rgb, line.rgb, lines) * opacity, opacity);
}`;
