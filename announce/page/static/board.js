// Draws the tablier like a real one. Each drawing shows one state and remembers nothing.

import { refill, svg as element } from "./elements.js";
import { BAR, CASE, DAME, FLECHE, FULL, HEIGHT, RAIL, WIDTH, places } from "./geometry.js";
import { grouped, say } from "./words.js";

const SIDES = ["blancs", "noirs"];
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const FILLED = { petit_jan: [1, 6], grand_jan: [7, 12], jan_de_retour: [19, 24] };

export function group(name, ...children) {
  return element("g", { class: name }, ...children);
}

// Returns an empty drawing of the size of a tablier.
export function drawing() {
  return element("svg", {
    viewBox: `0 0 ${FULL[0]} ${FULL[1]}`,
    role: "img",
    "aria-label": say("page.board.label"),
    "aria-describedby": "position",
  });
}

// Draws a state into a holder, with its arrows.
// lit: the jans to show; play: a play to show instead of the arrows, as [[from, to], ...];
// wrong, right: the cases to mark so, as [{side, case}, ...]; over: draws more on top, given the places.
export function draw(holder, state, seating, { lit = [], play = null, wrong = [], right = [], over = null } = {}) {
  const at = places(seating);
  const svg = drawing();
  svg.append(wood(), floor(at), holes(at), labels(at));
  for (const jan of lit) svg.append(lightCases(at, state.trait, jan));
  svg.append(...SIDES.map((side) => dames(at, side, state.position[side])));
  svg.append(jetons(at, state), fichets(at, state), pavillon(at, state));
  if (state.dice) svg.append(dice(at, state));
  for (const jan of lit) svg.append(lightWays(at, state, jan));
  const place = (side, number, gone) => spot(at, state, side, number, gone);
  const shown = play ? play.map(([from, to]) => ({ side: state.trait, from, to, kind: "play" })) : (state.arrows ?? []);
  svg.append(...shown.map((one) => arrowed(one, place, (side, number) => at.foot(side, number))));
  for (const { side, case: number } of wrong) svg.append(mistake(at, side, number));
  for (const { side, case: number } of right) svg.append(framed(at, side, number, "right", "✓"));
  if (over) {
    svg.setAttribute("role", "group"); // An "img" cannot hold controls.
    svg.append(over(at));
  }
  refill(holder, svg);
}

export function wood() {
  const [width, height] = FULL;
  const defs = element(
    "defs",
    {},
    gradient("wood"),
    gradient("ivory", true),
    gradient("ebony", true),
    gradient("brass", true),
  );
  return group(
    "wood",
    defs,
    element("rect", { width, height, rx: 16, fill: "url(#wood)" }),
    ...grain(width, height),
    element("rect", { x: 6, y: 6, width: width - 12, height: height - 12, rx: 12, class: "edge" }),
    element("rect", { x: RAIL - 5, y: RAIL - 5, width: WIDTH + 10, height: HEIGHT + 10, class: "lip" }),
  );
}

// Draws veins along the rails, always the same ones.
function grain(width, height) {
  const veins = [];
  for (let n = 0; n < 14; n += 1) {
    const depth = 8 + ((n * 37) % (RAIL - 16));
    const bow = ((n * 53) % 13) - 6;
    veins.push(
      `M0 ${depth}Q${width / 2} ${depth + bow} ${width} ${depth}`,
      `M0 ${height - depth}Q${width / 3} ${height - depth + bow} ${width} ${height - depth}`,
      `M${depth} ${RAIL}Q${depth + bow} ${height / 2} ${depth} ${height - RAIL}`,
      `M${width - depth} ${RAIL}Q${width - depth + bow} ${height / 3} ${width - depth} ${height - RAIL}`,
    );
  }
  return [element("path", { d: veins.join(""), class: "grain" })];
}

// A gradient of three colours, which page.css sets by its id.
function gradient(id, round = false) {
  const stops = [0, 0.5, 1].map((offset) => element("stop", { offset }));
  return round
    ? element("radialGradient", { id, cx: 0.38, cy: 0.32, r: 0.8 }, ...stops)
    : element("linearGradient", { id, x2: 0.3, y2: 1 }, ...stops);
}

export function floor(at) {
  const made = group("floor", element("rect", { x: RAIL, y: RAIL, width: WIDTH, height: HEIGHT, class: "felt" }));
  for (const side of SIDES) {
    for (let number = 1; number <= 12; number += 1) {
      const { x, y, up } = at.foot(side, number);
      const half = CASE / 2 - 4;
      made.append(
        element("path", {
          d: `M${x - half} ${y}L${x + half} ${y}L${x} ${y + up * FLECHE}Z`,
          class: (number + (at.near(side) ? 0 : 1)) % 2 ? "fleche pale" : "fleche deep",
        }),
      );
    }
  }
  made.append(
    element("rect", { x: RAIL + 6 * CASE, y: RAIL - 5, width: BAR, height: HEIGHT + 10, fill: "url(#wood)" }),
    element("path", { d: `M${RAIL + 6 * CASE + BAR / 2} ${RAIL}v${HEIGHT}`, class: "hinge" }),
  );
  return made;
}

