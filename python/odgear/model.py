"""Building a problem piece by piece, in the style of PyVRP's ``Model``.

>>> import odgear
>>> m = odgear.Model()
>>> depot = m.add_depot(x=0, y=0)
>>> clients = [m.add_client(x=x, y=y, delivery=1) for x, y in [(0, 3), (4, 3), (4, 0)]]
>>> vehicle = m.add_vehicle_type(num_available=2, capacity=2)
>>> m.solve(stop=odgear.stop.MaxIterations(50), seed=1).cost
18.0
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from .solving import Result, solve
from .stop import Rule


@dataclass(frozen=True)
class Depot:
    """Where vehicles start and end."""

    x: float
    y: float
    name: str = ""


@dataclass(frozen=True)
class Client:
    """A customer, with what is delivered there."""

    x: float
    y: float
    delivery: int = 0
    name: str = ""
    index: int = 0


@dataclass(frozen=True)
class VehicleType:
    """Equal vehicles."""

    num_available: int = 1
    capacity: int | None = None
    max_distance: float = math.inf
    name: str = ""


def _amount(name: str, value: Any) -> int:
    """A load: a whole number, or a list of one."""
    if isinstance(value, (list, tuple)):
        if len(value) != 1:
            raise ValueError(f"{name} must have one load dimension, not {len(value)}")
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        raise ValueError(f"{name} must be a number, not {value!r}")
    if not math.isfinite(value) or value < 0 or value != int(value):
        raise ValueError(f"{name} must be a whole number, 0 or more, not {value!r}")
    return int(value)


def _place(x: Any, y: Any) -> tuple[float, float]:
    for name, value in (("x", x), ("y", y)):
        if not isinstance(value, (int, float, np.number)) or not math.isfinite(value):
            raise ValueError(f"{name} must be a finite number, not {value!r}")
    return float(x), float(y)


class Model:
    """Depot, clients, vehicles and, if wanted, edges; then :meth:`solve`.

    Distances are Euclidean, or those of ``metric`` (``haversine``: x is the longitude and y the
    latitude in degrees, distances are metres). As soon as one edge is added, all distances come
    from edges.
    """

    def __init__(self, metric: str = "euclidean", rounding: str = "none", name: str = ""):
        self.metric, self.rounding, self.name = metric, rounding, name
        self.depots: list[Depot] = []
        self.clients: list[Client] = []
        self.vehicle_types: list[VehicleType] = []
        self.edges: dict[tuple[int, int], float] = {}

    def add_depot(self, x: float, y: float, *, name: str = "") -> Depot:
        """The depot; one is supported."""
        if self.depots:
            raise ValueError("one depot is supported, and there is one already")
        self.depots.append(Depot(*_place(x, y), name))
        return self.depots[-1]

    def add_client(self, x: float, y: float, delivery: Any = 0, *, name: str = "") -> Client:
        """A customer. Customers are numbered from 1 in the order they are added."""
        client = Client(*_place(x, y), _amount("delivery", delivery), name, len(self.clients) + 1)
        self.clients.append(client)
        return client

    def add_vehicle_type(self, num_available: int = 1, capacity: Any = None, *,
                         max_distance: float = math.inf, name: str = "") -> VehicleType:
        """The vehicles; one type is supported."""
        if self.vehicle_types:
            raise ValueError("one vehicle type is supported, and there is one already")
        if _amount("num_available", num_available) < 1:
            raise ValueError("num_available must be at least 1")
        if not max_distance > 0:
            raise ValueError("max_distance must be positive")
        load = None if capacity is None else _amount("capacity", capacity)
        self.vehicle_types.append(VehicleType(int(num_available), load, max_distance, name))
        return self.vehicle_types[-1]

    def add_edge(self, frm: Depot | Client, to: Depot | Client, distance: float) -> None:
        """The distance one way. If any edge is added, every pair needs one in both directions."""
        if not isinstance(distance, (int, float, np.number)) or not (
                math.isfinite(distance) and distance >= 0):
            raise ValueError(f"distance must be a finite number, 0 or more, not {distance!r}")
        self.edges[self._node("frm", frm), self._node("to", to)] = float(distance)

    def _node(self, argument: str, place: Depot | Client) -> int:
        if isinstance(place, Depot) and any(place is depot for depot in self.depots):
            return 0
        if isinstance(place, Client) and 1 <= place.index <= len(self.clients):
            if self.clients[place.index - 1] is place:
                return place.index
        raise ValueError(f"{argument} must be a depot or client of this model")

    def data(self) -> _core.Instance:
        """The instance that has been described."""
        if not self.depots:
            raise ValueError("there is no depot; call add_depot")
        if not self.clients:
            raise ValueError("there are no clients; call add_client")
        places = [*self.depots, *self.clients]
        vehicle = self.vehicle_types[0] if self.vehicle_types else VehicleType(len(self.clients))
        demands = [0] + [client.delivery for client in self.clients]
        if vehicle.capacity is None and any(demands):
            raise ValueError("clients have deliveries, so capacity must be given in add_vehicle_type")
        tour = vehicle.capacity is None and vehicle.num_available == 1
        limits: dict[str, Any] = {}
        if not tour:
            load = vehicle.capacity if vehicle.capacity is not None else 1
            limits = dict(demands=np.array(demands, dtype=np.int64), capacity=load,
                          max_vehicles=vehicle.num_available)
        if math.isfinite(vehicle.max_distance):
            limits["max_route_length"] = vehicle.max_distance
        if any(place.name for place in places):
            limits["names"] = [place.name for place in places]
        return _core.Instance(np.array([(p.x, p.y) for p in places], dtype=float),
                              matrix=self._matrix(len(places)), metric=self.metric,
                              rounding=self.rounding, name=self.name, **limits)

    def _matrix(self, nodes: int) -> np.ndarray | None:
        if not self.edges:
            return None
        matrix = np.full((nodes, nodes), np.nan)
        for (start, end), distance in self.edges.items():
            matrix[start, end] = distance
        np.fill_diagonal(matrix, 0)
        missing = np.argwhere(np.isnan(matrix))
        if len(missing):
            start, end = missing[0]
            raise ValueError(f"no edge from node {start} to node {end} (0 is the depot); "
                             f"{len(missing)} are missing")
        return matrix

    def solve(self, stop: Rule | None = None, seed: int = 1, **options: Any) -> Result:
        """Solves it; takes the options of :func:`odgear.solve`."""
        return solve(self.data(), stop, seed=seed, **options)
