"""Instances and solutions from files, and the checker."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence

from . import _core

Routes = Sequence[Sequence[int]]


def _answer(read) -> _core.Instance:
    instance, notes, services = read
    for note in notes:
        warnings.warn(note, stacklevel=3)
    instance.services = services  # minutes at each node, for the times of a plan
    return instance


def read(path: str | os.PathLike, *, round: str = "auto", depot: str = "",
         capacity: int | None = None, max_vehicles: int | None = None) -> _core.Instance:
    """Reads a ``.vrp``, ``.tsp``, VROOM JSON or CSV instance.

    ``round`` is ``auto``, ``nint``, ``none``, ``ceil`` or ``floor``. ``depot`` and ``capacity``
    are for CSV tables that do not state them. What the command line prints as a warning is a
    Python warning here.
    """
    return _answer(_core.read(os.fspath(path), round, depot, capacity, max_vehicles))


def parse(text: str, name: str = "text", *, round: str = "auto", depot: str = "",
          capacity: int | None = None, max_vehicles: int | None = None) -> _core.Instance:
    """The same for text that is already in memory.

    >>> import odgear
    >>> stops = '''id,x,y,demand
    ... depot,0,0,
    ... a,3,4,2
    ... b,6,8,1'''
    >>> odgear.parse(stops, "stops", capacity=3)
    <Instance stops: 2 customers, capacity 3>
    """
    return _answer(_core.parse(text, name, round, depot, capacity, max_vehicles))


def read_solution(path: str | os.PathLike, instance: _core.Instance) -> tuple[list[list[int]], float | None]:
    """Routes and stated cost of a ``.sol``, ``.tour`` or JSON file."""
    routes, cost, notes = _core.read_solution(os.fspath(path), instance)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return routes, cost


def check(instance: _core.Instance, routes: Routes, cost: float | None = None) -> dict:
    """Cost and feasibility, recomputed by the independent checker.

    ``cost`` is compared with the recomputed one if given.

    >>> import odgear
    >>> square = odgear.Instance([[0, 0], [0, 1], [1, 1], [1, 0]], [0, 1, 1, 1], 2)
    >>> odgear.check(square, [[1, 2], [3]])["feasible"]
    True
    >>> odgear.check(square, [[1, 2, 3]])["violations"]
    ['route 1 carries 3, above the capacity of 2']
    """
    return _core.check(instance, [list(map(int, route)) for route in routes], cost)


def write(instance: _core.Instance, path: str | os.PathLike) -> None:
    """Writes an instance as a ``.vrp`` or ``.tsp`` file."""
    _core.write_file(os.fspath(path), _core.tsplib_text(instance))
