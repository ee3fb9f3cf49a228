"""Equilibria, linear models, frequency responses, sweeps and verifications, against closed forms."""

import math

import bowline
import numpy as np
import pytest


@pytest.fixture
def swing() -> bowline.Model:
    """2 kg on a spring of 50 N/m with a damper of 4 N s/m: w0 = 5 rad/s, damping 0.2."""
    model = bowline.Model()
    model.object("fhsim_base", "Math/LinearSystem", "A", A=[[0, 1], [-25, -2]], B=[[0], [0.5]], C=[[1, 0]])
    model.connect("A.In", 0)
    model.initial("A.X", [1, 0])
    model.engine(TOutput="0:0.01:5", RelTol=1e-9, AbsTol=1e-12, FileOutput="A.Out")
    return model


def test_equilibria_are_found_and_begun_with(swing):
    rest = swing.replace(set={"A.In": 10}).steady(signals="A.Out")
    assert rest.signals["A.Out"] == pytest.approx(0.2) and rest.is_stable
    assert rest.largest_real_part == pytest.approx(-1)
    assert "stable" in repr(rest) and "<table>" in rest._repr_html_()
    still = swing.replace(set={"A.In": 10}, state=rest.state).run()
    assert np.ptp(still["A.Out"]) < 1e-11
    sought = swing.steady(find="A.In", given={"A.Out": 0.5})
    assert sought.found["A.In"] == pytest.approx(25)
    with pytest.raises(bowline.Refused, match="Oot"):
        swing.steady(find="A.In", given={"A.Oot": 0.5})


def test_a_linear_model_is_that_of_the_closed_form(swing):
    linear = swing.linearize("A.In", "A.Out")
    assert linear.A.tolist() == [[0, 1], [-25, -2]] and linear.B.tolist() == [[0], [0.5]]
    mode = linear.modes[0]
    assert mode.frequency == pytest.approx(5 / (2 * math.pi)) and mode.damping == pytest.approx(0.2)
    control = linear.to_control()
    assert control.ninputs == 1 and abs(control(1j) - 0.5 / (25 - 1 + 2j)) < 1e-12
    scipy = linear.to_scipy()
    assert scipy.A.tolist() == linear.A.tolist()
    assert "frequency [Hz]" in repr(linear)


def test_a_frequency_response_is_that_of_the_closed_form(swing):
    response = swing.frequency("A.In", "A.Out", "0.1:log10:10")
    omega = 2 * np.pi * response.hertz
    assert len(response.hertz) == 21
    assert np.allclose(response["A.Out/A.In"], 0.5 / (25 - omega**2 + 2j * omega), rtol=1e-9)
    assert response.plot("bode").svg.startswith("<svg")
    assert response.phase("A.Out/A.In")[-1] < -150


def test_margins_are_those_of_the_program(scenarios, program):
    import json
    import subprocess

    servo = bowline.load(scenarios / "position_servo.xml")
    loop = servo.loop("A.In", steady=True)
    command = [program, "frequency", scenarios / "position_servo.xml", "--steady", "--loop", "A.In", "--format", "json"]
    theirs = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["pairs"][0]["margins"]
    ours = loop.margins["Loop/A.In"]
    assert ours.phase[0] == (theirs["phase"][0]["frequency_hz"], theirs["phase"][0]["degrees"])
    assert ours.is_stable_closed_loop is theirs["is_stable_closed_loop"] is True
    assert loop.plot("nichols").svg and loop.plot("nyquist").svg
    assert "phase margin: 62.95 deg at 3.366 Hz" in repr(loop) and "closed, it is stable" in repr(loop)
    control = pytest.importorskip("control")
    gain, phase, _, at = control.margin(loop.to_control())
    assert phase == pytest.approx(ours.phase[0][1], abs=0.05) and at / 2 / np.pi == pytest.approx(ours.phase[0][0], rel=1e-3)
    assert loop.to_table().names == ["Frequency", "|Loop/A.In|", "phase Loop/A.In"]


def test_the_modes_of_the_servo_are_the_roots_of_its_polynomial(scenarios):
    servo = bowline.load(scenarios / "position_servo.xml")
    found = sorted((mode.eigenvalue for mode in servo.linearize(steady=True).modes), key=lambda value: value.real)
    # Of a pair of conjugates one is told.
    # 0.5/(s (s + 3)) with a PID of 400, 1600, 40, its filter of 5 ms, and that of the sensor, 2 ms.
    plant, sensor, filter_ = np.poly1d([1, 3, 0]), np.poly1d([0.002, 1]), np.poly1d([0.005, 1])
    s = np.poly1d([1, 0])
    controller = (400 * s + 1600) * filter_ + 40 * s * s
    roots = (plant * sensor * filter_ * s + 0.5 * controller).roots
    roots = sorted((root for root in roots if root.imag >= 0), key=lambda value: value.real)
    assert len(found) == 4 and [value.real for value in found] == pytest.approx([value.real for value in roots], rel=1e-9)
    assert max(value.real for value in found) < 0


