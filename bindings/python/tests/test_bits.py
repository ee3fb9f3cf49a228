"""The same bits by the program and by Python, for all scenarios."""

import subprocess

import bowline
import pytest
from conftest import ROOT

SCENARIOS = sorted((ROOT / "scenarios").glob("*.xml"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_has_the_bytes_of_the_program(scenario, program, tmp_path):
    subprocess.run([program, "run", scenario, "-o", tmp_path / "program.csv", "--quiet"], check=True)
    model = bowline.load(scenario)
    if not model.columns:
        return
    model.run(record=tmp_path / "whole.csv")
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "program.csv").read_bytes()
    # Looking changes nothing.
    run = model.start()
    run.record_to(tmp_path / "looked.csv")
    start, end = model.span
    # A method that steps to output times steps to what is looked at, too.
    looks = [start + (end - start) * part for part in (0.1, 0.37, 0.5, 0.93)]
    names = [signal.name for signal in model.outputs[:5]]
    steps_there = run.record["integration"].get("steps_to_output_times", False)
    for time in [] if steps_there else looks:
        run.advance(time)
        run.get(names)
    run.to_end()
    assert (tmp_path / "looked.csv").read_bytes() == (tmp_path / "program.csv").read_bytes()
