"""The scenarios of the hydraulic actuators, solved by SciPy's stiff integrators.

    python3 scipy_solvers.py SCENARIO METHOD TOLERANCE [ROUNDS]
    python3 scipy_solvers.py SCENARIO METHOD TOLERANCE --rows

SCENARIO is actuator_mass, actuator_arm, excavator or position_servo_tlm; METHOD one of SciPy's
(Radau, BDF, LSODA, DOP853...). The equations are written down here from the
physics, in coordinates of their own: absolute angles and generalised forces by
virtual work. Nothing is read from the scenario files.

SciPy knows no times at which inputs jump or bend: it is started anew at each of
them. Its count of evaluations leaves out those for Jacobians; all are counted
here. Absolute tolerances are TOLERANCE times the nominal value of each state.

Prints one line of JSON: steps, evaluations, jacobians, the least wall time of
ROUNDS solutions, s, and the final state by the names of the scenario's signals.
With --rows, the states at a hundred times as CSV: the data of a test.
"""

import json
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp


def signed_root(difference, transition):
    """x / (x^2 + d^2)^(1/4): the root of a pressure difference, smooth at 0."""
    if transition == 0.0:
        return np.copysign(np.sqrt(abs(difference)), difference)
    return difference / (difference * difference + transition * transition) ** 0.25


class Cylinder:
    """A double-acting cylinder whose chambers hold oil of a bulk modulus; what is around it acts on its rod."""

    def __init__(
        self, offset, stroke, areas, hoses, oil, damping, cylinder=0.0, hose=0.0, follows_volume=False, ambient=0.0
    ):
        self.offset, self.stroke, self.areas, self.hoses, self.ambient = offset, stroke, areas, hoses, ambient
        self.oil, self.damping, self.follows_volume = oil, damping, follows_volume
        self.per_cylinder = 1.0 / cylinder if cylinder else 0.0
        self.per_hose = 1.0 / hose if hose else 0.0

    def stiffness(self, length):
        """Bulk modulus over volume of both chambers, Pa/m^3."""
        if not self.follows_volume:
            return [self.oil / hose for hose in self.hoses]
        stroke = length - self.offset
        swept = self.areas[0] * stroke, self.areas[1] * (self.stroke - stroke)
        result = []
        for hose, inside in zip(self.hoses, swept):
            volume = hose + inside
            modulus = 1.0 / (1.0 / self.oil + inside / volume * self.per_cylinder + hose / volume * self.per_hose)
            result.append(modulus / volume)
        return result

    def pull(self, p0, p1, speed):
        """Tension, N."""
        return (self.ambient - p0) * self.areas[0] - (self.ambient - p1) * self.areas[1] + self.damping * speed

    def rates(self, length, speed, flows):
        """Of both pressures, Pa/s."""
        k0, k1 = self.stiffness(length)
        return k0 * (flows[0] - self.areas[0] * speed), k1 * (flows[1] + self.areas[1] * speed)


def switched(opening, pressure, supply, tank, transition):
    """Flow through an opening to the supply (above 0) or the tank, without its factor."""
    difference = supply - pressure if opening >= 0.0 else pressure - tank
    return opening * signed_root(difference, transition)


class ActuatorMass:
    """A load of 200 kg on a cylinder, along x; valves that switch."""

    end = 1.0
    breaks = [0.05, 0.35, 0.5, 0.7, 0.8, 0.9]
    openings = [(0, 0), (0.3, -0.3), (0, 0), (-0.25, 0.25), (0.1, -0.1), (0.2, 0.05), (0, 0)]
    names = ["M.Pos[0]", "M.Vel[0]", "A.p0", "A.p1"]
    start = [0.55, 0.0, 6.4e6, 4e6]
    nominal = [1.0, 1.0, 1e6, 1e6]
    cylinder = Cylinder(0.5, 0.4, (0.002, 0.0012), (2e-4, 2e-4), 1.4e9, 20000.0, 2e10, 5e8, True)

    def rates(self, t, x, part):
        position, speed, p0, p1 = x
        flows = [3.5e-7 * switched(opening, p, 16e6, 1e5, 1000.0) for opening, p in zip(self.openings[part], (p0, p1))]
        acceleration = (-8000.0 - self.cylinder.pull(p0, p1, speed)) / 200.0
        return [speed, acceleration, *self.cylinder.rates(position, speed, flows)]


