"""Hostile and slow clients get the right error, and other clients are served."""

import json
import os
import random
import socket
import threading
import time

from service import SQUARE, ServiceTest, vroom_request, vrp_text


def raw(port, data, timeout=20):
    """All that the server sends back on a connection of its own."""
    with socket.create_connection(("127.0.0.1", port), timeout) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it may have been refused before all was sent
        answer = b""
        try:
            while block := connection.recv(65536):
                answer += block
        except ConnectionResetError:
            pass
        return answer


def post(body, head=b"", length=None):
    length = len(body) if length is None else length
    return (b"POST /?time_limit=0.05 HTTP/1.1\r\nHost: x\r\nContent-Length: " +
            str(length).encode() + b"\r\n" + head + b"\r\n" + body)


class Hostile(ServiceTest):
    options = ("--max-body", "2M", "--max-connections", "300")

    def status(self, data):
        answer = raw(self.server.port, data)
        self.assertTrue(answer.startswith(b"HTTP/1.1 "), answer[:100])
        return int(answer.split()[1])

    def tearDown(self):
        self.assertEqual(self.server.call("POST", "/?time_limit=0.05", SQUARE)[0], 200)
        self.assertEqual(self.server.stop(), 0)

    def test_bodies(self):
        request = json.dumps(vroom_request(30)).encode()
        bad = {
            "nested": b"[" * 100_000, "nested objects": b'{"jobs":' * 100_000,
            "deep and closed": b'{"instance":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
            "cut": request[:len(request) // 2], "not UTF-8": request.replace(b"jobs", b"j\xffbs"),
            "zeros": b"\0" * 1000, "a number": b"7", "a list": b"[]", "null": b"null",
            "types": request.replace(b'"location": [', b'"location": ["a", '),
            "huge number": request.replace(b'"delivery": [', b'"delivery": [1e400, '),
            "huge integer": request.replace(b'"id": 100', b'"id": ' + b"9" * 400),
            "negative": request.replace(b'"delivery": [', b'"delivery": [-'),
            "instance of a wrong kind": b'{"instance": 7}', "empty instance": b'{"instance": ""}',
            "warm start": json.dumps({"instance": SQUARE, "warm_start": [[99]]}).encode(),
            "time limit": json.dumps({"instance": SQUARE, "time_limit": "x"}).encode(),
            "negative time": json.dumps({"instance": SQUARE, "time_limit": -1}).encode(),
            "claims": b"TYPE : CVRP\nDIMENSION : 2000000000\nCAPACITY : 1\n",
        }
        for name, body in bad.items():
            with self.subTest(name):
                self.assertIn(self.status(post(body)), (400, 422))

    def test_heads(self):
        for data, status in (
                (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", 200),
                (b"\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n", 200),
                (b"GET /health HTTP/9.9\r\n\r\n", 400), (b"FETCH / HTTP/1.1\r\n\r\n", 400),
                (b"GET\r\n\r\n", 400), (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
                (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 414),
                (b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n", 431),
                (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 9000 + b"\r\n", 431),
                (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
                (b"GET / HTTP/1.1\r\n folded: x\r\n\r\n", 400),
                (b"POST / HTTP/1.1\r\n\r\n", 411),
                (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
                (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
                (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
                (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
                (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
                (b"POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n", 413),
                (post(b"x", b"Content-Type: multipart/form-data; boundary=x\r\n"), 415),
                (post(b"x", b"Content-Encoding: rot13\r\n"), 415),
                (post(b"not gzip", b"Content-Encoding: gzip\r\n"), 400),
                (b"GET /health HTTP/1.1\r\nRange: bytes=" + b"0-1," * 1500 + b"2-3\r\n\r\n", 200)):
            with self.subTest(data[:60]):
                self.assertEqual(self.status(data), status)

    def test_paths(self):
        for path in ("/../etc/passwd", "/page/../../etc/passwd", "/page/%2e%2e/secret", "//",
                     "/page/", "/page/style.css/", "/jobs/", "/jobs//events", "/jobs/x/../y",
                     "/jobs/%00", "/jobs/" + "a" * 5000, "/jobs/{id}", "/%ff%fe", "/health/"):
            with self.subTest(path):
                self.assertEqual(self.status(f"GET {path} HTTP/1.1\r\n\r\n".encode()), 404)

    def test_pipelined_requests_and_garbage(self):
        one = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
        answer = raw(self.server.port, one * 3 + b"garbage\r\n\r\n")
        self.assertEqual(answer.count(b"HTTP/1.1 200"), 3)
        self.assertEqual(answer.count(b"HTTP/1.1 400"), 1)
        body = SQUARE.encode()
        answer = raw(self.server.port, post(body) + one + post(body) + one)
        self.assertEqual(answer.count(b"HTTP/1.1 200"), 4, answer)

    def test_random_bytes(self):
        chance = random.Random(1)
        for _ in range(60):
            noise = chance.randbytes(chance.randint(1, 400))
            raw(self.server.port, chance.choice((noise, post(noise), noise + b"\r\n\r\n")))

    def test_slow_clients_do_not_stop_the_others(self):
        stopping = threading.Event()
        text = post(vrp_text(100).encode(), b"X: y\r\n" * 20)

        def drip(start):
            try:
                with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
                    connection.sendall(text[:start])
                    for byte in text[start:]:
                        connection.sendall(bytes([byte]))
                        if stopping.wait(1):
                            return
            except OSError:
                pass  # it was too slow

        # Half of them are slow in the head, half in the body.
        slow = [threading.Thread(target=drip, args=(0 if i % 2 else 400,)) for i in range(64)]
        for thread in slow:
            thread.start()
        time.sleep(0.5)
        for seed in range(10):
            status, _, _ = self.server.call("POST", "/", vroom_request(40, seed), timeout=30)
            self.assertEqual(status, 200)
        stopping.set()
        for thread in slow:
            thread.join()

    def test_idle_connections_are_held_within_bounds(self):
        idle = []
        try:
            for _ in range(400):
                idle.append(socket.create_connection(("127.0.0.1", self.server.port), 10))
            answers = 0
            for connection in idle[300:]:
                connection.settimeout(10)
                answers += connection.recv(200).startswith(b"HTTP/1.1 503")
            self.assertGreaterEqual(answers, 90)
            self.assertLess(len(os.listdir(f"/proc/{self.server.process.pid}/fd")), 400)
            threads = len(os.listdir(f"/proc/{self.server.process.pid}/task"))
            self.assertLess(threads, 60)
        finally:
            for connection in idle:
                connection.close()
        time.sleep(0.3)

    def test_a_client_that_goes_away_ends_its_search(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port))
        body = json.dumps({"instance": vrp_text(100), "time_limit": 100}).encode()
        connection.sendall(post(body))
        while self.server.json("GET", "/health")[1]["running"] == 0:
            time.sleep(0.02)
        connection.close()
        until = time.monotonic() + 20
        while self.server.json("GET", "/health")[1]["running"] > 0:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
