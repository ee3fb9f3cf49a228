"""Brakes that slip at the same torque, and stick again at the same time."""

import math

from draws import decimal
from instants import are_apart
from model import Model
from ulps import distance, moved


def brakes(random):
    model = Model()
    static, sliding = random.choice(((5.0, 5.0), (6.0, 4.0), (3.0, 1.0)))
    begin = random.choice((0.4, 0.5, 0.7))
    torque = decimal(random, 1.2, 2.0, 1) * static
    way = random.choice((1.0, -1.0))
    by_ramp = random.random() < 0.4
    release = round(begin + random.uniform(0.3, 0.8), 1)
    # After its release the brake alone slows it down; under a ramp it slips to the end.
    speed = (torque - sliding) * (release - begin)
    stop = release + speed / sliding
    end = release if by_ramp else 1.3 * stop
    again = None if by_ramp or random.random() < 0.6 else random.choice((1.0, -1.0)) * torque
    names = [f"J{i}" for i in range(random.randint(2, 5))]
    for i, name in enumerate(names):
        source = f"T{i}"
        factor = random.choice((1.0, 1.0, 0.3, 2.7))
        if by_ramp:
            # It is factor static at begin, moved by some ulp.
            at = moved(begin, distance(random))
            model.add("base:Src/Ramp", source, EndTime=end, After=way * factor * static * end / at)
        else:
            times = [moved(t, distance(random)) for t in (begin, release, stop)]
            values = [0.0, way * factor * torque, 0.0]
            if again:
                values.append(way * factor * again)
            model.add("base:Src/Table", source, Times=[0.0, *times[: len(values) - 1]], Values=values)
        model.add("mechanics:Rotational/BrakedInertia", name, Clamp=1.0, Inertia=factor, StaticTorque=factor * static,
                  SlidingTorque=factor * sliding)
        model.connect(f"{name}.Torque", f"{source}.Out")
        model.initial |= {f"{name}.Angle": 0.0, f"{name}.AngVel": 0.0}
    times = [begin, release] if by_ramp else [begin, release, stop]
    if not by_ramp and not are_apart([0.0, *times, end], end):
        return None
    margin = 1e-5 * end
    model.place_rows(random, times, end, margin)
    model.step = end / random.choice((20, 50, 64))
    for name in names:
        for row in model.safe:
            slips = begin < row and (by_ramp or row < stop)
            slip = way * math.copysign(1.0, again) if again and row >= stop else way * float(slips)
            model.expect(f"{name}.Slip", row, slip)
            if slip == 0:
                model.expect(f"{name}.AngVel", row, 0.0)
        if again:
            # The torque comes back when it stops: it sticks for that instant, or does not.
            model.expect_events(name, [begin, stop, stop, stop], margin)
        else:
            model.expect_events(name, [begin] if by_ramp else [begin, stop], margin)
    if not by_ramp and not again:
        # speed^2 / 2 over both accelerations.
        angle = way * speed**2 / 2 * (1 / (torque - sliding) + 1 / sliding)
        for name in names:
            model.expect(f"{name}.Angle", end, angle, tolerance=1e-4 * abs(angle), order=2)
    return model
