"use strict";
const darkness = matchMedia("(prefers-color-scheme: dark)");
const byId = (id) => document.getElementById(id);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const rgb = (name) => [1, 3, 5].map((at) => parseInt(colour(name).slice(at, at + 2), 16) / 255);
// Between frames nothing is drawn unless something is new.
let isStale = true;
const refresh = () => (isStale = true);

class Player {
  constructor(arrays) {
    this.film = new Film(arrays);
    this.results = new Results(arrays);
    this.camera = new Camera(data.box);
    this.time = this.film.start;
    [this.isPlaying, this.last, this.pointer, this.labelled] = [false, null, null, []];
    [this.hovered, this.selected] = [-1, -1];
    try {
      this.stage = new Stage(byId("stage"), this.film, arrays);
    } catch (error) {
      tell(error.message);
    }
    const span = [this.film.start, this.film.end];
    const callbacks = { onTime: (time) => this.go(time), onChange: refresh };
    this.plots = new Plots(byId("plots"), this.results, span, callbacks);
    this.plots.plotted = [...data.plotted];
    this.plots.make();
    drawLegends(byId("legends"));
    this.panel = new Panel(this.results, this.plots, () => this.select(-1));
    byId("page").classList.toggle("bare", this.results.columns.length === 0);
    this.fit();
    this.speeds();
    this.listen();
    this.frame = this.frame.bind(this);
    requestAnimationFrame(this.frame);
  }

  // Such a speed that neither does it fly past nor does one fall asleep.
  speeds() {
    const [span, all] = [this.film.end - this.film.start, []];
    for (let decade = -4; decade <= 4; decade++) {
      for (const digit of [1, 2, 5]) all.push(Number((digit * 10 ** decade).toPrecision(1)));
    }
    const seconds = (speed) => span / speed;
    const usual = seconds(1) > 60 ? all.find((speed) => seconds(speed) <= 60) : all.findLast((speed) => seconds(speed) >= 2);
    this.speed = seconds(1) >= 2 && seconds(1) <= 60 ? 1 : (usual ?? 1);
    byId("speed").replaceChildren(...all.map((speed) => element("option", { value: speed, text: `${speed} ×` })));
    byId("speed").value = this.speed;
  }

  listen() {
    const [slider, stage] = [byId("time"), byId("stage")];
    Object.assign(slider, { min: this.film.start, max: this.film.end, value: this.time });
    slider.oninput = () => this.go(Number(slider.value));
    byId("play").onclick = () => this.play(!this.isPlaying);
    byId("speed").onchange = ({ target }) => {
      this.speed = Number(target.value);
      target.blur();
    };
    byId("fit").onclick = () => this.look("corner");
    byId("units").onclick = () => this.turnUnits();
    byId("sides").onclick = () => this.turnPanel();
    byId("ask").onclick = () => byId("help").showModal();
    // Space is for playing, whatever was clicked last.
    document.querySelectorAll("#bar button").forEach((each) => each.addEventListener("pointerup", () => setTimeout(() => each.blur())));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("resize", refresh);
    darkness.addEventListener("change", refresh);
    // Who has not looked elsewhere still sees all, in a window of another form.
    new ResizeObserver(() => (this.isFitted ? this.fit() : refresh())).observe(byId("view"));
    byId("units").hidden = this.results.columns.every((column) => column.shown === column.unit);
    byId("sides").hidden = this.results.columns.length === 0;
    new Gestures(stage, this);
    stage.addEventListener("webglcontextlost", () => tell("the graphics driver gave up: load the page again"));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const { target } = event;
    if (target.matches("input[type=search]")) return;
    const isOnControl = target.matches("button, select, input[type=checkbox]");
    const actions = {
      " ": () => !isOnControl && this.play(!this.isPlaying),
      ".": () => this.step(1),
      ",": () => this.step(-1),
      r: () => this.go(this.film.start),
      f: () => this.look("corner"),
      home: () => this.look("corner"),
      "+": () => this.turnSpeed(1),
      "=": () => this.turnSpeed(1),
      "-": () => this.turnSpeed(-1),
      1: () => this.look("top"),
      t: () => this.look("top"),
      2: () => this.look("front"),
      3: () => this.look("side"),
      i: () => this.turnUnits(),
      p: () => this.turnPanel(),
      escape: () => this.select(-1),
      "?": () => byId("help").showModal(),
    };
    const action = actions[event.key.toLowerCase()];
    if (action && action() !== false) event.preventDefault();
  }

  play(isPlaying) {
    if (isPlaying && this.time >= this.film.end) this.go(this.film.start);
    [this.isPlaying, this.last] = [isPlaying, null];
    const button = byId("play");
    button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    refresh();
  }

  go(time) {
    this.time = Math.min(this.film.end, Math.max(this.film.start, time));
    refresh();
  }

  // To the frame behind, or the one before.
  step(by) {
    this.play(false);
    const { times } = this.film;
    const behind = upTo(times, this.time);
    const isOn = behind > 0 && times[behind - 1] === this.time;
    this.go(times[by > 0 ? Math.min(behind, times.length - 1) : Math.max(0, behind - (isOn ? 2 : 1))]);
  }

  turnSpeed(by) {
    const select = byId("speed");
    select.selectedIndex = Math.min(select.options.length - 1, Math.max(0, select.selectedIndex + by));
    this.speed = Number(select.value);
  }

