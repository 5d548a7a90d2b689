"""The parts of a :class:`~odgear.Model`, and the checks of their arguments."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

Window = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Depot:
    """Where vehicles start, end and reload."""

    x: float
    y: float
    tw_early: float = 0
    tw_late: float = math.inf
    service_duration: float = 0
    name: str = ""


@dataclass(frozen=True, eq=False)
class ClientGroup:
    """Clients of which at most one is visited; one must be when the group is required."""

    required: bool = True
    prize: float = 0
    name: str = ""


@dataclass(frozen=True, eq=False)
class Profile:
    """A travel profile, with its own distances and durations."""

    name: str = ""


@dataclass(frozen=True, eq=False)
class Break:
    """A pause that every used vehicle takes once, beginning in one of its windows.

    >>> Break(30, tw_early=11 * 60, tw_late=13 * 60)
    Break(duration=30.0, tw_early=660.0, tw_late=780.0, name='')
    """

    duration: float
    tw_early: float = 0
    tw_late: float = math.inf
    name: str = ""

    def __post_init__(self) -> None:
        early, late = window(self.tw_early, self.tw_late)
        object.__setattr__(self, "duration", size("duration", self.duration))
        object.__setattr__(self, "tw_early", early)
        object.__setattr__(self, "tw_late", late)


@dataclass(frozen=True, eq=False)
class Client:
    """A customer: its deliveries, pickups and times. ``index`` counts from 1."""

    x: float
    y: float
    delivery: tuple[int, ...] = ()
    pickup: tuple[int, ...] = ()
    service_duration: float = 0
    time_windows: tuple[Window, ...] = ()
    release_time: float = 0
    prize: float = 0
    required: bool = True
    group: ClientGroup | None = None
    skills: frozenset[str] = frozenset()
    vehicle_types: tuple[VehicleType, ...] = ()
    priority: int = 0
    backhaul: bool = False
    after: Client | None = None
    name: str = ""
    index: int = 0


@dataclass(frozen=True, eq=False)
class VehicleType:
    """Equal vehicles. No capacity means no limit; no depot means the model's first one."""

    num_available: int | None = 1
    capacity: tuple[int, ...] = ()
    start_depot: Depot | None = None
    end_depot: Depot | None = None
    fixed_cost: float = 0
    tw_early: float = 0
    tw_late: float = math.inf
    max_duration: float = math.inf
    max_distance: float = math.inf
    unit_distance_cost: float = 1
    unit_duration_cost: float = 0
    profile: Profile | None = None
    start_late: float = math.inf
    reload_depots: tuple[Depot, ...] = ()
    max_reloads: int | None = None
    shift_duration: float = math.inf
    max_overtime: float = math.inf
    unit_overtime_cost: float = 0
    unit_driving_cost: float = 0
    max_clients: int | None = None
    breaks: tuple[Break, ...] = ()
    skills: frozenset[str] = frozenset()
    open_start: bool = False
    open_end: bool = False
    name: str = ""


@dataclass(frozen=True, eq=False)
class Shipment:
    """Goods from one client to another, on the same vehicle."""

    pickup: Client
    delivery: Client
    amount: tuple[int, ...] = ()


def _number(name: str, value: Any) -> float:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
        raise ValueError(f"{name} must be a number, not {value!r}")
    return float(value)


def whole(name: str, value: Any, least: int = 0) -> int:
    """A whole number of at least ``least``."""
    number = _number(name, value)
    if not math.isfinite(number) or number != int(number):
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    if number < least:
        raise ValueError(f"{name} must be at least {least}, not {value!r}")
    return int(value)


def count(name: str, value: Any, least: int = 0) -> int | None:
    """A whole number, or None for any number."""
    return None if value is None else whole(name, value, least)


def load(name: str, value: Any) -> tuple[int, ...]:
    """A load by dimension: one whole number, or a list of them."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return tuple(whole(f"{name}[{i}]", part) for i, part in enumerate(value))
    return (whole(name, value),)


def size(name: str, value: Any, finite: bool = True) -> float:
    """A time, distance or cost: 0 or more."""
    number = _number(name, value)
    if math.isnan(number) or number < 0 or (finite and math.isinf(number)):
        raise ValueError(f"{name} must be a {'finite ' if finite else ''}number, 0 or more, "
                         f"not {value!r}")
    return number


def positive(name: str, value: Any) -> float:
    """A limit above 0; infinity for none."""
    number = size(name, value, finite=False)
    if number == 0:
        raise ValueError(f"{name} must be positive")
    return number


def window(early: Any, late: Any) -> Window:
    """When something may begin."""
    start, end = size("tw_early", early), size("tw_late", late, finite=False)
    if end < start:
        raise ValueError(f"tw_late must not be before tw_early, but {late} < {early}")
    return start, end


def windows(early: Any, late: Any, several: Iterable[Window] | None) -> tuple[Window, ...]:
    """The windows of a client: one from ``early`` to ``late``, or ``several``."""
    if several is None:
        one = window(early, late)
        return () if one == (0, math.inf) else (one,)
    found = tuple(sorted(window(*pair) for pair in several))
    if (early, late) != (0, math.inf):
        raise ValueError("time_windows and tw_early, tw_late must not be given together")
    for first, second in zip(found, found[1:]):
        if second[0] <= first[1]:
            raise ValueError(f"time_windows must not overlap, but {first} and {second} do")
    return found


def place(x: Any, y: Any) -> tuple[float, float]:
    """A point."""
    numbers = (_number("x", x), _number("y", y))
    for name, number in zip("xy", numbers):
        if not math.isfinite(number):
            raise ValueError(f"{name} must be a finite number, not {number!r}")
    return numbers


def names(argument: str, values: Iterable[Any]) -> frozenset[str]:
    """Skills, by any names."""
    if isinstance(values, str):
        raise ValueError(f"{argument} must be a list of names, not {values!r}")
    return frozenset(map(str, values))
