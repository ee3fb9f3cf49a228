"""Runs that are saved anywhere, at events too, and taken up again: with the same parameters they give
the same bits, with others what is passed meanwhile happens at once."""

import math
from dataclasses import dataclass, field

from draws import decimal
from model import Model
from ulps import DISTANCES, moved

END = 4.0
# So far from events a change is tried.
MARGIN = 1e-3


def attempt(random):
    model = Restarts()
    model.step = random.choice((0.02, 0.05, 0.07, 0.25))
    # What nobody runs twice with tight tolerances.
    model.engine |= {"AbsTol": "1e-8", "RelTol": "1e-8", "SampleTime": 0.1}
    parts = [relay, rope, latch, integrator, ball, lifted_ball, brake, waiting_relay, servo, clocked]
    for i, part in enumerate(random.choices(parts, k=random.randint(2, 6))):
        part(model, random, f"P{i}")
    model.rows = [0.0, *(round(n * 0.25, 2) for n in range(1, 16)), END]
    for _ in range(random.choice((1, 1, 2))):
        model.saves.append(save_point(model, random))
    model.saves = apart(model.saves)
    time = model.saves[0]
    model.changes = [
        change
        for offer in model.offers
        if all(abs(event - time) > MARGIN for event in offer.events)
        for change in offer.at(time)
        if random.random() < 0.7
    ]
    model.ends_there = random.random() < 0.3
    return model


def save_point(model, random):
    """Anywhere, at a tick, at a row, or some ulp from an event."""
    kind = random.choice(("any", "decimal", "tick", "event", "event"))
    events = [t for t in model.events if 0.01 < t < END - 0.01]
    if kind == "event" and events:
        return moved(random.choice(events), random.choice((-1, 0, 1)) * random.choice(DISTANCES))
    if kind == "tick":
        return round(0.1 * random.randrange(1, 40), 1)
    return decimal(random, 0.1, 3.9, 2) if kind == "decimal" else random.uniform(0.1, 3.9)


def apart(saves):
    kept = []
    for time in sorted(saves):
        if not kept or time - kept[-1] > 1e-6:
            kept.append(time)
    return kept


@dataclass
class Change:
    """`--set` so, and in the first row, and in the second, a signal is this; or the state is refused."""

    name: str
    settings: list
    signal: str = ""
    value: float = 0.0
    tolerance: float = 0.0
    fires: bool = True
    # Whether the state cannot be what a run begins with.
    is_refused: bool = False
    may_be_refused: bool = False

    def arguments(self):
        return [argument for setting in self.settings for argument in ("--set", setting)]


@dataclass
class Offer:
    """The changes of a part that is saved at a time; none near its events."""

    events: list
    at: object


