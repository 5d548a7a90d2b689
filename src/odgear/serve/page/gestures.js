// Gestures on the map: moving, zooming, pointing, drawing; by mouse, touch and keyboard.

export function listen(map) {
  const canvas = map.canvas;
  const pointers = new Map();
  let moved = 0, last = null;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    moved = 0;
    last = at(event);
    if (map.drawing && pointers.size === 1) map.place(...last);
    else canvas.classList.add("dragging");
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = at(event);
    if (!pointers.has(event.pointerId)) return map.drawing ? undefined : map.hover(map.nearest(...now), ...now);
    const before = pointers.get(event.pointerId);
    if (pointers.size === 2) {
      const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      map.zoom(Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1])), other);
    } else if (map.drawing) {
      if (Math.hypot(now[0] - last[0], now[1] - last[1]) > 16) { map.place(...now); last = now; }
    } else {
      moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
      map.pan(now[0] - before[0], now[1] - before[1]);
    }
    pointers.set(event.pointerId, now);
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove("dragging");
    if (event.type === "pointerup" && moved < 4 && !map.drawing) {
      const node = map.nearest(...at(event));
      map.onSelect(node > 0 && map.routeOf.has(node) ? map.routeOf.get(node) : -1);
    }
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => map.hover(-1));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    map.zoom(Math.exp(-event.deltaY * 0.0015), at(event));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => key(map, event));
}

function key(map, event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (map.drawing && (step || event.key === "Enter")) {
    map.cursor ||= [map.width / 2, map.height / 2];
    if (step) map.cursor = [map.cursor[0] + 12 * step[0], map.cursor[1] + 12 * step[1]];
    else map.place(...map.cursor);
    map.frame();
  } else if (step) map.pan(-40 * step[0], -40 * step[1]);
  else if (event.key === "+" || event.key === "=") map.zoom(1.25);
  else if (event.key === "-") map.zoom(0.8);
  else if (event.key === "0") map.fit();
  else if (event.key === "Escape") map.onSelect(-1);
  else return;
  event.preventDefault();
}