  turnUnits() {
    this.results.isSi = !this.results.isSi;
    byId("units").setAttribute("aria-pressed", this.results.isSi);
    this.plots.make();
    refresh();
  }

  turnPanel() {
    byId("page").classList.toggle("bare");
    refresh();
  }

  aspect() {
    const view = byId("view");
    return view.clientWidth / Math.max(1, view.clientHeight);
  }

  fit() {
    this.camera.fit(this.aspect());
    this.isFitted = true;
    refresh();
  }

  look(side) {
    this.camera.from(side);
    this.fit();
  }

  select(object) {
    this.selected = object;
    this.panel.select(object);
    if (object >= 0) byId("page").classList.remove("bare");
    refresh();
  }

  // What is under a place of the view: a text that is written there, or what is drawn.
  pick(x, y) {
    const on = this.labelled.findLast(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]);
    return on ? on.object : (this.stage?.pick(this.camera, x, y) ?? -1);
  }

  frame(now) {
    requestAnimationFrame(this.frame);
    if (this.isPlaying) {
      const passed = this.last === null ? 0 : Math.min(now - this.last, 250) / 1000;
      this.last = now;
      this.go(this.time + passed * this.speed);
      if (this.time >= this.film.end) this.play(false);
    }
    if (isStale) this.draw();
  }

  draw() {
    isStale = false;
    const { film, stage, time } = this;
    byId("play").textContent = this.isPlaying ? "❚❚" : "▶";
    const digits = Math.max(2, 2 - Math.floor(Math.log10(film.end - film.start || 1)));
    byId("readout").textContent = `t = ${time.toFixed(digits).replace("-", "−")} s`;
    byId("time").value = time;
    film.seek(time);
    if (stage) {
      stage.follow();
      if (this.pointer) this.hovered = this.pick(...this.pointer);
      Object.assign(stage, { hovered: this.hovered, selected: this.selected });
      stage.draw(this.camera, { fill: [...rgb("--ground"), 0.85], line: [...rgb("--grid"), 1] });
      this.write();
    }
    this.showTip();
    this.plots.draw(time);
    this.panel.show(time);
  }

  showTip() {
    const box = byId("tip");
    box.hidden = this.hovered < 0 || !this.pointer;
    if (box.hidden) return;
    box.replaceChildren(...tip(this.hovered, this.results, this.time));
    const [[x, y], view] = [this.pointer, byId("view")];
    const left = x + 14 + box.offsetWidth > view.clientWidth ? x - 10 - box.offsetWidth : x + 14;
    box.style.left = `${Math.max(4, left)}px`;
    box.style.top = `${Math.max(4, Math.min(y + 14, view.clientHeight - box.offsetHeight - 4))}px`;
  }

  // Writes the texts of the scene and the numbers along the ground.
  write() {
    const canvas = byId("labels");
    const ratio = this.stage.resize();
    [canvas.width, canvas.height] = [this.stage.canvas.width, this.stage.canvas.height];
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const [width, height] = [canvas.width / ratio, canvas.height / ratio];
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = "12px system-ui, sans-serif";
    pen.fillStyle = colour("--label");
    for (const [place, words] of data.ground.ticks) {
      const at = this.camera.project(place, width, height);
      const isInside = at && at.x >= 0 && at.x <= width && at.y >= 0 && at.y <= height;
      if (!isInside) continue;
      // What the edge would cut moves inwards.
      const half = pen.measureText(words).width / 2 + 2;
      pen.fillText(words, Math.min(Math.max(at.x, half), width - half), Math.min(Math.max(at.y, 9), height - 9));
    }
    const { film } = this;
    this.labelled = [];
    data.items.texts.forEach((words, index) => {
      const item = film.firstText + index;
      if (!film.meshes[item]) return;
      const first = film.firstSlots[item];
      const at = this.camera.project(film.slots.subarray(first, first + 3), width, height);
      const size = at ? (film.slots[first + 3] * at.scale) / 1.2 : 0;
      if (size < 3) return;
      pen.font = `${Math.min(size, 160)}px system-ui, sans-serif`;
      const [red, green, blue, opacity] = film.colours.subarray(4 * item, 4 * item + 4);
      pen.fillStyle = `rgb(${red} ${green} ${blue} / ${opacity / 255})`;
      // Around them is what they stand out from.
      pen.strokeStyle = 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? "rgb(255 255 255 / 0.75)" : "rgb(0 0 0 / 0.6)";
      pen.lineWidth = Math.max(2, size / 8);
      pen.lineJoin = "round";
      const lines = words.split("\n");
      lines.forEach((line, number) => {
        const y = at.y + (number - (lines.length - 1) / 2) * 1.2 * size;
        pen.strokeText(line, at.x, y);
        pen.fillText(line, at.x, y);
      });
      const half = [Math.max(...lines.map((line) => pen.measureText(line).width)) / 2, 0.6 * size * lines.length];
      const box = [at.x - half[0], at.y - half[1], at.x + half[0], at.y + half[1]];
      this.labelled.push({ object: film.objects[item], box });
    });
  }
}

function tell(message) {
  byId("notice").textContent = message;
  byId("notice").hidden = false;
}

byId("title").textContent = data.title;
const started = unpack(data.blob).then(
  (arrays) => new Player(arrays),
  (error) => tell(`the data of the page cannot be read: ${error.message}`),
);