@dataclass
class Restarts(Model):
    # When something happens, as far as that is known.
    events: list = field(default_factory=list)
    offers: list = field(default_factory=list)
    changes: list = field(default_factory=list)
    ends_there: bool = False
    # Whether all events are known.
    is_regular: bool = True
    can_move: bool = False

    def signals(self):
        return ["objects:all"]

    def faults(self, program, method):
        scenario = self.scenario(method)
        for old in program.folder.glob("*.state.json"):
            old.unlink()
        whole = program.run(scenario, "-o", "a.csv", "--final-state", "a.end.json")
        if whole.status != 0:
            return [whole.wrong_status(0)]
        found, states = [], {}
        for time in self.saves:
            states[time] = f"a.{plain(time)}.state.json"
            found += self.same_bits(program, scenario, whole, time, states[time])
        if found:
            return found
        time = self.saves[0]
        found += self.changed(program, scenario, time, states[time])
        if self.ends_there:
            found += self.goes_on(program, scenario, time)
        return found

    def same_bits(self, program, scenario, whole, time, state):
        """The rest of the run again."""
        rest = program.run(scenario, "--initial-state", state, "--final-state", "b.end.json")
        where = f", resumed at {time!r}"
        if rest.status != 0:
            return [rest.wrong_status(0, where)]
        expected = {at: row for at, row in whole.rows.items() if at >= time}
        got = dict(rest.rows)
        # The first row of what is resumed need not be one of the whole run.
        if time not in expected:
            got.pop(time, None)
        if expected.keys() != got.keys():
            return [f"expected rows at {sorted(expected)}{where}, got them at {sorted(got)}"]
        found = []
        for at, row in expected.items():
            for column, one, other in zip(whole.header, row, got[at]):
                if one != other:
                    found.append(f"expected {column}({at!r}) = {one}{where}, got {other}")
        ends = [(program.folder / f"{name}.end.json").read_text().splitlines() for name in "ab"]
        if not found and ends[0] != ends[1]:
            found += [f"expected the final state's {a.strip()}{where}, got {b.strip()}"
                      for a, b in zip(*ends) if a != b]
        return found

    def changed(self, program, scenario, time, state):
        """The rest with other parameters, all at once, but for those that are refused."""
        found = []
        refused = [c for c in self.changes if c.is_refused or c.may_be_refused]
        kept = [c for c in self.changes if c not in refused]
        if kept:
            settings = [argument for change in kept for argument in change.arguments()]
            found += self.resumed(program, scenario, time, state, settings, kept)
        for change in refused[:1]:
            found += self.resumed(program, scenario, time, state, change.arguments(), [change])
        return found

    def resumed(self, program, scenario, time, state, settings, changes):
        run = program.run(scenario, "--initial-state", state, *settings)
        where = f", resumed at {time!r} with {' '.join(settings)}"
        may_be_refused = any(c.is_refused or c.may_be_refused for c in changes)
        if may_be_refused and run.status == 2 and all(c.name in run.stderr for c in changes):
            return []
        if run.status != 0 or any(c.is_refused for c in changes):
            wanted = 2 if any(c.is_refused for c in changes) else 0
            return [run.wrong_status(wanted, where)]
        found = []
        for change in changes:
            for at in list(run.times)[:2]:
                value = run.value(change.signal, at)
                if abs(value - change.value) > change.tolerance:
                    found.append(f"expected {change.signal}({at!r}) = {change.value!r}{where}, got {value!r}")
        if self.is_regular and all(abs(event - time) > MARGIN for event in self.events):
            fire = {c.name for c in changes if c.fires}
            for name, at in run.events:
                if at <= time + 1e-9 and name not in fire:
                    found.append(f"expected no event of {name} at {at!r}{where}")
        return found

    def goes_on(self, program, scenario, time):
        """A run that ends there leaves a state that another one takes."""
        first = program.run(scenario, "--until", repr(time), "--final-state", "c.json")
        second = program.run(scenario, "--initial-state", "c.json")
        return [
            run.wrong_status(0, f" of a run {what} {time!r}")
            for what, run in (("until", first), ("that goes on from", second))
            if run.status != 0
        ]


def plain(time):
    """As the program names files: the shortest decimal, without an exponent."""
    return repr(time).removesuffix(".0")


def line(model, random, name):
    """A signal that rises by a source or an integral: its name, and what it is."""
    start, rate = decimal(random, -1, 1, 1), decimal(random, 0.3, 2, 1)
    if random.random() < 0.5:
        model.add("base:Src/Ramp", f"{name}U", EndTime=END, Before=start, After=start + rate * END)
    else:
        model.add("base:Src/Constant", f"{name}C", Value=rate)
        model.add("base:Math/Integrator", f"{name}U", InitialValue=start)
        model.connect(f"{name}U.In", f"{name}C.Out")
    return f"{name}U.Out", lambda t: start + rate * t, rate


