"""No file is lost: an input, another output, a device or a pipe is rejected as output before work begins,
and a solution that cannot be written is printed or kept elsewhere."""

import json
import os
import resource
import signal
import stat
import subprocess
import threading
import unittest

from command_line import ODGEAR, SQUARE, CommandLineTest, odgear, routes_of

POLICY = ("--mode", "policy", "--quiet")
MATRIX = """NAME : matrix
TYPE : CVRP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EXPLICIT
EDGE_WEIGHT_FORMAT : FULL_MATRIX
CAPACITY : 9
EDGE_WEIGHT_SECTION
0 1 2
1 0 3
2 3 0
DEMAND_SECTION
1 0
2 1
3 1
DEPOT_SECTION
1
-1
EOF
"""
REQUEST = {"vehicles": [{"id": 7, "start_index": 0, "end_index": 0, "capacity": [5]}],
           "jobs": [{"id": 41, "location_index": 1, "delivery": [1]},
                    {"id": 42, "location_index": 2, "delivery": [1]}],
           "matrices": {"car": {"durations": [[0, 1, 2], [1, 0, 3], [2, 3, 0]]}}}


class Targets(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.square = self.file("square.vrp", SQUARE)

    def solve(self, *arguments):
        return odgear("solve", self.square, *POLICY, *arguments)

    def refused(self, *arguments, word):
        self.assert_refused(self.solve(*arguments), 2, word)
        self.assertEqual(self.square.read_text(), SQUARE)

    def test_an_input_is_not_overwritten(self):
        link = self.folder / "link.vrp"
        link.symlink_to(self.square)
        for option in ("-o", "--plot", "--trace"):
            for target in (self.square, link):
                self.refused(option, target, word="is an input")
        warm = self.file("warm.sol", "Route #1: 1 3\nRoute #2: 2\nCost 180\n")
        self.refused("--warm-start", warm, "-o", warm, word="is an input")
        self.assert_refused(odgear("plot", self.square, warm, "-o", self.square), 2, "is an input")
        self.assert_refused(odgear("plot", self.square, warm, "-o", warm), 2, "is an input")

    def test_no_two_outputs_share_a_file(self):
        one = self.folder / "one"
        self.refused("-o", one, "--plot", one, "--trace", one, word="two outputs")
        self.assertFalse(one.exists())

    def test_requests_are_not_replaced_by_their_results(self):
        requests = self.folder / "requests"
        requests.mkdir()
        text = json.dumps(REQUEST)
        for name in ("a.json", "b.json"):
            (requests / name).write_text(text)
        result = odgear("solve", requests, *POLICY, "-o", requests, "--format", "json")
        self.assert_refused(result, 2, "a.json", "is an input")
        self.assertEqual((requests / "a.json").read_text(), text)

    def test_equal_names_do_not_share_a_solution(self):
        for folder in ("one", "two"):
            (self.folder / folder).mkdir()
            (self.folder / folder / "a.vrp").write_text(SQUARE)
        out = self.folder / "out"
        result = odgear("solve", self.folder / "one", self.folder / "two", *POLICY, "-o", out)
        self.assert_refused(result, 2, "a.sol", "would both be written")
        self.assertFalse(out.exists())

    def test_devices_pipes_and_folders_are_refused_at_once(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for target, word in (("/dev/full", "device"), ("/dev/null", "device"), (pipe, "pipe"),
                             (self.folder, "directory"), (self.folder / ("x" * 300), "too long")):
            self.refused("-o", target, word=word)
            self.refused("--plot", target, word=word)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_links(self):
        target, link = self.folder / "target.sol", self.folder / "link.sol"
        link.symlink_to("target.sol")
        self.assertEqual(self.solve("-o", link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(routes_of(target.read_text())[1], 180)
        loop = self.folder / "loop"
        loop.symlink_to("loop")
        self.refused("-o", loop, word="symbolic links")
        self.assert_refused(odgear("solve", loop), 2, "symbolic links")

    def test_formats_that_cannot_hold_the_answer_are_refused_before_the_search(self):
        self.refused("-o", self.folder / "c.tour", word="one route")
        matrix = self.file("matrix.vrp", MATRIX)
        for option in (("--format", "geojson"), ("--plot", self.folder / "p.svg")):
            result = odgear("solve", matrix, "--mode", "expert", "--max-iterations", 1, "--quiet",
                            *option)
            self.assert_refused(result, 2, "needs coordinates")

    def test_several_instances_need_a_folder(self):
        other = self.file("other.vrp", SQUARE)
        taken = self.file("taken", "kept")
        self.assert_refused(odgear("solve", self.square, other, *POLICY, "-o", taken), 2, "folder")
        self.assertEqual(taken.read_text(), "kept")

    def test_a_bad_link_in_a_folder_costs_only_itself(self):
        made = self.folder / "made"
        made.mkdir()
        (made / "good.vrp").write_text(SQUARE)
        (made / "bad.vrp").symlink_to("bad.vrp")
        result = odgear("solve", made, *POLICY, "-o", self.folder / "out")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("1 of 2 solved", result.stdout)
        self.assertIn("bad.vrp", result.stderr)

    def test_tours_number_nodes_as_the_file_does(self):
        moved = SQUARE.replace("DEPOT_SECTION\n1\n", "DEPOT_SECTION\n3\n")
        moved = moved.replace("\n1 0\n2 4\n3 3\n4 2\n", "\n1 1\n2 1\n3 0\n4 1\n")
        path, tour = self.file("moved.vrp", moved), self.folder / "moved.tour"
        result = odgear("solve", path, "--max-vehicles", 1, "--max-iterations", 20, "-o", tour,
                        "--mode", "expert", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        nodes = tour.read_text().split("TOUR_SECTION\n")[1].split()[:4]
        # The depot, node 3 at (30, 0), comes first; around the rectangle.
        self.assertIn(nodes, (["3", "1", "4", "2"], ["3", "2", "4", "1"]))
        self.assertEqual(odgear("check", path, tour).returncode, 0)


class Rescue(CommandLineTest):
    def limited(self, *arguments, stdout=subprocess.PIPE):
        return subprocess.run(
            [ODGEAR, "solve", str(self.file("square.vrp", SQUARE)), *POLICY, *map(str, arguments)],
            stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=120,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))

    def test_a_limit_on_file_sizes_prints_the_solution(self):
        out = self.folder / "out.sol"
        result = self.limited("-o", out)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("the solution is on standard output", result.stderr)
        self.assertEqual(routes_of(result.stdout)[1], 180)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["square.vrp"])

    def test_with_no_standard_output_the_solution_is_kept_in_a_file(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run(
                [ODGEAR, "solve", str(self.file("square.vrp", SQUARE)), *POLICY], stdout=full,
                stderr=subprocess.PIPE, text=True, timeout=120,
                env={**os.environ, "TMPDIR": str(self.folder)})
        self.assertEqual(result.returncode, 2)
        self.assertIn("standard output: cannot be written; the solution is in", result.stderr)
        kept = next(self.folder.glob("odgear-*.sol"))
        self.assertEqual(routes_of(kept.read_text())[1], 180)


class Pipes(CommandLineTest):
    def test_a_pipe_is_waited_for(self):
        pipe = self.folder / "pipe.vrp"
        os.mkfifo(pipe)
        writer = threading.Timer(0.2, lambda: pipe.write_text(SQUARE))
        writer.start()
        result = odgear("solve", pipe, *POLICY)
        writer.join()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(routes_of(result.stdout)[1], 180)

    def test_a_signal_ends_the_wait(self):
        pipe = self.folder / "pipe.vrp"
        os.mkfifo(pipe)
        process = subprocess.Popen([ODGEAR, "solve", str(pipe), *POLICY], stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 2, errors)

    def test_standard_input(self):
        result = subprocess.run([ODGEAR, "solve", "-", *POLICY], input=SQUARE, text=True,
                                capture_output=True, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(routes_of(result.stdout)[1], 180)


if __name__ == "__main__":
    unittest.main()
