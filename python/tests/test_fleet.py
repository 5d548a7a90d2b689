"""Rich models, problems from files, and their plans."""

import json
import math

import pytest

import odgear
from odgear.stop import MaxIterations
from rich_examples import REQUEST, WINDOWS


def line(*, depots=((0, 0),), **model):
    m = odgear.Model(**model)
    for x, y in depots:
        m.add_depot(x, y)
    return m


def test_time_windows():
    m = line(name="windows")
    first = m.add_client(0, 10, delivery=1, tw_early=50, tw_late=60, service_duration=5)
    m.add_client(0, 20, delivery=1, tw_late=25)
    m.add_vehicle_type(1, capacity=2)
    plan = m.solve(MaxIterations(200))
    assert plan.complete and plan.routes == [[2, 1]] and plan.cost == 40
    rows = plan.table()
    assert [row["kind"] for row in rows] == ["start", "client", "client", "end"]
    assert rows[2]["begin"] == 50 and rows[2]["departure"] == 55 and first.index == 1
    assert plan.vehicles[0]["distance"] == 40 and rows[0]["load"] == [2]
    assert plan.to_dict()["clients"] == 2 and "windows" in repr(plan)
    assert "left out" in plan._repr_html_()


def test_several_windows_and_the_start():
    m = line()
    m.add_client(0, 10, time_windows=[(100, 110), (5, 8)])
    m.add_vehicle_type(1, start_late=95)
    assert m.solve(MaxIterations(20)).vehicles[0]["start"] == 90
    m = line()
    m.add_client(0, 10, time_windows=[(100, 110)])
    m.add_vehicle_type(1, tw_early=40, start_late=60, unit_duration_cost=1)
    route = m.solve(MaxIterations(20)).vehicles[0]
    assert route["start"] == 60 and route["waiting"] == 30


def test_depots_and_vehicle_types():
    m = odgear.Model()
    west, east = m.add_depot(0, 0), m.add_depot(100, 0)
    m.add_client(1, 0, delivery=1)
    m.add_client(99, 0, delivery=1)
    m.add_vehicle_type(1, 5, start_depot=west, end_depot=west)
    m.add_vehicle_type(1, 5, start_depot=east, end_depot=east, fixed_cost=3, name="van")
    plan = m.solve(MaxIterations(200))
    assert plan.cost == 2 + 2 + 3 and plan.costs["fixed"] == 3
    assert {(v["name"], tuple(r)) for v, r in zip(plan.vehicles, plan.routes)} == {("", (1,)), ("van", (2,))}


def test_open_routes():
    m = line()
    m.add_client(10, 0)
    m.add_client(20, 0)
    m.add_vehicle_type(1, open_end=True)
    assert m.solve(MaxIterations(50)).cost == 20


def test_optional_clients():
    m = line()
    m.add_client(0, 1)
    m.add_client(0, 1000, required=False, prize=10)
    m.add_vehicle_type(2)
    plan = m.solve(MaxIterations(100))
    assert plan.complete and plan.costs["prizes"] == 10
    assert [(left["client"], left["reason"]) for left in plan.unassigned] == [(2, "prize below cost")]


def test_impossible_clients():
    m = line()
    m.add_client(0, 1)
    m.add_client(0, 50, tw_late=10)
    m.add_client(0, 2, skills=["crane"])
    m.add_vehicle_type(2)
    plan = m.solve(MaxIterations(100))
    assert not plan.complete and plan.routes == [[1]]
    assert {left["client"]: left["reason"] for left in plan.unassigned} == {
        2: "window closes before arrival", 3: "no vehicle fits"}
    assert [entry["client"] for entry in m.data().impossible] == [2, 3]