function holes(at) {
  const made = group("holes");
  const bore = (place) => made.append(element("circle", { cx: place.x, cy: place.y, r: 9, class: "hole" }));
  for (const side of SIDES) for (let trou = 0; trou <= 12; trou += 1) bore(at.hole(side, trou));
  bore({ x: at.sideRail(true), y: FULL[1] / 2 });
  for (const offset of [-64, 0, 64]) bore({ x: at.sideRail(false), y: FULL[1] / 2 + offset });
  return made;
}

function labels(at) {
  const made = group("labels");
  for (const side of SIDES) {
    for (let number = 1; number <= 12; number += 1) {
      const { x, y, up } = at.foot(side, number);
      made.append(numbered(x, y - up * 17, number === 1 ? "T" : number - 1));
    }
  }
  return made;
}

function dames(at, side, counts) {
  const made = group(`dames ${side}`);
  counts.forEach((count, index) => {
    for (let rank = 0; rank < count; rank += 1) {
      const { x, y } = at.dame(side, index + 1, rank, count);
      made.append(disc(x, y, side));
      if (rank === count - 1 && count > 1) {
        made.append(numbered(x, y, count, { class: "count" }));
      }
    }
  });
  return made;
}

// Returns a number or a word in the drawing, centred.
export function numbered(x, y, words, attributes = {}) {
  return element("text", { x, y, "dominant-baseline": "central", ...attributes }, String(words));
}

export function disc(x, y, side) {
  return group(
    "dame",
    element("circle", { cx: x, cy: y + 4, r: DAME, class: "shade" }),
    element("circle", { cx: x, cy: y, r: DAME, class: "body", fill: side === "blancs" ? "url(#ivory)" : "url(#ebony)" }),
    element("circle", { cx: x, cy: y, r: DAME * 0.72, class: "ring" }),
  );
}

// One jeton marks points. A second jeton next to it shows bredouille once the other side has points too (Jeu 1).
function jetons(at, state) {
  const made = group("jetons");
  let left = 3;
  for (const side of SIDES) {
    const mine = state.score[side];
    const other = state.score[side === "blancs" ? "noirs" : "blancs"];
    if (!mine.points) continue;
    const place = at.jeton(side, mine.points);
    const two = mine.bredouille && other.points > 0;
    const up = at.near(side) ? -1 : 1;
    made.append(coin(place.x, place.y));
    if (two) made.append(coin(place.x, place.y + up * 36));
    left -= two ? 2 : 1;
  }
  for (let n = 0; n < left; n += 1) {
    const { x, y } = at.idleJeton(n);
    made.append(coin(x, y));
  }
  return made;
}

function coin(x, y) {
  return group(
    "jeton",
    element("circle", { cx: x, cy: y + 3, r: 17, class: "shade" }),
    element("circle", { cx: x, cy: y, r: 17, fill: "url(#brass)", class: "rim" }),
    element("circle", { cx: x, cy: y, r: 10, class: "ring" }),
  );
}

function fichets(at, state) {
  const made = group("fichets");
  for (const side of SIDES) {
    const { x, y } = at.hole(side, state.score[side].trous);
    made.append(
      group(
        `fichet ${side}`,
        element("circle", { cx: x, cy: y + 4, r: 19, class: "shade" }),
        element("circle", { cx: x, cy: y, r: 19, class: "body", fill: side === "blancs" ? "url(#ivory)" : "url(#ebony)" }),
        element("circle", { cx: x, cy: y, r: 8, class: "ring" }),
      ),
    );
  }
  return made;
}

// Draws the pavillon: in the middle of the talons' rail, or in its holder's starting hole.
function pavillon(at, state) {
  const place = state.pavillon ? at.hole(state.pavillon, 0) : { x: at.sideRail(true), y: FULL[1] / 2 };
  const { x, y } = place;
  return group(
    "pavillon",
    element("path", { d: `M${x} ${y + 8}v-66`, class: "staff" }),
    element("path", { d: `M${x} ${y - 58}l44 13l-44 15z`, class: "flag" }),
    element("circle", { cx: x, cy: y + 6, r: 6, class: "foot" }),
  );
}

export function dice(at, state) {
  const made = group("dice");
  const [high, low] = [...state.dice].sort((a, b) => b - a);
  const y = RAIL + HEIGHT / 2 + (at.near(state.trait) ? 6 : -6);
  const centre = at.x(9.5);
  [[high, -48, -9], [low, 48, 13]].forEach(([value, offset, turn]) => {
    const die = element("g", { transform: `translate(${centre + offset} ${y}) rotate(${turn})`, class: "die" });
    die.append(element("rect", { x: -36, y: -32, width: 72, height: 72, rx: 13, class: "shade" }));
    die.append(element("rect", { x: -36, y: -36, width: 72, height: 72, rx: 13, class: "face" }));
    for (const [px, py] of PIPS[value]) die.append(element("circle", { cx: px * 19, cy: py * 19, r: 7.5, class: "pip" }));
    made.append(die);
  });
  return made;
}

function lightClass(thrower, jan) {
  return `lit ${jan.for === thrower ? "own" : "other"}`;
}

