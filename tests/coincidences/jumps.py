"""Inputs that jump past one or both thresholds of relays and latches, at steps, pulses, rows of
tables and ticks that coincide."""

import math
from fractions import Fraction

from model import Model
from network import Latch, Network, Relay, Sampled, Source
from ulps import DISTANCES, moved

# Instants are multiples of this, s.
GRID = Fraction(1, 20)
END = 2.0


def attempt(random):
    model, network = Model(), Network()
    model.step = random.choice((0.02, 0.03, 0.1, 0.25))
    # All coincide exactly, or some by a few ulp.
    exactly = random.random() < 0.6
    moments = sorted(random.sample(range(1, 39), random.randint(1, 4)))
    for i in range(random.randint(1, 3)):
        source(model, network, random, f"U{i}", moments, exactly)
    names = list(network.blocks)
    for i in range(random.choice((0, 0, 1, 2))):
        names.append(sampled(model, network, random, f"H{i}", names))
    # Columns by the names of relays and latches.
    switches = {}
    for i in range(random.randint(2, 6)):
        add = latch if random.random() < 0.2 else relay
        switches[f"R{i}"] = add(model, network, random, f"R{i}", names)
        names.append(f"R{i}")
        if random.random() < 0.2:
            names.append(sampled(model, network, random, f"D{i}", names))
    history = follow(network, exactly)
    if history is None:
        return None
    expect(model, random, history, switches, moments, exactly)
    return model


def value(random):
    return random.choice((-1, 1)) * random.choice((0.5, 1, 2, 3, 5, 8))


def moment(random, moments, exactly):
    """A time of an instant, and its number."""
    n = random.choice(moments)
    k = 0 if exactly else random.choice((-1, 1)) * random.choice(DISTANCES)
    return n, moved(float(n * GRID), k)


def source(model, network, random, name, moments, exactly):
    kind = random.choice(("step", "step", "table", "pulse"))
    first = random.choice((0, 0, 1, -1))
    if kind == "step":
        n, time = moment(random, moments, exactly)
        after = value(random)
        model.add("base:Src/Step", name, StepTime=time, Before=float(first), After=float(after))
        network.blocks[name] = Source(first, [(n, after)])
    elif kind == "table":
        chosen = sorted(random.sample(moments, random.randint(1, len(moments))))
        k = 0 if exactly else random.choice(DISTANCES)
        times = [0.0, *(moved(float(n * GRID), k) for n in chosen)]
        values = [float(first), *(float(value(random)) for _ in chosen)]
        model.add("base:Src/Table", name, Times=times, Values=values)
        network.blocks[name] = Source(first, list(zip(chosen, values[1:])))
    else:
        # Pulses are as long as the pauses between them.
        width = random.choice((2, 4, 10))
        high = value(random)
        model.add("base:Src/Pulse", name, StartTime=float(width * GRID), Period=float(2 * width * GRID),
                  Low=float(first), High=float(high))
        jumps = [(n, high if (n // width) % 2 else first) for n in range(width, 41, width)]
        network.blocks[name] = Source(first, jumps)


def terms(random, names, most):
    """A sum of a few signals, the latest ones more often, exact in doubles."""
    count = random.randint(1, min(most, len(names)))
    chosen = random.sample(names[-3:] if random.random() < 0.5 else names, min(count, len(names[-3:])))
    return tuple((random.choice((1, 1, 1, -1, 2, -2, 4)), name) for name in chosen)


def against(random, network, names):
    """A relay's output less an input that switches that relay: it goes one way and the other in one instant."""
    relays = [n for n in names if isinstance(network.blocks[n], Relay)]
    if not relays:
        return terms(random, names, 3)
    relay = random.choice(relays)
    factor, source = random.choice(network.blocks[relay].inputs[0])
    way = 1 if factor > 0 else -1
    return ((random.choice((1, 2, 4)), relay), (-way * random.choice((1, 2, 5, 10)), source))


def written(sums):
    return ", ".join(" + ".join(f"{f}*{n}.Out" for f, n in s).replace("+ -", "- ") for s in sums)


def sampled(model, network, random, name, names):
    inputs = (terms(random, names, 2),)
    period = random.choice((0.1, 0.2, 0.25, 0.5))
    is_delay = random.random() < 0.5
    model.add("base:Signal/UnitDelay" if is_delay else "base:Signal/ZeroOrderHold", name, SampleTime=period)
    model.connect(f"{name}.In", written(inputs))
    network.blocks[name] = Sampled(inputs, period, is_delay)
    return name


def relay(model, network, random, name, names):
    inputs = (against(random, network, names) if random.random() < 0.5 else terms(random, names, 3),)
    off = random.choice((-1.0, -0.25, 0.5, 0.25, 2.0))
    on = off + random.choice((0.0, 0.25, 0.5, 2.0))
    on_value, off_value = random.choice(((1.0, 0.0), (4.0, 0.0), (2.0, -2.0), (-1.0, 1.0)))
    initially = random.random() < 0.5
    model.add("base:Signal/Relay", name, SwitchOn=on, SwitchOff=off, OnValue=on_value, OffValue=off_value,
              InitiallyOn=initially)
    model.connect(f"{name}.In", written(inputs))
    network.blocks[name] = Relay(inputs, on, off, on_value, off_value, initially)
    return f"{name}.On"


def latch(model, network, random, name, names):
    inputs = (terms(random, names, 2), terms(random, names, 2))
    set_wins = random.random() < 0.5
    model.add("base:Signal/Latch", name, Priority="Set" if set_wins else "Reset")
    for port, sums in zip(("Set", "Reset"), inputs):
        model.connect(f"{name}.{port}", written((sums,)))
    network.blocks[name] = Latch(inputs, 0.5, set_wins)
    return f"{name}.Out"


def follow(network, exactly):
    """(instant, network after it); None where the order decides the outcome, or the network does not settle."""
    network.begin()
    history = [(0, network)]
    for n in range(1, math.ceil(Fraction(END) / GRID) + 1):
        jumps = [(name, value) for name, block in network.blocks.items() if isinstance(block, Source)
                 for at, value in block.jumps if at == n]
        try:
            after = network.instant(n * GRID, jumps, exactly)
        except RuntimeError:
            return None
        if any(other.state() != after[0].state() for other in after[1:]):
            return None
        network = after[0]
        history.append((n, network))
    return history


def expect(model, random, history, switches, moments, exactly):
    grid = [float(n * GRID) for n, _ in history]
    between = [float((n + Fraction(1, 2)) * GRID) for n, _ in history[:-1]]
    model.rows = sorted({0.0, END, *between, *(t for t in grid if random.random() < 0.5)})
    if random.random() < 0.3:
        model.saves = [float(random.choice(moments) * GRID)]
    # The last switch is integrated, so that something changes all the time.
    last = list(switches)[-1]
    model.add("base:Math/Integrator", "I")
    model.connect("I.In", f"{last}.Out")
    integral = sum(GRID * network.blocks[last].value for _, network in history[:-1])
    for n, network in history:
        rows = [float((n + Fraction(1, 2)) * GRID)]
        if exactly:
            # A row at an instant shows the state after it.
            rows.append(float(n * GRID))
        for name, column in switches.items():
            for row in rows:
                if row in model.rows:
                    model.expect(column, row, float(network.blocks[name].is_on))
    model.expect("I.Integral", END, float(integral), tolerance=1e-6)
