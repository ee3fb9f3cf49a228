"""Ropes that break at the same time, up to some ulp."""

import math

from draws import count
from model import Model
from ulps import distance, moved


def attempt(random):
    return random.choice((pulled, pulled, loaded, loaded))(random)


def pulled(random):
    """Ropes at an end that moves steadily; those that break lengthen others, which break at once."""
    model = Model()
    end = 4.0
    speed = random.choice((1.0, 0.3, 1.7))
    by_integral = random.random() < 0.5
    if by_integral:
        model.add("base:Src/Constant", "C", Value=speed)
        model.add("base:Math/Integrator", "P", InitialValue=1.0)
        model.connect("P.In", "C.Out")
    else:
        model.add("base:Src/Ramp", "P", EndTime=end, Before=1.0, After=1.0 + speed * end)
    times = sorted(random.sample([0.5, 0.8, 1.1, 1.5, 1.9, 2.3, 2.9, 3.3], random.randint(1, 3)))
    ropes = []
    for i in range(count(random, (2, 8), (17, 40))):
        time = random.choice(times)
        rope(model, random, f"S{i}", speed, moved(time, distance(random)), "P.Out, 0, 0")
        ropes.append((f"S{i}", time))
    length = random.randrange(4)
    before, time = random.choice(ropes)
    for i in range(length):
        # By itself it holds to the end; the one before, once broken, stretches it by far more.
        name = f"K{i}"
        rope(model, random, name, speed, 1.5 * end, f"P.Out + 20*{before}.Broken, 0, 0")
        ropes.append((name, time))
        before = name
    model.place_rows(random, [time for _, time in ropes], end, 1e-6)
    for name, time in ropes:
        for row in model.safe:
            model.expect(f"{name}.Broken", row, float(row > time))
            if row > time:
                model.expect(f"{name}.Tension", row, 0.0)
        model.expect_events(name, [time], 1e-6, least=1)
    model.step = end / random.choice((20, 50, 64))
    return model


def rope(model, random, name, speed, time, end_b):
    """A rope that breaks at that time."""
    stiffness = random.choice((100.0, 37.0, 1e4))
    relaxed = random.choice((0.5, 0.9, 1.0))
    damping = random.choice((0.0, 0.0, 2.0))
    # The tension at that time.
    strength = stiffness * (1.0 + speed * time - relaxed) + damping * speed
    model.add(
        "mechanics:Cable/BreakingSpring",
        name,
        Stiffness=stiffness,
        Damping=damping,
        RelaxedLength=relaxed,
        Strength=strength,
    )
    model.connect(f"{name}.PosA", "0,0,0")
    model.connect(f"{name}.VelA", "0,0,0")
    model.connect(f"{name}.PosB", end_b)
    model.connect(f"{name}.VelB", f"{speed!r},0,0")


def loaded(random):
    """A falling mass on several ropes; those that bear the same stretch break together."""
    model = Model(order=2)
    mass, g = random.choice((10.0, 3.0)), 9.81
    speed = random.uniform(1, 6)
    stretches = [random.uniform(0.02, 0.3) for _ in range(random.randint(1, 3))]
    ropes = [
        (f"S{i}", random.choice((1000.0, 1000.0, 300.0, 2500.0)), random.choice(stretches))
        for i in range(random.randint(2, 8))
    ]
    breaks = break_times(mass, g, speed, ropes)
    if breaks is None:
        return None
    time, velocity = max(breaks.values(), default=(0.0, speed))
    end = 2.5 * max(time, 0.3)
    for name, stiffness, stretch in ropes:
        length, aside = random.choice(((20.0, 0.0), (12.5, 3.0), (30.0, -1.0)))
        model.add(
            "mechanics:Cable/BreakingSpring",
            name,
            Stiffness=stiffness,
            RelaxedLength=length,
            Strength=stiffness * (stretch + velocity * distance(random) * math.ulp(time)),
        )
        model.connect(f"{name}.PosA", f"{aside!r}, 0, {-length!r}")
        model.connect(f"{name}.VelA", "0,0,0")
        model.connect(f"{name}.PosB", f"M.Pos + ({aside!r}, 0, 0)" if aside else "M.Pos")
        model.connect(f"{name}.VelB", "M.Vel")
    model.add("mechanics:Environment/Gravity", "E", Acceleration=[0.0, 0.0, g])
    model.add("mechanics:Body/PointMass", "M", Mass=mass)
    model.connect("M.Force", " + ".join(f"{name}.ForceB" for name, _, _ in ropes))
    model.initial |= {"M.Pos": [0.0, 0.0, 0.0], "M.Vel": [0.0, 0.0, speed]}
    model.engine |= {"AbsTol": "1e-7", "RelTol": "1e-7"}
    # A fiftieth of a radian.
    model.step = 0.02 * math.sqrt(mass / sum(stiffness for _, stiffness, _ in ropes))
    margin = 5e-3 * end
    model.place_rows(random, [time for time, _ in breaks.values()], end, margin)
    for name, _, stretch in ropes:
        time, _ = breaks.get(stretch, (math.inf, 0.0))
        for row in model.safe:
            model.expect(f"{name}.Broken", row, float(row > time))
        times = [time] if time < math.inf else []
        model.expect_events(name, times, margin, least=len(times))
    return model


def break_times(mass, g, speed, ropes):
    """(time, velocity of the mass) by the stretches at which ropes break; None where the energy decides too narrowly
    whether they do.

    m v^2/2 + K z^2/2 - m g z is constant between breaks; what broken ropes stored is lost."""
    stiffness = sum(k for _, k, _ in ropes)
    fallen, velocity, time, breaks = 0.0, speed, 0.0, {}
    for stretch in sorted({s for _, _, s in ropes}):
        square = velocity**2 + 2 * g * (stretch - fallen) - stiffness / mass * (stretch**2 - fallen**2)
        if abs(square) < 0.1 * speed**2:
            return None
        if square < 0:
            break
        before = time
        time += travel(mass, g, stiffness, fallen, velocity, stretch)
        if breaks and time - before < 1e-3:
            return None
        fallen, velocity = stretch, math.sqrt(square)
        stiffness -= sum(k for _, k, s in ropes if s == stretch)
        breaks[stretch] = time, velocity
    return breaks


def travel(mass, g, stiffness, start, velocity, stop):
    """The time that a mass on springs falls from one stretch to another."""
    rate, rest = math.sqrt(stiffness / mass), mass * g / stiffness
    across, along = start - rest, velocity / rate
    radius, phase = math.hypot(across, along), math.atan2(across, along)
    return (math.asin((stop - rest) / radius) - phase) / rate
