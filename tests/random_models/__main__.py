"""Random small models against closed forms, conservation laws and other methods.

    python3 tests/random_models --seeds 10000 --program target/debug/bowline

README.md in this folder describes it.
"""

import argparse
import importlib
import random
import sys
import time
from multiprocessing import Pool

from program import Program, Wrong

FAMILIES = ("stacks", "lifts", "cradles", "heat", "formulas", "states", "displacements", "rates", "bends", "pulses")


def one(job):
    family, seed, path = job
    draw = random.Random(f"{family}-{seed}")
    try:
        importlib.import_module(family).check(draw, Program(path))
    except Wrong as wrong:
        return family, seed, str(wrong)
    return None


def main():
    parser = argparse.ArgumentParser(prog="random_models", description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=400, help="number of models, of the families in turn (400)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--family", help="only these, with commas: " + ", ".join(FAMILIES))
    parser.add_argument("--program", default="target/debug/bowline", help="the program (target/debug/bowline)")
    given = parser.parse_args()
    families = given.family.split(",") if given.family else FAMILIES
    seeds = range(given.first, given.first + given.seeds)
    jobs = [(families[seed % len(families)], seed, given.program) for seed in seeds]
    began, wrong = time.time(), 0
    with Pool() as pool:
        for found in pool.imap_unordered(one, jobs, chunksize=8):
            if found is not None:
                wrong += 1
                print("{} {}: {}".format(*found), flush=True)
    print(f"{len(jobs)} models, {wrong} wrong, {time.time() - began:.0f} s")
    sys.exit(wrong > 0)


main()
