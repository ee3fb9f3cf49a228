"""SimObjects in Python, against those of the libraries and closed forms."""

import math
import pickle

import bowline
import numpy as np
import pytest


class Mass(bowline.SimObject):
    """A mass that forces move."""

    def __init__(self, c):
        self.mass = c.number("Mass", unit="kg", above=0)
        self.force = c.sum_port("Force", width=3, unit="N")
        self.position = c.state("Pos", width=3, unit="m")
        self.velocity = c.state("Vel", width=3, unit="m/s")
        self.energy = c.out_port("Energy", unit="J")
        c.out_port_of("Pos", self.position)
        c.out_port_of("Vel", self.velocity)
        c.derivatives(self.move)
        c.computation(self.carry, reads=[self.velocity], gives=[self.energy])
        c.initial(self.rest, gives=[self.velocity], reads=[])

    def move(self, io):
        io.set_derivative(self.position, io[self.velocity])
        io.set_derivative(self.velocity, io[self.force] / self.mass)

    def carry(self, io):
        io[self.energy] = 0.5 * self.mass * float(np.dot(io[self.velocity], io[self.velocity]))

    def rest(self, io):
        io[self.velocity] = [0, 0, 0]


class Sampled(bowline.SimObject):
    """A sampled integral."""

    type_name = "Discrete/Integral"

    def __init__(self, c):
        period = c.number("Period", unit="s", default=0.1, above=0)
        self.period = period
        self.rule = c.choice("Rule", ["Euler", "Trapezoid"], default="Euler")
        self.gains = c.vector("Gains", length=2, default=[1, 0])
        self.twice = c.flag("Twice", default=False)
        self.shift = c.whole("Shift", default=0)
        self.input = c.in_port("In")
        self.sum = c.discrete_state("Sum")
        self.out = c.out_port("Out")
        c.computation(self.show, reads=[self.sum], gives=[self.out], every=period)
        c.update(self.add, reads=[self.input, self.sum], gives=[self.sum], every=period)

    def show(self, io):
        io[self.out] = io[self.sum] * (2 if self.twice else 1) + self.shift

    def add(self, io):
        io.set_next(self.sum, io[self.sum] + self.period * (self.gains[0] * io[self.input] + self.gains[1] * io.tick))


def falling(kind):
    model = bowline.Model()
    if isinstance(kind, type):
        model.add(kind, "B", Mass=2)
    else:
        model.object("FhsimTutorialLibrary", kind, "B", Mass=2, g=0)
    model.object("FhsimTutorialLibrary", "Cable/LinearSpring", "S", Stiffness=50, RelaxedLength=1)
    model.connect("B.Force", "S.ForceB")
    model.connect("S.PosB", "B.Pos")
    model.connect("S.PosA", [0, 0, 0])
    model.initial("B.Pos", [0, 0, 1.5])
    model.initial("B.Vel", [0, 0, 0])
    model.engine(TOutput="0:0.1:5", RelTol=1e-9, AbsTol=1e-12, FileOutput="B.Pos")
    return model


def test_a_mass_in_python_moves_as_that_of_the_library_does():
    ours, theirs = falling(Mass).run(), falling("Body/Mass").run()
    assert np.abs(ours["B.Pos"] - theirs["B.Pos"]).max() < 1e-12
    # Once around in 2 pi sqrt(m/k): z = 1 + cos(5 t)/2.
    assert np.abs(ours["B.Pos[2]"] - 1 - 0.5 * np.cos(5 * ours.time)).max() < 1e-7


def test_energy_is_kept_and_states_complete_themselves():
    model = falling(Mass)
    model._sections.items["INITIALIZATION"].pop()
    model.engine(FileOutput="B.Energy")
    energy = model.run()["B.Energy"]
    assert energy[0] == 0 and energy.max() == pytest.approx(0.5 * 50 * 0.25, rel=1e-3)


def test_sampled_parts_tick():
    model = bowline.Model()
    model.add(Sampled, "I", Period=0.25, Gains=[2, 1], Shift=3, Twice=True)
    model.connect("I.In", 5)
    model.initial("I.Sum", 1)
    model.engine(TOutput="0:0.25:1", FileOutput="I.Out")
    # 1, + 0.25 (10 + 0), + 0.25 (10 + 1), ...
    assert model.run()["I.Out"].tolist() == [2 * value + 3 for value in (1, 3.5, 6.25, 9.25, 12.5)]
    assert model.replace(set={"I.Gains": [0, 0]}).run()["I.Out"].tolist() == [5] * 5
    with pytest.raises(bowline.ScenarioError, match="Trapezoid"):
        model.replace(set={"I.Rule": "Simpson"})


