"""Relays whose thresholds are met at the same time, up to some ulp."""

import math
from fractions import Fraction

from instants import are_apart
from model import Model
from profile import Parabola, Straight
from ulps import decimal, distance, exact, shuffled_decimals


def attempt(random):
    model = Model()
    end = random.choice((1.0, 2.0, 5.0))
    signal, profile = source(model, random, end)
    low, high = (float(v) for v in profile.range())
    upper = low + (high - low) * random.uniform(0.55, 0.9)
    lower = low + (high - low) * random.uniform(0.1, 0.45)
    if random.random() < 0.5:
        upper, lower = round(upper, 2), round(lower, 2)
    relays = Relays(model, random, signal, profile)
    for i in range(random.randint(2, 8) if random.random() < 0.9 else random.randint(17, 60)):
        relays.add(f"R{i}", upper, lower)
    if random.random() < 0.4:
        relays.add_wide("W", upper, lower, random.randint(2, 6))
    events = [float(t) for switches in relays.switches.values() for t, _ in switches]
    if not events or not are_apart([*events, 0.0, end], end):
        return None
    model.place_rows(random, events, end, 1e-4 * end)
    model.step = end / random.choice((20, 50, 64, 100))
    relays.expect(1e-5 * end)
    chains(model, random, relays, 1e-5 * end)
    if random.random() < 0.3:
        sampled(model, random, relays, end)
    return model


def source(model, random, end):
    """A signal out of a source or of integrals, and what it is."""
    kind = random.choice(("ramp", "table", "integral", "integral", "stairs", "parabola"))
    if kind == "ramp":
        a, b = random.choice(((0.0, 1.0), (-1.0, 2.0), (3.0, 1.0)))
        model.add("base:Src/Ramp", "U", StartTime=0.0, EndTime=end, Before=a, After=b)
        return "U.Out", Straight([(0, a), (end, b)])
    if kind == "integral":
        rate = random.choice((1.0, 0.7, 1.55, -1.3, 3.0))
        model.add("base:Src/Constant", "C", Value=rate)
        model.add("base:Math/Integrator", "U")
        model.connect("U.In", "C.Out")
        return "U.Out", Straight([(0, 0), (end, exact(rate) * exact(end))])
    times = [0.0, *shuffled_decimals(random, random.randint(1, 3), 0.1 * end, 0.9 * end, 0.1), end]
    if kind == "table":
        values = [decimal(random, -3, 3, 1) for _ in times]
        model.add("base:Src/Table", "U", Times=times, Values=values, Interpolation="Linear")
        return "U.Out", Straight(list(zip(times, values)))
    if kind == "stairs":
        rates = [random.choice((-1, 1)) * decimal(random, 0.5, 3, 1) for _ in times]
        model.add("base:Src/Table", "C", Times=times, Values=rates)
        model.add("base:Math/Integrator", "U")
        model.connect("U.In", "C.Out")
        knots = [(exact(0), exact(0))]
        for t0, t1, rate in zip(times, times[1:], rates):
            knots.append((exact(t1), knots[-1][1] + exact(rate) * (exact(t1) - exact(t0))))
        return "U.Out", Straight(knots)
    curve = decimal(random, 1, 4, 1)
    speed = -curve * round(random.uniform(0.3, 0.7) * end, 2)
    model.add("base:Src/Constant", "C", Value=curve)
    model.add("base:Math/Integrator", "V", InitialValue=speed)
    model.add("base:Math/Integrator", "U")
    model.connect("V.In", "C.Out")
    model.connect("U.In", "V.Out")
    model.order = 2
    return "U.Out", Parabola(0, speed, exact(curve) / 2, end)


