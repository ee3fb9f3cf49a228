"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const darkness = matchMedia("(prefers-color-scheme: dark)");
let charts = [];

// The shortest text of seven digits: 0.3, not 0.30000000000000004.
const short = (number) => (typeof number === "number" ? String(Number(number.toPrecision(7))) : "");

function options(panel) {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, faint, line, paper] = ["--ink", "--faint", "--line", "--panel"].map(colour);
  const axis = {
    type: "value",
    scale: true,
    axisLabel: { color: faint, formatter: short },
    axisLine: { show: true, onZero: false, lineStyle: { color: faint } },
    splitLine: { lineStyle: { color: line } },
    nameTextStyle: { color: ink },
  };
  return {
    animation: false,
    backgroundColor: "transparent",
    color: data.colours,
    grid: { left: 24, right: 24, top: 64, bottom: 84, containLabel: true },
    legend: { type: "scroll", top: 4, icon: "roundRect", itemHeight: 4, textStyle: { color: ink }, inactiveColor: faint },
    tooltip: {
      trigger: "axis",
      confine: true,
      backgroundColor: paper,
      borderColor: line,
      textStyle: { color: ink },
      valueFormatter: (number) => (short(number) + " " + panel.unit).trim(),
      axisPointer: { type: "cross", label: { formatter: (at) => short(at.value) } },
    },
    toolbox: { right: 8, top: 0, iconStyle: { borderColor: faint }, feature: { dataZoom: { yAxisIndex: "none" }, restore: {} } },
    dataZoom: [{ type: "inside", filterMode: "none" }, { type: "slider", filterMode: "none", bottom: 8, textStyle: { color: faint } }],
    xAxis: { ...axis, name: data.x, nameLocation: "middle", nameGap: 28, min: "dataMin", max: "dataMax" },
    yAxis: { ...axis, name: panel.label, nameTextStyle: { color: ink, align: "left" } },
    series: panel.lines.map((line) => ({
      type: "line",
      name: line.name,
      data: line.points,
      showSymbol: line.points.length === 1,
      lineStyle: { width: 2 },
      emphasis: { focus: "none" },
    })),
  };
}

function draw() {
  charts.forEach((chart) => chart.dispose());
  charts = data.panels.map((panel, index) => {
    const chart = echarts.init(document.getElementById("panel" + index), darkness.matches ? "dark" : null);
    chart.setOption(options(panel));
    chart.group = "panels";
    return chart;
  });
  // They zoom together.
  echarts.connect("panels");
}

draw();
darkness.addEventListener("change", draw);
addEventListener("resize", () => charts.forEach((chart) => chart.resize()));
