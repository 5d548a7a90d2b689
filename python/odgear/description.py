"""Converts a rich model to the dictionary that the compiled part takes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .parts import Client, Depot, VehicleType


def _labels(things: list, first: int = 1) -> list[str]:
    """The names if all differ, else numbers. A missing name is replaced by a number."""
    labels = [thing.name or str(i) for i, thing in enumerate(things, first)]
    if len(set(labels)) == len(labels):
        return labels
    return [str(i) for i in range(first, first + len(things))]


def describe(model: Any) -> dict:
    """The dictionary. Depots come first among the locations."""
    dimensions = max([1, *(len(load) for client in model.clients
                           for load in (client.delivery, client.pickup)),
                      *(len(vehicle.capacity) for vehicle in model.vehicle_types),
                      *(len(shipment.amount) for shipment in model.shipments)])
    places = [*model.depots, *model.clients]
    profiles = model.profiles or [None]
    skills = sorted({skill for part in (*model.clients, *model.vehicle_types)
                     for skill in part.skills})
    numbers = {skill: i for i, skill in enumerate(skills)}
    index = _Index(model, {profile: i for i, profile in enumerate(profiles)}, numbers, dimensions)
    return {
        "name": model.name, "dimensions": dimensions, "metric": model.metric,
        "rounding": model.rounding, "vehicles_first": model.vehicles_first,
        "balance": model.balance,
        "points": np.array([(spot.x, spot.y) for spot in places], dtype=float),
        "depots": [index.depot(depot, i, label)
                   for i, (depot, label) in enumerate(zip(model.depots, _labels(model.depots)))],
        "stops": [index.stop(client, label)
                  for client, label in zip(model.clients, _labels(model.clients))],
        "shipments": [{"pickup": shipment.pickup.index - 1, "delivery": shipment.delivery.index - 1,
                       "amount": index.load("amount", shipment.amount)}
                      for shipment in model.shipments],
        "groups": [{"label": group.name, "required": group.required, "prize": group.prize,
                    "stops": [client.index - 1 for client in model.clients if client.group is group]}
                   for group in model.groups],
        "vehicles": [index.vehicle(vehicle) for vehicle in model.vehicle_types],
        "profiles": [_profile(model, profile) for profile in profiles],
    }


def _profile(model: Any, profile: Any) -> dict:
    distances, durations = model.matrices(profile)
    return {"label": profile.name if profile else "", "speed": model.speed,
            "distances": distances, "durations": durations}


class _Index:
    """Replaces references to other parts of the model by numbers."""

    def __init__(self, model: Any, profiles: dict, skills: dict[str, int], dimensions: int):
        self.model, self.profiles, self.skills, self.dimensions = model, profiles, skills, dimensions
        self.depots = {id(depot): i for i, depot in enumerate(model.depots)}
        self.types = {id(vehicle): i for i, vehicle in enumerate(model.vehicle_types)}

    def load(self, name: str, load: tuple[int, ...]) -> list[int]:
        if load and len(load) != self.dimensions:
            raise ValueError(f"{name} has {len(load)} numbers, but the model has "
                             f"{self.dimensions} dimensions")
        return list(load)

    def depot(self, depot: Depot, location: int, label: str) -> dict:
        return {"label": label, "location": location, "service": depot.service_duration,
                "windows": [(depot.tw_early, depot.tw_late)]}

    def stop(self, client: Client, label: str) -> dict:
        return {
            "label": label, "location": len(self.model.depots) + client.index - 1,
            "delivery": self.load("delivery", client.delivery),
            "pickup": self.load("pickup", client.pickup), "windows": list(client.time_windows),
            "service": client.service_duration, "release": client.release_time,
            "skills": sorted(self.skills[skill] for skill in client.skills),
            "vehicle_types": [self.types[id(vehicle)] for vehicle in client.vehicle_types],
            "prize": None if client.required else client.prize, "priority": client.priority,
            "backhaul": client.backhaul, "after": client.after.index - 1 if client.after else -1,
        }

    def vehicle(self, vehicle: VehicleType) -> dict:
        longest = min(vehicle.max_duration, vehicle.shift_duration + vehicle.max_overtime)
        return {
            "label": vehicle.name, "count": vehicle.num_available if vehicle.num_available else 2**31 - 1,
            "capacity": self.load("capacity", vehicle.capacity),
            "start": None if vehicle.open_start else self.depot_number(vehicle.start_depot),
            "end": None if vehicle.open_end else self.depot_number(vehicle.end_depot),
            "windows": [(vehicle.tw_early, vehicle.tw_late)], "latest_start": vehicle.start_late,
            "max_duration": longest, "max_distance": vehicle.max_distance,
            "max_stops": vehicle.max_clients, "fixed_cost": vehicle.fixed_cost,
            "cost_per_distance": vehicle.unit_distance_cost,
            "cost_per_duration": vehicle.unit_duration_cost,
            "cost_per_driving": vehicle.unit_driving_cost,
            "regular_duration": vehicle.shift_duration,
            "cost_per_overtime": vehicle.unit_overtime_cost,
            "profile": self.profiles[vehicle.profile] if vehicle.profile else 0,
            "skills": sorted(self.skills[skill] for skill in vehicle.skills),
            "breaks": [{"label": rest.name, "duration": rest.duration,
                        "windows": [] if math.isinf(rest.tw_late) and rest.tw_early == 0
                        else [(rest.tw_early, rest.tw_late)]} for rest in vehicle.breaks],
            "reload_depots": [self.depots[id(depot)] for depot in vehicle.reload_depots],
            "max_reloads": vehicle.max_reloads,
        }

    def depot_number(self, depot: Depot | None) -> int:
        return 0 if depot is None else self.depots[id(depot)]
