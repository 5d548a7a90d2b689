"""`odgear solve` as users run it: file in, checked solution out."""

import json
import os
import subprocess

from command_line import ODGEAR, SQUARE, CommandLineTest, odgear, routes_of


class Solve(CommandLineTest):
    def test_solution_on_standard_output(self):
        result = odgear("solve", self.file("square.vrp", SQUARE), "--time-limit", 0.5)
        self.assertEqual(result.returncode, 0, result.stderr)
        routes, cost = routes_of(result.stdout)
        # 0-(0,40)-(30,40)-0: 120; 0-(30,0)-0: 60.
        self.assertEqual(sorted(map(sorted, routes)), [[1, 3], [2]])
        self.assertEqual(cost, 180)

    def test_solution_file_passes_check(self):
        path = self.generated(150)
        out = self.folder / "out.sol"
        result = odgear("solve", path, "-o", out, "--max-iterations", 50, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        checked = odgear("check", path, out)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn("feasible", checked.stdout)

    def test_several_instances(self):
        self.generated(30, "--count", 3)
        out = self.folder / "out"
        result = odgear("solve", self.folder / "made", "-o", out, "--max-iterations", 20, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(list(out.glob("*.sol"))), 3)
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), 4)
        self.assertIn("3 of 3 solved", lines[-1])

    def test_one_bad_instance_of_several_does_not_lose_the_others(self):
        self.generated(30, "--count", 2)
        (self.folder / "made" / "a.vrp").write_text("nonsense\n")
        out = self.folder / "out"
        result = odgear("solve", self.folder / "made", "-o", out, "--max-iterations", 20, "--quiet")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(len(list(out.glob("*.sol"))), 2)
        self.assertIn("2 of 3 solved", result.stdout)

    def test_warm_start_is_never_made_worse(self):
        path = self.generated(60)
        first = self.folder / "first.sol"
        odgear("solve", path, "-o", first, "--max-iterations", 200, "--quiet")
        cost = routes_of(first.read_text())[1]
        again = odgear("solve", path, "--warm-start", first, "--max-iterations", 1, "--quiet")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertLessEqual(routes_of(again.stdout)[1], cost + 1e-9)

    def test_broken_warm_start_is_repaired(self):
        path = self.file("square.vrp", SQUARE)
        broken = self.file("broken.sol", "Route #1: 1 2 3 1\nCost 1\n")
        result = odgear("solve", path, "--warm-start", broken, "--time-limit", 0.3, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(routes_of(result.stdout)[1], 180)

    def test_same_seed_same_answer_for_any_number_of_threads(self):
        path = self.generated(120)
        answers = {
            odgear("solve", path, "--max-iterations", 100, "--seed", 5, "--threads", threads,
                   "--quiet").stdout
            for threads in (1, 2, 2)
        }
        self.assertEqual(len(answers), 1)

    def test_asks_for_no_more_threads_than_the_process_may_use(self):
        instance = self.generated(60)
        one = {min(os.sched_getaffinity(0))}
        result = subprocess.run(
            [ODGEAR, "solve", str(instance), "--max-iterations", "50", "--threads", "2", "--quiet",
             "--format", "json"],
            capture_output=True, text=True, preexec_fn=lambda: os.sched_setaffinity(0, one))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("TBB", result.stderr)
        self.assertEqual(json.loads(result.stdout)["threads"], 1)

    def test_rerolls_improve_the_policys_answer(self):
        path = self.generated(200)
        def policy(*more):
            result = odgear("solve", path, "--mode", "policy", "--rollouts", 10, "--format", "json",
                            "--quiet", *more)
            self.assertEqual(result.returncode, 0, result.stderr)
            return json.loads(result.stdout)
        whole, more = policy(), policy("--rerolls", 60)
        self.assertAlmostEqual(whole["cost"], whole["best_rollout_cost"])
        self.assertEqual(more["best_rollout_cost"], whole["best_rollout_cost"])
        self.assertLess(more["cost"], whole["cost"])

    def test_gap_to_a_solution_beside_the_instance(self):
        path = self.file("square.vrp", SQUARE)
        self.file("square.sol", "Route #1: 1 2\nRoute #2: 3\nCost 144\n")
        result = odgear("solve", path, "--time-limit", 0.3, "-o", self.folder / "out.sol")
        self.assertIn("gap 25.000 %", result.stdout)

    def test_trace_of_costs(self):
        path = self.generated(80)
        trace = self.folder / "trace.csv"
        odgear("solve", path, "--max-iterations", 100, "--trace", trace, "--quiet")
        lines = trace.read_text().splitlines()
        self.assertEqual(lines[0], "seconds,cost,stage")
        costs = [float(line.split(",")[1]) for line in lines[1:]]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertTrue(costs)

    def test_tsp(self):
        path = self.generated(40, "--kind", "tsp")
        out = self.folder / "out.tour"
        result = odgear("solve", path, "-o", out, "--max-iterations", 50, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(odgear("check", path, out).returncode, 0)

    def test_a_model_for_routes_is_refused_on_a_tsp(self):
        path = self.generated(40, "--kind", "tsp")
        result = odgear("solve", path, "--mode", "policy", "--model", "odgear-200", "--quiet")
        self.assert_refused(result, 2, "odgear-200 is trained for a CVRP")

    def test_default_budget_is_announced(self):
        result = odgear("solve", self.file("square.vrp", SQUARE))
        self.assertIn("no limit given: stopping after 2 s", result.stderr)


class Formats(CommandLineTest):
    def test_json_says_what_was_computed_and_how(self):
        path = self.file("square.vrp", SQUARE)
        result = odgear("solve", path, "--format", "json", "--mode", "expert", "--max-iterations", 10,
                        "--seed", 9, "--threads", 1, "--quiet")
        record = json.loads(result.stdout)
        self.assertEqual(record["instance"], "square")
        self.assertEqual(record["cost"], 180)
        self.assertEqual(sorted(map(sorted, record["routes"])), [[1, 3], [2]])
        self.assertEqual((record["seed"], record["threads"], record["feasible"]), (9, 1, True))
        self.assertEqual((record["mode"], record["rounding"]), ("expert", "nint"))
        self.assertEqual(set(record["seconds"]),
                         {"load", "graph", "encode", "rollout", "improve", "total"})

    def test_json_solution_passes_check(self):
        path = self.file("square.vrp", SQUARE)
        out = self.folder / "out.json"
        odgear("solve", path, "--format", "json", "-o", out, "--max-iterations", 10, "--quiet")
        self.assertEqual(odgear("check", path, out).returncode, 0)

    def test_geojson_has_a_line_for_each_route(self):
        path = self.file("square.vrp", SQUARE)
        result = odgear("solve", path, "--format", "geojson", "--max-iterations", 10, "--quiet")
        kinds = [f["geometry"]["type"] for f in json.loads(result.stdout)["features"]]
        self.assertEqual(kinds.count("LineString"), 2)

    def test_pictures(self):
        path = self.generated(50)
        out, picture, trace = (self.folder / name for name in ("a.sol", "a.svg", "a.csv"))
        odgear("solve", path, "-o", out, "--plot", picture, "--trace", trace, "--max-iterations", 50)
        self.assertTrue(picture.read_text().startswith("<svg"))
        again, curve = self.folder / "b.svg", self.folder / "c.svg"
        self.assertEqual(odgear("plot", path, out, "-o", again).returncode, 0)
        self.assertEqual(again.read_text(), picture.read_text())
        self.assertEqual(odgear("plot", "--trace", trace, "-o", curve).returncode, 0)
        self.assertTrue(curve.read_text().startswith("<svg"))
        self.assert_refused(odgear("plot", path, "-o", curve), 2, "needs an instance and a solution")
