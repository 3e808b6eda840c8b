// Backgammon on the drawn board of trictrac, with its bar, the dames off, the cube and the match score.

import { arrowed, dice, disc, drawing, floor, group, mistake, numbered, wood } from "./board.js";
import { node, refill, svg } from "./elements.js";
import { BAR, CASE, DAME, HEIGHT, RAIL, places } from "./geometry.js";
import { grouped, say } from "./words.js";

const SIDES = ["blancs", "noirs"];
const OFF = 0;
const ON_BAR = 25;

// The declarations of a player here, each with the key of its button's words.
export const SAYINGS = [
  ["fausse_case", "page.bg.illegal"],
  ["coup_joue", "page.bg.played"],
  ["offer", "page.bg.double"],
  ["take", "page.bg.take"],
  ["refuse", "page.bg.refuse"],
  ["resign", "page.bg.resign"],
];
export const CUBE = ["offer", "take", "refuse", "resign"];

// Returns a play as the record and the announcements write it, in its owner's numbering.
export function written(_state, play) {
  return grouped(play.map(([start, end]) => `${start === ON_BAR ? "bar" : start}/${end === OFF ? "off" : end}`));
}

// Draws a state into a holder. play: a play to show, as [[from, to], ...]; wrong: wrong cases, as [{side, case}, ...].
export function draw(holder, state, seating, { play = null, wrong = [] } = {}) {
  const at = places(seating);
  const side = state.trait ?? "blancs";
  const drawn = drawing();
  drawn.append(wood(), floor(at), labels(at, side));
  for (const one of SIDES) drawn.append(dames(at, one, state.position[one]), off(at, one, state.position[one][OFF]));
  drawn.append(cube(at, state.cube));
  if (state.dice) drawn.append(dice(at, { ...state, trait: side }));
  const spot = (owner, number) => place(at, state, owner, number);
  const shown = play ? play.map(([from, to]) => ({ side, from, to, kind: "play" })) : (state.arrows ?? []);
  drawn.append(...shown.map((one) => arrowed(one, spot, (owner, number) => at.foot(owner, number))));
  for (const one of wrong) drawn.append(mistake(at, one.side, one.case));
  refill(holder, drawn);
}

// Numbers every case as the side to play counts it.
function labels(at, side) {
  const numbers = Array.from({ length: 24 }, (_, index) => index + 1);
  return group("labels", ...numbers.map((number) => {
    const { x, y, up } = at.foot(side, number);
    return numbered(x, y - up * 17, number);
  }));
}

function dames(at, side, counts) {
  const made = group(`dames ${side}`);
  counts.slice(0, ON_BAR).forEach((count, number) => {
    for (let rank = 0; number > OFF && rank < count; rank += 1) {
      const { x, y } = at.dame(side, number, rank, count);
      made.append(disc(x, y, side));
      if (rank === count - 1 && count > 1) made.append(numbered(x, y, count, { class: "count" }));
    }
  });
  const hit = counts[ON_BAR];
  if (hit) {
    const { x, y } = onBar(at, side);
    made.append(disc(x, y, side));
    if (hit > 1) made.append(numbered(x, y, hit, { class: "count" }));
  }
  return made;
}

function onBar(at, side) {
  return { x: RAIL + 6 * CASE + BAR / 2, y: RAIL + HEIGHT / 2 + (at.near(side) ? 1 : -1) * (DAME + 60) };
}

function outside(at, side) {
  const { y, up } = at.foot(side, 1);
  return { x: at.sideRail(true), y: y + up * 60 };
}

function off(at, side, count) {
  const { x, y } = outside(at, side);
  return count ? group(`dames ${side}`, disc(x, y, side), numbered(x, y, count, { class: "count" })) : group("dames");
}

// Draws the cube: in the middle of the bar while nobody has doubled, then with the player who may double next.
function cube(at, { value, usable, doubled_by: by, offered_by: offered }) {
  const holder = offered ?? (by === null ? null : SIDES.find((side) => side !== by));
  const y = RAIL + HEIGHT / 2 + (holder === null ? 0 : (at.near(holder) ? 1 : -1) * (HEIGHT / 2 - 50));
  const x = RAIL + 6 * CASE + BAR / 2;
  const shown = offered ? 2 * value : value;
  return svg(
    "g",
    { class: "cube", opacity: usable ? 1 : 0.35 },
    svg("rect", { x: x - 30, y: y - 30, width: 60, height: 60, rx: 9 }),
    numbered(x, y, shown === 1 ? 64 : shown, { "text-anchor": "middle", "font-size": 30, "font-weight": 700 }),
  );
}

// Returns where an arrow ends: the bar, the dames off, a case's last dame of either side, or its first place.
function place(at, state, side, number) {
  if (number === ON_BAR) return onBar(at, side);
  if (number === OFF) return outside(at, side);
  const other = side === "blancs" ? "noirs" : "blancs";
  const count = Math.max(state.position[side][number], state.position[other][25 - number], 1);
  return at.dame(side, number, count - 1, count);
}

// Draws a side's points in the match and its pip count.
export function drawScore(holder, state, side) {
  holder.className = `score ${side}${state.trait === side ? " to-play" : ""}`;
  holder.replaceChildren(
    node("h2", {}, node("span", { class: `man ${side}`, "aria-hidden": "true" }), say(`side.name.${side}`)),
    node("p", { class: "badges" }),
    node(
      "p",
      { class: "figures" },
      node("span", { class: "trous" }, String(state.match[side])),
      node("span", { class: "points" }, String(state.pips[side])),
      node("span", { class: "unit" }, say("page.bg.pips")),
    ),
  );
}

// Draws the stake: the match, the cube, the Crawford game.
export function drawStake(holder, state) {
  const match = state.match.target === null ? say("page.bg.basis") : say("page.bg.match", { points: state.match.target });
  holder.replaceChildren(
    node("h2", {}, `${say("page.bg.cube")} ${state.cube.value}`),
    node("p", { class: "quiet" }, state.crawford ? `${match} · ${say("page.bg.crawford")}` : match),
  );
}

// The two figures of a side's score: points and pips.
export function brief(state, side) {
  return [state.match[side], state.pips[side]];
}

export function final(state) {
  const { blancs, noirs, target } = state.match;
  return target !== null && Math.max(blancs, noirs) >= target ? [Math.min(blancs, target), Math.min(noirs, target)] : null;
}

// Lists a side's dames by case in words, for people who do not see the drawing.
export function held(state, side) {
  const name = (number) => (number === ON_BAR ? say("page.bg.bar") : number === OFF ? say("page.bg.off") : String(number));
  return state.position[side].map((count, number) => [name(number), count]);
}
