"""Limits of integrators, brakes, end stops and half turns that are met at the same time, up to some ulp."""

import math
from fractions import Fraction

from instants import APART, are_apart
from model import Model
from profile import Straight
from ulps import decimal, distance, exact, moved


def attempt(random):
    return random.choice((integrators, integrators, brakes, end_stops, half_turns))(random)


def integrators(random):
    """Integrators of a signal that is held from row to row; limits are met at once, at rows too."""
    model = Model()
    end = 4.0
    times = [0.0, *sorted(random.sample([0.5, 0.8, 1.3, 1.9, 2.2, 2.7, 3.1, 3.6], random.randint(1, 5)))]
    rates = [random.choice((-1, 1)) * decimal(random, 0.3, 2, 1) for _ in times]
    if random.random() < 0.3:
        rates[random.randrange(len(rates))] = 0.0
    model.add("base:Src/Table", "U", Times=times, Values=rates)
    # What is met by all, at a row or between two.
    free = Straight(integral(times, rates, end))
    shared = []
    for _ in range(2):
        time = random.choice(times[1:]) if random.random() < 0.5 else round(random.uniform(0.2, 3.8), 2)
        shared.append((time, free.value(time), abs(free.slope(time))))
    found = []
    for i in range(random.randint(2, 5)):
        integrator = Integrator(model, random, f"I{i}", shared)
        if not integrator.follow(times, rates, end):
            return None
        found.append(integrator)
    changes = [t for integrator in found for t in integrator.times]
    if not changes or not are_apart([0.0, *changes, *times[1:], end], end):
        return None
    expect(model, random, [*changes, *times[1:]], end, 1e-6)
    for integrator in found:
        for row in model.rows:
            model.expect(f"{integrator.name}.Out", row, float(integrator.value(row)), tolerance=1e-6)
        for row in model.safe:
            model.expect(f"{integrator.name}.Limit", row, float(integrator.limit(row)))
        model.expect_events(integrator.name, integrator.times, 1e-6)
    # A relay sees at once where one rests.
    model.add("base:Signal/Relay", "K", SwitchOn=0.5, SwitchOff=0.5)
    model.connect("K.In", f"{found[0].name}.Limit")
    for row in model.safe:
        model.expect("K.On", row, float(found[0].limit(row) == 1))
    return model


def integral(times, rates, end):
    knots = [(exact(0), Fraction(0))]
    for start, stop, rate in zip(times, [*times[1:], end], rates):
        knots.append((exact(stop), knots[-1][1] + exact(rate) * (exact(stop) - exact(start))))
    return knots


class Integrator:
    """What it begins with, its gain and limits, as doubles."""

    def __init__(self, model, random, name, shared):
        self.name = name
        self.gain = random.choice((1, 1, 1, 2, -1))
        self.first = random.choice((0.0, 0.0, 0.3, -0.7))
        values = []
        for time, value, slope in shared:
            limit = self.first + self.gain * float(value)
            # So many ulp of the time.
            values.append(limit + self.gain * float(slope) * distance(random) * math.ulp(time))
        kept = [v for v in values if v > self.first + 1e-3]
        self.upper = min(kept) if kept else self.first + 0.5
        kept = [v for v in values if v < self.first - 1e-3]
        self.lower = max(kept) if kept else self.first - 0.5
        if random.random() < 0.15:
            self.upper = self.first
        model.add("base:Math/Integrator", name, InitialValue=self.first, Lower=self.lower, Upper=self.upper)
        sources = {1: ("U.Out", "1.1*U.Out - 0.1*U.Out"), 2: ("2*U.Out", "U.Out + U.Out"), -1: ("-U.Out",)}
        model.connect(f"{name}.In", random.choice(sources[self.gain]))

    def follow(self, times, rates, end):
        """Its knots, where it rests from when on, and when its events are."""
        lower, upper, x = exact(self.lower), exact(self.upper), exact(self.first)
        rate = self.gain * exact(rates[0])
        at = 1 if x >= upper and rate >= 0 else -1 if x <= lower and rate <= 0 else 0
        self.knots, self.limits, self.times = [(exact(0), x)], [(exact(0), at)], []
        near = exact(APART * end)
        for start, stop, rate in zip(times, [*times[1:], end], rates):
            start, stop, rate = exact(start), exact(stop), self.gain * exact(rate)
            if at and rate * at < 0:
                at = 0
                self.limits.append((start, at))
                self.times.append(float(start))
            if not at:
                limit = upper if rate > 0 else lower
                met = start + max(limit - x if rate > 0 else x - limit, 0) / abs(rate) if rate else stop + 1
                if abs(met - stop) < near or (rate == 0 and min(upper - x, x - lower) < near and start > 0):
                    # Met at a row: whether it was met before the row came, nobody knows.
                    self.times += [float(stop), float(stop)]
                if met < stop:
                    at = 1 if rate > 0 else -1
                    self.knots.append((met, limit))
                    self.limits.append((met, at))
                    self.times.append(float(met))
                    x = limit
                else:
                    x += rate * (stop - start)
            self.knots.append((stop, x))
        # Where the input ends just at a limit, it hangs on a rounding whether it rests there.
        rests_by_chance = any(
            self.gain * exact(after) == 0 and min(abs(self.value(t) - upper), abs(self.value(t) - lower)) < near
            for t, after in zip(times[1:], rates[1:])
            if not self.limit(float(exact(t) - near)) or not self.limit(float(exact(t) + near))
        )
        return not rests_by_chance

    def value(self, time):
        time = exact(time)
        for (t0, v0), (t1, v1) in zip(self.knots, self.knots[1:]):
            if t0 <= time <= t1 and t1 > t0:
                return v0 + (v1 - v0) * (time - t0) / (t1 - t0)
        return self.knots[-1][1]

    def limit(self, time):
        return [at for since, at in self.limits if since <= exact(time)][-1]


