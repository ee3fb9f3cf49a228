"use strict";

// Of the picture that is made of what is around the pointer, pixels.
const AROUND = 9;
// Bytes of an instance: place, turn, size, colour, object.
const INSTANCE = 48;
// Numbers of a piece of a line: both ends, their colours, object, radius.
const PIECE = 16;

// Numbers of a corner of a surface: place, what points outwards, shade, colour.
const CORNER = 11;

// Draws the film on a canvas.
class Stage {
  constructor(canvas, film, arrays) {
    const options = { antialias: true, stencil: true, alpha: true, powerPreference: "high-performance" };
    const gl = canvas.getContext("webgl2", options);
    if (!gl) throw new Error("this browser has no WebGL 2, so that only the plots are shown");
    Object.assign(this, { canvas, film, gl, hovered: -1, selected: -1 });
    this.mesh = this.program(MESH_VERTEX, MESH_FRAGMENT);
    this.line = this.program(LINE_VERTEX, LINE_FRAGMENT);
    this.ground = this.program(GROUND_VERTEX, GROUND_FRAGMENT);
    this.makeMeshes(arrays);
    this.makeLines();
    this.makeSurfaces();
    this.makePick();
  }

  program(vertex, fragment) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, HEAD + text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
      throw new Error(["cannot draw the scene:", gl.getProgramInfoLog(program), ...logs].join(" "));
    }
    const places = {};
    for (let at = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) - 1; at >= 0; at--) {
      const { name } = gl.getActiveUniform(program, at);
      places[name] = gl.getUniformLocation(program, name);
    }
    return { program, places };
  }

  buffer(target, contents) {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, contents, gl.STATIC_DRAW);
    return buffer;
  }

  makeMeshes({ corners, normals, triangles }) {
    const { gl } = this;
    const indices = new Uint32Array(triangles.length);
    const known = new Set();
    for (const [, first, count] of data.meshes) {
      if (known.has(first)) continue;
      known.add(first);
      let last = 0;
      for (let at = first; at < first + count; at++) indices[at] = last += unzigzag(triangles[at]);
    }
    const places = this.buffer(gl.ARRAY_BUFFER, corners);
    const outwards = this.buffer(gl.ARRAY_BUFFER, new Int8Array(normals.buffer));
    let before = 0;
    this.instances = gl.createBuffer();
    this.meshes = data.meshes.map(([cornerCount, first, count, low, span]) => {
      const vertices = gl.createVertexArray();
      gl.bindVertexArray(vertices);
      gl.bindBuffer(gl.ARRAY_BUFFER, places);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.UNSIGNED_SHORT, true, 6, 6 * before);
      gl.bindBuffer(gl.ARRAY_BUFFER, outwards);
      gl.enableVertexAttribArray(1);
      gl.vertexAttribPointer(1, 3, gl.BYTE, true, 3, 3 * before);
      if (!this.indices) this.indices = this.buffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
      for (let at = 3; at <= 7; at++) {
        gl.enableVertexAttribArray(at);
        gl.vertexAttribDivisor(at, 1);
      }
      gl.bindVertexArray(null);
      before += cornerCount;
      return { vertices, first, count, low, span };
    });
    // Of each mesh what is opaque, and then what is not.
    this.groups = new Uint32Array(2 * this.meshes.length + 1);
    const bytes = new ArrayBuffer(INSTANCE * data.items.parts);
    this.packed = { floats: new Float32Array(bytes), colours: new Uint32Array(bytes), size: 0 };
  }

  makeLines() {
    const { gl } = this;
    const pieces = data.items.lines.reduce((sum, [points]) => sum + Math.max(0, points - 1), 0);
    // Both ends of a trail may lie between two of its places.
    const trailed = data.items.trails.reduce((sum, places) => sum + places + 1, 0);
    this.pieces = new Float32Array(PIECE * (pieces + trailed));
    this.lineVertices = gl.createVertexArray();
    gl.bindVertexArray(this.lineVertices);
    this.buffer(gl.ARRAY_BUFFER, new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]));
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    this.pieceBuffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.pieceBuffer);
    for (const [at, width, first] of [[1, 3, 0], [2, 3, 3], [3, 4, 6], [4, 4, 10], [5, 1, 14], [6, 1, 15]]) {
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, width, gl.FLOAT, false, 4 * PIECE, 4 * first);
      gl.vertexAttribDivisor(at, 1);
    }
    this.groundVertices = gl.createVertexArray();
    gl.bindVertexArray(this.groundVertices);
    this.buffer(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]));
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
  }

  makeSurfaces() {
    const { gl } = this;
    this.surfaces = data.items.surfaces.map(([points, columns, shade, hasColours]) => {
      const rows = Math.floor(points / columns);
      const indices = [];
      for (let row = 0; row + 1 < rows; row++) {
        for (let column = 0; column + 1 < columns; column++) {
          const at = row * columns + column;
          indices.push(at, at + 1, at + columns, at + 1, at + columns + 1, at + columns);
        }
      }
      const vertices = gl.createVertexArray();
      gl.bindVertexArray(vertices);
      const corners = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, corners);
      for (const [at, width, first] of [[0, 3, 0], [1, 3, 3], [2, 1, 6], [6, 4, 7]]) {
        gl.enableVertexAttribArray(at);
        gl.vertexAttribPointer(at, width, gl.FLOAT, false, 4 * CORNER, 4 * first);
      }
      this.buffer(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices));
      gl.bindVertexArray(null);
      const numbers = new Float32Array(CORNER * rows * columns);
      return { points, rows, columns, shade, hasColours, vertices, corners, numbers, count: indices.length };
    });
  }

  makePick() {
    const { gl } = this;
    const target = (format) => {
      const target = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, target);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, AROUND, AROUND);
      return target;
    };
    const [colour, depth] = [target(gl.RGBA8), target(gl.DEPTH_COMPONENT16)];
    this.around = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.around);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, colour);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  // Hands over what the film shows now.
  follow() {
    const { gl, film, groups, packed } = this;
    const { meshes, colours, slots, firstSlots, objects } = film;
    const words = new Uint32Array(colours.buffer);
    const group = (item) => 2 * (meshes[item] - 1) + (colours[4 * item + 3] < 255 ? 1 : 0);
    groups.fill(0);
    for (let item = 0; item < film.firstLine; item++) if (meshes[item]) groups[group(item) + 1]++;
    for (let at = 1; at < groups.length; at++) groups[at] += groups[at - 1];
    const next = groups.slice();
    for (let item = 0; item < film.firstLine; item++) {
      if (!meshes[item]) continue;
      const at = (next[group(item)]++ * INSTANCE) / 4;
      const first = firstSlots[item];
      for (let number = 0; number < 10; number++) packed.floats[at + number] = slots[first + number];
      packed.colours[at + 10] = words[item];
      packed.floats[at + 11] = objects[item];
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    gl.bufferData(gl.ARRAY_BUFFER, packed.floats, gl.DYNAMIC_DRAW);
    this.followLines();
    this.surfaces.forEach((surface, index) => this.followSurface(surface, film.firstSurface + index));
  }

  followLines() {
    const { gl, film, pieces } = this;
    const { slots, colours } = film;
    let at = 0;
    const opaque = (item) => colours[4 * item + 3] / 255;
    data.items.lines.forEach(([points, , , hasColours], index) => {
      const item = film.firstLine + index;
      if (!film.meshes[item]) return;
      const first = film.firstSlots[item];
      const behind = first + 3 * points;
      for (let point = 0; point + 1 < points; point++, at += PIECE) {
        for (let number = 0; number < 6; number++) pieces[at + number] = slots[first + 3 * point + number];
        for (let end = 0; end < 2; end++) {
          for (let part = 0; part < 3; part++) {
            const own = hasColours ? slots[behind + 3 * (point + end) + part] : colours[4 * item + part];
            pieces[at + 6 + 4 * end + part] = own / 255;
          }
          pieces[at + 9 + 4 * end] = opaque(item);
        }
        pieces[at + 14] = film.objects[item];
        pieces[at + 15] = 0;
      }
    });
    let before = 0;
    data.items.trails.forEach((places, index) => {
      const item = film.firstTrail + index;
      if (film.meshes[item]) at = this.followTrail(item, before, before + places, at);
      before += places;
    });
    this.pieceCount = at / PIECE;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.pieceBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, pieces, gl.DYNAMIC_DRAW);
  }

  // The pieces of a trail, whose places are those from a number to another; where the next piece comes.
  followTrail(item, from, to, at) {
    const { film, pieces } = this;
    const { pathTimes: times, pathPoints: points, pathColours: colours } = film.arrays;
    const [duration, radius] = film.slots.subarray(film.firstSlots[item], film.firstSlots[item] + 2);
    const begin = duration > 0 ? film.time - duration : -Infinity;
    // The end of a piece at a time between its places.
    const put = (into, place, time) => {
      const next = Math.min(place + 1, to - 1);
      const part = next > place ? Math.min(1, Math.max(0, (time - times[place]) / (times[next] - times[place]))) : 0;
      const between = (a, b) => a + part * (b - a);
      for (let axis = 0; axis < 3; axis++) pieces[at + 3 * into + axis] = between(points[3 * place + axis], points[3 * next + axis]);
      for (let byte = 0; byte < 4; byte++) {
        const of = (colour) => (colour >>> (8 * byte)) & 255;
        pieces[at + 6 + 4 * into + byte] = between(of(colours[place]), of(colours[next])) / 255;
      }
    };
    const inside = times.subarray(from, to);
    const [first, last] = [from + Math.max(0, upTo(inside, begin) - 1), from + upTo(inside, film.time)];
    for (let place = first; place < Math.min(last, to - 1); place++, at += PIECE) {
      put(0, place, Math.max(begin, times[place]));
      put(1, place, Math.min(film.time, times[place + 1]));
      pieces[at + 14] = film.objects[item];
      pieces[at + 15] = radius;
    }
    return at;
  }

  followSurface(surface, item) {
    const { gl, film } = this;
    const { points, rows, columns, shade, hasColours, numbers } = surface;
    const first = film.firstSlots[item];
    surface.item = film.meshes[item] ? item : -1;
    const { slots, colours } = film;
    const place = (row, column, axis) => slots[first + 3 * (row * columns + column) + axis];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [left, right] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)];
        const [above, below] = [Math.max(0, row - 1), Math.min(rows - 1, row + 1)];
        const along = [0, 1, 2].map((axis) => place(row, right, axis) - place(row, left, axis));
        const across = [0, 1, 2].map((axis) => place(below, column, axis) - place(above, column, axis));
        const normal = [
          along[1] * across[2] - along[2] * across[1],
          along[2] * across[0] - along[0] * across[2],
          along[0] * across[1] - along[1] * across[0],
        ];
        const size = Math.hypot(...normal) || 1;
        const point = row * columns + column;
        const at = CORNER * point;
        for (let axis = 0; axis < 3; axis++) {
          numbers[at + axis] = place(row, column, axis);
          numbers[at + 3 + axis] = normal[axis] / size;
        }
        // Colours that say something are not made lighter.
        numbers[at + 6] = hasColours ? 1 : 1 + 0.35 * Math.tanh(place(row, column, 1) / shade);
        for (let part = 0; part < 4; part++) {
          const own = hasColours && part < 3;
          numbers[at + 7 + part] = (own ? slots[first + 3 * (points + point) + part] : colours[4 * item + part]) / 255;
        }
      }
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, surface.corners);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
  }

  // Fits the picture to its place on the page; how many pixels there are for each of CSS.
  resize() {
    const { canvas } = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.max(1, Math.round(side * ratio)));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    return ratio;
  }

  draw(camera, colours) {
    const { gl, canvas } = this;
    const ratio = this.resize();
    const matrix = camera.matrix(canvas.width / canvas.height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.drawGround(camera, matrix, colours);
    gl.disable(gl.BLEND);
    this.drawMeshes(camera, matrix, PLAIN, 0);
    gl.enable(gl.BLEND);
    this.drawLines(camera, matrix, PLAIN, [canvas.width, canvas.height], 2.4 * ratio);
    this.drawSurfaces(camera, matrix, PLAIN);
    // Its back would make it darker.
    gl.enable(gl.CULL_FACE);
    this.drawMeshes(camera, matrix, PLAIN, 1);
    gl.disable(gl.CULL_FACE);
  }

  drawGround(camera, matrix, { fill, line }) {
    const { gl } = this;
    const { middle, crossing, spacing } = data.ground;
    // From below one sees what stands on it.
    if (camera.eye()[1] < middle[1]) return;
    const { program, places } = this.ground;
    gl.useProgram(program);
    gl.uniformMatrix4fv(places.matrix, false, matrix);
    gl.uniform3fv(places.middle, middle);
    gl.uniform2fv(places.crossing, crossing);
    gl.uniform1f(places.spacing, spacing);
    gl.uniform1f(places.reach, 8 * camera.size);
    gl.uniform4fv(places.fill, fill);
    gl.uniform4fv(places.line, line);
    gl.bindVertexArray(this.groundVertices);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    // Where shadows lie over each other they are no darker.
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(-1, -1);
    gl.depthMask(false);
    this.drawMeshes(camera, matrix, SHADOW, 0);
    gl.depthMask(true);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.disable(gl.STENCIL_TEST);
  }

  begin({ program, places }, camera, matrix, mode) {
    const { gl } = this;
    gl.useProgram(program);
    gl.uniformMatrix4fv(places.matrix, false, matrix);
    gl.uniform1i(places.mode, mode);
    gl.uniform1f(places.hovered, mode === PLAIN ? this.hovered : -1);
    gl.uniform1f(places.selected, mode === PLAIN ? this.selected : -1);
    if (places.eye) gl.uniform3fv(places.eye, camera.eye());
    return places;
  }

  drawMeshes(camera, matrix, mode, isTransparent) {
    const { gl, groups } = this;
    const places = this.begin(this.mesh, camera, matrix, mode);
    gl.uniform1f(places.ground, data.ground.middle[1]);
    gl.vertexAttrib1f(2, 1);
    this.meshes.forEach(({ vertices, first, count, low, span }, mesh) => {
      const [from, to] = [groups[2 * mesh + isTransparent], groups[2 * mesh + isTransparent + 1]];
      if (from === to) return;
      gl.bindVertexArray(vertices);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
      for (const [at, width, byte] of [[3, 3, 0], [4, 4, 12], [5, 3, 28], [7, 1, 44]]) {
        gl.vertexAttribPointer(at, width, gl.FLOAT, false, INSTANCE, from * INSTANCE + byte);
      }
      gl.vertexAttribPointer(6, 4, gl.UNSIGNED_BYTE, true, INSTANCE, from * INSTANCE + 40);
      gl.uniform3fv(places.low, low);
      gl.uniform3fv(places.span, span);
      gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_INT, 4 * first, to - from);
    });
    gl.bindVertexArray(null);
  }

  drawLines(camera, matrix, mode, picture, wide) {
    const { gl } = this;
    if (!this.pieceCount) return;
    const places = this.begin(this.line, camera, matrix, mode);
    gl.uniform2fv(places.picture, picture);
    gl.uniform1f(places.wide, wide);
    gl.uniform1f(places.near, 0.01 * camera.distance);
    gl.bindVertexArray(this.lineVertices);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.pieceCount);
    gl.bindVertexArray(null);
  }

  drawSurfaces(camera, matrix, mode) {
    const { gl, film } = this;
    for (const { item, vertices, count } of this.surfaces) {
      if (item < 0) continue;
      const places = this.begin(this.mesh, camera, matrix, mode);
      gl.uniform3f(places.low, 0, 0, 0);
      gl.uniform3f(places.span, 1, 1, 1);
      gl.bindVertexArray(vertices);
      gl.vertexAttrib3f(3, 0, 0, 0);
      gl.vertexAttrib4f(4, 0, 0, 0, 1);
      gl.vertexAttrib3f(5, 1, 1, 1);
      gl.vertexAttrib1f(7, film.objects[item]);
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
    }
    gl.bindVertexArray(null);
  }

  // The object at a place of the picture, in pixels of CSS, or just beside it; -1 where there is none.
  pick(camera, x, y) {
    const { gl, canvas } = this;
    const ratio = this.resize();
    const [width, height] = [canvas.width, canvas.height];
    const whole = camera.matrix(width / height);
    const middle = [(2 * x * ratio) / width - 1, 1 - (2 * y * ratio) / height];
    const matrix = whole.slice();
    for (let column = 0; column < 4; column++) {
      const depth = whole[4 * column + 3];
      matrix[4 * column] = (width / AROUND) * (whole[4 * column] - middle[0] * depth);
      matrix[4 * column + 1] = (height / AROUND) * (whole[4 * column + 1] - middle[1] * depth);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.around);
    gl.viewport(0, 0, AROUND, AROUND);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    this.drawMeshes(camera, matrix, PICK, 0);
    this.drawMeshes(camera, matrix, PICK, 1);
    this.drawLines(camera, matrix, PICK, [AROUND, AROUND], 3 * ratio);
    this.drawSurfaces(camera, matrix, PICK);
    const bytes = new Uint8Array(4 * AROUND * AROUND);
    gl.readPixels(0, 0, AROUND, AROUND, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    let [best, nearest] = [-1, Infinity];
    for (let at = 0; at < AROUND * AROUND; at++) {
      const id = bytes[4 * at] + 256 * bytes[4 * at + 1] + 65536 * bytes[4 * at + 2];
      const away = Math.hypot((at % AROUND) - (AROUND >> 1), Math.floor(at / AROUND) - (AROUND >> 1));
      if (id && away < nearest) [best, nearest] = [id - 1, away];
    }
    return best;
  }
}
