"""Additions to a model at its own instants: other parts whose events coincide with its events, save points,
a sooner end, and options of the engine that change no result."""

from draws import decimal
from ulps import distance, moved

# An event that is crossed and back within this time may be missed; no model here has one.
EVENT_TOL = 1e-10


def beside(model, random):
    """Adds some of them; none to a model that names no instants."""
    end = model.rows[-1]
    inside = [group[0] for group in model.groups if 0 < group[0] < end]
    if not inside:
        return
    for i in range(random.choice((0, 0, 1, 2, 4))):
        time = random.choice(inside)
        part = random.choice((stepped, ramped, thrown, limited))
        signal = part(model, f"Z{i}", moved(time, distance(random)), end)
        for row in model.safe:
            model.expect(signal, row, float(row > time))
    if random.random() < 0.3:
        saves = (moved(random.choice(inside), distance(random)), decimal(random, 0, end, 1))
        model.saves = [time for time in saves if 0 < time < end]
    if random.random() < 0.15:
        model.cut(moved(random.choice(inside), distance(random)))
    if random.random() < 0.15:
        model.engine["LogEvents"] = "1"
    if random.random() < 0.15:
        model.engine["EventTol"] = EVENT_TOL
    if random.random() < 0.1:
        model.engine["NumCores"] = "2"


# Each part has a signal that is 0 before its time, and 1 after it.


def stepped(model, name, time, _end):
    """A relay that a step sends past both thresholds."""
    model.add("base:Src/Step", f"{name}U", StepTime=time, Before=-5.0, After=5.0)
    model.add("base:Signal/Relay", name, SwitchOn=1.0, SwitchOff=-1.0)
    model.connect(f"{name}.In", f"{name}U.Out")
    return f"{name}.On"


def ramped(model, name, time, end):
    """A relay whose threshold a ramp crosses."""
    model.add("base:Src/Ramp", f"{name}U", EndTime=end, Before=0.0, After=end / time)
    model.add("base:Signal/Relay", name, SwitchOn=1.0, SwitchOff=-1.0)
    model.connect(f"{name}.In", f"{name}U.Out")
    return f"{name}.On"


def thrown(model, name, time, _end):
    """A ball without gravity, which bounces once."""
    model.add("mechanics:Body/BouncingBall", name, g=0.0, Restitution=0.5)
    model.initial |= {f"{name}.Pos": 2 * time, f"{name}.Vel": -2.0}
    return f"{name}.Impacts"


def limited(model, name, time, _end):
    """An integrator, which comes to its limit."""
    model.add("base:Src/Constant", f"{name}U", Value=1.0)
    model.add("base:Math/Integrator", name, Upper=time)
    model.connect(f"{name}.In", f"{name}U.Out")
    return f"{name}.Limit"
