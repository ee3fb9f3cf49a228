"use strict";
const data = JSON.parse(document.getElementById("data").textContent);

// The arrays of the page, by their names. Of each the first bytes of all numbers come first, then their second ones.
async function unpack({ arrays, size, packed }) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const unpacked = new Uint8Array(await new Response(stream).arrayBuffer());
  if (unpacked.length !== size) throw new Error("the page is damaged: its data are cut");
  const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
  const array = ([kind, first, count]) => {
    const numbers = new kinds[kind](count);
    const width = numbers.BYTES_PER_ELEMENT;
    const into = new Uint8Array(numbers.buffer);
    for (let byte = 0; byte < width; byte++) {
      const from = first + byte * count;
      for (let at = 0; at < count; at++) into[at * width + byte] = unpacked[from + at];
    }
    return numbers;
  };
  return Object.fromEntries(Object.entries(arrays).map(([name, told]) => [name, array(told)]));
}

const unzigzag = (number) => (number >>> 1) ^ -(number & 1);

// How many of the ascending numbers are not more than one.
function upTo(numbers, one) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= one) low = middle + 1;
    else high = middle;
  }
  return low;
}

// What is to be seen, at any time: of each item its mesh (0: it is not shown), its colour and its slots.
class Film {
  constructor(arrays) {
    const { times, base, varying, steps, bends } = arrays;
    this.times = times;
    this.objects = arrays.objects;
    this.firstSlots = arrays.firstSlots;
    const { parts, lines, surfaces, texts } = data.items;
    this.firstLine = parts;
    this.firstSurface = parts + lines.length;
    this.firstText = this.firstSurface + surfaces.length;
    this.firstTrail = this.firstText + texts.length;
    this.slots = base.slice();
    this.meshes = arrays.meshes.slice();
    this.colours = new Uint8Array(arrays.colours.slice().buffer);
    this.arrays = arrays;
    const [count, frames] = [varying.length, times.length];
    // Frame by frame.
    this.frames = new Float32Array(count * frames);
    for (let slot = 0; slot < count; slot++) {
      const start = base[varying[slot]];
      let [last, before] = [0, 0];
      for (let frame = 0; frame < frames; frame++) {
        const now = unzigzag(bends[slot * frames + frame]) + 2 * last - before;
        this.frames[frame * count + slot] = start + now * steps[slot];
        [before, last] = [last, now];
      }
    }
    this.seek(times[0]);
  }

  get start() {
    return this.times[0];
  }

  get end() {
    return this.times[this.times.length - 1];
  }

  // What moves lies on the straight line between two frames.
  seek(time) {
    const { times, arrays, frames, slots } = this;
    this.time = time;
    const frame = Math.max(0, upTo(times, time) - 1);
    const next = Math.min(frame + 1, times.length - 1);
    const part = next > frame ? Math.max(0, (time - times[frame]) / (times[next] - times[frame])) : 0;
    const { varying, meshVaries, meshFrames, colourVaries, colourFrames } = arrays;
    const [now, then] = [frame * varying.length, next * varying.length];
    for (let slot = 0; slot < varying.length; slot++) {
      const from = frames[now + slot];
      slots[varying[slot]] = from + part * (frames[then + slot] - from);
    }
    for (let item = 0; item < meshVaries.length; item++) {
      this.meshes[meshVaries[item]] = meshFrames[item * times.length + frame];
    }
    for (let item = 0; item < colourVaries.length; item++) {
      const [from, to] = [frame, next].map((at) => colourFrames[item * times.length + at]);
      for (let byte = 0; byte < 4; byte++) {
        const [a, b] = [(from >>> (8 * byte)) & 255, (to >>> (8 * byte)) & 255];
        this.colours[4 * colourVaries[item] + byte] = Math.round(a + part * (b - a));
      }
    }
  }
}
