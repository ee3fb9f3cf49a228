"""Writes servo_rack.csv: the motions of scenarios/servo_rack.xml, by SciPy.

The equations are written down here for the whole machine, and integrated with DOP853 at rtol 1e-12 from event to event:
where the brake sticks or slips, where the voltage meets its limit, and at the jumps. Steps are 0.5 ms at most. LSODA at
rtol 1e-11 gives the same to 1e-9 of full scale (`python servo_rack.py LSODA` prints by how much it differs).
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp

RESISTANCE, INDUCTANCE, CONSTANT = 1.0, 0.002, 0.1
ROTOR, PINION, CARRIAGE, TOOL, RADIUS = 4e-4, 1e-4, 5.0, 3.0, 0.02
KP, KI, KD, FILTER, TRACKING, LIMIT = 500.0, 1500.0, 25.0, 0.005, 0.05, 24.0
STATIC, SLIDING = 1.0, 0.7
JUMPS = [0.0, 0.1, 1.5, 2.2, 2.3, 3.0, 4.0]
CURRENT, ROTOR_ANGLE, ROTOR_SPEED, ANGLE, SPEED, POS, VEL, INTEGRAL, FILTERED = range(9)


def machine(start):
    """What holds from a jump to the next one: reference, power, push, whether the brake is applied."""
    return (0.1 if start >= 0.1 else 0.0, start < 1.5, -70.0 if start == 2.2 else 0.0, 1.5 <= start < 3.0)


def unlimited(x, reference):
    filtered_rate = (-RADIUS * x[ANGLE] - x[FILTERED]) / FILTER
    return KP * (reference - RADIUS * x[ANGLE]) + x[INTEGRAL] + KD * filtered_rate


def load(x):
    """Torque on the rotor, but for the brake."""
    shaft = 200.0 * (x[ANGLE] - x[ROTOR_ANGLE]) + 0.05 * (x[SPEED] - x[ROTOR_SPEED])
    return CONSTANT * x[CURRENT] + shaft


def rates(_, x, setting, slip, limited):
    reference, has_power, push, _ = setting
    v = unlimited(x, reference)
    out = v if limited == 0 else limited * LIMIT
    carriage, carriage_vel = RADIUS * x[ANGLE], RADIUS * x[SPEED]
    hold = 2e4 * (x[POS] - carriage) + 100.0 * (x[VEL] - carriage_vel)
    shaft = 200.0 * (x[ANGLE] - x[ROTOR_ANGLE]) + 0.05 * (x[SPEED] - x[ROTOR_SPEED])
    back = -200.0 * carriage - 10.0 * carriage_vel
    brake = 0.0 if slip is None else -slip * SLIDING
    return np.array([
        ((out if has_power else 0.0) - RESISTANCE * x[CURRENT] - CONSTANT * x[ROTOR_SPEED]) / INDUCTANCE,
        x[ROTOR_SPEED],
        0.0 if slip == 0 else (load(x) + brake) / ROTOR,
        x[SPEED],
        (-shaft + RADIUS * (hold + back)) / (PINION + CARRIAGE * RADIUS**2),
        x[VEL],
        (-hold + push) / TOOL,
        KI * (reference - carriage) + (out - v) / TRACKING,
        (-carriage - x[FILTERED]) / FILTER,
    ])


def slip_of(x, setting):
    if not setting[3]:
        return None
    if x[ROTOR_SPEED] != 0.0:
        return int(np.sign(x[ROTOR_SPEED]))
    return 0 if abs(load(x)) <= STATIC else int(np.sign(load(x)))


def limited_of(v):
    return int(np.sign(v)) if abs(v) > LIMIT else 0


def crossing(value, direction):
    def event(_, x, *__):
        return value(x)

    event.terminal, event.direction = True, direction
    return event


def integrate(method, rtol, times):
    x, rows, brakes = np.zeros(9), [], []
    for start, end in zip(JUMPS, JUMPS[1:]):
        setting, t = machine(start), start
        slip, limited = slip_of(x, setting), limited_of(unlimited(x, setting[0]))
        while t < end:
            voltage = [
                crossing(lambda x, side=side: side * unlimited(x, setting[0]) - LIMIT, 1 if limited == 0 else -1)
                for side in ([1, -1] if limited == 0 else [limited])
            ]
            brake = []
            if slip == 0:
                brake = [crossing(lambda x: abs(load(x)) - STATIC, 1)]
            elif slip is not None:
                brake = [crossing(lambda x: slip * x[ROTOR_SPEED], -1)]
            found = solve_ivp(rates, (t, end), x, method, args=(setting, slip, limited), rtol=rtol, atol=1e-14,
                              max_step=5e-4, dense_output=True,
                              events=voltage + brake)
            assert found.success, found.message
            inside = [time for time in times if t <= time < found.t[-1] or time == found.t[-1] == JUMPS[-1]]
            rows += [(time, found.sol(time)) for time in inside]
            t, x = found.t[-1], found.y[:, -1].copy()
            if found.status == 1:
                which = next(i for i, hit in enumerate(found.t_events) if len(hit))
                if which < len(voltage):
                    limited = 0 if limited else (1, -1)[which]
                elif slip == 0:
                    slip = int(np.sign(load(x)))
                    brakes.append(t)
                else:
                    x[ROTOR_SPEED] = 0.0
                    slip = slip_of(x, setting)
                    brakes.append(t)
    return rows, brakes


def main():
    times = [k / 50 for k in range(201)]
    rows, brakes = integrate("DOP853", 1e-12, times)
    columns = [CURRENT, ROTOR_ANGLE, ROTOR_SPEED, ANGLE, POS]
    table = np.array([[time, *x[columns]] for time, x in rows])
    if len(sys.argv) > 1:
        others, _ = integrate(sys.argv[1], 1e-11, times)
        other = np.array([[time, *x[columns]] for time, x in others])
        print(np.abs(table - other).max(axis=0) / np.abs(table).max(axis=0))
        return
    print("the brake changes at", brakes)
    with open(__file__.replace(".py", ".csv"), "w") as file:
        file.write("t,current,rotor_angle,rotor_speed,pinion_angle,tool_pos\n")
        for row in table:
            file.write(",".join(f"{value:.12g}" for value in row) + "\n")


if __name__ == "__main__":
    main()
