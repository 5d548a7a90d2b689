"""Solving: the same answers as the command line, callbacks, interrupts."""

import json
import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest

import odgear
from odgear import stop


def test_answer_is_checked(town):
    result = odgear.solve(town, stop.MaxIterations(100), seed=3)
    report = odgear.check(town, result.routes, result.cost)
    assert report["feasible"] and report["cost"] == pytest.approx(result.cost)
    assert sorted(c for route in result.routes for c in route) == list(range(1, 61))
    assert result.trace["cost"][-1] == pytest.approx(result.cost)
    assert (np.diff(result.trace["cost"]) < 0).all()


@pytest.mark.parametrize("mode", ["hybrid", "expert", "policy"])
def test_numbers_are_the_command_lines(tmp_path, command_line, mode):
    assert command_line("generate", "-n", 80, "--seed", 4, "--out", tmp_path).returncode == 0
    path = next(tmp_path.glob("*.vrp"))
    limit = [] if mode == "policy" else ["--max-iterations", 60]
    expected = json.loads(command_line("solve", path, "--mode", mode, "--seed", 7, "--format",
                                       "json", "--quiet", *limit).stdout)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # distances of a unit square are not rounded
        instance = odgear.read(path)
    result = odgear.solve(instance, stop.MaxIterations(60) if limit else None, mode=mode, seed=7)
    for key in ("cost", "routes", "iterations", "model", "mode"):
        assert getattr(result, key) == expected[key], key


def test_generated_instances_are_the_command_lines(tmp_path, command_line):
    command_line("generate", "-n", 30, "--seed", 4, "--count", 2, "--out", tmp_path)
    paths = sorted(tmp_path.glob("*.vrp"))
    assert len(paths) == 2
    for index, path in enumerate(paths):
        ours = odgear.generate.uniform(30, seed=4, index=index)
        theirs = odgear.read(path, round="none")
        np.testing.assert_array_equal(ours.coordinates, theirs.coordinates)
        np.testing.assert_array_equal(ours.demands, theirs.demands)


def test_seed_and_threads(town):
    first = odgear.solve(town, stop.MaxIterations(50), seed=2, threads=1)
    second = odgear.solve(town, stop.MaxIterations(50), seed=2, threads=2)
    assert first.routes == second.routes


def test_warm_start_is_never_made_worse(town):
    first = odgear.solve(town, stop.MaxIterations(200))
    again = odgear.solve(town, stop.MaxIterations(1), warm_start=first)
    assert again.cost <= first.cost + 1e-9


def test_callback_sees_each_incumbent(town):
    seen = []
    result = odgear.solve(town, stop.MaxIterations(50),
                          callback=lambda cost, routes, seconds, stage: seen.append((cost, routes)))
    costs = [cost for cost, _ in seen]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == pytest.approx(result.cost)
    for cost, routes in seen:
        assert odgear.check(town, routes)["cost"] == pytest.approx(cost)


def test_callback_can_stop_and_fail(town):
    result = odgear.solve(town, stop.MaxRuntime(600), callback=lambda *_: True)
    assert odgear.check(town, result.routes)["feasible"]

    def fail(*_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        odgear.solve(town, stop.MaxRuntime(600), callback=fail)


def test_ctrl_c_returns_the_best(town):
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    result = odgear.solve(town, stop.MaxRuntime(600))
    assert result.interrupted
    assert odgear.check(town, result.routes)["feasible"]


def test_interpreter_is_free_meanwhile(town):
    """Another Python thread can run during a search, and it ends the search."""
    def interrupt():
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    assert odgear.solve(town, stop.MaxRuntime(600)).interrupted


def test_solve_many(town):
    results = odgear.solve_many([town, odgear.generate.tsp(20)], stop.MaxIterations(20),
                                mode="expert")
    rows = [result.to_dict() for result in results]
    assert rows[0]["customers"] == 60 and rows[1]["vehicles"] == 1


def test_solve_many_at_once_gives_the_same():
    towns = [odgear.generate.uniform(30, seed=seed) for seed in range(5)]
    rule = stop.MaxIterations(60)
    together = odgear.solve_many(towns, rule, workers=3)
    assert [r.routes for r in together] == [odgear.solve(town, rule).routes for town in towns]
    assert all(result.threads == 1 for result in odgear.solve_many(towns, rule, workers=99))
    assert odgear.solve_many([]) == []
    with pytest.raises(ValueError, match="workers"):
        odgear.solve_many(towns, rule, workers=0)
    with pytest.raises(ValueError, match="instance must be"):
        odgear.solve_many([towns[0], "town"], stop.MaxRuntime(600), workers=2)


def test_solve_many_ends_with_ctrl_c(town):
    threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    results = odgear.solve_many([town] * 4, stop.MaxRuntime(600), workers=2)
    assert len(results) == 2 and all(result.interrupted for result in results)
    assert odgear.check(town, results[1].routes)["feasible"]


@pytest.mark.parametrize("argument, keywords", [
    ("seed", dict(seed=-1)), ("seed", dict(seed=1.5)), ("threads", dict(threads=-1)),
    ("stop", dict(stop=10)), ("rho", dict(rho=2)), ("rollouts", dict(rollouts=0)),
    ("warm_start", dict(warm_start=[[99]])), ("neighbors", dict(neighbors=0)),
    ("fast", dict(mode="fast")), ("no-such", dict(model="no-such-model", mode="policy")),
])
def test_bad_options_are_named(town, argument, keywords):
    with pytest.raises(ValueError) as error:
        odgear.solve(town, **keywords)
    assert argument in str(error.value)


def test_stop_rules():
    both = stop.MaxIterations(5) | stop.MaxRuntime(2) | stop.MaxIterations(3) | stop.Target(7)
    assert both.keywords() == {"iterations": 3, "seconds": 2, "target": 7}
    with pytest.raises(ValueError):
        stop.MaxRuntime(0)
    with pytest.raises(ValueError):
        stop.MaxIterations(1.5)


def test_target_ends_the_search(town):
    result = odgear.solve(town, stop.Target(1e9))
    assert result.cost < 1e9


def test_outputs(town, tmp_path):
    result = odgear.solve(town, stop.MaxIterations(10))
    for ending in ("sol", "csv", "geojson", "svg", "html"):
        result.save(tmp_path / f"plan.{ending}")
        assert (tmp_path / f"plan.{ending}").stat().st_size > 100
    routes, cost = odgear.read_solution(tmp_path / "plan.sol", town)
    assert routes == result.routes and cost == pytest.approx(result.cost)
    assert "<svg" in result._repr_html_()
    with pytest.raises(ValueError, match="path"):
        result.save(tmp_path / "plan.pdf")


def test_metrics():
    assert odgear.gap(110, 100) == pytest.approx(10)
    # 1 s without a solution, 2 s at 125, 2 s at the best-known cost.
    assert odgear.primal_integral(([1, 3], [125, 100]), 100, 5) == pytest.approx(1.4)
    assert odgear.primal_integral(([1, 3], [125, 100]), 100, 5, "dimacs") == pytest.approx(
        100 * ((1.1 + 2 * 1.25 + 2) / 5 - 1))
