// Calls to the server. Events are read by fetch instead of an EventSource, because fetch can send a token.

const tokenKey = "odgear-token";

export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

let askToken = async () => null;

export function onTokenNeeded(ask) {
  askToken = ask;
}

async function call(path, options = {}) {
  for (;;) {
    const headers = { ...options.headers };
    const token = sessionStorage.getItem(tokenKey);
    if (token) headers.Authorization = `Bearer ${token}`;
    let response;
    try {
      response = await fetch(path, { ...options, headers });
    } catch (failure) {
      if (failure.name === "AbortError") throw failure;
      throw new ServerError(0, "The server does not answer.");
    }
    if (response.ok) return response;
    if (response.status === 401) {
      const given = await askToken();
      if (given) {
        sessionStorage.setItem(tokenKey, given);
        continue;
      }
    }
    throw new ServerError(response.status, await messageOf(response));
  }
}

async function messageOf(response) {
  const text = await response.text();
  try {
    return JSON.parse(text).error || text;
  } catch {
    return text || `The server answered ${response.status}.`;
  }
}

export async function createJob(request) {
  const response = await call("jobs", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  return response.json();
}

export const getJob = async (id) => (await call(`jobs/${id}`)).json();
export const getInstance = async (id) => (await call(`jobs/${id}/instance`)).json();
export const getVrp = async (id) => (await call(`jobs/${id}/instance?format=vrp`)).text();
export const getEdges = async (id) => (await call(`jobs/${id}/edges`)).json();
export const cancelJob = async (id) => (await call(`jobs/${id}`, { method: "DELETE" })).json();
export const getSolution = async (id, format) => (await call(`jobs/${id}?format=${format}`)).text();

// Calls take(name, data) for each event until the job has ended. A broken stream is opened again;
// each stream begins with the state of the job.
export async function watchJob(id, take, signal) {
  for (let failures = 0; ; ) {
    try {
      const response = await call(`jobs/${id}/events`, { signal });
      for await (const { name, data } of eventsOf(response.body)) {
        failures = 0;
        take(name, data);
        if (name === "end") return;
      }
    } catch (failure) {
      if (signal.aborted) return;
      if (failure instanceof ServerError && failure.status !== 0 && failure.status !== 503) throw failure;
      if (++failures > 20) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(200 * (failures + 1), 2000)));
    if (signal.aborted) return;
  }
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const fields = {};
      for (const line of text.slice(0, end).split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
      if (fields.event) yield { name: fields.event, data: JSON.parse(fields.data) };
    }
  }
}
