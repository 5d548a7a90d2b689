"""The notebooks run from the first cell to the last."""

import pathlib

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
    notebook = nbformat.read(path, as_version=4)
    runner = preprocessors.ExecutePreprocessor(timeout=300, kernel_name="python3")
    runner.preprocess(notebook, {"metadata": {"path": str(path.parent)}})
