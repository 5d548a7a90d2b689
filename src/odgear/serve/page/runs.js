// The runs of this visit: each has a job and its results so far.

import * as client from "./client.js";

export class Run {
  constructor(job, problem) {
    this.id = job.id;
    this.problem = problem;
    this.edges = null;
    this.trace = [];
    this.routes = [];
    this.unassigned = [];
    this.take(job);
  }

  get live() {
    return this.status === "queued" || this.status === "running";
  }

  get cost() {
    return this.trace.at(-1)?.cost ?? this.bestCost ?? null;
  }

  // For a rich problem: the path of each vehicle, including depots.
  get paths() {
    return this.vehicles?.map((vehicle) => vehicle.path) ?? null;
  }

  // A description of the job, or an event about it.
  take(job) {
    this.status = job.status;
    for (const key of ["time_limit", "name", "customers", "mode", "notices", "error", "waited", "stage", "routes", "seconds", "solve_seconds", "rollouts", "vehicles", "unassigned"])
      if (job[key] !== undefined) this[key] = job[key];
    if (job.cost !== undefined) this.bestCost = job.cost;
    if (job.edges) this.hasEdges = true;
    if (job.id) this.trace = job.trace || [];
    else if (job.trace) this.trace = mergeTraces(this.trace, job.trace);
    if (this.status === "running" && !this.started) this.started = performance.now() - 1000 * (job.seconds || 0);
  }

  // Follows the job to its end; calls changed() after each update.
  async follow(changed) {
    this.stopper = new AbortController();
    await client.watchJob(this.id, (_, data) => {
      this.take(data);
      changed(this);
    }, this.stopper.signal);
  }

  leave() {
    this.stopper?.abort();
  }

  elapsed() {
    if (!this.live) return this.solve_seconds ?? this.trace.at(-1)?.seconds ?? 0;
    return this.started ? Math.min(this.time_limit, (performance.now() - this.started) / 1000) : 0;
  }
}

function mergeTraces(known, more) {
  const last = known.at(-1)?.seconds ?? -1;
  const cost = known.at(-1)?.cost ?? Infinity;
  return known.concat(more.filter((point) => point.seconds >= last && point.cost < cost));
}