class ActuatorArm:
    """A hinged arm that a cylinder lifts, whose valves follow the arm's way."""

    end = 0.4
    breaks = [1.0 / 3.0]  # the set point begins to move where 1 - cos(pi t) exceeds 0.5
    names = ["Arm.Angle", "Arm.AngVel", "A.p0", "A.p1"]
    start = [0.0, 0.0, 2e6, 2e6]
    nominal = [1.0, 1.0, 1e6, 1e6]
    rest = 0.25 * np.sqrt(2.0)
    cylinder = Cylinder(rest, 0.5 * rest, (0.01, 0.01), (1.0, 1.0), 1e11, 2e5)

    def rates(self, t, x, part):
        angle, speed, p0, p1 = x
        # From (0, -1/4) to a quarter of a metre along the arm: the law of cosines.
        length = np.sqrt(0.125 * (1.0 + np.sin(angle)))
        per_angle = 0.0625 * np.cos(angle) / length
        stretching = per_angle * speed
        way = 0.0 if part == 0 else 0.1 * (min(1.0 - np.cos(np.pi * t), 1.5) - 0.5)
        opening = 2.0 * (self.rest + way - length)
        flows = [
            2e-5 * switched(one, p, 2e7, 0.0, ActuatorArm.transition)
            for one, p in ((opening, p0), (-opening, p1))
        ]
        torque = -self.cylinder.pull(p0, p1, stretching) * per_angle - 120.0 * 9.81 * 0.5 * np.cos(angle)
        return [speed, torque / (10.0 + 120.0 * 0.25), *self.cylinder.rates(length, stretching, flows)]

    transition = 1000.0


class Valve43:
    """The metering edges of a proportional valve whose spool is at a place."""

    def __init__(self, nominal_flow, drop, dead_band, scales, transition=1000.0):
        self.per_root = nominal_flow / signed_root(drop, transition)
        self.dead_band, self.scales, self.transition = dead_band, scales, transition

    def flows(self, spool, p, t, a, b):
        """Into what is at P, T, A and B."""
        opening = min(max((abs(spool) - self.dead_band) / (1.0 - self.dead_band), 0.0), 1.0)
        edge = lambda name, drop: opening * self.scales[name] * self.per_root * signed_root(drop, self.transition)
        if spool > 0.0:
            inflow, outflow = edge("PA", p - a), edge("BT", b - t)
            return -inflow, outflow, inflow, -outflow
        inflow, outflow = edge("PB", p - b), edge("AT", a - t)
        return -inflow, outflow, -outflow, inflow


