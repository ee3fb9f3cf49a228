"""Models in pools of processes."""

import concurrent.futures
import multiprocessing

import bowline
import pytest


def end_of(model: bowline.Model) -> float:
    return float(model.run()["B.Pos[0]"][-1])


def models(mass, count):
    return [mass.replace(set={"B.Vel": [at, 0, 0]}) for at in range(count)]


def test_a_pool_of_processes_runs_a_hundred_models(mass):
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        found = list(pool.map(end_of, models(mass, 100)))
    assert found == pytest.approx([3 * at for at in range(100)])


def test_forked_processes_run_models(mass):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(end_of, models(mass, 10)) == pytest.approx([3 * at for at in range(10)])


def test_joblib_runs_models(mass):
    joblib = pytest.importorskip("joblib")
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(end_of)(model) for model in models(mass, 10))
    assert found == pytest.approx([3 * at for at in range(10)])


def test_a_dask_cluster_of_processes_runs_models(mass):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            found = client.gather(client.map(end_of, models(mass, 10)))
    assert found == pytest.approx([3 * at for at in range(10)])
