"""The script that trains all models of tables 1 and 4, with a stand-in for the trainer that only writes
down how it was called."""

import os
import pathlib
import subprocess
import unittest

from command_line import CommandLineTest

SCRIPT = pathlib.Path(__file__).parents[2] / "bench" / "training" / "run"
STAND_IN = """#!/bin/sh
echo "$@" >> "{calls}"
while [ $# -gt 0 ]; do
    [ "$1" = --out ] && mkdir -p "$2" && touch "$2/checkpoint.safetensors" "$2/best.safetensors"
    shift
done
"""


class TrainingPlanTest(CommandLineTest):
    def run_plan(self, *words):
        calls = self.folder / "calls"
        calls.write_text("")
        trainer = self.file("trainer", STAND_IN.format(calls=calls))
        trainer.chmod(0o755)
        result = subprocess.run([str(SCRIPT), str(self.folder / "runs"), *words],
                                capture_output=True, text=True,
                                env={**os.environ, "ODGEAR_TRAIN": str(trainer)})
        return result, calls.read_text().splitlines()

    def test_trains_in_order_and_resumes(self):
        result, calls = self.run_plan("--threads", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        names = [line[3:] for line in result.stderr.splitlines() if line.startswith("== ")]
        self.assertEqual(len(names), len(calls))
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("recipes/paper.toml", calls[0])
        self.assertIn("policy.steps=30000", calls[0])
        self.assertNotIn("network.weights", calls[0])
        for name, call in zip(names, calls):
            self.assertIn(f"/{name} ", call)
            # The run whose weights a run starts from comes before it.
            for word in call.split():
                if word.startswith("network.weights="):
                    self.assertIn(pathlib.Path(word).parent.name, names[:names.index(name)])
        result, calls = self.run_plan()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(calls), len(names))
        self.assertTrue(all(call.startswith("--resume") for call in calls))

    def test_lists_trains_one_and_refuses_nonsense(self):
        result, calls = self.run_plan("--list")
        self.assertIn("paper-1000-transformer", result.stdout)
        self.assertEqual(calls, [])
        result, calls = self.run_plan("--only", "gfacs-200")
        self.assertEqual(len(calls), 1)
        self.assertIn("recipes/gfacs.toml", calls[0])
        self.assertEqual(self.run_plan("--nonsense")[0].returncode, 2)


if __name__ == "__main__":
    unittest.main()
