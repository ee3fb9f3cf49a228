"""Equilibria, linear models, frequency responses, and how far off results are."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _bowline
from .chart import Chart
from .results import Table

Floats = "np.ndarray[Any, np.dtype[np.float64]]"


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{''.join(f'<th>{html.escape(name)}</th>' for name in head)}</tr></thead><tbody>{cells}</tbody></table>"


def _number(value: Optional[float]) -> str:
    return "" if value is None else f"{value:.6g}"


class Equilibrium:
    """Where a model rests, as :meth:`bowline.Model.steady` finds it."""

    def __init__(self, found: Dict[str, Any], state: Optional[str]) -> None:
        self.time: float = found["time_s"]
        """When it is, s."""
        self.states: Dict[str, float] = {one["name"]: one["value"] for one in found["states"]}
        """All states."""
        self.discrete_states: Dict[str, float] = {one["name"]: one["value"] for one in found["discrete_states"]}
        """Discrete states, which stay constant between ticks."""
        self.found: Dict[str, float] = {one["name"]: one["value"] for one in found["found"]}
        """The inputs and parameters that were sought."""
        self.signals: Dict[str, float] = {one["name"]: one["value"] for one in found["signals"]}
        """The signals that were asked for."""
        self.largest_real_part: Optional[float] = found["largest_real_part"]
        """That of what moves, 1/s; below 0 it is stable."""
        self.is_stable: Optional[bool] = found["is_stable"]
        """Whether it is stable; None where a linear model does not say."""
        self.notes: List[str] = found["notes"]
        """Remarks."""
        self.state = state
        """The state as a text: ``model.replace(state=equilibrium.state)`` begins runs there."""
        self._rows = [
            (one["name"] + (" (found)" if kind == "found" else ""), _number(one["value"]), one.get("unit", ""))
            for kind in ("found", "states", "signals")
            for one in found[kind]
        ]

    def __repr__(self) -> str:
        lines = [f"an equilibrium at t = {self.time:g} s", _rows(("", "value", "unit"), self._rows), *self.notes]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return _table(("", "value", "unit"), self._rows) + notes


@dataclass(frozen=True)
class Mode:
    """A mode of a linear model."""

    eigenvalue: complex
    """1/s."""
    frequency: Optional[float]
    """Natural frequency, Hz."""
    damping: float
    """Damping ratio."""
    time_constant: Optional[float]
    """s; None where it neither dies away nor grows."""
    states: Dict[str, float] = field(default_factory=dict)
    """The states that take part, with their parts."""
    z: Optional[complex] = None
    """Of a sampled system: the eigenvalue of a step."""


class LinearModel:
    """How a model answers to small changes: ``dx/dt = A x + B u``, ``y = C x + D u``; or, with ``sample_time``, from tick to
    tick."""

    def __init__(self, found: Dict[str, Any], matrices: Tuple[List[float], ...], point: str) -> None:
        system = found["linear_model"]
        names = {kind: [one["name"] for one in system[kind]] for kind in ("states", "inputs", "outputs")}
        self.states: List[str] = names["states"]
        """The names of x."""
        self.inputs: List[str] = names["inputs"]
        """The names of u."""
        self.outputs: List[str] = names["outputs"]
        """The names of y."""
        self.units: Dict[str, str] = {
            one["name"]: one["unit"] for kind in ("states", "inputs", "outputs") for one in system[kind]
        }
        """The units of all of them."""
        n, m, p = len(self.states), len(self.inputs), len(self.outputs)
        a, b, c, d = matrices
        self.A = np.array(a).reshape(n, n)
        self.B = np.array(b).reshape(n, m)
        self.C = np.array(c).reshape(p, n)
        self.D = np.array(d).reshape(p, m)
        self.sample_time: Optional[float] = system["sample_time"]
        """s; None of a continuous system."""
        self.modes: List[Mode] = [_mode(mode) for mode in found["modes"]]
        """Those that die away slowest first."""
        self.point = point
        """The operating point, in words."""
        self.notes: List[str] = found["notes"]
        """Remarks."""

    def to_control(self) -> Any:
        """The system as a ``StateSpace`` of python-control, in whose names points are underlines: ``A_In``."""
        import control

        step = 0 if self.sample_time is None else self.sample_time
        states, inputs, outputs = (
            [name.replace(".", "_") for name in names] for names in (self.states, self.inputs, self.outputs)
        )
        return control.ss(self.A, self.B, self.C, self.D, step, states=states, inputs=inputs, outputs=outputs)

    def to_scipy(self) -> Any:
        """The system as a ``StateSpace`` of SciPy."""
        from scipy import signal

        if self.sample_time is None:
            return signal.StateSpace(self.A, self.B, self.C, self.D)
        return signal.StateSpace(self.A, self.B, self.C, self.D, dt=self.sample_time)

    def _mode_rows(self) -> List[Tuple[str, ...]]:
        return [
            (
                f"{mode.z if mode.z is not None and self.sample_time is not None else self._clean(mode.eigenvalue):.6g}",
                _number(mode.frequency),
                f"{mode.damping:.4f}",
                _number(mode.time_constant),
                ", ".join(f"{name} {100 * part:.0f} %" for name, part in list(mode.states.items())[:3]),
            )
            for mode in self.modes
        ]

    def _clean(self, eigenvalue: complex) -> complex:
        """Without what rounding made of 0."""
        largest = max((abs(mode.eigenvalue) for mode in self.modes), default=0.0)
        parts = (part if abs(part) > 1e-12 * largest else 0.0 for part in (eigenvalue.real, eigenvalue.imag))
        return complex(*parts)

    _HEAD = ("eigenvalue", "frequency [Hz]", "damping", "time constant [s]", "states")

    def __repr__(self) -> str:
        sizes = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        return "\n".join([f"a linear model {self.point}: {sizes}", _rows(self._HEAD, self._mode_rows()), *self.notes])

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return _table(self._HEAD, self._mode_rows()) + notes


def _complex(pair: Optional[Sequence[Optional[float]]]) -> Optional[complex]:
    if pair is None:
        return None
    real, imaginary = (float("nan") if part is None else part for part in pair)
    return complex(real, imaginary)


def _mode(mode: Dict[str, Any]) -> Mode:
    eigenvalue = _complex(mode["eigenvalue"])
    return Mode(
        eigenvalue=eigenvalue if eigenvalue is not None else complex("nan"),
        frequency=mode["frequency_hz"],
        damping=mode["damping"] if mode["damping"] is not None else float("nan"),
        time_constant=mode["time_constant_s"],
        states={one["name"]: one["part"] for one in mode["states"]},
        z=_complex(mode["z"]),
    )


@dataclass(frozen=True)
class Margins:
    """How far an open loop with negative feedback is from instability; each as (frequency in Hz, margin)."""

    gain: List[Tuple[Optional[float], float]]
    """Factors of the gain."""
    phase: List[Tuple[float, float]]
    """Degrees."""
    delay: List[Tuple[float, float]]
    """Seconds."""
    is_stable_closed_loop: Optional[bool]


class FrequencyResponse:
    """How a model answers to swings. ``response["Output/Input"]`` are complex numbers, one for each of ``hertz``."""

    def __init__(self, found: Dict[str, Any], units: Sequence[str], point: str, notes: List[str]) -> None:
        self.hertz = np.array(found["frequencies_hz"], dtype=np.float64)
        """Frequencies, Hz."""
        self.response: Dict[str, "np.ndarray[Any, np.dtype[np.complex128]]"] = {}
        """The response of each pair."""
        self.margins: Dict[str, Margins] = {}
        """The margins of each pair, if they were asked for."""
        self.units: Dict[str, str] = {}
        """The unit of each pair."""
        self.point = point
        """The operating point, in words."""
        self.notes = notes
        """Remarks."""
        for pair, unit in zip(found["pairs"], units):
            name = f"{pair['output']}/{pair['input']}"
            self.response[name] = np.array([_complex(value) for value in pair["response"]], dtype=np.complex128)
            self.units[name] = unit
            if pair["margins"] is not None:
                of = pair["margins"]
                self.margins[name] = Margins(
                    gain=[(one["frequency_hz"], one["factor"]) for one in of["gain"]],
                    phase=[(one["frequency_hz"], one["degrees"]) for one in of["phase"]],
                    delay=[(one["frequency_hz"], one["seconds"]) for one in of["delay"]],
                    is_stable_closed_loop=of["is_stable_closed_loop"],
                )

    def __getitem__(self, pair: str) -> "np.ndarray[Any, np.dtype[np.complex128]]":
        return self.response[pair]

    def magnitude(self, pair: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """The magnitudes of a pair."""
        magnitude: np.ndarray[Any, np.dtype[np.float64]] = np.abs(self.response[pair])
        return magnitude

    def phase(self, pair: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """The phases of a pair, degrees, without jumps."""
        phase: np.ndarray[Any, np.dtype[np.float64]] = np.degrees(np.unwrap(np.angle(self.response[pair])))
        return phase

    def to_table(self) -> Table:
        """The frequencies, and magnitude and phase of each pair."""
        columns: List[Tuple[str, str, Any]] = [("Frequency", "Hz", self.hertz)]
        for name in self.response:
            columns.append((f"|{name}|", self.units[name], self.magnitude(name)))
            columns.append((f"phase {name}", "deg", self.phase(name)))
        return Table(columns)

    def to_control(self, pair: Optional[str] = None) -> Any:
        """A pair, or the only one, as a ``FrequencyResponseData`` of python-control. That of :meth:`bowline.Model.loop` is an
        open loop with negative feedback: ``control.margin`` takes it as it is."""
        import control

        if pair is None and len(self.response) != 1:
            raise TypeError(f"name a pair: {', '.join(self.response)}")
        name = pair if pair is not None else next(iter(self.response))
        return control.frd(self.response[name], 2 * np.pi * self.hertz)

    def plot(self, kind: str = "bode", *, decibel: bool = False, title: str = "") -> Chart:
        """Draws it: ``bode``, ``nyquist`` or ``nichols``."""
        pairs = [
            (name, self.units[name], [(value.real, value.imag) for value in values.tolist()])
            for name, values in self.response.items()
        ]
        return Chart(_bowline.response_svg(self.hertz.tolist(), pairs, kind, decibel, title))

    def _repr_svg_(self) -> str:
        return self.plot().svg

    def __repr__(self) -> str:
        lines = [f"a frequency response {self.point}: {len(self.hertz)} frequencies of {', '.join(self.response)}"]
        for name, margins in self.margins.items():
            gain = [f"times {one:.4g} at {_number(hertz) or 'no frequency'} Hz" for hertz, one in margins.gain]
            phase = [f"{one:.4g} deg at {hertz:.4g} Hz" for hertz, one in margins.phase]
            delay = [f"{one:.4g} s" for _, one in margins.delay]
            lines.append(f"{name}, as an open loop with negative feedback:")
            for what, found in (("gain", gain), ("phase", phase), ("delay", delay)):
                lines.append(f"  {what} margin: {', '.join(found) or 'infinite'}")
            if margins.is_stable_closed_loop is not None:
                lines.append(f"  closed, it is {'stable' if margins.is_stable_closed_loop else 'UNSTABLE'}")
        return "\n".join([*lines, *self.notes])


class Characteristic(Table):
    """Equilibria one after the other, while a value changes: the value, what was found, the signals, and the largest real
    part."""

    def __init__(self, columns: Sequence[Tuple[str, str, Any]], missing: List[str]) -> None:
        super().__init__(columns)
        self.missing = missing
        """The values that have no equilibrium, and why."""


class Verification:
    """How far off the results of a run are, as :meth:`bowline.Model.verify` finds it."""

    def __init__(self, found: Dict[str, Any], is_within: bool, deviations: Table) -> None:
        self.is_within = is_within
        """Whether every column is as accurate as was asked for."""
        self.columns: List[Dict[str, Any]] = found["columns"]
        """The judgement of each column: ``column``, ``verdict``, ``deviation``, ``tolerance`` and others."""
        self.opinions: List[Dict[str, Any]] = found["opinions"]
        """The runs that were compared."""
        self.deviations = deviations
        """The deviations along the run."""
        self.found = found
        """All that was found."""

    def _told(self) -> List[Tuple[str, ...]]:
        def verdict(column: Dict[str, Any]) -> str:
            said = column["verdict"]
            return said if isinstance(said, str) else next(iter(said))

        return [(one["column"], verdict(one), _number(one["deviation"]), one["unit"]) for one in self.columns]

    _HEAD = ("column", "verdict", "deviation", "unit")

    def __repr__(self) -> str:
        end = "all are as accurate as was asked for" if self.is_within else "not all are as accurate as was asked for"
        return "\n".join([_rows(self._HEAD, self._told()), end])

    def _repr_html_(self) -> str:
        return _table(self._HEAD, self._told())


Hertz = Union[str, Sequence[float], "np.ndarray[Any, np.dtype[np.float64]]", None]


def hertz_of(given: Hertz) -> Optional[List[float]]:
    """Frequencies, as a text or as numbers."""
    if given is None:
        return None
    if isinstance(given, str):
        return [float(value) for value in _bowline.frequencies(given)]
    return [float(value) for value in given]