def relay(model, random, name):
    """On once the line has come to a level; thresholds move past it, or not."""
    signal, value, _ = line(model, random, name)
    time = random.uniform(0.3, 3.7)
    on = value(time)
    off = on - random.choice((0.0, 0.5, 20.0))
    model.add("base:Signal/Relay", name, SwitchOn=on, SwitchOff=off)
    model.connect(f"{name}.In", signal)
    model.events.append(time)

    def at(saved):
        now = value(saved)
        # Of width 1 at either side, so that the two thresholds are in order.
        below, above = [f"{name}.SwitchOn={now - 0.1!r}", f"{name}.SwitchOff={now - 9!r}"], [
            f"{name}.SwitchOn={now + 99!r}",
            f"{name}.SwitchOff={now + 98!r}",
        ]
        between = [f"{name}.SwitchOn={now + 99!r}", f"{name}.SwitchOff={now - 99!r}"]
        is_on = saved > time
        settings = random.choice((below, above, between))
        after = {id(below): True, id(above): False, id(between): is_on}[id(settings)]
        return [Change(name, settings, f"{name}.On", float(after), fires=after != is_on)]

    model.offers.append(Offer([time], at))


def waiting_relay(model, random, name):
    """Of two elements, of signals that stay; both fire at once."""
    model.add("base:Src/Constant", f"{name}C", Value=[1.0, 2.0])
    model.add("base:Signal/Relay", name, PortWidth=2, SwitchOn=[3.0, 3.0], SwitchOff=[-1.0, -1.0])
    model.connect(f"{name}.In", f"{name}C.Out")
    limit = random.choice((0.5, 1.5))
    settings = [f"{name}.SwitchOn={limit},{limit}"]
    model.offers.append(
        Offer([], lambda saved: [Change(name, settings, f"{name}.On[{i}]", float(limit < 1 + i)) for i in range(2)])
    )


def rope(model, random, name):
    """Pulled by a line; its strength changes."""
    speed = random.choice((0.5, 1.0))
    model.add("base:Src/Ramp", f"{name}U", EndTime=END, Before=1.0, After=1.0 + speed * END)
    time = random.uniform(0.5, 3.8)
    model.add("mechanics:Cable/BreakingSpring", name, Stiffness=100.0, RelaxedLength=1.0, Strength=100 * speed * time)
    model.connect(f"{name}.PosA", "0,0,0")
    model.connect(f"{name}.VelA", "0,0,0")
    model.connect(f"{name}.PosB", f"{name}U.Out, 0, 0")
    model.connect(f"{name}.VelB", "0,0,0")
    model.events.append(time)

    def at(saved):
        strength = random.choice((0.5, 1e3)) * 100 * speed * saved
        breaks = strength < 100 * speed * saved
        is_broken = saved > time
        settings = [f"{name}.Strength={strength!r}"]
        return [Change(name, settings, f"{name}.Broken", float(breaks or is_broken), fires=breaks)]

    model.offers.append(Offer([time], at))


def latch(model, random, name):
    """Set by a line; the threshold sinks below it, or rises."""
    signal, value, _ = line(model, random, name)
    time = random.uniform(0.3, 3.7)
    model.add("base:Signal/Latch", name, Threshold=value(time))
    model.connect(f"{name}.Set", signal)
    model.connect(f"{name}.Reset", "-100")
    model.events.append(time)

    def at(saved):
        settings = [f"{name}.Threshold={value(saved) + random.choice((-0.2, 99.0))!r}"]
        is_set = saved > time or float(settings[0].split("=")[1]) < value(saved)
        return [Change(name, settings, f"{name}.Out", float(is_set))]

    model.offers.append(Offer([time], at))


def integrator(model, random, name):
    """Its limit comes nearer than it has come already: refused, or met."""
    rate = decimal(random, 0.5, 2, 1)
    upper = random.uniform(0.5, 3.5) * rate
    model.add("base:Src/Constant", f"{name}C", Value=rate)
    model.add("base:Math/Integrator", name, Upper=upper, Lower=-1.0)
    model.connect(f"{name}.In", f"{name}C.Out")
    model.events.append(upper / rate)

    def at(saved):
        limit = 0.5 * min(upper, rate * saved)
        settings = [f"{name}.Upper={limit!r}"]
        return [Change(name, settings, f"{name}.Integral", limit, 1e-9, may_be_refused=True)]

    model.offers.append(Offer([upper / rate], at))


