"""Parts of a model that is resumed, with the changes that they offer."""

import math

from draws import decimal
from resumable import END, Change, Offer


def line(model, random, name):
    """Adds a line, of a source or an integral: its signal, and its value by time."""
    start, rate = decimal(random, -1, 1, 1), decimal(random, 0.3, 2, 1)
    if random.random() < 0.5:
        model.add("base:Src/Ramp", f"{name}U", EndTime=END, Before=start, After=start + rate * END)
    else:
        model.add("base:Src/Constant", f"{name}C", Value=rate)
        model.add("base:Math/Integrator", f"{name}U", InitialValue=start)
        model.connect(f"{name}U.In", f"{name}C.Out")
    return f"{name}U.Out", lambda time: start + rate * time


def relay(model, random, name):
    """A line switches it on; its thresholds move past the line, or not."""
    signal, value = line(model, random, name)
    time = random.uniform(0.3, 3.7)
    on = value(time)
    off = on - random.choice((0.0, 0.5, 20.0))
    model.add("base:Signal/Relay", name, SwitchOn=on, SwitchOff=off)
    model.connect(f"{name}.In", signal)
    model.events.append(time)

    def at(saved):
        now = value(saved)
        is_on = saved > time
        on, off, after = random.choice((
            # Both thresholds below the signal, above it, or on either side.
            (now - 0.1, now - 9, True),
            (now + 99, now + 98, False),
            (now + 99, now - 99, is_on),
        ))
        thresholds = {"SwitchOn": on, "SwitchOff": off}
        return [Change(name, thresholds, f"{name}.On", float(after), fires=after != is_on)]

    model.offers.append(Offer([time], at))


def waiting_relay(model, random, name):
    """It has two elements and constant inputs; a lower threshold switches one or both on."""
    model.add("base:Src/Constant", f"{name}C", Value=[1.0, 2.0])
    model.add("base:Signal/Relay", name, PortWidth=2, SwitchOn=[3.0, 3.0], SwitchOff=[-1.0, -1.0])
    model.connect(f"{name}.In", f"{name}C.Out")
    limit = random.choice((0.5, 1.5))
    changes = [
        Change(name, {"SwitchOn": [limit, limit]}, f"{name}.On[{i}]", float(limit < value))
        for i, value in enumerate((1.0, 2.0))
    ]
    model.offers.append(Offer([], lambda _: changes))


def rope(model, random, name):
    """A line pulls it; its strength changes."""
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
        return [Change(name, {"Strength": strength}, f"{name}.Broken", float(breaks or is_broken), fires=breaks)]

    model.offers.append(Offer([time], at))


def latch(model, random, name):
    """A line sets it; its threshold sinks below the line, or rises."""
    signal, value = line(model, random, name)
    time = random.uniform(0.3, 3.7)
    model.add("base:Signal/Latch", name, Threshold=value(time))
    model.connect(f"{name}.Set", signal)
    model.connect(f"{name}.Reset", "-100")
    model.events.append(time)

    def at(saved):
        threshold = value(saved) + random.choice((-0.2, 99.0))
        is_set = saved > time or threshold < value(saved)
        return [Change(name, {"Threshold": threshold}, f"{name}.Out", float(is_set))]

    model.offers.append(Offer([time], at))


def integrator(model, random, name):
    """Its limit moves behind its value: the change is refused, or the value moves to the limit."""
    rate = decimal(random, 0.5, 2, 1)
    upper = random.uniform(0.5, 3.5) * rate
    model.add("base:Src/Constant", f"{name}C", Value=rate)
    model.add("base:Math/Integrator", name, Upper=upper, Lower=-1.0)
    model.connect(f"{name}.In", f"{name}C.Out")
    model.events.append(upper / rate)

    def at(saved):
        limit = 0.5 * min(upper, rate * saved)
        return [Change(name, {"Upper": limit}, f"{name}.Integral", limit, 1e-9, statuses=(0, 2))]

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
    model.offers.append(Offer(times, lambda _: [Change(name, {"Floor": 9}, statuses=(2,))]))


def lifted_ball(model, random, name):
    """It rests under a force; its weight becomes less than the force, or not."""
    force = decimal(random, 1, 9, 1)
    model.add("mechanics:Body/BouncingBall", name, Restitution=0.5)
    model.connect(f"{name}.Force", repr(force))
    model.initial |= {f"{name}.Pos": 0.0, f"{name}.Vel": 0.0}
    g = random.choice((0.5, 1.1)) * force
    change = Change(name, {"g": g}, f"{name}.Resting", float(g > force), fires=g < force)
    model.offers.append(Offer([], lambda _: [change]))


def brake(model, random, name):
    """It sticks under a torque; the torque that it can hold becomes less, or not."""
    torque = random.choice((-1, 1)) * decimal(random, 1, 4, 1)
    model.add("mechanics:Rotational/BrakedInertia", name, Inertia=1.0, Clamp=1.0, StaticTorque=5.0, SlidingTorque=0.5)
    model.connect(f"{name}.Torque", repr(torque))
    model.initial |= {f"{name}.Angle": 0.0, f"{name}.AngVel": 0.0}
    static = random.choice((0.8, 1.2)) * abs(torque)
    slips = math.copysign(float(static < abs(torque)), torque)
    change = Change(name, {"StaticTorque": static}, f"{name}.Slip", slips, fires=slips != 0)
    model.offers.append(Offer([], lambda _: [change]))


def servo(model, random, name):
    """A relay and a filter that swing between its thresholds."""
    model.add("base:Math/LowPass", f"{name}F", TimeConstant=random.choice((0.3, 0.5)))
    model.add("base:Signal/Relay", name, SwitchOn=0.4, SwitchOff=-0.3, OnValue=-1.0, OffValue=1.0)
    model.connect(f"{name}F.In", f"{name}.Out")
    model.connect(f"{name}.In", f"{name}F.Out")
    model.initial |= {f"{name}F.Out": 0.0}
    model.is_regular = False


def clocked(model, random, name):
    """A plant with a delayed, noisy measurement, a relay that reads a hold, and pulses."""
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


PARTS = (relay, rope, latch, integrator, ball, lifted_ball, brake, waiting_relay, servo, clocked)
