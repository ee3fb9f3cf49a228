"""What the tests share."""

import os
import shutil
from pathlib import Path

import bowline
import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def scenarios() -> Path:
    return ROOT / "scenarios"


@pytest.fixture
def program() -> str:
    """The program that the results are compared with."""
    found = os.environ.get("BOWLINE_PROGRAM") or shutil.which("bowline")
    assert found, "set BOWLINE_PROGRAM to the program, of the same build"
    return found


@pytest.fixture
def mass() -> bowline.Model:
    """A mass of 2 kg that moves with 1 m/s, and that a force may push."""
    model = bowline.Model()
    model.object("FhsimTutorialLibrary", "Body/Mass", "B", Mass=2, g=0)
    model.connect("B.Force", [0, 0, 0])
    model.initial("B.Pos", [0, 0, 0])
    model.initial("B.Vel", [1, 0, 0])
    model.engine(TOutput="0:0.5:3", FileOutput="B.Pos")
    return model
