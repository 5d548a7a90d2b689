"""Rich problems on the command line: solved, written, checked."""

import csv
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

from command_line import CommandLineTest, odgear
from rich_examples import REQUEST, WINDOWS as PROBLEM


class Fleets(CommandLineTest):
    def test_a_plan_is_solved_written_and_checked(self):
        problem = self.file("p.vrp", PROBLEM)
        for form in ("sol", "json"):
            plan = self.folder / ("plan." + form)
            result = odgear("solve", problem, "-o", plan, "--format", form,
                                 "--max-iterations", "200", "--threads", "1")
            self.assertEqual(result.returncode, 0, result.stderr)
            # Two tours: to the two places at 5 and 10, and to the one at 5.
            self.assertIn("cost 30, 2 vehicles", result.stdout)
            self.assertIn("rounding dimacs", result.stdout)
            checked = odgear("check", problem, plan)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
            self.assertIn("feasible", checked.stdout)

    def test_progress_is_in_the_units_of_the_file(self):
        problem = self.file("p.vrp", PROBLEM)  # kept in tenths
        result = odgear("solve", problem, "-o", self.folder / "p.sol", "--max-iterations", "200")
        shown = [float(cost) for cost in re.findall(r"cost (\S+)  \w+ \d+", result.stderr)]
        self.assertTrue(shown, result.stderr)
        for cost in shown:
            self.assertTrue(30 <= cost <= 40, result.stderr)  # at most a tour for each place

    def test_a_bad_plan_is_named(self):
        problem = self.file("p.vrp", PROBLEM)
        result = odgear("check", problem, self.file("bad.sol", "Route #1: 1 2 3\nCost 1\n"))
        self.assertEqual(result.returncode, 3)
        self.assertIn("not feasible", result.stdout)

    def test_a_request_is_answered_in_its_own_language(self):
        request = self.file("r.json", json.dumps(REQUEST))
        result = odgear("solve", request, "--format", "vroom", "--max-iterations", "50",
                             "--threads", "1", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["summary"]["cost"], 20)
        self.assertEqual([left["id"] for left in answer["unassigned"]], [6])
        self.assertIn("skill", answer["unassigned"][0]["text"])

    def test_an_error_is_an_answer_of_vroom_too(self):
        request = self.file("r.json", json.dumps({**REQUEST, "wishes": [1]}))
        result = odgear("solve", request, "--format", "vroom", "--max-iterations", "5")
        self.assertEqual(result.returncode, 2)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["code"], 2)
        self.assertIn("wishes", answer["error"])
        self.assertIn("wishes", result.stderr)

    def test_a_dispatcher_pins_orders_and_offers_alternatives(self):
        table = self.file("s.csv", """id,type,x,y,demand,after,alternatives,only vehicles,capacity
home,depot,0,0,,,,,
van,vehicle,,,,,,,9
truck,vehicle,,,,,,,9
a,,10,0,1,c,,,
b,,20,0,1,,,truck,
c,,30,0,1,,,van,
d,,0,10,1,,shop,,
e,,0,90,1,,shop,,
""")
        plan = self.folder / "plan.csv"
        result = odgear("solve", table, "-o", plan, "--format", "csv", "--max-iterations", "300",
                        "--threads", "1", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = list(csv.DictReader(plan.read_text(encoding="utf-8").splitlines()))
        stops = {row["id"]: row for row in rows if row["kind"] == "stop"}
        self.assertEqual(set(stops), set("abcd"))
        self.assertEqual(stops["b"]["vehicle"], "vehicle truck")
        self.assertEqual(stops["c"]["vehicle"], "vehicle van")
        self.assertEqual(stops["a"]["vehicle"], "vehicle van")
        self.assertGreater(int(stops["a"]["stop"]), int(stops["c"]["stop"]))

    def test_a_table_that_states_clock_times_is_answered_in_them(self):
        head = "id,x,y,earliest,latest\n"
        for rows, begin in (("depot,0,0,7:00,18:00\na,30,0,9:00,10:00\n", "9:00:00"),
                            ("depot,0,0,420,1080\na,30,0,540,600\n", "540")):
            result = odgear("solve", self.file("s.csv", head + rows), "--format", "csv",
                            "--max-iterations", "50", "--threads", "1", "--quiet")
            self.assertEqual(result.returncode, 0, result.stderr)
            visit = next(row for row in csv.DictReader(result.stdout.splitlines())
                         if row["kind"] == "stop")
            self.assertEqual(visit["begin"], begin)

    def test_a_request_states_its_objective_and_ties(self):
        request = {
            "vehicles": [{"id": 11, "start_index": 0, "end_index": 0, "capacity": [2]},
                         {"id": 12, "start_index": 0, "end_index": 0, "capacity": [2]},
                         {"id": 13, "start_index": 0, "end_index": 0, "capacity": [2]}],
            "jobs": [{"id": 1, "location_index": 1, "delivery": [1], "vehicles": [13]},
                     {"id": 2, "location_index": 1, "delivery": [1], "after": 3},
                     {"id": 3, "location_index": 2, "delivery": [1]},
                     {"id": 4, "location_index": 2, "delivery": [1]}],
            "objective": {"vehicles_first": True},
            "matrices": {"car": {"durations": [[0, 10, 10], [10, 0, 50], [10, 50, 0]]}},
        }
        path = self.file("r.json", json.dumps(request))
        result = odgear("solve", path, "--format", "vroom", "--max-iterations", "300",
                        "--threads", "1", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        routes = json.loads(result.stdout)["routes"]
        # By cost three vehicles and a detour for one pair, or two vehicles and two detours.
        self.assertEqual(len(routes), 2)
        jobs = {route["vehicle"]: [step["id"] for step in route["steps"] if "id" in step]
                for route in routes}
        answer = self.file("answer.json", result.stdout)
        checked = odgear("check", path, answer)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertIn("feasible", checked.stdout)
        self.assertIn(1, jobs[13])
        self.assertIn([3, 2], jobs.values())

    def test_a_stop_that_cannot_be_visited_is_exit_3_and_the_rest_is_written(self):
        problem = self.file("p.vrp", PROBLEM.replace("4 0 20", "4 0 2"))
        plan = self.folder / "plan.sol"
        result = odgear("solve", problem, "-o", plan, "--max-iterations", "50")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("1 stops are left out", result.stderr)
        with open(plan, encoding="utf-8") as file:
            self.assertIn("Route #1", file.read())

    def test_a_plan_is_drawn_mapped_and_tabulated(self):
        problem = self.file("p.vrp", PROBLEM)
        plan, picture, page, trace = (self.folder / name
                                      for name in ("plan.csv", "p.svg", "p.html", "trace.csv"))
        result = odgear("solve", problem, "-o", plan, "--format", "csv", "--plot", picture,
                        "--map", page, "--trace", trace, "--bks", "25",
                        "--max-iterations", "200", "--threads", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("gap 20.000 %", result.stdout)
        lines = plan.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[0], "route,vehicle,stop,kind,id,arrival,wait,begin,departure,load,"
                                   "distance,reason")
        self.assertEqual(len(lines), 1 + 3 + 2 + 2)
        self.assertIn("cost 30, 2 vehicles", picture.read_text(encoding="utf-8"))
        self.assertIn('"times":', page.read_text(encoding="utf-8"))
        self.assertTrue(trace.read_text(encoding="utf-8").splitlines()[-1].split(",")[1] == "30")

    def test_a_plan_on_file_is_drawn(self):
        problem = self.file("p.vrp", PROBLEM)
        solution = self.file("p.sol", "Route #1: 1 2\nRoute #2: 3\nCost 30\n")
        picture = self.folder / "p.svg"
        result = odgear("plot", problem, solution, "-o", picture)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("cost 30, 2 vehicles", picture.read_text(encoding="utf-8"))

    def test_without_coordinates_there_is_no_map(self):
        request = self.file("r.json", json.dumps(REQUEST))
        result = odgear("solve", request, "--map", self.folder / "m.html")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("--map needs coordinates", result.stderr)

    def test_the_four_stories_are_solved(self):
        maker = Path(__file__).resolve().parents[2] / "examples" / "fleets" / "make.py"
        for story, size in (("parcels", 60), ("technicians", 30), ("pickups", 20), ("milk", 40)):
            with self.subTest(story):
                made = subprocess.run([sys.executable, maker, story, str(size)],
                                      capture_output=True, text=True, check=True)
                request = self.file(story + ".json", made.stdout)
                result = odgear("solve", request, "--format", "json", "--max-iterations", "2000",
                                "--threads", "1", "--quiet")
                self.assertEqual(result.returncode, 0, result.stderr)
                plan = json.loads(result.stdout)
                self.assertTrue(plan["feasible"], plan["unassigned"])
                kinds = [step["type"] for route in plan["routes"] for step in route["steps"]]
                stops = 2 * size if story == "pickups" else size
                self.assertEqual(kinds.count("stop") + len(plan["unassigned"]), stops)
                if story == "parcels":
                    self.assertEqual(kinds.count("break"), plan["vehicles"])
                if story == "milk":
                    self.assertGreater(kinds.count("reload"), 0)

    def test_the_policy_refuses(self):
        problem = self.file("p.vrp", PROBLEM)
        result = odgear("solve", problem, "--mode", "policy")
        self.assertEqual(result.returncode, 2)
        self.assertIn("does not support time windows", result.stderr)


if __name__ == "__main__":
    unittest.main()
