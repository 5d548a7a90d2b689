"""Pictures with matplotlib, which is needed for the ``plot_*`` functions only."""

from __future__ import annotations

import html
from typing import Any

import numpy as np

from . import _core
from .plan import Plan


def _axes(ax):
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise ImportError("plots need matplotlib: install python3-matplotlib") from None
    return plt.subplots(figsize=(8, 8))[1]


def _places(instance: _core.Instance) -> np.ndarray:
    places = instance.coordinates
    if places is None:
        raise ValueError("instance has no coordinates, so it cannot be drawn")
    return places


def _set_aspect(ax, instance: _core.Instance) -> None:
    places = _places(instance)
    stretch = 1.0
    if instance.metric == "haversine":
        stretch = 1 / max(0.1, np.cos(np.radians(places[:, 1].mean())))
    ax.set_aspect(stretch)
    ax.set_xticks([])
    ax.set_yticks([])


def plot_solution(result: Any, routes: Any = None, *, ax=None):
    """Routes in the colours of the SVG and the map. Takes a result, a plan, or an instance and
    routes."""
    if isinstance(result, Plan):
        return _plot_plan(result, _axes(ax))
    instance, routes = (result, routes) if routes is not None else (result.instance, result.routes)
    ax = _axes(ax)
    places = _places(instance)
    for route, colour in zip(routes, _core.colours(instance, routes)):
        loop = places[[0, *route, 0]]
        if instance.is_tsp:
            ax.plot(loop[:, 0], loop[:, 1], color=colour, lw=1.2)
        else:
            ax.plot(loop[1:-1, 0], loop[1:-1, 1], color=colour, lw=1.2)
            ax.plot(loop[[1, 0, -2], 0], loop[[1, 0, -2], 1], color=colour, lw=0.6, alpha=0.3, ls="--")
        ax.plot(loop[1:-1, 0], loop[1:-1, 1], "o", color=colour, ms=3)
    if not instance.is_tsp:
        ax.plot(*places[0], "s", color="black", ms=7, zorder=5)
    cost = _core.check(instance, [list(map(int, r)) for r in routes], None)["cost"]
    ax.set_title(f"{instance.name}: {len(routes)} routes, cost {cost:.6g}")
    _set_aspect(ax, instance)
    return ax


def _plot_plan(plan: Plan, ax):
    problem = plan.problem
    clients, depots = problem.coordinates, problem.depot_coordinates
    if not problem.drawable:
        raise ValueError("problem has no coordinates, so it cannot be drawn")
    around = _core.Instance(np.vstack([depots.mean(axis=0) if len(depots) else clients.mean(axis=0),
                                       clients]))
    colours = _core.colours(around, plan.routes)
    for route, colour in zip(plan.vehicles, colours):
        steps = [step for step in route["steps"] if step["kind"] != "break"]
        way = np.array([clients[step["index"]] if step["kind"] == "client" else
                        depots[step["index"]] for step in steps])
        inner = np.array([step["kind"] == "client" for step in steps])
        for first in range(len(way) - 1):
            between = inner[first] and inner[first + 1]
            ax.plot(*way[first:first + 2].T, color=colour, lw=1.2 if between else 0.6,
                    alpha=1 if between else 0.3, ls="-" if between else "--")
        ax.plot(*way[inner].T, "o", color=colour, ms=3)
    left = [entry["client"] - 1 for entry in plan.unassigned]
    ax.plot(*clients[left].T, "x", color="0.4", ms=5)
    ax.plot(*depots.T, "s", color="black", ms=7, zorder=5)
    ax.set_title(f"{problem.name}: {len(plan.routes)} routes, cost {plan.cost:.6g}")
    stretch = 1.0
    if problem.geographic:
        stretch = 1 / max(0.1, np.cos(np.radians(clients[:, 1].mean())))
    ax.set_aspect(stretch)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def plot_convergence(result: Any, *, best_known: float | None = None, ax=None):
    """Best cost over time."""
    ax = _axes(ax)
    trace = result.trace
    if len(trace["cost"]) == 0:
        raise ValueError("result has no trace")
    total = result.seconds if isinstance(result, Plan) else result.seconds["total"]
    seconds = np.append(trace["seconds"], total)
    costs = np.append(trace["cost"], trace["cost"][-1])
    ax.step(seconds, costs, where="post")
    if best_known is not None:
        ax.axhline(best_known, color="0.4", ls="--", lw=1)
    ax.set_xlabel("seconds")
    ax.set_ylabel("cost")
    name = result.problem.name if isinstance(result, Plan) else result.instance.name
    ax.set_title(f"{name}: {result.cost:.6g}")
    return ax


def plot_edge_probabilities(instance: _core.Instance, edges: Any, *, least: float = 0.02, ax=None):
    """Edges as lines; more probable ones are darker. ``edges`` are rows, columns and values."""
    from matplotlib.collections import LineCollection

    ax = _axes(ax)
    places = _places(instance)
    rows, columns, values = map(np.asarray, edges)
    keep = (values >= least) & (rows > 0) & (columns > 0)
    lines = np.stack([places[rows[keep]], places[columns[keep]]], axis=1)
    colours = np.zeros((len(lines), 4))
    colours[:, 3] = np.clip(values[keep], 0, 1)
    ax.add_collection(LineCollection(lines, colors=colours, linewidths=1.2))
    ax.plot(places[1:, 0], places[1:, 1], "o", color="tab:blue", ms=3)
    ax.plot(*places[0], "s", color="black", ms=7)
    ax.set_title(f"{instance.name}: probability of each step")
    _set_aspect(ax, instance)
    return ax


def _rows_html(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th style='text-align:left'>{html.escape(k)}</th>"
                    f"<td style='text-align:left'>{html.escape(v)}</td></tr>" for k, v in rows)
    return f"<table>{cells}</table>"


def instance_html(instance: _core.Instance) -> str:
    return _rows_html([
        ("instance", instance.name or "(no name)"),
        ("customers", str(instance.customers)),
        ("capacity", str(instance.capacity) if instance.capacity is not None else "none"),
        ("vehicles", str(instance.max_vehicles) if instance.max_vehicles is not None else "any number"),
        ("distances", f"{instance.metric}, rounding {instance.rounding}"),
    ])


def result_html(result: Any) -> str:
    """The figures, and the drawing if there are coordinates."""
    text = _rows_html([
        ("instance", result.instance.name or "(no name)"),
        ("cost", f"{result.cost:.10g}"),
        ("routes", str(len(result.routes))),
        ("seconds", f"{result.seconds['total']:.2f}"),
        ("mode", result.mode + (f", {result.model}" if result.model else "")),
    ])
    if result.instance.coordinates is not None and result.instance.customers <= 20000:
        text += _core.svg_text(result.instance, result.routes, 700.0, None)
    return text


def plan_html(plan: Plan) -> str:
    """The figures, the clients that are left out with reasons, and the drawing if there are coordinates."""
    text = _rows_html([
        ("problem", plan.problem.name or "(no name)"),
        ("cost", f"{plan.cost:.10g}"),
        ("routes", str(len(plan.routes))),
        ("left out", str(len(plan.unassigned))),
        ("seconds", f"{plan.seconds:.2f}"),
    ])
    if plan.unassigned:
        text += _rows_html([(left["id"], left["text"]) for left in plan.unassigned[:20]])
    if plan.problem.drawable and plan.problem.clients <= 20000:
        text += _core.plan_svg(plan.problem, plan.native, 700.0)
    return text
