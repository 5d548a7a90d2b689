// What can be taken away: the server writes .sol, GeoJSON and SVG; the table is made here.

import * as client from "./client.js";

const types = { sol: "text/plain", csv: "text/csv", geojson: "application/geo+json", svg: "image/svg+xml" };

export async function save(run, format) {
  const text = format === "csv" ? table(run) : await client.getSolution(run.id, format);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: types[format] }));
  link.download = `${(run.name || "routes").replace(/[^\w.-]+/g, "_")}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function table(run) {
  const lines = ["route,stop,customer,x,y,demand,load"];
  run.routes.forEach((route, r) => {
    let load = 0;
    route.forEach((node, i) => {
      const [x, y] = run.problem.points[node] || ["", ""];
      const demand = run.problem.demands[node] || 0;
      load += demand;
      lines.push([r + 1, i + 1, run.problem.label(node), x, y, demand, load].join(","));
    });
  });
  return lines.join("\n") + "\n";
}
