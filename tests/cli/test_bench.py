"""`odgear bench`: a tiny table, from measuring to its files."""

import csv
import os
import signal
import subprocess
import time

from command_line import ODGEAR, CommandLineTest, odgear


class BenchTest(CommandLineTest):
    def setUp(self):
        super().setUp()
        tables = self.folder / "tables"
        for name, text in {
            "sets/few.toml": "title='15 customers'\ncustomers=15\ncount=3\nseed=4",
            "tiny/table.toml": "title='Tiny'\nsets=['few']\nreferences=['expert']",
            "tiny/expert.toml": "name='Expert'\norder=1\nmethod='expert'\niterations=20",
            "tiny/ants.toml": "name='Ants'\norder=2\nmethod='aco'\nants=3\nrounds=2",
            "tiny/said.toml":
                "name='Said'\nmethod='reported'\n[reported]\nfew={objective=7.25,gap=1.5}",
        }.items():
            (tables / name).parent.mkdir(parents=True, exist_ok=True)
            (tables / name).write_text(text)
        self.tables = tables
        self.out = self.folder / "results"

    def bench(self, *arguments):
        return odgear("bench", "tiny", "--tables", self.tables, "--out", self.out, *arguments)

    def cells(self):
        with open(self.out / "tiny" / "cells.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_a_table_is_measured_shown_and_kept(self):
        result = self.bench("--runs", 2, "--threads", 1)
        self.assertEqual(result.returncode, 0, result.stderr)
        for text in ("Expert", "Ants", "Said", "7.25", "2 runs"):
            self.assertIn(text, result.stdout)
        self.assertEqual(len(self.cells()), 2 * 3 * 2)
        for name in ("table.md", "rows.csv", "instances.csv", "sessions.csv"):
            self.assertTrue((self.out / "tiny" / name).is_file(), name)

    def test_threads_are_those_that_the_process_may_use(self):
        one = {min(os.sched_getaffinity(0))}
        result = subprocess.run(
            [ODGEAR, "bench", "tiny", "--tables", self.tables, "--out", self.out, "--runs", "1",
             "--instances", "1"],
            capture_output=True, text=True, preexec_fn=lambda: os.sched_setaffinity(0, one))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.out / "tiny" / "sessions.csv", newline="") as file:
            self.assertEqual([row["threads"] for row in csv.DictReader(file)], ["1"])

    def test_what_is_measured_is_not_measured_again(self):
        self.bench("--runs", 1, "--instances", 2, "--threads", 1)
        before = self.cells()
        result = self.bench("--runs", 1, "--threads", 1)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("2 solved now, 4 before", result.stderr)
        self.assertEqual(self.cells()[:4], before)
        result = self.bench("--runs", 1, "--threads", 1, "--fresh")
        self.assertIn("6 solved now, 0 before", result.stderr)

    def test_ctrl_c_keeps_what_was_done_and_the_next_run_goes_on(self):
        (self.tables / "tiny" / "expert.toml").write_text(
            "name='Expert'\norder=1\nmethod='expert'\ntime_limit=0.4")
        process = subprocess.Popen(
            [ODGEAR, "bench", "tiny", "--tables", self.tables, "--out", self.out, "--runs", "200",
             "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (self.out / "tiny" / "cells.csv").exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        self.assertIn("interrupted", errors)
        self.assertIn("Expert", output)
        before = self.cells()
        self.assertGreaterEqual(len(before), 1)
        result = self.bench("--runs", 1, "--threads", 1)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.cells()[:len(before)], before)

    def test_instances_are_those_of_generate(self):
        self.bench("--runs", 1, "--threads", 1, "--rows", "expert")
        odgear("generate", "-n", 15, "--count", 3, "--seed", 4, "--out", self.folder / "made")
        instance = self.folder / "made" / (self.cells()[0]["instance"] + ".vrp")
        again = odgear("solve", instance, "--mode", "expert", "--max-iterations", 20, "--seed", 1,
                       "--threads", 1, "--quiet")
        self.assertAlmostEqual(float(again.stdout.split("Cost")[1]),
                               float(self.cells()[0]["cost"]), places=6)

    def test_the_report_is_one_page_and_a_section_of_a_text(self):
        self.bench("--runs", 2, "--threads", 1)
        text = self.file("results.md", "Ours.\n<!-- bench: made by `odgear bench report --markdown` "
                         "-->\nold\n<!-- end of bench -->\nThe end.\n")
        result = odgear("bench", "report", "--tables", self.tables, "--out", self.out,
                        "--markdown", text)
        self.assertEqual(result.returncode, 0, result.stderr)
        page = (self.out / "report.html").read_text()
        for word in ("Tiny", "Expert", "Said", "</html>"):
            self.assertIn(word, page)
        for outside in ("http:", "https:", "<script", "<link", "src="):
            self.assertNotIn(outside, page)
        made = text.read_text()
        self.assertTrue(made.startswith("Ours.\n") and made.endswith("The end.\n"))
        self.assertIn("| Said | paper | 7.25 | 1.50 |", made)
        self.assertNotIn("old", made)
        self.assert_refused(odgear("bench", "report", "--out", self.folder / "none"), 2,
                            "no results")

    def test_latency_is_kept_for_the_report(self):
        result = odgear("bench", "latency", "--sizes", 60, "--threads", 1, "--repeats", 1,
                        "--out", self.out)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.out / "latency" / "latency.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["rule"] for row in rows], ["own", "paper", "paper"])
        models = [row["model"] for row in rows]
        self.assertEqual(models[0], models[2])
        self.assertTrue(models[1].startswith("paper"))
        odgear("bench", "report", "--out", self.out)
        self.assertIn("Latency", (self.out / "report.html").read_text())

    def test_rows_are_listed(self):
        result = self.bench("--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("expert, 20 iterations", result.stdout)
        self.assertIn("quoted from the paper", result.stdout)

    def test_options_may_stand_before_the_table(self):
        result = odgear("bench", "--rows", "ants,expert", "--sets", "few", "tiny", "--tables",
                        self.tables, "--out", self.out, "--runs", 1)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual({cell["row"] for cell in self.cells()}, {"ants", "expert"})

    def test_mistakes_are_named(self):
        self.assert_refused(odgear("bench", "table9"), 2, "table9", "table1")
        self.assert_refused(self.bench("--rows", "nobody"), 2, "nobody")
        self.assert_refused(odgear("bench", "table1", "--data", self.folder), 2, "--data")
        (self.tables / "tiny" / "ants.toml").write_text("name='x'\nmethod='aco'\nant=3")
        self.assert_refused(self.bench(), 2, "ants.toml:3", "ant")