def test_skills_and_allowed_types():
    m = line()
    m.add_client(10, 0, skills=["crane"])
    plain = m.add_vehicle_type(1)
    m.add_client(11, 0, vehicle_types=[plain])
    m.add_vehicle_type(1, skills=["crane", "ice"], fixed_cost=5)
    plan = m.solve(MaxIterations(50))
    assert plan.cost == 20 + 22 + 5
    assert sorted(plan.routes) == [[1], [2]]


def test_groups():
    m = line()
    group = m.add_client_group()
    m.add_client(50, 0, group=group)
    m.add_client(10, 0, group=group)
    m.add_vehicle_type(1)
    plan = m.solve(MaxIterations(50))
    assert plan.routes == [[2]] and plan.complete


def test_shipments_and_dimensions():
    m = line()
    a, b = m.add_client(10, 0), m.add_client(20, 0)
    m.add_shipment(pickup=b, delivery=a, amount=[1, 2])
    m.add_vehicle_type(1, capacity=[1, 2])
    plan = m.solve(MaxIterations(50))
    assert plan.routes == [[2, 1]]
    assert plan.table()[1]["load"] == [1, 2]
    m.add_vehicle_type(1, capacity=7)
    with pytest.raises(ValueError, match="capacity has 1 numbers, but the model has 2"):
        m.data()


def test_reloads_and_breaks():
    m = odgear.Model()
    depot = m.add_depot(0, 0)
    for x in (10, 11, 12):
        m.add_client(x, 0, delivery=1)
    m.add_vehicle_type(1, capacity=1, reload_depots=[depot],
                       breaks=[odgear.Break(30, tw_early=0, tw_late=20, name="tea")])
    plan = m.solve(MaxIterations(300))
    kinds = [row["kind"] for row in plan.table()]
    assert plan.complete and kinds.count("reload") == 2 and kinds.count("break") == 1
    assert plan.cost == 66
    assert odgear.check(m.data(), plan)["feasible"]


def test_release_backhaul_and_order():
    m = line()
    late = m.add_client(10, 0, delivery=1, release_time=100)
    m.add_client(5, 0, pickup=1, backhaul=True)
    m.add_client(20, 0, after=late)
    m.add_vehicle_type(1, capacity=1)
    plan = m.solve(MaxIterations(100))
    assert plan.complete and plan.routes == [[1, 3, 2]] and plan.vehicles[0]["start"] == 100


def test_overtime():
    m = line()
    m.add_client(50, 0)
    m.add_vehicle_type(1, shift_duration=60, unit_overtime_cost=2)
    assert m.solve(MaxIterations(10)).costs["overtime"] == 80
    m = line()
    m.add_client(50, 0)
    m.add_vehicle_type(1, shift_duration=60, max_overtime=30)
    assert not m.solve(MaxIterations(10)).complete


def test_profiles_and_durations():
    m = odgear.Model()
    depot, client = m.add_depot(0, 0), m.add_client(1, 0, tw_early=5)
    car, bike = m.add_profile(name="car"), m.add_profile(name="bike")
    m.add_edge(depot, client, distance=2, duration=7)
    m.add_edge(client, depot, distance=3, duration=1)
    m.add_edge(depot, client, distance=1, duration=1, profile=bike)
    m.add_vehicle_type(1, profile=car, unit_duration_cost=1)
    assert m.solve(MaxIterations(20)).cost == 5 + 8
    m.add_vehicle_type(1, profile=bike)
    assert m.solve(MaxIterations(20)).cost == 4


def test_goals():
    m = odgear.Model(speed=2)
    m.add_depot(0, 50)
    m.add_client(100, 0)
    m.add_client(-100, 0)
    m.add_vehicle_type(2, unit_duration_cost=0)
    assert m.add_depot(0, 0).tw_late == math.inf  # a second depot makes it rich
    assert len(m.solve(MaxIterations(50)).vehicles) == 1
    m.balance = 10.0
    plan = m.solve(MaxIterations(200))
    assert len(plan.vehicles) == 2 and plan.costs["balance"] > 0


