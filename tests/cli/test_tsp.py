"""A travelling salesman at the command line: tours in and out, asymmetric files, Ctrl-C."""

import json
import random
import signal
import subprocess
import time

from command_line import ODGEAR, CommandLineTest, odgear


def tour_of(path):
    """The cities of a .tour file in their order."""
    words = path.read_text().split("TOUR_SECTION")[1].split()
    return [int(word) for word in words[: words.index("-1")]]


class Tsp(CommandLineTest):
    def solved(self, path, *options):
        out = self.folder / "out.tour"
        result = odgear("solve", path, "-o", out, "--quiet", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        checked = odgear("check", path, out)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        return out

    def test_the_tour_visits_every_city_once(self):
        out = self.solved(self.generated(300, "--kind", "tsp"), "--max-iterations", 2000)
        self.assertEqual(sorted(tour_of(out)), list(range(1, len(tour_of(out)) + 1)))

    def test_threads_do_not_change_the_tour(self):
        path = self.generated(300, "--kind", "tsp")
        tours = [tour_of(self.solved(path, "--max-iterations", 2000, "--threads", threads))
                 for threads in (1, 2)]
        self.assertEqual(*tours)

    def test_a_warm_start_is_not_made_worse(self):
        path = self.generated(200, "--kind", "tsp")
        first = self.solved(path, "--max-iterations", 5000)
        start = first.rename(self.folder / "start.tour")
        def cost(*options):
            result = odgear("solve", path, "--quiet", "--format", "json", *options)
            self.assertEqual(result.returncode, 0, result.stderr)
            return json.loads(result.stdout)["cost"]
        again = cost("--max-iterations", 1, "--warm-start", start)
        self.assertLessEqual(again, cost("--max-iterations", 5000) + 1e-9)

    def answering_model(self, cities):
        path = self.generated(cities, "--kind", "tsp")
        result = odgear("solve", path, "--mode", "policy", "--rollouts", 10, "--quiet", "--format",
                        "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)["model"]

    def test_the_policy_answers_by_a_model_for_tours(self):
        self.assertEqual(self.answering_model(200), "tsp-200")

    def test_a_large_tour_has_a_model_of_its_own(self):
        self.assertEqual(self.answering_model(2500), "tsp-large")

    def test_a_model_of_another_problem_is_refused(self):
        path = self.generated(50, "--kind", "tsp")
        result = odgear("solve", path, "--mode", "policy", "--model", "odgear-200")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("TSP", result.stderr)

    def test_what_means_nothing_for_a_tour_is_refused(self):
        path = self.generated(50, "--kind", "tsp")
        for option in (["--split"], ["--max-vehicles", "2"]):
            result = odgear("solve", path, "--mode", "policy", *option)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("TSP", result.stderr)

    def test_its_size_is_told_in_cities(self):
        path = self.generated(50, "--kind", "tsp")
        out = self.folder / "out.tour"
        solved = odgear("solve", path, "-o", out, "--max-iterations", 100)
        checked = odgear("check", path, out)
        for result in (solved, checked):
            self.assertRegex(result.stdout, r"cost \S+, 5[01] cities, ")

    def test_a_picture_of_the_tour(self):
        path = self.generated(60, "--kind", "tsp")
        picture = self.folder / "tour.svg"
        self.solved(path, "--max-iterations", 500, "--plot", picture)
        self.assertIn("</svg>", picture.read_text())

    def test_distances_that_differ_by_direction(self):
        chance = random.Random(5)
        size = 12
        rows = "\n".join(" ".join(str(chance.randint(1, 99)) for _ in range(size))
                         for _ in range(size))
        path = self.file("ways.atsp.tsp", f"NAME : ways\nTYPE : ATSP\nDIMENSION : {size}\n"
                         "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\n"
                         f"EDGE_WEIGHT_SECTION\n{rows}\nEOF\n")
        self.assertEqual(sorted(tour_of(self.solved(path, "--max-iterations", 200))),
                         list(range(1, size + 1)))

    def test_a_signal_keeps_the_best(self):
        path = self.generated(2000, "--kind", "tsp")
        out = self.folder / "out.tour"
        process = subprocess.Popen(
            [ODGEAR, "solve", str(path), "-o", str(out), "--time-limit", "60", "--quiet"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=50)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(odgear("check", path, out).returncode, 0)
