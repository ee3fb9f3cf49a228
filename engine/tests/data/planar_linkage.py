"""Writes planar_linkage_double.csv and planar_linkage_triple.csv: chains of rigid links in a plane.

Every link is a free body with its own x, y and angle; the hinges are constraints, whose forces are found together with
the accelerations (Lagrange multipliers), so nothing of this is a formulation in joint angles. Integrated by SciPy's
DOP853 with rtol = atol = 1e-13; the hinges drift apart by less than 1e-9 m. Angles are those from the x axis.
"""

import numpy as np
from scipy.integrate import solve_ivp

GRAVITY = np.array([0.0, -9.81])


def turned(angle, vector):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]])


class Chain:
    def __init__(self, lengths, masses, inertias, centres, loads, damping, torques):
        self.n = len(lengths)
        self.lengths, self.masses, self.inertias = lengths, masses, inertias
        self.centres = [np.array(centre) for centre in centres]
        # (link, point in its axes, force as a function of time and of the point's velocity)
        self.loads, self.damping, self.torques = loads, damping, torques

    def arms(self, i):
        """From the centre of mass of a link to its two hinges, in its axes."""
        return -self.centres[i], np.array([self.lengths[i], 0.0]) - self.centres[i]

    def first(self, angles, rates):
        """Positions and velocities of the bodies, from angles of the links from x."""
        y = np.zeros(6 * self.n)
        hinge, velocity = np.zeros(2), np.zeros(2)
        for i in range(self.n):
            arm = turned(angles[i], self.centres[i])
            y[3 * i : 3 * i + 2] = hinge + arm
            y[3 * i + 2] = angles[i]
            v = 3 * self.n + 3 * i
            y[v : v + 2] = velocity + rates[i] * np.array([-arm[1], arm[0]])
            y[v + 2] = rates[i]
            along = turned(angles[i], [self.lengths[i], 0.0])
            hinge = hinge + along
            velocity = velocity + rates[i] * np.array([-along[1], along[0]])
        return y

    def derivative(self, t, y):
        n = self.n
        q, v = y[: 3 * n], y[3 * n :]
        mass = np.zeros((3 * n, 3 * n))
        force = np.zeros(3 * n)
        for i in range(n):
            mass[3 * i, 3 * i] = mass[3 * i + 1, 3 * i + 1] = self.masses[i]
            mass[3 * i + 2, 3 * i + 2] = self.inertias[i]
            force[3 * i : 3 * i + 2] = self.masses[i] * GRAVITY
            before = v[3 * (i - 1) + 2] if i > 0 else 0.0
            torque = self.torques[i](t) - self.damping[i] * (v[3 * i + 2] - before)
            force[3 * i + 2] += torque
            if i > 0:
                force[3 * (i - 1) + 2] -= torque
        for link, point, load in self.loads:
            arm = turned(q[3 * link + 2], np.array(point) - self.centres[link])
            velocity = v[3 * link : 3 * link + 2] + v[3 * link + 2] * np.array([-arm[1], arm[0]])
            f = load(t, velocity)
            force[3 * link : 3 * link + 2] += f
            force[3 * link + 2] += arm[0] * f[1] - arm[1] * f[0]
        # Hinge i: end of link i - 1 (or the origin) is the beginning of link i.
        rows = np.zeros((2 * n, 3 * n))
        right = np.zeros(2 * n)
        for i in range(n):
            for body, which, sign in ((i, 0, 1.0), (i - 1, 1, -1.0)):
                if body < 0:
                    continue
                arm = turned(q[3 * body + 2], self.arms(body)[which])
                rows[2 * i, 3 * body] = rows[2 * i + 1, 3 * body + 1] = sign
                rows[2 * i, 3 * body + 2] = -sign * arm[1]
                rows[2 * i + 1, 3 * body + 2] = sign * arm[0]
                right[2 * i : 2 * i + 2] += sign * v[3 * body + 2] ** 2 * arm
        matrix = np.block([[mass, rows.T], [rows, np.zeros((2 * n, 2 * n))]])
        return np.concatenate([v, np.linalg.solve(matrix, np.concatenate([force, right]))[: 3 * n]])

    def drift(self, y):
        q = y[: 3 * self.n]
        gaps, hinge = [], np.zeros(2)
        for i in range(self.n):
            inner, outer = self.arms(i)
            gaps.append(np.linalg.norm(q[3 * i : 3 * i + 2] + turned(q[3 * i + 2], inner) - hinge))
            hinge = q[3 * i : 3 * i + 2] + turned(q[3 * i + 2], outer)
        return max(gaps)

    def write(self, file, angles, rates, times):
        solution = solve_ivp(
            self.derivative, (0.0, times[-1]), self.first(angles, rates), "DOP853", times, rtol=1e-13, atol=1e-13
        )
        assert solution.success
        drift = max(self.drift(y) for y in solution.y.T)
        assert drift < 1e-9, drift
        with open(file, "w") as out:
            names = [f"angle{i + 1}" for i in range(self.n)] + [f"rate{i + 1}" for i in range(self.n)]
            out.write(",".join(["t", *names]) + "\n")
            for t, y in zip(times, solution.y.T):
                of_links = [y[3 * i + 2] for i in range(self.n)] + [y[3 * (self.n + i) + 2] for i in range(self.n)]
                out.write(",".join(f"{number:.15g}" for number in [t, *of_links]) + "\n")


def nothing(t):
    return 0.0


# Two point masses at the ends of massless rods, thrown high enough to turn over.
double = Chain([1.0, 0.7], [2.0, 1.5], [0.0, 0.0], [[1.0, 0.0], [0.7, 0.0]], [], [0.0, 0.0], [nothing, nothing])
double.write("planar_linkage_double.csv", [0.9, 2.0], [0.5, -1.0], np.linspace(0.0, 3.0, 61))

# Three bodies whose centres are beside their lines, with friction, drives, and forces at points.
triple = Chain(
    [1.2, 0.9, 0.5],
    [30.0, 12.0, 5.0],
    [4.0, 1.1, 0.3],
    [[0.5, 0.1], [0.3, -0.05], [0.4, 0.2]],
    [
        (0, [0.6, 0.25], lambda t, v: np.array([80.0, 150.0 * np.cos(2.0 * t)])),
        (2, [0.7, -0.1], lambda t, v: np.array([20.0 * np.sin(3.0 * t), 40.0]) - 15.0 * v),
    ],
    [20.0, 8.0, 2.0],
    [lambda t: 250.0 * np.sin(t), nothing, lambda t: 10.0 * np.cos(5.0 * t)],
)
triple.write("planar_linkage_triple.csv", [0.3, -0.4, 0.5], [0.2, 0.1, -2.0], np.linspace(0.0, 3.0, 61))
