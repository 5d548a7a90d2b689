"""Solves an instance in one call, with a result object."""

from __future__ import annotations

import inspect
import os
import pathlib
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Any, overload

import numpy as np

from . import _core, metrics
from .errors import ConfigurationError
from .plan import Plan, native_plan
from .stop import Rule

#: ``callback(cost, routes, seconds, stage)``; returning True ends the search.
Callback = Callable[[float, list, float, str], Any]

_solver: _core.Solver | None = None


def _shared_solver() -> _core.Solver:
    """One solver for all calls, so that networks are loaded once."""
    global _solver
    if _solver is None:
        _solver = _core.Solver(0)
    return _solver


class Result:
    """A checked solution, and how it was found.

    ``routes`` are lists of customers (from 1), without the depot. ``trace`` has the arrays
    ``seconds`` and ``cost`` and the list ``stage``, one entry for each improvement. ``start`` says
    what the hybrid's search started from: ``taken`` (policy, construction or both) and the costs of
    the two local optima that competed. ``interrupted`` says that Ctrl-C ended the search.
    """

    def __init__(self, instance: _core.Instance, seed: int, found: dict):
        self.instance = instance
        self.seed = seed
        self.cost: float = found["cost"]
        self.routes: list[list[int]] = found["routes"]
        self.mode: str = found["mode"]
        self.model: str | None = found["model"]
        self.threads: int = found["threads"]
        self.iterations: int = found["iterations"]
        self.seconds: dict[str, float] = found["seconds"]
        self.rollouts: int = found["rollouts"]
        self.best_rollout_cost: float | None = found["best_rollout_cost"]
        self.mean_rollout_cost: float | None = found["mean_rollout_cost"]
        self.start: dict | None = found["start"]
        self.notices: list[str] = found["notices"]
        self.trace: dict = found["trace"]
        self.interrupted: bool = found["interrupted"]

    def to_dict(self) -> dict:
        """One flat row, for ``pandas.DataFrame([result.to_dict(), ...])``."""
        return {
            "instance": self.instance.name, "customers": self.instance.customers,
            "cost": self.cost, "vehicles": len(self.routes), "routes": self.routes,
            "mode": self.mode, "model": self.model, "seed": self.seed, "threads": self.threads,
            "iterations": self.iterations, "seconds": self.seconds["total"],
            "rollouts": self.rollouts, "best_rollout_cost": self.best_rollout_cost,
            "mean_rollout_cost": self.mean_rollout_cost, "interrupted": self.interrupted,
        }

    def table(self, speed: float | None = None) -> list[dict]:
        """A row for each stop: route, stop, id, name, demand, load, distance and, with a ``speed``
        in km/h where distances are metres, the time since departure."""
        import csv
        import io

        rows = list(csv.DictReader(io.StringIO(self._table_text(speed))))
        for row in rows:
            for key in ("route", "stop", "demand", "load"):
                row[key] = int(row[key])
            for key in row.keys() & {"distance", "distance_m"}:
                row[key] = float(row[key])
        return rows

    def _table_text(self, speed: float | None) -> str:
        return _core.table_text(self.instance, self.routes, speed,
                                getattr(self.instance, "services", []))

    def save(self, path: str | os.PathLike, *, speed: float | None = None, tiles: str = "") -> None:
        """Writes the plan in the format of the file's ending: ``.sol``, ``.csv``, ``.geojson``,
        ``.svg`` or ``.html`` (a map that needs no network, unless ``tiles`` names a server)."""
        ending = pathlib.Path(path).suffix.lower()
        writers = {
            ".sol": lambda: _core.sol_text(self.instance, self.routes),
            ".csv": lambda: self._table_text(speed),
            ".geojson": lambda: _core.geojson_text(self.instance, self.routes),
            ".svg": lambda: _core.svg_text(self.instance, self.routes, 0.0, None),
            ".html": lambda: _core.map_text(self.instance, self.routes, tiles),
        }
        if ending not in writers:
            raise ValueError(f"path must end in one of {', '.join(writers)}, not {ending!r}")
        _core.write_file(os.fspath(path), writers[ending]())

    def gap(self, best_known: float) -> float:
        """Percent above a best-known cost."""
        return metrics.gap(self.cost, best_known)

    def plot(self, ax=None):
        """The routes, with matplotlib."""
        from .plotting import plot_solution

        return plot_solution(self, ax=ax)

    def __repr__(self) -> str:
        return (f"<Result {self.instance.name or 'instance'}: cost {self.cost:.10g}, "
                f"{len(self.routes)} routes, {self.seconds['total']:.2f} s, {self.mode}>")

    def _repr_html_(self) -> str:
        from .plotting import result_html

        return result_html(self)


