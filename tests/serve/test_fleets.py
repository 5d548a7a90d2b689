"""Rich problems over HTTP: VROOM's requests, files, tables, jobs, and what survives a restart."""

import json
import tempfile

from rich_examples import WINDOWS
from service import ServiceTest, vroom_request

# Two depots, a shipment, windows, skills, a break, and a job that no vehicle can do.
RICH = {
    "vehicles": [
        {"id": 1, "start": [13.40, 52.52], "end": [13.40, 52.52], "capacity": [8], "skills": [1],
         "time_window": [0, 36000], "breaks": [{"id": 1, "time_windows": [[0, 20000]], "service": 600}]},
        {"id": 2, "start": [13.30, 52.48], "end": [13.30, 52.48], "capacity": [8]}],
    "jobs": [
        {"id": 7, "location": [13.41, 52.53], "delivery": [3], "service": 300,
         "time_windows": [[3600, 7200]]},
        {"id": 8, "location": [13.31, 52.49], "pickup": [2]},
        {"id": 9, "location": [13.35, 52.50], "skills": [1], "priority": 10},
        {"id": 10, "location": [13.36, 52.51], "skills": [99]}],
    "shipments": [{"amount": [4], "pickup": {"id": 7, "location": [13.42, 52.50]},
                   "delivery": {"id": 8, "location": [13.38, 52.51]}}],
    "options": {"l": 0.3, "g": True},
}


