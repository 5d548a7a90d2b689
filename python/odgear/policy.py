"""Results of the policy: edge probabilities, rollouts, embeddings.

>>> import odgear
>>> policy = odgear.policy.load("odgear-200")
>>> town = odgear.generate.uniform(30, seed=1)
>>> rows, columns, values = policy.edge_probabilities(town)
>>> bool((values > 0).all())
True
>>> drawn = policy.rollouts(town, 8)
>>> drawn["nodes"].shape[0], drawn["log_probability"].shape
(8, (8,))
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from . import _core


def models() -> list[dict]:
    """The models inside the package, as rows of a table."""
    return _core.models()


class Policy:
    """A trained network, ready to run."""

    def __init__(self, core: Any):
        self._core = core
        self.description: dict = core.description()

    @property
    def name(self) -> str:
        return self.description["name"]

    @property
    def architecture(self) -> dict:
        return json.loads(self.description["architecture"])

    def tensors(self) -> dict[str, np.ndarray]:
        """The weights by the names of ``docs/network.md``, as copies."""
        return self._core.tensors()

    def edge_probabilities(self, instance: _core.Instance, *, neighbors: int | None = None,
                           inverse_temperature: float = 1.0, threads: int = 0
                           ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows, columns and values of the sparse matrix of step probabilities.

        A value is the probability of going from row to column, for a vehicle that left the depot
        full and is at its first customer, with no other customer visited. Row 0 is the first step
        from the depot. ``scipy.sparse.coo_array((values, (rows, columns)))`` takes it.
        """
        return self._core.edge_probabilities(instance, neighbors, inverse_temperature, threads)

    def rollouts(self, instance: _core.Instance, n: int = 100, *, rho: float | None = None,
                 neighbors: int | None = None, inverse_temperature: float = 1.0, seed: int = 1,
                 threads: int = 0) -> dict[str, Any]:
        """``n`` complete solutions. The first is greedy; each further step is sampled with
        probability ``rho`` (1: as in training; None: the model's).

        The dictionary has ``nodes`` (one row each: routes one after another, each ended by a 0,
        filled up with -1), ``cost``, ``log_probability``, ``log_z`` and ``best_routes``.
        """
        if n < 1:
            raise ValueError("n must be at least 1")
        if rho is not None and not 0 <= rho <= 1:
            raise ValueError("rho must be between 0 and 1")
        return self._core.rollouts(instance, n, rho, neighbors, inverse_temperature, seed, threads)

    def embeddings(self, instance: _core.Instance, *, threads: int = 0) -> np.ndarray:
        """Node embeddings after the last layer, (nodes, units)."""
        return self._core.embeddings(instance, threads)

    def __repr__(self) -> str:
        a = self.architecture
        return f"<Policy {self.name}: {a['backbone']}, {a['layers']} layers x {a['units']} units>"


def load(name: str | os.PathLike) -> Policy:
    """A model inside the package by its name, or a safetensors file."""
    return Policy(_core.load_policy(os.fspath(name)))


def fitting(instance: _core.Instance) -> Policy:
    """The model that ``odgear.solve`` would choose for the instance."""
    return Policy(_core.fitting_policy(instance))


def routes(nodes: np.ndarray) -> list[list[int]]:
    """The routes of one row of ``rollouts(...)["nodes"]``.

    >>> import numpy as np
    >>> routes(np.array([2, 1, 0, 3, 0, -1]))
    [[2, 1], [3]]
    """
    result: list[list[int]] = [[]]
    for node in nodes:
        if node < 0:
            break
        if node == 0:
            result.append([])
        else:
            result[-1].append(int(node))
    return [route for route in result if route]
