"""Whatever is called, in whatever order, from many threads: an answer or an exception, and never a crash."""

import random
import threading

import bowline
import pytest

CALLS = 2500
ALLOWED = (bowline.BowlineError, TypeError, ValueError)


def test_whatever_is_called_from_many_threads_is_answered(mass):
    other = bowline.load(mass.text, set={"B.Mass": 5})
    runs = [mass.start() for _ in range(3)] + [other.start()]
    start = mass.start()
    start.advance(1)
    snapshot, foreign = start.snapshot(), other.start().snapshot()
    answered, refused, wrong = [0], [0], []

    def call(dice):
        run = dice.choice(runs)
        name = dice.choice(["B.Pos", "B.Force", "B.Vel[1]", "", "nothing", "B.Pos[7]", "B.Pos [mm]", "B.Pos [kg]", "\0"])
        number = dice.choice([0.0, float("nan"), float("inf"), -1.0, 0.1, 2.5, 3.0, 4.0, 1e-300])
        value = dice.choice([number, [number] * 3, [0.0] * 2, "x", None, [[1]], (1, 2, 3)])
        deed = dice.randrange(14)
        if deed == 0:
            run[name]
        elif deed == 1:
            run[name] = value
        elif deed == 2:
            run.advance(number)
        elif deed == 3:
            run.step()
        elif deed == 4:
            run.restore(dice.choice([snapshot, foreign]))
        elif deed == 5:
            run.snapshot()
        elif deed == 6:
            run.set({name: value, "B.Force": [0, 0, 0]})
        elif deed == 7:
            run.get([name, "B.Pos"])
        elif deed == 8:
            run.state()
        elif deed == 9:
            run.results.to_pandas()
        elif deed == 10:
            mass.start(signals=[name])
        elif deed == 11:
            run.record_to("/no/such/folder/r.csv")
        elif deed == 12:
            run.record, run.statistics, repr(run)
        else:
            mass.replace(set={name: value})

    def work(seed):
        dice = random.Random(seed)
        for _ in range(CALLS):
            try:
                call(dice)
                answered[0] += 1
            except ALLOWED:
                refused[0] += 1
            except BaseException as error:  # noqa: BLE001
                wrong.append(repr(error))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[:5]
    assert answered[0] > CALLS / 2 and refused[0] > CALLS / 2
    # What the runs were through changes nothing where they begin again.
    for run in runs[:3]:
        run.restore(snapshot)
        run["B.Force"] = [4, 0, 0]
        run.advance(3)
        assert run["B.Pos[0]"] == pytest.approx(7, abs=1e-9)


def test_what_is_made_is_freed(mass):
    import resource

    def load():
        model = bowline.load(mass.text)
        run = model.start()
        run.advance(0.5)
        run.snapshot()
        run.results

    for _ in range(300):
        load()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(3000):
        load()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 8 * 1024, f"{grown} KiB"


def test_what_says_nothing_is_refused(mass):
    with pytest.raises(TypeError, match="derive it from bowline.SimObject"):
        bowline.load(mass.text, classes=[int])
    with pytest.raises(TypeError, match="derive it from bowline.SimObject"):
        bowline.load(mass.text, classes=[3])
    with pytest.raises(TypeError, match="how many cases are drawn: count=..."):
        mass.sweep({"B.Mass": "1..2"}, sample="lhs")
    with pytest.raises(TypeError, match="how cases are drawn"):
        mass.sweep({"B.Mass": [1, 2]}, count=3)


def test_a_name_that_is_nearly_right_is_proposed(mass):
    with pytest.raises(bowline.UnknownName, match=r"did you mean `B.Pos\[0\]`"):
        mass.run()["B.Poss[0]"]
