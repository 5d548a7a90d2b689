"""The notebooks run from the first cell to the last."""

import json
import pathlib
import sys

import pytest

nbformat = pytest.importorskip("nbformat")
preprocessors = pytest.importorskip("nbconvert.preprocessors")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

root = pathlib.Path(__file__).resolve().parents[2]
notebooks = [*sorted((root / "python" / "notebooks").glob("*.ipynb")),
             *sorted((root / "examples").glob("**/*.ipynb"))]


@pytest.mark.parametrize("path", notebooks, ids=lambda path: path.stem)
def test_runs(path, tmp_path, monkeypatch):
    monkeypatch.setenv("ODGEAR_NOTEBOOK_OUT", str(tmp_path))
    # The installed kernel may be of another interpreter, which does not see a virtual environment.
    kernel = tmp_path / "jupyter" / "kernels" / "here"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps({
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "this interpreter", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    notebook = nbformat.read(path, as_version=4)
    runner = preprocessors.ExecutePreprocessor(timeout=300, kernel_name="here")
    runner.preprocess(notebook, {"metadata": {"path": str(path.parent)}})
