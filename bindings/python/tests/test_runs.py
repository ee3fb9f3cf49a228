"""Runs: what is set and read, what is recorded, and how they go on."""

import json
import pickle
import subprocess
import sys
import threading
import time

import bowline
import numpy as np
import pytest
from conftest import ROOT


def test_a_run_is_advanced_read_and_set(mass):
    run = mass.start()
    assert run.time == 0 and run["B.Vel[0]"] == 1
    run.advance(1)
    assert run["B.Pos"].tolist() == pytest.approx([1, 0, 0])
    run["B.Force"] = [4, 0, 0]
    run.advance(3)
    # x = 1 + 2 v + F/(2 m) t^2
    assert run["B.Pos[0]"] == pytest.approx(7, abs=1e-9)
    assert run["B.Pos[0] [mm]"] == pytest.approx(7000, abs=1e-6)
    # Behind the last output time.
    run["B.Force"] = np.zeros(3)
    run.advance(13)
    assert run["B.Pos[0]"] == pytest.approx(57, abs=1e-9)
    results = run.results
    assert results.time.tolist() == [0, 0.5, 1, 1.5, 2, 2.5, 3]
    assert results["B.Pos"].shape == (7, 3)
    assert [done["kind"] for done in run.record["interventions"]] == ["set", "set"]


def test_tables_are_no_arrays_and_complex_numbers_no_inputs(mass):
    results = mass.run()
    for read in [np.asarray, np.array]:
        with pytest.raises(TypeError, match="to_pandas"):
            read(results)
    run = mass.start()
    for force in [1j, np.complex64(1), [1j, 0, 0], np.array([1 + 2j, 0, 0]), np.zeros(3, dtype=np.complex64)]:
        with pytest.raises(TypeError, match="complex"):
            run["B.Force"] = force
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="to_pandas"):
        pandas.DataFrame(results)


def test_many_inputs_are_set_all_or_none(mass):
    mass.object("FhsimTutorialLibrary", "Body/Mass", "C", Mass=1, g=0)
    mass.connect("C.Force", [0, 0, 0])
    mass.initial("C.Pos", [0, 0, 0])
    mass.initial("C.Vel", [0, 0, 0])
    run = mass.start()
    with pytest.raises(bowline.Refused, match="`C.Force` is given NaN|`C.Force` is given nan"):
        run.set({"B.Force": [2, 0, 0], "C.Force": [float("nan"), 0, 0]})
    with pytest.raises(bowline.UnknownName, match="there is no object `D`"):
        run.set({"B.Force": [2, 0, 0], "D.Force": [1, 0, 0]})
    run.advance(1)
    assert run.get(["B.Vel[0]", "C.Vel[0]"]) == [1, 0]
    run.set({"B.Force": [2, 0, 0], "C.Force": 3})
    run.advance(2)
    velocities = run.get(["B.Vel[0]", "C.Vel"])
    assert velocities[0] == pytest.approx(2) and velocities[1].tolist() == pytest.approx([3, 3, 3])


def test_snapshots_and_states_go_on_with_the_same_bits(mass, tmp_path):
    run = mass.start()
    run.advance(1.25)
    snapshot = run.snapshot()
    assert snapshot.time == 1.25
    run.save_state(tmp_path / "state.json")
    text = run.state()
    run.to_end()
    end = run["B.Pos"].tobytes()
    other = mass.start()
    other.restore(snapshot)
    other.to_end()
    assert other["B.Pos"].tobytes() == end
    for state in (text, tmp_path / "state.json"):
        later = mass.replace(state=state).start()
        assert later.time == 1.25
        later.to_end()
        assert later["B.Pos"].tobytes() == end


def test_results_are_arrays_and_tables(scenarios, tmp_path):
    results = bowline.load(scenarios / "excavator.xml").run()
    angle = results["Arm.Angle"]
    assert angle.base is not None and angle.base is results.array or angle.base is results.array.base
    assert results.time[-1] == 10 and results.units["Arm.Angle[0]"] == "rad"
    assert results.statistics["steps"] > 100
    frame = results.to_pandas()
    assert frame["Line.Pressure"].tolist() == results["Line.Pressure"].tolist()
    assert results.to_polars()["Time"].to_list() == results.time.tolist()
    results.write(tmp_path / "r.parquet")
    results.write(tmp_path / "r.csv", units=True)
    for name in ("r.parquet", "r.csv"):
        read = bowline.read_results(tmp_path / name)
        assert read.units == results.units
        assert all(read[column].tolist() == results[column].tolist() for column in results)
    import pandas

    assert pandas.read_parquet(tmp_path / "r.parquet")["Arm.Angle[1]"].tolist() == angle[:, 1].tolist()
    assert pickle.loads(pickle.dumps(results))["Time"].tolist() == results.time.tolist()
    assert "<table>" in results._repr_html_() and "501 rows" in repr(results)
    chart = results.plot("Arm.Angle", "Line.Pressure", title="Excavator")
    assert chart.svg.startswith("<svg") and "Line.Pressure" in chart._repr_svg_()
    chart.save(tmp_path / "chart.svg")
    with pytest.raises(bowline.UnknownName, match="there is no column `Arm.Angel`"):
        results.plot("Arm.Angel")


