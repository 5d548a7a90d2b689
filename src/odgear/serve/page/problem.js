// A problem in the page: the part that can be drawn, and the text for the server. Files are read
// here only as far as drawing needs; the server reads them again, and its result counts.

export class Problem {
  constructor({ name, points, demands, capacity, body, labels = null, geographic = false, depots = null, options = {}, readByServer = false }) {
    this.name = name;
    this.depots = depots; // of a rich problem; otherwise the first point is the only depot
    this.options = options; // options that the text does not contain
    this.readByServer = readByServer; // the drawing is replaced by the server's once it has read the text
    this.points = points; // [[x, y], ...], the depot first; empty when unknown
    this.demands = demands;
    this.capacity = capacity;
    this.body = body; // text of a .vrp file, a VROOM request as an object, or how to get either
    this.labels = labels;
    this.geographic = geographic;
  }

  get customers() {
    return Math.max(0, this.points.length - 1);
  }

  // Takes the problem as the server has read it.
  become({ points, depots, demands, capacity, labels, geographic }) {
    Object.assign(this, { points, demands, capacity, labels, geographic, depots: depots ?? null });
  }

  label(node) {
    return this.labels ? this.labels[node] : node;
  }
}

export function fromFile(text, fileName) {
  const name = fileName.replace(/\.[^.]*$/, "");
  const trimmed = text.trimStart();
  if (trimmed.startsWith("{")) return fromVroom(text, name);
  if (/\.csv$/i.test(fileName) || looksLikeCsv(trimmed)) return fromCsv(text, name);
  return fromVrp(text, name);
}

// The problem of a job that was opened by its link. The server provides it, unless it is in
// degrees, which a .vrp file cannot express.
export function fromInstance(instance, fetchVrp) {
  const { points, demands, capacity, labels, max_vehicles: vehicles } = instance;
  const body = instance.geographic && points.length && instance.problem !== "fleet" ? vroomBody(points, demands, capacity, labels, vehicles) : fetchVrp;
  return new Problem({ ...instance, body });
}

function fromVrp(text, name) {
  const points = new Map();
  const demands = new Map();
  let section = "";
  let depot = null;
  let capacity = null;
  let geographic = false;
  for (const line of text.split("\n")) {
    const words = line.trim().split(/[\s:]+/);
    if (/^[A-Za-z]/.test(words[0])) {
      section = words[0].toUpperCase();
      if (section === "NAME" && words[1]) name = line.slice(line.search(/[:\s]/)).replace(/^[\s:]+/, "").trim() || name;
      if (section === "CAPACITY") capacity = Number(words[1]);
      if (section === "EDGE_WEIGHT_TYPE") geographic = words[1] === "GEO";
    } else if (section === "NODE_COORD_SECTION" || section === "DISPLAY_DATA_SECTION") {
      if (words.length >= 3) points.set(words[0], [Number(words[1]), Number(words[2])]);
    } else if (section === "DEMAND_SECTION") {
      if (words.length >= 2) demands.set(words[0], Number(words[1]));
    } else if (section === "DEPOT_SECTION" && depot === null && Number(words[0]) > 0) {
      depot = words[0];
    }
  }
  if (!points.size) return fromRows(text, name);
  const ids = [...points.keys()];
  if (depot !== null && points.has(depot)) ids.unshift(ids.splice(ids.indexOf(depot), 1)[0]);
  return new Problem({
    name,
    points: ids.map((id) => points.get(id)),
    demands: ids.map((id) => demands.get(id) || 0),
    capacity,
    body: text,
    geographic,
    readByServer: true,
  });
}

// Solomon's and Li & Lim's formats: rows of seven or nine numbers, the depot first.
function fromRows(text, name) {
  const rows = text.split("\n").map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length >= 7 && row.every(Number.isFinite));
  return new Problem({
    name,
    points: rows.map((row) => [row[1], row[2]]),
    demands: rows.map((row) => Math.abs(row[3])),
    capacity: null,
    body: text,
    readByServer: true,
  });
}

function fromVroom(text, name) {
  let request;
  try {
    request = JSON.parse(text);
  } catch (failure) {
    throw new Error(`${name} is not JSON: ${failure.message}`);
  }
  const vehicles = Array.isArray(request.vehicles) ? request.vehicles : [];
  const shipments = (request.shipments || []).flatMap(({ pickup, delivery }) => [pickup, delivery]);
  const jobs = [...(request.jobs || []), ...shipments];
  const ends = vehicles.flatMap(({ start, end }) => [start, end]).filter(Boolean);
  const depots = [...new Map(ends.map((place) => [String(place), place])).values()];
  const drawable = depots.length && jobs.every((job) => job.location);
  return new Problem({
    name,
    points: drawable ? [depots[0], ...jobs.map((job) => job.location)] : [],
    depots: drawable ? depots : [],
    demands: [0, ...jobs.map((job) => (job.delivery || [0])[0])],
    capacity: vehicles[0]?.capacity ? vehicles[0].capacity[0] : null,
    labels: [0, ...jobs.map((job) => job.id)],
    body: request,
    geographic: true,
    readByServer: true,
  });
}

