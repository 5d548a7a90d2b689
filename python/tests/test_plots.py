"""Pictures are made without a screen."""

import pytest

import odgear

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


def test_plots(town, tmp_path):
    import matplotlib.pyplot as plt

    result = odgear.solve(town, odgear.stop.MaxIterations(20))
    edges = odgear.policy.load("odgear-200").edge_probabilities(town)
    for ax in (odgear.plot_solution(result), odgear.plot_solution(town, result.routes),
               result.plot(), odgear.plot_convergence(result, best_known=result.cost),
               odgear.plot_edge_probabilities(town, edges)):
        ax.figure.savefig(tmp_path / "picture.png")
        assert (tmp_path / "picture.png").stat().st_size > 1000
        plt.close(ax.figure)
