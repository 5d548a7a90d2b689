// Connects the parts of the page: problem, map, runs, lists. The address names the shown job, so
// that a reload or a link shows it again.

import * as client from "./client.js";
import { Chart } from "./chart.js";
import { save } from "./export.js";
import { MapView, edgesOf, style } from "./map.js";
import { Run } from "./runs.js";
import { example, fromFile, fromInstance, fromPoints } from "./problem.js";

const $ = (id) => document.getElementById(id);
const map = new MapView($("map"), $("tip"));
const chart = new Chart($("chart"));
const listed = 60; // routes in the list until the user asks for all

let problem = null;
let runs = [];
let shown = null; // the run on the map
let other = null; // the run that it is compared with
let drawn = null; // points while drawing
let allRoutes = false;

// Formatting.

function number(value, digits = 0) {
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

function costText(cost) {
  return number(cost, cost < 100 ? 3 : cost < 10000 && !Number.isInteger(cost) ? 1 : 0);
}

function fail(failure) {
  if (failure?.name === "AbortError") return;
  $("alert").textContent = failure?.message || String(failure);
  $("alert").classList.add("shown");
}

function clearAlert() {
  $("alert").textContent = "";
  $("alert").classList.remove("shown");
}

let spoken = 0;
function say(text, urgent = false) {
  if (!urgent && performance.now() - spoken < 5000) return;
  spoken = performance.now();
  $("live").textContent = text;
}

// The problem.

function setProblem(next) {
  problem = next;
  shown?.leave();
  shown = other = null;
  stopDrawing();
  map.setProblem(problem);
  history.replaceState(null, "", location.pathname);
  clearAlert();
  describeProblem();
  showRun();
}

function describeProblem() {
  $("empty").classList.toggle("gone", Boolean(problem) || Boolean(drawn));
  $("start").disabled = !problem || (drawn !== null && drawn.length < 2);
  if (!problem) {
    $("name").textContent = "No problem yet";
    $("facts").textContent = "Start with a file, an example, or a drawing.";
    return;
  }
  const total = (problem.demands || []).reduce((sum, demand) => sum + demand, 0);
  $("name").textContent = problem.name;
  const facts = [`${number(problem.customers || problem.demands.length - 1)} customers`];
  if (problem.capacity) facts.push(`capacity ${number(problem.capacity)}`, `at least ${number(Math.ceil(total / problem.capacity))} routes`);
  if (!problem.points.length) facts.push("no coordinates to draw");
  $("facts").textContent = facts.join(" · ");
  describeMap();
}

function describeMap() {
  let text = `Map of ${problem?.customers || 0} customers.`;
  if (shown?.cost != null) text += ` ${shown.routes.length} routes of cost ${costText(shown.cost)}.`;
  $("map").setAttribute("aria-label", text);
}

async function openFile(file) {
  try {
    if (file.size > 200e6) throw new Error(`${file.name} is larger than 200 MB.`);
    setProblem(fromFile(await file.text(), file.name));
  } catch (failure) {
    fail(failure);
  }
}

// Drawing.

function startDrawing() {
  setProblem(null);
  drawn = [];
  $("draw-tools").hidden = false;
  map.setDrawing(true);
  setDrawn();
}

function stopDrawing() {
  if (!drawn) return;
  drawn = null;
  $("draw-tools").hidden = true;
  map.setDrawing(false);
  pressDraw(false);
}

function pressDraw(on) {
  for (const button of document.querySelectorAll('[data-do="draw"][aria-pressed]')) button.setAttribute("aria-pressed", on);
}

function setDrawn() {
  pressDraw(true);
  const capacity = Math.max(1, Number($("draw-capacity").value) || 10);
  problem = fromPoints({ name: "drawing", points: drawn, demands: drawn.map((_, i) => (i ? 1 : 0)), capacity });
  map.addPlaces(problem);
  describeProblem();
  if (drawn.length) say(drawn.length === 1 ? "Depot placed" : `${drawn.length - 1} customers`);
}

map.onPlace = (x, y) => {
  if (shown) {
    shown.leave();
    shown = other = null;
    history.replaceState(null, "", location.pathname);
    showRun();
  }
  drawn.push([Math.round(x * 100) / 100, Math.round(y * 100) / 100]);
  setDrawn();
};

// Runs.

async function solve(event) {
  event.preventDefault();
  clearAlert();
  if (!problem?.body) return;
  $("start").disabled = true;
  try {
    const mode = $("mode").value;
    if (typeof problem.body === "function") problem.body = await problem.body();
    const job = await client.createJob({
      instance: problem.body,
      name: problem.name,
      time_limit: Number($("seconds").value),
      mode,
      seed: runs.length + 1,
      edges: mode !== "expert",
      ...problem.options,
    });
    if (problem.readByServer) await showAsRead(problem, job.id);
    addRun(new Run({ ...job, mode }, problem));
    say("The search has started.", true);
  } catch (failure) {
    fail(failure);
  }
  $("start").disabled = false;
}

// The server decides how a file is read.
async function showAsRead(one, id) {
  one.become(await client.getInstance(id));
  one.readByServer = false;
  if (problem !== one) return;
  map.setProblem(one);
  describeProblem();
}

function addRun(run) {
  runs = [run, ...runs].slice(0, 12);
  showOnMap(run);
  follow(run);
}

function follow(run) {
  run.follow(changed).catch(fail);
  tick();
}

function changed(run) {
  if (run.status === "failed") fail(new Error(run.error?.error || "The search failed."));
  if (run === shown) {
    if (run.routes.length) map.setRoutes(run.routes, run.paths, run.unassigned);
    if (run.live && run.cost !== null) say(`Cost ${costText(run.cost)}, ${run.routes.length} routes`);
    if (!run.live && run.cost !== null) say(`Search ended. Cost ${costText(run.cost)}, ${run.routes.length} routes.`, true);
  }
  showRun();
}

function showOnMap(run) {
  if (problem !== run.problem) {
    problem = run.problem;
    map.setProblem(problem);
  }
  shown = run;
  if (other === run || other?.problem !== run.problem) other = null;
  allRoutes = false;
  map.select(-1);
  map.setCompared(other?.routes || null);
  map.setEdges(null);
  $("show-edges").checked = false;
  map.setRoutes(run.routes, run.paths, run.unassigned);
  history.replaceState(null, "", `#job=${run.id}`);
  describeProblem();
  showRun();
}

async function loadEdges() {
  if (!$("show-edges").checked || !shown) return map.setEdges(null);
  try {
    shown.edges ||= (await client.getEdges(shown.id)).edges;
    map.setEdges(shown.edges);
  } catch (failure) {
    $("show-edges").checked = false;
    fail(failure);
  }
}

// The clock of a running search, twice a second.
let ticking = 0;
function tick() {
  clearTimeout(ticking);
  if (!shown) return;
  $("progress").value = shown.time_limit ? Math.min(1, shown.elapsed() / shown.time_limit) : 0;
  if (shown.live) {
    drawChart();
    ticking = setTimeout(tick, 500);
  } else {
    $("progress").value = 1;
  }
}

function drawChart() {
  const series = [{ trace: shown.trace, until: shown.elapsed(), second: false, policy: shown.rollouts?.best }];
  if (other) series.push({ trace: other.trace, until: other.elapsed(), second: true });
  chart.show(series);
  const first = shown.trace.find((point) => point.stage === "policy") || shown.trace[0];
  if (first)
    $("chart").setAttribute("aria-label", `Cost against time: ${costText(shown.trace[0].cost)} at first, ${costText(shown.cost)} after ${number(shown.elapsed(), 1)} seconds.`);
}

// Lists and figures, updated at most four times a second, even if improvements come faster.
let pending = 0;
function showRun() {
  if (pending) return;
  pending = setTimeout(() => {
    pending = 0;
    render();
  }, shown?.live ? 250 : 0);
}

function render() {
  const has = shown !== null;
  $("stop").disabled = !shown?.live;
  $("result-card").hidden = !has;
  $("routes-card").hidden = !shown?.routes.length;
  $("runs-card").hidden = runs.length < 2;
  $("left-card").hidden = !shown?.unassigned.length;
  if (!has) {
    $("progress").value = 0;
    $("status").textContent = "";
    return;
  }
  const cost = shown.cost;
  $("cost").textContent = cost === null ? "–" : costText(cost);
  $("route-count").textContent = shown.routes.length || "–";
  const drawnFirst = shown.trace.find((point) => point.stage === "policy");
  const first = drawnFirst || shown.trace[0];
  $("gain").textContent = first && cost !== null ? `${(100 * (cost / first.cost - 1)).toFixed(1).replace("-", "−")} %` : "–";
  $("gain-label").textContent = drawnFirst ? "against policy" : "against first";
  $("status").textContent = statusText();
  $("notices").replaceChildren(...(shown.notices || []).map((text) => element("li", { textContent: text })));
  $("show-edges").disabled = shown.live || !shown.hasEdges;
  drawChart();
  tick();
  renderRoutes();
  renderLeftOut();
  renderRuns();
  describeMap();
}

function statusText() {
  if (shown.status === "queued") return "Waiting for a place.";
  if (shown.status === "running") return `Searching (${shown.stage || "starting"}), ${number(shown.elapsed(), 1)} of ${number(shown.time_limit, 1)} s.`;
  if (shown.status === "failed") return "Failed.";
  const word = shown.status === "cancelled" ? "Stopped" : "Done";
  return `${word} after ${number(shown.elapsed(), 2)} s, ${shown.mode || "hybrid"}.`;
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function renderRoutes() {
  const focused = document.activeElement?.dataset?.route;
  const count = allRoutes ? shown.routes.length : Math.min(listed, shown.routes.length);
  const items = shown.routes.slice(0, count).map((route, r) => {
    const load = route.reduce((sum, node) => sum + (problem.demands?.[node] || 0), 0);
    const swatch = element("span", { className: "swatch" });
    swatch.style.background = map.colours[r];
    const button = element("button", { type: "button", title: shown.vehicles?.[r].name || "" }, swatch, element("span", { textContent: `Route ${r + 1}` }),
      element("span", { className: "load", textContent: `${route.length} stops` }),
      element("span", { className: "load", textContent: routeText(r, load) }));
    button.dataset.route = r;
    button.setAttribute("aria-pressed", map.selected === r);
    return element("li", {}, button);
  });
  $("routes").replaceChildren(...items);
  if (focused !== undefined) $("routes").querySelector(`[data-route="${focused}"]`)?.focus({ preventScroll: true });
  $("all-routes").hidden = count >= shown.routes.length;
}

function routeText(r, load) {
  const vehicle = shown.vehicles?.[r];
  if (vehicle) return `${number(vehicle.start)} – ${number(vehicle.end)}`;
  return problem.capacity ? `${number(load)} / ${number(problem.capacity)}` : "";
}

function renderLeftOut() {
  const { unassigned } = shown;
  $("left-count").textContent = number(unassigned.length);
  const items = unassigned.slice(0, listed).map(({ text }) => element("li", { textContent: text }));
  if (unassigned.length > listed) items.push(element("li", { textContent: `and ${number(unassigned.length - listed)} more` }));
  $("left").replaceChildren(...items);
}

function renderRuns() {
  const items = runs.map((run, i) => {
    const name = run.problem === shown.problem ? "" : `${run.name} · `;
    const text = `${runs.length - i} · ${name}${run.mode || "hybrid"} · ${number(run.time_limit, 2)} s · ${run.cost === null ? "…" : costText(run.cost)}`;
    const open = element("button", { type: "button", className: "run", textContent: text });
    open.dataset.run = i;
    open.setAttribute("aria-current", run === shown);
    const compare = element("button", { type: "button", className: "b", textContent: "Compare" });
    compare.dataset.compare = i;
    compare.disabled = run === shown || run.problem !== shown.problem;
    compare.setAttribute("aria-pressed", run === other);
    compare.setAttribute("aria-label", `Compare with run ${runs.length - i}`);
    return element("li", {}, open, compare);
  });
  const focused = document.activeElement?.closest?.("#runs button");
  const key = focused && (focused.dataset.run !== undefined ? `[data-run="${focused.dataset.run}"]` : `[data-compare="${focused.dataset.compare}"]`);
  $("runs").replaceChildren(...items);
  if (key) $("runs").querySelector(key)?.focus({ preventScroll: true });
  $("comparison").textContent = comparisonText();
}

function comparisonText() {
  if (!other || shown.cost === null || other.cost === null) return "";
  const ours = edgesOf(shown.routes, true), theirs = edgesOf(other.routes, true);
  let common = 0;
  for (const edge of ours) if (theirs.has(edge)) ++common;
  const gap = 100 * (shown.cost / other.cost - 1);
  const word = Math.abs(gap) < 0.005 ? "costs the same as" : `is ${Math.abs(gap).toFixed(2)} % ${gap < 0 ? "better" : "worse"} than`;
  return `The shown run ${word} run ${runs.length - runs.indexOf(other)}. ${Math.round((100 * common) / Math.max(1, ours.size))} % of its edges are in both; blue are only here, orange only there.`;
}

function selectRoute(route) {
  map.select(map.selected === route ? -1 : route);
  for (const button of $("routes").querySelectorAll("button")) {
    const on = Number(button.dataset.route) === map.selected;
    button.setAttribute("aria-pressed", on);
    if (on) button.scrollIntoView({ block: "nearest" });
  }
  if (map.selected >= 0) say(`Route ${map.selected + 1}, ${shown.routes[map.selected].length} stops`, true);
}

map.onSelect = (route) => {
  if (route >= listed && !allRoutes) {
    allRoutes = true;
    renderRoutes();
  }
  selectRoute(route);
};

// Buttons.

const actions = {
  choose: () => $("file").click(),
  example: (button) => {
    if (!button.hasAttribute("aria-controls")) return setProblem(example(200, "clustered"));
    const open = $("example-form").hidden;
    $("example-form").hidden = !open;
    button.setAttribute("aria-expanded", open);
    if (open) $("example-size").focus();
  },
  draw: () => (drawn ? stopDrawing() : startDrawing()),
  undo: () => { drawn.pop(); setDrawn(); },
  clear: () => { drawn = []; setDrawn(); },
  stop: () => client.cancelJob(shown.id).then((job) => { shown.take(job); changed(shown); }).catch(fail),
  fit: () => map.fit(),
  "zoom-in": () => map.zoom(1.3),
  "zoom-out": () => map.zoom(1 / 1.3),
  link: async (button) => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    button.textContent = "Copied";
    say("The link to this job is copied.", true);
    setTimeout(() => (button.textContent = "Copy link"), 1500);
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { route, run, compare } = button.dataset;
  if (button.dataset.do) actions[button.dataset.do](button);
  else if (button.dataset.export) save(shown, button.dataset.export).catch(fail);
  else if (route !== undefined) selectRoute(Number(route));
  else if (run !== undefined) showOnMap(runs[run]);
  else if (compare !== undefined) {
    other = other === runs[compare] ? null : runs[compare];
    map.setCompared(other?.routes || null);
    render();
  }
});

$("routes").addEventListener("pointerover", (event) => {
  const route = event.target.closest("button")?.dataset.route;
  map.hovered = route === undefined ? -1 : Number(route);
  map.frame();
});
$("routes").addEventListener("pointerleave", () => { map.hovered = -1; map.frame(); });
// Up and down move through the list.
for (const id of ["routes", "runs"])
  $(id).addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const row = event.target.closest("li");
    const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
    next?.querySelector("button").focus();
    event.preventDefault();
  });
