// The live camera, with vision's reading drawn over the picture.

import { node, svg } from "./elements.js";
import { memory, say } from "./words.js";

const TURN = 700;
const TURN_WITHOUT = 3000;
const SURE = 0.85;

// Shows the camera in a <details> while it is open, until the page is closed.
export function watch(details) {
  const picture = node("img", { alt: say("page.camera") });
  const over = svg("svg", { class: "read", "aria-hidden": "true" });
  const told = node("p", { class: "quiet", role: "status" });
  const box = node("input", { type: "checkbox", checked: memory.read !== "no" });
  box.addEventListener("change", () => {
    memory.read = box.checked ? "yes" : "no";
    look();
  });
  details.hidden = false;
  details.replaceChildren(
    node("summary", {}, say("page.camera")),
    node("div", { class: "film" }, picture, over),
    node("label", { class: "check" }, box, say("page.camera.read")),
    told,
  );

  // Requests the next picture only after the last one has arrived.
  let next = 0;
  const again = (time) => {
    clearTimeout(next);
    next = setTimeout(look, time);
  };
  picture.addEventListener("load", () => again(TURN));
  picture.addEventListener("error", () => again(TURN_WITHOUT));

  async function look() {
    if (!details.open) return;
    if (document.hidden) {
      again(TURN);
      return;
    }
    picture.src = `camera.jpg?${Date.now()}`;
    let read = null;
    try {
      read = box.checked ? await (await fetch("seen.json")).json() : null;
    } catch {
      return; // The page already shows that the table cannot be reached.
    }
    draw(over, read);
    told.textContent = read ? words(read) : "";
  }
  details.addEventListener("toggle", look);
}

// Draws a reading (docs/page.md) over a picture of its size, with dashed lines where it is unsure.
export function draw(over, read) {
  over.replaceChildren();
  if (!read) return;
  const [width, height] = read.size;
  over.classList.toggle("stale", !read.resting);
  over.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const mark = height / 40;
  if (read.corners.length) over.append(svg("polygon", { points: read.corners.join(" "), class: "floor" }));
  for (const one of read.cases) {
    const wrong = one.count !== one.expected && !(one.at_least && one.count < one.expected);
    const sure = one.confidence >= SURE ? "" : " unsure";
    const [x, y] = middle(one.outline.slice(0, 2), one.outline.slice(2));
    over.append(
      svg("polygon", { points: one.outline.join(" "), class: `case ${one.colour}${wrong ? " wrong" : ""}${sure}` }),
      label(x, y, mark, `${one.count}${one.at_least ? "+" : ""}${wrong ? `≠${one.expected}` : ""}`),
    );
  }
  for (const die of read.dice) {
    const [x, y] = die.at;
    const sure = die.confidence >= SURE ? "" : " unsure";
    over.append(
      svg("rect", { x: x - mark, y: y - mark, width: 2 * mark, height: 2 * mark, class: `de${sure}${die.flat ? "" : " wrong"}` }),
      label(x, y - 1.9 * mark, mark, `⚂ ${die.value}`),
    );
  }
  for (const jeton of read.jetons) {
    const [x, y] = jeton.at;
    over.append(svg("circle", { cx: x, cy: y, r: mark * 0.8, class: "jeton" }), label(x, y - 1.6 * mark, mark * 0.8, String(jeton.points ?? "–")));
  }
  for (const { at: [x, y] } of read.pegs) over.append(svg("circle", { cx: x, cy: y, r: mark * 0.5, class: "peg" }));
}

function middle(near, far) {
  const all = [...near, ...far];
  const share = 0.22;
  const edge = near.reduce(([x, y], [a, b]) => [x + a / 2, y + b / 2], [0, 0]);
  const centre = all.reduce(([x, y], [a, b]) => [x + a / 4, y + b / 4], [0, 0]);
  return [edge[0] + (centre[0] - edge[0]) * share, edge[1] + (centre[1] - edge[1]) * share];
}

function label(x, y, size, text) {
  const made = svg("text", { x, y, "font-size": size * 1.3, "dominant-baseline": "central" });
  made.append(text);
  return made;
}

function words(read) {
  const said = read.troubles.map((trouble) => say(`trouble.${trouble}`));
  if (read.hands || !read.resting) said.push(say("page.camera.hands"));
  if (!said.length) said.push(say("page.camera.dice", { dice: read.dice.map((die) => die.value).join(", ") || "–", n: read.cases.length }));
  return said.join(" ");
}
