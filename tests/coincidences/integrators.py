"""Integrators of a signal that is held from row to row; they come to their limits together, at rows too."""

import math

from draws import decimal
from instants import APART, are_apart
from model import Model
from profile import Held, Straight
from ulps import distance, exact


def integrators(random):
    model = Model()
    end = 4.0
    times = [0.0, *sorted(random.sample([0.5, 0.8, 1.3, 1.9, 2.2, 2.7, 3.1, 3.6], random.randint(1, 5)))]
    rates = [random.choice((-1, 1)) * decimal(random, 0.3, 2, 1) for _ in times]
    if random.random() < 0.3:
        rates[random.randrange(len(rates))] = 0.0
    model.add("base:Src/Table", "U", Times=times, Values=rates)
    # The limits of all are values of the integral at two times: rows, or between rows.
    free = Straight.integral([*times, end], rates)
    shared = []
    for _ in range(2):
        time = random.choice(times[1:]) if random.random() < 0.5 else decimal(random, 0.2, 3.8, 2)
        shared.append((time, free.value(time), abs(free.slope(time))))
    found = []
    for i in range(random.randint(2, 5)):
        integrator = Integrator(model, random, f"I{i}", shared)
        integrator.follow(times, rates, end)
        if integrator.rests_by_chance(times, rates, end):
            return None
        found.append(integrator)
    changes = [t for integrator in found for t in integrator.events]
    if not changes or not are_apart([0.0, *changes, *times[1:], end], end):
        return None
    model.place_rows(random, [*changes, *times[1:]], end, 1e-6)
    model.step = end / random.choice((20, 50, 64))
    for integrator in found:
        for row in model.rows:
            model.expect(f"{integrator.name}.Out", row, float(integrator.path.value(row)), tolerance=1e-6)
        for row in model.safe:
            model.expect(f"{integrator.name}.Limit", row, float(integrator.limit.value(row)))
        model.expect_events(integrator.name, integrator.events, 1e-6)
    # A relay switches in the instant in which one comes to its limit.
    model.add("base:Signal/Relay", "K", SwitchOn=0.5, SwitchOff=0.5)
    model.connect("K.In", f"{found[0].name}.Limit")
    for row in model.safe:
        model.expect("K.On", row, float(found[0].limit.value(row) == 1))
    return model


class Integrator:
    """Its initial value and limits are doubles; `path` and `limit` are what its outputs do, exactly."""

    def __init__(self, model, random, name, shared):
        self.name = name
        self.gain = random.choice((1, 1, 1, 2, -1))
        self.first = random.choice((0.0, 0.0, 0.3, -0.7))
        values = []
        for time, value, slope in shared:
            limit = self.first + self.gain * float(value)
            # Some ulp of the time earlier or later.
            values.append(limit + self.gain * float(slope) * distance(random) * math.ulp(time))
        self.upper = min((v for v in values if v > self.first + 1e-3), default=self.first + 0.5)
        self.lower = max((v for v in values if v < self.first - 1e-3), default=self.first - 0.5)
        if random.random() < 0.15:
            self.upper = self.first
        model.add("base:Math/Integrator", name, InitialValue=self.first, Lower=self.lower, Upper=self.upper)
        sources = {1: ("U.Out", "1.1*U.Out - 0.1*U.Out"), 2: ("2*U.Out", "U.Out + U.Out"), -1: ("-U.Out",)}
        model.connect(f"{name}.In", random.choice(sources[self.gain]))

    def follow(self, times, rates, end):
        """Follows it to the end, and notes its events."""
        lower, upper, x = exact(self.lower), exact(self.upper), exact(self.first)
        rate = self.gain * exact(rates[0])
        at = 1 if x >= upper and rate >= 0 else -1 if x <= lower and rate <= 0 else 0
        knots, limits, self.events = [(exact(0), x)], [(exact(0), at)], []
        near = exact(APART * end)
        for start, stop, rate in zip(times, [*times[1:], end], rates):
            start, stop, rate = exact(start), exact(stop), self.gain * exact(rate)
            if at and rate * at < 0:
                at = 0
                limits.append((start, at))
                self.events.append(float(start))
            if not at:
                limit = upper if rate > 0 else lower
                met = start + max(limit - x if rate > 0 else x - limit, 0) / abs(rate) if rate else stop + 1
                if abs(met - stop) < near or (rate == 0 and min(upper - x, x - lower) < near and start > 0):
                    # At a row: rounding decides whether it comes to the limit just before the row.
                    self.events += [float(stop), float(stop)]
                if met < stop:
                    at = 1 if rate > 0 else -1
                    knots.append((met, limit))
                    limits.append((met, at))
                    self.events.append(float(met))
                    x = limit
                else:
                    x += rate * (stop - start)
            knots.append((stop, x))
        self.path, self.limit = Straight(knots), Held(limits)

    def rests_by_chance(self, times, rates, end):
        """Whether the input becomes 0 just where it comes to a limit: rounding decides whether it rests there."""
        near = exact(APART * end)
        return any(
            rate == 0
            and min(abs(self.path.value(t) - exact(limit)) for limit in (self.upper, self.lower)) < near
            and not (self.limit.value(exact(t) - near) and self.limit.value(exact(t) + near))
            for t, rate in zip(times[1:], rates[1:])
        )