$("all-routes").addEventListener("click", () => { allRoutes = true; renderRoutes(); });
$("run-form").addEventListener("submit", solve);
$("example-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const size = Math.round(Number($("example-size").value));
  if (size >= 1) setProblem(example(size, $("example-kind").value));
});
$("draw-capacity").addEventListener("change", () => drawn && setDrawn());
$("file").addEventListener("change", () => {
  if ($("file").files[0]) openFile($("file").files[0]);
  $("file").value = "";
});
$("show-depot-legs").addEventListener("change", () => { map.depotLegs = $("show-depot-legs").checked; map.redraw(); });
$("show-edges").addEventListener("change", loadEdges);

addEventListener("dragover", (event) => { event.preventDefault(); $("map-area").classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("map-area").classList.remove("dropping"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  $("map-area").classList.remove("dropping");
  if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
});

// Light and dark.

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  const chosen = localStorage.getItem("odgear-theme");
  $("dark").media = chosen === null ? systemIsDark.media : chosen === "dark" ? "all" : "not all";
  map.colours = map.chooseColours();
  map.redraw();
  if (shown) render();
}
$("theme").addEventListener("click", () => {
  const dark = matchMedia($("dark").media).matches;
  localStorage.setItem("odgear-theme", dark ? "light" : "dark");
  applyTheme();
});
systemIsDark.addEventListener("change", applyTheme);
applyTheme();

client.onTokenNeeded(() => new Promise((resolve) => {
  $("token-dialog").showModal();
  $("token-dialog").addEventListener("close", () => resolve($("token").value), { once: true });
}));

// A job in the address is shown again.

async function openLink() {
  const id = new URLSearchParams(location.hash.slice(1)).get("job");
  if (!id || shown?.id === id) return;
  try {
    const [job, instance] = await Promise.all([client.getJob(id), client.getInstance(id)]);
    const known = fromInstance(instance, () => client.getVrp(id));
    const run = new Run(job, known);
    problem = known;
    map.setProblem(known);
    $("seconds").value = job.time_limit;
    runs = [run, ...runs];
    showOnMap(run);
    if (run.live) follow(run);
  } catch (failure) {
    fail(failure.status === 404 ? new Error("This job is not kept any more.") : failure);
  }
}
addEventListener("hashchange", openLink);
describeProblem();
openLink();
// For tests and debugging.
window.odgear = { map };
