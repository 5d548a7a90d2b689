"""OD-Gear: a solver for vehicle routing problems.

>>> import odgear
>>> town = odgear.Instance([[0, 0], [0, 3], [4, 3], [4, 0]], demands=[0, 1, 1, 1], capacity=2)
>>> odgear.solve(town, odgear.stop.MaxIterations(20)).cost
18.0
"""

from . import errors, generate, metrics, policy, stop, training
from ._core import Instance, Problem
from ._version import __version__
from .errors import ConfigurationError, InfeasibleError, InputError, InternalError, OdgearError
from .files import check, parse, read, read_solution, write
from .metrics import gap, primal_gap, primal_integral
from .model import Model
from .parts import Break, Client, ClientGroup, Depot, Profile, Shipment, VehicleType
from .plan import Plan
from .plotting import instance_html, plot_convergence, plot_edge_probabilities, plot_solution
from .policy import Policy
from .solving import Result, solve, solve_many

__all__ = [
    "Break", "Client", "ClientGroup", "ConfigurationError", "Depot", "InfeasibleError",
    "InputError", "Instance", "InternalError", "Model", "OdgearError", "Plan", "Policy", "Problem",
    "Profile", "Result", "Shipment", "VehicleType", "__version__", "check", "errors", "gap", "generate", "metrics", "parse", "plot_convergence",
    "plot_edge_probabilities", "plot_solution", "policy", "primal_gap", "primal_integral", "read",
    "read_solution", "solve", "solve_many", "stop", "training", "write",
]


def _instance_text(self: Instance) -> str:
    limits = "" if self.capacity is None else f", capacity {self.capacity}"
    if self.max_vehicles is not None and not self.is_tsp:
        limits += f", {self.max_vehicles} vehicles"
    return f"<Instance {self.name or '(no name)'}: {self.customers} customers{limits}>"


def _problem_text(self: Problem) -> str:
    fleet = "any number of" if 2**31 - 1 in self.counts else str(sum(self.counts))
    depots = len(self.depot_ids)
    return (f"<Problem {self.name or '(no name)'}: {self.clients} clients, {fleet} vehicles of "
            f"{len(self.counts)} type{'s' * (len(self.counts) != 1)}, "
            f"{depots} depot{'s' * (depots != 1)}>")


Problem.__module__ = "odgear"
Problem.__repr__ = _problem_text
Problem.__doc__ = """A rich problem: time windows, several depots or vehicle types, pickups and more.

Made by :meth:`odgear.Model.data` or :func:`odgear.read`; :func:`odgear.solve` gives a
:class:`odgear.Plan`. ``clients`` is their number; ``client_ids``, ``coordinates``, ``depot_ids``,
``depot_coordinates``, ``type_names`` and ``counts`` (vehicles by type) say what there is, and
``impossible`` lists clients that no vehicle can visit, with the reason.
"""
Instance.__module__ = "odgear"
Instance.__repr__ = _instance_text
Instance._repr_html_ = instance_html
Instance.services = []
Instance.__doc__ = """A problem from arrays: CVRP, or TSP without demands and capacity.

``coordinates`` has the shape (nodes, 2), the depot first; ``demands`` one whole number for each
node, 0 for the depot. With a ``matrix`` (nodes, nodes) distances come from it and coordinates are
only drawn. ``metric`` is ``euclidean``, ``manhattan``, ``maximum`` or ``haversine`` (longitude,
latitude in degrees; metres); ``rounding`` is ``none``, ``nint``, ``ceil`` or ``floor``.
``max_route_length`` limits travel plus ``service_time`` at each customer. ``ids`` and ``names``
appear in tables and maps. Bad arrays are a ValueError that names the argument.

>>> import numpy as np, odgear
>>> odgear.Instance(np.zeros((3, 3)), [0, 1, 1], 5)
Traceback (most recent call last):
ValueError: coordinates must have the shape (nodes, 2), not (3, 3)
"""
