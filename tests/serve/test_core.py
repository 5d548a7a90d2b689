"""One request, one answer: VROOM's format, .vrp text, our own object, and every kind of error."""

import gzip
import json
import time

from service import (SQUARE, ServiceTest, check_vroom_answer, vroom_request, vrp_text)


class Core(ServiceTest):
    options = ("--max-body", "200k", "--max-customers", "300", "--max-seconds", "5")

    def test_a_vroom_request_gets_a_vroom_answer(self):
        request = vroom_request(40, seconds=0.3)
        status, answer = self.server.json("POST", "/", request,
                                          {"Content-Type": "application/json"})
        self.assertEqual(status, 200, answer)
        self.assertEqual(answer["code"], 0)
        self.assertEqual(check_vroom_answer(request, answer), [])

    def test_a_file_gets_a_solution(self):
        status, headers, text = self.server.call("POST", "/?time_limit=0.2", SQUARE,
                                                 {"Content-Type": "text/plain"})
        self.assertEqual(status, 200, text)
        self.assertIn("text/plain", headers["Content-Type"])
        self.assertTrue(text.startswith(b"Route #1:"), text)
        self.assertIn(b"Cost ", text)

    def test_the_language_of_the_answer_can_be_chosen(self):
        for accept, start in (("application/json", b"{\n  \"instance\": \"square\""),
                              ("application/geo+json", b'{"type'), ("image/svg+xml", b"<svg")):
            status, headers, text = self.server.call("POST", "/?time_limit=0.1", SQUARE,
                                                     {"Accept": accept})
            self.assertEqual(status, 200, text)
            self.assertEqual(headers["Content-Type"], accept)
            self.assertTrue(text.startswith(start), text[:60])
        status, _, text = self.server.call("POST", "/?time_limit=0.1&format=json", SQUARE)
        self.assertEqual(json.loads(text)["feasible"], True)

    def test_our_own_object(self):
        request = {"instance": SQUARE, "time_limit": 0.2, "mode": "expert", "seed": 7,
                   "warm_start": [[1], [2, 3]]}
        status, answer = self.server.json("POST", "/", request)
        self.assertEqual(status, 200, answer)
        self.assertEqual((answer["mode"], answer["seed"]), ("expert", 7))
        request = {"instance": vroom_request(10), "time_limit": 0.2}
        status, answer = self.server.json("POST", "/", request)
        self.assertEqual((status, answer["feasible"]), (200, True), answer)

    def test_compressed_bodies(self):
        body = gzip.compress(vrp_text(100).encode())
        status, _, text = self.server.call("POST", "/?time_limit=0.1", body,
                                           {"Content-Encoding": "gzip"})
        self.assertEqual(status, 200, text)
        bomb = gzip.compress(b" " * 10_000_000)
        self.assertLess(len(bomb), 100_000)
        status, _, text = self.server.call("POST", "/", bomb, {"Content-Encoding": "gzip"})
        self.assertEqual(status, 413, text)

    def assert_refused(self, answer, status, code, *words):
        got, _, text = answer
        self.assertEqual(got, status, text)
        error = json.loads(text)
        self.assertEqual(error["code"], code)
        for word in words:
            self.assertIn(word, error["error"])

    def test_refusals(self):
        call = self.server.call
        self.assert_refused(call("POST", "/", "{"), 400, 2, "request")
        self.assert_refused(call("POST", "/", ""), 400, 2, "empty")
        self.assert_refused(call("POST", "/", {"vehicles": [], "jobs": []}), 400, 2, "job")
        self.assert_refused(call("POST", "/", "nonsense"), 400, 2)
        self.assert_refused(call("POST", "/?colour=red", SQUARE), 400, 2, "colour")
        self.assert_refused(call("POST", "/?time_limit=soon", SQUARE), 400, 2, "time_limit")
        self.assert_refused(call("POST", "/?model=/etc/passwd", SQUARE), 400, 2, "model")
        self.assert_refused(call("POST", "/?format=vroom", SQUARE), 400, 2, "format")
        self.assert_refused(call("POST", "/", SQUARE.replace("2 4", "2 9")), 422, 2, "capacity")
        self.assert_refused(call("POST", "/", vrp_text(301)), 413, 4, "301")
        self.assert_refused(call("POST", "/", "x" * 300_000), 413, 4, "large")
        self.assert_refused(call("GET", "/nothing"), 404, 2)
        self.assert_refused(call("GET", "/jobs/12345"), 404, 2)
        self.assert_refused(call("PUT", "/"), 405, 2, "GET, POST")
        unsupported = vroom_request(5)
        unsupported["jobs"][0]["colour"] = "red"
        self.assert_refused(call("POST", "/", unsupported), 400, 2, "jobs[0].colour")

    def test_time_limits_are_kept_within_the_servers(self):
        request = vroom_request(20, seconds=1e9)
        status, job = self.server.json("POST", "/jobs", request)
        self.assertEqual((status, job["time_limit"]), (202, 5))
        self.server.call("DELETE", "/jobs/" + job["id"])

    def test_health_and_metrics(self):
        status, health = self.server.json("GET", "/health")
        self.assertEqual((status, health["status"]), (200, "ok"))
        self.server.call("POST", "/?time_limit=0.1", SQUARE)
        # The answer may arrive a moment before its job is counted.
        for _ in range(100):
            status, headers, text = self.server.call("GET", "/metrics")
            lines = text.decode().splitlines()
            if "odgear_solve_seconds_count 1" in lines:
                break
            time.sleep(0.1)
        self.assertEqual(status, 200)
        self.assertIn("text/plain", headers["Content-Type"])
        self.assertIn('odgear_requests_total{method="POST",route="/",status="200"} 1', lines)
        self.assertIn('odgear_jobs_total{outcome="finished"} 1', lines)
        self.assertIn("odgear_solve_seconds_count 1", lines)
        names = {line.split()[2] for line in lines if line.startswith("# TYPE")}
        for line in lines:
            if not line.startswith("#"):
                name = line.split("{")[0].split()[0]
                base = [name.removesuffix(end) for end in ("_bucket", "_sum", "_count", "")]
                self.assertTrue(names & set(base), line)
                float(line.rsplit(" ", 1)[1])

    def test_a_stop_is_graceful_and_logged(self):
        self.server.call("GET", "/health")
        self.assertEqual(self.server.stop(), 0)
        events = [line["event"] for line in self.server.log_lines()]
        self.assertEqual(events[0], "listening")
        self.assertIn("request", events)
        self.assertEqual(events[-1], "stopped")


