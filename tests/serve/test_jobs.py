"""Jobs: accepted, watched, cancelled, answered in time, and never lost."""

import http.client
import json
import threading
import time

from service import SQUARE, ServiceTest, check_vroom_answer, vroom_request, vrp_text


def events(server, job):
    """The server-sent events of a job, to the end of the stream."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", f"/jobs/{job}/events")
    response = connection.getresponse()
    assert response.getheader("Content-Type") == "text/event-stream"
    found, fields = [], {}
    for raw in response:
        line = raw.decode().rstrip("\n")
        if not line:
            if "event" in fields:
                found.append((fields["event"], json.loads(fields["data"])))
            fields = {}
        elif not line.startswith(":"):
            key, value = line.split(": ", 1)
            fields[key] = value
    connection.close()
    return found


class Jobs(ServiceTest):
    options = ("--max-jobs", "40")

    def create(self, *arguments, **more):
        status, job = self.server.json("POST", *arguments, **more)
        self.assertEqual(status, 202, job)
        return job["id"]

    def test_a_job_is_solved_and_described(self):
        job = self.create("/jobs?time_limit=0.5", vrp_text(60))
        state = self.server.wait(job)
        self.assertEqual(state["status"], "finished")
        self.assertEqual(sorted(c for route in state["routes"] for c in route),
                         list(range(1, 61)))
        costs = [point["cost"] for point in state["trace"]]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertEqual(costs[-1], state["cost"])
        for name, start in (("sol", b"Route"), ("json", b"{"), ("geojson", b"{"), ("svg", b"<svg")):
            status, _, text = self.server.call("GET", f"/jobs/{job}?format={name}")
            self.assertEqual(status, 200)
            self.assertTrue(text.startswith(start))
        self.assertEqual(self.server.call("GET", f"/jobs/{job}?format=vroom")[0], 400)
        status, instance = self.server.json("GET", f"/jobs/{job}/instance")
        self.assertEqual((len(instance["points"]), instance["capacity"]), (61, 50))

    def test_events_end_with_the_result(self):
        job = self.create("/jobs?time_limit=1", vrp_text(150))
        seen = events(self.server, job)
        self.assertEqual([name for name, _ in seen[:-1]], ["incumbent"] * (len(seen) - 1))
        name, last = seen[-1]
        self.assertEqual((name, last["status"]), ("end", "finished"))
        costs = [data["cost"] for _, data in seen if "cost" in data]
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertEqual(events(self.server, job)[-1][1]["cost"], last["cost"])

    def test_a_cancelled_job_keeps_its_best(self):
        job = self.create("/jobs?time_limit=60", vrp_text(200))
        while "cost" not in self.server.json("GET", f"/jobs/{job}")[1]:
            time.sleep(0.02)
        self.assertEqual(self.server.call("DELETE", f"/jobs/{job}")[0], 200)
        state = self.server.wait(job)
        self.assertEqual(state["status"], "cancelled")
        self.assertEqual(len({c for route in state["routes"] for c in route}), 200)
        self.assertEqual(self.server.json("GET", f"/jobs/{job}")[1]["cost"], state["cost"])

    def test_an_idempotency_key(self):
        key = {"Idempotency-Key": "order-7"}
        first = self.create("/jobs?time_limit=0.1", SQUARE, headers=key)
        status, again = self.server.json("POST", "/jobs?time_limit=0.1", SQUARE, key)
        self.assertEqual((status, again["id"]), (200, first))
        status, other = self.server.json("POST", "/jobs?time_limit=0.2", SQUARE, key)
        self.assertEqual(status, 409, other)

    def test_a_full_queue_says_when_to_come_back(self):
        jobs = [self.create("/jobs?time_limit=60", vrp_text(100)) for _ in range(40)]
        status, headers, text = self.server.call("POST", "/jobs", SQUARE)
        self.assertEqual(status, 429, text)
        self.assertGreater(int(headers["Retry-After"]), 0)
        self.assertEqual(self.server.call("POST", "/", SQUARE)[0], 429)
        self.assertEqual(self.server.call("GET", "/health")[0], 200)
        for job in jobs:
            self.assertEqual(self.server.json("DELETE", f"/jobs/{job}")[0], 200)
        self.assertEqual(self.server.call("POST", "/?time_limit=0.1", SQUARE)[0], 200)

    def test_a_short_request_behind_long_ones_is_answered(self):
        long_ones = [self.create("/jobs?time_limit=100", vrp_text(300, seed))
                     for seed in range(10)]
        time.sleep(0.3)
        request = vroom_request(100, seconds=0.2)
        status, answer = self.server.json("POST", "/", request)
        self.assertEqual(status, 200, answer)
        self.assertEqual(check_vroom_answer(request, answer), [])
        for job in long_ones:
            state = self.server.json("GET", f"/jobs/{job}")[1]
            self.assertIn(state["status"], ("queued", "running"))
            self.server.call("DELETE", f"/jobs/{job}")

    def test_the_warm_start_is_never_made_worse(self):
        text = vrp_text(80)
        done = self.server.wait(self.create("/jobs?time_limit=1", text))
        again = self.server.wait(self.create("/jobs", {
            "instance": text, "time_limit": 0.05, "warm_start": done["routes"]}))
        self.assertLessEqual(again["cost"], done["cost"])

    def test_many_at_once(self):
        answers = []

        def call(seed):
            request = vroom_request(50, seed, seconds=0.05)
            status, answer = self.server.json("POST", "/", request)
            answers.append((status, check_vroom_answer(request, answer)))

        threads = [threading.Thread(target=call, args=(seed,)) for seed in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [(200, [])] * 30)

    def test_a_stop_lets_running_calls_answer(self):
        answers = []
        request = vroom_request(60, seconds=30)
        caller = threading.Thread(target=lambda: answers.append(self.server.json("POST", "/", request)))
        server = self.server = self.start("--grace", "0.5")
        caller.start()
        while server.json("GET", "/health")[1]["running"] == 0:
            time.sleep(0.02)
        self.assertEqual(server.stop(), 0)
        caller.join()
        status, answer = answers[0]
        self.assertEqual((status, check_vroom_answer(request, answer)), (200, []))


class Keeping(ServiceTest):
    options = ("--keep", "1")

    def test_ended_jobs_are_forgotten(self):
        _, job = self.server.json("POST", "/jobs?time_limit=0.1", SQUARE)
        self.server.wait(job["id"])
        until = time.monotonic() + 20
        while self.server.call("GET", "/jobs/" + job["id"])[0] == 200:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.2)
