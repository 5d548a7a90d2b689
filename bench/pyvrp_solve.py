"""Solves a problem with PyVRP: python pyvrp_solve.py PROBLEM.json ANSWER.json SECONDS SEED

Written by `odgear bench variants --pyvrp` beside the problem. Needs PyVRP (0.11 to 0.13) and numpy.
The problem holds whole numbers: depots, clients, vehicle types and one pair of matrices a profile,
over depots first and clients then. The answer lists routes as a vehicle type and its visits; a
reload is written as -1 - depot.

Its penalties have an upper bound that is meant for costs of about 1 for each unit of distance. Where
a unit costs more, the bound would make overloaded vehicles cheaper than feasible ones for good, so
it is raised with the costs ("max_penalty"). All other settings are PyVRP's own.
"""

import json
import sys

import numpy as np
from pyvrp import (
    Client,
    ClientGroup,
    Depot,
    PenaltyManager,
    PenaltyParams,
    ProblemData,
    SolveParams,
    VehicleType,
    solve,
)
from pyvrp.stop import MaxRuntime


def problem_data(problem):
    # Windows and limits that are not stated are the library's own defaults.
    return ProblemData(
        clients=[Client(**client) for client in problem["clients"]],
        depots=[Depot(**depot) for depot in problem["depots"]],
        vehicle_types=[VehicleType(**vehicle) for vehicle in problem["vehicles"]],
        distance_matrices=[np.array(p["distances"], dtype=np.int64) for p in problem["profiles"]],
        duration_matrices=[np.array(p["durations"], dtype=np.int64) for p in problem["profiles"]],
        groups=[ClientGroup(**group) for group in problem["groups"]],
    )


def solve_params(max_penalty):
    if "max_penalty" in PenaltyParams.__dataclass_fields__:
        return SolveParams(penalty=PenaltyParams(max_penalty=max_penalty))
    PenaltyManager.MAX_PENALTY = max_penalty  # PyVRP 0.11
    return SolveParams()


def visits_of(route, depots):
    visits = []
    for number, trip in enumerate(route.trips()):
        if number > 0:
            visits.append(-1 - trip.start_depot())
        visits += [visit - depots for visit in trip.visits()]
    return visits


def main():
    problem_file, answer_file, seconds, seed = sys.argv[1:5]
    with open(problem_file, encoding="utf-8") as file:
        problem = json.load(file)
    data = problem_data(problem)
    params = solve_params(problem["max_penalty"])
    result = solve(data, MaxRuntime(float(seconds)), int(seed), display=False, params=params)
    routes = [
        {"type": route.vehicle_type(), "visits": visits_of(route, len(problem["depots"]))}
        for route in result.best.routes()
    ]
    with open(answer_file, "w", encoding="utf-8") as file:
        json.dump({"feasible": result.is_feasible(), "routes": routes}, file)


main()
