"""Relays whose thresholds are met at the same time, up to some ulp."""

import math
from dataclasses import dataclass
from fractions import Fraction

from draws import count, decimal, rising_decimals
from instants import are_apart
from model import Model
from profile import Held, Parabola, Straight
from ulps import distance, exact


def attempt(random):
    model = Model()
    end = random.choice((1.0, 2.0, 5.0))
    profile = source(model, random, end)
    low, high = (float(v) for v in profile.range())
    upper = low + (high - low) * random.uniform(0.55, 0.9)
    lower = low + (high - low) * random.uniform(0.1, 0.45)
    if random.random() < 0.5:
        upper, lower = round(upper, 2), round(lower, 2)
    relays = Relays(model, random, profile)
    for i in range(count(random, (2, 8), (17, 60))):
        relays.add(f"R{i}", upper, lower)
    if random.random() < 0.4:
        relays.add_wide("W", upper, lower, random.randint(2, 6))
    events = [time for element in relays.elements for time in element.times]
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
    """Adds the signal U.Out, of a source or of integrals, and gives its profile."""
    kind = random.choice(("ramp", "table", "integral", "integral", "stairs", "parabola"))
    if kind == "ramp":
        a, b = random.choice(((0.0, 1.0), (-1.0, 2.0), (3.0, 1.0)))
        model.add("base:Src/Ramp", "U", StartTime=0.0, EndTime=end, Before=a, After=b)
        return Straight([(0, a), (end, b)])
    if kind == "integral":
        rate = random.choice((1.0, 0.7, 1.55, -1.3, 3.0))
        model.add("base:Src/Constant", "C", Value=rate)
        model.add("base:Math/Integrator", "U")
        model.connect("U.In", "C.Out")
        return Straight.integral([0.0, end], [rate])
    times = [0.0, *rising_decimals(random, random.randint(1, 3), 0.1 * end, 0.9 * end, 0.1), end]
    if kind == "table":
        values = [decimal(random, -3, 3, 1) for _ in times]
        model.add("base:Src/Table", "U", Times=times, Values=values, Interpolation="Linear")
        return Straight(zip(times, values))
    if kind == "stairs":
        rates = [random.choice((-1, 1)) * decimal(random, 0.5, 3, 1) for _ in times]
        model.add("base:Src/Table", "C", Times=times, Values=rates)
        model.add("base:Math/Integrator", "U")
        model.connect("U.In", "C.Out")
        return Straight.integral(times, rates)
    curve = decimal(random, 1, 4, 1)
    speed = -curve * round(random.uniform(0.3, 0.7) * end, 2)
    model.add("base:Src/Constant", "C", Value=curve)
    model.add("base:Math/Integrator", "V", InitialValue=speed)
    model.add("base:Math/Integrator", "U")
    model.connect("V.In", "C.Out")
    model.connect("U.In", "V.Out")
    model.order = 2
    return Parabola(0, speed, exact(curve) / 2, end)


