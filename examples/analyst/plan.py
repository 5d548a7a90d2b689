"""The same from Python: python3 plan.py [FOLDER]"""

import pathlib
import sys
import warnings

import odgear

here = pathlib.Path(__file__).resolve().parent
out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here)
out.mkdir(parents=True, exist_ok=True)
warnings.simplefilter("ignore")  # it tells that degrees become metres

stops = odgear.read(here / "stops.csv", capacity=80)
plan = odgear.solve(stops, odgear.stop.MaxRuntime(10), seed=1)
plan.save(out / "plan.html")
plan.save(out / "plan.csv", speed=30)
print(f"{len(plan.routes)} routes, {plan.cost / 1000:.1f} km in all; see {out / 'plan.html'}")
