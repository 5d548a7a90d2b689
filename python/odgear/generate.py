"""Random instances. The same seed and index give the same instance as the command line."""

from __future__ import annotations

from . import _core


def uniform(customers: int, *, seed: int = 1, index: int = 0, capacity: int = 50,
            min_demand: int = 1, max_demand: int = 9, name: str = "") -> _core.Instance:
    """The paper's instances: uniform in the unit square.

    >>> import odgear
    >>> odgear.generate.uniform(200, seed=1).coordinates.shape
    (201, 2)
    """
    return _core.uniform(customers, seed, index, capacity, min_demand, max_demand, name)


def tsp(cities: int, *, seed: int = 1, index: int = 0, name: str = "") -> _core.Instance:
    """Cities uniform in the unit square."""
    return _core.uniform_tsp(cities, seed, index, name)


def uchoa(customers: int, *, seed: int = 1, index: int = 0, depot: str = "", places: str = "",
          demands: str = "", route_size: float = 0, name: str = "") -> _core.Instance:
    """Instances like those of the X set (Uchoa et al., 2017). Missing arguments are drawn at random."""
    return _core.uchoa(customers, seed, index, depot, places, demands, route_size, name)