def brakes(random):
    """Brakes that let go at the same torque, and stick again at the same time."""
    model = Model()
    static, sliding = random.choice(((5.0, 5.0), (6.0, 4.0), (3.0, 1.0)))
    begin = random.choice((0.4, 0.5, 0.7))
    torque = decimal(random, 1.2, 2.0, 1) * static
    way = random.choice((1.0, -1.0))
    by_ramp = random.random() < 0.4
    release = round(begin + random.uniform(0.3, 0.8), 1)
    # From there on it is slowed down by the brake alone; by a ramp it slips to the end.
    speed = (torque - sliding) * (release - begin)
    stop = release + speed / sliding
    end = 1.3 * stop if not by_ramp else release
    again = None if by_ramp or random.random() < 0.6 else random.choice((1.0, -1.0)) * torque
    found = []
    for i in range(random.randint(2, 5)):
        name, source = f"J{i}", f"T{i}"
        factor = random.choice((1.0, 1.0, 0.3, 2.7))
        if by_ramp:
            # factor static where t = begin.
            at = moved(begin, distance(random))
            model.add("base:Src/Ramp", source, EndTime=end, After=way * factor * static * end / at)
        else:
            k = [moved(t, distance(random)) for t in (begin, release, stop)]
            values = [0.0, way * factor * torque, 0.0]
            if again:
                values.append(way * factor * again)
            model.add("base:Src/Table", source, Times=[0.0, *k[: len(values) - 1]], Values=values)
        model.add("mechanics:Rotational/BrakedInertia", name, Clamp=1.0, Inertia=factor, StaticTorque=factor * static,
                  SlidingTorque=factor * sliding)
        model.connect(f"{name}.Torque", f"{source}.Out")
        model.initial |= {f"{name}.Angle": 0.0, f"{name}.AngVel": 0.0}
        found.append(name)
    times = [begin, release] if by_ramp else [begin, release, stop]
    if not are_apart([0.0, *times, end], end) and not by_ramp:
        return None
    margin = 1e-5 * end
    expect(model, random, times, end, margin)
    for name in found:
        for row in model.safe:
            slips = begin < row and (by_ramp or row < stop)
            slip = way * float(slips) if not again or row < stop else way * math.copysign(1.0, again)
            model.expect(f"{name}.Slip", row, slip)
            if slip == 0:
                model.expect(f"{name}.AngVel", row, 0.0)
        if again:
            # It may come to rest, or is pushed on just before.
            model.expect_events(name, [begin, stop, stop, stop], margin)
        else:
            model.expect_events(name, [begin] if by_ramp else [begin, stop], margin)
    if not by_ramp and not again:
        # speed^2 / 2 over both accelerations.
        angle = way * speed**2 / 2 * (1 / (torque - sliding) + 1 / sliding)
        for name in found:
            model.expect(f"{name}.Angle", end, angle, tolerance=1e-4 * abs(angle), order=2)
    return model