def test_further_results_have_names_of_their_own(mass):
    mass.output("fine", TOutput="0:0.1:3", FileOutput="B.Vel")
    results = mass.run()
    assert results.outputs["fine"].rows == 31 and results.rows == 7
    assert results.outputs["fine"]["B.Vel[0]"].tolist() == [1.0] * 31


def test_what_is_recorded_can_be_chosen(mass, tmp_path):
    results = mass.run(signals=["B.Vel", "B.Pos[0] [mm]"], record=tmp_path / "rows.csv")
    assert results.names == ["Time", "B.Vel[0]", "B.Vel[1]", "B.Vel[2]", "B.Pos[0]"]
    assert results["B.Pos[0]"][-1] == pytest.approx(3000)
    assert (tmp_path / "rows.csv").read_text().startswith("Time,B.Vel[0],")


def test_columns_are_not_mixed_up(mass):
    with pytest.raises(bowline.Refused, match=r"`B.Pos\[0\]` is recorded twice"):
        mass.run(signals=["B.Pos [mm]", "B.Pos"])
    mixed = mass.replace(set={"B.Pos": [1, 2, 3], "B.Vel": [0, 0, 0]}).run(signals=["B.Pos[2]", "B.Vel", "B.Pos[0]"])
    assert mixed["B.Pos"][0].tolist() == [1, 3] and mixed["B.Vel"].shape == (7, 3)
    back = mass.replace(set={"B.Pos": [1, 2, 3], "B.Vel": [0, 0, 0]}).run(signals=["B.Pos[2]", "B.Pos[1]"])
    assert back["B.Pos"][0].tolist() == [2, 3]


def test_files_have_all_rows_when_a_run_is_gone(mass, tmp_path):
    for name in ("r.csv", "r.parquet"):
        run = mass.start(signals=["B.Vel[0]"])
        run.record_to(tmp_path / name)
        run.advance(2)
        del run
        read = bowline.read_results(tmp_path / name)
        assert read.rows == 5 and read.names == ["Time", "B.Vel[0]"]


def test_going_back_forgets_the_rows(mass):
    mass.output("fine", TOutput="0:0.1:3", FileOutput="B.Vel")
    run = mass.start()
    at_start = run.snapshot()
    run.advance(1.25)
    middle = run.snapshot()
    run.to_end()
    run.restore(middle)
    assert run.results.time.tolist() == [0, 0.5, 1]
    run.to_end()
    assert run.results.time.tolist() == [0, 0.5, 1, 1.5, 2, 2.5, 3]
    assert run.results.outputs["fine"].rows == 31
    run.restore(at_start)
    run.to_end()
    assert run.results.time.tolist() == [0, 0.5, 1, 1.5, 2, 2.5, 3] and run.results.outputs["fine"].rows == 31


def test_a_file_is_free_after_an_exception(mass, tmp_path):
    class Enough(Exception):
        pass

    def stop(time):
        raise Enough

    long = mass.replace(set={"Engine:TOutput": "0:1:1000000", "Engine:HMax": 0.01})
    kept = []
    for _ in range(2):
        with pytest.raises(Enough) as caught:
            long.run(record=tmp_path / "r.csv", progress=stop)
        kept.append(caught)


def test_what_is_replaced_is_another_model(mass):
    other = mass.replace(set={"B.Mass": 3})
    before = other.text
    mass.engine(TOutput="0:1:6")
    assert other.text == before and other.run().time[-1] == 3 and mass.run().time[-1] == 6


def test_in_ports_that_are_fed_become_inputs(scenarios):
    servo = bowline.load(scenarios / "position_servo.xml", inputs="A.In")
    assert "A.In" in [signal.name for signal in servo.inputs]
    plain = bowline.load(scenarios / "position_servo.xml")
    with pytest.raises(bowline.UnknownName, match=r"`A.In` is fed by.*inputs=\[\"A.In\"\]"):
        plain.start()["A.In"] = 1
    # One that is an input anyway can be cut open too.
    assert servo.loop("A.In", steady=True).margins == plain.loop("A.In", steady=True).margins
    assert servo.linearize("C.Measured", "A.Out", steady=True).B.any()
    run = servo.start()
    run["A.In"] = 1
    run.advance(0.05)
    assert run["A.Out"] != plain.start()["A.Out"]


