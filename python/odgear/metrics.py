"""The figures that papers report: gaps and primal integrals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def gap(cost: float, best_known: float) -> float:
    """Percent above a best-known cost.

    >>> round(gap(103, 100), 6)
    3.0
    """
    if not best_known > 0:
        raise ValueError("best_known must be positive")
    return 100 * (cost / best_known - 1)


def primal_gap(cost: float, best_known: float) -> float:
    """Berthold's gap, between 0 and 1.

    >>> primal_gap(125, 100)
    0.2
    """
    if cost == best_known:
        return 0.0
    if cost * best_known < 0:
        return 1.0
    return abs(cost - best_known) / max(abs(cost), abs(best_known))


def primal_integral(trace: Any, best_known: float, horizon: float,
                    kind: str = "berthold") -> float:
    """Quality of a search's solutions over time; smaller is better.

    ``trace`` is a :class:`odgear.Result`, its ``trace``, or a pair of seconds and costs. Kind
    ``berthold`` is the integral of :func:`primal_gap` over the seconds up to the horizon, 1 before
    the first solution. Kind ``dimacs`` is the 12th DIMACS challenge's: the mean cost over time as
    percent above the best-known one, with 110 % of it before the first solution.

    >>> primal_integral(([1.0, 3.0], [125.0, 100.0]), best_known=100, horizon=5)
    1.4
    """
    seconds, costs = _series(trace)
    if not horizon > 0:
        raise ValueError("horizon must be positive")
    if not best_known > 0:
        raise ValueError("best_known must be positive")
    if kind not in ("berthold", "dimacs"):
        raise ValueError(f"kind must be berthold or dimacs, not {kind!r}")
    height = 1.0 if kind == "berthold" else 1.1
    total, last = 0.0, 0.0
    for moment, cost in zip(seconds, costs):
        if moment >= horizon:
            break
        total += height * (moment - last)
        last = moment
        height = primal_gap(cost, best_known) if kind == "berthold" else cost / best_known
    total += height * (horizon - last)
    return total if kind == "berthold" else 100 * (total / horizon - 1)


def _series(trace: Any) -> tuple[Sequence[float], Sequence[float]]:
    trace = getattr(trace, "trace", trace)
    if isinstance(trace, dict):
        return [float(s) for s in trace["seconds"]], [float(c) for c in trace["cost"]]
    seconds, costs = trace
    if len(seconds) != len(costs):
        raise ValueError("trace must have as many seconds as costs")
    return seconds, costs
