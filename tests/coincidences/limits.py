"""Limits of integrators, brakes, end stops and half turns that are met at the same time, up to some ulp."""

import math

from brakes import brakes
from draws import decimal
from instants import are_apart
from integrators import integrators
from model import Model
from profile import Held, Straight
from ulps import distance


def attempt(random):
    return random.choice((integrators, integrators, brakes, end_stops, half_turns))(random)


def end_stops(random):
    """Cylinders that are driven into their stops, out of them, and from one to the other at once."""
    model = Model()
    end, length = 4.0, random.choice((0.4, 1.0))
    jumps = random.random() < 0.4
    times = moments(random, end)
    places = [random.choice((-0.3, 0.5, 1.3)) * length for _ in times]
    places[0] = 0.5 * length
    path = table(model, "P", times, places, jumps)
    names = [f"A{i}" for i in range(random.randint(2, 4))]
    changes = times[1:-1] if jumps else [float(t) for level in (0, length) for t, _ in path.crossings(level)]
    if not changes or not are_apart([0.0, *changes, end], end):
        return None
    model.place_rows(random, changes, end, 1e-6)
    model.step = end / random.choice((20, 50, 64))
    for name in names:
        offset = random.choice((1.0, 0.5, 2.3))
        model.add("hydraulics:Hydraulic/ActuatorSimple", name, OffsetLength=offset, StrokeLength=length,
                  StopStiffness=1e6, ChamberCrossSection0=1e-3, ChamberCrossSection1=1e-3, HoseVolume0=1e-3,
                  HoseVolume1=1e-3, OilBulkModulus=1e9)
        shift = 0.0 if jumps else nudge(random, path, changes[0])
        model.connect(f"{name}.PosA", f"{shift!r}, 0, 0")
        model.connect(f"{name}.PosB", f"P.Out + {offset!r}, 0, 0")
        for side in "AB":
            model.connect(f"{name}.Vel{side}", "0, 0, 0")
        model.initial |= {f"{name}.p0": 1e6, f"{name}.p1": 1e6}
        for row in model.safe:
            place = float(path.value(row))
            model.expect(f"{name}.Contact", row, 1.0 if place > length else -1.0 if place < 0 else 0.0)
        # From one stop to the other are two events; to leave the range of the stroke is another.
        model.expect_events(name, [t for t in changes for _ in range(3)], 1e-6)
    return model


def half_turns(random):
    """Joints that are turned past half a turn and back, by w of their quaternion, with x = 1."""
    model = Model()
    end = 4.0
    jumps = random.random() < 0.4
    times = moments(random, end)
    ws = [random.choice((-1, 1)) * decimal(random, 0.3, 2, 1) for _ in times]
    ws[0] = 1.0
    path = table(model, "W", times, ws, jumps)
    if jumps:
        changes = [t for t, before, after in zip(times[1:-1], ws, ws[1:-1]) if before * after < 0]
    else:
        changes = [float(t) for t, _ in path.crossings(0)]
    if not changes or not are_apart([0.0, *changes, end], end):
        return None
    model.place_rows(random, times[1:-1] if jumps else changes, end, 1e-6)
    model.step = end / random.choice((20, 50, 64))
    for i in range(random.randint(2, 4)):
        name = f"J{i}"
        shift = 0.0 if jumps else nudge(random, path, changes[0])
        factor = random.choice((1.0, 0.5, 2.0))
        model.add("mechanics:Joint/RotationalSpringDamper", name, Stiffness=10.0)
        model.connect(f"{name}.WorldFromB", f"{factor!r}*W.Out + ({shift!r}), {factor!r}, 0, 0")
        for row in model.safe:
            w = float(path.value(row))
            # A quaternion that jumps may as well be the negative of one that has not turned far.
            if not jumps:
                model.expect(f"{name}.PastHalfTurn", row, float(row > changes[0]))
            angle = math.copysign(2 * math.atan2(1, abs(w)), w)
            model.expect(f"{name}.Rotation[0]", row, angle, tolerance=1e-9)
        model.expect_events(name, changes, 1e-6)
    return model


def moments(random, end):
    """From 0 to the end, with some between."""
    return [0.0, *sorted(random.sample([0.6, 1.0, 1.7, 2.3, 2.8, 3.3], random.randint(2, 4))), end]


def table(model, name, times, values, jumps):
    """Adds a table and gives its profile: held to the end, or straight from row to row."""
    if jumps:
        model.add("base:Src/Table", name, Times=times[:-1], Values=values[:-1])
        return Held(zip(times[:-1], values[:-1]))
    model.add("base:Src/Table", name, Times=times, Values=values, Interpolation="Linear")
    return Straight(zip(times, values))


def nudge(random, path, time):
    """How far the path moves in some ulp of a time."""
    return distance(random) * math.ulp(time) * abs(float(path.slope(time)))
