"use strict";

// Curves of a plot that are told apart; what is more begins again.
const CURVES = 10;

// An element with what is in it.
function element(kind, { text, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

// The columns that are ticked, over time: those of a unit share a plot.
class Plots {
  constructor(place, results, [start, end], { onTime, onChange }) {
    Object.assign(this, { place, results, start, end, onTime, onChange, plotted: [], plots: [] });
  }

  has(index) {
    return this.plotted.includes(index);
  }

  set(index, isOn) {
    this.plotted = this.plotted.filter((other) => other !== index);
    if (isOn) this.plotted.push(index);
    this.make();
    this.onChange();
  }

  // Makes all of them anew.
  make() {
    const byUnit = new Map();
    this.plotted.forEach((index) => {
      const column = this.results.columns[index];
      const unit = this.results.unit(column);
      if (!byUnit.has(unit)) byUnit.set(unit, []);
      byUnit.get(unit).push(column);
    });
    this.plots = [...byUnit].map(([unit, columns]) => this.plot(unit, columns));
    this.place.replaceChildren(...this.plots.map((plot) => plot.box));
  }

  plot(unit, columns) {
    const canvas = element("canvas");
    const lines = columns.map((column, at) => {
      const value = element("span");
      const swatch = element("i");
      const name = `--curve${at % CURVES}`;
      swatch.style.background = `var(${name})`;
      const button = element("button", { title: "Plot it no longer", onclick: () => this.set(column.index, false) });
      button.append(swatch, `${column.name} = `, value, unit ? ` ${unit}` : "");
      return { column, value, button, name };
    });
    const legend = element("div", { className: "legend" }, ...lines.map((line) => line.button));
    const box = element("figure", { className: "plot" }, legend, canvas);
    const plot = { box, canvas, lines, drawn: null };
    const go = (event) => {
      const { left, right } = plot.area ?? { left: 0, right: canvas.clientWidth };
      const part = (event.clientX - canvas.getBoundingClientRect().left - left) / (right - left);
      this.onTime(this.start + Math.min(1, Math.max(0, part)) * (this.end - this.start));
    };
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      go(event);
    };
    canvas.onpointermove = (event) => event.buttons && go(event);
    return plot;
  }

  // Draws them as they are at a time.
  draw(time) {
    for (const plot of this.plots) {
      for (const { column, value } of plot.lines) {
        const text = this.results.text(column, time);
        if (value.textContent !== text) value.textContent = text;
      }
      const { canvas } = plot;
      const ratio = window.devicePixelRatio || 1;
      const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
      if (width === 0) continue;
      const key = [width, height, darkness.matches].join();
      if (plot.key !== key) {
        [plot.key, canvas.width, canvas.height] = [key, width, height];
        plot.drawn = this.curves(plot, width / ratio, height / ratio, ratio);
      }
      const pen = canvas.getContext("2d");
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, width, height);
      pen.drawImage(plot.drawn, 0, 0);
      pen.scale(ratio, ratio);
      const { left, right, top, bottom } = plot.area;
      const span = this.end - this.start || 1;
      const x = left + ((time - this.start) / span) * (right - left);
      pen.strokeStyle = colour("--accent");
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.moveTo(x, top);
      pen.lineTo(x, bottom);
      pen.stroke();
      for (const line of plot.lines) {
        const y = plot.height(this.results.shown(line.column, this.results.at(line.column, time)));
        if (!Number.isFinite(y)) continue;
        pen.fillStyle = colour(line.name);
        pen.beginPath();
        pen.arc(x, y, 3, 0, 7);
        pen.fill();
      }
    }
  }

  // All of a plot but the cursor, in a picture.
  curves(plot, width, height, ratio) {
    const picture = element("canvas", { width: width * ratio, height: height * ratio });
    const pen = picture.getContext("2d");
    pen.scale(ratio, ratio);
    const { results, start, end } = this;
    let [low, high] = [Infinity, -Infinity];
    const [first, last] = [Math.max(0, upTo(results.rows, start) - 1), upTo(results.rows, end)];
    for (const { column } of plot.lines) {
      for (let row = first; row < last; row++) {
        const number = results.shown(column, column.values[row]);
        if (Number.isFinite(number)) [low, high] = [Math.min(low, number), Math.max(high, number)];
      }
    }
    if (low > high) [low, high] = [0, 1];
    const room = high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)) ? 0.06 * (high - low) : 0.5 * Math.abs(high) || 0.5;
    [low, high] = [low - room, high + room];
    pen.font = "11px system-ui, sans-serif";
    const beside = ticks(low, high, 5);
    const wide = Math.max(20, ...beside.map((tick) => pen.measureText(short(tick)).width));
    const area = { left: Math.ceil(wide) + 8, right: width - 10, top: 6, bottom: height - 20 };
    const across = (time) => area.left + ((time - start) / (end - start || 1)) * (area.right - area.left);
    const up = (number) => area.bottom - ((number - low) / (high - low)) * (area.bottom - area.top);
    Object.assign(plot, { area, height: up });
    pen.fillStyle = colour("--faint");
    pen.strokeStyle = colour("--line");
    pen.lineWidth = 1;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    pen.beginPath();
    for (const tick of beside) {
      pen.moveTo(area.left, up(tick));
      pen.lineTo(area.right, up(tick));
      pen.fillText(short(tick), area.left - 5, up(tick));
    }
    pen.textAlign = "center";
    for (const tick of ticks(start, end, (area.right - area.left) / 70)) {
      pen.moveTo(across(tick), area.top);
      pen.lineTo(across(tick), area.bottom);
      const isLast = across(tick) > area.right - 14;
      pen.fillText(`${short(tick)}${isLast ? " s" : ""}`, Math.min(across(tick), area.right - 6), area.bottom + 11);
    }
    pen.stroke();
    pen.save();
    pen.beginPath();
    pen.rect(area.left, area.top - 2, area.right - area.left + 1, area.bottom - area.top + 4);
    pen.clip();
    for (const { column, name } of plot.lines) {
      pen.strokeStyle = colour(name);
      pen.lineWidth = 1.6;
      pen.lineJoin = "round";
      pen.beginPath();
      this.trace(pen, column, [first, last], across, up);
      pen.stroke();
    }
    pen.restore();
    return picture;
  }

  // A line through rows; where there are several in a pixel, through the least and the largest of them.
  trace(pen, column, [first, last], across, up) {
    const { results } = this;
    let isDown = false;
    let row = first;
    const to = (x, y) => {
      if (isDown) pen.lineTo(x, y);
      else pen.moveTo(x, y);
      isDown = true;
    };
    while (row < last) {
      const x = across(results.rows[row]);
      let [begin, low, high, end] = [null, Infinity, -Infinity, null];
      const pixel = Math.floor(2 * x);
      for (; row < last && Math.floor(2 * across(results.rows[row])) === pixel; row++) {
        const y = up(results.shown(column, column.values[row]));
        if (!Number.isFinite(y)) continue;
        begin ??= y;
        [low, high, end] = [Math.min(low, y), Math.max(high, y), y];
      }
      if (begin === null) isDown = false;
      else [begin, low, high, end].forEach((y) => to(x, y));
    }
  }
}
