"""Balls that meet their floors at the same time, up to some ulp."""

import math

from draws import count, decimal
from instants import are_apart
from model import Model
from ulps import distance, moved


def attempt(random):
    return random.choice((bouncing, bouncing, thrown, lifted))(random)


def bouncing(random):
    """Balls that fall, and bounce until they rest; their first impacts coincide, and all those of equal balls."""
    model = Model(order=2)
    g = random.choice((9.81, 2.0, 1.62))
    height = round(random.uniform(0.3, 2.0), random.choice((1, 2, 6)))
    fall = math.sqrt(2 * height / g)
    speed = g * fall
    shared = decimal(random, 0.2, 0.8, 2)
    balls = []
    for i in range(count(random, (2, 6), (12, 25))):
        floor = decimal(random, -2, 3, 1)
        start = floor + height + speed * distance(random) * math.ulp(fall)
        restitution = shared if random.random() < 0.7 else random.choice((0.0, 0.3, 0.5))
        # The speed at which it rests lies between those of two impacts.
        bounces = random.randint(0, 5)
        rest = speed * restitution ** (bounces + 0.5) if restitution else 1e-4
        name = f"B{i}"
        model.add("mechanics:Body/BouncingBall", name, g=g, Floor=floor, Restitution=restitution, RestVelocity=rest)
        model.initial |= {f"{name}.Pos": start, f"{name}.Vel": 0.0}
        balls.append(Bouncing(name, g, floor, restitution, rest, fall))
    # A ball that bounces once too often does so before the end.
    end = 1.3 * max(ball.impacts[-1] for ball in balls) + 0.7 * fall
    times = [time for ball in balls for time in ball.impacts]
    if not are_apart([*times, end, 0.0], end):
        return None
    expect(model, random, balls, times, end, 1e-5 * end)
    model.step = end / random.choice((50, 128, 200))
    impact_relays(model, random, balls, end)
    return model


def thrown(random):
    """Balls without gravity, with one impact each: methods of the first order are exact."""
    model = Model()
    arrival = round(random.uniform(0.5, 2.0), random.choice((1, 2, 6)))
    balls = []
    for i in range(count(random, (2, 6), (12, 25))):
        speed = random.choice((1.0, 0.7, 2.0, 1.3))
        floor = decimal(random, -2, 3, 1)
        start = floor + speed * moved(arrival, distance(random))
        restitution = random.choice((0.0, 0.5, 1.0, 0.7))
        name = f"B{i}"
        model.add("mechanics:Body/BouncingBall", name, g=0.0, Floor=floor, Restitution=restitution)
        model.initial |= {f"{name}.Pos": start, f"{name}.Vel": -speed}
        balls.append(Thrown(name, floor, speed, restitution, arrival))
    end = 2.5 * arrival
    expect(model, random, balls, [arrival], end, 1e-7)
    model.step = end / random.choice((20, 50, 64))
    impact_relays(model, random, balls, end)
    return model


def lifted(random):
    """Balls that rest, and are lifted at the same time by a force that grows or jumps."""
    model = Model()
    g = random.choice((9.81, 2.0))
    end = 2.0
    lift = round(random.uniform(0.3, 1.5), random.choice((1, 2, 6)))
    jumps = random.random() < 0.4
    balls = []
    for i in range(count(random, (2, 6), (12, 25))):
        mass = random.choice((1.0, 0.3, 2.7))
        name, source = f"B{i}", f"F{i}"
        time = moved(lift, distance(random))
        if jumps:
            model.add("base:Src/Step", source, StepTime=time, After=1.5 * mass * g)
        else:
            # mass g at that time.
            model.add("base:Src/Ramp", source, EndTime=end, After=mass * g * end / time)
        model.add("mechanics:Body/BouncingBall", name, g=g, Floor=0.5 * i, Restitution=0.5, Mass=mass)
        model.connect(f"{name}.Force", f"{source}.Out")
        model.initial |= {f"{name}.Pos": 0.5 * i, f"{name}.Vel": 0.0}
        balls.append(Lifted(name, lift))
    expect(model, random, balls, [lift], end, 1e-7)
    model.step = end / random.choice((20, 50, 64))
    return model


class Bouncing:
    def __init__(self, name, g, floor, restitution, rest, fall):
        self.name, self.floor = name, floor
        speed = g * fall
        self.impacts = [fall]
        while (speed := restitution * speed) >= rest and speed > 0:
            self.impacts.append(self.impacts[-1] + 2 * speed / g)
        self.events = self.impacts

    def expect(self, model, row):
        met = sum(time <= row for time in self.impacts)
        rests = met == len(self.impacts)
        model.expect(f"{self.name}.Impacts", row, float(met))
        model.expect(f"{self.name}.Resting", row, float(rests))
        if rests:
            model.expect(f"{self.name}.Pos", row, self.floor)
            model.expect(f"{self.name}.Vel", row, 0.0)


class Thrown:
    def __init__(self, name, floor, speed, restitution, arrival):
        self.name, self.floor, self.arrival = name, floor, arrival
        self.before, self.after = -speed, restitution * speed
        self.events = self.impacts = [arrival]

    def expect(self, model, row):
        has_met = row > self.arrival
        speed = self.after if has_met else self.before
        model.expect(f"{self.name}.Impacts", row, float(has_met))
        model.expect(f"{self.name}.Resting", row, float(has_met and self.after == 0))
        model.expect(f"{self.name}.Vel", row, speed, tolerance=1e-12)
        model.expect(f"{self.name}.Pos", row, self.floor + speed * (row - self.arrival), tolerance=1e-6)


class Lifted:
    def __init__(self, name, lift):
        self.name, self.lift, self.events = name, lift, [lift]

    def expect(self, model, row):
        model.expect(f"{self.name}.Resting", row, float(row < self.lift))
        model.expect(f"{self.name}.Impacts", row, 0.0)


def expect(model, random, balls, times, end, margin):
    model.place_rows(random, times, end, margin)
    for ball in balls:
        for row in model.safe:
            ball.expect(model, row)
        model.expect_events(ball.name, ball.events, margin, least=len(ball.events))


def impact_relays(model, random, balls, end):
    """Relays that switch at impacts: one where all balls have bounced, one where a certain ball has."""
    if random.random() < 0.5:
        return
    model.add("base:Signal/Relay", "All", SwitchOn=len(balls) - 0.5, SwitchOff=-1.0)
    some = random.choice(balls)
    model.add("base:Signal/Relay", "Some", SwitchOn=0.5, SwitchOff=-1.0)
    # Of the impacts of each ball, only the first counts.
    for ball in balls:
        model.add("base:Signal/Relay", f"Met{ball.name}", SwitchOn=0.5, SwitchOff=-1.0)
        model.connect(f"Met{ball.name}.In", f"{ball.name}.Impacts")
    model.connect("All.In", " + ".join(f"Met{ball.name}.Out" for ball in balls))
    model.connect("Some.In", f"{some.name}.Impacts")
    for row in model.safe:
        model.expect("All.On", row, float(all(ball.impacts[0] < row for ball in balls)))
        model.expect("Some.On", row, float(some.impacts[0] < row))
    for name in ("All", "Some"):
        model.expect_events(name, [some.impacts[0]], 1e-5 * end)
