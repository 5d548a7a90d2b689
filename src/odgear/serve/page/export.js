// Downloads, which the server writes.

import * as client from "./client.js";

const types = { sol: "text/plain", csv: "text/csv", geojson: "application/geo+json", svg: "image/svg+xml", html: "text/html" };

export async function save(run, format) {
  const text = await client.getSolution(run.id, format);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: types[format] }));
  link.download = `${(run.name || "routes").replace(/[^\w.-]+/g, "_")}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
