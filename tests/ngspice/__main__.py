"""Circuits of terminals against ngspice.

    python3 tests/ngspice --program target/debug/bowline

README.md in this folder describes it.
"""

import argparse
import subprocess
import sys
import tempfile
from bisect import bisect_left
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

HERE = Path(__file__).parent
# A circuit takes a few seconds.
TIMEOUT_S = 300
OPTIONS = ".options reltol=1e-6 abstol=1e-12 vntol=1e-9 chgtol=1e-18 gmin=1e-12 method=trap\n"


def arguments():
    parser = argparse.ArgumentParser(prog="ngspice", description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="target/debug/bowline", help="the program (target/debug/bowline)")
    parser.add_argument("--library", action="append", default=[], help="a library that takes the place of a built-in one")
    parser.add_argument("--circuit", help="only these, with commas: names of .cir files")
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="processes (as many as cores)")
    return parser.parse_args()


def compared(circuit):
    """(vector of ngspice, column of Bowline) of each line `* compare`, and how much they may differ."""
    for line in circuit.splitlines():
        words = line.split()
        if words[:2] == ["*", "compare"]:
            at = words.index("within")
            return [tuple(word.split("=")) for word in words[2:at]], float(words[at + 1])
    raise ValueError("there is no line `* compare`")


def call(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode != 0:
        last_lines = "\n    ".join((done.stderr.strip() or done.stdout.strip()).splitlines()[-12:])
        raise RuntimeError(f"{Path(command[0]).name}: exit status {done.returncode}: {last_lines}")
    return done


def of_ngspice(name, circuit, vectors, folder):
    """Times, and the values of each vector."""
    commands = f".control\nset wr_singlescale\noption numdgt=15\nrun\nwrdata {name}.data {' '.join(vectors)}\nquit 0\n.endc\n"
    (folder / f"{name}.cir").write_text(circuit.replace("\n.end\n", f"\n{OPTIONS}{commands}.end\n"))
    done = call(["ngspice", "-b", f"{name}.cir"], folder)
    data = folder / f"{name}.data"
    if not data.exists():
        raise RuntimeError("ngspice: " + "\n    ".join((done.stdout + done.stderr).strip().splitlines()[-12:]))
    rows = [[float(word) for word in line.split()] for line in data.read_text().splitlines()]
    columns = list(zip(*rows))
    return columns[0], columns[1:]


def of_bowline(name, program, libraries, folder):
    command = [program, "run", str(HERE / f"{name}.xml"), "--quiet", "-o", "-"]
    for library in libraries:
        command += ["--library", str(Path(library).resolve())]
    lines = [line.split(",") for line in call(command, folder).stdout.splitlines()]
    columns = [[float(cell) for cell in column] for column in zip(*lines[1:])]
    return dict(zip(lines[0], columns))


def between(times, values, time):
    """The value of a time, on a parabola through three points."""
    at = min(max(bisect_left(times, time), 1), len(times) - 2)
    # The two neighbours, and the nearer one beside them.
    first = at - 1 if at + 1 >= len(times) or time - times[at - 1] > times[at] - time else max(at - 2, 0)
    (a, b, c), (x, y, z) = times[first : first + 3], values[first : first + 3]
    if min(b - a, c - b) <= 0:
        return y
    slope, other = (y - x) / (b - a), (z - y) / (c - b)
    return x + (time - a) * (slope + (time - b) * (other - slope) / (c - a))


def compare(name, options, folder):
    """A line for each signal, and whether all is as ngspice has it."""
    circuit = (HERE / f"{name}.cir").read_text()
    pairs, allowed = compared(circuit)
    times, vectors = of_ngspice(name, circuit, [vector for vector, _ in pairs], folder)
    table = of_bowline(name, str(Path(options.program).resolve()), options.library, folder)
    lines, is_good = [], True
    for (vector, column), values in zip(pairs, vectors):
        expected = [between(times, values, time) for time in table["Time"]]
        size = max(map(abs, expected))
        worst, time = max((abs(is_ - should), t) for is_, should, t in zip(table[column], expected, table["Time"]))
        verdict = "" if worst <= allowed * size else f"  WRONG: more than {allowed:g}"
        is_good &= not verdict
        lines.append(f"{name:12} {column:10} {vector:8} {worst / size:8.1e} of {size:.4g}, at {time:.6g} s{verdict}")
    return lines, is_good


def main():
    options = arguments()
    names = sorted(path.stem for path in HERE.glob("*.cir"))
    if options.circuit:
        names = options.circuit.split(",")
    failed = 0

    def attempt(name):
        try:
            return compare(name, options, folder)
        except (OSError, RuntimeError, ValueError, KeyError, subprocess.TimeoutExpired) as wrong:
            return [f"{name}: {wrong!r}" if not isinstance(wrong, RuntimeError) else f"{name}: {wrong}"], False

    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = Path(temporary)
        for lines, is_good in pool.map(attempt, names):
            print("\n".join(lines), flush=True)
            failed += not is_good
    print(f"{len(names) - failed} circuits agree, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