def end_stops(random):
    """Cylinders that are driven into their stops, out of them, and from one to the other at once."""
    model = Model()
    end = 4.0
    length = random.choice((0.4, 1.0))
    jumps = random.random() < 0.4
    times = [0.0, *sorted(random.sample([0.6, 1.0, 1.7, 2.3, 2.8, 3.3], random.randint(2, 4))), end]
    places = [random.choice((-0.3, 0.5, 1.3)) * length for _ in times]
    places[0] = 0.5 * length
    path = Straight(list(zip(times, places)))
    table(model, "P", times, places, jumps)
    names, changes = [f"A{i}" for i in range(random.randint(2, 4))], []
    if jumps:
        changes = times[1:-1]
    else:
        for level in (0, length):
            changes += [float(t) for t, _ in path.crossings(level)]
    if not changes or not are_apart([0.0, *changes, end], end):
        return None
    expect(model, random, changes, end, 1e-6)
    for name in names:
        offset = random.choice((1.0, 0.5, 2.3))
        model.add("hydraulics:Hydraulic/ActuatorSimple", name, OffsetLength=offset, StrokeLength=length,
                  StopStiffness=1e6, ChamberCrossSection0=1e-3, ChamberCrossSection1=1e-3, HoseVolume0=1e-3,
                  HoseVolume1=1e-3, OilBulkModulus=1e9)
        # Some ulp of the time later, where it moves steadily.
        shift = 0.0 if jumps else distance(random) * math.ulp(changes[0]) * abs(float(path.slope(changes[0])))
        model.connect(f"{name}.PosA", f"{shift!r}, 0, 0")
        model.connect(f"{name}.PosB", f"P.Out + {offset!r}, 0, 0")
        for end_of in "AB":
            model.connect(f"{name}.Vel{end_of}", "0, 0, 0")
        model.initial |= {f"{name}.p0": 1e6, f"{name}.p1": 1e6}
        for row in model.safe:
            place = [p for t, p in zip(times, places) if t <= row and t < end][-1] if jumps else float(path.value(row))
            model.expect(f"{name}.Contact", row, 1.0 if place > length else -1.0 if place < 0 else 0.0)
        # Contact that goes from one end to the other is two events; to be out of range is one, too.
        allowed = [t for t in changes for _ in range(3)]
        model.expect_events(name, allowed, 1e-6)
    return model


def half_turns(random):
    """Joints that are turned past half a turn and back, by w of their quaternion, with x = 1."""
    model = Model()
    end = 4.0
    jumps = random.random() < 0.4
    times = [0.0, *sorted(random.sample([0.6, 1.0, 1.7, 2.3, 2.8, 3.3], random.randint(2, 4))), end]
    ws = [random.choice((-1, 1)) * decimal(random, 0.3, 2, 1) for _ in times]
    ws[0] = 1.0
    path = Straight(list(zip(times, ws)))
    table(model, "W", times, ws, jumps)
    if jumps:
        changes = [t for t, before, after in zip(times[1:-1], ws, ws[1:-1]) if before * after < 0]
    else:
        changes = [float(t) for t, _ in path.crossings(0)]
    if not changes or not are_apart([0.0, *changes, end], end):
        return None
    expect(model, random, changes if not jumps else times[1:-1], end, 1e-6)
    for i in range(random.randint(2, 4)):
        name = f"J{i}"
        slope = abs(float(path.slope(changes[0])))
        shift = 0.0 if jumps else distance(random) * math.ulp(changes[0]) * slope
        factor = random.choice((1.0, 0.5, 2.0))
        model.add("mechanics:Joint/RotationalSpringDamper", name, Stiffness=10.0)
        model.connect(f"{name}.WorldFromB", f"{factor!r}*W.Out + ({shift!r}), {factor!r}, 0, 0")
        for row in model.safe:
            w = [v for t, v in zip(times, ws) if t <= row and t < end][-1] if jumps else float(path.value(row))
            # A quaternion that jumps may as well be the negative of one that has not turned far.
            if not jumps:
                model.expect(f"{name}.PastHalfTurn", row, float(row > changes[0]))
            angle = math.copysign(2 * math.atan2(1, abs(w)), w)
            model.expect(f"{name}.Rotation[0]", row, angle, tolerance=1e-9)
        model.expect_events(name, changes, 1e-6)
    return model


def table(model, name, times, values, jumps):
    """From row to row, held or straight; what is held does not jump at the end."""
    if jumps:
        model.add("base:Src/Table", name, Times=times[:-1], Values=values[:-1])
    else:
        model.add("base:Src/Table", name, Times=times, Values=values, Interpolation="Linear")


def expect(model, random, times, end, margin):
    model.place_rows(random, times, end, margin)
    model.step = end / random.choice((20, 50, 64))
