"""Small rich problems, shared by the tests of the command line, Python and the server."""

WINDOWS = """NAME : windows
TYPE : VRPTW
DIMENSION : 4
VEHICLES : 2
CAPACITY : 10
SERVICE_TIME : 1
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 3 4
3 6 8
4 -5 0
DEMAND_SECTION
1 0
2 4
3 4
4 4
TIME_WINDOW_SECTION
1 0 100
2 0 50
3 0 50
4 0 20
DEPOT_SECTION
1
-1
EOF
"""

REQUEST = {
    "vehicles": [{"id": 1, "start_index": 0, "end_index": 0, "time_window": [0, 1000]}],
    "jobs": [{"id": 5, "location_index": 1, "time_windows": [[0, 500]]},
             {"id": 6, "location_index": 2, "skills": [9]}],
    "matrices": {"car": {"durations": [[0, 10, 20], [10, 0, 10], [20, 10, 0]]}},
}
