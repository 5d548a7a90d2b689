"""Logs of runs as tables, and starting the trainer where it was built."""

import os
import pathlib

import pytest

import odgear
from odgear import training


def test_log_as_columns(tmp_path):
    (tmp_path / "log.csv").write_text("step,loss,gap\n1,0.5,\n2,0.25,3.5\n")
    assert training.read_log(tmp_path) == {"step": [1, 2], "loss": [0.5, 0.25], "gap": [None, 3.5]}
    with pytest.raises(odgear.InputError, match="cannot be read"):
        training.read_log(tmp_path / "nowhere")


@pytest.fixture
def trainer(monkeypatch):
    program = pathlib.Path(os.environ.get("ODGEAR_BIN", ".")) / "odgear-train"
    if not program.exists():
        pytest.skip("the trainer was not built")
    monkeypatch.setenv("ODGEAR_TRAIN", str(program))


def test_errors_are_those_of_the_trainer(tmp_path, trainer):
    with pytest.raises(odgear.ConfigurationError, match="no.such.key"):
        training.run(tmp_path / "run", settings={"no.such.key": 1})
