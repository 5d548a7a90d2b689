"""The policy network in numpy, written from docs/network.md alone: rich features, backbone gat."""

import numpy as np


def silu(x):
    return x / (1 + np.exp(-x))


class Graph:
    """Rows of edges: a list of targets for each node, the depot first in a customer's row."""

    def __init__(self, coordinates, demands, capacity, neighbors):
        n = len(coordinates)
        low, high = coordinates.min(0), coordinates.max(0)
        self.p = (coordinates - low) / (high - low).max()
        self.q = demands / capacity
        self.d = np.linalg.norm(self.p[:, None] - self.p[None], axis=2)
        near = [sorted((j for j in range(1, n) if j != i), key=lambda j: (self.d[i, j], j))
                for i in range(n)]
        five = min(5, n - 2)
        self.five = [row[:five] for row in near]
        self.s = np.maximum(1e-6, [np.mean(self.d[i, near[i][:five]]) for i in range(n)])
        self.rows = [list(range(1, n))] + [[0] + row[:neighbors] for row in near[1:]]
        offset, r = self.p - self.p[0], self.d[0]
        self.unit = np.divide(offset, r[:, None], out=np.zeros_like(offset), where=r[:, None] > 0)

    def node_features(self):
        n = len(self.p)
        return np.c_[self.p, self.q, np.arange(n) == 0, self.p - self.p[0], self.d[0], self.unit,
                     self.s * np.sqrt(n - 1)]

    def edge_features(self, i):
        to, d, r = np.array(self.rows[i]), self.d, self.d[0]
        one, home = np.ones(len(to)), np.array(self.rows[i]) == 0
        rank = 0 * one if i == 0 else np.arange(len(to)) / 20
        cosine = self.unit[to] @ self.unit[i]
        sine = np.abs(self.unit[i, 0] * self.unit[to, 1] - self.unit[i, 1] * self.unit[to, 0])
        flat = home | (i == 0)
        return np.c_[d[i, to], one * (i == 0), home, d[i, 0] + d[0, to] - d[i, to], one * self.q[i],
                     self.q[to], rank, np.minimum(d[i, to] / self.s[i], 20) / 10,
                     np.where(flat, 1, cosine), np.where(flat, 0, sine), one * r[i], r[to]]


def encode(w, a, graph, attention):
    """Node embeddings, and the embeddings of each row's edges."""
    n, layers, heads = len(graph.p), a["layers"], a["heads"]
    h = silu(graph.node_features() @ w["node.weight"].T + w["node.bias"])
    e = [silu(graph.edge_features(i) @ w["edge.weight"].T + w["edge.bias"]) for i in range(n)]
    for k in range(layers):
        name = f"layers.{k}."
        width = a["units"] if k + 1 == layers else a["units"] // heads
        z = (h @ w[name + "project.weight"].T).reshape(n, heads, width)
        m = np.zeros((n, heads, width))
        for i in range(n):
            to = graph.rows[i] if i == 0 else graph.rows[i][:1 + attention]
            edges = e[i][:len(to)]
            score = ((w[name + "source"] * z[i]).sum(1) + (w[name + "target"] * z[to]).sum(2)
                     + edges @ w[name + "edge"].T)
            score = np.where(score > 0, score, 0.2 * score)
            share = np.exp(score - score.max(0))
            share /= share.sum(0)
            m[i] = np.einsum("jh,jhw->hw", share, z[to])
            if a["edge_messages"]:
                m[i] += np.einsum("hwd,hd->hw", w[name + "message.weight"], share.T @ edges)
        m = silu(m.mean(1) if k + 1 == layers else m.reshape(n, -1))
        m = (m - m.mean(0)) / np.sqrt(m.var(0) + 1e-5)
        h = h + m * w[name + "norm.weight"] + w[name + "norm.bias"]
    return h, e


def logits(w, a, h, e, i, to):
    """[edges of row i, 1 + state terms]"""
    f = silu(h[i] @ w["decoder.source.weight"].T + h[to] @ w["decoder.target.weight"].T
             + e[i][:len(to)] @ w["decoder.edge.weight"].T + w["decoder.bias"])
    if a["decoder_hidden"] == 2:
        f = silu(f @ w["decoder.hidden.weight"].T + w["decoder.hidden.bias"])
    x = f @ w["decoder.out.weight"].T + w["decoder.out.bias"]
    return a["bound"] * np.tanh(x / a["bound"]) if a["bound"] else x


def step_probabilities(w, a, coordinates, demands, capacity, attention, decoding):
    """Like Policy.edge_probabilities: a vehicle at its first customer, with no other customer visited."""
    n = len(coordinates)
    attention, decoding = min(attention, n - 2), min(decoding, n - 2)
    graph = Graph(coordinates, demands, capacity, max(attention, decoding))
    h, e = encode(w, a, graph, attention)
    result = {}
    for i in range(n):
        to = graph.rows[i] if i == 0 else graph.rows[i][:1 + decoding]
        rest = 1 - graph.q[i] if i else 1.0
        weight = np.where(np.arange(n) > 0, 1e-10, 0)
        for j, x in zip(to, logits(w, a, h, e, i, to)):
            logit = x[0]
            if len(x) > 1:
                if i and j:
                    logit += (i in graph.five[j]) / len(graph.five[j]) * x[2]
                if i:
                    logit += (rest - 0.5) * x[1] + max(0.0, 0.3 - rest) / 0.3 * x[3]
            weight[j] = np.exp(logit)
        weight[1:][demands[1:] > capacity - (demands[i] if i else 0)] = 0
        weight[i] = 0
        result.update({(i, j): weight[j] / weight.sum() for j in to if weight[j] > 0})
    return result
