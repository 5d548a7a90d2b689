"""Instances and solutions from files, and the checker."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence

from . import _core
from .errors import ConfigurationError
from .plan import Plan, native_plan

Routes = Sequence[Sequence[int]]


def _answer(read) -> _core.Instance:
    instance, notes, services = read
    for note in notes:
        warnings.warn(note, stacklevel=4)
    instance.services = services  # minutes at each node, for the times of a plan
    return instance


def read(path: str | os.PathLike, *, round: str = "auto", depot: str = "",
         capacity: int | None = None, max_vehicles: int | None = None,
         speed: float | None = None) -> _core.Instance | _core.Problem:
    """Reads a ``.vrp``, ``.tsp``, VROOM JSON or CSV instance.

    With time windows, several depots, vehicle types and the like (``.vrp``, CSV, Solomon,
    Li & Lim, VROOM) it is a :class:`~odgear.Problem`, else an :class:`~odgear.Instance`. ``round`` is
    ``auto``, ``nint``, ``none``, ``ceil`` or ``floor``; for a problem also ``dimacs`` or ``exact``.
    ``depot``, ``capacity`` and ``speed`` (km/h) are for CSV tables that do not state them. What the command line
    prints as a warning is a Python warning here.
    """
    text = _core.read_text(os.fspath(path))
    return _parse(text, os.fspath(path), round, depot, capacity, max_vehicles, speed)


def parse(text: str, name: str = "text", *, round: str = "auto", depot: str = "",
          capacity: int | None = None, max_vehicles: int | None = None,
          speed: float | None = None) -> _core.Instance | _core.Problem:
    """The same for a text in memory.

    >>> import odgear
    >>> stops = '''id,x,y,demand
    ... depot,0,0,
    ... a,3,4,2
    ... b,6,8,1'''
    >>> odgear.parse(stops, "stops", capacity=3)
    <Instance stops: 2 customers, capacity 3>
    """
    return _parse(text.encode(), name, round, depot, capacity, max_vehicles, speed)


def _parse(text: bytes, name: str, rounding: str, depot: str, capacity: int | None,
           max_vehicles: int | None, speed: float | None) -> _core.Instance | _core.Problem:
    problem = _core.parse_fleet(text, name, rounding, depot, capacity, speed)
    if problem is None:
        return _answer(_core.parse(text, name, rounding, depot, capacity, max_vehicles))
    if max_vehicles is not None:
        raise ConfigurationError(f"{name}: max_vehicles is for CVRPs; this problem states its fleet")
    for note in problem.warnings:
        warnings.warn(note, stacklevel=3)
    return problem


def read_solution(path: str | os.PathLike, instance: _core.Instance | _core.Problem):
    """Routes and stated cost of a ``.sol``, ``.tour`` or JSON file; for a problem its plan, as
    ``warm_start`` and :func:`check` take it."""
    if isinstance(instance, _core.Problem):
        return _core.read_plan(os.fspath(path), instance)
    routes, cost, notes = _core.read_solution(os.fspath(path), instance)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return routes, cost


def check(instance: _core.Instance | _core.Problem, routes: Routes | Plan,
          cost: float | None = None) -> dict:
    """Cost and feasibility, recomputed by the independent checker.

    ``cost`` is compared with the recomputed one if given. For a problem, ``routes`` is a plan, or
    lists of clients for its vehicles in their order.

    >>> import odgear
    >>> square = odgear.Instance([[0, 0], [0, 1], [1, 1], [1, 0]], [0, 1, 1, 1], 2)
    >>> odgear.check(square, [[1, 2], [3]])["feasible"]
    True
    >>> odgear.check(square, [[1, 2, 3]])["violations"]
    ['route 1 carries 3, above the capacity of 2']
    """
    if isinstance(instance, _core.Problem):
        report = _core.check_plan(instance, native_plan(instance, routes, "routes"))
        if cost is not None and abs(cost - report["cost"]) > 1e-6 * max(1.0, abs(cost)):
            report["feasible"] = False
            report["violations"].append(f"the cost is {report['cost']:.10g}, not {cost:.10g}")
        return report
    return _core.check(instance, [list(map(int, route)) for route in routes], cost)


def write(instance: _core.Instance, path: str | os.PathLike) -> None:
    """Writes an instance as a ``.vrp`` or ``.tsp`` file."""
    _core.write_file(os.fspath(path), _core.tsplib_text(instance))
