"""The pump and the mass of Hopsan's tutorial on advanced components, stated again from its text, in random cases:
tlm_hopsan_tutorial_pump.csv and tlm_hopsan_tutorial_mass.csv. Run it in the folder of these files; it needs Python alone."""

import csv
import math
import random


def pump(eps, displacement, speed, leak, c1, z1, c2, z2, rule):
    ideal = displacement * eps * speed / (2.0 * math.pi)
    flow = lambda: (ideal + leak * (c1 - c2)) / ((z1 + z2) * leak + 1)
    q = flow()
    if rule == "Zero":  # the tutorial's
        p1, p2 = c1 - z1 * q, c2 + z2 * q
        if p1 < 0.0:
            c1 = z1 = 0.0
        if p2 < 0.0:
            c2 = z2 = 0.0
        if p1 < 0.0 or p2 < 0.0:
            q = flow()
    else:  # today's Hopsan
        if z2 > 0.0:
            q = max(q, -c2 / z2)
        if z1 > 0.0:
            q = min(q, c1 / z1)
    return q, c1 - z1 * q, c2 + z2 * q


class Mass:
    """v2 = (c1 - c2) / (m s + B + Z1 + Z2) by the bilinear transform, x2 its integral."""

    def __init__(self, step, mass, damping, lower, upper, x, v, u, remembers):
        self.step, self.mass, self.damping, self.limits = step, mass, damping, (lower, upper)
        self.x, self.v, self.u = x, v, u
        # Whether the filter begins again with the force of the tick at a stop, as in the tutorial, or with none.
        self.remembers = remembers

    def update(self, c1, z1, c2, z2):
        u, d = c1 - c2, self.damping + z1 + z2
        t, m = self.step, self.mass
        v = (t * (u + self.u) - (d * t - 2 * m) * self.v) / (d * t + 2 * m)
        x = self.x + t / 2 * (v + self.v)
        self.u = u
        lower, upper = self.limits
        if x < lower or x > upper:
            x, v = (lower if x < lower else upper), 0.0
            if not self.remembers:
                self.u = 0.0
        self.x, self.v = x, v
        return x, v, c1 - z1 * v, c2 + z2 * v


def pumps(random):
    counts = {False: 0, True: 0}
    while min(counts.values()) < 10:
        case = [
            random.uniform(0, 1), random.uniform(1e-5, 2e-4), random.uniform(-300, 300), random.choice([0, 1e-12, 1e-11]),
            random.uniform(1e5, 5e6), random.uniform(1e8, 5e9), random.uniform(1e5, 3e7), random.uniform(1e8, 5e9),
        ]
        case = [float("%.4g" % number) for number in case]
        _, p1, p2 = pump(*case, "Limit")
        parts = min(p1, p2) <= 0.0 or pump(*case, "Zero") != pump(*case, "Limit")
        if counts[parts] < 10:
            counts[parts] += 1
            yield case + list(pump(*case, "Zero")) + list(pump(*case, "Limit"))


def masses(random):
    step = 1e-3
    for number in range(20):
        moves = number % 2 == 1
        mass, damping = random.uniform(0.5, 50), random.uniform(0, 100)
        z1, z2 = (0.0, 0.0) if moves else (random.uniform(0, 1e3), random.uniform(0, 1e3))
        bias, amplitude, frequency = random.uniform(-100, 100), random.uniform(100, 2e3), random.uniform(2, 20)
        c2 = random.uniform(-50, 50)
        v = random.uniform(-1, 1) if moves else 0.0
        # The latter ten meet their limits.
        reach = 10.0 if number < 10 else random.uniform(1e-4, 1e-2)
        case = [mass, damping, z1, z2, bias, amplitude, frequency, c2, v, -reach, reach]
        case = [float("%.4g" % number) for number in case]
        mass, damping, z1, z2, bias, amplitude, frequency, c2, v, lower, upper = case
        c1 = lambda k: bias + amplitude * math.sin(2 * math.pi * frequency * k * step)
        ends = []
        for remembers in (True, False):
            body = Mass(step, mass, damping, lower, upper, 0.0, v, c1(0) - c2, remembers)
            for k in range(1, 301):
                end = body.update(c1(k), z1, c2, z2)
            ends += end
        yield case + ends


def write(name, header, rows):
    with open(name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header.split())
        writer.writerows([repr(float(number)) for number in row] for row in rows)


write(
    "tlm_hopsan_tutorial_pump.csv",
    "eps D_p w_p C_leak c1 Zc1 c2 Zc2 q_zero p1_zero p2_zero q_limit p1_limit p2_limit",
    pumps(random.Random(14)),
)
write(
    "tlm_hopsan_tutorial_mass.csv",
    "m B Zc1 Zc2 Bias Amplitude Frequency c2 v x_min x_max x_tutorial v_tutorial f1_tutorial f2_tutorial x v f1 f2",
    masses(random.Random(15)),
)
