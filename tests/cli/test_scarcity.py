"""Too little memory and too few threads: one clear line, an exit code of the manual, no crash."""

import os
import shutil
import subprocess
import unittest

from command_line import ODGEAR, CommandLineTest

STRACE, PRLIMIT = shutil.which("strace"), shutil.which("prlimit")
# The first thing that main does, and that nothing before it does: it ignores this signal.
MAIN_BEGINS = "rt_sigaction(SIGXFSZ"


@unittest.skipUnless(STRACE and PRLIMIT, "needs strace and prlimit")
class Scarcity(CommandLineTest):
    def traced(self, path, *options, before=(), threads=1):
        """A short solve under strace, and whether its main began."""
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        result = subprocess.run(
            [STRACE, "-f", "-qq", "-o", log, *options, *before, ODGEAR, "solve", path, "--quiet",
             "--max-iterations", "30", "--threads", str(threads)],
            capture_output=True, timeout=120, text=True, errors="replace")
        return result, MAIN_BEGINS in log.read_text(errors="replace")

    def with_memory(self, path, kilobytes):
        return self.traced(path, "-e", "trace=rt_sigaction",
                           before=(PRLIMIT, f"--as={kilobytes * 1024}"))

    def test_memory_that_runs_out_at_any_moment(self):
        path = self.generated(20)
        least, enough = 1000, 200000  # main does not begin; main begins
        while enough - least > 40:
            middle = (least + enough) // 2
            if self.with_memory(path, middle)[1]:
                enough = middle
            else:
                least = middle
        short = 0
        for kilobytes in range(enough, enough + 2000, 40):
            result, began = self.with_memory(path, kilobytes)
            if not began or result.returncode == 0:
                continue
            self.assert_refused(result, 1, "out of memory")
            short += 1
        self.assertGreater(short, 0)

    def test_a_thread_that_cannot_be_started(self):
        if len(os.sched_getaffinity(0)) < 2:
            self.skipTest("needs two processors")
        result, began = self.traced(self.generated(100), "-e", "trace=rt_sigaction,clone,clone3", "-e",
                                    "inject=clone,clone3:error=EAGAIN", threads=2)
        self.assertTrue(began)
        self.assert_refused(result, 2, "threads", "--threads")


if __name__ == "__main__":
    unittest.main()
