"use strict";
// Zoom on a click, search, and a line that tells of the frame below the pointer. Without it the picture still shows all.
(() => {
  const root = document.documentElement;
  const [width, margin, advance] = ["width", "margin", "advance"].map((name) => Number(root.dataset[name]));
  const part = (id) => document.getElementById(id);
  const frames = [...document.querySelectorAll(".frame")].map((group) => {
    const [start, weight, depth] = ["start", "weight", "depth"].map((name) => Number(group.dataset[name]));
    const title = group.querySelector("title").textContent;
    const [rectangle, text] = [group.querySelector("rect"), group.querySelector("text")];
    return { group, rectangle, text, title, name: title.slice(0, title.lastIndexOf(" (")), start, end: start + weight, depth };
  });
  const all = frames[0];
  let zoomed = all;
  let pattern = null;

  // The same as `label` of the writer.
  function label(name, room) {
    const letters = Math.floor((room - 6) / advance);
    for (let rest = name; ; ) {
      if (rest.length <= letters) return rest;
      const dot = rest.indexOf(".");
      const bracket = rest.indexOf("(");
      if (dot < 0 || (bracket >= 0 && bracket < dot)) return letters < 3 ? "" : rest.slice(0, letters - 1) + "…";
      rest = rest.slice(dot + 1);
    }
  }

  function zoom(target) {
    zoomed = target;
    const scale = width / (target.end - target.start);
    for (const frame of frames) {
      const isCaller = frame.depth < target.depth && frame.start <= target.start && frame.end >= target.end;
      const isInside = frame.depth >= target.depth && frame.start >= target.start && frame.end <= target.end;
      frame.group.classList.toggle("hidden", !isCaller && !isInside);
      frame.group.classList.toggle("caller", isCaller);
      const left = isCaller ? 0 : (frame.start - target.start) * scale;
      const room = isCaller ? width : (frame.end - frame.start) * scale;
      frame.rectangle.setAttribute("x", margin + left);
      frame.rectangle.setAttribute("width", room);
      frame.text.setAttribute("x", margin + left + 3);
      frame.text.textContent = label(frame.name, room);
    }
    part("reset").classList.toggle("hidden", target === all);
    count();
  }

  function search() {
    const asked = prompt("Methods whose names contain (a regular expression):", pattern ? pattern.source : "");
    if (asked === null) return;
    try {
      pattern = asked ? new RegExp(asked, "i") : null;
    } catch {
      pattern = new RegExp(asked.replace(/[^\w\s]/g, "\\$&"), "i");
    }
    for (const frame of frames) frame.group.classList.toggle("found", frame !== all && pattern !== null && pattern.test(frame.name));
    count();
  }

  // Share of the found frames of what is shown; a found frame counts for those that lie on it.
  function count() {
    let end = zoomed.start;
    let sum = 0;
    const found = frames.filter(({ group }) => group.classList.contains("found") && !group.classList.contains("hidden"));
    found.sort((a, b) => a.start - b.start || b.end - a.end);
    for (const frame of found) {
      sum += Math.max(0, Math.min(frame.end, zoomed.end) - Math.max(frame.start, end));
      end = Math.max(end, Math.min(frame.end, zoomed.end));
    }
    part("found").textContent = pattern ? `found: ${((100 * sum) / (zoomed.end - zoomed.start)).toFixed(2)} %` : "";
  }

  function clear() {
    pattern = null;
    for (const { group } of frames) group.classList.remove("found");
    zoom(all);
  }

  for (const frame of frames) {
    frame.group.addEventListener("click", () => zoom(frame));
    frame.group.addEventListener("mouseenter", () => (part("detail").textContent = frame.title));
    frame.group.addEventListener("mouseleave", () => (part("detail").textContent = ""));
  }
  part("reset").addEventListener("click", () => zoom(all));
  part("search").addEventListener("click", search);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") clear();
    if (event.key === "F3" || (event.key === "f" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      search();
    }
  });
  part("search").classList.remove("hidden");
})();
