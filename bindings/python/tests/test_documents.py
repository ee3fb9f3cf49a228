"""The examples of docstrings, of the README and of the notebook; and the types."""

import doctest
import importlib
import os
import subprocess
import sys

import bowline
import pytest
from conftest import ROOT

MODULES = ["bowline", "bowline.model", "bowline.results", "bowline.simobject"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_run(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0 and tried > 0


def blocks(path):
    """The Python of a page."""
    found, within = [], False
    for line in path.read_text().splitlines():
        if line.startswith("```"):
            if within:
                within = False
            elif line == "```python":
                within = True
                found.append([])
        elif within:
            found[-1].append(line)
    return ["\n".join(block) for block in found]


@pytest.mark.parametrize("page", ["README.md", "docs/embedding.md"])
def test_examples_of_pages_run(page, monkeypatch, tmp_path):
    # What they write is nobody's.
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    monkeypatch.chdir(tmp_path)
    code = blocks(ROOT / page)
    assert code
    scope = {"__name__": "__page__"}
    for block in code:
        exec(compile(block, page, "exec"), scope)


def test_the_notebook_runs(monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.chdir(ROOT / "docs")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    notebook = nbformat.read(ROOT / "docs" / "servo.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)


def test_types_are_strict():
    pytest.importorskip("mypy")
    package = os.path.dirname(bowline.__file__)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "bindings/python/mypy.ini", package], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_program_comes_along(program):
    environment = {**os.environ, "BOWLINE_PROGRAM": program, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-m", "bowline", "--version"], capture_output=True, text=True, env=environment)
    assert done.stdout.startswith("bowline "), done
