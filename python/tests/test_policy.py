"""The policy's results, compared with a network written from its description."""

import numpy as np
import pytest

import odgear
from numpy_network import Graph, encode, step_probabilities


@pytest.fixture(scope="module")
def policy():
    return odgear.policy.load("odgear-200")


def weights(policy):
    return {name: values.astype(float) for name, values in policy.tensors().items()}


def test_models_are_inside():
    names = [model["name"] for model in odgear.policy.models()]
    assert "odgear-200" in names and "odgear-1000" in names
    with pytest.raises(odgear.ConfigurationError):
        odgear.policy.load("no-such-model")


@pytest.mark.parametrize("name", ["odgear-200", "odgear-1000"])
def test_an_independent_network_finds_the_same_probabilities(name):
    policy = odgear.policy.load(name)
    town = odgear.generate.uniform(70, seed=9)
    expected = step_probabilities(weights(policy), policy.architecture, town.coordinates,
                                  town.demands, town.capacity,
                                  int(policy.description["attention"]),
                                  int(policy.description["decoding"]))
    rows, columns, values = policy.edge_probabilities(town)
    found = dict(zip(zip(rows.tolist(), columns.tolist()), values.tolist()))
    assert found.keys() == expected.keys()
    for edge, value in expected.items():
        assert found[edge] == pytest.approx(value, abs=1e-3), edge


def test_embeddings(policy, town):
    attention = int(policy.description["attention"])
    graph = Graph(town.coordinates, town.demands, town.capacity, attention)
    expected, _ = encode(weights(policy), policy.architecture, graph, attention)
    found = policy.embeddings(town)
    assert found.shape == expected.shape == (61, policy.architecture["units"])
    np.testing.assert_allclose(found, expected, atol=1e-2)


def test_rollouts(policy, town):
    drawn = policy.rollouts(town, 20, rho=1.0, seed=4)
    assert drawn["nodes"].shape[0] == 20
    for nodes, cost in zip(drawn["nodes"], drawn["cost"]):
        report = odgear.check(town, odgear.policy.routes(nodes), float(cost))
        assert report["feasible"], report
    assert (drawn["log_probability"] < 0).all()
    assert len({tuple(row) for row in drawn["nodes"].tolist()}) > 1
    again = policy.rollouts(town, 20, rho=1.0, seed=4, threads=1)
    np.testing.assert_array_equal(again["nodes"], drawn["nodes"])
    with pytest.raises(ValueError, match="n must"):
        policy.rollouts(town, 0)


def test_probabilities_of_a_row_add_up(policy, town):
    rows, _, values = policy.edge_probabilities(town)
    np.testing.assert_allclose(np.bincount(rows, weights=values), 1, atol=1e-3)
    assert rows.dtype.kind == "i" and values.dtype == np.float32


def test_the_default_is_the_solvers(town):
    fitting = odgear.policy.fitting(town)
    result = odgear.solve(town, mode="policy")
    assert result.model == fitting.name
    assert result.cost == pytest.approx(fitting.rollouts(town, 100)["cost"].min())
