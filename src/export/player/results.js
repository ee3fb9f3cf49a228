"use strict";

// What the run recorded.
class Results {
  constructor({ rows, numbers }) {
    this.rows = rows;
    this.isSi = false;
    this.columns = data.columns.map(([name, unit, shown, times, more], index) => {
      const values = numbers.subarray(index * rows.length, (index + 1) * rows.length);
      return { index, name, unit, shown: shown ?? unit, times: times ?? 1, more: more ?? 0, values };
    });
  }

  unit(column) {
    return this.isSi ? column.unit : column.shown;
  }

  // A number as it is shown.
  shown(column, number) {
    return this.isSi ? number : number * column.times + column.more;
  }

  // A number at a time: on the straight line between rows; of two rows at one time that of the later.
  at(column, time) {
    const { rows } = this;
    const behind = upTo(rows, time);
    if (rows.length === 0) return NaN;
    if (behind === 0) return column.values[0];
    const value = column.values[behind - 1];
    if (behind === rows.length || rows[behind - 1] === time) return value;
    const next = column.values[behind];
    if (next === value) return value;
    return value + ((time - rows[behind - 1]) / (rows[behind] - rows[behind - 1])) * (next - value);
  }

  // The same as a text.
  text(column, time) {
    return short(this.shown(column, this.at(column, time)));
  }
}

// Six digits; a true minus, and no number where there is none.
function short(number) {
  if (!Number.isFinite(number)) return "–";
  const size = Math.abs(number);
  const rounded = Number(number.toPrecision(6));
  const text = size !== 0 && (size < 1e-4 || size >= 1e7) ? rounded.toExponential() : String(rounded);
  return text.replace("e+", "e").replaceAll("-", "−");
}

// Numbers beside an axis from a number to another: 1, 2 or 5 times a power of 10 apart.
function ticks(low, high, most) {
  const least = (high - low) / Math.max(1, most);
  if (!(least > 0) || !Number.isFinite(least)) return [];
  const decade = 10 ** Math.floor(Math.log10(least));
  const step = decade * ([1, 2, 5, 10].find((nice) => nice * decade >= least * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
