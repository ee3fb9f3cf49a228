"""Random small models of equal parts, whose events coincide, against exact results.

    python3 tests/coincidences --seeds 200 --program target/debug/bowline

README.md, beside this, says what it does.
"""

import argparse
import importlib
import os
import random
import sys
import tempfile
import time
import traceback
from multiprocessing import Pool
from pathlib import Path

from beside import beside
from method import METHODS
from program import Program

# Some models begin there, s.
STARTS = (-3.0, 100.0, 86400.0, 1e6)
GENERATORS = ("balls", "ropes", "relays", "latches", "limits", "dips", "jumps", "restarts")


def arguments():
    parser = argparse.ArgumentParser(prog="coincidences", description=__doc__.splitlines()[0])
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--seeds", type=int, help="so many models in all, of the generators in turn (200)")
    amount.add_argument("--models", type=int, help="so many models of each generator")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--generator", help="only these, with commas: " + ", ".join(GENERATORS))
    parser.add_argument("--method", help="only methods of these names, with commas")
    parser.add_argument("--program", default="target/debug/bowline", help="the program (target/debug/bowline)")
    parser.add_argument("--failures", default="target/coincidences", help="folder for scenarios that failed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (as many as cores)")
    parser.add_argument("--show", type=int, default=20, help="so many failures are told (20)")
    return parser.parse_args()


def chosen(names, all_names, what):
    names = names.split(",") if names else list(all_names)
    for name in names:
        if name not in all_names:
            sys.exit(f"no {what} `{name}`: write {', '.join(all_names)}")
    return names


def model_of(generator, seed):
    source = random.Random(f"{generator} {seed}")
    attempt = importlib.import_module(generator).attempt
    model = None
    while model is None:
        model = attempt(source)
    beside(model, source)
    if model.can_move and source.random() < 0.2:
        model.begin_at(source.choice(STARTS))
    return model


def case(generator, seed, methods, program):
    """Runs a model by all methods: how many passed, and [(what, scenario, faults)]."""
    model = model_of(generator, seed)
    passed, failed = 0, []
    with tempfile.TemporaryDirectory(prefix="coincidences-") as folder:
        for method in METHODS:
            if method.name not in methods or method.order < model.order:
                continue
            try:
                found = model.faults(Program(program, Path(folder)), method)
            except Exception:  # What the program wrote could not be read.
                found = [traceback.format_exc()]
            if found:
                failed.append((generator, seed, method, model.scenario(method), found))
            else:
                passed += 1
    return passed, failed


def one(job):
    return case(*job)


def report(failure, folder):
    generator, seed, method, scenario, faults = failure
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"{generator}-{seed}-{method.file_name}"
    words = f"{generator}, seed {seed}, {method.label}:\n" + "\n".join("  " + fault for fault in faults[:8])
    stem.with_suffix(".xml").write_text(scenario)
    stem.with_suffix(".txt").write_text(words + "\n")
    return f"{words}\n  {stem}.xml"


def main():
    options = arguments()
    generators = chosen(options.generator, GENERATORS, "generator")
    methods = chosen(options.method, list(dict.fromkeys(m.name for m in METHODS)), "method")
    program = str(Path(options.program).resolve())
    if not Path(program).exists():
        sys.exit(f"no program at {program}: cargo build")
    each = options.models
    count = each * len(generators) if each is not None else options.seeds or 200
    jobs = [
        (generators[i % len(generators)], options.first + i // len(generators), methods, program) for i in range(count)
    ]
    began, passed, failures, by_generator = time.monotonic(), 0, 0, dict.fromkeys(generators, (0, 0))
    with Pool(options.jobs) as pool:
        for (generator, *_), (good, bad) in zip(jobs, pool.imap(one, jobs)):
            for failure in bad:
                words = report(failure, Path(options.failures))
                if failures < options.show:
                    print(words, flush=True)
                failures += 1
            passed += good
            before = by_generator[generator]
            by_generator[generator] = (before[0] + good, before[1] + len(bad))
    for generator, (good, bad) in by_generator.items():
        print(f"{generator}: {good} passed, {bad} failed")
    print(f"{count} models in {time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
