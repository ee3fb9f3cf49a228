"""Models: loaded from scenarios, or built by a program."""

from __future__ import annotations

import copy
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path as _Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, Union

from . import _bowline
from ._progress import Bar, Progress, shown
from ._values import Value, settings, text
from ._xml import Sections
from .errors import BowlineError, RunError
from .linear import Characteristic, Equilibrium, FrequencyResponse, Hertz, LinearModel, Verification, hertz_of
from .results import Path, Results, Table
from .simobject import SimObject

if TYPE_CHECKING:
    from ._bowline import Run

Set = Union[Mapping[str, Value], Iterable[str], None]
Names = Union[str, Sequence[str], None]
Given = Union[Mapping[str, Value], Sequence[str], None]


@dataclass(frozen=True)
class Signal:
    """A signal of a model."""

    name: str
    """``Object.Signal``."""
    unit: str
    """SI unit, empty for a pure number."""
    width: int = 1
    """How many numbers it has."""
    value: Optional[Tuple[float, ...]] = None
    """Of an input: what the scenario gives it."""


@dataclass(frozen=True)
class Part:
    """A SimObject of a model."""

    name: str
    type: str
    library: str


def _names(names: Names) -> List[str]:
    if isinstance(names, Mapping):
        raise TypeError("give names, without values")
    return [names] if isinstance(names, str) else list(names or ())


def _conditions(hold: Names, find: Names, given: Given) -> Tuple[List[str], List[str], List[str]]:
    """What an equilibrium has to be like."""
    return _names(hold), _names(find), _given(given)


def _given(given: Given) -> List[str]:
    if isinstance(given, Mapping):
        return [f"{name}={text(value)}" for name, value in given.items()]
    return _names(given)


def load(
    source: Union[str, "os.PathLike[str]"],
    *,
    set: Set = None,
    until: Optional[float] = None,
    state: Union[str, "os.PathLike[str]", None] = None,
    inputs: Names = None,
    libraries: Sequence[Path] = (),
    library_path: Sequence[Path] = (),
    scheme_path: Sequence[Path] = (),
    classes: Sequence[Type[SimObject]] = (),
    folder: Optional[Path] = None,
    name: str = "model",
) -> Model:
    """Loads a model from a file, or from the text of a scenario (which begins with ``<``).

    ``set`` sets parameters, initial conditions and inputs as ``--set`` does; ``until`` ends runs at a time; ``state`` is a
    state file, or the text of one, with which runs begin; ``inputs`` names in-ports that become inputs though something
    feeds them (what is set there is added to that). ``libraries`` are files of SimObjects, and ``library_path`` and
    ``scheme_path`` directories in which libraries and schemes are looked for. ``classes`` are SimObjects in Python, which the
    scenario finds in the library ``python``. Files that a text names are looked for in ``folder``, and messages call it by
    its ``name``.

    >>> import bowline
    >>> model = bowline.load('''<Contents>
    ...   <OBJECTS><Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/></OBJECTS>
    ...   <INTERCONNECTIONS><Connection B.Force="4,0,0"/></INTERCONNECTIONS>
    ...   <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
    ...   <INTEGRATION><Engine TOutput="0:1:3" FileOutput="B.Pos"/></INTEGRATION>
    ... </Contents>''', set={"B.Mass": 4})
    >>> model.run()["B.Pos[0]"].round(6).tolist()
    [0.0, 0.5, 2.0, 4.5]
    """
    model = Model()
    if isinstance(source, str) and source.lstrip().startswith("<"):
        model._text, model._path = source, name
        model._folder = os.fspath(folder) if folder is not None else os.getcwd()
    else:
        path = os.fspath(source)
        if not os.path.exists(path):
            raise FileNotFoundError(f"there is no file `{path}`")
        model._path = path
    model._set = settings(set)
    model._until, model._inputs, model._state = until, _names(inputs), _state(state)
    model._libraries = [os.path.abspath(path) for path in libraries]
    model._library_path = [os.path.abspath(path) for path in library_path]
    model._scheme_path = [os.path.abspath(path) for path in scheme_path]
    model._classes = [_simobject(kind) for kind in classes]
    model._study()
    return model


