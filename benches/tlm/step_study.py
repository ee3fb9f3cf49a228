"""How far a circuit by transmission lines is from its differential equations, by the step.

    python3 benches/tlm/step_study.py PROGRAM

runs scenarios/position_servo_tlm.xml with PROGRAM (target/release/bowline) at steps from 1e-3 s to 1e-6 s, compares each
row with the same circuit as differential equations, which PROGRAM solves by BDF (scenarios/position_servo_oil.xml), prints the
table of docs/transmission_lines.md and draws docs/images/tlm_steps.svg. It also says how far BDF is from SciPy's solution of
these equations (engine/tests/data/tlm_position_servo.csv, by benches/actuators/scipy_solvers.py). It needs Python alone.
"""

import csv
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
STEPS = ["1e-3", "1e-4", "1e-5", "1e-6"]
COLUMNS = {"M.P2.x": "position", "M.P2.v": "velocity", "C.P1.p": "pressure in the cylinder"}
CONTINUOUS = {"M.P2.x": "M.Pos", "M.P2.v": "M.Vel", "C.P1.p": "C.p0"}
VARIANTS = {
    "as it is": [],
    "the sensor reads at once": ["S.Lag=0"],
    "and nothing is filtered": ["S.Lag=0", "W.alpha=0", "C.alpha=0"],
}


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def run(program, scenario, settings, folder):
    out = Path(folder, "rows.csv")
    more = [word for setting in settings for word in ("--set", setting)]
    subprocess.run([program, "run", ROOT / "scenarios" / scenario, "-q", "-o", out, *more], check=True)
    return rows_of(out)


def by_lines(program, step, settings, folder):
    own = [f"Engine:SampleTime={step}", "Engine:TOutput=0:0.02:2", f"Engine:FileOutput={','.join(COLUMNS)}"]
    return run(program, "position_servo_tlm.xml", settings + own, folder)


def by_equations(program, folder):
    """The continuous circuit, under the names of the other."""
    rows = run(program, "position_servo_oil.xml", [f"Engine:FileOutput={','.join(CONTINUOUS.values())}"], folder)
    return [{name: row[there] for name, there in CONTINUOUS.items()} for row in rows]


def error(rows, solution, column):
    """The largest difference, as a part of the largest number."""
    exact = [float(row[column]) for row in solution]
    found = [float(row[column]) for row in rows]
    assert len(found) == len(exact)
    return max(abs(a - b) for a, b in zip(found, exact)) / max(map(abs, exact))


def drawing(errors):
    """Errors over steps, both in powers of ten, with a line for the first order."""
    left, top, width, height = 60, 20, 420, 300
    lowest, highest = -7, -1
    x = lambda step: left + width * (math.log10(step) + 6.3) / 3.6
    y = lambda size: top + height * (highest - math.log10(size)) / (highest - lowest)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height + 70}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for power in range(lowest, highest + 1):
        at = y(10.0**power)
        parts.append(f'<line x1="{left}" y1="{at:.1f}" x2="{left + width}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">1e{power}</text>')
    for step in STEPS:
        at = x(float(step))
        parts.append(f'<line x1="{at:.1f}" y1="{top}" x2="{at:.1f}" y2="{top + height}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{top + height + 18}" text-anchor="middle">{step}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">step, s</text>')
    first, last = 1e-6, 1e-3
    parts.append(
        f'<line x1="{x(first):.1f}" y1="{y(first * 0.3):.1f}" x2="{x(last):.1f}" y2="{y(last * 0.3):.1f}" stroke="#888" '
        f'stroke-dasharray="4 4"/><text x="{left + width + 10}" y="{top + 152}" fill="#888">first order</text>'
    )
    colours, dashes = ["#1f77b4", "#d62728", "#2ca02c"], ["", "6 3", "2 3"]
    line = top + 12
    for (column, name), colour in zip(COLUMNS.items(), colours):
        for variant, dash in zip(VARIANTS, dashes):
            points = [(x(float(step)), y(errors[variant, column, step])) for step in STEPS]
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            style = f'stroke="{colour}" stroke-width="1.5" fill="none" stroke-dasharray="{dash}"'
            parts.append(f'<polyline points="{path}" {style}/>')
        parts.append(f'<text x="{left + width + 10}" y="{line}" fill="{colour}">{name}</text>')
        line += 18
    for variant, dash in zip(VARIANTS, dashes):
        start = left + width + 10
        parts.append(f'<line x1="{start}" y1="{line - 4}" x2="{start + 30}" y2="{line - 4}" stroke="black" stroke-dasharray="{dash}"/>')
        parts.append(f'<text x="{start + 36}" y="{line}">{variant}</text>')
        line += 18
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    errors = {}
    with tempfile.TemporaryDirectory() as folder:
        solution = by_equations(sys.argv[1], folder)
        for variant, settings in VARIANTS.items():
            for step in STEPS:
                rows = by_lines(sys.argv[1], step, settings, folder)
                errors.update({(variant, column, step): error(rows, solution, column) for column in COLUMNS})
    print("| | | " + " | ".join(f"{step} s" for step in STEPS) + " | order |")
    print("|---|---" + "|---" * len(STEPS) + "|---|")
    for column, name in COLUMNS.items():
        for variant in VARIANTS:
            sizes = [errors[variant, column, step] for step in STEPS]
            orders = [f"{math.log10(coarse / fine):.2f}" for coarse, fine in zip(sizes, sizes[1:])]
            cells = [name, variant, *(f"{size:.1e}" for size in sizes), " ".join(orders)]
            print("| " + " | ".join(cells) + " |")
    scipy = rows_of(ROOT / "engine/tests/data/tlm_position_servo.csv")
    print("from SciPy's solution:", {name: f"{error(solution, scipy, name):.1e}" for name in COLUMNS})
    (ROOT / "docs/images/tlm_steps.svg").write_text(drawing(errors))


main()
