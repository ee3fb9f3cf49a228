"use strict";

// Angle between the upper and the lower edge.
const FIELD_OF_VIEW = (35 * Math.PI) / 180;
const SLOPE = Math.tan(FIELD_OF_VIEW / 2);

const add = (a, b, times = 1) => [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// From where one looks: around a target, by angles around the vertical and above the horizontal.
class Camera {
  constructor([low, high]) {
    this.low = low;
    this.high = high;
    this.size = Math.max(Math.hypot(...add(high, low, -1)), 1e-6);
    this.target = [0, 0, 0];
    this.distance = this.size;
    this.from("corner");
  }

  from(side) {
    const sides = { corner: [0.45, 0.22], front: [0, 0], side: [Math.PI / 2, 0], top: [0, Math.PI / 2] };
    [this.yaw, this.pitch] = sides[side];
  }

  axes() {
    const [sy, cy, sp, cp] = [Math.sin(this.yaw), Math.cos(this.yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
    return { right: [cy, 0, -sy], up: [-sy * sp, cp, -cy * sp], back: [sy * cp, sp, cy * cp] };
  }

  eye() {
    return add(this.target, this.axes().back, this.distance);
  }

  // All is seen, in a picture that is so many times as wide as high.
  fit(aspect) {
    const { right, up, back } = this.axes();
    this.target = [0, 1, 2].map((axis) => (this.low[axis] + this.high[axis]) / 2);
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const at = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? this.high : this.low)[axis] - this.target[axis]);
      const half = 1.1 * Math.max(Math.abs(dot(at, up)), Math.abs(dot(at, right)) / aspect);
      distance = Math.max(distance, dot(at, back) + half / SLOPE);
    }
    this.distance = Math.max(distance, 0.5 * this.size);
  }

  // By parts of the height of the picture.
  orbit(across, down) {
    this.yaw -= 3.2 * across;
    this.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.pitch + 3.2 * down));
  }

  pan(across, down) {
    const { right, up } = this.axes();
    const height = 2 * this.distance * SLOPE;
    this.target = add(add(this.target, right, -across * height), up, down * height);
  }

  zoom(times) {
    this.distance = Math.min(100 * this.size, Math.max(1e-4 * this.size, this.distance * times));
  }

  // From points to clip space, column by column.
  matrix(aspect) {
    const { right, up, back } = this.axes();
    const eye = this.eye();
    const [near, far] = [0.01 * this.distance, this.distance + 40 * this.size];
    const [x, y] = [1 / (SLOPE * aspect), 1 / SLOPE];
    const [a, b] = [-(far + near) / (far - near), (-2 * far * near) / (far - near)];
    const rows = [
      [...right.map((part) => x * part), -x * dot(right, eye)],
      [...up.map((part) => y * part), -y * dot(up, eye)],
      [...back.map((part) => a * part), -a * dot(back, eye) + b],
      [...back.map((part) => -part), dot(back, eye)],
    ];
    return new Float32Array([0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column])));
  }

  // Where a point is in a picture, and how far away; none behind the eye.
  project(point, width, height) {
    const { right, up, back } = this.axes();
    const from = add(point, this.eye(), -1);
    const depth = -dot(from, back);
    if (depth <= 0.01 * this.distance) return null;
    const scale = height / (2 * SLOPE * depth);
    return { x: width / 2 + scale * dot(from, right), y: height / 2 - scale * dot(from, up), scale };
  }
}