def _simobject(kind: Type[SimObject]) -> Type[SimObject]:
    if not (isinstance(kind, type) and issubclass(kind, SimObject)):
        raise TypeError(f"{kind!r} is no class of SimObjects: derive it from bowline.SimObject")
    return kind


def _state(state: Union[str, "os.PathLike[str]", None]) -> Optional[str]:
    if state is None or (isinstance(state, str) and state.lstrip().startswith("{")):
        return state
    return _Path(os.fspath(state)).read_text(encoding="utf-8")


class Model:
    """A model. :func:`bowline.load` makes one of a scenario; ``bowline.Model()`` is an empty one, to be built:

    >>> import bowline
    >>> model = bowline.Model()
    >>> model.object("FhsimTutorialLibrary", "Body/Mass", "B", Mass=2, g=0)
    >>> model.connect("B.Force", [4, 0, 0])
    >>> model.initial("B.Pos", [0, 0, 0])
    >>> model.initial("B.Vel", [0, 0, 0])
    >>> model.engine(TOutput="0:1:3", FileOutput="B.Pos")
    >>> model.run()["B.Pos[0]"].round(6).tolist()
    [0.0, 1.0, 4.0, 9.0]

    A model is loaded when it is first used, and again when it was changed. It can be pickled: it goes as its text, and is
    loaded where it arrives.
    """

    def __init__(self) -> None:
        self._sections: Optional[Sections] = None
        self._text: Optional[str] = None
        self._path = "model"
        self._folder: Optional[str] = None
        self._set: List[str] = []
        self._until: Optional[float] = None
        self._state: Optional[str] = None
        self._inputs: List[str] = []
        self._libraries: List[str] = []
        self._library_path: List[str] = []
        self._scheme_path: List[str] = []
        self._classes: List[Type[SimObject]] = []
        self._loaded: Optional[_bowline.Study] = None

    # What it is made of.

    def _building(self) -> Sections:
        if self._sections is None:
            if self._text is not None or self._path != "model":
                raise TypeError("a scenario that was loaded is not changed: use replace(set=...), or build with bowline.Model()")
            self._sections = Sections()
        self._loaded = None
        return self._sections

    def object(self, library: str, type: str, name: str, **parameters: Value) -> None:
        """Adds a SimObject with its parameters, in their SI units unless a text gives another one."""
        attributes = {"LibName": library, "SimObject": type, "Name": name, **parameters}
        self._building().add("OBJECTS", "Lib", attributes)

    def add(self, kind: Type[SimObject], name: str, **parameters: Value) -> None:
        """Adds a SimObject that is written in Python, with its parameters."""
        type_name = getattr(_simobject(kind), "type_name", kind.__name__)
        self._building().add("OBJECTS", "Lib", {"LibName": "python", "SimObject": type_name, "Name": name, **parameters})
        if kind not in self._classes:
            self._classes.append(kind)

    def instance(self, scheme: str, name: str, **parameters: Value) -> None:
        """Adds an instance of a scheme: a file of one."""
        self._building().add("OBJECTS", "Instance", {"Scheme": scheme, "Name": name, **parameters})

    def connect(self, port: str, source: Value) -> None:
        """Connects an in-port, a bundle or a resource: to numbers, or to what a scenario writes, as in
        ``"A.Out - 2*B.Out"``."""
        self._building().add("INTERCONNECTIONS", "Connection", {port: source})

    def join(self, *terminals: str) -> None:
        """Joins terminals."""
        self._building().add("INTERCONNECTIONS", "Connection", {"Join": ", ".join(terminals)})

    def initial(self, state: str, value: Value) -> None:
        """Gives a state the numbers that it begins with."""
        self._building().add("INITIALIZATION", "InitialCondition", {state: value})

    def engine(self, **attributes: Value) -> None:
        """Says how to integrate, and what to record: ``TOutput``, ``IntegratorMethod``, ``RelTol``, ``FileOutput`` and
        others."""
        self._building().put_engine(attributes)

    def output(self, name: str, **attributes: Value) -> None:
        """Adds further results, with ``TOutput`` and ``FileOutput`` of their own."""
        self._building().add("INTEGRATION", "Output", {"Name": name, **attributes})

    @property
    def text(self) -> str:
        """The scenario as a text."""
        if self._sections is not None:
            return str(self._sections)
        return self._text if self._text is not None else self._study().text

    def replace(
        self,
        *,
        set: Set = None,
        until: Optional[float] = None,
        state: Union[str, "os.PathLike[str]", None] = None,
        inputs: Names = None,
    ) -> Model:
        """The same model with something else set; what is not given stays.

        >>> import bowline
        >>> model = bowline.Model()
        >>> model.object("FhsimTutorialLibrary", "Body/Mass", "B", Mass=2, g=0)
        >>> model.connect("B.Force", [4, 0, 0])
        >>> model.initial("B.Pos", [0, 0, 0])
        >>> model.initial("B.Vel", [0, 0, 0])
        >>> model.engine(TOutput="0:1:3", FileOutput="B.Vel")
        >>> [model.replace(set={"B.Mass": mass}).run()["B.Vel[0]"][-1].round(6).item() for mass in (1, 2, 4)]
        [12.0, 6.0, 3.0]
        """
        other = Model()
        other.__setstate__(self.__getstate__())
        again = {item.split("=")[0].strip() for item in settings(set)}
        other._set = [item for item in self._set if item.split("=")[0].strip() not in again] + settings(set)
        other._until = self._until if until is None else until
        other._state = self._state if state is None else _state(state)
        other._inputs = self._inputs if inputs is None else _names(inputs)
        other._study()
        return other

    def _study(self) -> _bowline.Study:
        if self._loaded is None:
            is_built = self._sections is not None or (self._text is None and self._path == "model")
            source = str(self._sections or Sections()) if is_built else self._text
            folder = self._folder if self._folder is not None else os.getcwd()
            self._loaded = _bowline.Study(
                source,
                self._path,
                folder if source is not None else None,
                self._set,
                self._until,
                self._state,
                self._libraries,
                self._library_path,
                self._scheme_path,
                self._inputs,
                self._classes,
            )
        return self._loaded

    def __getstate__(self) -> Dict[str, Any]:
        state = self.__dict__.copy()
        state["_loaded"] = None
        # A later change of one must not change the other.
        state["_sections"] = copy.deepcopy(self._sections)
        state.update({name: list(value) for name, value in state.items() if isinstance(value, list)})
        if self._sections is None and self._text is None and self._path != "model":
            study = self._study()
            name, place = study.whereabouts
            state.update(_text=study.text, _path=name, _folder=os.path.dirname(os.path.abspath(place)))
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        try:
            return f"<bowline.Model {self._path}: {len(self.objects)} objects, {len(self.states)} states>"
        except BowlineError:
            return f"<bowline.Model {self._path}, which cannot be loaded>"

    # What it has.

    @property
    def objects(self) -> List[Part]:
        """The SimObjects."""
        return [Part(*part) for part in self._study().objects()]

    @property
    def inputs(self) -> List[Signal]:
        """The in-ports that can be set in runs: they are fed by numbers, or by nothing."""
        return [Signal(name, unit, width, tuple(value)) for name, unit, width, value in self._study().inputs()]

    @property
    def outputs(self) -> List[Signal]:
        """What SimObjects give, out-ports and states: all of it can be read in runs."""
        return [Signal(*signal) for signal in self._study().outputs()]

    @property
    def states(self) -> List[Signal]:
        """The numbers of the state vector."""
        return [Signal(*state) for state in self._study().states()]

    @property
    def columns(self) -> List[Signal]:
        """What the scenario records."""
        return [Signal(*column) for column in self._study().columns()]

    @property
    def warnings(self) -> str:
        """Warnings; empty if there are none."""
        return self._study().warnings

    @property
    def span(self) -> Tuple[float, float]:
        """First and last output time, s."""
        return self._study().span

    # Runs.

    def start(self, *, signals: Names = None) -> Run:
        """Begins a run, which you advance. It records what the scenario says, or these signals."""
        return self._study().start(None if signals is None else _names(signals))

    def run(self, *, signals: Names = None, record: Optional[Path] = None, progress: Progress = None) -> Results:
        """Runs to the last output time. The rows are kept in memory, and written to the file ``record`` too, if you name
        one. With ``progress=True`` a bar shows how far it is; a function gets the simulated time, s.

        If the run fails, or you press Ctrl-C, the exception has the rows up to there in ``results``."""
        run = self.start(signals=signals)
        if record is not None:
            run.record_to(record)
        bar = shown(progress, *self.span, "s")
        try:
            run.to_end(bar)
        except (KeyboardInterrupt, RunError) as error:
            error.results = run._results(True)  # type: ignore[union-attr]
            raise
        finally:
            if isinstance(bar, Bar):
                bar.close()
            # An exception keeps the run, and would keep its file from the next one.
            run.close()
        return run._results(True)

    # Analyses.

    def steady(self, *, hold: Names = None, find: Names = None, given: Given = None, signals: Names = None) -> Equilibrium:
        """Looks for an equilibrium: the states in which nothing moves. ``hold`` names states that keep their values,
        ``find`` inputs and parameters that are sought for as many conditions, which ``given`` has: ``{"Piston.Vel": 0}``.
        ``signals`` are evaluated there, too."""
        found, state = self._study().steady(*_conditions(hold, find, given), _names(signals))
        return Equilibrium(json.loads(found), state)

    def characteristic(
        self, sweep: str, *, hold: Names = None, find: Names = None, given: Given = None, signals: Names = None
    ) -> Characteristic:
        """Equilibria one after the other: ``sweep`` is ``"Inlet.Pressure=2e5:1e5:100e5"``."""
        conditions = _conditions(hold, find, given)
        columns, missing = self._study().characteristic(sweep, conditions, _names(signals))
        return Characteristic(columns, missing)

    def linearize(
        self,
        inputs: Names = None,
        outputs: Names = None,
        *,
        at: Optional[float] = None,
        steady: bool = False,
        hold: Names = None,
        find: Names = None,
        given: Given = None,
    ) -> LinearModel:
        """The linear model from in-ports to signals, about the start, the state at a time, or an equilibrium. An in-port
        that something feeds is cut open for it: the input is added to that."""
        conditions = _conditions(hold, find, given)
        found = self._study().linearize(_names(inputs), _names(outputs), at, steady, conditions)
        return LinearModel(json.loads(found[0]), found[1], found[2])

    def frequency(
        self,
        inputs: Names,
        outputs: Names,
        hertz: Hertz = None,
        *,
        margins: bool = False,
        at: Optional[float] = None,
        steady: bool = False,
        hold: Names = None,
        find: Names = None,
        given: Given = None,
    ) -> FrequencyResponse:
        """The frequency response from in-ports to signals, at frequencies in Hz: numbers, ``"0.1:log:100"``, or about all
        modes. ``margins`` are those of each pair as an open loop with negative feedback."""
        conditions = _conditions(hold, find, given)
        found = self._study().frequency(
            _names(inputs), _names(outputs), None, margins, hertz_of(hertz), at, steady, conditions
        )
        return FrequencyResponse(json.loads(found[0]), *found[1:])

    def loop(
        self,
        port: str,
        hertz: Hertz = None,
        *,
        at: Optional[float] = None,
        steady: bool = False,
        hold: Names = None,
        find: Names = None,
        given: Given = None,
    ) -> FrequencyResponse:
        """The gain once around the loop through an in-port, which is cut there, as an open loop with negative feedback;
        with its margins."""
        conditions = _conditions(hold, find, given)
        found = self._study().frequency([], [], port, True, hertz_of(hertz), at, steady, conditions)
        return FrequencyResponse(json.loads(found[0]), *found[1:])

    def verify(self, *, signals: Names = None, within: float = 10.0, keep_sample_time: bool = False) -> Verification:
        """Finds out how far off the results of a run are: does it again by other methods and with other tolerances. Takes
        some ten times as long as the run."""
        found, is_within, deviations = self._study().verify(_names(signals), within, keep_sample_time)
        return Verification(json.loads(found), is_within, Table(deviations))

    def sensitivity(self, parameters: Names, *, signals: Names = None) -> Dict[str, Any]:
        """How results follow parameters: what ``bowline sensitivity --format json`` has."""
        found: Dict[str, Any] = json.loads(self._study().sensitivity(_names(parameters), _names(signals)))
        return found

    def sweep(
        self,
        vary: Mapping[str, Union[str, Sequence[Value], Value]],
        *,
        metrics: Names = None,
        sample: Optional[str] = None,
        count: Optional[int] = None,
        seed: int = 1,
        series: Optional[str] = None,
        signals: Names = None,
        hold: Names = None,
        find: Names = None,
        given: Given = None,
        folder: Optional[Path] = None,
        jobs: Optional[int] = None,
        timeout: Optional[float] = None,
        progress: Progress = None,
    ) -> Table:
        """Runs many cases, on all cores; a row for each. ``vary`` has values, or a text: ``"50:10:150"``, or, with
        ``sample``, ``"50..150"``; all combinations are run, or ``count`` of them drawn by ``"lhs"``, ``"random"`` or
        ``"sobol"``. ``metrics`` are taken out of each run: ``"max:S.Force"``, ``"final:B.Pos"``, ``"real(1):steady"``; ``signals`` are recorded instead of what the scenario says, and
        may be formulas: ``"Error = R.Out - A.Out"``.

        ``folder`` keeps finished cases, which are not run again: the same call resumes where it was interrupted, and ``bowline report`` makes a page of it. ``series="parquet"`` keeps the rows of each run there."""
        if series is not None and folder is None:
            raise TypeError("rows of runs are kept in a folder: name one, with folder=...")
        if signals is not None and series is None:
            # Metrics may name these columns; no rows are kept.
            recorded = self.replace(set={"Engine:FileOutput": ", ".join(_names(signals))})
            signals = None
        else:
            recorded = self
        varied = [(name, _variation(values)) for name, values in vary.items()]
        if (sample is None) != (count is None):
            missing = "how many cases are drawn: count=..." if count is None else "how cases are drawn: sample=\"lhs\", ..."
            raise TypeError(f"say {missing}")
        drawn = None if sample is None or count is None else (sample, count, seed)
        conditions = _conditions(hold, find, given)
        told = shown(progress, 0, 1, "runs")

        def do(place: str) -> Table:
            columns = _bowline.sweep(
                recorded._study(), place, varied, _names(metrics), drawn, series, _names(signals), conditions, jobs, timeout, told
            )
            return Table(columns)

        if folder is not None:
            return do(os.path.abspath(folder))
        with tempfile.TemporaryDirectory(prefix="bowline-") as place:
            return do(os.path.join(place, "sweep"))


def _variation(values: Union[str, Sequence[Value], Value]) -> str:
    if isinstance(values, str):
        return values
    if isinstance(values, (int, float)):
        return text(values)
    listed = list(values)
    rows = [text(value) for value in listed]
    return ",".join(f"({row})" if "," in row else row for row in rows)
