"""Random small models of equal parts, whose events coincide, against exact results.

    python3 tests/coincidences --seeds 200 --program target/debug/bowline

README.md in this folder describes it.
"""

import argparse
import importlib
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

from beside import beside
from method import METHODS, Method
from profile import Undecided
from program import Program

GENERATORS = ("balls", "ropes", "relays", "latches", "limits", "dips", "jumps", "restarts")
# Some models begin at one of these times, s.
STARTS = (-3.0, 100.0, 86400.0, 1e6)


def arguments():
    parser = argparse.ArgumentParser(prog="coincidences", description=__doc__.splitlines()[0])
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--seeds", type=int, default=200, help="number of models, of the generators in turn (200)")
    amount.add_argument("--models", type=int, help="number of models of each generator")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--generator", help="only these, with commas: " + ", ".join(GENERATORS))
    parser.add_argument("--method", help="only methods of these names, with commas")
    parser.add_argument("--program", default="target/debug/bowline", help="the program (target/debug/bowline)")
    parser.add_argument("--failures", default="target/coincidences", help="folder for scenarios that failed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (as many as cores)")
    parser.add_argument("--show", type=int, default=20, help="number of failures that are printed (20)")
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
        with suppress(Undecided):
            model = attempt(source)
    beside(model, source)
    if model.can_move and source.random() < 0.2:
        model.begin_at(source.choice(STARTS))
    return model


@dataclass(frozen=True)
class Failure:
    generator: str
    seed: int
    method: Method
    scenario: str
    faults: list

    def report(self, folder):
        """Writes the scenario and its faults into a folder, and gives the faults in words."""
        folder.mkdir(parents=True, exist_ok=True)
        stem = folder / f"{self.generator}-{self.seed}-{self.method.file_name}"
        lines = [f"{self.generator}, seed {self.seed}, {self.method.label}:", *("  " + f for f in self.faults[:8])]
        words = "\n".join(lines)
        stem.with_suffix(".xml").write_text(self.scenario)
        stem.with_suffix(".txt").write_text(words + "\n")
        return f"{words}\n  {stem}.xml"


def case(job):
    """Runs the model of a seed by all methods: the number of runs that passed, and the failures."""
    generator, seed, methods, program = job
    model = model_of(generator, seed)
    passed, failures = 0, []
    with tempfile.TemporaryDirectory(prefix="coincidences-") as folder:
        for method in METHODS:
            if method.name not in methods or method.order < model.order:
                continue
            try:
                faults = model.faults(Program(program, Path(folder)), method)
            except Exception:  # The results could not be read.
                faults = [traceback.format_exc()]
            if faults:
                failures.append(Failure(generator, seed, method, model.scenario(method), faults))
            else:
                passed += 1
    return passed, failures


def main():
    options = arguments()
    generators = chosen(options.generator, GENERATORS, "generator")
    methods = chosen(options.method, list(dict.fromkeys(m.name for m in METHODS)), "method")
    program = str(Path(options.program).resolve())
    if not Path(program).exists():
        sys.exit(f"no program at {program}: cargo build")
    each = options.models
    count = each * len(generators) if each is not None else options.seeds
    jobs = [
        (generators[i % len(generators)], options.first + i // len(generators), methods, program) for i in range(count)
    ]
    began, passed, failed = time.monotonic(), Counter(), Counter()
    with Pool(options.jobs) as pool:
        for (generator, *_), (count_passed, failures) in zip(jobs, pool.imap(case, jobs)):
            passed[generator] += count_passed
            for failure in failures:
                words = failure.report(Path(options.failures))
                if failed.total() < options.show:
                    print(words, flush=True)
                failed[generator] += 1
    for generator in dict.fromkeys(generators):
        print(f"{generator}: {passed[generator]} passed, {failed[generator]} failed")
    print(f"{count} models in {time.monotonic() - began:.0f} s")
    print(f"{passed.total()} passed, {failed.total()} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
