// The page of `odgear serve` in headless Chromium: the whole story of a visitor, an error that is
// shown, 10,000 customers, a reload during a run. Usage: node test_page.mjs [FOLDER FOR SCREENSHOTS];
// ONLY=word runs the tests with that word in their name.
// Exit code 77 (skipped) where Chromium or playwright-core is missing.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";

const browserPath = process.env.CHROMIUM || "/usr/bin/chromium";
const playwright = await import("playwright-core").catch(() => null);
if (!playwright || !existsSync(browserPath)) {
  console.log("skipped: Chromium or playwright-core is missing (npm ci in tests/page installs the latter)");
  process.exit(77);
}

const shots = process.argv[2];
if (shots) mkdirSync(shots, { recursive: true });

function startServer(...options) {
  const child = spawn(`${process.env.ODGEAR_BIN}/odgear`, ["serve", "--port", "0", "--quiet", ...options]);
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (line) => resolve({ child, url: String(line).trim() }));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

const server = await startServer();
const browser = await playwright.chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const problems = []; // what the browser complained about

async function open(path = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 }, reducedMotion: "reduce", acceptDownloads: true, ...options });
  // While working on the page: PAGE=src/odgear/serve/page takes its files in place of the binary's.
  if (process.env.PAGE) await context.route(/\/(page\/.*)?$/, (route) => {
    const name = new URL(route.request().url()).pathname.replace(/^\/(page\/)?/, "") || "index.html";
    return route.request().method() === "GET" ? route.fulfill({ path: `${process.env.PAGE}/${name}` }) : route.continue();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.on("pageerror", (failure) => problems.push(String(failure)));
  page.on("console", (message) => message.type() === "error" && !/status of 4\d\d/.test(message.text()) && problems.push(message.text()));
  await page.goto(server.url + path);
  return page;
}

// Not waitForFunction: it evaluates a string in the page, which the page's policy forbids.
async function until(page, condition, seconds = 60) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; ) {
    if (await page.evaluate(condition)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${seconds} s: ${condition}`);
}

const shot = (page, name) => shots && page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
const text = (page, selector) => page.textContent(selector);
const solved = (page) => until(page, () => /^(Done|Stopped)/.test(document.querySelector("#status").textContent) && document.querySelector("#stop").disabled);

async function run(page, seconds, mode = "hybrid") {
  await page.fill("#seconds", String(seconds));
  await page.selectOption("#mode", mode);
  const before = page.url();
  await page.click("#start");
  while (page.url() === before) await page.waitForTimeout(20);
  await until(page, () => !/^(Stopped|$)/.test(document.querySelector("#status").textContent));
}

// Whether anything but background is on the map.
const inked = (page) => page.evaluate(() => {
  const canvas = document.querySelector("#map");
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let count = 0;
  for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
  return count;
});

const vrp = (customers) => {
  const place = (i) => `${i + 1} ${(i * 7919) % 1000} ${(i * 104729) % 997}`;
  const nodes = Array.from({ length: customers + 1 }, (_, i) => i);
  return ["NAME : dropped", "TYPE : CVRP", `DIMENSION : ${customers + 1}`, "EDGE_WEIGHT_TYPE : EUC_2D", "CAPACITY : 40", "NODE_COORD_SECTION",
    ...nodes.map(place), "DEMAND_SECTION", ...nodes.map((i) => `${i + 1} ${i ? 1 + (i % 7) : 0}`), "DEPOT_SECTION", "1", "-1", "EOF"].join("\n");
};

async function drop(page, name, content) {
  await page.evaluate(([fileName, data]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([data], fileName));
    document.querySelector("#map").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  }, [name, content]);
}

const tests = {
  async "a file is dropped, solved, looked at, exported"() {
    const page = await open();
    await shot(page, "empty");
    await drop(page, "dropped.vrp", vrp(80));
    await until(page, () => document.querySelector("#name").textContent === "dropped");
    assert.match(await text(page, "#facts"), /80 customers · capacity 40/);
    assert.ok((await inked(page)) > 300, "customers are drawn");
    await run(page, 1.5);
    assert.match(page.url(), /#job=[0-9a-f]{32}$/);
    await solved(page);
    await page.waitForSelector("#routes button");
    const routes = Number(await text(page, "#route-count"));
    assert.ok(routes > 3);
    assert.match(await text(page, "#status"), /^Done after/);
    assert.match(await page.getAttribute("#map", "aria-label"), new RegExp(`80 customers. ${routes} routes of cost`));
    await shot(page, "solved");
    // A route is chosen in the list, by keyboard, and on the map.
    await page.click("#routes li:nth-child(2) button");
    assert.equal(await page.getAttribute("#routes li:nth-child(2) button", "aria-pressed"), "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await page.getAttribute("#routes li:nth-child(3) button", "aria-pressed"), "true");
    await shot(page, "route");
    for (const format of ["sol", "csv", "geojson", "svg", "html"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export="${format}"]`)]);
      assert.equal(download.suggestedFilename(), `dropped.${format}`);
      const saved = await readFile(await download.path(), "utf8");
      assert.match(saved, { sol: /^Route #1: /, csv: /^route,stop,id,name,demand,load,distance/, geojson: /FeatureCollection/, svg: /^<svg/, html: /^<!doctype html>/i }[format]);
      if (format === "csv") assert.equal(saved.trim().split("\n").length, 81 + 2 * routes);
    }
    // The policy's view of it.
    await page.check("#show-edges");
    await until(page, () => window.odgear.map.edges?.length > 80);
    await shot(page, "edges");
    await page.uncheck("#show-edges");
    // A second run is compared with the first.
    await run(page, 0.3, "policy");
    await solved(page);
    await page.waitForSelector("#runs li:nth-child(2)");
    await page.click("#runs li:nth-child(2) button.b");
    assert.match(await text(page, "#comparison"), /(better|worse) than run 1|costs the same/);
    await shot(page, "compared");
    await page.context().close();
  },

  async "a VROOM request and a table"() {
    const page = await open();
    const jobs = Array.from({ length: 30 }, (_, i) => ({ id: 500 + i, location: [13.3 + 0.003 * ((i * 37) % 50), 52.45 + 0.002 * ((i * 17) % 60)], delivery: [1] }));
    const depot = [13.37, 52.5];
    const request = { vehicles: [1, 2, 3, 4].map((id) => ({ id, start: depot, end: depot, capacity: [10] })), jobs };
    await drop(page, "city.json", JSON.stringify(request));
    await run(page, 0.5);
    await solved(page);
    assert.match(await text(page, "#facts"), /30 customers · capacity 10/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-export="csv"]')]);
    assert.match(await readFile(await download.path(), "utf8"), /\n1,1,5\d\d,/);
    await drop(page, "table.csv", "id,x,y,demand,capacity\n0,5,5,0,9\n1,1,1,4,\n2,9,1,5,\n3,1,9,6,\n");
    await until(page, () => document.querySelector("#name").textContent === "table");
    await run(page, 0.2);
    await solved(page);
    assert.equal(await text(page, "#route-count"), "2");
    // As a spreadsheet in another country writes it, the depot in the last row, no capacity.
    await drop(page, "tabelle.csv", "sep=;\nid;lat;lon;demand\na;52,51;13,35;4\nb;52,52;13,36;5\ndepot;52,50;13,40;\n");
    await until(page, () => document.querySelector("#name").textContent === "tabelle");
    await run(page, 0.2);
    await solved(page);
    assert.deepEqual(await page.evaluate(() => window.odgear.map.problem.points[0]), [13.4, 52.5]);
    assert.deepEqual(await page.evaluate(() => window.odgear.map.problem.customers), 2);
    await page.context().close();
  },

  async "several depots, time windows, and who is left out"() {
    const page = await open();
    const depots = [[13.25, 52.5], [13.5, 52.53]];
    const jobs = Array.from({ length: 40 }, (_, i) => ({
      id: i + 1, location: [13.2 + 0.0035 * ((i * 37) % 100), 52.45 + 0.0012 * ((i * 71) % 100)], delivery: [1], service: 120,
      time_windows: [[(i % 4) * 3600, (i % 4) * 3600 + 7200]], ...(i === 7 ? { skills: [9] } : {}) }));
    const vehicles = [0, 1, 2, 3].map((i) => ({ id: i + 1, start: depots[i % 2], end: depots[i % 2], capacity: [12], time_window: [0, 28800] }));
    const shipments = [{ amount: [2], pickup: { id: 1, location: [13.3, 52.56] }, delivery: { id: 1, location: [13.45, 52.47] } }];
    await drop(page, "rich.json", JSON.stringify({ vehicles, jobs, shipments }));
    await until(page, () => document.querySelector("#name").textContent === "rich");
    assert.match(await text(page, "#facts"), /42 customers/);
    await run(page, 1, "expert");
    await solved(page);
    assert.equal(await page.evaluate(() => window.odgear.map.depots.length), 2);
    const starts = await page.evaluate(() => [...new Set(window.odgear.map.paths.map((path) => path[0]))].sort());
    assert.deepEqual(starts, [-1, -2]);
    await page.waitForSelector("#left-card:not([hidden])");
    assert.equal(await text(page, "#left-count"), "1");
    assert.match(await text(page, "#left"), /skill/);
    await shot(page, "rich");
    // Opened again by its link, and solved once more.
    await page.reload();
    await page.waitForSelector("#left-card:not([hidden])");
    await run(page, 0.3, "expert");
    await solved(page);
    await page.context().close();
  },

  async "an error is shown to the person"() {
    const page = await open();
    await drop(page, "bad.vrp", vrp(10).replace("CAPACITY : 40", "CAPACITY : 2"));
    await page.click("#start");
    await page.waitForSelector("#alert.shown");
    assert.match(await text(page, "#alert"), /capacity/);
    assert.equal(await page.getAttribute("#alert", "role"), "alert");
    await shot(page, "error");
    await drop(page, "bad.json", "{ nonsense");
    await until(page, () => /bad is not JSON/.test(document.querySelector("#alert").textContent));
    await page.goto(`${server.url}#job=${"0".repeat(32)}`);
    await page.reload();
    await page.waitForSelector("#alert.shown");
    assert.match(await text(page, "#alert"), /not kept any more/);
    await page.context().close();
  },

  async "customers are drawn with the mouse and by keyboard"() {
    const page = await open("", { colorScheme: "dark" });
    await page.click('#problem-card [data-do="draw"]');
    const box = await page.locator("#map").boundingBox();
    for (let i = 0; i < 24; ++i) await page.mouse.click(box.x + 120 + ((i * 131) % 560), box.y + 120 + ((i * 71) % 420));
    await page.focus("#map");
    for (let i = 0; i < 4; ++i) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    assert.match(await text(page, "#facts"), /24 customers/);
    await page.click('[data-do="undo"]');
    assert.match(await text(page, "#facts"), /23 customers/);
    await run(page, 0.4);
    await solved(page);
    assert.equal(await text(page, "#route-count"), "3");
    await shot(page, "drawn-dark");
    await page.context().close();
  },

  async "a reload during a run goes on showing it"() {
    const page = await open();
    await page.click('#problem-card [data-do="example"]');
    await page.fill("#example-size", "300");
    await page.click('#example-form button[type="submit"]');
    await run(page, 60);
    await until(page, () => Number(document.querySelector("#route-count").textContent) > 0);
    const url = page.url();
    await page.reload();
    assert.equal(page.url(), url);
    await until(page, () => /^Search/.test(document.querySelector("#status").textContent) && document.querySelectorAll("#routes button").length > 0);
    await shot(page, "reloaded");
    await page.click("#stop");
    await until(page, () => /^Stopped/.test(document.querySelector("#status").textContent));
    // Solved again from the link alone.
    await run(page, 0.5);
    await solved(page);
    await page.context().close();
  },

  async "10,000 customers stay fluid"() {
    const page = await open();
    await page.click('#problem-card [data-do="example"]');
    await page.fill("#example-size", "10000");
    await page.click('#example-form button[type="submit"]');
    await run(page, 20);
    await until(page, () => Number(document.querySelector("#route-count").textContent) > 10);
    const frames = await page.evaluate(async () => {
      const { map } = window.odgear;
      const times = [];
      for (let i = 0; i < 10; ++i) {
        map.pan(i % 2 ? 9 : -9, 4);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        times.push(map.lastFrame);
      }
      return times.sort((a, b) => a - b);
    });
    console.log(`  10,000 customers: a frame takes ${frames[5].toFixed(1)} ms (median), ${frames[9].toFixed(1)} ms (worst)`);
    await shot(page, "ten-thousand");
    await page.evaluate(() => document.querySelector("#stop").click()); // it may have ended
    await until(page, () => /^(Stopped|Done)/.test(document.querySelector("#status").textContent));
    await page.context().close();
  },

  async "phone width, and every control has a name"() {
    const page = await open("", { viewport: { width: 390, height: 780 }, hasTouch: true });
    await page.click('#empty [data-do="example"]');
    await run(page, 0.5);
    await solved(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} wide`);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, canvas")].filter((control) =>
      !control.textContent.trim() && !control.getAttribute("aria-label") && !control.closest("label")).map((control) => control.outerHTML));
    assert.deepEqual(nameless, []);
    await shot(page, "phone");
    await page.context().close();
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
  try {
    await test();
    assert.deepEqual(problems.splice(0), []);
    console.log(`ok: ${name}`);
  } catch (failure) {
    ++failed;
    console.log(`FAILED: ${name}\n${failure.stack}\n${problems.splice(0).join("\n")}`);
  }
}
await browser.close();
server.child.removeAllListeners("exit");
server.child.kill();
process.exit(failed ? 1 : 0);
