"""Inputs that come below a threshold for a short time, anywhere in a step, mostly near its ends."""

import math
from fractions import Fraction

from model import Model
from ulps import exact

# Of a step of h a dip is seen if it is longer than about 2 h/8192; these are twice as long, and four times
# as deep, or more.
LEAST = 1 / 2048


def attempt(random):
    return random.choice((integrated, integrated, spline, sine))(random)


def integrated(random):
    """Two integrals of a constant: of a known fixed step a dip lies somewhere in it, of others of the span."""
    model = Model(order=2)
    end = random.choice((1.0, 10.0, 1000.0))
    model.step = step = end / random.choice((4, 10, 16, 50))
    # Methods with steps of their own are held to this one, or take any up to the whole.
    is_free = random.random() < 0.4
    if is_free:
        step = end
    model.add("base:Src/Constant", "U", Value=2.0)
    dips = []
    for i in range(random.randint(1, 3)):
        half = 10 ** random.uniform(0, 1.5) * LEAST * step / 2
        if is_free:
            center = end * random.uniform(0.02, 0.98)
        else:
            center = place(random, step, half, random.randrange(1, round(end / step) - 1))
        dips.append(Dip(model, i, center, half, end))
    if any(dip.is_lost for dip in dips) or not apart(dips, end):
        return None
    for i, dip in enumerate(dips):
        # Equal relays of one dip, and one that switches back.
        for j in range(random.randint(1, 3)):
            dip.relay(model, random, f"R{i}{j}", stays=j > 0 or random.random() < 0.6, end=end)
    rows(model, random, dips, end)
    if not is_free:
        model.engine["HMax"] = step
    return model


def place(random, step, half, number):
    """In a step, at a distance from one of its ends that is equally likely of each size."""
    aside = step * 10 ** random.uniform(-5, -0.35)
    start, stop = number * step, (number + 1) * step
    return random.choice((start + aside, stop - aside, stop - half - aside))


class Dip:
    """X = (t - center)^2 - half^2, by its numbers at 0 as doubles."""

    def __init__(self, model, number, center, half, end):
        self.number = number
        speed = -2 * center
        start = center * center - half * half
        model.add("base:Math/Integrator", f"V{number}", InitialValue=speed)
        model.add("base:Math/Integrator", f"X{number}", InitialValue=start)
        model.connect(f"V{number}.In", "U.Out")
        model.connect(f"X{number}.In", f"V{number}.Out")
        # What these doubles stand for.
        self.center = -exact(speed) / 2
        depth = self.center**2 - exact(start)
        # Rounding in thousands of steps does not reach it.
        self.is_lost = depth < Fraction(1e-12) * exact(max(1.0, end * end))
        self.half = math.sqrt(depth) if depth > 0 else 0.0
        self.begin, self.over = float(self.center) - self.half, float(self.center) + self.half

    def relay(self, model, random, name, stays, end):
        gain = random.choice((1, 1, 2, -1))
        read = f"X{self.number}.Out"
        # On below 0, written in ways that round differently.
        sources = {1: f"-{read}", 2: f"-0.3*{read} - 0.7*{read}", -1: f"-1.1*{read} + 0.1*{read}"}[gain]
        off = -1e9 if stays else -random.choice((0.1, 0.5)) * self.half**2
        model.add("base:Signal/Relay", name, SwitchOn=0.0, SwitchOff=off)
        model.connect(f"{name}.In", sources)
        back = math.inf if stays else float(self.center) + math.sqrt(self.half**2 - off)
        self.relays = [*getattr(self, "relays", []), (name, back)]


def apart(dips, end):
    return all(abs(float(a.center - b.center)) > 20 * max(a.half, b.half) for a in dips for b in dips if a is not b)


def rows(model, random, dips, end):
    model.rows = sorted({0.0, end, *(round(random.uniform(0, end), 2) for _ in range(3))})
    for dip in dips:
        # What a method is off by, a hundredth of the depth, moves the crossing by so much.
        margin = 0.2 * dip.half
        for name, back in dip.relays:
            for row in model.rows:
                if abs(row - dip.begin) > margin and abs(row - back) > margin:
                    model.expect(f"{name}.On", row, float(dip.begin < row < back))
            model.expect_events(name, [t for t in (dip.begin, back) if t < end], margin)
    # All that a method with a tolerance is off by must be small against the depth.
    depth = min(dip.half for dip in dips) ** 2
    model.engine |= {"AbsTol": repr(min(1e-9, 1e-4 * depth)), "RelTol": "1e-12"}


def spline(random):
    """A parabola through the rows of a spline, between which steps end: it is the same for all methods."""
    model = Model()
    count = random.randint(6, 12)
    width = random.choice((0.1, 0.5, 1.0, 10.0))
    end = width * (count - 1)
    model.step = end / random.choice((7, 20, 64))
    step = width
    half = 10 ** random.uniform(0, 1.5) * LEAST * step / 2
    center = exact(place(random, step, half, random.randrange(1, count - 2)))
    times = [i * width for i in range(count)]
    values = [float((exact(t) - center) ** 2 - exact(half) ** 2) for t in times]
    model.add("base:Src/Table", "X", Times=times, Values=values, Interpolation="Spline")
    begin, over = float(center) - half, float(center) + half
    model.rows = sorted({0.0, end, *(round(random.uniform(0, end), 2) for _ in range(3))})
    for i in range(random.randint(1, 4)):
        stays = random.random() < 0.5
        off = -1e9 if stays else -0.5 * half**2
        back = math.inf if stays else float(center) + math.sqrt(1.5) * half
        if back > end - 1e-3:
            back = math.inf
        name = f"R{i}"
        model.add("base:Signal/Relay", name, SwitchOn=0.0, SwitchOff=off)
        model.connect(f"{name}.In", random.choice(("-X.Out", "-0.3*X.Out - 0.7*X.Out")))
        for row in model.rows:
            if abs(row - begin) > 0.2 * half and abs(row - back) > 0.2 * half:
                model.expect(f"{name}.On", row, float(begin < row < back))
        model.expect_events(name, [t for t in (begin, back) if t < end], 0.2 * half)
    # Something that a method steps over.
    model.add("base:Math/Integrator", "I")
    model.connect("I.In", "R0.Out")
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
    times = []
    for k in range(crests):
        crest = (k + 0.25) / frequency
        times += [crest - half, crest + half]
    count = random.randint(1, 4)
    for i in range(count):
        # It turns off well below.
        model.add("base:Signal/Relay", f"R{i}", SwitchOn=bias + amplitude * (1 - excess), SwitchOff=bias)
        model.connect(f"R{i}.In", random.choice(("W.Out", "1.1*W.Out - 0.1*W.Out", "0.5*W.Out + 0.5*W.Out")))
    # 1.1 - 0.1 times a wave is the wave but for a rounding, which is far less than the excess.
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
    model.add("base:Math/Integrator", "I")
    model.connect("I.In", "R0.Out")
    return model
