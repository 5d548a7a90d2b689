import os
import pathlib
import signal
import subprocess
import sys

import pytest

import odgear

# Examples shared by the tests of the command line, Python and the server.
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests" / "support"))


# A shell that starts the tests in the background makes its children ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def town():
    return odgear.generate.uniform(60, seed=5)


@pytest.fixture
def command_line():
    """Runs the program that was built with the package; skips where there is none."""
    folder = os.environ.get("ODGEAR_BIN")
    program = pathlib.Path(folder or ".") / "odgear"
    if not folder or not program.exists():
        pytest.skip("ODGEAR_BIN does not name a folder with odgear")

    def run(*arguments):
        return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True,
                              timeout=120)

    return run
