// The map: customers and routes on a canvas. Routes and points, which rarely change, are drawn into
// a separate layer. A frame copies it and adds moving parts, so 10,000 customers move smoothly.

import { listen } from "./gestures.js";

const fade = 900; // milliseconds for which new edges are highlighted

export class MapView {
  constructor(canvas, tip) {
    this.canvas = canvas;
    this.tip = tip;
    this.context = canvas.getContext("2d");
    this.layer = document.createElement("canvas");
    this.problem = null;
    this.routes = [];
    this.paths = []; // of each route: stops from 1, depots as -1, -2, ...
    this.left = new Map(); // stops that are left out, and why
    this.colours = [];
    this.routeOf = new Map();
    this.selected = -1;
    this.hovered = -1;
    this.edges = null; // probabilities
    this.compared = null; // routes of another run
    this.depotLegs = true;
    this.fresh = []; // edges of the last improvement
    this.freshSince = 0;
    this.view = { scale: 1, x: 0, y: 0 };
    this.cursor = null; // while drawing by keyboard
    this.drawing = false;
    this.onSelect = () => {};
    this.onHover = () => {};
    this.onPlace = () => {};
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    new ResizeObserver(() => this.resize()).observe(canvas);
    listen(this);
  }

  // Points are kept in map units: y up, longitudes shortened by the latitude.
  setProblem(problem) {
    this.problem = problem;
    this.routes = [];
    this.fresh = [];
    this.edges = null;
    this.compared = null;
    this.selected = this.hovered = -1;
    const middle = problem && problem.geographic && problem.points.length
      ? problem.points.reduce((sum, point) => sum + point[1], 0) / problem.points.length : 0;
    const shrink = Math.cos((middle * Math.PI) / 180);
    this.shrink = shrink;
    this.places = problem ? problem.points.map(([x, y]) => [x * shrink, -y]) : [];
    this.depots = problem?.depots ? problem.depots.map(([x, y]) => [x * shrink, -y]) : this.places.slice(0, 1);
    this.left = new Map();
    this.index();
    this.fit();
  }

  // Drawing adds points without moving the view.
  addPlaces(problem) {
    this.problem = problem;
    this.shrink = 1;
    this.places = problem.points.map(([x, y]) => [x, -y]);
    this.depots = this.places.slice(0, 1);
    this.routes = [];
    this.index();
    this.redraw();
  }

  setRoutes(routes, paths = null, left = []) {
    if (!this.calm.matches && this.routes.length) {
      const old = edgesOf(this.routes);
      this.fresh = [...edgesOf(routes)].filter((edge) => !old.has(edge)).slice(0, 4000).map(nodesOf);
      this.freshSince = performance.now();
    }
    this.routes = routes;
    this.paths = paths || routes.map((route) => [-1, ...route, -1]);
    this.left = new Map(left.map(({ customer, reason }) => [customer, reason]));
    this.routeOf = new Map();
    routes.forEach((route, r) => route.forEach((node) => this.routeOf.set(node, r)));
    this.colours = this.chooseColours();
    if (this.selected >= routes.length) this.selected = -1;
    this.redraw();
  }

  setEdges(edges) {
    this.edges = edges;
    this.redraw();
  }

  setCompared(routes) {
    this.compared = routes;
    this.redraw();
  }

  select(route) {
    this.selected = route;
    this.redraw();
  }

  setDrawing(on) {
    this.drawing = on;
    this.canvas.classList.toggle("drawing", on);
    if (on && !this.places?.length) this.view = { scale: Math.min(this.width, this.height) / 1000, x: 0, y: -1000 };
    this.cursor = null;
    this.redraw();
  }

  // Neighbouring routes get hues that are far apart: the golden angle, in the order of their
  // direction from the depot.
  chooseColours() {
    if (!this.places?.length) return this.routes.map(() => "gray");
    const [dx, dy] = this.places[0];
    const order = this.routes
      .map((route, r) => {
        let x = 0, y = 0;
        for (const node of route) { x += this.places[node][0] - dx; y += this.places[node][1] - dy; }
        return [Math.atan2(y, x), r];
      })
      .sort((a, b) => a[0] - b[0]);
    const light = style("--route-light"), strength = style("--route-strength");
    const colours = [];
    order.forEach(([, r], i) => { colours[r] = `hsl(${(i * 137.508) % 360} ${strength} ${light})`; });
    return colours;
  }

