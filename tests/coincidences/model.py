"""A small model and its expected results."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from xml.sax.saxutils import quoteattr

from expected import Events, Value
from instants import clusters, rows_between


def text(value):
    """A value as written in a scenario."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (list, tuple)):
        return ",".join(text(v) for v in value)
    return repr(value)


@dataclass
class Model:
    objects: list = field(default_factory=list)
    connections: dict = field(default_factory=dict)
    initial: dict = field(default_factory=dict)
    rows: list = field(default_factory=list)
    saves: list = field(default_factory=list)
    # A fixed step, s.
    step: float = 0.01
    engine: dict = field(default_factory=dict)
    expected: list = field(default_factory=list)
    # Methods of a lower order do not run it.
    order: int = 1
    # The instants at which something happens, and the rows that lie away from them.
    groups: list = field(default_factory=list)
    safe: list = field(default_factory=list)
    # Whether it may begin at another time.
    can_move: bool = True

    def add(self, kind, name, **parameters):
        """Adds a SimObject, `library:Type`."""
        library, kind = kind.split(":")
        self.objects.append((library, kind, name, parameters))

    def connect(self, port, sources):
        self.connections[port] = sources

    def place_rows(self, random, times, end, margin):
        """Rows from 0 to the end, at and between the times at which something happens."""
        self.groups = clusters(map(float, times), end)
        self.rows, self.safe = rows_between(random, self.groups, end, margin)

    def expect(self, signal, time, value, tolerance=0.0, order=1):
        self.expected.append(Value(signal, time, value, tolerance, order))

    def expect_events(self, name, times, tolerance, least=0):
        self.expected.append(Events(name, tuple(map(float, times)), tolerance, least))

    def cut(self, end):
        """Ends it sooner, and expects no more after that."""
        self.rows = [*(row for row in self.rows if row < end - 1e-9), end]
        self.saves = [time for time in self.saves if time <= end]
        values = [e for e in self.expected if isinstance(e, Value) and e.time in self.rows]
        self.expected = values + [replace(e, least=0) for e in self.expected if isinstance(e, Events)]

    def begin_at(self, start):
        """Moves it in time; what coincides still does, to an ulp of the later time."""

        def moved(time):
            return float(Fraction(time) + Fraction(start))

        for _, kind, _, parameters in self.objects:
            if kind == "Src/Ramp":
                parameters.setdefault("StartTime", 0.0)
            for key in ("StartTime", "EndTime", "StepTime"):
                if key in parameters:
                    parameters[key] = moved(parameters[key])
            if "Times" in parameters:
                parameters["Times"] = [moved(time) for time in parameters["Times"]]
        self.rows = [moved(time) for time in self.rows]
        self.saves = [moved(time) for time in self.saves]
        self.expected = [e.moved(moved) for e in self.expected]
        # It may be less than an ulp of the later times.
        self.engine.pop("EventTol", None)

    def signals(self):
        """The columns of the results, each once."""
        return list(dict.fromkeys(e.signal for e in self.expected if isinstance(e, Value)))

    def faults(self, program, method):
        """Runs the model and says in words where the run differs from the expected results."""
        run = program.run(self.scenario(method))
        if run.status != 0:
            return [run.wrong_status(0)]
        return [fault for expected in self.expected for fault in expected.faults(run, method)]

    def scenario(self, method):
        """The text of the scenario for a method."""
        engine = {
            "TOutput": text(sorted(set(self.rows))),
            "FileOutput": ",".join(self.signals()),
            "IntegratorMethod": method.name,
            "AbsTol": "1e-9",
            "RelTol": "1e-9",
            **self.engine,
        }
        if method.is_fixed:
            engine["stepsize"] = self.step
        if self.saves:
            engine["TSave"] = sorted(set(self.saves))
        lines = ["<Contents>", "<OBJECTS>"]
        for library, kind, name, parameters in self.objects:
            lines.append(element("Lib", {"LibName": library, "SimObject": kind, "Name": name, **parameters}))
        lines.append("</OBJECTS>")
        if self.connections:
            lines += ["<INTERCONNECTIONS>", element("Connection", self.connections), "</INTERCONNECTIONS>"]
        if self.initial:
            lines += ["<INITIALIZATION>", element("InitialCondition", self.initial), "</INITIALIZATION>"]
        lines += ["<INTEGRATION>", element("Engine", engine), "</INTEGRATION>", "</Contents>"]
        return "\n".join(lines) + "\n"


def element(tag, attributes):
    return f"<{tag} " + " ".join(f"{key}={quoteattr(text(value))}" for key, value in attributes.items()) + "/>"
