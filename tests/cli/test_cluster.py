"""Several ranks on this machine: mpirun with the real program. Skipped without MPI."""

import csv
import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from command_line import ODGEAR, CommandLineTest, odgear, routes_of

MODULE = Path(ODGEAR).parent.parent / "lib" / "odgear" / "odgear-mpi.so"
# After an interruption mpirun waits this long before it kills; a busy machine needs it.
ENVIRONMENT = {**os.environ, "OMPI_MCA_odls_base_sigkill_timeout": "6",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               # More ranks than cores: one that waits leaves its core to the others.
               "OMPI_MCA_mpi_yield_when_idle": "1"}


def mpirun(ranks, *words):
    return ["mpirun", "-n", str(ranks), "--oversubscribe", "--allow-run-as-root",
            *map(str, words)]


def run(ranks, *words):
    return subprocess.run(mpirun(ranks, ODGEAR, *words), capture_output=True, text=True,
                          errors="replace", timeout=120, env=ENVIRONMENT)


def children_of(pid, program=ODGEAR):
    """The ranks that mpirun started, in order."""
    words = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sorted(int(word) for word in words
                  if Path(f"/proc/{word}/exe").resolve() == Path(program).resolve())


@unittest.skipUnless(shutil.which("mpirun") and MODULE.exists(), "built without MPI")
class Cluster(CommandLineTest):
    def test_ranks_give_the_answer_of_one_process(self):
        path = self.generated(1500)
        options = ["--mode", "expert", "--max-iterations", "20000", "--threads", "1", "--quiet"]
        alone = odgear("solve", path, *options)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        for ranks in (2, 4):
            together = run(ranks, "solve", path, *options)
            self.assertEqual(together.returncode, 0, together.stderr)
            self.assertEqual(together.stdout, alone.stdout)

    def test_a_time_limit_holds_and_continue_is_never_worse(self):
        path = self.generated(1500)
        out = self.folder / "out.sol"
        words = ["solve", path, "-o", out, "--continue", "--time-limit", "2", "--quiet"]
        costs = []
        for _ in range(2):
            result = run(2, *words)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(odgear("check", path, out).returncode, 0)
            costs.append(routes_of(out.read_text())[1])
        self.assertLessEqual(costs[1], costs[0])

    def test_many_instances_leave_what_one_process_leaves(self):
        made = self.folder / "many"
        odgear("generate", "-n", 60, "--count", 7, "--out", made)
        (made / "bad.vrp").write_text("NAME : nothing\n")
        options = ["--mode", "expert", "--max-iterations", "300", "--threads", "1", "--quiet"]
        alone = odgear("solve", made, "-o", self.folder / "alone", *options)
        together = run(4, "solve", made, "-o", self.folder / "together", *options)
        self.assertEqual((alone.returncode, together.returncode), (2, 2))
        without_seconds = [[line.split(", ")[:2] for line in text.splitlines()]
                           for text in (alone.stdout, together.stdout)]
        self.assertEqual(*without_seconds)
        self.assertIn("bad.vrp", together.stderr)
        for file in (self.folder / "alone").iterdir():
            self.assertEqual((self.folder / "together" / file.name).read_text(), file.read_text())
        again = run(2, "solve", made, "-o", self.folder / "together", "--continue", *options)
        self.assertIn("total: 0 of 8 solved", again.stdout)

    def test_bench_cells_are_those_of_one_process(self):
        data = Path(__file__).resolve().parents[3] / "shared" / "data"
        if not data.exists():
            self.skipTest("no benchmark data")
        words = ["bench", "table1", "--rows", "odgear-200", "--sets", "cvrp200", "--instances", "5",
                 "--runs", "2", "--threads", "1", "--quiet", "--data", data]
        cells = []
        for name, command in (("alone", odgear), ("together", lambda *w: run(3, *w))):
            result = command(*words, "--out", self.folder / name)
            self.assertEqual(result.returncode, 0, result.stderr)
            lines = (self.folder / name / "table1" / "cells.csv").read_text().splitlines()
            cells.append([line.rsplit(",", 1)[0] for line in lines])
        self.assertEqual(*cells)

    def begun(self, ranks, path, out):
        """A job that has written its first solution."""
        process = subprocess.Popen(
            mpirun(ranks, ODGEAR, "solve", path, "-o", out, "--time-limit", "90", "--continue",
                   "--quiet"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.addCleanup(process.kill)
        end = time.monotonic() + 60
        while not out.exists() and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1)
        return process

    def test_an_interruption_keeps_the_best(self):
        path = self.generated(1500)
        for number in (signal.SIGINT, signal.SIGTERM):
            out = self.folder / f"{number}.sol"
            process = self.begun(2, path, out)
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertEqual(odgear("check", path, out).returncode, 0)

    def test_a_rank_that_dies_ends_the_job_and_the_same_command_goes_on(self):
        path = self.generated(1500)
        out = self.folder / "out.sol"
        process = self.begun(4, path, out)
        os.kill(children_of(process.pid)[-1], signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("rank 3", errors)
        self.assertEqual(odgear("check", path, out).returncode, 0)
        before = routes_of(out.read_text())[1]
        again = run(2, "solve", path, "-o", out, "--continue", "--time-limit", "2", "--quiet")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(odgear("check", path, out).returncode, 0)
        self.assertLessEqual(routes_of(out.read_text())[1], before)

    def test_bad_input_is_said_once(self):
        result = run(3, "solve", self.folder / "missing.vrp")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("missing.vrp: "), 1, result.stderr)
        result = run(3, "solve", "x.vrp", "--no-such-option")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("--no-such-option"), 1, result.stderr)


