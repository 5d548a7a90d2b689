"use strict";
// The plan is in #data. Each route is one group of paths, whatever the number of its stops. A
// click looks for the nearest stop, so that large plans need few elements.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const svg = byId("map");
const plan = byId("plan");
const size = 1000; // the plan's longer side in its own units

function make(tag, attributes = {}, text) {
  const spaces = { svg: "http://www.w3.org/2000/svg" };
  const drawn = ["g", "path", "rect", "circle", "text", "title", "image"].includes(tag);
  const element = drawn ? document.createElementNS(spaces.svg, tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// ---- positions of the nodes: Mercator for degrees, as on tile servers; else the plane ----
function project([x, y]) {
  if (!data.degrees) return [x, -y];
  const bounded = Math.max(-85, Math.min(85, y)) * Math.PI / 180;
  return [(x + 180) / 360, (1 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / Math.PI) / 2];
}
const raw = data.nodes.map((node) => project(node.at));
const low = [0, 1].map((k) => raw.reduce((least, p) => Math.min(least, p[k]), Infinity));
const high = [0, 1].map((k) => raw.reduce((most, p) => Math.max(most, p[k]), -Infinity));
const unit = size / (Math.max(high[0] - low[0], high[1] - low[1]) || 1);
const places = raw.map((p) => [(p[0] - low[0]) * unit, (p[1] - low[1]) * unit]);
const extent = [(high[0] - low[0]) * unit, (high[1] - low[1]) * unit];

// ---- numbers for people ----
function lengthText(value) {
  if (data.unit === "m") {
    return value >= 1000 ? `${(value / 1000).toFixed(1)} km` : `${Math.round(value)} m`;
  }
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 100 ? 3 : 1);
}
const loadText = (load) => (data.capacity === null ? `load ${load}` : `load ${load} of ${data.capacity}`);
// Of a tour, the first city counts too.
const stopsText = (count) => data.tour ? `${count + 1} cities` : `${count} stop${count === 1 ? "" : "s"}`;
function routeFacts(route) {
  if (route.facts) return route.facts;
  const parts = [stopsText(route.stops.length), lengthText(route.length)];
  if (!data.tour) parts.splice(1, 0, loadText(route.load));
  return parts.join(", ");
}
const nodeText = (node) => (node.name && node.name !== node.id ? `${node.id} ${node.name}` : node.id);

// ---- the drawing ----
const routeOf = new Map(); // node -> [route, position]
data.routes.forEach((route, r) => route.stops.forEach((node, k) => routeOf.set(node, [r, k])));
// A rich plan has several depots (nodes below data.depots), a path through them for each route,
// and stops that are left out, with the reason.
const depotCount = data.depots ?? 1;
const leftOut = new Map(data.left_out ?? []);
const routeName = (route) => (data.tour ? "Tour" : route.vehicle ?? `Route ${route.number}`);
const spacing = Math.sqrt((800 * 800) / Math.max(1, places.length));
const line = Math.max(0.8, Math.min(2.6, 0.12 * spacing));
const dot = Math.max(2, Math.min(9, 0.3 * spacing));
const at = (node) => `${places[node][0].toFixed(3)} ${places[node][1].toFixed(3)}`;

const groups = data.routes.map((route, r) => {
  const group = make("g", { class: "route", stroke: route.colour, "data-route": r });
  group.append(make("title", {}, route.title));
  const first = route.stops[0];
  const last = route.stops[route.stops.length - 1];
  const inner = route.stops.map(at).join("L");
  if (route.path) {
    const ways = { legs: "", lines: "" };
    for (let k = 0; k + 1 < route.path.length; k++) {
      const [from, to] = [route.path[k], route.path[k + 1]];
      ways[Math.min(from, to) < depotCount ? "legs" : "lines"] += `M${at(from)}L${at(to)}`;
    }
    group.append(make("path", { class: "legs", d: ways.legs, "stroke-width": line }));
    group.append(make("path", { d: ways.lines, "stroke-width": line }));
  } else if (data.tour) {
    group.append(make("path", { d: `M${at(0)}L${inner}Z`, "stroke-width": line }));
  } else {
    group.append(make("path", { class: "legs", d: `M${at(first)}L${at(0)}L${at(last)}`, "stroke-width": line }));
    group.append(make("path", { d: `M${inner}`, "stroke-width": line }));
  }
  const dots = (data.tour ? [0, ...route.stops] : route.stops).map((node) => `M${at(node)}h0`).join("");
  group.append(make("path", { class: "dots", d: dots, "stroke-width": dot }));
  plan.append(group);
  return group;
});
if (leftOut.size > 0) {
  const d = [...leftOut.keys()].map((node) => `M${at(node)}h0`).join("");
  plan.append(make("path", { class: "left", d, "stroke-width": dot }));
}
const depots = data.tour ? [] : data.nodes.slice(0, depotCount).map((node) => {
  const square = make("rect", { class: "depot" });
  square.append(make("title", {}, `depot ${nodeText(node)}`));
  plan.append(square);
  return square;
});
const marks = make("g", {});
plan.append(marks);

// ---- the view: scale and offset from plan units to pixels ----
let view = { scale: 1, x: 0, y: 0 };
let chosen = -1;
let stop = -1;

function showAll() {
  const { width, height } = svg.getBoundingClientRect();
  const margin = 40;
  const scale = Math.min((width - 2 * margin) / (extent[0] || 1), (height - 2 * margin) / (extent[1] || 1));
  moveTo({ scale, x: (width - scale * extent[0]) / 2, y: (height - scale * extent[1]) / 2 });
}

function moveTo(next) {
  view = next;
  plan.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
  drawMarks();
  drawTiles();
}

function zoom(factor, px, py) {
  const scale = Math.max(1e-3, Math.min(1e4, view.scale * factor));
  const real = scale / view.scale;
  moveTo({ scale, x: px - (px - view.x) * real, y: py - (py - view.y) * real });
}

// Elements of constant size on the screen: the depot, the numbers of the chosen route, the ring of a stop.
function drawMarks() {
  const pixel = 1 / view.scale;
  const side = 14 * pixel;
  depots.forEach((square, node) => {
    square.setAttribute("x", places[node][0] - side / 2);
    square.setAttribute("y", places[node][1] - side / 2);
    square.setAttribute("width", side);
    square.setAttribute("height", side);
  });
  marks.replaceChildren();
  if (chosen >= 0 && data.routes[chosen].stops.length <= 500) {
    const route = data.routes[chosen];
    route.stops.forEach((node, k) => {
      const [x, y] = places[node];
      marks.append(make("circle", { cx: x, cy: y, r: 9 * pixel, fill: route.colour }));
      marks.append(make("text", { class: "number", transform: `translate(${x} ${y}) scale(${pixel})` }, k + 1));
    });
  }
  if (stop >= 0) {
    marks.append(make("circle", { class: "halo", cx: places[stop][0], cy: places[stop][1], r: 13 * pixel }));
  }
}

// ---- tiles, only if the user named a server ----
function drawTiles() {
  const layer = byId("tiles");
  if (!data.tiles || !data.degrees) return;
  const world = view.scale * unit; // pixels of the whole world
  const level = Math.max(0, Math.min(19, Math.round(Math.log2(world / 256))));
  const count = 2 ** level;
  const side = world / count;
  const left = view.x - low[0] * unit * view.scale;
  const top = view.y - low[1] * unit * view.scale;
  const { width, height } = svg.getBoundingClientRect();
  layer.replaceChildren();
  for (let i = Math.max(0, Math.floor(-left / side)); i < count && left + i * side < width; i++) {
    for (let j = Math.max(0, Math.floor(-top / side)); j < count && top + j * side < height; j++) {
      const address = data.tiles.replace("{z}", level).replace("{x}", i).replace("{y}", j);
      layer.append(make("image", { href: address, x: left + i * side, y: top + j * side, width: side, height: side, opacity: 0.75 }));
    }
  }
}

// ---- choosing ----
function choose(route, node = -1) {
  chosen = route;
  stop = node;
  plan.classList.toggle("fade", chosen >= 0);
  groups.forEach((group, r) => group.classList.toggle("chosen", r === chosen));
  [...byId("routes").children].forEach((item, r) => {
    item.classList.toggle("chosen", r === chosen);
    item.firstElementChild.setAttribute("aria-expanded", r === chosen);
    item.querySelector("ol")?.remove();
    if (r === chosen) item.append(stopList(r));
  });
  if (chosen >= 0) {
    plan.insertBefore(groups[chosen], depots[0] || marks);
    const item = byId("routes").children[chosen];
    (item.querySelector(".here") || item).scrollIntoView({ block: "nearest" });
  }
  showStop();
  drawMarks();
}

function stopList(r) {
  const list = make("ol");
  data.routes[r].stops.forEach((node) => {
    const item = make("li", node === stop ? { class: "here" } : {});
    const button = make("button", { type: "button" }, nodeText(data.nodes[node]));
    button.addEventListener("click", () => choose(r, node));
    item.append(button);
    list.append(item);
  });
  return list;
}

function showStop() {
  const box = byId("stop");
  box.hidden = stop < 0;
  box.replaceChildren();
  if (stop < 0) return;
  const node = data.nodes[stop];
  box.append(make("strong", {}, nodeText(node)));
  if (!routeOf.has(stop)) {
    box.append(make("div", {}, stop < depotCount ? "depot" : leftOut.get(stop) ?? "not on a route"));
    return;
  }
  const [r, k] = routeOf.get(stop);
  const route = data.routes[r];
  const lines = [`stop ${k + 1} of ${route.stops.length} on ${route.vehicle ?? `route ${route.number}`}`,
    `${lengthText(route.so_far[k])} from the start`];
  if (route.times) lines.splice(1, 0, `arrival ${route.times[k][0]}, begin ${route.times[k][1]}, departure ${route.times[k][2]}`,
    `load ${route.times[k][3]} when leaving`);
  else if (!data.tour) lines.splice(1, 0, `demand ${node.demand}`);
  for (const text of lines) box.append(make("div", {}, text));
}

// The nearest stop within a few pixels; otherwise the browser finds the line of a route.
function nodeNear(px, py) {
  const x = (px - view.x) / view.scale;
  const y = (py - view.y) / view.scale;
  let best = -1;
  let least = (12 / view.scale) ** 2;
  places.forEach((place, node) => {
    const distance = (place[0] - x) ** 2 + (place[1] - y) ** 2;
    if (distance <= least) [best, least] = [node, distance];
  });
  return best;
}

function clicked(event) {
  const box = svg.getBoundingClientRect();
  const node = nodeNear(event.clientX - box.left, event.clientY - box.top);
  if (node >= 0) {
    choose(routeOf.has(node) ? routeOf.get(node)[0] : -1, node);
    return;
  }
  const group = document.elementFromPoint(event.clientX, event.clientY)?.closest(".route");
  choose(group ? Number(group.dataset.route) : -1);
}

function search(text) {
  const wanted = text.trim().toLowerCase();
  byId("found").textContent = "";
  if (!wanted) return;
  const is = (test) => data.nodes.findIndex((node) => test(node.id.toLowerCase()) || test((node.name || "").toLowerCase()));
  let node = is((have) => have === wanted);
  if (node < 0) node = is((have) => have.startsWith(wanted));
  if (node < 0) node = is((have) => have.includes(wanted));
  if (node < 0) {
    byId("found").textContent = `Nothing is called ${text.trim()}.`;
    return;
  }
  byId("found").textContent = `Found ${nodeText(data.nodes[node])}.`;
  choose(routeOf.has(node) ? routeOf.get(node)[0] : -1, node);
  const { width, height } = svg.getBoundingClientRect();
  moveTo({ ...view, x: width / 2 - places[node][0] * view.scale, y: height / 2 - places[node][1] * view.scale });
}

// ---- print: a sheet for each route, made on demand ----
function makeSheets() {
  const sheets = byId("sheets");
  sheets.replaceChildren();
  for (const route of data.routes) {
    sheets.append(make("h2", {}, `${routeName(route)}: ${routeFacts(route)}`));
    const table = make("table");
    const head = make("tr");
    const timed = Boolean(route.times);
    const titles = timed ? ["", "stop", "id", "arrival", "begin", "departure", "load", "distance"] : ["", "stop", "id", "name", "demand", "distance"];
    for (const text of titles) head.append(make("th", {}, text));
    table.append(head);
    route.stops.forEach((node, k) => {
      const row = make("tr");
      const { id, name, demand } = data.nodes[node];
      const cells = timed
        ? ["\u2610", k + 1, id, ...route.times[k], lengthText(route.so_far[k])]
        : ["\u2610", k + 1, id, name || "", data.tour ? "" : demand, lengthText(route.so_far[k])];
      cells.forEach((text) => row.append(make("td", {}, text)));
      table.append(row);
    });
    sheets.append(table);
  }
}

// ---- start ----
document.title = byId("name").textContent = data.name || "Plan";
byId("facts").textContent = data.facts ?? stopsText(data.nodes.length - 1) +
  `${data.tour ? "" : `, ${data.routes.length} route${data.routes.length === 1 ? "" : "s"}`}, ` +
  `${lengthText(data.cost)} in all${data.unit === "m" ? " (great circle)" : ""}`;
if (data.tiles) byId("credit").textContent = `Map tiles: ${new URL(data.tiles, location.href).host}`;
data.routes.forEach((route, r) => {
  const item = make("li");
  const button = make("button", { type: "button", "aria-expanded": "false" });
  button.append(make("span", { class: "swatch", style: `background:${route.colour}` }));
  const text = make("span");
  text.append(make("strong", {}, routeName(route)));
  text.append(make("span", { class: "facts" }, routeFacts(route)));
  button.append(text);
  button.addEventListener("click", () => choose(chosen === r && stop < 0 ? -1 : r));
  item.append(button);
  byId("routes").append(item);
});
byId("search").addEventListener("change", (event) => search(event.target.value));
byId("print").addEventListener("click", () => { makeSheets(); window.print(); });
window.addEventListener("beforeprint", () => { makeSheets(); showAll(); });
window.addEventListener("afterprint", showAll);
window.addEventListener("resize", showAll);
byId("all").addEventListener("click", showAll);
const middle = () => { const box = svg.getBoundingClientRect(); return [box.width / 2, box.height / 2]; };
byId("in").addEventListener("click", () => zoom(1.5, ...middle()));
byId("out").addEventListener("click", () => zoom(1 / 1.5, ...middle()));
svg.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = svg.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
let drag = null;
svg.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, y: event.clientY, view, moved: false }; });
window.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (Math.hypot(dx, dy) > 4) drag.moved = true;
  if (drag.moved) moveTo({ ...drag.view, x: drag.view.x + dx, y: drag.view.y + dy });
});
window.addEventListener("pointerup", (event) => {
  if (drag && !drag.moved) clicked(event);
  drag = null;
});
window.addEventListener("keydown", (event) => { if (event.key === "Escape") choose(-1); });
showAll();
