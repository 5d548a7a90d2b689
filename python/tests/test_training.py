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


TINY = {
    "instances.customers": 20, "network.layers": 1, "network.units": 16,
    "network.attention_neighbors": 5, "network.decode_neighbors": 10, "imitation.steps": 4,
    "imitation.labels": 4, "imitation.label_iterations": 10, "imitation.batch": 2,
    "policy.steps": 6, "policy.batch": 2, "policy.group": 4, "validation.instances": 2,
    "validation.rollouts": 4, "validation.every": 5, "validation.reference_iterations": 10,
    "run.checkpoint_every": 2,
}


def test_a_run_is_started_and_its_weights_are_a_policy(tmp_path, trainer):
    process = training.start(tmp_path / "run", settings=TINY, seed=5, threads=1)
    assert process.wait(timeout=300) == 0
    log = training.read_log(tmp_path / "run")
    assert len(log["step"]) > 0 and log["step"] == sorted(log["step"])
    weights = sorted((tmp_path / "run").glob("*.safetensors"))
    town = odgear.generate.uniform(20, seed=1)
    drawn = odgear.policy.load(str(weights[-1])).rollouts(town, 5)
    assert drawn["cost"].min() > 0


def test_errors_are_those_of_the_trainer(tmp_path, trainer):
    with pytest.raises(odgear.ConfigurationError, match="no.such.key"):
        training.run(tmp_path / "run", settings={"no.such.key": 1})