def test_a_sweep_is_a_table(swing, tmp_path):
    told = []
    table = swing.sweep(
        {"A.In": [0, 10, 20]}, metrics=["final:A.Out", "largest-real-part:steady"], progress=lambda *of: told.append(of)
    )
    omega, sigma = math.sqrt(24), 1.0
    decay = math.exp(-sigma * 5) * (math.cos(omega * 5) + sigma / omega * math.sin(omega * 5))
    expected = [rest + (1 - rest) * decay for rest in (0, 0.2, 0.4)]
    assert table["final:A.Out"].tolist() == pytest.approx(expected, rel=1e-7)
    assert table["status"] == ["ok"] * 3 and told[-1] == (3, 3)
    frame = table.to_pandas()
    assert list(frame["A.In"]) == [0, 10, 20]
    folder = tmp_path / "kept"
    first = swing.sweep({"A.In": np.linspace(0, 1, 5)}, folder=folder, series="parquet")
    again = swing.sweep({"A.In": np.linspace(0, 1, 5)}, folder=folder, series="parquet")
    assert first.to_pandas().equals(again.to_pandas()) and (folder / "series" / "case=5" / "rows.parquet").exists()
    with pytest.raises(bowline.Refused, match="another campaign"):
        swing.sweep({"A.In": [7]}, folder=folder, series="parquet")
    drawn = swing.sweep({"A.In": "0..10"}, sample="lhs", count=8)
    assert drawn.rows == 8


def test_a_characteristic_follows_equilibria(swing):
    found = swing.characteristic("A.In=0:5:20", signals="A.Out")
    assert found["A.Out"].tolist() == pytest.approx([0, 0.1, 0.2, 0.3, 0.4]) and not found.missing


def test_results_are_verified(swing):
    verification = swing.replace(set={"Engine:RelTol": 1e-6}).verify()
    assert verification.is_within and verification.columns[0]["column"] == "A.Out"
    assert verification.deviations.rows == 501
    assert "accurate" in repr(verification)


def test_numbers_that_are_none_are_refused(swing):
    nan = float("nan")
    for call in [
        lambda: swing.replace(until=nan).run(),
        lambda: swing.linearize(None, None, at=nan),
        lambda: swing.verify(within=nan),
        lambda: swing.verify(within=-1),
        lambda: swing.verify(within=0),
        lambda: swing.sensitivity([]),
        lambda: swing.frequency("A.In", "A.Out", []),
    ]:
        with pytest.raises(bowline.BowlineError):
            call()


def test_sensitivities_are_those_of_the_closed_form():
    model = bowline.Model()
    model.object("fhsim_base", "Math/LowPass", "L", TimeConstant=2)
    model.connect("L.In", 1)
    model.initial("L.Out", 0)
    model.engine(TOutput="0:0.1:4", RelTol=1e-9, AbsTol=1e-12, FileOutput="L.Out")
    found = model.sensitivity("L.TimeConstant")["sensitivities"][0]
    # y = 1 - exp(-t/T), and dy/dT = -t/T^2 exp(-t/T), which is largest at t = T.
    assert found["at_s"] == pytest.approx(2) and found["largest"] == pytest.approx(-0.5 / math.e, rel=1e-6)


def test_the_end_of_runs_counts_for_linear_models(swing):
    later = swing.replace(until=8)
    assert later.linearize("A.In", "A.Out", at=7).point == "at t = 7 s"
    with pytest.raises(bowline.Refused, match="7 s is outside of the run"):
        swing.linearize("A.In", "A.Out", at=7)


@pytest.mark.parametrize("timeout", [-1.0, float("nan")])
def test_a_timeout_is_a_time(swing, timeout):
    with pytest.raises(bowline.Refused, match="timeout"):
        swing.sweep({"A.In": [1]}, timeout=timeout)
    assert swing.sweep({"A.In": [1]}, timeout=float("inf")).rows == 1


@pytest.mark.parametrize("work", ["linearize", "sweep", "verify"])
def test_handlers_of_signals_end_long_work_at_once(swing, work):
    import signal
    import time

    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    long = swing.replace(set={"Engine:HMax": 1e-5, "Engine:TOutput": "0:1:1000"})
    before = signal.signal(signal.SIGALRM, ring)
    began = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Alarm):
            if work == "linearize":
                long.linearize("A.In", "A.Out", at=999)
            elif work == "sweep":
                long.sweep({"A.In": [1, 2, 3, 4]})
            else:
                long.verify()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 3


def test_what_there_is_not_is_told(swing):
    with pytest.raises(bowline.NotFound, match="no loop goes through"):
        swing.loop("A.In")
    with pytest.raises(bowline.Refused, match="A.Oot|Oot"):
        swing.linearize("A.In", "A.Oot")