TRAINER = Path(ODGEAR).parent / "odgear-train"
RECIPE = {
    "instances.customers": 20, "network.layers": 2, "network.units": 32,
    "network.attention_neighbors": 8, "network.decode_neighbors": 10,
    "imitation.steps": 3, "imitation.labels": 6, "imitation.label_iterations": 20,
    "imitation.batch": 4, "policy.steps": 9, "policy.batch": 6, "policy.group": 8,
    "discriminator.enabled": "true", "discriminator.every": 2, "discriminator.batch": 3,
    "validation.instances": 5, "validation.rollouts": 5, "validation.every": 4,
    "validation.reference_iterations": 40, "run.checkpoint_every": 2, "run.log_every": 1,
}


def settings(**changed):
    both = {**RECIPE, **{key.replace("__", "."): value for key, value in changed.items()}}
    return [word for key, value in both.items() for word in ("--set", f"{key}={value}")]


def weights(folder):
    """The tensors of a weights file, without its training record."""
    content = (folder / "last.safetensors").read_bytes()
    return content[8 + int.from_bytes(content[:8], "little"):]


def logged(folder):
    """The log without the columns that depend on the clock."""
    with open(folder / "log.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return [{key: value for key, value in row.items() if "second" not in key} for row in rows]


@unittest.skipUnless(shutil.which("mpirun") and MODULE.exists() and TRAINER.exists(),
                     "built without MPI or without the trainer")
class ClusterTraining(CommandLineTest):
    def train(self, ranks, folder, *words):
        command = [TRAINER, "--out", folder, "--threads", "1", "--seed", "5", "--quiet", *words]
        command = mpirun(ranks, *command) if ranks > 1 else list(map(str, command))
        return subprocess.run(command, capture_output=True, text=True, timeout=200,
                              env=ENVIRONMENT)

    def test_the_result_does_not_depend_on_the_number_of_ranks(self):
        folders = [self.folder / str(ranks) for ranks in (1, 2, 4)]
        for folder in folders:
            result = self.train(int(folder.name), folder, *settings())
            self.assertEqual(result.returncode, 0, result.stderr)
        for folder in folders[1:]:
            self.assertEqual(logged(folder), logged(folders[0]))
            self.assertEqual(weights(folder), weights(folders[0]))

    def test_a_run_goes_on_with_another_number_of_ranks_after_a_rank_died(self):
        whole, broken = self.folder / "whole", self.folder / "broken"
        more = settings(policy__steps=25)
        self.assertEqual(self.train(1, whole, *more).returncode, 0)
        command = mpirun(3, TRAINER, "--out", broken, "--continue", "--threads", "1", "--seed",
                         "5", "--quiet", *more)
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.addCleanup(process.kill)
        log = broken / "log.csv"
        while process.poll() is None and (not log.exists() or len(logged(broken)) < 8):
            time.sleep(0.05)
        os.kill(children_of(process.pid, TRAINER)[-1], signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("rank 2", errors)
        result = self.train(2, broken, "--continue", *more)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(logged(broken), logged(whole))
        self.assertEqual(weights(broken), weights(whole))


if __name__ == "__main__":
    unittest.main()
