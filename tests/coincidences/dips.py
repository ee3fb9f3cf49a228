"""Inputs that dip below a threshold for a short time, anywhere in a step, mostly near its ends."""

import math
from fractions import Fraction

from draws import decimal
from model import Model
from ulps import exact

# Of a step. Dips longer than about 2/8192 of a step are seen; these are at least twice as long, and so at
# least four times as deep.
SHORTEST = 1 / 2048


def attempt(random):
    return random.choice((integrated, integrated, spline, sine))(random)


def integrated(random):
    """The integral of the integral of a constant. Dips lie somewhere in a step that all methods take, or, where
    methods choose their steps, anywhere."""
    model = Model(order=2)
    end = random.choice((1.0, 10.0, 1000.0))
    model.step = step = end / random.choice((4, 10, 16, 50))
    # Whether methods that choose their steps may step over the whole.
    is_free = random.random() < 0.4
    if is_free:
        step = end
    model.add("base:Src/Constant", "U", Value=2.0)
    dips = []
    for i in range(random.randint(1, 3)):
        half = half_width(random, step)
        if is_free:
            center = end * random.uniform(0.02, 0.98)
        else:
            center = place(random, step, half, random.randrange(1, round(end / step) - 1))
        dips.append(Dip(model, i, center, half, end))
    if any(dip.is_lost for dip in dips) or not are_apart(dips):
        return None
    for i, dip in enumerate(dips):
        # Equal relays of one dip, and one that switches back.
        for j in range(random.randint(1, 3)):
            dip.add_relay(model, random, f"R{i}{j}", stays=j > 0 or random.random() < 0.6)
    model.rows = rows(random, end)
    for dip in dips:
        for name, back in dip.relays:
            expect(model, name, dip.begin, back, 0.2 * dip.half, end)
    # Methods with a tolerance must keep their errors small against the depth.
    depth = min(dip.half for dip in dips) ** 2
    model.engine |= {"AbsTol": repr(min(1e-9, 1e-4 * depth)), "RelTol": "1e-12"}
    if not is_free:
        model.engine["HMax"] = step
    return model


def half_width(random, step):
    """Of a dip in a step."""
    return 10 ** random.uniform(0, 1.5) * SHORTEST * step / 2


def place(random, step, half, number):
    """The center of a dip in a step, at a distance from one of its ends of which each magnitude is equally likely."""
    aside = step * 10 ** random.uniform(-5, -0.35)
    start, stop = number * step, (number + 1) * step
    return random.choice((start + aside, stop - aside, stop - half - aside))


def are_apart(dips):
    return all(abs(float(a.center - b.center)) > 20 * max(a.half, b.half) for a in dips for b in dips if a is not b)


def rows(random, end):
    return sorted({0.0, end, *(decimal(random, 0, end, 2) for _ in range(3))})


def expect(model, name, begin, back, margin, end):
    """A relay is on from the beginning of a dip until it switches back. A method is off by a hundredth of the
    depth, which moves a crossing by less than the margin."""
    for row in model.rows:
        if abs(row - begin) > margin and abs(row - back) > margin:
            model.expect(f"{name}.On", row, float(begin < row < back))
    model.expect_events(name, [time for time in (begin, back) if time < end], margin)


class Dip:
    """X = (t - center)^2 - half^2, whose value and slope at 0 are doubles."""

    def __init__(self, model, number, center, half, end):
        self.number = number
        # (name, when it switches back).
        self.relays = []
        speed = -2 * center
        start = center * center - half * half
        model.add("base:Math/Integrator", f"V{number}", InitialValue=speed)
        model.add("base:Math/Integrator", f"X{number}", InitialValue=start)
        model.connect(f"V{number}.In", "U.Out")
        model.connect(f"X{number}.In", f"V{number}.Out")
        # Of these doubles, exactly.
        self.center = -exact(speed) / 2
        depth = self.center**2 - exact(start)
        # Rounding in thousands of steps could hide it.
        self.is_lost = depth < Fraction(1e-12) * exact(max(1.0, end * end))
        self.half = math.sqrt(depth) if depth > 0 else 0.0
        self.begin = float(self.center) - self.half

    def add_relay(self, model, random, name, stays):
        gain = random.choice((1, 1, 2, -1))
        x = f"X{self.number}.Out"
        # On below 0, written in ways that round differently.
        sources = {1: f"-{x}", 2: f"-0.3*{x} - 0.7*{x}", -1: f"-1.1*{x} + 0.1*{x}"}[gain]
        off = -1e9 if stays else -random.choice((0.1, 0.5)) * self.half**2
        model.add("base:Signal/Relay", name, SwitchOn=0.0, SwitchOff=off)
        model.connect(f"{name}.In", sources)
        back = math.inf if stays else float(self.center) + math.sqrt(self.half**2 - off)
        self.relays.append((name, back))


