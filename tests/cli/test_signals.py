"""Ctrl-C and SIGTERM keep the best solution, at any moment."""

import random
import signal
import subprocess
import time

from command_line import ODGEAR, CommandLineTest, odgear


class Signals(CommandLineTest):
    def interrupted(self, path, number, delay):
        out = self.folder / f"out-{number}-{delay:.4f}.sol"
        process = subprocess.Popen(
            [ODGEAR, "solve", str(path), "-o", str(out), "--time-limit", "60", "--quiet"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(delay)
        process.send_signal(number)
        _, errors = process.communicate(timeout=50)
        return process.returncode, out, errors

    def test_a_signal_keeps_the_best(self):
        path = self.generated(400)
        chance = random.Random(3)
        for number in (signal.SIGINT, signal.SIGTERM):
            for _ in range(4):
                # Not before the program had time to install its handlers.
                code, out, errors = self.interrupted(path, number, 0.3 + chance.random())
                self.assertEqual(code, 0, errors)
                self.assertEqual(odgear("check", path, out).returncode, 0)
