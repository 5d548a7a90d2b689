// Cost against time: a falling step curve for each run, with the policy's first answer marked.

import { style } from "./map.js";

export class Chart {
  constructor(canvas) {
    this.canvas = canvas;
    this.series = [];
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  // Each {trace, until, second, policy}: the points, until when the last cost is drawn, whether it is
  // the compared run, and the policy's best rollout if that was no improvement.
  show(series) {
    this.series = series.filter((one) => one.trace.length);
    this.draw();
  }

  draw() {
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    if (!this.series.length || !width) return;
    const context = this.canvas.getContext("2d");
    context.scale(ratio, ratio);
    const costs = this.series.flatMap((one) => [...one.trace.map((point) => point.cost), ...(one.policy && !one.second ? [one.policy] : [])]);
    const least = Math.min(...costs), most = Math.max(...costs);
    const end = Math.max(...this.series.map((one) => Math.max(one.until, one.trace.at(-1).seconds)), 0.01);
    const area = { left: 2, right: width - 4, top: 12, bottom: height - 20 };
    // Most of the fall is in the first moments, so the axis is the square root of time.
    const x = (seconds) => area.left + (area.right - area.left) * Math.sqrt(Math.max(0, seconds) / end);
    const y = (cost) => (most > least ? area.top + ((area.bottom - area.top) * (most - cost)) / (most - least) : (area.top + area.bottom) / 2);
    this.drawAxis(context, area, end, x);
    for (const one of this.series) this.drawSeries(context, one, area, x, y);
  }

  drawAxis(context, area, end, x) {
    context.strokeStyle = style("--line");
    context.fillStyle = style("--soft");
    context.font = "11px system-ui, sans-serif";
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(area.left, area.bottom + 0.5);
    context.lineTo(area.right, area.bottom + 0.5);
    context.stroke();
    let free = -Infinity;
    for (const share of [0, 0.04, 0.25, 0.56, 1]) {
      const seconds = share * end;
      const text = `${seconds >= 10 ? seconds.toFixed(0) : seconds >= 1 ? seconds.toFixed(1) : seconds.toFixed(2)} s`;
      const wide = context.measureText(text).width;
      const at = Math.min(Math.max(area.left, x(seconds) - wide / 2), area.right - wide);
      if (at < free) continue;
      context.fillText(text, at, area.bottom + 15);
      free = at + wide + 12;
    }
  }

  drawSeries(context, { trace, until, second, policy }, area, x, y) {
    context.strokeStyle = style(second ? "--mark" : "--accent");
    context.lineWidth = second ? 1.5 : 2;
    context.setLineDash(second ? [5, 4] : []);
    context.beginPath();
    context.moveTo(x(trace[0].seconds), y(trace[0].cost));
    for (let i = 1; i < trace.length; ++i) {
      context.lineTo(x(trace[i].seconds), y(trace[i - 1].cost));
      context.lineTo(x(trace[i].seconds), y(trace[i].cost));
    }
    context.lineTo(x(Math.max(until, trace.at(-1).seconds)), y(trace.at(-1).cost));
    context.stroke();
    context.setLineDash([]);
    if (second) return;
    const drawn = trace.find((point) => point.stage === "policy");
    if (drawn) this.mark(context, area, x(drawn.seconds), y(drawn.cost), "policy's first answer");
    else if (policy) this.level(context, area, y(policy));
  }

  mark(context, area, px, py, text) {
    context.fillStyle = style("--mark");
    context.beginPath();
    context.arc(px, py, 4.5, 0, 2 * Math.PI);
    context.fill();
    context.font = "12px system-ui, sans-serif";
    context.fillText(text, Math.min(px + 9, area.right - context.measureText(text).width), Math.max(py - 6, area.top));
  }

  // The policy's first answer was more expensive than the best known: a line without a time.
  level(context, area, py) {
    context.strokeStyle = context.fillStyle = style("--mark");
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(area.left, py);
    context.lineTo(area.right, py);
    context.stroke();
    context.setLineDash([]);
    context.font = "12px system-ui, sans-serif";
    const text = "policy's first answer";
    context.fillText(text, area.right - context.measureText(text).width, py + (py > area.top + 14 ? -5 : 14));
  }
}
