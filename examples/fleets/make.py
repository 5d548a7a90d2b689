#!/usr/bin/env python3
"""Four days of fleets as problems for `odgear solve`, of any size.

    make.py parcels 2000 > parcels.json
    make.py technicians 300 > technicians.json
    make.py pickups 500 > pickups.json
    make.py milk 200 > milk.json

The files are VROOM requests with a few keys of OD-Gear's own (docs/formats.md). Places are random
within 10 km of a town's centre; times are seconds of the day.
"""

import argparse
import json
import math
import random

HOUR = 3600
CENTRE = (5.72, 45.19)  # longitude, latitude


def place(rng):
    """A point within 10 km of the centre, denser towards the middle."""
    angle = 2 * math.pi * rng.random()
    metres = 10_000 * rng.random() ** 0.7
    north = metres * math.sin(angle) / 111_195
    east = metres * math.cos(angle) / (111_195 * math.cos(math.radians(CENTRE[1])))
    return [round(CENTRE[0] + east, 6), round(CENTRE[1] + north, 6)]


def vehicles(first_id, count, **keys):
    depot = list(CENTRE)
    return [{"id": first_id + i, "start": depot, "end": depot, **keys} for i in range(count)]


def parcels(size, rng):
    """Parcels in small and large vans. A third has a window of two hours; lunch from 11 to 14."""
    jobs = []
    for number in range(1, size + 1):
        job = {"id": number, "location": place(rng), "service": 120, "delivery": [rng.randint(1, 4)]}
        if rng.randrange(3) == 0:
            opens = HOUR * rng.randint(9, 15)
            job["time_windows"] = [[opens, opens + 2 * HOUR]]
        jobs.append(job)
    lunch = [{"id": 1, "description": "lunch", "time_windows": [[11 * HOUR, 14 * HOUR]],
              "service": HOUR // 2}]
    day = {"time_window": [8 * HOUR, 18 * HOUR], "breaks": lunch}
    small = vehicles(1, size // 20 + 2, description="small van", capacity=[100],
                     costs={"fixed": 2000, "per_hour": 3600, "per_km": 100}, **day)
    large = vehicles(1001, size // 40 + 1, description="large van", capacity=[200],
                     costs={"fixed": 3500, "per_hour": 3600, "per_km": 130}, **day)
    return {"jobs": jobs, "vehicles": small + large}


def technicians(size, rng):
    """Repairs that need skills, some of them urgent. After eight hours, time costs three times as
    much; a repair that is not done costs its prize, an urgent one must be done."""
    jobs = []
    for number in range(1, size + 1):
        job = {"id": number, "location": place(rng), "service": HOUR // 2}
        if rng.randrange(2) == 0:
            job["skills"] = [rng.randint(1, 3)]
        if rng.randrange(4) == 0:
            job["priority"] = 100
        else:
            job["prize"] = 3000
        jobs.append(job)
    team = []
    for number in range(max(2, size // 15)):
        team += vehicles(number + 1, 1, description=f"technician {number + 1}",
                         time_window=[8 * HOUR, 18 * HOUR], regular_duration=8 * HOUR,
                         skills=[1 + number % 3, 1 + (number + 1) % 3],
                         costs={"per_hour": 3600, "per_overtime_hour": 7200})
    return {"jobs": jobs, "vehicles": team}


def pickups(size, rng):
    """Goods from one place to another: fetched within an hour, brought within three."""
    shipments = []
    for number in range(1, size + 1):
        opens = HOUR * rng.randint(8, 13)
        shipments.append({
            "amount": [rng.randint(1, 5)],
            "pickup": {"id": number, "location": place(rng), "service": 300,
                       "time_windows": [[opens, opens + HOUR]]},
            "delivery": {"id": number, "location": place(rng), "service": 300,
                         "time_windows": [[opens, opens + 3 * HOUR]]}})
    lorries = vehicles(1, size // 5 + 2, description="lorry", capacity=[12],
                       time_window=[8 * HOUR, 18 * HOUR],
                       costs={"fixed": 3000, "per_hour": 3600})
    return {"shipments": shipments, "vehicles": lorries}


def milk(size, rng):
    """Milk from a dairy by few lorries that come back to load. A part of it is ready only later."""
    jobs = [{"id": number, "location": place(rng), "service": 180,
             "delivery": [rng.randint(2, 6)], "release": HOUR * rng.randint(0, 9)}
            for number in range(1, size + 1)]
    lorries = vehicles(1, max(2, size // 20), description="lorry", capacity=[25],
                       time_window=[6 * HOUR, 20 * HOUR],
                       reloads=[{"location": list(CENTRE), "service": 600}])
    return {"jobs": jobs, "vehicles": lorries}


STORIES = {story.__name__: story for story in (parcels, technicians, pickups, milk)}


def main():
    parser = argparse.ArgumentParser(description="Days of fleets as problems for odgear solve")
    parser.add_argument("story", choices=STORIES)
    parser.add_argument("size", type=int, help="stops, or pairs of them")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    print(json.dumps(STORIES[arguments.story](arguments.size, rng)))


if __name__ == "__main__":
    main()
