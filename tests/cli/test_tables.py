"""Tables and maps: stops from a spreadsheet in, a plan as table and map out."""

import csv
import io
import json
import shutil
import subprocess
import unittest

from command_line import SQUARE, CommandLineTest, odgear

STOPS = """id;name;lat;lon;demand;service
depot;Yard;52,5200;13,4050;;
A;Alexanderplatz;52,5219;13,4132;3;5
B;"Brandenburger Tor; west";52,5163;13,3777;4;5
C;Charlottenburg;52,5205;13,2957;2;10
D;Dahlem;52,4579;13,2874;4;0:10
"""


def table_of(text):
    return list(csv.DictReader(io.StringIO(text)))


class Tables(CommandLineTest):
    def test_stops_in_plan_out(self):
        result = odgear("solve", self.file("stops.csv", STOPS), "--capacity", 7, "--format", "csv",
                        "--speed", 30, "--max-iterations", 50)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("great-circle metres", result.stderr)
        rows = table_of(result.stdout)
        self.assertEqual(list(rows[0]),
                         ["route", "stop", "id", "name", "demand", "load", "distance_m", "time"])
        self.assertEqual(sorted(row["id"] for row in rows if row["id"] != "depot"),
                         ["A", "B", "C", "D"])
        self.assertEqual({row["name"] for row in rows if row["id"] == "B"},
                         {"Brandenburger Tor; west"})
        last = {row["route"]: row for row in rows}  # the return of each route
        self.assertEqual(sum(int(row["load"]) for row in last.values()), 13)
        # 30 km/h are 500 m a minute; service comes on top.
        minutes = sum(int(h) * 60 + int(m) + int(s) / 60
                      for h, m, s in (row["time"].split(":") for row in last.values()))
        metres = sum(float(row["distance_m"]) for row in last.values())
        self.assertAlmostEqual(minutes, metres / 500 + 30, delta=0.1)

    def test_check_and_plot_read_tables(self):
        stops = self.file("stops.csv", STOPS)
        plan, picture = self.folder / "plan.sol", self.folder / "plan.svg"
        odgear("solve", stops, "--capacity", 7, "-o", plan, "--max-iterations", 50, "--quiet")
        checked = odgear("check", stops, plan, "--capacity", 7)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn("feasible", checked.stdout)
        drawn = odgear("plot", stops, plan, "--capacity", 7, "-o", picture)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)

    def test_a_folder_of_tables(self):
        (self.folder / "monday").mkdir()
        self.file("monday/north.csv", STOPS)
        self.file("monday/south.csv", STOPS)
        self.file("monday/trace.csv", "seconds,cost,stage\n0,1,hgs\n")
        result = odgear("solve", self.folder / "monday", "--capacity", 7, "--format", "csv", "-o",
                        self.folder / "plans", "--max-iterations", 20, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(path.name for path in (self.folder / "plans").iterdir()),
                         ["north.csv", "south.csv"])

    def test_what_cannot_be_written_is_said_before_the_search(self):
        stops, square = self.file("stops.csv", STOPS), self.file("square.vrp", SQUARE)
        for words, arguments in [
                ("--capacity", [stops]),
                ("tables", [square, "--capacity", 9]),
                ("--speed needs", [square, "--format", "csv", "--speed", 9]),
                ("--format csv", [square, "--speed", 9]),
                ("map tiles need", [square, "--map", self.folder / "m.html", "--tiles",
                                    "https://t.org/{z}/{x}/{y}.png"])]:
            result = odgear("solve", *arguments, "--time-limit", 60, "--quiet")
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(words, result.stderr)


# Appended to a page: uses it as a person does, then stores what it saw for --dump-dom.
VISIT = """<pre id="seen"></pre><script>{
const seen = {};
const rows = [...document.querySelectorAll("#routes > li")];
seen.routes = rows.map((row) => row.innerText.replaceAll("\\n", " "));
rows[0].querySelector("button").click();
seen.stops = [...rows[0].querySelectorAll("ol li")].map((item) => item.innerText);
seen.numbers = [...document.querySelectorAll(".number")].map((text) => text.textContent);
seen.faded = document.querySelectorAll(".fade .route:not(.chosen)").length;
const search = document.getElementById("search");
const look = (text) => { search.value = text; search.dispatchEvent(new Event("change")); };
look("dahl");
seen.found = document.getElementById("stop").innerText;
look("nowhere");
seen.missing = document.getElementById("found").innerText;
const box = document.getElementById("map").getBoundingClientRect();
look("A");
for (const type of ["pointerdown", "pointerup"])  // the search put A into the middle
  document.getElementById("map").dispatchEvent(new PointerEvent(type, { bubbles: true,
    clientX: box.left + box.width / 2 + 3, clientY: box.top + box.height / 2 }));
seen.clicked = document.getElementById("stop").innerText;
window.dispatchEvent(new Event("beforeprint"));
seen.sheets = document.querySelectorAll("#sheets tr").length;
seen.colours = [...document.querySelectorAll("g.route")].map((group) => group.getAttribute("stroke"));
document.getElementById("seen").textContent = JSON.stringify(seen);
}</script></body>"""


@unittest.skipUnless(shutil.which("chromium"), "needs chromium")
class Map(CommandLineTest):
    def visit(self, page):
        """What the page shows in a browser that has no network."""
        visited = self.file("visited.html", page.read_text().replace("</body>", VISIT))
        result = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,800",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder}/profile",
             "--virtual-time-budget=2000", "--dump-dom", visited.as_uri()],
            capture_output=True, text=True, timeout=120)
        text = result.stdout.split('<pre id="seen">')[1].split("</pre>")[0]
        for entity, char in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]:
            text = text.replace(entity, char)
        return json.loads(text)

    def test_the_map_answers(self):
        page, plan = self.folder / "plan.html", self.folder / "plan.geojson"
        result = odgear("solve", self.file("stops.csv", STOPS), "--capacity", 7, "--map", page,
                        "--format", "geojson", "-o", plan, "--max-iterations", 50, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        features = json.loads(plan.read_text())["features"]
        lines = [f["properties"] for f in features if f["properties"]["kind"] == "route"]
        stops = [f["properties"] for f in features if f["properties"]["kind"] == "customer"]
        seen = self.visit(page)
        self.assertEqual(len(seen["routes"]), len(lines))
        self.assertIn(f"{lines[0]['customers']} stops, load {lines[0]['load']} of 7, ",
                      seen["routes"][0])
        first = [stop for stop in stops if stop["route"] == 1]
        self.assertEqual(seen["stops"], [f"{stop['id']} {stop['name']}" for stop in first])
        self.assertEqual(seen["numbers"], [str(stop["stop"]) for stop in first])
        self.assertEqual(seen["faded"], len(lines) - 1)
        self.assertTrue(seen["found"].startswith("D Dahlem"), seen["found"])
        self.assertIn("nowhere", seen["missing"])
        self.assertTrue(seen["clicked"].startswith("A Alexanderplatz"), seen["clicked"])
        self.assertIn("demand 3", seen["clicked"])
        self.assertEqual(seen["sheets"], 4 + len(lines))  # a row for each stop, a head for each
        self.assertEqual(set(seen["colours"]), {line["stroke"] for line in lines})


if __name__ == "__main__":
    unittest.main()