class Excavator:
    """Boom and stick on two cylinders; pump with pressure control, relief valve, two proportional valves.

    In the absolute angles of both links, by d'Alembert's principle.
    """

    end = 10.0
    boom_table = ([0.5, 0.9, 2.0, 2.4, 5.5, 5.9, 7.0, 7.4], [0.0, 0.3, 0.3, 0.0, 0.0, -0.2, -0.2, 0.0])
    stick_table = ([1.2, 1.6, 2.8, 3.2, 7.5, 7.9, 9.0, 9.4], [0.0, 0.3, 0.3, 0.0, 0.0, -0.3, -0.3, 0.0])
    load_table = ([4.0, 4.6, 8.0, 8.3], [0.0, 15000.0, 15000.0, 0.0])
    breaks = sorted(set(boom_table[0] + stick_table[0] + load_table[0]))
    names = [
        "Arm.Angle[0]", "Arm.Angle[1]", "Arm.AngVel[0]", "Arm.AngVel[1]",
        "Boom.p0", "Boom.p1", "Stick.p0", "Stick.p1", "Line.Pressure", "Pump.Setting", "Relief.PoppetPos",
        "BoomValve.SpoolPos", "BoomValve.SpoolVel", "StickValve.SpoolPos", "StickValve.SpoolVel",
    ]  # fmt: skip
    boom_areas = (0.0226, 0.0113)
    stick_areas = (0.0143, 0.0072)
    length = 5.7
    masses = (1900.0, 1700.0)
    inertias = (5200.0, 3840.0)
    centres = (np.array([2.8, 0.35]), np.array([1.93, -0.02]))
    on_frame = np.array([0.55, -0.45])
    boom_end = np.array([2.6, 0.75])
    stick_base = np.array([3.0, 0.95])
    stick_end = np.array([-0.75, 0.3])
    bucket = np.array([3.4, -0.2])
    damping = 2000.0
    boom = Cylinder(1.75, 1.3, boom_areas, (2e-3, 2e-3), 1.4e9, 5e4, follows_volume=True, ambient=101325.0)
    stick = Cylinder(1.95, 1.6, stick_areas, (2e-3, 2e-3), 1.4e9, 5e4, follows_volume=True, ambient=101325.0)
    boom_valve = Valve43(2.5e-3, 5e5, 0.05, {"PA": 1.0, "PB": 0.25, "AT": 0.6, "BT": 1.0})
    stick_valve = Valve43(2.5e-3, 5e5, 0.05, {"PA": 1.0, "PB": 1.0, "AT": 1.0, "BT": 0.6})
    spool = (2.0 * np.pi * 15.0, 0.8)
    displacement, speed, leakage = 3.2e-5, 188.5, 2e-12
    setting, control_range, pump_time = 25e6, 2e6, 0.05
    crack, full, relief_flow, relief_time = 28e6, 31e6, 6e-3, 0.01
    check = (5e3, 5e4, 5e-3)
    line_volume = 0.01
    tank = 101325.0

    # Where nothing moves: angles and one pressure of each cylinder are chosen.
    angles = (0.45, -1.3)
    boom_p1, stick_p0 = 1e6, 1e6

    def __init__(self):
        a1, a2 = self.angles[0], sum(self.angles)
        moments = self.weight_moments(a1, a2)
        (_, (boom_a1, _)), (_, (stick_a1, stick_a2)) = self.lengths(a1, a2)
        # Tensions that hold both links.
        stick = moments[1] / stick_a2
        boom = (moments[0] - stick * stick_a1) / boom_a1
        boom_p0 = ((self.boom_p1 - self.tank) * self.boom_areas[1] - boom) / self.boom_areas[0] + self.tank
        stick_p1 = (stick + (self.stick_p0 - self.tank) * self.stick_areas[0]) / self.stick_areas[1] + self.tank
        # The pump gives what leaks.
        per_pressure = self.displacement * self.speed / self.control_range
        line = (per_pressure * (self.setting + self.control_range) + self.leakage * self.tank) / (
            per_pressure + self.leakage
        )
        setting = (self.setting + self.control_range - line) / self.control_range
        self.start = [
            *self.angles, 0.0, 0.0, boom_p0, self.boom_p1, self.stick_p0, stick_p1, line, setting, 0.0, 0.0, 0.0, 0.0, 0.0
        ]  # fmt: skip
        self.nominal = [1.0, 1.0, 1.0, 1.0, 1e6, 1e6, 1e6, 1e6, 1e5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]

    @staticmethod
    def turned(place, angle):
        """A place on a link in the plane, and its derivative by the link's angle."""
        cos, sin = np.cos(angle), np.sin(angle)
        x, y = place
        return np.array([cos * x - sin * y, sin * x + cos * y]), np.array([-sin * x - cos * y, cos * x - sin * y])

    def lengths(self, a1, a2):
        """Of both cylinders, with their derivatives by the angles."""
        boom, by_1 = self.turned(self.boom_end, a1)
        way = boom - self.on_frame
        boom_length = np.linalg.norm(way)
        hinge, hinge_by_1 = self.turned((self.length, 0.0), a1)
        base, base_by_1 = self.turned(self.stick_base, a1)
        end, end_by_2 = self.turned(self.stick_end, a2)
        along = hinge + end - base
        stick_length = np.linalg.norm(along)
        return (boom_length, (way @ by_1 / boom_length, 0.0)), (
            stick_length,
            (along @ (hinge_by_1 - base_by_1) / stick_length, along @ end_by_2 / stick_length),
        )

    def weight_moments(self, a1, a2, load=0.0):
        """Generalised forces of weight and load on both angles."""
        _, centre_1 = self.turned(self.centres[0], a1)
        _, hinge = self.turned((self.length, 0.0), a1)
        _, centre_2 = self.turned(self.centres[1], a2)
        _, bucket = self.turned(self.bucket, a2)
        m1, m2 = self.masses
        return (
            -9.81 * (m1 * centre_1[1] + m2 * hinge[1]) - load * hinge[1],
            -9.81 * m2 * centre_2[1] - load * bucket[1],
        )

    def rates(self, t, x, part):
        q1, q2, u1, u2, b0, b1, s0, s1, line, setting, poppet, boom_pos, boom_vel, stick_pos, stick_vel = x
        a1, a2, w1, w2 = q1, q1 + q2, u1, u1 + u2
        (boom_length, boom_by), (stick_length, stick_by) = self.lengths(a1, a2)
        boom_speed = boom_by[0] * w1
        stick_speed = stick_by[0] * w1 + stick_by[1] * w2
        boom_pull = self.boom.pull(b0, b1, boom_speed)
        stick_pull = self.stick.pull(s0, s1, stick_speed)

        load = np.interp(t, *self.load_table)
        weight = self.weight_moments(a1, a2, load)
        friction = self.damping * u1, self.damping * u2
        torque_1 = weight[0] - boom_pull * boom_by[0] - stick_pull * stick_by[0] - friction[0] + friction[1]
        torque_2 = weight[1] - stick_pull * stick_by[1] - friction[1]
        (m1, m2), (i1, i2), (c1, c2) = self.masses, self.inertias, self.centres
        hinge, hinge_by_1 = self.turned((self.length, 0.0), a1)
        centre, centre_by_2 = self.turned(c2, a2)
        m11 = i1 + m1 * (c1 @ c1) + m2 * self.length**2
        m22 = i2 + m2 * (c2 @ c2)
        m12 = m2 * (hinge_by_1 @ centre_by_2)
        right_1 = torque_1 + m2 * (centre @ hinge_by_1) * w2**2
        right_2 = torque_2 + m2 * (hinge @ centre_by_2) * w1**2
        determinant = m11 * m22 - m12 * m12
        e1 = (m22 * right_1 - m12 * right_2) / determinant
        e2 = (m11 * right_2 - m12 * right_1) / determinant

        of_boom = self.boom_valve.flows(boom_pos, line, self.tank, b0, b1)
        of_stick = self.stick_valve.flows(stick_pos, line, self.tank, s0, s1)
        into_boom = [flow + self.made_up(p) for flow, p in zip(of_boom[2:], (b0, b1))]
        into_stick = [flow + self.made_up(p) for flow, p in zip(of_stick[2:], (s0, s1))]
        pump = setting * self.displacement * self.speed - self.leakage * (line - self.tank)
        over = line - self.tank
        relief = poppet * self.relief_flow * signed_root(over, 1000.0) / signed_root(self.full, 1000.0)
        into_line = pump - relief + of_boom[0] + of_stick[0]
        wanted = np.clip((self.setting + self.control_range - line) / self.control_range, 0.0, 1.0)
        opening = np.clip((over - self.crack) / (self.full - self.crack), 0.0, 1.0)
        w, d = self.spool
        spool = lambda command, pos, vel: w * (w * (command - pos) - 2.0 * d * vel)
        return [
            u1, u2, e1, e2 - e1,
            *self.boom.rates(boom_length, boom_speed, into_boom),
            *self.stick.rates(stick_length, stick_speed, into_stick),
            self.bulk_modulus(line) / self.line_volume * into_line,
            (wanted - setting) / self.pump_time,
            (opening - poppet) / self.relief_time,
            boom_vel, spool(np.interp(t, *self.boom_table), boom_pos, boom_vel),
            stick_vel, spool(np.interp(t, *self.stick_table), stick_pos, stick_vel),
        ]  # fmt: skip

    def made_up(self, pressure):
        """What a check valve lets flow from the tank into a chamber whose pressure is low."""
        crack, full, flow = self.check
        over = self.tank - pressure
        opening = np.clip((over - crack) / (full - crack), 0.0, 1.0)
        return opening * flow * signed_root(over, 1000.0) / signed_root(full, 1000.0)

    @staticmethod
    def bulk_modulus(pressure):
        """Of oil with half a per cent of air."""
        atmosphere, share, stiffness, index = 101325.0, 0.005, 1.5e9, 1.4
        liquid = (1.0 - share) * np.exp(-(pressure - atmosphere) / stiffness)
        air = share * (atmosphere / pressure) ** (1.0 / index)
        return (liquid + air) / (liquid / stiffness + air / (index * pressure))