def test_parameters_are_checked_as_everywhere():
    with pytest.raises(bowline.ScenarioError, match="number, more than 0, in kg"):
        falling(Mass).replace(set={"B.Mass": -1})
    model = falling(Mass)
    model._sections.items["OBJECTS"][0] = ("Lib", (("LibName", "python"), ("SimObject", "Mass"), ("Name", "B")))
    with pytest.raises(bowline.ScenarioError, match="`Mass`"):
        model.run()


def test_models_with_classes_are_pickled():
    model = falling(Mass)
    assert pickle.loads(pickle.dumps(model)).run().array.tobytes() == model.run().array.tobytes()


def test_a_sweep_runs_classes():
    table = falling(Mass).sweep({"B.Mass": [1, 2, 4]}, metrics=["final:B.Pos[2]"])
    expected = [1 + 0.5 * math.cos(5 * math.sqrt(50 / mass)) for mass in (1, 2, 4)]
    assert table["final:B.Pos[2]"].tolist() == pytest.approx(expected, abs=1e-7)


class Broken(bowline.SimObject):
    """Does not do what it should."""

    how = ""

    def __init__(self, c):
        if self.how == "constructor":
            raise KeyError("no such thing")
        self.input = c.in_port("In")
        self.out = c.out_port("Out")
        self.state = c.state("X")
        self.kept = c
        c.computation(self.fill, reads=[self.state], gives=[self.out])
        c.derivatives(self.rates, reads=[self.state])

    def fill(self, io):
        if self.how == "undeclared":
            io[self.out] = io[self.input]
        if self.how == "stolen":
            Broken.other = getattr(Broken, "other", self.out)
            io[Broken.other] = 1
        if self.how == "width":
            io[self.out] = [1, 2]
        if self.how == "nothing":
            return
        if self.how == "wrong target":
            io[self.state] = 1
        if self.how == "kept":
            self.kept.in_port("More")
        io[self.out] = 1

    def rates(self, io):
        if self.how == "recoverable" and io.time > 0.5:
            raise bowline.Recoverable("too far")
        if self.how == "division" and io.time > 0.5:
            1 / 0
        io.set_derivative(self.state, 1.0)


@pytest.mark.parametrize(
    "how, error, message",
    [
        ("constructor", bowline.ScenarioError, "KeyError: 'no such thing'"),
        ("undeclared", bowline.BowlineError, "`In` is not among what this calculation declares"),
        ("width", bowline.BowlineError, "`Out` has width 1, but is given 2"),
        ("nothing", bowline.BowlineError, "Out"),
        ("stolen", bowline.BowlineError, "`Out` is not among what this calculation declares"),
        ("wrong target", bowline.BowlineError, "cannot be set here"),
        ("kept", bowline.BowlineError, "the creator is there while a SimObject is constructed"),
        ("recoverable", bowline.RunError, "too far"),
        ("division", bowline.RunError, "ZeroDivisionError: division by zero.*test_simobjects.py, line"),
    ],
)
def test_what_a_class_does_wrong_is_told(monkeypatch, how, error, message):
    monkeypatch.setattr(Broken, "how", how)
    model = bowline.Model()
    model.add(Broken, "B")
    model.connect("B.In", 1)
    model.initial("B.X", 0)
    model.engine(TOutput="0:0.1:1", FileOutput="B.Out")
    with pytest.raises(error, match=message):
        model.run()
    monkeypatch.setattr(Broken, "how", "")
    assert model.replace(until=1).run()["B.Out"].tolist() == [1.0] * 11


class Interrupted(bowline.SimObject):
    """Is interrupted by the user."""

    def __init__(self, c):
        self.state = c.state("X")
        c.derivatives(self.rates, reads=[])

    def rates(self, io):
        if io.time > 0.5:
            raise KeyboardInterrupt
        io.set_derivative(self.state, 1.0)


def test_ctrl_c_within_a_calculation_is_raised():
    model = bowline.Model()
    model.add(Interrupted, "I")
    model.initial("I.X", 0)
    model.engine(TOutput="0:0.1:1", FileOutput="I.X")
    with pytest.raises(KeyboardInterrupt) as caught:
        model.run()
    assert caught.value.results.rows == 6 or caught.value.results.rows > 0
    with pytest.raises(KeyboardInterrupt):
        model.sweep({"I.X": [0, 1]})
    # It is raised once.
    assert model.replace(until=0.4).run().rows == 5


def test_what_is_kept_in_an_object_is_an_error():
    class Counter(bowline.SimObject):
        "Counts its ticks in itself, where a run that goes back would go on counting."

        def __init__(self, c):
            self.count = 0
            self.out = c.discrete_state("Count")
            c.update(self.tick, reads=[], gives=[self.out], every=0.1)

        def tick(self, io):
            self.count += 1
            io.set_next(self.out, self.count)

    model = bowline.Model()
    model.add(Counter, "C")
    model.initial("C.Count", 0)
    model.engine(TOutput="0:0.1:1", FileOutput="C.Count")
    with pytest.raises(bowline.BowlineError, match="`count` is set outside of the constructor"):
        model.run()
