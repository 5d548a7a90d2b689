"""Shared by the command-line tests: running the program, and small instances."""

import pathlib
import subprocess
import tempfile
import unittest

from programs import ODGEAR, SQUARE  # noqa: F401: the tests import both from here


def odgear(*arguments, timeout=120):
    """Runs the program to its end; the result has returncode, stdout and stderr as text."""
    return subprocess.run([ODGEAR, *map(str, arguments)], capture_output=True, timeout=timeout,
                          text=True, errors="replace")


def routes_of(text):
    """The customers of each route of a .sol text, and its cost."""
    routes, cost = [], None
    for line in text.splitlines():
        if line.startswith("Route"):
            routes.append([int(word) for word in line.split(":")[1].split()])
        elif line.startswith("Cost"):
            cost = float(line.split()[1])
    return routes, cost


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content)
        return path

    def generated(self, customers, *options):
        """The path of one generated instance."""
        result = odgear("generate", "-n", customers, "--out", self.folder / "made", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return next((self.folder / "made").iterdir())

    def assert_refused(self, result, code, *words):
        """One clear line on standard error, the right exit code, nothing else."""
        self.assertEqual(result.returncode, code, result.stderr)
        lines = [line for line in result.stderr.splitlines() if line.strip()]
        self.assertEqual(len(lines), 1, result.stderr)
        for word in words:
            self.assertIn(word, lines[0])
