"""The solution of a rich problem: routes with times, and the clients that are left out."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core, metrics

#: A route: client numbers, or what :attr:`Plan.vehicles` holds of it.
RouteLike = Sequence[int] | Mapping[str, Any]


class Plan:
    """Routes of a fleet.

    ``routes`` are lists of client numbers (from 1). ``vehicles`` has a dictionary for each route:
    ``type``, ``vehicle``, ``name``, ``start``, ``end``, ``distance``, ``duration``, ``driving``,
    ``waiting``, ``service``, ``cost`` and ``steps``. ``unassigned`` lists clients that are not
    visited: ``client``, ``id``, ``reason``, ``text``; ``complete`` says that no required one is
    among them. ``costs`` has the cost by kind. ``trace`` has the arrays ``seconds`` and ``cost``
    and the list ``stage``, one entry for each improvement. ``interrupted`` says that Ctrl-C ended
    the search.
    """

    def __init__(self, problem: _core.Problem, plan: _core.FleetPlan, facts: dict):
        self.problem = problem
        self.native = plan
        found = _core.plan_dict(problem, plan)
        self.cost: float = found["cost"]
        self.costs: dict[str, float] = found["costs"]
        self.vehicles: list[dict] = found["routes"]
        self.unassigned: list[dict] = found["unassigned"]
        self.routes: list[list[int]] = [
            [step["client"] for step in route["steps"] if step["client"] is not None]
            for route in self.vehicles]
        self.complete: bool = facts["complete"]
        self.seed: int = facts["seed"]
        self.iterations: int = facts["iterations"]
        self.seconds: float = facts["seconds"]
        self.threads: int = facts["threads"]
        self.interrupted: bool = facts["interrupted"]
        self.trace: dict = facts["trace"]

    def table(self) -> list[dict]:
        """A row for each step: route, stop, kind (start, client, reload, break, end), client, id,
        arrival, wait, begin, departure, distance so far and load on board."""
        keys = ("kind", "client", "id", "arrival", "wait", "begin", "departure", "distance", "load")
        return [{"route": number, "stop": position, **{key: step[key] for key in keys}}
                for number, route in enumerate(self.vehicles, 1)
                for position, step in enumerate(route["steps"])]

    def to_dict(self) -> dict:
        """One flat row, for ``pandas.DataFrame([plan.to_dict(), ...])``."""
        return {"name": self.problem.name, "clients": self.problem.clients, "cost": self.cost,
                "vehicles": len(self.routes), "routes": self.routes, "complete": self.complete,
                "unassigned": len(self.unassigned), "seed": self.seed, "threads": self.threads,
                "iterations": self.iterations, "seconds": self.seconds,
                "interrupted": self.interrupted}

    def gap(self, best_known: float) -> float:
        """Percent above a best-known cost."""
        return metrics.gap(self.cost, best_known)

    def vroom(self) -> dict:
        """VROOM's answer, for a problem that was read from a VROOM request."""
        return json.loads(_core.plan_vroom(self.problem, self.native, self.seconds))

    def save(self, path: str | os.PathLike, *, tiles: str = "") -> None:
        """Writes the plan in the format of the file's ending: ``.sol``, ``.json``, ``.csv``,
        ``.geojson``, ``.svg`` or ``.html`` (a map that needs no network, unless ``tiles`` names a
        server)."""
        facts = {key: getattr(self, key)
                 for key in ("complete", "seed", "threads", "seconds", "iterations")}
        writers = {
            ".sol": lambda: _core.plan_sol(self.problem, self.native),
            ".json": lambda: _core.plan_json(self.problem, self.native, facts),
            ".csv": lambda: _core.plan_csv(self.problem, self.native),
            ".geojson": lambda: _core.plan_geojson(self.problem, self.native),
            ".svg": lambda: _core.plan_svg(self.problem, self.native, 0.0),
            ".html": lambda: _core.plan_map(self.problem, self.native, tiles),
        }
        ending = pathlib.Path(path).suffix.lower()
        if ending not in writers:
            raise ValueError(f"path must end in one of {', '.join(writers)}, not {ending!r}")
        _core.write_file(os.fspath(path), writers[ending]())

    def plot(self, ax=None):
        """The routes, with matplotlib."""
        from .plotting import plot_solution

        return plot_solution(self, ax=ax)

    def __repr__(self) -> str:
        left = f", {len(self.unassigned)} left out" if self.unassigned else ""
        return (f"<Plan {self.problem.name or 'model'}: cost {self.cost:.10g}, "
                f"{len(self.routes)} routes{left}, {self.seconds:.2f} s>")

    def _repr_html_(self) -> str:
        from .plotting import plan_html

        return plan_html(self)


def native_plan(problem: _core.Problem, plan: Plan | Sequence[RouteLike],
                argument: str = "plan") -> _core.FleetPlan:
    """The plan as the compiled part takes it. Routes of numbers are driven by the vehicles in
    their order, as in a ``.sol`` file; a dictionary has ``type``, ``vehicle`` and ``steps``."""
    if isinstance(plan, _core.FleetPlan):
        return plan
    if isinstance(plan, Plan):
        if plan.problem is problem:
            return plan.native
        plan = plan.vehicles
    orders, used = [], 0
    for number, route in enumerate(plan, 1):
        if isinstance(route, Mapping):
            kind, vehicle = int(route["type"]), int(route["vehicle"])
            steps = [(step["kind"], int(step["index"])) for step in route["steps"]
                     if step["kind"] not in ("start", "end")]
        else:
            kind, vehicle = _vehicle(problem, used, argument)
            used += 1
            steps = [("client", int(client) - 1) for client in route]
        for what, index in steps:
            if what == "client" and not 0 <= index < problem.clients:
                raise ValueError(f"{argument}: route {number} holds {index + 1}, which is not a "
                                 f"client (1..{problem.clients})")
        if not 0 <= kind < len(problem.counts):
            raise ValueError(f"{argument}: route {number} has the vehicle type {kind}, which does "
                             "not exist")
        orders.append((kind, vehicle, steps))
    return _core.make_plan(problem, orders)


def _vehicle(problem: _core.Problem, number: int, argument: str) -> tuple[int, int]:
    """The type and number within the type of a vehicle, counted through all types."""
    left = number
    for kind, count in enumerate(problem.counts):
        if left < count:
            return kind, left
        left -= count
    raise ValueError(f"{argument} has {number + 1} routes or more, but there are only {number} "
                     "vehicles")
