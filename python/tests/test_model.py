"""The Model in PyVRP's style."""

import pytest

import odgear


def make(**vehicle):
    m = odgear.Model()
    depot = m.add_depot(x=0, y=0)
    clients = [m.add_client(x=x, y=y, delivery=1) for x, y in [(0, 3), (4, 3), (4, 0)]]
    m.add_vehicle_type(**{"num_available": 2, "capacity": 2, **vehicle})
    return m, depot, clients


def test_solves():
    m, _, _ = make()
    assert m.solve(stop=odgear.stop.MaxIterations(30), seed=1).cost == 18  # 6 + 12


def test_edges_replace_coordinates():
    m, depot, clients = make(num_available=3)
    places = [depot, *clients]
    for a in places:
        for b in places:
            if a is not b:
                m.add_edge(a, b, distance=1)
    assert m.data().distance(0, 2) == 1
    assert m.solve(stop=odgear.stop.MaxIterations(30)).cost == 5
    del m.edges[None, depot, clients[1]]
    with pytest.raises(ValueError, match="from node 0 to node 2"):
        m.data()


def test_a_tour_without_loads():
    m = odgear.Model()
    m.add_depot(0, 0)
    for x, y in [(0, 1), (1, 1), (1, 0)]:
        m.add_client(x, y)
    m.add_vehicle_type()
    assert m.data().is_tsp and m.solve(odgear.stop.MaxIterations(10)).cost == 4


@pytest.mark.parametrize("argument, call", [
    ("y", lambda m: m.add_depot(1, "north")),
    ("x", lambda m: m.add_client(float("nan"), 0)),
    ("delivery", lambda m: m.add_client(0, 0, delivery=-1)),
    ("delivery[1]", lambda m: m.add_client(0, 0, delivery=[1, 2.5])),
    ("capacity", lambda m: m.add_vehicle_type(capacity="much")),
    ("frm", lambda m: m.add_edge(odgear.Client(0, 0), m.clients[0], 1)),
    ("distance", lambda m: m.add_edge(m.depots[0], m.clients[0], -1)),
])
def test_bad_arguments_are_named(argument, call):
    m, _, _ = make()
    with pytest.raises(ValueError) as error:
        call(m)
    assert argument in str(error.value)


def test_what_is_missing_is_said():
    with pytest.raises(ValueError, match="add_depot"):
        odgear.Model().data()
    m = odgear.Model()
    m.add_depot(0, 0)
    with pytest.raises(ValueError, match="add_client"):
        m.data()
    m.add_client(1, 1, delivery=3)
    with pytest.raises(ValueError, match="capacity"):
        m.data()