class PositionServo:
    """A cylinder with 100 kg under PI control, on a valve, a volume and a gap to the supply; a force from 1 s on."""

    end = 2.0
    breaks = [1.0]
    names = ["W.P2.p", "C.P1.p", "C.P2.p", "M.P2.x", "M.P2.v", "V.xv", "V.SpoolVel", "K.Integral"]
    start = [1.5e7, 5e6, 5e6, 0.5, 0.0, 0.0, 0.0, 0.0]
    nominal = [1e7, 1e7, 1e7, 1.0, 1.0, 1e-3, 1e-1, 1e-3]
    modulus, area, dead, stroke = 1e9, 1e-3, 3e-4, 1.0
    per_opening = 0.67 * np.pi * 0.01 * np.sqrt(2.0 / 870.0)

    def edge(self, way, above, below):
        return self.per_opening * max(way + 1e-6, 0.0) * signed_root(above - below, 0.0)

    def rates(self, t, x, part):
        supply, p1, p2, position, speed, spool, spool_speed, integral = x
        tank = 1e5
        into_a, out_of_b = self.edge(spool, supply, p1), self.edge(spool, p2, tank)
        into_b, out_of_a = self.edge(-spool, supply, p2), self.edge(-spool, p1, tank)
        leakage = 1e-11 * (p1 - p2)
        load = [0.0, 2000.0][part]
        error = 0.5 + 0.2 * np.sin(np.pi * t) - position
        wanted = np.clip(0.01 * error + integral, -0.01, 0.01)
        return [
            self.modulus / 1e-3 * (1e-8 * (1.5e7 - supply) - into_a - into_b),
            self.modulus / (self.dead + self.area * position) * (into_a - out_of_a - leakage - self.area * speed),
            self.modulus / (self.dead + self.area * (self.stroke - position))
            * (into_b - out_of_b + leakage + self.area * speed),
            speed,
            (self.area * (p1 - p2) - 1010.0 * speed - load) / 100.0,
            spool_speed,
            1e4 * (wanted - spool) - 200.0 * spool_speed,
            0.02 * error,
        ]  # fmt: skip