def ball(model, random, name):
    """It bounces; a floor above it is refused."""
    height = decimal(random, 0.5, 2, 2)
    model.add("mechanics:Body/BouncingBall", name, Restitution=0.6, RestVelocity=0.3)
    model.initial |= {f"{name}.Pos": height, f"{name}.Vel": 0.0}
    fall = math.sqrt(2 * height / 9.81)
    times, speed = [fall], 9.81 * fall
    while (speed := 0.6 * speed) >= 0.3:
        times.append(times[-1] + 2 * speed / 9.81)
    model.events += times
    model.offers.append(Offer(times, lambda _: [Change(name, [f"{name}.Floor=9"], is_refused=True)]))


def lifted_ball(model, random, name):
    """It rests under a force; its weight becomes less than that."""
    force = decimal(random, 1, 9, 1)
    model.add("mechanics:Body/BouncingBall", name, Restitution=0.5)
    model.connect(f"{name}.Force", repr(force))
    model.initial |= {f"{name}.Pos": 0.0, f"{name}.Vel": 0.0}
    g = random.choice((0.5, 1.1)) * force
    change = Change(name, [f"{name}.g={g!r}"], f"{name}.Resting", float(g > force), fires=g < force)
    model.offers.append(Offer([], lambda _: [change]))


def brake(model, random, name):
    """It sticks under a torque; what it holds becomes less than that."""
    torque = random.choice((-1, 1)) * decimal(random, 1, 4, 1)
    model.add("mechanics:Rotational/BrakedInertia", name, Inertia=1.0, Clamp=1.0, StaticTorque=5.0, SlidingTorque=0.5)
    model.connect(f"{name}.Torque", repr(torque))
    model.initial |= {f"{name}.Angle": 0.0, f"{name}.AngVel": 0.0}
    static = random.choice((0.8, 1.2)) * abs(torque)
    slips = math.copysign(float(static < abs(torque)), torque)
    change = Change(name, [f"{name}.StaticTorque={static!r}"], f"{name}.Slip", slips, fires=slips != 0)
    model.offers.append(Offer([], lambda _: [change]))


def servo(model, random, name):
    """A relay that swings about its thresholds, by a filter."""
    model.add("base:Math/LowPass", f"{name}F", TimeConstant=random.choice((0.3, 0.5)))
    model.add("base:Signal/Relay", name, SwitchOn=0.4, SwitchOff=-0.3, OnValue=-1.0, OffValue=1.0)
    model.connect(f"{name}F.In", f"{name}.Out")
    model.connect(f"{name}.In", f"{name}F.Out")
    model.initial |= {f"{name}F.Out": 0.0}
    model.is_regular = False


def clocked(model, random, name):
    """What runs on clocks: a plant under a delayed, noisy measurement, a relay of what is held, pulses."""
    model.add("base:Math/LowPass", f"{name}F", TimeConstant=0.7)
    model.add("base:Src/Noise", f"{name}N", SampleTime=0.03, Offset=0.01, Seed=random.randrange(1, 99))
    model.add("base:Signal/UnitDelay", f"{name}D", SampleTime=random.choice((0.1, 0.25)))
    model.add("base:Signal/ZeroOrderHold", f"{name}H")
    model.add("base:Src/Pulse", f"{name}Y", StartTime=0.2, Period=random.choice((0.5, 0.7)))
    model.add("base:Signal/Relay", name, SwitchOn=0.3, SwitchOff=0.1, OnValue=-1.0, OffValue=1.0)
    model.connect(f"{name}F.In", f"1 - 3*{name}D.Out + {name}.Out")
    model.connect(f"{name}D.In", f"{name}H.Out")
    model.connect(f"{name}H.In", f"{name}F.Out + 0.1*{name}N.Out")
    model.connect(f"{name}.In", f"{name}H.Out + {name}Y.Out")
    model.initial |= {f"{name}F.Out": 0.0}
    model.is_regular = False
