// The charts of a campaign's report. What they show stands in the element
// `data` as JSON: `case` (numbers), `varied` and `results` (columns with name,
// unit, values, null where there is none), `correlations` (a row a varied
// column, a number a result).
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const select = (id) => document.getElementById(id);
  const label = (column) => (column.unit ? `${column.name} [${column.unit}]` : column.name);
  const isNumeric = (column) => column.values.every((value) => value === null || typeof value === "number");
  const distinct = (column) => {
    const values = [...new Set(column.values.filter((value) => value !== null))];
    return isNumeric(column) ? values.sort((a, b) => a - b) : values;
  };
  // Names and texts of a campaign as they stand in HTML, which tooltips are.
  const html = echarts.format.encodeHTML;
  const shown = (value) => (typeof value === "number" ? String(Number(value.toPrecision(6))) : String(value));

  // Charts that are drawn again when the page turns dark, or another size.
  const charts = new Map();
  function draw(id, option) {
    const element = select(id);
    charts.get(id)?.dispose();
    const chart = echarts.init(element, dark.matches ? "dark" : null, { renderer: "canvas" });
    chart.setOption({ backgroundColor: "transparent", animation: false, ...option });
    charts.set(id, chart);
  }
  window.addEventListener("resize", () => charts.forEach((chart) => chart.resize()));

  const axis = (column, more) => ({
    type: isNumeric(column) ? "value" : "category",
    name: label(column),
    nameLocation: "middle",
    nameGap: 30,
    scale: true,
    ...more,
  });
  const margins = { left: 80, right: 40, top: 50, bottom: 50 };
  // As many digits as tell the ends of a colour bar apart.
  const bar = (min, max, title) => ({
    dimension: 2,
    min,
    max,
    precision: Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(max - min || 1)))),
    formatter: shown,
    text: [title, ""],
    calculable: true,
    right: 0,
    top: "middle",
    inRange: { color: ramp },
  });
  const blueToRed = ["#2166ac", "#67a9cf", "#f7f7f7", "#ef8a62", "#b2182b"];
  const ramp = ["#440154", "#31688e", "#35b779", "#fde725"];

  function correlations() {
    const cells = data.correlations.flatMap((row, y) => row.map((value, x) => [x, y, value]).filter((cell) => cell[2] !== null));
    const names = (columns) => columns.map((column) => column.name);
    draw("correlations", {
      tooltip: { formatter: ({ value }) => `${html(names(data.varied)[value[1]])} → ${html(names(data.results)[value[0]])}: ${value[2].toFixed(3)}` },
      grid: { left: 10, right: 10, top: 10, bottom: 60, containLabel: true },
      xAxis: { type: "category", data: names(data.results), axisLabel: { interval: 0, rotate: data.results.length > 5 ? 30 : 0 } },
      yAxis: { type: "category", data: names(data.varied), inverse: true },
      visualMap: { min: -1, max: 1, calculable: true, orient: "horizontal", left: "center", bottom: 0, inRange: { color: blueToRed } },
      series: [
        {
          type: "heatmap",
          data: cells,
          label: { show: cells.length <= 200, formatter: ({ value }) => value[2].toFixed(2) },
        },
      ],
    });
  }

  // What is chosen for the charts below.
  const chosen = () => ({
    result: data.results[select("result").value],
    x: data.varied[select("x").value],
    by: data.varied[select("by").value],
  });

  const about = (index) => {
    const varied = data.varied.map((column) => html(`${column.name} = ${shown(column.values[index])}`));
    return [`case ${data.case[index]}`, ...varied].join("<br>");
  };

  // A result against a parameter: a line for each value of another one where
  // these are few, else points, coloured by it.
  function dependence() {
    const { result, x, by } = chosen();
    const points = data.case.map((_, i) => [x.values[i], result.values[i], by ? by.values[i] : null, i]);
    const present = points.filter((point) => point[0] !== null && point[1] !== null);
    const tooltip = { formatter: ({ value }) => `${about(value[3])}<br><b>${html(result.name)} = ${shown(value[1])}</b>` };
    const common = { tooltip, grid: margins, xAxis: axis(x), yAxis: axis(result, { nameGap: 60 }), dataZoom: [{ type: "inside" }] };
    const isOne = new Set(present.map((point) => JSON.stringify([point[0], point[2]]))).size === present.length;
    const isAll = data.varied.every((column) => column === x || column === by || distinct(column).length < 2);
    if (isOne && isAll && isNumeric(x) && (!by || distinct(by).length <= 12)) {
      const groups = by ? distinct(by) : [null];
      const series = groups.map((group) => ({
        type: "line",
        name: by ? `${by.name} = ${shown(group)}` : result.name,
        showSymbol: true,
        data: present.filter((point) => !by || point[2] === group).sort((a, b) => a[0] - b[0]),
      }));
      draw("dependence", { ...common, legend: { type: "scroll", top: 5 }, series });
      return;
    }
    const scatter = { type: "scatter", name: result.name, symbolSize: 6, data: present, large: present.length > 5000 };
    const colours = by && isNumeric(by) ? distinct(by) : [];
    const visualMap = colours.length > 1 && bar(colours[0], colours[colours.length - 1], label(by));
    const right = visualMap ? 130 : 40;
    draw("dependence", { ...common, grid: { ...margins, right }, ...(visualMap && { visualMap }), legend: { top: 5 }, series: [scatter] });
  }

  // A result over two parameters.
  function map() {
    const { result, x, by } = chosen();
    select("map").hidden = !by;
    if (!by) return;
    const [xs, ys] = [distinct(x), distinct(by)];
    const values = result.values.filter((value) => value !== null);
    const [min, max] = [Math.min, Math.max].map((pick) => values.reduce((a, b) => pick(a, b), values[0]));
    const visualMap = bar(min, max, label(result));
    const tooltip = { formatter: ({ value }) => `${about(value[3])}<br><b>${html(result.name)} = ${shown(value[2])}</b>` };
    const common = { tooltip, visualMap, grid: { ...margins, right: 130 } };
    const isGrid = xs.length * ys.length <= 4 * data.case.length && xs.length <= 400 && ys.length <= 400;
    const present = data.case.map((_, i) => [x.values[i], by.values[i], result.values[i], i]).filter((point) => point[2] !== null);
    if (isGrid) {
      const [column, row] = [xs, ys].map((all) => new Map(all.map((value, index) => [value, index])));
      const cells = present.map(([a, b, value, i]) => [column.get(a), row.get(b), value, i]);
      const names = (all) => all.map(shown);
      draw("map", {
        ...common,
        xAxis: axis(x, { type: "category", data: names(xs) }),
        yAxis: axis(by, { type: "category", data: names(ys), nameGap: 60 }),
        series: [{ type: "heatmap", data: cells }],
      });
      return;
    }
    draw("map", { ...common, xAxis: axis(x), yAxis: axis(by, { nameGap: 60 }), series: [{ type: "scatter", symbolSize: 8, data: present }] });
  }

  // The chosen result, and others of its unit, case by case.
  function cases() {
    const { result } = chosen();
    const alike = data.results.filter((column) => column.unit === result.unit);
    draw("cases", {
      tooltip: { trigger: "axis" },
      legend: { type: "scroll", top: 5 },
      grid: margins,
      xAxis: { type: "value", name: "case", nameLocation: "middle", nameGap: 30, min: "dataMin", max: "dataMax" },
      yAxis: { type: "value", scale: true, name: result.unit ? `[${result.unit}]` : "" },
      dataZoom: [{ type: "inside" }],
      series: alike.map((column) => ({
        type: "line",
        name: column.name,
        showSymbol: data.case.length <= 200,
        data: data.case.map((number, i) => [number, column.values[i]]),
      })),
    });
  }

  function fill(id, columns, none) {
    const options = columns.map((column, index) => new Option(label(column), index));
    select(id).replaceChildren(...(none ? [new Option(none, "")] : []), ...options);
  }

  fill("result", data.results);
  fill("x", data.varied);
  fill("by", data.varied, "nothing");
  // What matters most comes first.
  const strength = (x, result) => {
    const correlation = data.correlations[x][result];
    return correlation === null ? -1 : Math.abs(correlation);
  };
  const strongest = (all, of) => all.reduce((best, _, index) => (of(index) > of(best) ? index : best), 0);
  const first = strongest(data.results, (result) => Math.max(-1, ...data.varied.map((_, x) => strength(x, result))));
  const x = strongest(data.varied, (index) => strength(index, first));
  const others = data.varied.map((_, index) => index).filter((index) => index !== x);
  select("result").value = first;
  select("x").value = x;
  select("by").value = others.length ? others[strongest(others, (index) => strength(others[index], first))] : "";
  const chooseAgain = () => {
    dependence();
    map();
    cases();
  };
  for (const id of ["result", "x", "by"]) select(id).addEventListener("change", chooseAgain);
  const all = () => {
    correlations();
    chooseAgain();
  };
  dark.addEventListener("change", all);
  if (data.results.length && data.varied.length && data.case.length) all();
})();
