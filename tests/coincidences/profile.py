"""Signals over time, exact: held, straight and curved pieces."""

import math
from fractions import Fraction

from ulps import exact


class Undecided(Exception):
    """Rounding decides whether there is an event: the model is no test."""


class Held:
    """The last of some values, each from its time (time, value) on."""

    def __init__(self, knots):
        self.knots = list(knots)

    def value(self, time):
        return [value for since, value in self.knots if since <= time][-1]


class Straight:
    """Straight lines between knots (time, value), and the last value from there on."""

    def __init__(self, knots):
        self.knots = [(exact(t), exact(v)) for t, v in knots]

    @classmethod
    def integral(cls, times, rates):
        """From 0, of rates that are each held from one of the times to the next."""
        knots = [(exact(times[0]), exact(0))]
        for start, stop, rate in zip(times, times[1:], rates):
            knots.append((exact(stop), knots[-1][1] + exact(rate) * (exact(stop) - exact(start))))
        return cls(knots)

    def value(self, time):
        time = exact(time)
        for (t0, v0), (t1, v1) in zip(self.knots, self.knots[1:]):
            if t0 <= time <= t1 and t0 < t1:
                return v0 + (v1 - v0) * (time - t0) / (t1 - t0)
        return self.knots[-1][1] if time > self.knots[-1][0] else self.knots[0][1]

    def crossings(self, level):
        """(time, whether it rises) where it crosses a level, also where it leaves the level at its first knot."""
        level, found = exact(level), []
        for i, ((t0, v0), (t1, v1)) in enumerate(zip(self.knots, self.knots[1:])):
            leaves = i == 0 and v0 == level and v1 != level
            if leaves or (v0 - level) * (v1 - level) < 0:
                found.append((t0 + (level - v0) * (t1 - t0) / (v1 - v0), v1 > v0))
            elif i > 0 and v0 == level:
                raise Undecided
        return found

    def slope(self, time):
        """Of the piece that holds the time; at a knot, of the piece before it."""
        for (t0, v0), (t1, v1) in zip(self.knots, self.knots[1:]):
            if t0 < exact(time) <= t1:
                return (v1 - v0) / (t1 - t0)
        return Fraction(0)

    def range(self):
        values = [v for _, v in self.knots]
        return min(values), max(values)


class Parabola:
    """start + speed t + half t^2 between 0 and an end."""

    def __init__(self, start, speed, half, end):
        self.start, self.speed, self.half, self.end = map(exact, (start, speed, half, end))
        self.vertex = -self.speed / (2 * self.half)

    def value(self, time):
        time = exact(time)
        return self.start + self.speed * time + self.half * time * time

    def crossings(self, level):
        square = (exact(level) - self.value(self.vertex)) / self.half
        if square <= 0:
            return []
        # The root to twice the digits of a double.
        scale = 10**40
        root = Fraction(math.isqrt(square.numerator * scale * scale // square.denominator), scale)
        found = [(self.vertex - root, self.half < 0), (self.vertex + root, self.half > 0)]
        return [(t, rises) for t, rises in found if 0 < t < self.end]

    def slope(self, time):
        return self.speed + 2 * self.half * exact(time)

    def range(self):
        ends = [self.value(0), self.value(self.end)]
        if 0 < self.vertex < self.end:
            ends.append(self.value(self.vertex))
        return min(ends), max(ends)