def test_plain_models_go_to_the_cvrp_engine():
    m = line()
    m.add_client(3, 4, delivery=1, service_duration=10, name="a")
    m.add_vehicle_type(1, capacity=2, max_distance=50)
    assert not m.is_rich() and isinstance(m.solve(MaxIterations(5)), odgear.Result)
    m.add_vehicle_type(1, capacity=3)
    assert m.is_rich() and isinstance(m.data(), odgear.Problem)
    assert m.data().client_ids == ["a"]
    assert repr(m.data()) == "<Problem (no name): 1 clients, 2 vehicles of 2 types, 1 depot>"


@pytest.mark.parametrize("argument, call", [
    ("tw_late", lambda m: m.add_client(0, 0, tw_early=5, tw_late=4)),
    ("time_windows", lambda m: m.add_client(0, 0, time_windows=[(0, 5), (3, 9)])),
    ("service_duration", lambda m: m.add_client(0, 0, service_duration=-1)),
    ("priority", lambda m: m.add_client(0, 0, priority=101)),
    ("skills", lambda m: m.add_client(0, 0, skills="crane")),
    ("group", lambda m: m.add_client(0, 0, group=odgear.ClientGroup())),
    ("after", lambda m: m.add_client(0, 0, after=odgear.Client(0, 0, index=1))),
    ("num_available", lambda m: m.add_vehicle_type(0)),
    ("max_duration", lambda m: m.add_vehicle_type(max_duration=0)),
    ("fixed_cost", lambda m: m.add_vehicle_type(fixed_cost=math.nan)),
    ("breaks", lambda m: m.add_vehicle_type(breaks=[30])),
    ("start_depot", lambda m: m.add_vehicle_type(start_depot=odgear.Depot(0, 0))),
    ("reload_depots", lambda m: m.add_vehicle_type(reload_depots=[odgear.Depot(0, 0)])),
    ("delivery", lambda m: m.add_shipment(m.clients[0], odgear.Client(0, 0))),
    ("speed", lambda m: odgear.Model(speed=0)),
])
def test_bad_arguments_are_named(argument, call):
    m = line()
    m.add_client(1, 1)
    with pytest.raises(ValueError) as error:
        call(m)
    assert argument in str(error.value)


def test_contradictions_are_the_librarys_errors():
    m = line()
    m.add_client(1, 1, tw_late=5)
    with pytest.raises(ValueError, match="add_vehicle_type"):
        m.data()
    m.add_vehicle_type(1)
    m.add_shipment(m.clients[0], m.clients[0], 1)
    with pytest.raises(odgear.InputError):
        m.data()


def test_files_and_warm_starts(tmp_path, command_line):
    path = tmp_path / "windows.vrp"
    path.write_text(WINDOWS)
    problem = odgear.read(path)
    assert isinstance(problem, odgear.Problem) and problem.rounding == "dimacs"
    plan = odgear.solve(problem, MaxIterations(200), seed=3, threads=1)
    assert plan.cost == 30 and plan.complete and plan.seed == 3
    for ending in ("sol", "json"):
        plan.save(tmp_path / f"plan.{ending}")
        checked = command_line("check", path, tmp_path / f"plan.{ending}")
        assert checked.returncode == 0, checked.stderr
        again = odgear.read_solution(tmp_path / f"plan.{ending}", problem)
        assert odgear.check(problem, again)["feasible"]
        assert odgear.solve(problem, MaxIterations(1), warm_start=again).cost == 30
    assert odgear.check(problem, plan, 30)["feasible"]
    assert "the cost is 30, not 31" in odgear.check(problem, plan, 31)["violations"]
    assert odgear.check(problem, plan.vehicles)["feasible"]
    assert odgear.check(problem, [[1, 2]])["drivable"]
    assert not odgear.check(problem, [[1, 2, 3]])["drivable"]
    with pytest.raises(ValueError, match="holds 9"):
        odgear.check(problem, [[9]])
    with pytest.raises(ValueError, match="only 2 vehicles"):
        odgear.check(problem, [[1], [2], [3]])
    with pytest.raises(ValueError, match="path must end in"):
        plan.save(tmp_path / "plan.xyz")


