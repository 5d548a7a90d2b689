"""Shared by the Python tests of the programs: where these are, and a small instance."""

import os

ODGEAR = os.path.join(os.environ["ODGEAR_BIN"], "odgear")

SQUARE = """NAME : square
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 7
NODE_COORD_SECTION
1 0 0
2 30 40
3 30 0
4 0 40
DEMAND_SECTION
1 0
2 4
3 3
4 2
DEPOT_SECTION
1
-1
EOF
"""
