"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const darkness = matchMedia("(prefers-color-scheme: dark)");
let charts = [];

// The shortest text of seven digits: 0.3, not 0.30000000000000004.
const short = (number) => (typeof number === "number" ? String(Number(number.toPrecision(7))) : "");

// Axes have equal steps of places: on a logarithmic one those are logarithms.
const place = (scale, number) => (scale !== "logarithmic" ? number : number > 0 ? Math.log10(number) : null);
const number = (scale, place) => (scale === "logarithmic" && typeof place === "number" ? 10 ** place : place);
// Numbers beside a logarithmic axis.
const power = (number) =>
  number > 0.99e-4 && number < 1.01e5 ? short(number) : number.toExponential().replace("+", "");
const colourOf = (line) => data.colours[line.colour % data.colours.length];
// Lengths of strokes and of gaps; those of a whole line have another name.
const dashesOf = (line) => {
  const dashes = data.dashes[line.dashes % data.dashes.length];
  return dashes.length ? dashes : "solid";
};

// Strokes of a dashed line, for the legend; a bar for a whole one.
function iconOf(line) {
  const dashes = dashesOf(line);
  if (dashes === "solid" || data.arePoints) return "roundRect";
  let path = "";
  for (let x = 0, index = 0; x < 25; x += dashes[index++ % dashes.length]) {
    const end = Math.min(25, x + dashes[index % dashes.length]);
    if (index % 2 === 0) path += `M${x},0H${end}V4H${x}Z`;
  }
  return "path://" + path;
}

// Where there are numbers beside an axis of places, and lines without a number;
// none where the library knows.
function ticks(scale, low, high) {
  const seen = (place) => place >= low - 1e-9 && place <= high + 1e-9;
  if (scale === "degrees" && high - low >= 89) {
    const steps = [45, 90, 180, 360, 720, 1800, 3600, 7200, 18000, 36000];
    const step = steps.find((step) => (high - low) / step <= 9) ?? 360 * Math.ceil((high - low) / 3600);
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    return { bold: Array.from({ length: count }, (_, index) => (first + index) * step), light: [] };
  }
  if (scale !== "logarithmic" || high - low < 0.3) return null;
  const decades = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, index) => Math.floor(low) + index);
  const of = (digits) => decades.flatMap((decade) => digits.map((digit) => decade + Math.log10(digit))).filter(seen);
  const tens = of([1]);
  if (tens.length > 12) {
    const every = Math.ceil(tens.length / 12);
    const isBold = (decade) => decade % every === 0;
    return { bold: tens.filter(isBold), light: tens.filter((decade) => !isBold(decade)) };
  }
  if (tens.length > 1 && high - low >= 1.5) return { bold: tens, light: of([2, 3, 4, 5, 6, 7, 8, 9]) };
  return { bold: of([1, 2, 5]), light: of([3, 4, 6, 7, 8, 9]) };
}

// The options of an axis that depend on what of it is seen.
function seen(scale, low, high, line) {
  const found = ticks(scale, low, high);
  if (!found) {
    const customValues = null;
    return { axisTick: { customValues }, axisLabel: { customValues }, splitLine: { lineStyle: { color: line } } };
  }
  const all = [...found.bold, ...found.light].sort((a, b) => a - b);
  const color = all.map((at) => line + (found.light.includes(at) ? "60" : ""));
  return {
    axisTick: { customValues: all },
    axisLabel: { customValues: found.bold, showMinLabel: null, showMaxLabel: null },
    splitLine: { lineStyle: { color } },
  };
}

// From the least to the largest of numbers, with a share of room beyond them.
function around(numbers, share) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number !== null) [low, high] = [Math.min(low, number), Math.max(high, number)];
  }
  if (low > high) return [0, 1];
  const room = high > low ? (high - low) * share : 0.5;
  return [low - room, high + room];
}

const isLoop = (panel) => panel.plane || !data.goesRight;

// What is seen of the axes before anybody zooms, in places.
function ranges(panel, width, height) {
  const places = (scale, at) =>
    panel.lines.flatMap((line) => line.points.map((point) => (point[at] === null ? null : place(scale, point[at]))));
  if (!panel.plane) {
    const x = around(places(data.xScale, 0), data.goesRight && !data.arePoints ? 0 : 0.04);
    return { x, y: panel.scale === "linear" ? [null, null] : around(places(panel.scale, 1), 0.05) };
  }
  let { x, y, isEqual } = panel.plane;
  if (isEqual) {
    // As much more as gives both the same scale.
    const widen = ([low, high], span) => {
      const room = Math.max(0, (span - (high - low)) / 2);
      return [low - room, high + room];
    };
    const wide = widen(x, ((y[1] - y[0]) * width) / height);
    [x, y] = [wide, widen(y, ((wide[1] - wide[0]) * height) / width)];
  }
  return { x, y };
}