class Access(ServiceTest):
    def setUp(self):
        pass

    def test_a_token(self):
        import tempfile
        with tempfile.NamedTemporaryFile("w", suffix=".token") as file:
            file.write("secret\n")
            file.flush()
            server = self.start("--token", file.name)
            right, wrong = {"Authorization": "Bearer secret"}, {"Authorization": "Bearer secreT"}
            self.assertEqual(server.call("POST", "/", SQUARE)[0], 401)
            self.assertEqual(server.call("POST", "/", SQUARE, wrong)[0], 401)
            self.assertEqual(server.call("POST", "/?time_limit=0.1", SQUARE, right)[0], 200)
            self.assertEqual(server.call("GET", "/metrics")[0], 401)
            self.assertEqual(server.call("GET", "/metrics", headers=right)[0], 200)
            for public in ("/", "/health", "/openapi.json"):
                self.assertEqual(server.call("GET", public)[0], 200)

    def test_other_origins_only_when_named(self):
        origin = {"Origin": "https://plan.example"}
        closed = self.start()
        _, headers, _ = closed.call("GET", "/health", headers=origin)
        self.assertNotIn("Access-Control-Allow-Origin", headers)
        cross = {**origin, "Sec-Fetch-Site": "cross-site"}
        self.assertEqual(closed.call("POST", "/?time_limit=0.1", SQUARE, cross)[0], 403)
        opened = self.start("--cors", "https://plan.example")
        status, headers, _ = opened.call("OPTIONS", "/jobs", headers=origin)
        self.assertEqual(status, 204)
        self.assertEqual(headers["Access-Control-Allow-Origin"], "https://plan.example")
        self.assertEqual(opened.call("POST", "/?time_limit=0.1", SQUARE, cross)[0], 200)
        other = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        self.assertEqual(opened.call("POST", "/?time_limit=0.1", SQUARE, other)[0], 403)
