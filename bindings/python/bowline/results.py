"""Tables of numbers with units: rows of runs, and what was found by sweeps."""

from __future__ import annotations

import difflib
import html
import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _bowline
from .chart import Chart
from .errors import UnknownName

if TYPE_CHECKING:
    import pandas
    import polars

Path = Union[str, "os.PathLike[str]"]
Array = "np.ndarray[Any, np.dtype[np.float64]]"
_SHOWN = 10


class Table(Mapping[str, Any]):
    """Columns of equal length, each with a name and a unit. ``table["B.Pos[0]"]`` is the column of that name, an array (or,
    of texts, a list); ``table["B.Pos"]`` has all columns of the elements of a signal, side by side."""

    def __init__(self, columns: Sequence[Tuple[str, str, Any]]) -> None:
        self._columns: Dict[str, Any] = {name: values for name, _, values in columns}
        self._units: Dict[str, str] = {name: unit for name, unit, _ in columns}

    @property
    def names(self) -> List[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def units(self) -> Dict[str, str]:
        """The unit of each column, empty for pure numbers and texts."""
        return dict(self._units)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._columns.values()), ()))

    def _elements(self, name: str) -> List[int]:
        """The places of the elements of a signal, in their order."""
        found: Dict[int, int] = {}
        for place, column in enumerate(self._columns):
            if column.startswith(f"{name}[") and column.endswith("]"):
                index = column[len(name) + 1 : -1]
                if index.isdigit():
                    found[int(index)] = place
        return [found[index] for index in sorted(found)]

    def __getitem__(self, name: str) -> Any:
        if name in self._columns:
            return self._columns[name]
        elements = self._elements(name)
        if elements:
            columns = list(self._columns.values())
            return np.column_stack([columns[place] for place in elements])
        near = difflib.get_close_matches(str(name), list(self._columns), n=1)
        known = ", ".join(f"`{column}`" for column in self._columns)
        meant = f"did you mean `{near[0]}`? " if near else ""
        raise UnknownName(f"there is no column `{name}`; {meant}columns: {known}")

    def __contains__(self, name: object) -> bool:
        return name in self._columns or (isinstance(name, str) and bool(self._elements(name)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        """A table is no array: NumPy and pandas would read its names instead of its numbers.

        Raises:
            TypeError: Always.
        """
        raise TypeError('a table is no array: use `table["NAME"]`, the `array` of results, or `to_pandas()`')

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self._columns)

    def to_polars(self) -> polars.DataFrame:
        """The table as a data frame of Polars."""
        import polars

        return polars.DataFrame(self._columns)

    def write(self, path: Path, *, units: bool = False) -> None:
        """Writes it: Parquet, which keeps units, if the name ends in ``.parquet``, else CSV, with ``units`` behind the
        names if you like. Numbers keep all their digits."""
        if os.path.splitext(os.fspath(path))[1].lower() not in (".csv", ".parquet"):
            raise ValueError(f"`{os.fspath(path)}`: a table is written as .csv or as .parquet; give the name one of these endings")
        columns = [(name, self._units[name], values) for name, values in self._columns.items()]
        _bowline.write_table(os.fspath(path), [(name, unit, _plain(values)) for name, unit, values in columns], units)

    def plot(
        self,
        *signals: str,
        over: Optional[str] = None,
        log: str = "",
        points: bool = False,
        title: str = "",
    ) -> Chart:
        """Draws these signals, or all, ``over`` a column, by default the first one. ``log`` is ``"x"``, ``"y"`` or
        ``"xy"``."""
        names = self.names
        along = over if over is not None else names[0]
        if along not in self._columns:
            self[along]
            raise UnknownName(f"`{along}` has several columns: draw over one of them, as `{along}[0]`")
        chosen: List[str] = []
        for signal in signals or tuple(name for name in names if name not in (along, "Time")):
            self[signal]
            elements = [name for name in names if name == signal or name.startswith(f"{signal}[")]
            chosen.extend(name for name in elements if name not in chosen)
        drawn = [name for name in chosen if not isinstance(self._columns[name], list)]
        columns = [(name, self._units[name], _plain(self._columns[name])) for name in [along, *drawn]]
        places = list(range(1, len(columns)))
        return Chart(_bowline.lines_svg(columns, 0, places, title, ("x" in log, "y" in log), points))

    def _heads(self) -> List[str]:
        return [f"{name} [{unit}]" if unit else name for name, unit in self._units.items()]

    def _shown(self) -> List[int]:
        if self.rows <= 2 * _SHOWN:
            return list(range(self.rows))
        return [*range(_SHOWN), -1, *range(self.rows - _SHOWN, self.rows)]

    def _cells(self, row: int) -> List[str]:
        if row < 0:
            return ["…"] * len(self)
        return [_cell(values[row]) for values in self._columns.values()]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self._heads())
        cells = ("".join(f"<td>{html.escape(cell)}</td>" for cell in self._cells(row)) for row in self._shown())
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{self.rows} rows × {len(self)}</p>"

    def __repr__(self) -> str:
        lines = [self._heads(), *(self._cells(row) for row in self._shown())]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self))]
        table = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines)
        return f"{table}\n{self.rows} rows × {len(self)} columns"


class Results(Table):
    """The rows of a run: a column ``Time``, s, and what the scenario records."""

    def __init__(
        self,
        names: Sequence[str],
        units: Sequence[str],
        array: "np.ndarray[Any, np.dtype[np.float64]]",
        further: Optional[Mapping[str, Tuple[Sequence[str], Sequence[str], Any]]] = None,
    ) -> None:
        columns = [("Time", "s", array[:, 0])]
        columns += [(name, unit, array[:, at]) for at, (name, unit) in enumerate(zip(names, units), 1)]
        super().__init__(columns)
        self.array = array
        """All numbers, a row for each time; the first column is the time, s."""
        self.outputs: Dict[str, Results] = {name: Results(*rows) for name, rows in (further or {}).items()}
        """Further results of the scenario, by their names."""
        self.statistics: Dict[str, Any] = {}
        """What the run cost: ``steps``, ``rejected``, ``evaluations``, ``wall_s`` and others."""

    @property
    def time(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """The times of the rows, s."""
        return self.array[:, 0]

    def __getitem__(self, name: str) -> Any:
        if name not in self._columns:
            places = self._elements(name)
            if places and places == list(range(places[0], places[0] + len(places))):
                return self.array[:, places[0] : places[-1] + 1]
        return super().__getitem__(name)


def read_results(path: Path) -> Table:
    """Reads a table that Bowline wrote, or any CSV or Parquet file of numbers and texts.

    >>> import tempfile, os, bowline
    >>> folder = tempfile.mkdtemp()
    >>> bowline.Table([("Time", "s", [0.0, 0.5]), ("B.Pos", "m", [1.0, 2.0])]).write(os.path.join(folder, "t.parquet"))
    >>> bowline.read_results(os.path.join(folder, "t.parquet")).units
    {'Time': 's', 'B.Pos': 'm'}
    """
    return Table(_bowline.read_table(os.fspath(path)))


def _plain(values: Any) -> Any:
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        return np.ascontiguousarray(values, dtype=np.float64)
    if isinstance(values, np.ndarray):
        return values.tolist()
    return list(values)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