function series(panel, faint) {
  const height = (y) => (y === null ? null : place(panel.scale, y));
  const points = (line) => line.points.map(([x, y]) => [place(data.xScale, x), height(y)]);
  const lines = panel.lines.map((line) => ({
    type: data.arePoints ? "scatter" : "line",
    name: line.name,
    data: points(line),
    showSymbol: line.points.length === 1,
    symbolSize: data.arePoints ? 5 : 4,
    color: colourOf(line),
    lineStyle: { width: 2, color: colourOf(line), type: dashesOf(line) },
    emphasis: { focus: "none" },
  }));
  if (!panel.plane) return lines;
  const silent = { silent: true, animation: false, tooltip: { show: false } };
  const line = { ...silent, type: "line", showSymbol: false };
  const guides = panel.plane.guides.map((guide) => ({
    ...line,
    data: guide.points,
    lineStyle: { width: 1, color: faint, opacity: 0.5 },
    z: 1,
  }));
  const backgroundColor = getComputedStyle(document.body).backgroundColor;
  const small = { color: faint, fontSize: 11, backgroundColor, padding: [0, 3] };
  const label = { show: true, position: "inside", formatter: "{b}", ...small };
  const labelled = panel.plane.guides.filter((guide) => guide.labelAt);
  const labels = labelled.map((guide) => ({ value: guide.labelAt, name: guide.label }));
  const mirrored = panel.plane.isMirrored ? panel.lines : [];
  const begun = panel.lines.map((line) => ({ line, first: line.points.find((point) => point[1] !== null) }));
  return [
    ...guides,
    { ...silent, type: "scatter", data: labels, symbolSize: 0, label },
    ...mirrored.map((of) => ({
      ...line,
      name: of.name,
      data: of.points.map(([x, y]) => [x, y === null ? null : -y]),
      lineStyle: { width: 1.5, type: "dashed", color: colourOf(of), opacity: 0.55 },
    })),
    ...lines,
    ...begun.filter(({ first }) => first).map(({ line, first }) => ({
      ...silent,
      type: "scatter",
      name: line.name,
      data: [first.slice(0, 2)],
      symbolSize: 9,
      color: colourOf(line),
    })),
    {
      ...silent,
      type: "scatter",
      data: panel.plane.crosses,
      symbol: "path://M-5,-5L5,5M5,-5L-5,5",
      symbolSize: 10,
      itemStyle: { color: "transparent", borderColor: "#cf222e", borderWidth: 2 },
    },
  ];
}

function options(panel, width, height) {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, faint, line, paper] = ["--ink", "--faint", "--line", "--panel"].map(colour);
  const text = (scale) => (place) => short(number(scale, place));
  const beside = (scale) => (place) =>
    scale === "logarithmic" ? power(Number(number(scale, place).toPrecision(7))) : short(place);
  const pointed = (at) => text(at.axisDimension === "x" ? data.xScale : panel.scale)(at.value);
  const { x, y } = ranges(panel, width - 104, height - 148);
  // The ends of what turns back are no round numbers.
  const showMinLabel = !isLoop(panel);
  const axis = (scale, [low, high]) => {
    const own = low === null ? seen("linear", 0, 1, line) : seen(scale, low, high, line);
    return {
      type: "value",
      scale: true,
      min: low,
      max: high,
      axisLine: { show: true, onZero: false, lineStyle: { color: faint } },
      axisTick: own.axisTick,
      axisLabel: { color: faint, formatter: beside(scale), showMinLabel, showMaxLabel: showMinLabel, ...own.axisLabel },
      splitLine: own.splitLine,
      nameTextStyle: { color: ink },
    };
  };
  const zoom = { type: "inside", filterMode: "none" };
  const labelFormatter = text(data.xScale);
  const slider = { ...zoom, type: "slider", bottom: 8, textStyle: { color: faint }, labelFormatter };
  // A rectangle would not leave scales equal.
  const feature = { ...(!panel.plane && { dataZoom: isLoop(panel) ? {} : { yAxisIndex: "none" } }), restore: {} };
  const fixed = panel.plane ? { left: 80, containLabel: false } : { left: 24, containLabel: true };
  return {
    animation: false,
    backgroundColor: "transparent",
    grid: { right: 24, top: 64, bottom: 84, ...fixed },
    legend: {
      type: "scroll",
      top: 4,
      icon: "roundRect",
      itemHeight: 4,
      textStyle: { color: ink },
      inactiveColor: faint,
      data: panel.lines.map((line) => ({ name: line.name, icon: iconOf(line), itemStyle: { color: colourOf(line) } })),
    },
    tooltip: {
      show: !isLoop(panel),
      trigger: "axis",
      confine: true,
      backgroundColor: paper,
      borderColor: line,
      textStyle: { color: ink },
      valueFormatter: (place) => (text(panel.scale)(place) + " " + panel.unit).trim(),
      axisPointer: { type: "cross", label: { formatter: pointed } },
    },
    toolbox: { right: 8, top: 0, iconStyle: { borderColor: faint }, feature },
    dataZoom: isLoop(panel) ? [{ ...zoom, xAxisIndex: 0 }, { ...zoom, yAxisIndex: 0 }] : [zoom, slider],
    xAxis: { ...axis(data.xScale, x), name: data.x, nameLocation: "middle", nameGap: 28 },
    yAxis: { ...axis(panel.scale, y), name: panel.label, nameTextStyle: { color: ink, align: "left" } },
    series: series(panel, faint),
  };
}

