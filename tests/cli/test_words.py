"""Numbers, words and exit codes: bad values are rejected by name, and messages say what to do."""

import json
import random
import unittest

from command_line import SQUARE, CommandLineTest, odgear, routes_of
from test_files import REQUEST

DEGREES = SQUARE.replace("2 30 40", "2 13.40495 52.52001").replace("3 30 0", "3 13.41117 52.49931") \
    .replace("4 0 40", "4 13.37769 52.51628").replace("1 0 0", "1 10.45153 51.16569", 1)


class Numbers(CommandLineTest):
    def test_options_are_numbers_in_range_or_refused_by_name(self):
        path = self.file("square.vrp", SQUARE)
        for option, values in {
            "--time-limit": ("nan", "0", "-1", "1,5", "inf", ""),
            "--max-vehicles": ("0", "2147483648", "1.5"),
            "--seed": ("18446744073709551616", "-1"),
            "--max-iterations": ("9223372036854775808", "-1"),
            "--threads": ("x", "4294967297"),
            "--rho": ("nan", "1.1"),
            "--rollouts": ("0", "1e3"),
            "--target": ("nan",),
            "--bks": ("-3",),
        }.items():
            for value in values:
                result = odgear("solve", path, f"{option}={value}")
                self.assert_refused(result, 2, option)
                self.assertLess(len(result.stderr), 200)
        for option in ("--warm-start", "-o"):
            self.assertEqual(odgear("solve", path, option, "").returncode, 2)
        for value in ("nan", "0", "inf"):
            self.assert_refused(odgear("generate", "--kind", "uchoa", "--out", self.folder / "g",
                                       f"--route-size={value}"), 2, "--route-size")

    def test_a_seed_of_64_bits(self):
        result = odgear("solve", self.file("square.vrp", SQUARE), "--mode", "expert", "--format",
                        "json", "--max-iterations", 1, "--seed", 2**64 - 1, "--quiet")
        self.assertEqual(json.loads(result.stdout)["seed"], 2**64 - 1)

    def test_whole_numbers_of_files(self):
        for old, new, hint in (("DIMENSION : 4", "DIMENSION : 4.5", False),
                               ("CAPACITY : 7", "CAPACITY : 7.5", True)):
            path = self.file("bad.vrp", SQUARE.replace(old, new))
            result = odgear("solve", path)
            self.assert_refused(result, 2, "not a whole number")
            self.assertEqual("scale demands" in result.stderr, hint)