class Relays:
    """Relays of one signal, and when they switch."""

    def __init__(self, model, random, signal, profile):
        self.model, self.random, self.signal, self.profile = model, random, signal, profile
        # (time, on) by the column of the relay.
        self.switches, self.first, self.names = {}, {}, {}
        self.direct = []

    def add(self, name, upper, lower):
        sources, gain = self.input()
        on, off = self.thresholds(gain, upper, lower)
        initially = self.random.random() < 0.3
        self.model.add("base:Signal/Relay", name, SwitchOn=on, SwitchOff=off, InitiallyOn=initially)
        self.model.connect(f"{name}.In", sources)
        self.follow(f"{name}.On", name, gain, on, off, initially)
        if gain > 0:
            self.direct.append(name)

    def add_wide(self, name, upper, lower, width):
        inputs = [self.input() for _ in range(width)]
        thresholds = [self.thresholds(gain, upper, lower) for _, gain in inputs]
        on, off = [t[0] for t in thresholds], [t[1] for t in thresholds]
        self.model.add("base:Signal/Relay", name, PortWidth=width, SwitchOn=on, SwitchOff=off)
        self.model.connect(f"{name}.In", ", ".join(sources for sources, _ in inputs))
        for i, (_, gain) in enumerate(inputs):
            self.follow(f"{name}.On[{i}]", name, gain, on[i], off[i], False)

    def input(self):
        """What a relay reads: the signal times a number, written in some way."""
        u = self.signal
        return self.random.choice((
            (u, 1),
            (u, 1),
            (f"0.1*{u} + 0.2*{u} + 0.7*{u}", 1),
            (f"1.1*{u} - 0.1*{u}", 1),
            (f"2*{u}", 2),
            (f"-{u}", -1),
            (f"0.3*{u} - 1.3*{u}", -1),
        ))

    def thresholds(self, gain, upper, lower):
        """Met with the others, or some ulp of the time before or after."""
        levels = []
        for level in (upper, lower):
            crossings = self.profile.crossings(level)
            if crossings:
                time = crossings[0][0]
                level += float(self.profile.slope(time)) * distance(self.random) * math.ulp(float(time))
            levels.append(gain * level)
        return max(levels), min(levels)

    def follow(self, column, name, gain, on, off, initially):
        start = gain * self.profile.value(0)
        state = start >= exact(off) if initially else start > exact(on)
        self.first[column], self.names[column] = state, name
        passed = [(t, rises == (gain > 0), True) for t, rises in self.profile.crossings(exact(on) / gain)]
        passed += [(t, rises == (gain > 0), False) for t, rises in self.profile.crossings(exact(off) / gain)]
        switches = []
        for time, rises, is_on_threshold in sorted(passed):
            if rises == is_on_threshold and state != rises:
                state = rises
                switches.append((time, state))
        self.switches[column] = switches

    def state(self, column, time):
        state = self.first[column]
        for switched, after in self.switches[column]:
            if switched <= exact(time):
                state = after
        return float(state)

    def expect(self, tolerance):
        for column, name in self.names.items():
            for row in self.model.safe:
                self.model.expect(column, row, self.state(column, row))
        for name in dict.fromkeys(self.names.values()):
            times = [float(t) for c, n in self.names.items() if n == name for t, _ in self.switches[c]]
            self.model.expect_events(name, times, tolerance)


def chains(model, random, relays, tolerance):
    """Relays that read relays: one behind the other, and one that waits for all."""
    before = [(name, f"{name}.On") for name in relays.direct]
    for i in range(random.randrange(4)):
        if not before:
            return
        name, column = random.choice(before)
        link = f"K{i}"
        model.add("base:Signal/Relay", link, SwitchOn=0.5, SwitchOff=random.choice((0.5, 0.25)))
        model.connect(f"{link}.In", f"{name}.Out")
        for row in model.safe:
            model.expect(f"{link}.On", row, relays.state(column, row))
        model.expect_events(link, [float(t) for t, _ in relays.switches[column]], tolerance)
        before.append((link, column))
    alike = [c for c in (f"{n}.On" for n in relays.direct) if not relays.first[c]]
    if len(alike) < 2 or random.random() < 0.5:
        return
    # On where all are, off where none is.
    model.add("base:Signal/Relay", "All", SwitchOn=len(alike) - 0.5, SwitchOff=0.5)
    model.connect("All.In", " + ".join(c.removesuffix("On") + "Out" for c in alike))
    times = sorted(t for c in alike for t, _ in relays.switches[c])
    for row in model.safe:
        is_on = False
        for time in (t for t in times if t <= exact(row)):
            count = sum(relays.state(c, time) for c in alike)
            is_on = count == len(alike) or (is_on and count > 0)
        model.expect("All.On", row, float(is_on))


def sampled(model, random, relays, end):
    """A relay's signal is sampled, too, at ticks that may fall on its events."""
    column = random.choice([c for c, n in relays.names.items() if c == f"{n}.On"] or [None])
    if column is None:
        return
    # The last instant on a short decimal, or any decimal.
    period = next((p for p in (0.5, 0.2, 0.1) if abs(model.groups[0][0] / p - round(model.groups[0][0] / p)) < 1e-9), 0.07)
    model.add("base:Signal/ZeroOrderHold", "H", SampleTime=period)
    model.connect("H.In", column.removesuffix("On") + "Out")
    for row in model.safe:
        # The row may be the double of a tick.
        tick = float(Fraction(str(period)) * math.floor(row / period + 1e-9))
        if all(abs(tick - t) > 1e-4 * end for group in model.groups for t in group):
            model.expect("H.Out", row, relays.state(column, tick))
