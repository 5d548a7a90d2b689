"""Trains a small policy for about a minute with the real programs: it must learn by a margin that
cannot be luck, survive kill -9, continue, and its weights must solve. Skipped without the trainer."""

import csv
import json
import os
import signal
import stat
import subprocess
import time
import unittest
from pathlib import Path

from command_line import ODGEAR, CommandLineTest, odgear

TRAINER = Path(ODGEAR).parent / "odgear-train"
SETTINGS = {
    "instances.customers": 40,
    "network.layers": 2,
    "network.units": 32,
    "network.attention_neighbors": 10,
    "network.decode_neighbors": 20,
    "imitation.steps": 60,
    "imitation.labels": 24,
    "imitation.label_iterations": 40,
    "imitation.batch": 4,
    "policy.steps": 440,
    "policy.batch": 4,
    "policy.group": 16,
    "validation.instances": 16,
    "validation.rollouts": 20,
    "validation.every": 100,
    "validation.reference_iterations": 200,
    "run.checkpoint_every": 20,
}


def arguments(folder):
    settings = [part for key, value in SETTINGS.items() for part in ("--set", f"{key}={value}")]
    return [str(TRAINER), "--out", str(folder), "--threads", "2", "--seed", "5", *settings]


def gaps(folder):
    with open(folder / "log.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return {int(row["step"]): float(row["validation_gap"]) for row in rows if row["validation_gap"]}


def steps_in_log(folder):
    try:
        lines = (folder / "log.jsonl").read_text().splitlines()
        return max((json.loads(line)["step"] for line in lines), default=0)
    except (OSError, ValueError):
        return 0


def trainer(*words):
    return subprocess.run([str(TRAINER), *map(str, words)], capture_output=True, text=True)


@unittest.skipUnless(TRAINER.exists(), "the trainer is not built")
class TrainTest(CommandLineTest):
    def test_learns_survives_a_crash_and_solves(self):
        run = self.folder / "run"
        process = subprocess.Popen(arguments(run), stderr=subprocess.DEVNULL)
        try:
            while steps_in_log(run) < 120 and process.poll() is None:
                time.sleep(0.05)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.assertEqual(process.returncode, -signal.SIGKILL, "ended before it was killed")
        resumed = trainer("--resume", run, "--threads", 2)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertIn("step 500 of 500", resumed.stdout)
        self.assertIn("instances a CPU second", resumed.stderr)

        measured = gaps(run)
        # Half of the untrained gap is far more than the random variation of the validation set.
        self.assertLess(measured[500], measured[0] / 2)
        self.assertLess(measured[500], 20)

        plotted = trainer("plot", run)
        self.assertEqual(plotted.returncode, 0, plotted.stderr)
        self.assertIn("<polyline", (run / "curves.svg").read_text())
        self.solves(run / "best.safetensors")
        mean = self.folder / "mean.safetensors"
        averaged = trainer("mean", run / "best.safetensors", run / "last.safetensors", "-o", mean,
                           "--neighbors", 25, "--rho", 0.3)
        self.assertEqual(averaged.returncode, 0, averaged.stderr)
        self.solves(mean)

    def solves(self, model):
        instance = self.generated(40)
        solution = self.folder / "out.sol"
        solved = odgear("solve", instance, "--mode", "policy", "--model", model, "-o", solution,
                        "--quiet")
        self.assertEqual(solved.returncode, 0, solved.stderr)
        checked = odgear("check", instance, solution)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_prints_a_recipe_with_what_was_set(self):
        shown = trainer("--set", "policy.steps=77", "recipe", "paper")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("name = 'paper'", shown.stdout)
        self.assertIn("steps = 77\n", shown.stdout)

    def test_refuses_what_it_does_not_know(self):
        self.assert_refused(trainer("--out", self.folder / "run", "--set", "policy.gruop=3"), 2,
                            "policy.gruop")
        self.assert_refused(trainer("mean", "none", "none", "-o", self.folder / "m"), 2, "none")
        self.assert_refused(trainer("--resume", self.folder / "none"), 2, "none")
        self.assert_refused(trainer("--out", self.file("file", "x")), 2, "file")
        for words in (("--bogus",), ("--seed", "-1", "--out", self.folder / "run"),
                      ("--threads", "0", "--out", self.folder / "run")):
            self.assertEqual(trainer(*words).returncode, 2, words)
        self.assertFalse((self.folder / "run").exists())

    def test_recipes_that_are_no_files(self):
        pipe = self.folder / "pipe.toml"
        os.mkfifo(pipe)
        for path in ("/dev/zero", "/dev/null", self.folder, self.file("empty.toml", ""), pipe):
            self.assert_refused(trainer("recipe", path), 2, str(path))
        for setting in ("policy.steps=4294967301", "policy.learning_rate=nan"):
            self.assert_refused(trainer("--set", setting, "recipe", "paper"), 2, setting.split("=")[0])

    def test_a_mean_replaces_no_device_and_no_input(self):
        models = sorted((Path(__file__).parents[2] / "models").glob("*.safetensors"))[:1]
        copy = self.file("a.safetensors", models[0].read_bytes())
        self.assert_refused(trainer("mean", copy, copy, "-o", "/dev/full"), 2, "device")
        self.assert_refused(trainer("mean", copy, copy, "-o", copy), 2, "is an input")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))


if __name__ == "__main__":
    unittest.main()
