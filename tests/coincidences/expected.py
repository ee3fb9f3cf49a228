"""What a model must do, each judged against a run."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Value:
    """A signal has `value` in the row at `time`, up to `tolerance`."""

    signal: str
    time: float
    value: float
    tolerance: float = 0.0
    # Methods of a lower order miss it.
    order: int = 1

    def moved(self, later):
        return replace(self, time=later(self.time))

    def faults(self, run, method):
        """In words; none if the run has the value."""
        if method.order < self.order:
            return []
        expected = f"expected {self.signal}({self.time!r}) = {self.value!r}"
        if self.time not in run.times:
            return [f"{expected}, got no row at that time"]
        got = run.value(self.signal, self.time)
        return [] if abs(got - self.value) <= self.tolerance else [f"{expected}, got {got!r}"]


@dataclass(frozen=True)
class Events:
    """A SimObject has events at these times only, up to `tolerance`, and at least `least` of them."""

    name: str
    times: tuple
    tolerance: float
    least: int = 0

    def moved(self, later):
        return replace(self, times=tuple(map(later, self.times)))

    def faults(self, run, _method):
        """In words; none if the run has these events."""
        got = [time for name, time in run.events if name == self.name]
        found = []
        for time in got:
            if not any(abs(time - allowed) <= self.tolerance for allowed in self.times):
                found.append(f"expected no event of {self.name} at {time!r}; its times are {list(self.times)}")
        if len(got) < self.least:
            found.append(f"expected {self.least} events of {self.name}, got {len(got)}: {got}")
        # An input that turns back before the end of its bracket may cross once more, some ulp later.
        most = 2 * len(self.times)
        if len(got) > most:
            found.append(f"expected {most} events of {self.name} at most, got {len(got)}: {got}")
        return found