def test_states_have_inputs_that_were_opened(scenarios, tmp_path):
    model = bowline.load(scenarios / "position_servo.xml", inputs="A.In")
    run = model.start()
    run["A.In"] = 2
    run.advance(0.5)
    run.save_state(tmp_path / "state.json")
    run.to_end()
    later = bowline.load(scenarios / "position_servo.xml", inputs="A.In", state=tmp_path / "state.json").start()
    later.to_end()
    assert later["A.Out"] == run["A.Out"]
    held = bowline.load(scenarios / "position_servo.xml", inputs="C.Reference")
    rest = held.steady(given={"A.Out": 0.05}, find="C.Reference")
    begun = held.replace(state=rest.state).start()
    begun.advance(0.05)
    assert rest.found["C.Reference"] == pytest.approx(0.05) and begun["A.Out"] == pytest.approx(0.05)
    assert model.sweep({"C.Kp": 300}, metrics=["final:A.Out"]).rows == 1


def test_what_is_written_has_the_ending_of_its_format(mass, tmp_path):
    results = mass.run()
    for write in (results.write, results.plot().save):
        with pytest.raises(ValueError, match="give the name"):
            write(tmp_path / "r.xlsx")
    assert not list(tmp_path.iterdir())


def test_small_mistakes_are_told(mass):
    with pytest.raises(bowline.ScenarioError):
        bowline.Model().run()
    mass.engine(FileOutput=["B.Pos", "B.Vel"])
    assert mass.run().rows == 7
    with pytest.raises(TypeError, match="a value is a number"):
        mass.replace(set={"B": {"Mass": 3}})
    with pytest.raises(TypeError, match="names, without values"):
        bowline.load(mass.text, inputs={"B.Force": 2})


def test_a_model_says_what_it_has(scenarios):
    model = bowline.load(scenarios / "position_servo.xml")
    parts = {part.name: part.type for part in model.objects}
    assert parts["C"] == "Math/PID" and model.span == (0, 4)
    assert [state.name for state in model.states][-1] == "F.Out" or "F.Out" in [state.name for state in model.states]
    units = {signal.name: signal.unit for signal in bowline.load(scenarios / "excavator.xml").outputs}
    assert units["Line.Pressure"] == "Pa"
    assert repr(model).startswith("<bowline.Model") and "states" in repr(model)


def test_set_replaces_and_formats(mass):
    heavy = mass.replace(set={"B.Mass": 4, "B.Vel": np.array([2.0, 0, 0])})
    assert heavy.run()["B.Pos[0]"][-1] == pytest.approx(6)
    assert heavy.replace(set={"B.Vel": [3, 0, 0]}).run()["B.Pos[0]"][-1] == pytest.approx(9)
    assert heavy.replace(until=1).run().time[-1] == 1
    tenth = mass.replace(set={"B.Pos": [0.1, 0.2, 1 / 3]}).run()
    assert tenth["B.Pos"][0].tolist() == [0.1, 0.2, 1 / 3], "no digit is lost"


def test_what_is_built_is_what_a_scenario_has(mass, tmp_path):
    (tmp_path / "built.xml").write_text(mass.text)
    loaded = bowline.load(tmp_path / "built.xml")
    assert loaded.run().array.tobytes() == mass.run().array.tobytes()
    with pytest.raises(TypeError, match="replace"):
        loaded.connect("B.Force", 0)
    mass.engine(RelTol=1e-9)
    assert 'RelTol="1e-09"' in mass.text and 'TOutput="0:0.5:3"' in mass.text


