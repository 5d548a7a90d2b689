"""Training runs: started as the command line does it, and their logs as tables."""

from __future__ import annotations

import csv
import os
import pathlib
import shutil
import subprocess
from collections.abc import Mapping

from .errors import ConfigurationError, InputError


def read_log(folder: str | os.PathLike) -> dict[str, list]:
    """The log of a run by columns, as ``pandas.DataFrame`` takes it. Empty cells are None."""
    path = pathlib.Path(folder) / "log.csv"
    try:
        with open(path, newline="") as file:
            rows = list(csv.reader(file))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if not rows:
        raise InputError(f"{path}: is empty")
    head, body = rows[0], rows[1:]
    return {name: [_value(row[i]) if i < len(row) else None for row in body]
            for i, name in enumerate(head)}


def _value(cell: str) -> float | int | str | None:
    if cell == "":
        return None
    try:
        number = float(cell)
    except ValueError:
        return cell  # the phase of a step is a word
    return int(number) if number.is_integer() and "." not in cell and "e" not in cell else number


def program() -> str:
    """The trainer: ``$ODGEAR_TRAIN``, or the one next to the build of the package, or on the path."""
    named = os.environ.get("ODGEAR_TRAIN")
    built = pathlib.Path(__file__).resolve().parents[2] / "bin" / "odgear-train"
    found = named or (str(built) if built.exists() else shutil.which("odgear-train"))
    if not found:
        raise ConfigurationError("the program odgear-train was not found; build it with ./run build "
                                 "and name it in the environment variable ODGEAR_TRAIN")
    return found


def start(out: str | os.PathLike, *, recipe: str = "odgear", settings: Mapping[str, object] | None = None,
          seed: int | None = None, threads: int | None = None, like: str | os.PathLike | None = None,
          resume: bool = False, **keywords) -> subprocess.Popen:
    """Starts a training run in the folder ``out`` and returns its process.

    ``settings`` overrides fields of the recipe (``{"policy.steps": 200}``). Follow it with
    :func:`read_log`; ``process.wait()`` waits for its end; ``process.terminate()`` ends it so that
    ``resume=True`` can go on. Further keywords are those of ``subprocess.Popen``.
    """
    command = [program(), "--resume" if resume else "--out", os.fspath(out)]
    if not resume:
        command += ["--recipe", os.fspath(recipe)]
    for key, value in (settings or {}).items():
        command += ["--set", f"{key}={value}"]
    for option, value in (("--seed", seed), ("--threads", threads), ("--like", like)):
        if value is not None:
            command += [option, os.fspath(value) if not isinstance(value, int) else str(value)]
    return subprocess.Popen(command, **keywords)


def run(out: str | os.PathLike, **options) -> dict[str, list]:
    """Trains to the end and returns the log. Options as for :func:`start`."""
    process = start(out, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    try:
        _, errors = process.communicate()
    except KeyboardInterrupt:
        process.terminate()  # the trainer keeps a checkpoint
        process.wait()
        return read_log(out)
    if process.returncode:
        lines = [line for line in errors.splitlines() if line.strip()]
        raise ConfigurationError(lines[-1] if lines else f"odgear-train ended with {process.returncode}")
    return read_log(out)