def spline(random):
    """A parabola through the rows of a spline. Steps end at its rows, so that it is the same for all methods."""
    model = Model()
    count = random.randint(6, 12)
    width = random.choice((0.1, 0.5, 1.0, 10.0))
    end = width * (count - 1)
    model.step = end / random.choice((7, 20, 64))
    half = half_width(random, width)
    center = exact(place(random, width, half, random.randrange(1, count - 2)))
    times = [i * width for i in range(count)]
    values = [float((exact(t) - center) ** 2 - exact(half) ** 2) for t in times]
    model.add("base:Src/Table", "X", Times=times, Values=values, Interpolation="Spline")
    begin, over = float(center) - half, float(center) + half
    model.rows = rows(random, end)
    for i in range(random.randint(1, 4)):
        stays = random.random() < 0.5
        off = -1e9 if stays else -0.5 * half**2
        back = math.inf if stays else float(center) + math.sqrt(1.5) * half
        if back > end - 1e-3:
            back = math.inf
        name = f"R{i}"
        model.add("base:Signal/Relay", name, SwitchOn=0.0, SwitchOff=off)
        model.connect(f"{name}.In", random.choice(("-X.Out", "-0.3*X.Out - 0.7*X.Out")))
        expect(model, name, begin, back, 0.2 * half, end)
    integrate(model)
    return model if over < end else None


def sine(random):
    """A wave that exceeds a threshold by next to nothing at its crests."""
    model = Model(can_move=False)
    frequency = random.choice((0.5, 1.0, 2.5, 7.3))
    amplitude, bias = random.choice((1.0, 2.5)), random.choice((0.0, -1.0))
    crests = random.randint(1, 5)
    end = (crests + random.uniform(0.4, 0.6)) / frequency
    model.step = random.choice((0.3, 0.5, 1.7)) / frequency
    excess = 10 ** random.uniform(-11, -3)
    # cos = 1 - excess.
    half = math.acos(1 - excess) / (2 * math.pi * frequency)
    model.add("base:Src/Sine", "W", Frequency=frequency, Amplitude=amplitude, Bias=bias)
    count = random.randint(1, 4)
    for i in range(count):
        # Off well below its crests.
        model.add("base:Signal/Relay", f"R{i}", SwitchOn=bias + amplitude * (1 - excess), SwitchOff=bias)
        model.connect(f"R{i}.In", random.choice(("W.Out", "1.1*W.Out - 0.1*W.Out", "0.5*W.Out + 0.5*W.Out")))
    # These sums are the wave up to rounding, which is far less than the excess.
    model.rows = [0.0]
    for k in range(crests):
        for time, on in (((k + 0.35) / frequency, 1.0), ((k + 0.75) / frequency, 0.0)):
            if time < end:
                model.rows.append(time)
                for i in range(count):
                    model.expect(f"R{i}.On", time, on)
    model.rows.append(end)
    changes = [t for k in range(crests + 1) for t in ((k + 0.25) / frequency - half, (k + 0.5) / frequency) if t < end]
    margin = max(0.2 * half, 1e-7) if excess > 1e-9 else half + 1e-6
    for i in range(count):
        model.expect_events(f"R{i}", changes, margin)
    integrate(model)
    return model


def integrate(model):
    """Adds a state, so that there is something to integrate."""
    model.add("base:Math/Integrator", "I")
    model.connect("I.In", "R0.Out")