class Relays:
    """Relays that read U.Out, and all their elements."""

    def __init__(self, model, random, profile):
        self.model, self.random, self.profile = model, random, profile
        self.elements = []
        # The elements of relays of width 1 that switch on as the signal rises.
        self.direct = []

    def add(self, name, upper, lower):
        sources, gain = self.input()
        on, off = self.thresholds(gain, upper, lower)
        initially = self.random.random() < 0.3
        self.model.add("base:Signal/Relay", name, SwitchOn=on, SwitchOff=off, InitiallyOn=initially)
        self.model.connect(f"{name}.In", sources)
        self.elements.append(Element(name, f"{name}.On", self.states(gain, on, off, initially)))
        if gain > 0:
            self.direct.append(self.elements[-1])

    def add_wide(self, name, upper, lower, width):
        inputs = [self.input() for _ in range(width)]
        thresholds = [self.thresholds(gain, upper, lower) for _, gain in inputs]
        on, off = zip(*thresholds)
        self.model.add("base:Signal/Relay", name, PortWidth=width, SwitchOn=on, SwitchOff=off)
        self.model.connect(f"{name}.In", ", ".join(sources for sources, _ in inputs))
        for i, (_, gain) in enumerate(inputs):
            self.elements.append(Element(name, f"{name}.On[{i}]", self.states(gain, on[i], off[i], False)))

    def input(self):
        """An input of a relay: the signal times a gain, written in some way, and the gain."""
        u = "U.Out"
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
        """Met with those of the other relays, or some ulp of the time before or after."""
        levels = []
        for level in (upper, lower):
            crossings = self.profile.crossings(level)
            if crossings:
                time = crossings[0][0]
                level += float(self.profile.slope(time)) * distance(self.random) * math.ulp(float(time))
            levels.append(gain * level)
        return max(levels), min(levels)

    def states(self, gain, on, off, initially):
        """Whether an element is on, held from each switch to the next."""
        start = gain * self.profile.value(0)
        is_on = start >= exact(off) if initially else start > exact(on)
        states = [(exact(0), is_on)]
        passed = [
            (time, rises == (gain > 0), is_upper)
            for threshold, is_upper in ((on, True), (off, False))
            for time, rises in self.profile.crossings(exact(threshold) / gain)
        ]
        for time, rises, is_upper in sorted(passed):
            if rises == is_upper and is_on != rises:
                is_on = rises
                states.append((time, is_on))
        return Held(states)

    def expect(self, tolerance):
        for element in self.elements:
            element.expect_in(self.model, element.column)
        for relay in dict.fromkeys(element.relay for element in self.elements):
            times = [time for element in self.elements if element.relay == relay for time in element.times]
            self.model.expect_events(relay, times, tolerance)


@dataclass
class Element:
    """An element of a relay; its column is 1 where it is on."""

    relay: str
    column: str
    states: Held

    @property
    def initially_on(self):
        return self.states.knots[0][1]

    @property
    def times(self):
        return [time for time, _ in self.states.knots[1:]]

    def expect_in(self, model, column):
        """Expects the column, of this element or a relay that follows it, to be 1 where it is on."""
        for row in model.safe:
            model.expect(column, row, float(self.states.value(row)))


def chains(model, random, relays, tolerance):
    """Relays that read relays: one after the other, and one that waits for all."""
    before = [(element.relay, element) for element in relays.direct]
    for i in range(random.randrange(4)):
        if not before:
            return
        name, element = random.choice(before)
        link = f"K{i}"
        model.add("base:Signal/Relay", link, SwitchOn=0.5, SwitchOff=random.choice((0.5, 0.25)))
        model.connect(f"{link}.In", f"{name}.Out")
        element.expect_in(model, f"{link}.On")
        model.expect_events(link, element.times, tolerance)
        before.append((link, element))
    alike = [element for element in relays.direct if not element.initially_on]
    if len(alike) < 2 or random.random() < 0.5:
        return
    # On where all are, off where none is.
    model.add("base:Signal/Relay", "All", SwitchOn=len(alike) - 0.5, SwitchOff=0.5)
    model.connect("All.In", " + ".join(f"{element.relay}.Out" for element in alike))
    states = [(exact(0), False)]
    for time in sorted(time for element in alike for time in element.times):
        count = sum(element.states.value(time) for element in alike)
        states.append((time, count == len(alike) or (states[-1][1] and count > 0)))
    Element("All", "All.On", Held(states)).expect_in(model, "All.On")


def sampled(model, random, relays, end):
    """A hold that samples a relay, at ticks that may fall on its events."""
    element = random.choice([element for element in relays.elements if element.column == f"{element.relay}.On"])
    # A period that the first instant is a multiple of, or another.
    first = model.groups[0][0]
    period = next((p for p in (0.5, 0.2, 0.1) if abs(first / p - round(first / p)) < 1e-9), 0.07)
    model.add("base:Signal/ZeroOrderHold", "H", SampleTime=period)
    model.connect("H.In", f"{element.relay}.Out")
    for row in model.safe:
        # The row may be the double of a tick.
        tick = float(Fraction(str(period)) * math.floor(row / period + 1e-9))
        if all(abs(tick - t) > 1e-4 * end for group in model.groups for t in group):
            model.expect("H.Out", row, float(element.states.value(tick)))