class Solutions(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.square = self.file("square.vrp", SQUARE)

    def check(self, text, name="a.sol"):
        return odgear("check", self.square, self.file(name, text))

    def test_what_is_misread_is_refused(self):
        self.assert_refused(self.check("Route #1: 1 3\nRoute #2: 2\nCost 180 km\n"), 2, "Cost", "km")
        twice = '{"cost": 180, "cost": 180, "routes": [[1, 3], [2]]}'
        self.assert_refused(self.check(twice, "a.json"), 2, "'cost'", "twice")
        self.assert_refused(self.check('{"cost": 1e999, "routes": []}', "b.json"), 2, "too large")
        self.assert_refused(self.check("NAME : x\nTYPE : TOUR\n1\n2\n", "x.tour"), 2)
        self.assert_refused(self.check("NAME : x\nTYPE : TOUR\nDIMENSION : 4\n", "y.tour"), 2,
                            "TOUR_SECTION")

    def test_a_wrong_cost_is_not_infeasibility(self):
        result = self.check("Route #1: 1 3\nRoute #2: 2\nCost 170\n")
        self.assertEqual(result.returncode, 3)
        self.assertIn("feasible, but another cost is stated", result.stdout)
        self.assertIn("states a wrong cost", result.stderr)

    def test_another_rounding_is_named(self):
        slanted = self.file("slanted.vrp", SQUARE.replace("2 30 40", "2 31 40"))
        solution = self.folder / "real.sol"
        odgear("solve", slanted, "--round", "none", "--mode", "expert", "--max-iterations", 5, "-o",
               solution, "--quiet")
        result = odgear("check", slanted, solution)
        self.assertEqual(result.returncode, 3)
        self.assertIn("--round none", result.stderr)
        self.assertEqual(odgear("check", slanted, solution, "--round", "none").returncode, 0)

    def test_the_first_twenty_violations_are_named(self):
        text = "".join(f"Route #{k}: 9 9 9\n" for k in range(100_000)) + "Cost 1\n"
        result = self.check(text)
        self.assertEqual(result.returncode, 3)
        self.assertLess(len(result.stdout.splitlines()), 25)
        self.assertIn("more", result.stdout)

    def test_a_repaired_warm_start_is_announced(self):
        warm = self.file("warm.sol", "Route #1: 1 1 9\nCost 1\n")
        result = odgear("solve", self.square, "--mode", "expert", "--max-iterations", 5,
                        "--warm-start", warm)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("is repaired", result.stderr)
        quiet = odgear("solve", self.square, "--mode", "expert", "--max-iterations", 5,
                       "--warm-start", warm, "--quiet")
        self.assertEqual(quiet.stderr, "")

    def test_an_earlier_answer_is_no_reference(self):
        worse = "Route #1: 1\nRoute #2: 2\nRoute #3: 3\nCost 240\n"
        beside = self.file("square.sol", worse)
        arguments = ("--mode", "expert", "--max-iterations", 5, "--quiet")
        result = odgear("solve", self.square, "-o", beside, *arguments)
        self.assertNotIn("gap", result.stdout)
        beside.write_text(worse)
        result = odgear("solve", self.square, "-o", self.folder / "other.sol", *arguments)
        self.assertNotIn("gap -", result.stdout)
        self.assertIn("better than the 240", result.stdout)
        loud = odgear("solve", self.square, "-o", self.folder / "third.sol", *arguments[:-1])
        self.assertNotIn("gap -", loud.stderr)
        self.assertIn("below the reference", loud.stderr)


class Refusals(CommandLineTest):
    def test_the_policy_answers_or_refuses(self):
        limited = self.file("limited.vrp", SQUARE.replace("CAPACITY : 7", "CAPACITY : 7\nDISTANCE : 200"))
        self.assert_refused(odgear("solve", limited, "--mode", "policy"), 2, "length limits", "expert")
        hybrid = odgear("solve", limited, "--max-iterations", 20)
        self.assertEqual(hybrid.returncode, 0, hybrid.stderr)
        lines = [line for line in hybrid.stderr.splitlines() if line]
        self.assertIn("the expert solves alone", lines[0])

    def test_a_fleet_that_fits_exactly(self):
        chance = random.Random(1)
        demands = [chance.randint(20, 60) for _ in range(30)]
        nodes = "\n".join(f"{i + 2} {chance.randint(0, 999)} {chance.randint(0, 999)}" for i in range(30))
        loads = "\n".join(f"{i + 2} {d}" for i, d in enumerate(demands))
        capacity = -(-sum(demands) // 10) + 1
        path = self.file("tight.vrp", f"NAME : tight\nTYPE : CVRP\nDIMENSION : 31\nCAPACITY : {capacity}\n"
                         f"VEHICLES : 10\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 500 500\n{nodes}\n"
                         f"DEMAND_SECTION\n1 0\n{loads}\nDEPOT_SECTION\n1\n-1\nEOF\n")
        result = odgear("solve", path, "--mode", "policy", "--rollouts", 2, "--quiet")
        if result.returncode != 0:
            self.assert_refused(result, 3, "fleet of 10", "hybrid", "--max-vehicles")

    def test_too_few_vehicles_offer_a_plan_with_more(self):
        # Three demands of 5 for two vehicles of 9: the total fits, but the packing is impossible.
        text = SQUARE.replace("CAPACITY : 7", "CAPACITY : 9\nVEHICLES : 2")
        text = text.replace("\n2 4\n3 3\n4 2\n", "\n2 5\n3 5\n4 5\n")
        result = odgear("solve", self.file("few.vrp", text), "--max-iterations", 50, "--quiet")
        self.assert_refused(result, 3, "--max-vehicles 3")

    def test_a_misspelt_command_is_suggested(self):
        self.assert_refused(odgear("solv", "x.vrp"), 2, "did you mean 'solve'?")
        self.assert_refused(odgear("frobnicate"), 2, "check", "solve")

    def test_control_characters_do_not_reach_the_terminal(self):
        path = self.file("bad.vrp", SQUARE.replace("EUC_2D", "\x1b[31mRED"))
        result = odgear("solve", path)
        self.assertEqual(result.returncode, 2)
        self.assertNotIn("\x1b", result.stderr)
        result = odgear("solve", self.folder / "\x1b[2Jno.vrp")
        self.assertEqual(result.returncode, 2)
        self.assertNotIn("\x1b", result.stderr)

    def test_quiet_is_quiet(self):
        path = self.file("odd.vrp", "MOOD : good\n" + SQUARE)
        result = odgear("solve", path, "--mode", "expert", "--max-iterations", 5, "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_degrees_are_doubted(self):
        result = odgear("solve", self.file("degrees.vrp", DEGREES), "--mode", "expert",
                        "--max-iterations", 5)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("look like degrees", result.stderr)
        for west, east in (("13.40 52.52", "11.58 48.14"), ("13.4 52.5", "11.6 48.1")):
            coarse = SQUARE.replace("2 30 40", f"2 {west}").replace("3 30 0", f"3 {east}") \
                .replace("4 0 40", "4 9.99 53.55").replace("1 0 0", "1 10.45 51.17", 1)
            result = odgear("solve", self.file("coarse.vrp", coarse), "--mode", "expert",
                            "--max-iterations", 5)
            self.assertIn("look like degrees", result.stderr)
        tiny = SQUARE.replace("2 30 40", "2 0.1 0.2").replace("3 30 0", "3 0.3 0")
        result = odgear("solve", self.file("tiny.vrp", tiny.replace("4 0 40", "4 1.3 0.1")), "--mode",
                        "expert", "--max-iterations", 5)
        self.assertIn("round to 0", result.stderr)

    def test_a_request_asks_for_its_own_limit_and_keeps_its_ids(self):
        request = self.file("request.json", json.dumps({**REQUEST, "options": {"l": 0.2, "t": 1}}))
        result = odgear("solve", request, "--mode", "expert", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("no limit given", result.stderr)
        answer = json.loads(result.stdout)
        self.assertEqual(answer["threads"], 1)
        self.assertEqual(sorted(sum(answer["ids"], [])), [41, 42])


class Time(CommandLineTest):
    def test_too_little_time_for_the_policy_gives_a_construction(self):
        path = self.generated(3000)
        result = odgear("solve", path, "--mode", "policy", "--time-limit", 0.001, "--threads", 1)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no time for the policy", result.stderr)
        out = self.file("out.sol", result.stdout)
        self.assertEqual(odgear("check", path, out).returncode, 0)
        self.assertEqual(len(sum(routes_of(result.stdout)[0], [])), 3000)


if __name__ == "__main__":
    unittest.main()
