"""Two servers behind nginx; one is killed under load, and every request is answered."""

import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from service import ServiceTest, check_vroom_answer, vroom_request

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def documented_configuration(ports, listen):
    """The example of docs/server.md, with these ports."""
    text = (pathlib.Path(__file__).parents[2] / "docs/server.md").read_text()
    example = re.search(r"```\n(upstream odgear \{.*?)```", text, re.S).group(1)
    example = example.replace("3001", str(ports[0])).replace("3002", str(ports[1]))
    return example.replace("listen 8080", f"listen 127.0.0.1:{listen}")


@unittest.skipUnless(NGINX, "nginx is not installed")
class Nginx(ServiceTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.servers = [self.start(), self.start()]
        self.port = free_port()
        path = pathlib.Path(folder.name)
        temporary = "".join(f"{kind}_temp_path {path}/{kind};\n" for kind in
                            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (path / "nginx.conf").write_text(
            f"daemon off;\npid {path}/pid;\nerror_log {path}/error;\nworker_processes 1;\n"
            f"events {{ worker_connections 512; }}\nhttp {{\naccess_log off;\n{temporary}" +
            documented_configuration([server.port for server in self.servers], self.port) + "}\n")
        nginx = subprocess.Popen([NGINX, "-e", str(path / "error"), "-p", str(path), "-c",
                                  str(path / "nginx.conf")])
        self.addCleanup(nginx.wait)
        self.addCleanup(nginx.terminate)
        self.servers[0].real_port, self.servers[0].port = self.servers[0].port, self.port
        until = time.monotonic() + 20
        while True:
            try:
                if self.servers[0].call("GET", "/health")[0] == 200:
                    return
            except OSError:
                pass
            if time.monotonic() > until:
                self.fail((path / "error").read_text())
            time.sleep(0.05)

    def test_one_is_killed_under_load(self):
        front, answers, lock = self.servers[0], [], threading.Lock()
        numbers = iter(range(120))

        def client():
            while True:
                with lock:
                    number = next(numbers, None)
                if number is None:
                    return
                request = vroom_request(30, number, seconds=0.05)
                status, answer = front.json("POST", "/", request)
                with lock:
                    answers.append((status, check_vroom_answer(request, answer) if status == 200
                                    else answer))

        clients = [threading.Thread(target=client) for _ in range(8)]
        for thread in clients:
            thread.start()
        while len(answers) < 40:
            time.sleep(0.01)
        self.servers[1].kill()
        for thread in clients:
            thread.join()
        self.assertEqual(answers, [(200, [])] * 120)

    def test_events_pass_through(self):
        from test_jobs import events
        front = self.servers[0]
        _, job = front.json("POST", "/jobs", vroom_request(40, seconds=0.5))
        seen = events(front, job["id"])
        self.assertEqual(seen[-1][0], "end")
