"""Shared by the tests of `odgear serve`: a running server, and calls to it."""

import http.client
import json
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from programs import ODGEAR, SQUARE  # noqa: F401: the tests import both from here


def vrp_text(customers, seed=1, capacity=50):
    """A random .vrp file."""
    chance = random.Random(seed)
    lines = [f"NAME : random-{customers}", "TYPE : CVRP", f"DIMENSION : {customers + 1}",
             "EDGE_WEIGHT_TYPE : EUC_2D", f"CAPACITY : {capacity}", "NODE_COORD_SECTION"]
    lines += [f"{i + 1} {chance.randint(0, 1000)} {chance.randint(0, 1000)}"
              for i in range(customers + 1)]
    lines += ["DEMAND_SECTION", "1 0"]
    lines += [f"{i + 2} {chance.randint(1, 9)}" for i in range(customers)]
    return "\n".join(lines + ["DEPOT_SECTION", "1", "-1", "EOF", ""])


def vroom_request(customers, seed=1, seconds=0.05, vehicles=None, capacity=50):
    """A random request in VROOM's format, by coordinates."""
    chance = random.Random(seed)

    def place():
        return [round(13.2 + 0.4 * chance.random(), 5), round(52.4 + 0.2 * chance.random(), 5)]

    depot = place()
    jobs = [{"id": 100 + i, "location": place(), "delivery": [chance.randint(1, 9)]}
            for i in range(customers)]
    if vehicles is None:
        vehicles = 2 + sum(job["delivery"][0] for job in jobs) * 5 // (4 * capacity)
    fleet = [{"id": 1 + v, "start": depot, "end": depot, "capacity": [capacity]}
             for v in range(vehicles)]
    return {"vehicles": fleet, "jobs": jobs, "options": {"l": seconds}}


def check_vroom_answer(request, answer):
    """The complaints about an answer; each job once, no vehicle twice or overloaded."""
    problems = []
    demand = {job["id"]: job["delivery"][0] for job in request["jobs"]}
    capacity = {vehicle["id"]: vehicle["capacity"][0] for vehicle in request["vehicles"]}
    seen, used = [], []
    for route in answer["routes"]:
        served = [step["id"] for step in route["steps"] if step["type"] == "job"]
        seen += served
        used.append(route["vehicle"])
        if sum(demand[job] for job in served) > capacity[route["vehicle"]]:
            problems.append(f"vehicle {route['vehicle']} is overloaded")
        if route["steps"][0]["type"] != "start" or route["steps"][-1]["type"] != "end":
            problems.append("a route does not start or end at the depot")
    if sorted(seen) != sorted(demand):
        problems.append("not every job is served once")
    if len(set(used)) != len(used):
        problems.append("a vehicle is used twice")
    if abs(sum(route["cost"] for route in answer["routes"]) - answer["summary"]["cost"]) > 1e-6:
        problems.append("the costs of the routes do not add up")
    return problems


class Server:
    """A server of its own on a free port."""

    def __init__(self, *options, folder=None):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp())
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [ODGEAR, "serve", "--port", "0", *map(str, options)], stdout=subprocess.PIPE,
            stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line:
            self.kill()
            raise RuntimeError("the server did not start: " + (self.folder / "log").read_text())
        self.port = int(line.rstrip().rstrip("/").rsplit(":", 1)[1])

    def call(self, method, path, body=None, headers=None, timeout=60):
        """(status, headers, body) of one request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            if isinstance(body, (dict, list)):
                body = json.dumps(body)
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def json(self, method, path, body=None, headers=None, timeout=60):
        """(status, parsed body)."""
        status, _, text = self.call(method, path, body, headers, timeout)
        return status, json.loads(text)

    def wait(self, job, seconds=60):
        """The job's description once it has ended."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            status, state = self.json("GET", f"/jobs/{job}?wait=5")
            if status != 200 or state["status"] in ("finished", "cancelled", "failed"):
                return state
        raise RuntimeError(f"job {job} did not end in {seconds} s")

    def stop(self, timeout=30):
        """SIGTERM; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout)
        self.process.stdout.close()
        self.log.close()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def log_lines(self):
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]


class ServiceTest(unittest.TestCase):
    options = ()

    def setUp(self):
        self.server = self.start(*self.options)

    def start(self, *options, folder=None):
        if folder is None:
            made = tempfile.TemporaryDirectory()
            self.addCleanup(made.cleanup)
            folder = made.name
        server = Server(*options, folder=folder)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server