class Fleets(ServiceTest):
    def solve(self, body, query="", headers=None, status=200):
        got, found, text = self.server.call("POST", "/" + query, body, headers)
        self.assertEqual(got, status, text)
        return found, text

    def test_a_rich_request_gets_a_vroom_answer(self):
        answer = json.loads(self.solve(RICH)[1])
        self.assertEqual(answer["code"], 0)
        self.assertEqual([(left["type"], left["id"]) for left in answer["unassigned"]], [("job", 10)])
        self.assertIn("skill", answer["unassigned"][0]["text"])
        done = {(step["type"], step["id"]) for route in answer["routes"]
                for step in route["steps"] if "id" in step}
        self.assertLessEqual({("job", 7), ("job", 8), ("job", 9), ("pickup", 7), ("delivery", 8)}, done)
        for route in answer["routes"]:
            self.assertTrue(route["geometry"])
            for step in route["steps"]:
                if step["type"] == "job" and step["id"] == 7:
                    self.assertTrue(3600 <= step["arrival"] + step["waiting_time"] <= 7200)

    def test_the_calls_of_a_vroom_express_client(self):
        """The health check, and a query as its users send it."""
        self.assertEqual(self.server.call("GET", "/health")[0], 200)
        query = {"vehicles": [{"id": 0, "start": [2.3526, 48.8604], "end": [2.3526, 48.8604]}],
                 "jobs": [{"id": 0, "location": [2.3691, 48.8532]},
                          {"id": 1, "location": [2.2911, 48.8566]}],
                 "options": {"g": True}}
        for options in ({"g": True}, {"g": True, "t": 4, "x": 5}, {"g": False, "c": False}):
            query["options"] = options
            answer = json.loads(self.solve(query, headers={"Content-Type": "application/json"})[1])
            self.assertEqual((answer["code"], answer["unassigned"]), (0, []))
            route = answer["routes"][0]
            self.assertEqual([step["type"] for step in route["steps"]], ["start", "job", "job", "end"])
            self.assertEqual("geometry" in route, options["g"])
            # About 8 and 11 km by air at 50 km/h.
            self.assertTrue(700 < route["duration"] == answer["summary"]["cost"] < 1000, route)
            self.assertEqual(route["steps"][-1]["arrival"], route["duration"])
        query["options"] = {"c": True}
        error = json.loads(self.solve(query, status=400)[1])
        self.assertEqual(error["code"], 2)
        self.assertIn("options.c", error["error"])

    def test_missing_and_unknown_keys_are_named(self):
        for change, word in (({"vehicles": []}, "vehicles"), ({"jobs": [], "shipments": []}, "job"),
                             ({"matrix": [[0]]}, "matrix"), ({"distance_matrices": {"a": 1}}, "distance_matrices")):
            error = json.loads(self.solve({**RICH, **change}, status=400)[1])
            self.assertEqual(error["code"], 2)
            self.assertIn(word, error["error"])
        request = json.loads(json.dumps(RICH))
        request["vehicles"][0]["wings"] = 2
        self.assertIn("vehicles[0].wings", json.loads(self.solve(request, status=400)[1])["error"])

    def test_jobs_that_do_not_fit_are_unassigned(self):
        request = vroom_request(12, vehicles=1, capacity=20)
        answer = json.loads(self.solve(request)[1])
        self.assertGreater(answer["summary"]["unassigned"], 0)
        served = sum(1 for step in answer["routes"][0]["steps"] if step["type"] == "job")
        self.assertEqual(served + answer["summary"]["unassigned"], 12)

    def test_files(self):
        _, text = self.solve(WINDOWS, "?time_limit=0.1")
        self.assertIn(b"Cost 30", text)
        plan = json.loads(self.solve(WINDOWS, "?time_limit=0.1&format=json")[1])
        self.assertEqual((plan["cost"], plan["feasible"], plan["unassigned"]), (30, True, []))
        again = {"instance": WINDOWS, "time_limit": 0.1, "iterations": 1}
        for start in (plan, [[1, 2], [3]]):
            found = json.loads(self.solve({**again, "warm_start": start})[1])
            self.assertEqual(found["cost"], 30)
        _, text = self.solve(WINDOWS.replace("4 0 20", "4 0 2"), "?time_limit=0.1", status=422)
        self.assertIn("left out", json.loads(text)["error"])
        solomon = ("small\n\nVEHICLE\nNUMBER     CAPACITY\n  2         10\n\nCUSTOMER\n"
                   "CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE TIME\n\n"
                   "    0      0         0          0          0        100          0\n"
                   "    1      3         4          4          0         50          1\n"
                   "    2     -5         0          4          0         20          1\n")
        self.assertIn(b"Cost 18.94", self.solve(solomon, "?time_limit=0.1")[1])

    def test_tables(self):
        table = "id;lat;lon;demand\nDepot;52,52;13,40;\na;52,53;13,41;2\nb;52,50;13,35;1\n"
        headers, text = self.solve(table, "?time_limit=0.1&capacity=3", {"Content-Type": "text/csv"})
        self.assertIn("text/csv", headers["Content-Type"])
        self.assertTrue(text.startswith(b"route,stop,id,name,demand,load,distance_m"), text)
        headers, text = self.solve(table, "?time_limit=0.1&capacity=3&format=html")
        self.assertIn("text/html", headers["Content-Type"])
        error = json.loads(self.solve(table, "?time_limit=0.1", status=400)[1])
        self.assertIn("capacity", error["error"])

    def test_a_job_streams_its_plans(self):
        status, job = self.server.json("POST", "/jobs", {"instance": RICH, "time_limit": 0.5, "name": "mine"})
        self.assertEqual(status, 202, job)
        events = self.server.call("GET", f"/jobs/{job['id']}/events")[2].decode()
        self.assertIn("event: end", events)
        data = [json.loads(line[6:]) for line in events.splitlines() if line.startswith("data: ")]
        with_plan = [event for event in data if "vehicles" in event]
        self.assertGreaterEqual(len(with_plan), 1)
        end = data[-1]
        self.assertEqual((end["status"], end["name"], end["customers"]), ("finished", "mine", 6))
        self.assertEqual([left["customer"] for left in end["unassigned"]], [4])
        self.assertFalse(end["complete"])
        for vehicle, route in zip(end["vehicles"], end["routes"]):
            self.assertEqual([node for node in vehicle["path"] if node > 0], route)
            self.assertTrue(vehicle["path"][0] < 0 and vehicle["path"][-1] < 0)
        _, instance = self.server.json("GET", f"/jobs/{job['id']}/instance")
        self.assertEqual((instance["problem"], len(instance["depots"]), len(instance["points"])),
                         ("fleet", 2, 7))
        self.assertEqual(json.loads(self.server.call("GET", f"/jobs/{job['id']}/instance?format=vrp")[2]),
                         RICH)
        for form, start in (("csv", b"route,"), ("geojson", b"{"), ("svg", b"<svg"), ("html", b"<!")):
            status, _, text = self.server.call("GET", f"/jobs/{job['id']}?format={form}")
            self.assertEqual((status, text[:len(start)].lower()), (200, start))
        for form in ("json", "vroom"):
            status, answer = self.server.json("GET", f"/jobs/{job['id']}?format={form}")
            self.assertEqual((status, len(answer["unassigned"])), (200, 1))

    def test_a_cancelled_job_keeps_its_plan(self):
        _, job = self.server.json("POST", "/jobs", {"instance": RICH, "time_limit": 100})
        _, running = self.server.json("GET", f"/jobs/{job['id']}?wait=1")
        _, ended = self.server.json("DELETE", f"/jobs/{job['id']}")
        self.assertEqual(ended["status"], "cancelled")
        self.assertTrue(ended["routes"])

    def test_plans_survive_a_restart(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        folder = made.name
        first = self.start("--state", folder + "/state", folder=folder)
        _, done = first.json("POST", "/jobs", {"instance": RICH, "time_limit": 0.2})
        before = first.wait(done["id"])
        _, running = first.json("POST", "/jobs", {"instance": RICH, "time_limit": 4})
        first.json("GET", f"/jobs/{running['id']}?wait=2.5")
        first.kill()
        second = self.start("--state", folder + "/state", folder=folder)
        _, after = second.json("GET", f"/jobs/{done['id']}")
        for key in ("routes", "vehicles", "unassigned", "cost", "complete", "trace"):
            self.assertEqual(after[key], before[key], key)
        ended = second.wait(running["id"])
        self.assertEqual(ended["status"], "finished", ended)
