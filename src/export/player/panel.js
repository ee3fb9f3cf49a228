"use strict";

// More columns than these are not listed, but found.
const MOST_LISTED = 300;
// Nor more numbers in what is shown beside the pointer.
const MOST_IN_TIP = 14;

// The numbers of columns, each with a tick for its plot.
class Numbers {
  constructor(results, plots, columns, name) {
    this.results = results;
    this.rows = columns.map((index) => {
      const column = results.columns[index];
      const tick = element("input", { type: "checkbox", checked: plots.has(index) });
      tick.onchange = () => plots.set(index, tick.checked);
      const [value, unit] = [element("span", { className: "value" }), element("span", { className: "unit" })];
      const label = element("label", {}, element("span", { className: "name" }, tick, element("span", { text: name(column) })), value, unit);
      return { column, tick, value, unit, label };
    });
    this.box = element("div", { className: "numbers" }, ...this.rows.map((row) => row.label));
  }

  show(time, plots) {
    for (const { column, tick, value, unit } of this.rows) {
      const text = this.results.text(column, time);
      if (value.textContent !== text) value.textContent = text;
      const named = this.results.unit(column);
      if (unit.textContent !== named) unit.textContent = named;
      tick.checked = plots.has(column.index);
    }
  }
}

// What is beside the scene: what is selected, the plots, and all that was recorded.
class Panel {
  constructor(results, plots, onClose) {
    Object.assign(this, { results, plots, onClose, object: null });
    this.filter = document.getElementById("filter");
    this.filter.oninput = () => this.list();
    document.getElementById("recorded").hidden = results.columns.length === 0;
    this.list();
  }

  // Lists the columns whose names hold what is sought.
  list() {
    const sought = this.filter.value.trim().toLowerCase();
    const found = this.results.columns.filter((column) => column.name.toLowerCase().includes(sought));
    const listed = found.slice(0, MOST_LISTED).map((column) => column.index);
    this.all = new Numbers(this.results, this.plots, listed, (column) => column.name);
    const more = found.length - listed.length;
    const note = element("p", { className: "faint", text: `and ${more} more: write a part of a name above` });
    document.getElementById("columns").replaceChildren(this.all.box, ...(more > 0 ? [note] : []));
    this.isStale = true;
  }

  // Shows what was recorded of an object; of none if it is below 0.
  select(object) {
    const place = document.getElementById("object");
    place.hidden = object < 0;
    document.getElementById("panel").scrollTop = 0;
    this.object = null;
    if (object < 0) return;
    const [name, kind, columns] = data.objects[object];
    const close = element("button", { className: "close", text: "×", title: "Select nothing (Esc)", onclick: this.onClose });
    const signal = (column) => column.name.slice(name.length + 1);
    this.object = new Numbers(this.results, this.plots, columns, signal);
    const kindLine = element("p", { className: "faint", text: kind });
    kindLine.style.margin = "0 0 0.3rem";
    const nothing = element("p", { className: "faint", text: "Nothing was recorded of it." });
    place.replaceChildren(close, element("h2", { text: name }), kindLine, columns.length ? this.object.box : nothing);
  }

  show(time) {
    this.object?.show(time, this.plots);
    this.all.show(time, this.plots);
  }
}

// What stands beside the pointer on an object.
function tip(object, results, time) {
  const [name, kind, columns] = data.objects[object];
  const rows = columns.slice(0, MOST_IN_TIP).flatMap((index) => {
    const column = results.columns[index];
    return [
      element("span", { className: "name", text: column.name.slice(name.length + 1) }),
      element("span", { className: "value", text: results.text(column, time) }),
      element("span", { className: "unit", text: results.unit(column) }),
    ];
  });
  const more = columns.length - MOST_IN_TIP;
  return [
    element("b", { text: name }),
    element("div", { className: "faint", text: kind }),
    element("div", { className: "numbers" }, ...rows),
    ...(more > 0 ? [element("div", { className: "faint", text: `and ${more} more` })] : []),
  ];
}
