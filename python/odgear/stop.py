"""When a search ends. Rules are values; ``a | b`` stops at whichever comes first.

>>> import odgear
>>> odgear.stop.MaxRuntime(10) | odgear.stop.MaxIterations(500)
MultipleCriteria([MaxRuntime(10), MaxIterations(500)])
"""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = ["MaxRuntime", "MaxIterations", "NoImprovement", "Target", "FirstFeasible", "MultipleCriteria", "Rule"]


class Rule:
    """The base of all rules."""

    _key = ""

    def __init__(self, value: float):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
            raise ValueError(f"{type(self).__name__} takes a number, not {value!r}")
        self.value = value

    def keywords(self) -> dict[str, float]:
        """The limits as the solver takes them."""
        return {self._key: self.value}

    def __or__(self, other: "Rule") -> "MultipleCriteria":
        return MultipleCriteria([self, other])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value})"


class MaxRuntime(Rule):
    """Seconds since the start of the call."""

    _key = "seconds"

    def __init__(self, seconds: float):
        super().__init__(seconds)
        if seconds <= 0:
            raise ValueError("seconds must be positive")


class _Count(Rule):
    def __init__(self, value: int):
        super().__init__(value)
        if value < 0 or value != int(value):
            raise ValueError(f"{type(self).__name__} takes a whole number of iterations")
        self.value = int(value)


class MaxIterations(_Count):
    """Iterations of the search. With a seed, the answer is the same on every run."""

    _key = "iterations"


class NoImprovement(_Count):
    """Iterations since the last improvement."""

    _key = "no_improvement"


class Target(Rule):
    """This cost, or below."""

    _key = "target"


class FirstFeasible(Rule):
    """The first feasible solution, or the first plan that visits all required clients."""

    _key = "target"

    def __init__(self) -> None:
        super().__init__(1e300)

    def __repr__(self) -> str:
        return "FirstFeasible()"


class MultipleCriteria(Rule):
    """Several rules; the first that applies ends the search."""

    def __init__(self, criteria: Iterable[Rule]):
        self.criteria = [part for rule in criteria
                         for part in (rule.criteria if isinstance(rule, MultipleCriteria) else [rule])]
        if not self.criteria:
            raise ValueError("criteria must not be empty")

    def keywords(self) -> dict[str, float]:
        limits: dict[str, float] = {}
        for rule in self.criteria:
            for key, value in rule.keywords().items():
                # The strictest of the same kind: the largest target is reached first.
                pick = max if key == "target" else min
                limits[key] = pick(value, limits.get(key, value))
        return limits

    def __repr__(self) -> str:
        return f"MultipleCriteria({self.criteria})"
