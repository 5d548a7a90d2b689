"""Solving: one call, a result that knows what it is."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from . import _core, metrics
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
    """A checked solution and how it came about.

    ``routes`` are lists of customers (from 1), without the depot. ``trace`` has the arrays
    ``seconds`` and ``cost`` and the list ``stage``, one entry for each improvement. ``interrupted``
    says that Ctrl-C ended the search.
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


def solve(instance: _core.Instance, stop: Rule | None = None, *, mode: str = "hybrid",
          seed: int = 1, threads: int = 0, warm_start: Any = None,
          callback: Callback | None = None, model: str = "auto", rollouts: int = 100,
          rerolls: int = 0, rho: float | None = None, neighbors: int | None = None,
          split: bool = False, depot_sampling: bool = False) -> Result:
    """Solves an instance until the stop rule says so; see :mod:`odgear.stop`.

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
    if not isinstance(instance, _core.Instance):
        raise ValueError(f"instance must be an odgear.Instance, not {type(instance).__name__}")
    if stop is not None and not isinstance(stop, Rule):
        raise ValueError(f"stop must be a rule of odgear.stop, not {stop!r}")
    if rho is not None and not 0 <= rho <= 1:
        raise ValueError("rho must be between 0 and 1")
    keywords: dict[str, Any] = dict(
        mode=mode, seed=_integer("seed", seed, 0), threads=_integer("threads", threads, 0),
        callback=callback, model=model, rollouts=_integer("rollouts", rollouts, 1),
        rerolls=_integer("rerolls", rerolls, 0), rho=rho, split=split,
        depot_sampling=depot_sampling)
    if neighbors is not None:
        keywords["neighbors"] = _integer("neighbors", neighbors, 1)
    if warm_start is not None:
        keywords["warm_start"] = _warm_start(instance, warm_start)
    if stop is not None:
        keywords.update(stop.keywords())
    return Result(instance, keywords["seed"], _shared_solver().solve(instance, keywords))


def solve_many(instances: Iterable[_core.Instance], stop: Rule | None = None,
               **options: Any) -> list[Result]:
    """Solves several instances, one after another, each with all threads.

    Takes the options of :func:`solve`. Ctrl-C returns the results so far, the interrupted one
    included.

    >>> import odgear
    >>> towns = [odgear.generate.uniform(20, seed=s) for s in range(3)]
    >>> [len(r.routes) > 0 for r in odgear.solve_many(towns, odgear.stop.MaxIterations(20))]
    [True, True, True]
    """
    results = []
    for instance in instances:
        results.append(solve(instance, stop, **options))
        if results[-1].interrupted:
            break
    return results
