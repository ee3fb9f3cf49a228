"""Latches whose inputs cross their thresholds at the same time, up to some ulp."""

import itertools
from operator import itemgetter

from draws import decimal
from instants import are_apart, clusters
from model import Model
from network import latched
from profile import Held, Straight
from ulps import distance, exact, moved


def attempt(random):
    return touching(random) if random.random() < 0.15 else crossing(random)


def crossing(random):
    """Inputs that cross the threshold, all at a few moments."""
    model = Model()
    end = 4.0
    moments = sorted(random.sample([0.5, 0.8, 1.1, 1.3, 1.9, 2.2, 2.7, 3.1, 3.6], random.randint(1, 5)))
    levels = [Level(model, random, f"L{i}", moments, end) for i in range(random.randint(2, 5))]
    latches = [Latch(model, random, f"Q{i}", levels) for i in range(random.randint(1, 5))]
    times = [time for level in levels for time, _ in level.changes]
    if not times or not are_apart([0.0, *times, end], end):
        return None
    histories = [latch.history(end) for latch in latches]
    if None in histories:
        return None
    model.place_rows(random, times, end, 1e-6)
    model.step = end / random.choice((20, 50, 64))
    for latch, history in zip(latches, histories):
        for row in model.safe:
            model.expect(latch.column, row, float(history.value(row)))
        changes = [time for level in (latch.set, latch.reset) for time, _ in level.changes]
        model.expect_events(latch.name, changes, 1e-6)
    chained(model, random, latches, histories)
    return model


class Level:
    """A signal that crosses 0.5 up and down at some of the moments, up to some ulp: it jumps, or is straight from
    one side to the other."""

    def __init__(self, model, random, name, moments, end):
        chosen = sorted(random.sample(moments, random.randint(1, len(moments))))
        self.first = random.random() < 0.3
        sides = [self.first != (i % 2 == 1) for i in range(len(chosen) + 1)]
        if random.random() < 0.3:
            times = [0.0, *(moved(t, distance(random)) for t in chosen)]
            model.add("base:Src/Table", name, Times=times, Values=[float(side) for side in sides])
            self.changes = list(zip(map(exact, times[1:]), sides[1:]))
        else:
            edges = [0.0, *((a + b) / 2 for a, b in zip(chosen, chosen[1:])), end]
            knots = [(0.0, float(self.first))]
            for i, time in enumerate(chosen):
                width = min(time - edges[i], edges[i + 1] - time) * random.uniform(0.3, 0.9)
                knots += [(time - width, float(sides[i])), (time + width, float(sides[i + 1]))]
            times, values = zip(*knots)
            model.add("base:Src/Table", name, Times=times, Values=values, Interpolation="Linear")
            self.changes = Straight(knots).crossings(0.5)
        self.source = f"{name}.Out"


class Latch:
    def __init__(self, model, random, name, levels):
        self.name, self.column = name, f"{name}.Out"
        self.set, self.reset = random.sample(levels, 2)
        self.set_wins, self.initially = random.random() < 0.5, random.random() < 0.5
        model.add("base:Signal/Latch", name, Priority="Set" if self.set_wins else "Reset",
                  InitiallySet=self.initially)
        shift = random.choice((0.0, 0.0, 1.0))
        for port, level in (("Set", self.set), ("Reset", self.reset)):
            model.connect(f"{name}.{port}", random.choice((
                level.source,
                level.source,
                f"0.1*{level.source} + 0.2*{level.source} + 0.7*{level.source}",
                f"2*{level.source} - 0.5",
                f"{level.source} + {shift!r} - {shift!r}",
            )))

    def history(self, end):
        """Its states, held; None where the order of coinciding changes decides."""
        sides = [self.set.first, self.reset.first]
        state = latched(self.initially, *sides, self.set_wins)
        history = [(0.0, state)]
        changes = [(t, 0, on) for t, on in self.set.changes] + [(t, 1, on) for t, on in self.reset.changes]
        for group in clusters(changes, end, time=itemgetter(0)):
            before, outcomes = state, set()
            for order in itertools.permutations(group):
                after, state = list(sides), before
                for _, which, on in order:
                    after[which] = on
                    state = latched(state, *after, self.set_wins)
                outcomes |= {state, latched(before, *after, self.set_wins)}
            if len(outcomes) > 1:
                return None
            sides = after
            history.append((float(group[-1][0]), state))
        return Held(history)


def chained(model, random, latches, histories):
    """A relay that follows a latch in the same instant, and its integral."""
    latch, history = random.choice(list(zip(latches, histories)))
    model.add("base:Signal/Relay", "K", SwitchOn=0.5, SwitchOff=0.5)
    model.connect("K.In", latch.column)
    for row in model.safe:
        model.expect("K.On", row, float(history.value(row)))
    model.add("base:Math/Integrator", "I")
    model.connect("I.In", "K.Out")


def touching(random):
    """Inputs that come to the threshold and stay there: they are not above it any more, or not yet."""
    model = Model()
    end = 2.0
    arrival = decimal(random, 0.4, 1.6, 1)
    model.step = end / random.choice((20, 64))
    model.rows = [0.0, arrival / 2, (arrival + end) / 2, end]
    model.add("base:Src/Constant", "One", Value=1.0)
    model.add("base:Src/Constant", "None", Value=0.0)
    # From twice the threshold or from 0, no value on the way is rounded past the threshold.
    model.add("base:Src/Ramp", "Down", EndTime=arrival, Before=1.0, After=0.5)
    model.add("base:Src/Ramp", "Up", EndTime=arrival, Before=0.0, After=0.5)
    for i in range(random.randint(1, 3)):
        name = f"Q{i}"
        port, other, falls, before, after = random.choice((
            ("Set", "Reset", True, 1.0, 0.0),
            ("Reset", "Set", True, 0.0, 1.0),
            ("Set", "Reset", False, 0.0, 0.0),
            ("Reset", "Set", False, 1.0, 1.0),
        ))
        model.add("base:Signal/Latch", name, Priority=port, InitiallySet=before == after == 1.0)
        model.connect(f"{name}.{port}", "Down.Out" if falls else "Up.Out")
        # What falls wins as long as it is true; then the other input counts.
        model.connect(f"{name}.{other}", "One.Out" if falls else "None.Out")
        for row in model.rows:
            model.expect(f"{name}.Out", row, before if row < arrival else after)
        model.expect_events(name, [arrival] if falls else [], 1e-9)
    return model
