"""The quickstart of docs/python.md and the analyst's script run unchanged."""

import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]


def run(program, folder):
    return subprocess.run([sys.executable, *program], cwd=folder, capture_output=True, text=True,
                          timeout=120, env=os.environ)


def test_quickstart(tmp_path):
    text = (root / "docs" / "python.md").read_text()
    code = re.search(r"## Quickstart\n```python\n(.*?)```", text, re.S)[1]
    result = run(["-c", code.replace("MaxRuntime(5)", "MaxRuntime(1)")], tmp_path)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "plan.html").exists()


def test_rich_problems(tmp_path):
    text = (root / "docs" / "python.md").read_text()
    code = re.search(r"## Rich problems\n```python\n(.*?)```", text, re.S)[1]
    code = "import odgear\n" + code + "\nassert plan.complete, plan.unassigned\nprint(plan.table())"
    result = run(["-c", code.replace("MaxRuntime(2)", "MaxIterations(500)")], tmp_path)
    assert result.returncode == 0, result.stderr
    assert "bakery" in result.stdout and "break" in result.stdout


def test_analyst(tmp_path):
    result = run([root / "examples" / "analyst" / "plan.py", tmp_path], tmp_path)
    assert result.returncode == 0, result.stderr
    assert "routes" in result.stdout
    assert (tmp_path / "plan.csv").read_text().startswith("route,stop,id,name,demand,load,distance_m,time")
