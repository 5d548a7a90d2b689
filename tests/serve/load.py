#!/usr/bin/env python3
"""Load test, by hand: many requests with a short deadline from many connections, every answer
checked. With --idle N instead: how /health answers while N connections are idle.
ODGEAR_BIN names the folder of the program; --url uses a running server."""

import argparse
import http.client
import json
import os
import pathlib
import resource
import socket
import sys
import threading
import time
import urllib.parse

os.environ.setdefault("ODGEAR_BIN", str(pathlib.Path(__file__).parents[2] / "build/release/bin"))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from service import Server, check_vroom_answer, vroom_request  # noqa: E402


def idle(server, count):
    """Asks /health 50 times while `count` connections are idle, and once after they are closed."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    silent = []
    for _ in range(count):
        try:
            silent.append(socket.create_connection(("127.0.0.1", server.port), 10))
        except OSError as error:
            print(f"connection {len(silent) + 1}: {error}")
            break
    seconds, statuses = [], {}
    for _ in range(50):
        begin = time.perf_counter()
        try:
            status = server.call("GET", "/health", timeout=10)[0]
        except OSError as error:
            status = type(error).__name__
        seconds.append(time.perf_counter() - begin)
        statuses[status] = statuses.get(status, 0) + 1
    memory = pathlib.Path(f"/proc/{server.process.pid}/status").read_text().split("VmRSS:")[1].split()[0]
    seconds.sort()
    print(f"{len(silent)} idle connections: /health {statuses}, median {1000 * seconds[25]:.1f} ms, "
          f"worst {1000 * seconds[-1]:.1f} ms; the server holds {int(memory) / 1024:.0f} MiB")
    for connection in silent:
        connection.close()
    time.sleep(1)
    status = server.call("GET", "/health")[0]
    print(f"after they are closed: {status}")
    server.stop()
    return 0 if status == 200 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--customers", type=int, default=100)
    parser.add_argument("--deadline", type=float, default=0.05, help="seconds")
    parser.add_argument("--idle", type=int, help="connections that say nothing")
    parser.add_argument("--url")
    arguments = parser.parse_args()
    if arguments.idle:
        return idle(Server("--quiet"), arguments.idle)
    server = None if arguments.url else Server("--quiet")
    host = urllib.parse.urlparse(arguments.url).netloc if arguments.url else f"127.0.0.1:{server.port}"
    requests = [vroom_request(arguments.customers, seed, arguments.deadline) for seed in range(20)]
    texts = [json.dumps(request) for request in requests]
    numbers = iter(range(arguments.requests))
    lock = threading.Lock()
    results = []  # (seconds, status, index, answer)

    def client():
        connection = http.client.HTTPConnection(host, timeout=60)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            index = number % len(texts)
            begin = time.perf_counter()
            connection.request("POST", "/", texts[index], {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer = response.read()
            results.append((time.perf_counter() - begin, response.status, index, answer))

    begin = time.perf_counter()
    threads = [threading.Thread(target=client) for _ in range(arguments.connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = time.perf_counter() - begin
    wrong = [result for result in results if result[1] != 200 or
             check_vroom_answer(requests[result[2]], json.loads(result[3]))]
    seconds = sorted(result[0] for result in results)
    share = lambda p: 1000 * seconds[min(len(seconds) - 1, int(p * len(seconds)))]  # noqa: E731
    print(f"{len(results)} of {arguments.requests} answered in {total:.1f} s "
          f"({len(results) / total:.0f} a second), {len(wrong)} wrong")
    print(f"latency: median {share(0.5):.0f} ms, p90 {share(0.9):.0f} ms, p99 {share(0.99):.0f} ms, "
          f"worst {1000 * seconds[-1]:.0f} ms")
    costs = [json.loads(result[3])["summary"]["cost"] for result in results if result[1] == 200]
    print(f"mean cost {sum(costs) / max(1, len(costs)):.0f}")
    if server:
        server.stop()
    return 1 if wrong or len(results) < arguments.requests else 0


if __name__ == "__main__":
    sys.exit(main())