  fit() {
    this.resize(false);
    const box = boxOf(this.places || []);
    if (box && this.width > 0) {
      const margin = 34;
      const wide = Math.max(box.right - box.left, 1e-9), high = Math.max(box.bottom - box.top, 1e-9);
      const scale = Math.min((this.width - 2 * margin) / wide, (this.height - 2 * margin) / high);
      this.view = {
        scale,
        x: (box.left + box.right) / 2 - this.width / 2 / scale,
        y: (box.top + box.bottom) / 2 - this.height / 2 / scale,
      };
    }
    this.redraw();
  }

  zoom(factor, at = [this.width / 2, this.height / 2]) {
    const { scale, x, y } = this.view;
    const next = scale * factor;
    this.view = { scale: next, x: x + at[0] / scale - at[0] / next, y: y + at[1] / scale - at[1] / next };
    this.move();
  }

  pan(dx, dy) {
    const { scale, x, y } = this.view;
    this.view = { scale, x: x - dx / scale, y: y - dy / scale };
    this.move();
  }

  // While the view moves, the layer of a large problem is moved with it. It is redrawn when the
  // movement ends.
  move() {
    if ((this.places?.length || 0) < 1500) return this.redraw();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.redraw(), 120);
    this.frame();
  }

  resize(draw = true) {
    const { clientWidth, clientHeight } = this.canvas;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [Math.round(clientWidth * this.ratio), Math.round(clientHeight * this.ratio)];
    const first = !this.width;
    this.width = clientWidth;
    this.height = clientHeight;
    if (this.canvas.width === width && this.canvas.height === height) return;
    for (const canvas of [this.canvas, this.layer]) { canvas.width = width; canvas.height = height; }
    if (draw && (first || !this.drawing)) this.fit();
  }

  // The layer is outdated; the next frame redraws it.
  redraw() {
    this.stale = true;
    this.frame();
  }

  frame() {
    if (this.asked) return;
    this.asked = requestAnimationFrame((now) => {
      this.asked = 0;
      const begin = performance.now();
      if (this.stale) this.drawLayer();
      this.stale = false;
      this.drawFrame(now);
      this.lastFrame = performance.now() - begin;
    });
  }

  toScreen([x, y]) {
    return [(x - this.view.x) * this.view.scale, (y - this.view.y) * this.view.scale];
  }

  drawLayer() {
    const context = this.layer.getContext("2d");
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    if (!this.places?.length) return;
    this.screen = this.places.map((place) => this.toScreen(place));
    this.depotScreen = this.depots.map((place) => this.toScreen(place));
    this.layerView = this.view;
    if (this.edges) this.drawProbabilities(context);
    if (this.compared) this.drawDifference(context);
    else this.routes.forEach((_, r) => this.drawRoute(context, r, this.colours[r], this.selected >= 0 ? 0.16 : 0.9, 1.6));
    this.drawPoints(context);
  }

  // Legs between stops, and fainter legs from and to depots.
  drawRoute(context, r, colour, strength, width) {
    const path = this.paths[r];
    const at = (node) => (node > 0 ? this.screen[node] : this.depotScreen[-1 - node]);
    context.strokeStyle = colour;
    context.lineJoin = "round";
    for (const legs of this.depotLegs ? [false, true] : [false]) {
      context.globalAlpha = legs ? strength * 0.32 : strength;
      context.lineWidth = legs ? width * 0.75 : width;
      context.beginPath();
      let pen = null; // where the line ends
      for (let i = 1; i < path.length; ++i) {
        if ((path[i - 1] < 0 || path[i] < 0) !== legs) continue;
        if (pen !== i - 1) context.moveTo(...at(path[i - 1]));
        context.lineTo(...at(path[i]));
        pen = i;
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  drawProbabilities(context) {
    context.strokeStyle = style("--accent");
    context.lineWidth = 1;
    // One path for each tenth of probability, because strokes are expensive.
    const tenths = Array.from({ length: 11 }, () => []);
    for (const edge of this.edges) if (edge[0] && edge[1]) tenths[Math.round(edge[2] * 10)].push(edge);
    tenths.forEach((edges, tenth) => {
      context.globalAlpha = 0.08 + 0.05 * tenth;
      context.beginPath();
      for (const [from, to] of edges) {
        context.moveTo(...this.screen[from]);
        context.lineTo(...this.screen[to]);
      }
      context.stroke();
    });
    context.globalAlpha = 1;
  }

  // Edges of this run only, of the other only, and of both.
  drawDifference(context) {
    const ours = edgesOf(this.routes, this.depotLegs), theirs = edgesOf(this.compared, this.depotLegs);
    const draw = (edges, colour, width, strength, dash = []) => {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.globalAlpha = strength;
      context.setLineDash(dash);
      context.beginPath();
      for (const edge of edges) {
        const [a, b] = nodesOf(edge);
        context.moveTo(...this.screen[a]);
        context.lineTo(...this.screen[b]);
      }
      context.stroke();
    };
    draw([...ours].filter((edge) => theirs.has(edge)), style("--soft"), 1, 0.35);
    draw([...theirs].filter((edge) => !ours.has(edge)), style("--mark"), 1.6, 0.85, [5, 4]);
    draw([...ours].filter((edge) => !theirs.has(edge)), style("--accent"), 2, 0.95);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  drawPoints(context) {
    const count = this.screen.length;
    const room = Math.min(1, Math.max(0.55, Math.min(this.width, this.height) / 650));
    const size = room * Math.max(0.9, Math.min(3.2, 46 / Math.sqrt(count) + Math.log2(this.view.scale / this.fitScale() + 1) - 1));
    context.fillStyle = style("--point");
    context.beginPath();
    for (let i = 1; i < count; ++i) {
      const [x, y] = this.screen[i];
      if (x < -5 || y < -5 || x > this.width + 5 || y > this.height + 5) continue;
      if (size < 1.6) context.rect(x - size, y - size, 2 * size, 2 * size);
      else { context.moveTo(x + size, y); context.arc(x, y, size, 0, 2 * Math.PI); }
    }
    context.fill();
    this.drawLeftOut(context);
    context.fillStyle = style("--mark");
    context.strokeStyle = style("--map");
    context.lineWidth = 2;
    context.beginPath();
    for (const [x, y] of this.depotScreen) context.roundRect(x - 6.5, y - 6.5, 13, 13, 3);
    context.fill();
    context.stroke();
  }

  drawLeftOut(context) {
    context.strokeStyle = style("--error");
    context.lineWidth = 2;
    context.beginPath();
    for (const node of this.left.keys()) {
      const [x, y] = this.screen[node];
      context.moveTo(x - 5, y - 5);
      context.lineTo(x + 5, y + 5);
      context.moveTo(x - 5, y + 5);
      context.lineTo(x + 5, y - 5);
    }
    context.stroke();
  }

  fitScale() {
    const box = boxOf(this.places);
    return Math.min(this.width / Math.max(box.right - box.left, 1e-9), this.height / Math.max(box.bottom - box.top, 1e-9));
  }

  drawFrame(now) {
    const context = this.context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.layer.width || !this.layer.height) return;
    const { scale, x, y } = this.layerView || this.view;
    const grown = this.view.scale / scale;
    context.setTransform(grown, 0, 0, grown, (x - this.view.x) * this.view.scale * this.ratio, (y - this.view.y) * this.view.scale * this.ratio);
    context.drawImage(this.layer, 0, 0);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (this.layerView && this.layerView !== this.view) return; // the rest follows when it is redrawn
    const age = (now - this.freshSince) / fade;
    if (this.fresh.length && age < 1 && !this.compared && this.screen) {
      context.strokeStyle = style("--accent");
      context.lineWidth = 3;
      context.globalAlpha = 0.5 * (1 - Math.max(0, age)) ** 2;
      context.beginPath();
      for (const [a, b] of this.fresh) { context.moveTo(...this.screen[a]); context.lineTo(...this.screen[b]); }
      context.stroke();
      context.globalAlpha = 1;
      this.frame();
    }
    for (const route of new Set([this.selected, this.hovered]))
      if (route >= 0 && this.routes[route] && this.screen) {
        this.drawRoute(context, route, style("--map"), 1, 6);
        this.drawRoute(context, route, this.colours[route], 1, 3.2);
        context.fillStyle = style("--point");
        context.beginPath();
        for (const node of this.routes[route]) {
          const [x, y] = this.screen[node];
          context.moveTo(x + 3.2, y);
          context.arc(x, y, 3.2, 0, 2 * Math.PI);
        }
        context.fill();
      }
    if (this.drawing && this.cursor) this.drawCursor(context);
  }

  drawCursor(context) {
    const [x, y] = this.cursor;
    context.strokeStyle = style("--accent");
    context.lineWidth = 1.5;
    context.beginPath();
    for (const [a, b, c, d] of [[x - 12, y, x - 4, y], [x + 4, y, x + 12, y], [x, y - 12, x, y - 4], [x, y + 4, x, y + 12]]) {
      context.moveTo(a, b);
      context.lineTo(c, d);
    }
    context.stroke();
  }

  // Buckets of points, to find the nearest one to the pointer.
  index() {
    const box = boxOf(this.places);
    this.buckets = new Map();
    if (!box) return;
    this.cell = Math.max(box.right - box.left, box.bottom - box.top, 1e-9) / Math.sqrt(this.places.length);
    this.places.forEach(([x, y], i) => {
      const key = `${Math.floor(x / this.cell)},${Math.floor(y / this.cell)}`;
      if (!this.buckets.has(key)) this.buckets.set(key, []);
      this.buckets.get(key).push(i);
    });
  }

  nearest(sx, sy, reach = 14) {
    if (!this.buckets?.size) return -1;
    const x = sx / this.view.scale + this.view.x, y = sy / this.view.scale + this.view.y;
    const cells = Math.min(6, Math.ceil(reach / this.view.scale / this.cell));
    let best = -1, least = (reach / this.view.scale) ** 2;
    for (let i = -cells; i <= cells; ++i)
      for (let j = -cells; j <= cells; ++j)
        for (const node of this.buckets.get(`${Math.floor(x / this.cell) + i},${Math.floor(y / this.cell) + j}`) || []) {
          const distance = (this.places[node][0] - x) ** 2 + (this.places[node][1] - y) ** 2;
          if (distance < least) { least = distance; best = node; }
        }
    return best;
  }

  place(sx, sy) {
    this.onPlace(sx / this.view.scale + this.view.x, -(sy / this.view.scale + this.view.y));
  }

  hover(node, sx, sy) {
    const route = node > 0 && this.routeOf.has(node) ? this.routeOf.get(node) : -1;
    if (route !== this.hovered) {
      this.hovered = route;
      this.onHover(route);
      this.frame();
    }
    this.tip.style.display = node >= 0 ? "block" : "none";
    if (node < 0) return;
    const load = this.problem.demands?.[node];
    this.tip.textContent = node === 0 ? "depot"
      : `customer ${this.problem.label(node)}${load ? ` · demand ${load}` : ""}${route >= 0 ? ` · route ${route + 1}` : ""}${this.left.has(node) ? ` · left out: ${this.left.get(node)}` : ""}`;
    this.tip.style.left = `${Math.min(sx + 14, this.width - this.tip.offsetWidth - 6)}px`;
    this.tip.style.top = `${Math.max(4, sy - 34)}px`;
  }
}

export function style(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function boxOf(places) {
  if (!places.length) return null;
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of places) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

// Undirected edges as numbers: fewer bytes than strings, and exact up to 67 million nodes.
const shift = 2 ** 26;

export function edgesOf(routes, depot = false) {
  const edges = new Set();
  for (const route of routes) {
    let before = depot ? 0 : route[0];
    for (const node of route) {
      if (node !== before) edges.add(Math.min(before, node) * shift + Math.max(before, node));
      before = node;
    }
    if (depot && route.length) edges.add(before);
  }
  return edges;
}

function nodesOf(edge) {
  return [Math.floor(edge / shift), edge % shift];
}
