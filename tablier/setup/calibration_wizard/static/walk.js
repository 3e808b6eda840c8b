// The wizard's page: shows the live picture with the floor's corners, and sends the person's requests to the desk.

import { reading, readNext, say, sentence, speak } from "../words.js";

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PICTURE_EVERY = 500; // ms
const STATE_EVERY = 700;
const one = (selector) => document.querySelector(selector);
const stage = one("#stage"), picture = one("#picture"), lines = one("#lines");

const settings = await (await fetch("settings.json")).json(); // {language, languages}
let language = reading(settings);
let state = null;
let corners = null; // The floor's corners as shown: from the desk, or as the person moves them.
let held = -1; // The corner being dragged.
let moved = 0; // How often a corner was moved.
let known = 0; // How many of these moves the desk has answered; its corners from before that are outdated.
let refused = []; // Why the last request was refused, until the next one.
let away = false; // Whether the last request got no answer.
let over = false;

const handles = [0, 1, 2, 3].map((number) => {
  const handle = document.createElement("button");
  handle.className = "corner";
  handle.type = "button";
  handle.hidden = true;
  handle.addEventListener("pointerdown", (event) => {
    held = number;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (held !== number) return;
    const box = stage.getBoundingClientRect();
    move(number, ((event.clientX - box.left) / box.width) * state.size[0], ((event.clientY - box.top) / box.height) * state.size[1]);
  });
  for (const ended of ["pointerup", "pointercancel"]) {
    handle.addEventListener(ended, () => {
      if (held === number) placed();
      held = -1;
    });
  }
  handle.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    move(number, corners[number][0] + step[0] * far, corners[number][1] + step[1] * far);
    clearTimeout(handle.waiting);
    handle.waiting = setTimeout(placed, 250);
  });
  one("#corners").append(handle);
  return handle;
});

function move(number, x, y) {
  const [width, height] = state.size;
  corners = corners.map((corner, other) =>
    other === number ? [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)] : corner);
  moved += 1;
  stage.classList.add("by-hand");
  draw();
}

function placed() {
  return wish({ wish: "place", corners });
}

// Map a place of the floor (0 to 1 across and down) into the picture, by the homography of the four corners.
function seen(across, down) {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
  const ux = bx - cx, uy = by - cy, vx = dx - cx, vy = dy - cy, wx = ax - bx + cx - dx, wy = ay - by + cy - dy;
  const whole = ux * vy - vx * uy;
  const g = (wx * vy - vx * wy) / whole, h = (ux * wy - wx * uy) / whole;
  const under = g * across + h * down + 1;
  return [
    ((bx - ax + g * bx) * across + (dx - ax + h * dx) * down + ax) / under,
    ((by - ay + g * by) * across + (dy - ay + h * dy) * down + ay) / under,
  ];
}

function draw() {
  const shown = state.step === "board" && corners !== null && state.size !== null;
  for (const handle of handles) handle.hidden = !shown;
  lines.replaceChildren();
  if (!shown) return;
  const [width, height] = state.size;
  lines.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const add = (points) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    line.setAttribute("points", points.map((point) => point.join(",")).join(" "));
    lines.append(line);
  };
  add([...corners, corners[0]]);
  for (const x of [(1 - state.bar) / 2, (1 + state.bar) / 2]) add([seen(x, 0), seen(x, 1)]);
  corners.forEach(([x, y], number) => {
    handles[number].style.left = `${(100 * x) / width}%`;
    handles[number].style.top = `${(100 * y) / height}%`;
    handles[number].setAttribute("aria-label", `${say(`walk.angle.${number}`)}, ${Math.round(x)}, ${Math.round(y)}`);
  });
}

const buttons = new Map(); // The cases' buttons, by row and column.
let chosen = null; // The case being corrected, by row and column.
const nameOf = (one) => `${one.row} ${one.column}`;
const caseOf = (one) => say(`walk.case.${one.row}`, { column: one.column });

// Show the cases that were read: a button over each, and the controls to correct the chosen one.
function drawCases() {
  const known = new Map(state.cases.map((one) => [nameOf(one), one]));
  const open = state.step === "learnt" || state.step === "check";
  for (const one of state.cases) if (!buttons.has(nameOf(one))) buttons.set(nameOf(one), caseButton(nameOf(one)));
  for (const [name, button] of buttons) {
    const one = known.get(name);
    button.hidden = !one || !open;
    if (!one) continue;
    button.style.left = `${(100 * one.place[0]) / state.size[0]}%`;
    button.style.top = `${(100 * one.place[1]) / state.size[1]}%`;
    button.style.width = `${(100 * wideness(known, one)) / state.size[0]}%`;
    const set = say(`walk.case.${one.colour}`);
    button.setAttribute("aria-label", say("walk.case.read", { case: caseOf(one), dames: one.count ? `${one.count} ${set}` : set }));
    button.setAttribute("aria-pressed", String(name === chosen));
  }
  const one = open ? known.get(chosen) : undefined;
  document.querySelector("#case").hidden = !one;
  if (!one) return;
  document.querySelector("#case-name").textContent = caseOf(one);
  document.querySelector("#case-count").textContent = one.count;
  for (const button of document.querySelectorAll("#case [data-colour]")) {
    button.setAttribute("aria-pressed", String(button.dataset.colour === one.colour));
  }
}

// The width of a case in pixels of the picture: the distance to the next case of its row.
function wideness(known, { row, column, place }) {
  const next = known.get(`${row} ${column % 6 ? column + 1 : column - 1}`);
  return next ? Math.hypot(next.place[0] - place[0], next.place[1] - place[1]) : 24;
}

function caseButton(name) {
  const button = document.createElement("button");
  button.className = "case";
  button.type = "button";
  button.addEventListener("click", () => {
    chosen = chosen === name ? null : name;
    drawCases();
  });
  one("#cases").append(button);
  return button;
}

