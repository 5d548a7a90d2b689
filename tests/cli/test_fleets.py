"""Rich problems on the command line: solved, written, checked."""

import json
import unittest

from command_line import CommandLineTest, odgear

PROBLEM = """NAME : windows
TYPE : VRPTW
DIMENSION : 4
VEHICLES : 2
CAPACITY : 10
SERVICE_TIME : 1
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 3 4
3 6 8
4 -5 0
DEMAND_SECTION
1 0
2 4
3 4
4 4
TIME_WINDOW_SECTION
1 0 100
2 0 50
3 0 50
4 0 20
DEPOT_SECTION
1
-1
EOF
"""

REQUEST = {
    "vehicles": [{"id": 1, "start_index": 0, "end_index": 0, "time_window": [0, 1000]}],
    "jobs": [{"id": 5, "location_index": 1, "time_windows": [[0, 500]]},
             {"id": 6, "location_index": 2, "skills": [9]}],
    "matrices": {"car": {"durations": [[0, 10, 20], [10, 0, 10], [20, 10, 0]]}},
}


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

    def test_a_stop_that_cannot_be_visited_is_exit_3_and_the_rest_is_written(self):
        problem = self.file("p.vrp", PROBLEM.replace("4 0 20", "4 0 2"))
        plan = self.folder / "plan.sol"
        result = odgear("solve", problem, "-o", plan, "--max-iterations", "50")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("1 stops are left out", result.stderr)
        with open(plan, encoding="utf-8") as file:
            self.assertIn("Route #1", file.read())

    def test_the_policy_refuses(self):
        problem = self.file("p.vrp", PROBLEM)
        result = odgear("solve", problem, "--mode", "policy")
        self.assertEqual(result.returncode, 2)
        self.assertIn("does not know time windows", result.stderr)


if __name__ == "__main__":
    unittest.main()
