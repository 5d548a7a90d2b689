"""Every kind of bad file gets one line with file, line and field, and the right exit code."""

from command_line import SQUARE, CommandLineTest, odgear


class BadInput(CommandLineTest):
    def refused(self, content, code, *words):
        path = self.file("bad.vrp", content)
        self.assert_refused(odgear("solve", path, "--quiet"), code, "bad.vrp", *words)

    def changed(self, old, new, code, *words):
        self.assertIn(old, SQUARE)
        self.refused(SQUARE.replace(old, new, 1), code, *words)

    def test_missing_file(self):
        self.assert_refused(odgear("solve", self.folder / "none.vrp"), 2, "none.vrp")

    def test_empty_file(self):
        self.refused("", 2, "empty")

    def test_binary_file(self):
        self.refused(bytes(range(256)) * 20, 2)

    def test_folder_without_instances(self):
        self.assert_refused(odgear("solve", self.folder), 2, "folder")

    def test_a_folder_is_no_instance(self):
        self.assert_refused(odgear("check", self.folder, self.file("a.sol", "Cost 0\n")), 2)

    def test_truncated_sections(self):
        for end in ("4 0 40\n", "3 3\n"):
            self.refused(SQUARE[:SQUARE.index(end)], 2)

    def test_wrong_dimension(self):
        self.changed("DIMENSION : 4", "DIMENSION : 5", 2)
        self.changed("DIMENSION : 4", "DIMENSION : 3", 2)
        self.changed("DIMENSION : 4", "DIMENSION : four", 2, ":3:", "DIMENSION")

    def test_huge_dimension(self):
        self.changed("DIMENSION : 4", "DIMENSION : 1000000000000", 2, "DIMENSION")

    def test_node_numbers(self):
        self.changed("\n3 30 0", "\n2 30 0", 2, ":9:", "NODE_COORD_SECTION")
        self.changed("\n3 30 0", "\n7 30 0", 2, ":9:", "NODE_COORD_SECTION")

    def test_numbers_that_are_none(self):
        for bad in ("nan", "inf", "1e999", "x"):
            self.changed("30 40", f"30 {bad}", 2, ":8:", "NODE_COORD_SECTION")

    def test_negative_demand(self):
        self.changed("\n3 3\n", "\n3 -3\n", 2, ":14:", "DEMAND_SECTION")

    def test_zero_capacity(self):
        self.changed("CAPACITY : 7", "CAPACITY : 0", 2, ":5:", "CAPACITY")

    def test_demand_above_capacity(self):
        self.changed("\n2 4\n", "\n2 8\n", 3, "customer 1", "8", "7")

    def test_fleet_too_small(self):
        self.changed("CAPACITY : 7", "CAPACITY : 7\nVEHICLES : 1", 3, "9", "7")
        path = self.file("square.vrp", SQUARE)
        self.assert_refused(odgear("solve", path, "--max-vehicles", 1, "--quiet"), 3)

    def test_unknown_metric(self):
        self.changed("EUC_2D", "CROW", 2, ":4:", "EDGE_WEIGHT_TYPE", "CROW")

    def test_unknown_key_is_a_warning(self):
        path = self.file("odd.vrp", "MOOD : good\n" + SQUARE)
        result = odgear("solve", path, "--time-limit", 0.2)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("MOOD", result.stderr)

    def test_solution_of_another_instance(self):
        path = self.file("square.vrp", SQUARE)
        other = self.file("other.sol", "Route #1: 1 2 9\nRoute #2: 3\nCost 200\n")
        result = odgear("check", path, other)
        self.assertEqual(result.returncode, 3)
        self.assertIn("9", result.stdout)

    def test_options_out_of_range(self):
        path = self.file("square.vrp", SQUARE)
        for option in (("--time-limit", "-1"), ("--mode", "magic"), ("--threads", "x"), ("--bogus",)):
            self.assertEqual(odgear("solve", path, *option).returncode, 2, option)
        self.assertEqual(odgear("dance").returncode, 2)

    def test_an_output_that_cannot_be_written(self):
        path = self.file("square.vrp", SQUARE)
        nowhere = self.folder / "no" / "such" / "out.sol"
        result = odgear("solve", path, "-o", nowhere, "--time-limit", 0.2, "--quiet")
        self.assert_refused(result, 2, "out.sol")