// Give the chosen case another set or number; an empty case has no dames, any other has at least one.
function correct(colour, more) {
  const one = state.cases.find((each) => nameOf(each) === chosen);
  if (!one) return;
  const count = colour === "none" ? 0 : Math.min(Math.max(one.count + more, colour ? 1 : 0), 15);
  const set = count === 0 ? "none" : colour ?? (one.colour === "none" ? "light" : one.colour);
  Object.assign(one, { colour: set, count }); // The next press starts from these values.
  drawCases();
  wish({ wish: "correct", row: one.row, column: one.column, colour: set, count });
}

for (const button of document.querySelectorAll("#case [data-colour]")) {
  button.addEventListener("click", () => correct(button.dataset.colour, 0));
}
for (const button of document.querySelectorAll("#case [data-add]")) {
  button.addEventListener("click", () => correct(null, Number(button.dataset.add)));
}

// The corners to start from when none are found: a frame in the middle.
function some([width, height]) {
  return [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]].map(([x, y]) => [x * width, y * height]);
}

// Put a message of the desk into words. {say, values}: a phrase's key and its values, which may be messages again.
function told({ say: key, values }) {
  const word = (value) => {
    if (Array.isArray(value)) return value.map(told).join(", ");
    return typeof value === "number" ? value.toLocaleString(language, { useGrouping: false }) : value;
  };
  return say(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(value)])));
}

const whole = (one) => `${sentence(told(one))}.`;

// Show what is wrong with the picture or the last request. An unchanged text is not read out again.
function drawTrouble() {
  const wrong = refused.length ? refused : state?.trouble ? [state.trouble] : [];
  const text = away ? say("walk.unanswered") : wrong.map(whole).join(" ");
  if (one("#trouble").textContent !== text) one("#trouble").textContent = text;
}

function drawWords() {
  document.title = `Tablier · ${say("walk.title")}`;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute(element.tagName === "IMG" ? "alt" : "aria-label", say(element.dataset.label));
  }
  if (state) show(state, known);
}

// Show the desk's state, which was requested when the desk knew of `then` moves.
function show(next, then) {
  if (state?.step !== next.step) chosen = null;
  state = next;
  away = false;
  const lens = state.lens;
  for (const section of document.querySelectorAll("section")) section.hidden = section.dataset.for !== state.step;
  for (const item of document.querySelectorAll("#steps li")) {
    if (item.dataset.step.split(" ").includes(state.step)) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
  drawTrouble();
  if (held < 0 && then === moved) {
    corners = state.corners ?? (state.size ? corners ?? some(state.size) : null);
    stage.classList.toggle("by-hand", state.by_hand || state.corners === null);
  }
  one("#no-lens").hidden = !lens.known;
  one("#lens-known").hidden = !lens.known;
  one("#views").max = lens.wanted;
  one("#views").value = lens.views;
  one("#lens-said").textContent = [
    say("walk.chart.count", lens),
    say(lens.seen ? "walk.chart.seen" : "walk.chart.unseen"),
    lens.missing.length ? told({ say: "walk.chart.wanting", values: { cells: lens.missing } })
      : say(lens.enough ? "walk.chart.enough" : "walk.chart.tilt"),
  ].join(" ");
  one("#measured").disabled = !lens.enough;
  one("#dames").textContent = state.dames.light === undefined ? "" : say("walk.dames", state.dames);
  one("#remarks").replaceChildren(...state.remarks.map((remark) => {
    const item = document.createElement("li");
    item.textContent = whole(remark);
    return item;
  }));
  one("#throw").textContent = say("walk.throw", { number: Math.min(state.throw + 1, state.throws), of: state.throws });
  one("#dice").textContent = state.dice.length ? say("walk.dice", { dice: state.dice.join(", ") }) : say("walk.dice.none");
  one("#kept").textContent = state.file === null ? "" : say("walk.kept", { file: state.file });
  over = state.step === "kept";
  draw();
  drawCases();
}

let wishes = Promise.resolve(); // Settles with the last request, so that requests are sent one after another.

function wish(wished) {
  const then = moved;
  wishes = wishes.then(() => tell(wished, then));
  return wishes;
}

async function tell(wished, then) {
  try {
    const answer = await fetch("wish", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wished),
    });
    const said = await answer.json();
    away = false;
    // An error from the page's guard is plain text, not a phrase.
    refused = answer.ok ? [] : [said.error].flat().map((error) => (error.say ? error : { say: "walk.refused", values: { error } }));
    if (wished.wish === "place") known = then;
    if (answer.ok) show(said, known);
  } catch {
    away = true;
    known = then; // The desk did not get the move; its next state has the valid corners.
  }
  drawTrouble();
  look();
}

for (const button of document.querySelectorAll("[data-wish]")) {
  button.addEventListener("click", () => {
    // Corners shown but never moved count as placed, as the person has seen where they are.
    if (known < moved || (button.dataset.wish === "learn" && state?.corners === null && corners)) placed();
    wish({ wish: button.dataset.wish });
  });
}

function look() {
  if (!over || state === null) picture.src = `picture.jpg?${Date.now()}`;
}

async function ask() {
  try {
    const then = known;
    show(await (await fetch("state.json")).json(), then);
  } catch {
    away = !over;
    drawTrouble();
  }
  if (!over) setTimeout(ask, STATE_EVERY);
}

picture.addEventListener("load", () => setTimeout(look, PICTURE_EVERY));
picture.addEventListener("error", () => setTimeout(look, 4 * PICTURE_EVERY));
one("#language").addEventListener("click", async () => {
  language = await readNext(language, settings);
  drawWords();
});

await speak(language);
drawWords();
ask();
look();
