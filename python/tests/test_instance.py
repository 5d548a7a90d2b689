"""Instances from arrays, and rejected arrays."""

import numpy as np
import pytest

import odgear

SQUARE = np.array([[0, 0], [0, 3], [4, 3], [4, 0]], dtype=float)


def test_arrays_in_and_out():
    instance = odgear.Instance(SQUARE, [0, 1, 2, 1], 3, max_vehicles=2, name="square")
    assert (instance.nodes, instance.customers, instance.capacity) == (4, 3, 3)
    assert instance.max_vehicles == 2 and instance.max_route_length is None
    np.testing.assert_array_equal(instance.coordinates, SQUARE)
    np.testing.assert_array_equal(instance.demands, [0, 1, 2, 1])
    assert instance.distance(1, 3) == 5
    assert instance.distance_matrix()[0, 2] == 5


def test_views_do_not_copy_and_cannot_be_written():
    instance = odgear.Instance(SQUARE, [0, 1, 2, 1], 3)
    assert np.shares_memory(instance.coordinates, instance.coordinates)
    with pytest.raises(ValueError):
        instance.coordinates[0, 0] = 7
    view = instance.demands
    del instance
    np.testing.assert_array_equal(view, [0, 1, 2, 1])  # the view keeps the instance


def test_matrix_and_tour():
    matrix = np.array([[0, 1, 9], [2, 0, 3], [4, 5, 0]], dtype=np.int32)
    instance = odgear.Instance(matrix=matrix, demands=[0, 1, 1], capacity=2)
    assert not instance.symmetric and instance.coordinates is None
    assert instance.distance(2, 1) == 5
    assert odgear.Instance(SQUARE).is_tsp
    assert odgear.Instance(SQUARE.tolist(), [0, 1, 1, 1], 9, metric="manhattan").distance(0, 2) == 7


@pytest.mark.parametrize("argument, keywords", [
    ("coordinates", dict(coordinates=np.zeros((4, 3)))),
    ("coordinates", dict(coordinates=np.full((4, 2), np.nan))),
    ("coordinates", dict(coordinates=[["a", "b"]] * 4)),
    ("coordinates", dict(coordinates=np.zeros((4, 2), dtype=complex))),
    ("coordinates", dict(coordinates=np.zeros((4, 2), dtype=bool))),
    ("coordinates or matrix", dict(coordinates=None)),
    ("demands", dict(demands=[0, 1, 1])),
    ("demands[2]", dict(demands=[0, 1, -1, 1])),
    ("demands[1]", dict(demands=[0, 0.5, 1, 1])),
    ("demands[3]", dict(demands=[0, 1, 1, np.inf])),
    ("demands[0]", dict(demands=[1, 1, 1, 1])),
    ("demands", dict(demands=None)),
    ("capacity", dict(capacity=None)),
    ("capacity", dict(capacity=0)),
    ("capacity", dict(capacity=-4)),
    ("capacity", dict(capacity=2.5)),
    ("capacity", dict(capacity="many")),
    ("matrix", dict(matrix=np.zeros((4, 3)))),
    ("matrix", dict(matrix=np.full((4, 4), -1.0))),
    ("matrix", dict(matrix=np.zeros((5, 5)), demands=[0, 1, 1, 1, 1])),
    ("max_vehicles", dict(max_vehicles=0)),
    ("max_route_length", dict(max_route_length=-1)),
    ("service_time", dict(service_time=-1)),
    ("metric", dict(metric="taxi")),
    ("ids", dict(ids=["a"])),
])
def test_bad_arguments_are_named(argument, keywords):
    good = dict(coordinates=SQUARE, demands=[0, 1, 1, 1], capacity=3)
    with pytest.raises(ValueError) as error:
        odgear.Instance(**{**good, **keywords})
    assert argument in str(error.value)


def test_impossible_problems():
    with pytest.raises(odgear.InfeasibleError, match="above the capacity of 3"):
        odgear.Instance(SQUARE, [0, 1, 9, 1], 3)
    with pytest.raises(odgear.OdgearError):
        odgear.Instance(SQUARE, [0, 3, 3, 3], 3, max_vehicles=2)


def test_many_customers():
    random = np.random.default_rng(1)
    instance = odgear.Instance(random.random((200_001, 2)), np.r_[0, np.ones(200_000)], 100)
    assert instance.customers == 200_000


def test_read_errors_are_those_of_the_command_line(tmp_path, command_line):
    path = tmp_path / "bad.vrp"
    path.write_text("NAME : x\nTYPE : CVRP\nDIMENSION : two\n")
    with pytest.raises(odgear.InputError) as error:
        odgear.read(path)
    assert f"odgear: {error.value}" in command_line("solve", path).stderr


def test_tables_warn_and_state_ids(tmp_path):
    path = tmp_path / "stops.csv"
    path.write_text("id,lat,lon,demand,service\ndepot,52.5,13.4,,\na,52.6,13.4,2,5\n")
    with pytest.warns(UserWarning, match="great-circle metres"):
        instance = odgear.read(path, capacity=2)
    assert instance.id(1) == "a" and instance.services == [0, 5]
    result = odgear.solve(instance, odgear.stop.MaxIterations(5))
    assert [row["id"] for row in result.table(speed=60)] == ["depot", "a", "depot"]
    assert result.table(speed=60)[-1]["time"] == "0:27:14"  # twice 11.12 km, and 5 minutes


def test_written_instances_read_back(tmp_path, town):
    odgear.write(town, tmp_path / "town.vrp")
    again = odgear.read(tmp_path / "town.vrp", round="none")
    np.testing.assert_array_equal(again.coordinates, town.coordinates)


def test_representations(town):
    assert "60 customers" in repr(town)
    assert "<table>" in town._repr_html_()