def test_files_lie_where_the_scenario_lies(scenarios, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (scenarios / "position_servo.xml").read_text()
    with pytest.raises(bowline.ScenarioError, match="position_reference.csv"):
        bowline.load(text)
    of_text = bowline.load(text, folder=scenarios).run()
    assert of_text.array.tobytes() == bowline.load(scenarios / "position_servo.xml").run().array.tobytes()


def test_models_are_pickled_by_their_text(scenarios, mass):
    for model in (bowline.load(scenarios / "position_servo.xml", set={"C.Kp": 300}), mass):
        again = pickle.loads(pickle.dumps(model))
        assert again.run().array.tobytes() == model.run().array.tobytes()


def test_ctrl_c_keeps_the_rows(mass, tmp_path):
    script = (
        "import bowline, sys\n"
        f"model = bowline.load({str(ROOT / 'scenarios/mass_linear_spring.xml')!r},"
        " set={'Engine:TOutput': '0:1:10000000', 'Engine:HMax': 0.01})\n"
        "sys.stdout.write('begun\\n'); sys.stdout.flush()\n"
        "try:\n    model.run()\nexcept KeyboardInterrupt as interrupt:\n    print(interrupt.results.rows)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(1)
    process.send_signal(2)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 0 and int(out) > 10


def test_progress_is_told(scenarios):
    told = []
    model = bowline.load(scenarios / "mass_linear_spring.xml", set={"Engine:TOutput": "0:1:100000", "Engine:HMax": 0.01})
    run = model.start()
    run.advance(3000, told.append)
    assert told and all(0 < time < 3000 for time in told) and told == sorted(told)

    class Enough(Exception):
        pass

    def stop(time):
        raise Enough

    with pytest.raises(Enough):
        run.to_end(stop)
    assert 3000 <= run.time < 100000 and not run.has_failed
    run.advance(run.time + 1)


def test_one_thread_at_a_time_uses_a_run(mass):
    run = mass.replace(set={"Engine:HMax": 1e-3}).start()
    failed = []

    def advance():
        try:
            run.advance(1e9)
        except bowline.Refused:
            pass

    def stop(time):
        if failed:
            raise InterruptedError

    thread = threading.Thread(target=lambda: pytest.raises(InterruptedError, run.advance, 1e9, stop))
    thread.start()
    time.sleep(0.2)
    with pytest.raises(bowline.Refused, match="one call at a time"):
        run["B.Pos"]
    failed.append(True)
    thread.join()
    assert run["B.Vel[0]"] == 1


def test_runs_on_threads_have_the_bits_of_one_after_the_other(scenarios):
    model = bowline.load(scenarios / "excavator.xml")
    alone = model.run().array.tobytes()
    found = [None] * 4

    def work(at):
        found[at] = model.run().array.tobytes()

    threads = [threading.Thread(target=work, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_what_is_said_goes_to_the_logger(mass, caplog):
    with caplog.at_level("INFO", logger="bowline"):
        mass.replace(set={"B.Mass": 3}).run()
    assert any("read the scenario" in record.getMessage() for record in caplog.records)


def test_errors_show_the_place_as_the_program_does(tmp_path):
    path = tmp_path / "wrong.xml"
    path.write_text('<Contents>\n<OBJECTS>\n<Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mess="2"/>\n</OBJECTS>\n<INTERCONNECTIONS/>\n<INITIALIZATION/>\n<INTEGRATION><Engine TOutput="0:1:2"/></INTEGRATION>\n</Contents>')
    with pytest.raises(bowline.ScenarioError) as caught:
        bowline.load(path)
    assert "wrong.xml:3:" in str(caught.value) and "Mess" in str(caught.value)
    found = caught.value.diagnostics
    assert found[0]["line"] == 3 and found[0]["code"] and json.dumps(found)
    with pytest.raises(FileNotFoundError, match="there is no file"):
        bowline.load(tmp_path / "none.xml")
    with pytest.raises(bowline.FileError) as refused:
        bowline.read_results(tmp_path / "none.csv")
    assert refused.value.errno is None and "none.csv" in refused.value.strerror
    with pytest.raises(bowline.LibraryError, match="no.so"):
        bowline.load(path, libraries=["/no/such/no.so"])
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), bowline.ScenarioError)


def test_a_run_that_fails_keeps_its_rows_and_goes_on_from_a_snapshot():
    model = bowline.Model()
    model.object("fhsim_base", "Math/Integrator", "X", InitialValue=1)
    model.connect("X.In", "X.Out*X.Out")
    model.engine(TOutput="0:0.1:2", FileOutput="X.Out", IntegratorMethod="DormandPrince")
    with pytest.raises(bowline.RunError) as caught:
        model.run()
    # dx/dt = x^2 has its pole at 1 s.
    assert caught.value.results.rows == 10 or caught.value.results.rows == 11
    assert caught.value.results["X.Out"][5] == pytest.approx(2, rel=1e-4)
    run = model.start()
    run.advance(0.5)
    snapshot = run.snapshot()
    with pytest.raises(bowline.RunError):
        run.to_end()
    assert run.has_failed
    assert run.record["status"] == "failed" and run.record["error"]
    with pytest.raises(bowline.Refused, match="snapshot"):
        run.advance(1.5)
    run.restore(snapshot)
    assert run["X.Out"] == pytest.approx(2, rel=1e-4)


@pytest.mark.parametrize("value", ["text", None, [1, "x", 2], object()])
def test_what_is_no_number_is_refused(mass, value):
    run = mass.start()
    with pytest.raises(TypeError, match="number"):
        run["B.Force"] = value
    with pytest.raises(bowline.Refused, match="width 3, but is given 2"):
        run["B.Force"] = [1, 2]
    run["B.Force"] = 1.5
    run.advance(1)
    assert run["B.Vel"].tolist() == pytest.approx([1.75, 0.75, 0.75])
