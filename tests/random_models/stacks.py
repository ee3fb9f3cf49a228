"""Bodies on top of each other, with stops between them: they fall, bounce, and come to rest.

No stop pulls, nothing overlaps, energy never grows, and what lies still carries what lies on it. Where nothing bounces,
Moreau's time stepping knows where they are.
"""

import math

from program import Wrong, lib, near, scenario

G = 9.81


def check(draw, program):
    count = draw.randint(2, 5)
    masses = [10 ** draw.uniform(-1, 1) for _ in range(count)]
    bounces = [draw.choice((0.0, 0.0, 0.2, 0.5, 0.9)) if draw.random() < 0.7 else 0.0 for _ in range(count)]
    if draw.random() < 0.4:
        bounces = [0.0] * count
    kind = draw.choice(("drop", "equal", "touch", "spring", "shaken"))
    places, velocities = [], []
    at = 0.0
    for number in range(count):
        at += {"touch": 0.0, "equal": 0.1}.get(kind, draw.choice((0.0, draw.uniform(0.0, 0.3))))
        places.append(at)
        velocities.append(0.0 if kind in ("touch", "equal") else draw.choice((0.0, draw.uniform(-1, 1))))
    for number in range(count):
        below = places[number - 1] if number else 0.0
        if places[number] == below and number and velocities[number] < velocities[number - 1]:
            velocities[number] = velocities[number - 1]
        if number == 0 and places[0] == 0.0:
            velocities[0] = max(0.0, velocities[0])
    objects = [lib("terminals", "Translational/Fixed", "G")]
    objects += [lib("terminals", "Translational/Mass", f"M{i}", m=m, g=G) for i, m in enumerate(masses)]
    objects += [lib("terminals", "Translational/Stop", f"S{i}", s_min=0, e=e) for i, e in enumerate(bounces)]
    meets = [f'{"M%d.A" % (i - 1) if i else "G.A"}="S{i}.A" M{i}.A="S{i}.B"' for i in range(count)]
    stiffness, amplitude, speed = 0.0, 0.0, 0.0
    if kind == "spring":
        stiffness = 10 ** draw.uniform(1.5, 3)
        objects.append(lib("terminals", "Translational/Spring", "K", c=stiffness))
        meets.append('G.A="K.A" M0.A="K.B"')
        # The lowest body hangs free on its spring.
        meets = [of for of in meets if "S0" not in of]
        objects = [of for of in objects if 'Name="S0"' not in of]
    if kind == "shaken":
        amplitude, speed = draw.uniform(1, 40), draw.uniform(3, 30)
        objects.append(lib("terminals", "Translational/Force", "F"))
        meets.append(f'M{count - 1}.A="F.A" F.F="{amplitude} N*sin({speed} rad/s*time)"')
    stops = [i for i in range(count) if not (kind == "spring" and i == 0)]
    columns = ", ".join([f"M{i}.s, M{i}.v" for i in range(count)] + [f"S{i}.f" for i in stops])
    initial = " ".join(f'M{i}.s="{s!r}" M{i}.v="{v!r}"' for i, (s, v) in enumerate(zip(places, velocities)))
    located = draw.choice(("", "", 'EventTol="1e-6"'))
    end = 1.5
    engine = f'TOutput="0:0.05:{end}" RelTol="1e-9" AbsTol="1e-10" {located} FileOutput="{columns}"'
    text = scenario(objects, meets, engine, initial)
    rows = program.rows(text)
    allowed = 1e-9 if not located else 1e-5
    before = None
    for row in rows:
        for i in stops:
            gap = row[f"M{i}.s"] - (row[f"M{i - 1}.s"] if i else 0.0)
            if gap < -allowed:
                raise Wrong(f"an overlap of {-gap:.1e} m at {row['Time']} s\n{text}")
            if row[f"S{i}.f"] > 1e-6:
                raise Wrong(f"S{i} pulls with {row[f'S{i}.f']:.1e} N at {row['Time']} s\n{text}")
        energy = sum(
            m * (row[f"M{i}.v"] ** 2 / 2 + G * row[f"M{i}.s"]) for i, m in enumerate(masses)
        ) + stiffness * row["M0.s"] ** 2 / 2
        size = sum(m * (1 + G) for m in masses) + stiffness
        if before is not None and kind != "shaken" and energy > before + 1e-7 * size * (1 if not located else 30):
            raise Wrong(f"energy grows by {energy - before:.1e} J up to {row['Time']} s\n{text}")
        before = energy
    last = rows[-1]
    if kind not in ("spring", "shaken") and all(abs(last[f"M{i}.v"]) < 1e-12 for i in range(count)):
        for i in stops:
            near(-last[f"S{i}.f"], sum(masses[i:]) * G, 1e-6 * sum(masses) * G, f"the load of S{i}\n{text}")
    if not any(bounces) and not located:
        drive = (lambda t: amplitude * math.sin(speed * t)) if kind == "shaken" else (lambda t: 0.0)
        coarse, fine = (
            moreau(masses, places, velocities, stiffness, drive, kind != "spring", end, step) for step in (2e-4, 1e-4)
        )
        # What bounces often depends on every blow before: there no step is small enough.
        if all(abs(one - other) < 1e-3 for one, other in zip(coarse, fine)):
            for i, s in enumerate(fine):
                near(last[f"M{i}.s"], s, 4e-3, f"M{i}.s by Moreau's time stepping\n{text}")


def moreau(masses, places, velocities, stiffness, drive, has_floor, end, step):
    """Moreau 1988: impulses of a step in the place of forces, solved by sweeps; it needs no events."""
    s, v = list(places), list(velocities)
    count = len(masses)
    steps = round(end / step)
    pushes = [0.0] * count
    for at in range(steps):
        middle = [s[i] + step / 2 * v[i] for i in range(count)]
        forces = [-masses[i] * G for i in range(count)]
        forces[0] -= stiffness * middle[0]
        forces[-1] += drive((at + 0.5) * step)
        v = [v[i] + step * forces[i] / masses[i] for i in range(count)]
        touching = [i for i in range(count) if (i or has_floor) and middle[i] - (middle[i - 1] if i else 0.0) <= 0.0]
        for i in range(count):
            if i not in touching:
                pushes[i] = 0.0
            else:
                v[i] += pushes[i] / masses[i]
                if i:
                    v[i - 1] -= pushes[i] / masses[i - 1]
        for _ in range(2000):
            most = 0.0
            for i in touching:
                slip = v[i] - (v[i - 1] if i else 0.0)
                soft = 1 / masses[i] + (1 / masses[i - 1] if i else 0.0)
                push = max(0.0, pushes[i] - slip / soft)
                change, pushes[i] = push - pushes[i], push
                v[i] += change / masses[i]
                if i:
                    v[i - 1] -= change / masses[i - 1]
                most = max(most, abs(change) * soft)
            if most < 1e-10:
                break
        s = [middle[i] + step / 2 * v[i] for i in range(count)]
    return s