function looksLikeCsv(text) {
  return /^[^\n:]*[,;\t][^\n:]*[,;\t]?[^\n:]*\n/.test(text) && !/^\s*(NAME|TYPE|COMMENT|DIMENSION)\b/i.test(text);
}

const columns = {
  x: ["x", "lon", "lng", "longitude", "easting"],
  y: ["y", "lat", "latitude", "northing"],
  demand: ["demand", "load", "quantity", "weight", "delivery"],
  capacity: ["capacity"],
};

// Drawn at once with the first row as the depot; the server reads the table with all its rules.
function fromCsv(text, name) {
  const head = text.replace(/^\uFEFF?(sep=.\r?\n)?/, "").split(/\r?\n/)[0];
  const separator = [";", "\t", ","].find((mark) => head.includes(mark)) || ",";
  const rows = text.slice(text.indexOf(head)).trim().split(/\r?\n/)
    .map((line) => line.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, "")));
  const header = rows[0].map((cell) => cell.toLowerCase());
  const column = (key) => header.findIndex((cell) => columns[key].includes(cell));
  const [x, y, demand, limit] = [column("x"), column("y"), column("demand"), column("capacity")];
  const value = (row, at) => Number(separator === "," ? row[at] : row[at]?.replace(",", "."));
  const cells = rows.slice(1).filter((row) => row.length > Math.max(x, y));
  const points = x < 0 || y < 0 ? [] : cells.map((row) => [value(row, x), value(row, y)]);
  const demands = cells.map((row) => (demand >= 0 ? Math.max(0, Math.round(value(row, demand))) || 0 : 0));
  const stated = limit >= 0 ? Math.max(0, ...cells.map((row) => value(row, limit) || 0)) : 0;
  const capacity = stated || (demand >= 0 ? enoughCapacity(demands) : null);
  const drawable = points.every((point) => point.every(Number.isFinite));
  return new Problem({
    name,
    points: drawable ? points : [],
    demands,
    capacity,
    body: text,
    options: !stated && capacity ? { capacity } : {},
    geographic: /^(lon|lng)/.test(header[x] || ""),
    readByServer: true,
  });
}

// By default about twelve stops per route.
function enoughCapacity(demands) {
  const total = demands.reduce((sum, demand) => sum + demand, 0);
  return Math.max(1, ...demands, Math.ceil(total / Math.max(1, Math.round(demands.length / 12))));
}

// A problem that was drawn, generated or read from a table.
export function fromPoints({ name, points, demands, capacity, geographic = false }) {
  const limit = capacity || enoughCapacity(demands);
  const body = geographic ? vroomBody(points, demands, limit) : vrpBody(name, points, demands, limit);
  const labels = geographic ? points.map((_, i) => i) : null;
  return new Problem({ name, points, demands, capacity: limit, body, labels, geographic });
}

function vrpBody(name, points, demands, capacity) {
  const lines = [`NAME : ${name}`, "TYPE : CVRP", `DIMENSION : ${points.length}`, "EDGE_WEIGHT_TYPE : EUC_2D",
    `CAPACITY : ${capacity}`, "NODE_COORD_SECTION"];
  points.forEach(([px, py], i) => lines.push(`${i + 1} ${px} ${py}`));
  lines.push("DEMAND_SECTION");
  demands.forEach((demand, i) => lines.push(`${i + 1} ${demand}`));
  lines.push("DEPOT_SECTION", "1", "-1", "EOF", "");
  return lines.join("\n");
}

function vroomBody(points, demands, capacity, labels = null, limit = null) {
  const total = demands.reduce((sum, demand) => sum + demand, 0);
  const enough = capacity ? Math.ceil((total / capacity) * 1.3) + 2 : points.length - 1;
  const vehicles = limit ?? Math.min(points.length - 1, enough);
  const loads = (load) => (capacity ? [load] : []);
  return {
    vehicles: Array.from({ length: vehicles }, (_, i) => ({ id: i + 1, start: points[0], end: points[0], capacity: loads(capacity) })),
    jobs: points.slice(1).map((location, i) => ({ id: labels ? labels[i + 1] : i + 1, location, delivery: loads(demands[i + 1]) })),
  };
}

// Customers around a few centres, or anywhere.
export function example(customers, kind, seed = Date.now()) {
  const next = generator(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const centres = Array.from({ length: 3 + Math.floor(next() * 5) }, () => [150 + 700 * next(), 150 + 700 * next()]);
  const inside = (value) => Math.round(Math.min(1000, Math.max(0, value)));
  const place = () => {
    if (kind === "uniform" || next() < 0.25) return [inside(1000 * next()), inside(1000 * next())];
    const [cx, cy] = centres[Math.floor(next() * centres.length)];
    return [inside(cx + 75 * normal()), inside(cy + 75 * normal())];
  };
  const points = [[inside(300 + 400 * next()), inside(300 + 400 * next())], ...Array.from({ length: customers }, place)];
  const demands = [0, ...Array.from({ length: customers }, () => 1 + Math.floor(9 * next()))];
  return fromPoints({ name: `${kind}-${customers}`, points, demands, capacity: customers > 1000 ? 250 : 60 });
}

// A linear congruential generator: good enough for places on a map.
function generator(seed) {
  let state = seed >>> 0;
  const step = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  for (let i = 0; i < 4; ++i) step();
  return () => step() / 4294967296;
}