SCENARIOS = {
    "actuator_mass": ActuatorMass,
    "actuator_arm": ActuatorArm,
    "excavator": Excavator,
    "position_servo_tlm": PositionServo,
}


def solve(scenario, method, tolerance, rows=None):
    """From the start to the end, anew at each break; rows, if given, gets the states at a hundred times."""
    evaluations = steps = jacobians = 0
    x = np.array(scenario.start, dtype=float)
    bounds = [0.0, *scenario.breaks, scenario.end]
    times = scenario.end * np.arange(101) / 100
    for part, (begin, end) in enumerate(zip(bounds, bounds[1:])):

        def rates(t, x, part=part):
            nonlocal evaluations
            evaluations += 1
            return scenario.rates(t, x, part)

        solution = solve_ivp(
            rates, (begin, end), x, method=method, rtol=tolerance, atol=tolerance * np.array(scenario.nominal),
            dense_output=rows is not None,
        )  # fmt: skip
        if not solution.success:
            raise SystemExit(solution.message)
        x = solution.y[:, -1]
        steps += len(solution.t) - 1
        jacobians += solution.njev
        if rows is not None:
            inside = [t for t in times if begin <= t < end or t == end == scenario.end]
            rows.extend((t, *solution.sol(t)) for t in inside)
    return x, steps, evaluations, jacobians


def eigenvalues(scenario):
    """Of the rates at the start, by differences of the fourth order, states in their nominal values."""
    x = np.array(scenario.start, dtype=float)
    sizes = np.maximum(np.abs(x), scenario.nominal)
    matrix = np.zeros((len(x), len(x)))
    for column, size in enumerate(sizes):
        step = np.zeros(len(x))
        step[column] = 1e-4 * size
        slope = lambda k: (
            np.array(scenario.rates(0.0, x + k * step, 0)) - np.array(scenario.rates(0.0, x - k * step, 0))
        ) / (2e-4 * k)
        matrix[:, column] = (4.0 * slope(1) - slope(2)) / 3.0 / sizes
    return sorted(np.linalg.eigvals(matrix), key=lambda value: (-value.real, abs(value.imag)))


def main():
    name, method, tolerance, *rest = sys.argv[1:]
    scenario = SCENARIOS[name]()
    if rest == ["--eigenvalues"]:
        for value in eigenvalues(scenario):
            print(f"{value:.12g}")
        return
    if rest == ["--rows"]:
        rows = []
        solve(scenario, method, float(tolerance), rows)
        print(",".join(["t", *scenario.names]))
        for row in rows:
            print(",".join(f"{value:.12g}" for value in row))
        return
    seconds = np.inf
    for _ in range(int(rest[0]) if rest else 1):
        begin = time.perf_counter()
        x, steps, evaluations, jacobians = solve(scenario, method, float(tolerance))
        seconds = min(seconds, time.perf_counter() - begin)
    print(
        json.dumps(
            {
                "steps": steps,
                "evaluations": evaluations,
                "jacobians": jacobians,
                "seconds": seconds,
                "final": dict(zip(scenario.names, x.tolist())),
            }
        )
    )


if __name__ == "__main__":
    main()
