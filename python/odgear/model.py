"""Building a problem piece by piece, in the style of PyVRP's ``Model``.

>>> import odgear
>>> m = odgear.Model()
>>> depot = m.add_depot(x=0, y=0)
>>> clients = [m.add_client(x=x, y=y, delivery=1) for x, y in [(0, 3), (4, 3), (4, 0)]]
>>> vehicle = m.add_vehicle_type(num_available=2, capacity=2)
>>> m.solve(stop=odgear.stop.MaxIterations(50), seed=1).cost
18.0

Time windows, pickups, optional clients, several depots or vehicle types make it a rich problem,
whose answer is a :class:`~odgear.Plan` with times:

>>> late = m.add_client(x=0, y=6, delivery=1, tw_early=100, tw_late=120)
>>> plan = m.solve(stop=odgear.stop.MaxIterations(200), seed=1)
>>> [step["begin"] for step in plan.table() if step["client"] == late.index]
[100.0]
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core, parts
from .description import describe
from .parts import (Break, Client, ClientGroup, Depot, Profile, Shipment, VehicleType, Window, count,
                    load, names, place, positive, size, whole, window)
from .plan import Plan
from .solving import Result, solve
from .stop import Rule


class Model:
    """Depots, clients, vehicles and, if wanted, edges; then :meth:`solve`.

    Distances are Euclidean, or those of ``metric`` (``haversine``: x is the longitude and y the
    latitude in degrees, distances are metres); durations are distances divided by ``speed``. As
    soon as one edge is added, all distances and durations come from edges. With ``vehicles_first``
    fewer vehicles are better than less cost; ``balance`` is what each unit of time of the longest
    route costs.
    """

    def __init__(self, metric: str = "euclidean", rounding: str = "none", name: str = "", *,
                 speed: float = 1, vehicles_first: bool = False, balance: float = 0):
        self.metric, self.rounding, self.name = metric, rounding, name
        self.speed = positive("speed", speed)
        if math.isinf(self.speed):
            raise ValueError("speed must be finite")
        self.vehicles_first = bool(vehicles_first)
        self.balance = size("balance", balance)
        self.depots: list[Depot] = []
        self.clients: list[Client] = []
        self.vehicle_types: list[VehicleType] = []
        self.groups: list[ClientGroup] = []
        self.profiles: list[Profile] = []
        self.shipments: list[Shipment] = []
        #: (distance, duration) by (profile or None, from, to).
        self.edges: dict[tuple[Profile | None, Any, Any], tuple[float, float]] = {}

    def add_depot(self, x: float, y: float, *, tw_early: float = 0, tw_late: float = math.inf,
                  service_duration: float = 0, name: str = "") -> Depot:
        """A depot. By default, vehicles start and end at the first one.
        ``service_duration`` is spent there before each trip."""
        self.depots.append(Depot(*place(x, y), *window(tw_early, tw_late),
                                 size("service_duration", service_duration), name))
        return self.depots[-1]

    def add_client_group(self, required: bool = True, *, prize: float = 0,
                         name: str = "") -> ClientGroup:
        """Clients of which at most one is visited: pass it as ``group`` to :meth:`add_client`. Of
        a required one exactly one is visited; leaving out another costs ``prize``."""
        self.groups.append(ClientGroup(bool(required), size("prize", prize), name))
        return self.groups[-1]

    def add_profile(self, *, name: str = "") -> Profile:
        """A travel profile, for edges and vehicle types."""
        self.profiles.append(Profile(name))
        return self.profiles[-1]

    def add_client(self, x: float, y: float, delivery: Any = (), pickup: Any = (),
                   service_duration: float = 0, tw_early: float = 0, tw_late: float = math.inf,
                   release_time: float = 0, prize: float = 0, required: bool = True,
                   group: ClientGroup | None = None, *,
                   time_windows: Iterable[Window] | None = None, skills: Iterable[Any] = (),
                   vehicle_types: Iterable[VehicleType] = (), priority: int = 0,
                   backhaul: bool = False, after: Client | None = None,
                   name: str = "") -> Client:
        """A customer. Customers are numbered from 1 in the order they are added.

        ``delivery`` comes from the depot and ``pickup`` goes there: whole numbers, or lists with
        one for each dimension. Service begins between ``tw_early`` and ``tw_late``, or in one of
        ``time_windows``. The trip does not leave before ``release_time``. A client that is not
        ``required`` may be left out, which costs its ``prize``; of required ones that cannot all
        be visited, those of low ``priority`` (0..100) are left out first. A vehicle needs all of
        the ``skills``, and is one of ``vehicle_types`` if they are given. On a trip, no other
        client comes after a ``backhaul``; ``after`` is visited earlier by the same vehicle.
        """
        if group is not None:
            self._known("group", group, self.groups)
            if not required or prize:
                raise ValueError("group: its clients have no prize of their own; state required "
                                 "and prize in add_client_group")
        if after is not None:
            self._known("after", after, self.clients)
        if whole("priority", priority) > 100:
            raise ValueError(f"priority must be between 0 and 100, not {priority}")
        client = Client(*place(x, y), load("delivery", delivery), load("pickup", pickup),
                        size("service_duration", service_duration),
                        parts.windows(tw_early, tw_late, time_windows),
                        size("release_time", release_time), size("prize", prize), bool(required),
                        group, names("skills", skills),
                        tuple(self._known("vehicle_types", vehicle, self.vehicle_types)
                              for vehicle in vehicle_types),
                        int(priority), bool(backhaul), after, name, len(self.clients) + 1)
        self.clients.append(client)
        return client

    def add_shipment(self, pickup: Client, delivery: Client, amount: Any = ()) -> Shipment:
        """Goods from one client to another: the same vehicle visits both, ``pickup`` first."""
        self.shipments.append(Shipment(self._known("pickup", pickup, self.clients),
                                       self._known("delivery", delivery, self.clients),
                                       load("amount", amount)))
        return self.shipments[-1]

    def add_vehicle_type(self, num_available: int | None = 1, capacity: Any = None,
                         start_depot: Depot | None = None, end_depot: Depot | None = None,
                         fixed_cost: float = 0, tw_early: float = 0, tw_late: float = math.inf,
                         max_duration: float = math.inf, max_distance: float = math.inf,
                         unit_distance_cost: float = 1, unit_duration_cost: float = 0,
                         profile: Profile | None = None, *, start_late: float = math.inf,
                         reload_depots: Iterable[Depot] = (), max_reloads: int | None = None,
                         shift_duration: float = math.inf, max_overtime: float = math.inf,
                         unit_overtime_cost: float = 0, unit_driving_cost: float = 0,
                         max_clients: int | None = None, breaks: Iterable[Break] = (),
                         skills: Iterable[Any] = (), open_start: bool = False,
                         open_end: bool = False, name: str = "") -> VehicleType:
        """Equal vehicles; ``num_available=None`` means any number.

        They work between ``tw_early`` and ``tw_late``, leave by ``start_late``, and return after
        at most ``max_duration``. Beyond ``shift_duration`` time is overtime, at most
        ``max_overtime``, which costs ``unit_overtime_cost`` on top. At ``reload_depots`` they may
        unload and load again. A route that is open begins at its first or ends at its last client.
        """
        reloads = tuple(self._known("reload_depots", depot, self.depots) for depot in reload_depots)
        for argument, depot in (("start_depot", start_depot), ("end_depot", end_depot)):
            if depot is not None:
                self._known(argument, depot, self.depots)
        if profile is not None:
            self._known("profile", profile, self.profiles)
        for rest in (pauses := tuple(breaks)):
            if not isinstance(rest, Break):
                raise ValueError(f"breaks must hold odgear.Break, not {rest!r}")
        self.vehicle_types.append(VehicleType(
            count("num_available", num_available, 1),
            () if capacity is None else load("capacity", capacity), start_depot, end_depot,
            size("fixed_cost", fixed_cost), *window(tw_early, tw_late),
            positive("max_duration", max_duration), positive("max_distance", max_distance),
            size("unit_distance_cost", unit_distance_cost),
            size("unit_duration_cost", unit_duration_cost), profile,
            size("start_late", start_late, finite=False), reloads,
            count("max_reloads", max_reloads), positive("shift_duration", shift_duration),
            size("max_overtime", max_overtime, finite=False),
            size("unit_overtime_cost", unit_overtime_cost),
            size("unit_driving_cost", unit_driving_cost), count("max_clients", max_clients, 1),
            pauses, names("skills", skills), bool(open_start), bool(open_end), name))
        return self.vehicle_types[-1]

    def add_edge(self, frm: Depot | Client, to: Depot | Client, distance: float,
                 duration: float | None = None, profile: Profile | None = None) -> None:
        """Distance and duration one way, for one profile or for all; the duration is the distance
        divided by the model's speed unless it is given. If any edge is added, every pair needs one
        in both directions."""
        length = size("distance", distance)
        time = length / self.speed if duration is None else size("duration", duration)
        if profile is not None:
            self._known("profile", profile, self.profiles)
        places = (*self.depots, *self.clients)
        self.edges[profile, self._known("frm", frm, places), self._known("to", to, places)] = (
            length, time)

    def _known(self, argument: str, thing: Any, things: Any) -> Any:
        # Clients know their number; a scan for each edge of a large model would be quadratic.
        if isinstance(thing, Client):
            found = 0 < thing.index <= len(self.clients) and self.clients[thing.index - 1] is thing
            found = found and (things is self.clients or isinstance(things, tuple))
        else:
            found = any(thing is known for known in things if not isinstance(known, Client))
        if not found:
            raise ValueError(f"{argument} must hold what was added to this model before, "
                             f"not {thing!r}")
        return thing

    def is_rich(self) -> bool:
        """Whether it is more than a capacitated problem with one depot and equal vehicles, so that
        the answer is a :class:`~odgear.Plan`."""
        return not (
            len(self.depots) == 1 and len(self.vehicle_types) <= 1
            and not (self.shipments or self.groups or self.profiles or self.vehicles_first
                     or self.balance)
            and all(_only(depot, "x", "y", "name") for depot in self.depots)
            and all(_only(client, "x", "y", "delivery", "service_duration", "priority", "name",
                          "index") and len(client.delivery) <= 1 for client in self.clients)
            and all(_only(vehicle, "num_available", "capacity", "start_depot", "end_depot",
                          "max_distance", "name") and len(vehicle.capacity) <= 1
                    for vehicle in self.vehicle_types))

    def _check(self) -> None:
        if not self.depots:
            raise ValueError("there is no depot; call add_depot")
        if not self.clients:
            raise ValueError("there are no clients; call add_client")
        loads = any(any(client.delivery) for client in self.clients)
        if loads and not any(vehicle.capacity for vehicle in self.vehicle_types):
            raise ValueError("clients have deliveries, so capacity must be given in add_vehicle_type")
        if self.is_rich() and not self.vehicle_types:
            raise ValueError("there are no vehicles; call add_vehicle_type")

    def data(self) -> _core.Instance | _core.Problem:
        """The described problem: an :class:`~odgear.Instance`, or an :class:`~odgear.Problem` if
        it is rich."""
        self._check()
        if self.is_rich():
            return _core.Problem(describe(self))
        vehicle = self.vehicle_types[0] if self.vehicle_types else VehicleType(None)
        demands = [0] + [sum(client.delivery) for client in self.clients]
        limits: dict[str, Any] = {}
        if vehicle.capacity or vehicle.num_available != 1:
            limits = dict(demands=np.array(demands, dtype=np.int64),
                          capacity=vehicle.capacity[0] if vehicle.capacity else 1)
            if vehicle.num_available is not None:
                limits["max_vehicles"] = vehicle.num_available
        if math.isfinite(vehicle.max_distance):
            limits["max_route_length"] = vehicle.max_distance
        places = [*self.depots, *self.clients]
        if any(spot.name for spot in places):
            limits["names"] = [spot.name for spot in places]
        return _core.Instance(np.array([(p.x, p.y) for p in places], dtype=float),
                              matrix=self.matrices(None)[0], metric=self.metric,
                              rounding=self.rounding, name=self.name, **limits)

    def matrices(self, profile: Profile | None) -> tuple[np.ndarray | None, np.ndarray | None]:
        """Distances and durations of a profile between all places, depots first; None without
        edges."""
        if not self.edges:
            return None, None
        places = {id(spot): i for i, spot in enumerate((*self.depots, *self.clients))}
        tables = np.full((2, len(places), len(places)), np.nan)
        for wanted in (None, profile):  # edges of a profile replace those for all
            for (of, start, end), values in self.edges.items():
                if of is wanted:
                    tables[:, places[id(start)], places[id(end)]] = values
        for table in tables:
            np.fill_diagonal(table, 0)
        missing = np.argwhere(np.isnan(tables[0]))
        if len(missing):
            start, end = missing[0]
            raise ValueError(f"no edge from node {start} to node {end} (depots first); "
                             f"{len(missing)} are missing")
        return tables[0], tables[1]

    def solve(self, stop: Rule | None = None, seed: int = 1, *,
              initial_solution: Any = None, **options: Any) -> Result | Plan:
        """Solves it; takes the options of :func:`odgear.solve`."""
        if initial_solution is not None:
            options["warm_start"] = initial_solution
        return solve(self.data(), stop, seed=seed, **options)


def _only(part: Any, *stated: str) -> bool:
    """Whether all fields except the given ones have their defaults."""
    return all(getattr(part, field.name) == field.default for field in dataclasses.fields(part)
               if field.name not in stated)