def test_the_numbers_are_the_command_lines(tmp_path, command_line):
    path = tmp_path / "windows.vrp"
    path.write_text(WINDOWS)
    out = tmp_path / "plan.json"
    command_line("solve", path, "-o", out, "--format", "json", "--max-iterations", 20, "--seed", 4)
    stated = json.loads(out.read_text())
    plan = odgear.solve(odgear.read(path), MaxIterations(20), seed=4)
    assert stated["cost"] == plan.cost
    assert [[step["begin"] for step in route["steps"]] for route in stated["routes"]] == [
        [step["begin"] for step in route["steps"]] for route in plan.vehicles]


def test_vroom_requests():
    problem = odgear.parse(json.dumps(REQUEST), "request")
    plan = odgear.solve(problem, MaxIterations(50))
    answer = plan.vroom()
    assert answer["summary"]["cost"] == 20 and answer["unassigned"][0]["id"] == 6
    m = line()
    m.add_client(1, 1, tw_late=9)
    m.add_vehicle_type(1)
    with pytest.raises(ValueError, match="VROOM request"):
        m.solve(MaxIterations(1)).vroom()


def test_callback_and_options():
    m = line()
    for i in range(12):
        m.add_client(i * 7 % 12, i * 5 % 12, tw_late=200)
    m.add_vehicle_type(2, max_duration=40)
    problem, heard = m.data(), []
    plan = odgear.solve(problem, MaxIterations(500),
                        callback=lambda cost, routes, seconds, stage: heard.append((cost, routes)))
    assert heard[-1][0] == pytest.approx(plan.cost)
    assert sorted(c for route in heard[-1][1] for c in route) == list(range(1, 13))
    assert list(plan.trace["cost"]) == [cost for cost, _ in heard]
    with pytest.raises(odgear.ConfigurationError, match="the policy"):
        odgear.solve(problem, MaxIterations(1), mode="policy")
    with pytest.raises(odgear.ConfigurationError, match="rollouts"):
        odgear.solve(problem, MaxIterations(1), rollouts=5)
    with pytest.raises(ZeroDivisionError):
        odgear.solve(problem, MaxIterations(9), callback=lambda *_: 1 / 0)
    assert odgear.solve(problem, odgear.stop.FirstFeasible()).iterations == 0


def test_plots():
    pytest.importorskip("matplotlib").use("Agg")
    m = line(depots=((0, 0), (9, 9)))
    m.add_client(1, 5)
    m.add_client(5, 1, skills=["none"])
    m.add_vehicle_type(1)
    plan = m.solve(MaxIterations(5))
    assert "1 routes" in plan.plot().get_title()
    assert "<svg" in plan._repr_html_()


def test_tables_maps_and_pictures(tmp_path):
    table = ("id;type;lat;lon;demand;earliest;latest\ndepot;depot;52,50;13,40;;8:00;17:00\n"
             "a;;52,51;13,35;4;9:00;10:00\nb;;52,52;13,36;5;;\n")
    with pytest.warns(UserWarning, match="30 km/h"):
        problem = odgear.parse(table, "stops", capacity=9, speed=30)
    plan = odgear.solve(problem, MaxIterations(50))
    assert plan.complete
    begin = {step["id"]: step["begin"] for step in plan.table()}
    assert 540 <= begin["a"] <= 600
    starts = {"csv": "route,", "geojson": "{", "svg": "<svg", "html": "<!doctype html>"}
    for ending, start in starts.items():
        plan.save(tmp_path / f"plan.{ending}")
        assert (tmp_path / f"plan.{ending}").read_text().lower().startswith(start)
