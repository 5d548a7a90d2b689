"""With --state, an accepted job survives kill -9, and an answer that was seen stays the same."""

import json
import os
import pathlib
import sqlite3
import threading
import time

from service import SQUARE, Server, ServiceTest, vrp_text

# By hand: ODGEAR_KILLS=50 python3 -m unittest test_restart
KILLS = int(os.environ.get("ODGEAR_KILLS", "3"))


class Restart(ServiceTest):
    def setUp(self):
        super_folder = __import__("tempfile").TemporaryDirectory()
        self.addCleanup(super_folder.cleanup)
        self.folder = pathlib.Path(super_folder.name)
        self.state = self.folder / "jobs.db"

    def again(self, *options):
        return self.start("--state", self.state, *options, folder=self.folder)

    def test_queued_running_and_finished_jobs(self):
        server = self.again()
        done = server.json("POST", "/jobs?time_limit=0.2", SQUARE, {"Idempotency-Key": "k"})[1]["id"]
        before = server.wait(done)
        running = server.json("POST", "/jobs?time_limit=8", vrp_text(300))[1]["id"]
        queued = [server.json("POST", "/jobs?time_limit=9", vrp_text(50, seed))[1]["id"]
                  for seed in range(6)]
        time.sleep(3)
        best = server.json("GET", f"/jobs/{running}")[1]
        self.assertEqual(best["status"], "running")
        server.kill()

        server = self.again()
        after = server.json("GET", f"/jobs/{done}")[1]
        for key in ("cost", "routes", "trace", "status", "created", "mode"):
            self.assertEqual(after[key], before[key], key)
        status, repeated = server.json("POST", "/jobs?time_limit=0.2", SQUARE,
                                       {"Idempotency-Key": "k"})
        self.assertEqual((status, repeated["id"]), (200, done))
        resumed = server.json("GET", f"/jobs/{running}")[1]
        # It starts from the incumbent of the last second, not from nothing.
        self.assertIn("cost", resumed)
        self.assertLess(resumed["time_limit"], 8)
        for job in queued:
            server.json("DELETE", f"/jobs/{job}")
        final = server.wait(running)
        self.assertEqual(final["status"], "finished")
        self.assertLessEqual(final["cost"], resumed["cost"])
        self.assertEqual(server.stop(), 0)

    def test_a_stop_keeps_what_waits(self):
        server = self.again("--grace", "0.3")
        jobs = [server.json("POST", "/jobs?time_limit=20", vrp_text(60, seed))[1]["id"]
                for seed in range(8)]
        time.sleep(0.5)
        self.assertEqual(server.stop(), 0)
        server = self.again()
        states = [server.json("GET", f"/jobs/{job}")[1]["status"] for job in jobs]
        self.assertIn("finished", states)  # those that were running at the stop
        self.assertTrue({"queued", "running"} & set(states), states)
        for job in jobs:
            server.call("DELETE", f"/jobs/{job}")
            self.assertIn("cost", server.wait(job))

    def test_kill_under_load(self):
        accepted, seen, lock = {}, {}, threading.Lock()
        stopping = threading.Event()
        current = {"server": self.again("--max-jobs", "500")}

        def client(number):
            count = 0
            while not stopping.is_set():
                server = current["server"]
                key = f"{number}-{count}"
                try:
                    status, job = server.json("POST", "/jobs?time_limit=0.05",
                                              vrp_text(20, number), {"Idempotency-Key": key},
                                              timeout=10)
                    if status in (200, 202):
                        with lock:
                            self.assertEqual(accepted.setdefault(key, job["id"]), job["id"])
                        count += 1
                        state = server.json("GET", f"/jobs/{job['id']}?wait=2", timeout=10)[1]
                        if state["status"] == "finished":
                            with lock:
                                seen[job["id"]] = state["routes"]
                    else:
                        time.sleep(0.05)
                except (OSError, ValueError, __import__("http.client").client.HTTPException):
                    time.sleep(0.05)  # it was killed

        clients = [threading.Thread(target=client, args=(number,)) for number in range(6)]
        for thread in clients:
            thread.start()
        for _ in range(KILLS):
            time.sleep(1.0)
            current["server"].kill()
            with sqlite3.connect(self.state) as database:
                self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok")
            database.close()
            current["server"] = self.again("--max-jobs", "500")
        time.sleep(0.5)
        stopping.set()
        for thread in clients:
            thread.join()
        server = current["server"]
        self.assertGreater(len(accepted), 5)
        for job in accepted.values():
            state = server.wait(job)
            self.assertEqual(state["status"], "finished")
            if job in seen:
                self.assertEqual(state["routes"], seen[job])
        print(f"{KILLS} kills: {len(accepted)} jobs accepted, {len(seen)} answers seen, none lost")
        self.assertEqual(server.stop(), 0)

    def test_a_state_file_that_cannot_be_used(self):
        server = self.again()
        with self.assertRaisesRegex(RuntimeError, "locked"):
            Server("--state", self.state)
        server.stop()
        self.state.write_bytes(b"this is no database, whatever its name says" * 100)
        with self.assertRaisesRegex(RuntimeError, "not a database"):
            Server("--state", self.state)
        self.assertNotIn(b"jobs", self.state.read_bytes()[:16])
