"""A model whose run is resumed at its save points: with the same parameters the results have the same bits, with
others (changes) what they pass meanwhile happens at once."""

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Callable

from model import Model, text

END = 4.0
# Changes are made so far from the events of their part.
MARGIN = 1e-3


def is_away(time, events):
    return all(abs(event - time) > MARGIN for event in events)


@dataclass
class Change:
    """Other parameters (`--set`) of a SimObject, with which a signal has a value in the first two rows."""

    name: str
    parameters: dict
    signal: str = ""
    value: float = 0.0
    tolerance: float = 0.0
    # Whether the SimObject may have an event at once.
    fires: bool = True
    # The exit statuses that a run may have: 2 where it cannot begin with the state.
    statuses: tuple = (0,)

    def arguments(self):
        settings = [f"{self.name}.{parameter}={text(value)}" for parameter, value in self.parameters.items()]
        return [argument for setting in settings for argument in ("--set", setting)]


@dataclass
class Offer:
    """The changes of a part, by the time at which it is saved; none near its events."""

    events: list
    at: Callable


@dataclass
class Resumable(Model):
    # The known times of events.
    events: list = field(default_factory=list)
    offers: list = field(default_factory=list)
    changes: list = field(default_factory=list)
    # Whether a run that stops at the save point leaves a state, too.
    stops_at_save: bool = False
    # Whether all events are known.
    is_regular: bool = True
    can_move: bool = False

    def signals(self):
        return ["objects:all"]

    def faults(self, program, method):
        scenario = self.scenario(method)
        for old in program.folder.glob("*.state.json"):
            old.unlink()
        whole = program.run(scenario, "-o", "a.csv", "--final-state", "a.end.json")
        if whole.status != 0:
            return [whole.wrong_status(0)]
        found = []
        for time in self.saves:
            found += self.same_bits(program, scenario, whole, time)
        if found:
            return found
        time = self.saves[0]
        found += self.changed(program, scenario, time)
        if self.stops_at_save:
            found += self.stopped(program, scenario, time)
        return found

    def same_bits(self, program, scenario, whole, time):
        """Resumes with the same parameters."""
        rest = program.run(scenario, "--initial-state", state_file(time), "--final-state", "b.end.json")
        where = f", resumed at {time!r}"
        if rest.status != 0:
            return [rest.wrong_status(0, where)]
        if whole.header != rest.header:
            return [f"expected the columns {whole.header}{where}, got {rest.header}"]
        expected = {at: row for at, row in whole.rows.items() if at >= time}
        # The first row of a resumed run need not be one of the whole run.
        got = {at: row for at, row in rest.rows.items() if at != time or at in expected}
        if expected.keys() != got.keys():
            return [f"expected rows at {sorted(expected)}{where}, got them at {sorted(got)}"]
        found = [
            f"expected {column}({at!r}) = {one}{where}, got {other}"
            for at, row in expected.items()
            for column, one, other in zip(whole.header, row, got[at])
            if one != other
        ]
        if found:
            return found
        ends = [(program.folder / f"{name}.end.json").read_text().splitlines() for name in "ab"]
        return [
            f"expected the final state's {a.strip()}{where}, got {b.strip()}" for a, b in zip_longest(*ends, fillvalue="nothing") if a != b
        ]

    def changed(self, program, scenario, time):
        """Resumes with all changes that may not be refused at once, and with one that may."""
        accepted = [change for change in self.changes if change.statuses == (0,)]
        refused = [change for change in self.changes if change.statuses != (0,)]
        found = []
        for changes in (accepted, refused[:1]):
            if changes:
                found += self.resumed(program, scenario, time, changes)
        return found

    def resumed(self, program, scenario, time, changes):
        settings = [argument for change in changes for argument in change.arguments()]
        run = program.run(scenario, "--initial-state", state_file(time), *settings)
        where = f", resumed at {time!r} with {' '.join(settings)}"
        statuses = changes[0].statuses
        if run.status == 2 and 2 in statuses and all(change.name in run.stderr for change in changes):
            return []
        if run.status != 0 or 0 not in statuses:
            return [run.wrong_status(statuses[0], where)]
        found = []
        for change in changes:
            for at in list(run.times)[:2]:
                value = run.value(change.signal, at)
                if abs(value - change.value) > change.tolerance:
                    found.append(f"expected {change.signal}({at!r}) = {change.value!r}{where}, got {value!r}")
        if self.is_regular and is_away(time, self.events):
            may_fire = {change.name for change in changes if change.fires}
            for name, at in run.events:
                if at <= time + 1e-9 and name not in may_fire:
                    found.append(f"expected no event of {name} at {at!r}{where}")
        return found

    def stopped(self, program, scenario, time):
        """Resumes the state of a run that stops at the save point."""
        first = program.run(scenario, "--until", repr(time), "--final-state", "c.json")
        second = program.run(scenario, "--initial-state", "c.json")
        return [
            run.wrong_status(0, f" of a run {what} {time!r}")
            for what, run in (("until", first), ("that goes on from", second))
            if run.status != 0
        ]


def state_file(time):
    """The program writes times into names as shortest decimals, without an exponent."""
    return f"a.{repr(time).removesuffix('.0')}.state.json"