// Lights the cases of a jan under the dames, in the style of the side that marks it.
function lightCases(at, thrower, jan) {
  const made = group(lightClass(thrower, jan));
  const filled = Object.entries(FILLED).find(([name]) => jan.jan.startsWith(name));
  if (filled) {
    const [from, to] = filled[1];
    for (let number = from; number <= to; number += 1) made.append(halo(at.foot(thrower, number)));
  }
  if (jan.case) made.append(halo(at.foot(thrower, jan.case)));
  return made;
}

// Draws the moves of a jan over the dames.
function lightWays(at, state, jan) {
  const made = group(lightClass(state.trait, jan));
  for (const way of jan.how) {
    for (const [start, end] of way.dames) {
      const stops = [start, ...(way.rest ? [way.rest] : []), end];
      made.append(arrow(stops.map((number) => spot(at, state, state.trait, number))));
    }
  }
  return made;
}

// Marks a wrong case with a frame, and with a sign that does not depend on colour.
export function mistake(at, side, number) {
  return number > 24 ? group("wrong") : framed(at, side, number, "wrong", "!");
}

function framed(at, side, number, manner, sign) {
  const { x, y, up } = at.foot(side, number);
  const high = y + up * (FLECHE + 34);
  return group(manner, halo(at.foot(side, number)), element("circle", { cx: x, cy: high, r: 22 }), numbered(x, high, sign));
}

// Returns a play in the notation of the game record. Equal moves are grouped; one dame with both numbers is tout d'une.
export function written(state, play) {
  const text = grouped(play.map((move) => notation(state.trait, move)));
  const [[start, end]] = play.length === 1 ? play : [[]];
  const whole = state.dice && end - start === state.dice[0] + state.dice[1];
  return whole ? say("page.notation.tout_d_une", { play: text }) : text;
}

// Returns a move: T, 1..11, and the other side's cases with its letter.
function notation(side, [start, end]) {
  const letter = side === "blancs" ? "n" : "b";
  const name = (number) => (number === 25 ? "S" : number === 1 || number === 24 ? "T" : String(number <= 12 ? number - 1 : 24 - number));
  const place = (number) => (number > 12 && number < 25 ? letter : "") + name(number);
  return `${place(start)}/${place(end)}`;
}

function halo({ x, y, up }) {
  const top = up < 0 ? y - FLECHE - 14 : y;
  return element("rect", { x: x - CASE / 2 + 3, y: top, width: CASE - 6, height: FLECHE + 14, rx: 12, class: "halo" });
}

// Returns where an arrow ends on a case: its last dame of either side, or its first place. gone: dames that left it.
function spot(at, state, side, number, gone = 0) {
  if (number > 24) return at.outside(side);
  const other = side === "blancs" ? "noirs" : "blancs";
  const count = Math.max(state.position[side][number - 1] + gone, state.position[other][24 - number], 1);
  return at.dame(side, number, count - 1, count);
}

// Draws one of a state's arrows (docs/mqtt.md): from one case to another, or without `from` a mark on a case.
// spot: returns where it ends on a side's case, given the dames that left it; foot: returns a case's place.
export function arrowed({ side, from, to, kind }, spot, foot) {
  const manner = `lit pointed ${kind}`;
  if (from === null) return group(manner, halo(foot(side, to)));
  return group(manner, arrow([spot(side, from, kind === "played" ? 1 : 0), spot(side, to)]));
}

function arrow(stops) {
  const path = stops.slice(1).map((stop, n) => stretch(stops[n], stop)).join("");
  const dot = ({ x, y }, r, name) => element("circle", { cx: x, cy: y, r, class: name });
  return group(
    "arrow",
    element("path", { d: path, class: "under" }),
    element("path", { d: path, class: "way" }),
    ...stops.slice(0, -1).map((stop) => dot(stop, DAME - 4, "start")),
    dot(stops.at(-1), 19, "end"),
  );
}

// Returns a path from the edge of one dame to another: bent towards the middle within a row, straight between rows.
function stretch(a, b) {
  const across = a.y > FULL[1] / 2 !== b.y > FULL[1] / 2;
  const pull = across ? 0 : Math.min(160, Math.abs(b.x - a.x) / 2) * (a.y > FULL[1] / 2 ? -1 : 1);
  const bend = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + pull };
  const far = Math.hypot(bend.x - a.x, bend.y - a.y) || 1;
  const from = { x: a.x + ((bend.x - a.x) / far) * DAME, y: a.y + ((bend.y - a.y) / far) * DAME };
  return `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`;
}

// Lists a side's dames by case in words, for people who do not see the drawing.
export function held(state, side) {
  return state.position[side].map((count, index) => [caseName(side, index + 1), count]);
}

// Returns a case as players number it: talon, 1 to 10, coin, then the other side's cases.
export function caseName(side, number) {
  if (number > 12) {
    const other = side === "blancs" ? "noirs" : "blancs";
    return `${caseName(other, 25 - number)} (${say(`side.name.${other}`)})`;
  }
  if (number === 1) return say("page.talon");
  if (number === 12) return say("page.coin");
  return `${say("page.case")} ${number - 1}`;
}