def _integer(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, not {value}")
    return int(value)


def _warm_start(instance: _core.Instance, routes) -> list[list[int]]:
    if isinstance(routes, Result):
        routes = routes.routes
    lists = [list(map(int, route)) for route in routes]
    for route in lists:
        for customer in route:
            if not 1 <= customer <= instance.customers:
                raise ValueError(f"warm_start holds {customer}, which is not a customer "
                                 f"(1..{instance.customers})")
    return lists


@overload
def solve(instance: _core.Instance, stop: Rule | None = None, **options: Any) -> Result: ...
@overload
def solve(instance: _core.Problem, stop: Rule | None = None, **options: Any) -> Plan: ...


def solve(instance, stop=None, *, mode: str = "hybrid", seed: int = 1, threads: int = 0,
          warm_start: Any = None, callback: Callback | None = None, model: str = "auto",
          rollouts: int = 100, rerolls: int = 0, rho: float | None = None,
          neighbors: int | None = None, split: bool = False, depot_sampling: bool = False,
          _flag: _core.StopFlag | None = None):
    """Solves an instance until the stop rule says so; see :mod:`odgear.stop`.

    A rich :class:`~odgear.Problem` gives a :class:`~odgear.Plan`. The policy is not used for it, so
    the options from ``model`` on are not for it.

    Without a rule, the search ends after a time that grows with the instance. ``mode`` is
    ``policy``, ``expert`` or ``hybrid``. The same seed and iterations give the same answer as the
    command line, for any number of threads (0: all). ``callback(cost, routes, seconds, stage)`` is
    called for each improvement; if it returns True, the search ends. Ctrl-C ends it too and the
    best solution so far is returned. The interpreter's lock is free during the search.

    >>> import odgear
    >>> town = odgear.generate.uniform(50, seed=3)
    >>> result = odgear.solve(town, odgear.stop.MaxIterations(100))
    >>> odgear.check(town, result.routes, result.cost)["feasible"]
    True
    """
    if not isinstance(instance, (_core.Instance, _core.Problem)):
        raise ValueError("instance must be an odgear.Instance or odgear.Problem, "
                         f"not {type(instance).__name__}")
    if stop is not None and not isinstance(stop, Rule):
        raise ValueError(f"stop must be a rule of odgear.stop, not {stop!r}")
    keywords: dict[str, Any] = dict(seed=_integer("seed", seed, 0), callback=callback,
                                    threads=_integer("threads", threads, 0))
    if _flag is not None:
        keywords["flag"] = _flag
    if stop is not None:
        keywords.update(stop.keywords())
    policy = dict(model=model, rollouts=rollouts, rerolls=rerolls, rho=rho, neighbors=neighbors,
                  split=split, depot_sampling=depot_sampling)
    if isinstance(instance, _core.Problem):
        return _solve_fleet(instance, keywords, mode, warm_start, policy)
    if rho is not None and not 0 <= rho <= 1:
        raise ValueError("rho must be between 0 and 1")
    for name, least in (("rollouts", 1), ("rerolls", 0), ("neighbors", 1)):
        if policy[name] is not None:
            _integer(name, policy[name], least)
    keywords.update(policy, mode=mode)
    if warm_start is not None:
        keywords["warm_start"] = _warm_start(instance, warm_start)
    return Result(instance, keywords["seed"], _shared_solver().solve(instance, keywords))


def _solve_fleet(problem: _core.Problem, keywords: dict, mode: str, warm_start: Any,
                 policy: dict) -> Plan:
    defaults = inspect.signature(solve).parameters
    for name, value in policy.items():
        if value != defaults[name].default:
            raise ConfigurationError(f"{name} is an option of the policy, which has no part in "
                                     "rich problems")
    if mode not in ("expert", "hybrid"):
        raise ConfigurationError(f"mode {mode!r}: the policy does not support time windows, vehicle "
                                 "types or depots" if mode == "policy" else
                                 f"unknown mode {mode!r} (known: policy, expert, hybrid)")
    if warm_start is not None:
        keywords["warm_start"] = native_plan(problem, warm_start, "warm_start")
    plan, facts = _core.solve_fleet(_shared_solver(), problem, keywords)
    return Plan(problem, plan, {**facts, "seed": keywords["seed"]})


def solve_many(instances: Iterable[_core.Instance | _core.Problem], stop: Rule | None = None, *,
               workers: int | None = None, threads: int = 0,
               **options: Any) -> list[Result | Plan]:
    """Solves several instances, several at a time.

    This number of ``workers`` solve at the same time, each with its share of the ``threads`` (0: all). By
    default there is one worker per thread, at most one per instance. A time limit applies to each
    instance. Takes the options of :func:`solve`. Ctrl-C returns the results so far; those
    that were cut short are ``interrupted``.

    >>> import odgear
    >>> towns = [odgear.generate.uniform(20, seed=s) for s in range(3)]
    >>> [len(r.routes) > 0 for r in odgear.solve_many(towns, odgear.stop.MaxIterations(20))]
    [True, True, True]
    """
    todo = list(instances)
    if not todo:
        return []
    total = _integer("threads", threads, 0) or _shared_solver().threads
    several = min(len(todo), total if workers is None else _integer("workers", workers, 1))
    share = max(1, total // several)
    flag = _core.StopFlag()
    pool = ThreadPoolExecutor(several)
    futures = [pool.submit(solve, instance, stop, threads=share, _flag=flag, **options)
               for instance in todo]
    try:
        wait(futures, return_when=FIRST_EXCEPTION)
    except KeyboardInterrupt:
        finished = {future for future in futures if future.done()}
        flag.set()
        pool.shutdown(wait=True, cancel_futures=True)
        results = [future.result() for future in futures if not future.cancelled()]
        for future in futures:
            if not future.cancelled() and future not in finished:
                future.result().interrupted = True
        return results
    finally:
        flag.set()  # after an error, the others end soon
        pool.shutdown(wait=True, cancel_futures=True)
    return [future.result() for future in futures]