// Other ticks for what is seen after a zoom.
function retick(chart, panel) {
  const line = getComputedStyle(document.documentElement).getPropertyValue("--line").trim();
  const axis = (name, scale) => {
    if (scale === "linear") return {};
    const [low, high] = chart.getModel().getComponent(name, 0).axis.scale.getExtent();
    return seen(scale, low, high, line);
  };
  chart.setOption({ xAxis: axis("xAxis", data.xScale), yAxis: axis("yAxis", panel.scale) });
}

// Where a place along the bottom has many points, the nearest one is told.
function tellNearest(chart, panel, element) {
  const add = (style) => {
    const box = document.createElement("div");
    box.style.cssText = "position:absolute;display:none;pointer-events:none;z-index:9;" + style;
    return element.appendChild(box);
  };
  const dot = add("width:9px;height:9px;margin:-5px 0 0 -5px;border-radius:50%");
  const colours = "border:1px solid var(--line);background:var(--panel);color:var(--ink);";
  const told = add(colours + "padding:6px 10px;border-radius:4px;font-size:13px;white-space:pre");
  const hide = () => [dot, told].forEach((box) => (box.style.display = "none"));
  chart.getZr().on("globalout", hide);
  chart.on("datazoom", hide);
  chart.getZr().on("mousemove", ({ offsetX, offsetY }) => {
    hide();
    if (!chart.containPixel("grid", [offsetX, offsetY])) return;
    const hidden = chart.getOption().legend[0].selected ?? {};
    const [origin, one] = [[0, 0], [1, 1]].map((at) => chart.convertToPixel("grid", at));
    const pixel = (at, axis) => origin[axis] + at * (one[axis] - origin[axis]);
    let nearest = { distance: 40 };
    for (const line of panel.lines.filter((line) => hidden[line.name] !== false)) {
      line.points.forEach((point, index) => {
        if (point[1] === null) return;
        const x = pixel(place(data.xScale, point[0]), 0);
        const y = pixel(place(panel.scale, point[1]), 1);
        const distance = Math.hypot(x - offsetX, y - offsetY);
        if (distance < nearest.distance) nearest = { distance, line, point, index, x, y };
      });
    }
    if (!nearest.line || !chart.containPixel("grid", [nearest.x, nearest.y])) return;
    const { line, point, index, x, y } = nearest;
    const frequency = line.hertz.length ? [short(line.hertz[index]) + " Hz"] : [];
    const unit = panel.unit ? ` [${panel.unit}]` : "";
    const [name, height] = panel.name ? [[line.name], panel.label] : [[], line.name + unit];
    const numbers = [`${data.x}: ${short(point[0])}`, `${height}: ${short(point[1])}`];
    told.textContent = [...name, ...frequency, ...numbers].join("\n");
    for (const box of [dot, told]) box.style.display = "block";
    dot.style.background = colourOf(line);
    Object.assign(dot.style, { left: x + "px", top: y + "px" });
    const left = x + 14 + told.offsetWidth > chart.getWidth() ? x - 14 - told.offsetWidth : x + 14;
    Object.assign(told.style, { left: Math.max(0, left) + "px", top: Math.max(0, y - told.offsetHeight - 8) + "px" });
  });
}

function draw() {
  charts.forEach((chart) => chart.dispose());
  charts = data.panels.map((panel, index) => {
    const element = document.getElementById("panel" + index);
    const chart = echarts.init(element, darkness.matches ? "dark" : null);
    chart.setOption(options(panel, chart.getWidth(), chart.getHeight()));
    if (isLoop(panel)) tellNearest(chart, panel, element);
    if (data.xScale !== "linear" || panel.scale !== "linear") {
      chart.on("datazoom", () => retick(chart, panel));
      chart.on("restore", () => retick(chart, panel));
    }
    chart.group = "panels";
    return chart;
  });
  // They zoom together.
  echarts.connect("panels");
}

draw();
darkness.addEventListener("change", draw);
addEventListener("resize", () => {
  // Equal scales depend on the width.
  if (data.panels.some((panel) => panel.plane)) draw();
  else charts.forEach((chart) => chart.resize());
});
