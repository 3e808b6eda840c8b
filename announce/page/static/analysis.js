// The coach's analysis of a game: the chance of winning as a curve, luck and play separately, and the worst plays.

import { button, node, refill, svg } from "./elements.js";
import { say, sayOf } from "./words.js";

const SIDES = ["blancs", "noirs"];
const SHOWN = 0.05; // trous; smaller losses are not shown
const WORST = 5;
const [WIDTH, HEIGHT, MARGIN] = [640, 170, 34];

const number = (value, digits, sign = "auto") =>
  new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign }).format(value);
export const trous = (value, sign) => number(value, 1, sign);
const percent = (value) => number(100 * value, 0);
const total = (throws, side, value) => throws.filter((one) => one.side === side).reduce((sum, one) => sum + value(one), 0);
const lost = (one) => one.lost + one.lost_by_decision;
const row = (cells, name = "td") => node("tr", {}, ...cells.map((cell, index) => node(index ? name : "th", { scope: index ? null : "row" }, cell)));

// analysis: the table's answer; now: the analysis of the throw shown, or undefined; best: whether its best play is on
// the board; does: {ask, go(throw), show(best), written(throw, moves), played}, ask null where that is not allowed.
export function drawAnalysis(holder, analysis, now, best, does) {
  holder.hidden = !analysis || (analysis.state === "none" && !does.ask);
  if (holder.hidden) return;
  const parts = [node("h2", {}, say("page.analysis"))];
  if (analysis.state === "ready" && analysis.throws.length) {
    parts.push(curve(analysis, now, does.go));
    if (now) parts.push(...throwShown(now, best, does));
    parts.push(figures(analysis), ...worst(analysis, does.go));
  }
  for (const { tour, throws } of analysis.unjudged ?? []) {
    parts.push(node("p", { class: "quiet" }, say(`page.analysis.tour.${throws ? "after" : "unfollowed"}`, { tour, throws })));
  }
  if (analysis.state === "working" || analysis.state === "refused") parts.push(node("p", { class: "quiet", role: "status" }, say(`page.analysis.${analysis.state}`)));
  if (does.ask && (analysis.state === "none" || analysis.more)) parts.push(button(say("page.analysis.ask"), does.ask));
  refill(holder, ...parts);
}

// Returns the name of a side's player; of an unnamed one the side, in a form of its noun.
const nameOf = ({ players }, side, form = "name") => players[side].name || say(`side.${form}.${side}`);

// Blancs' chance before each throw, with a separate line for each tour. A click shows the throw at that place.
function curve(analysis, now, go) {
  const { throws } = analysis;
  const title = say("page.analysis.curve", { who: nameOf(analysis, "blancs", "the") });
  const x = (index) => MARGIN + (index / Math.max(throws.length - 1, 1)) * (WIDTH - 2 * MARGIN);
  const y = (chance) => 12 + (1 - chance) * (HEIGHT - 24);
  const made = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title, class: "chances" });
  for (const chance of [0, 0.5, 1]) {
    made.append(svg("path", { d: `M${MARGIN} ${y(chance)}H${WIDTH - MARGIN}`, class: "grid" }), svg("text", { x: 0, y: y(chance) + 5 }, percent(chance)));
  }
  const path = throws.map((one, index) => {
    const begins = !index || throws[index - 1].tour !== one.tour;
    return `${begins ? "M" : "L"}${x(index).toFixed(1)} ${y(one.side === "blancs" ? one.win : 1 - one.win).toFixed(1)}`;
  });
  made.append(svg("path", { d: path.join(""), class: "line" }));
  const at = throws.indexOf(now);
  if (at >= 0) made.append(svg("path", { d: `M${x(at)} 6V${HEIGHT - 6}`, class: "at" }));
  made.addEventListener("click", (event) => {
    const { left, width } = made.getBoundingClientRect();
    const across = (((event.clientX - left) / width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
    go(throws[Math.round(Math.min(Math.max(across, 0), 1) * (throws.length - 1))]);
  });
  return node("figure", {}, made, node("figcaption", { class: "quiet" }, title));
}

function throwShown(one, best, { show, written, played }) {
  const parts = [node("p", {}, say("page.analysis.now", { win: percent(one.win), luck: trous(one.luck, "exceptZero") }))];
  if (one.best) {
    const choice = (key, moves, pressed) =>
      button(say(`page.analysis.${key}`, { play: moves ? written(one, moves) : "—" }), () => show(key === "better"), { "aria-pressed": String(pressed) });
    parts.push(
      node("p", {}, say("page.analysis.cost", { trous: trous(one.lost), chance: percent(Math.max(one.lost_win, 0)) })),
      node("div", { class: "choices" }, choice("played", played, !best), choice("better", one.best, best)),
      ...one.reasons[document.documentElement.lang].map((text) => node("p", { class: "quiet" }, text)),
    );
  }
  if (one.lost_by_decision >= SHOWN) parts.push(node("p", {}, say(one.left ? "page.analysis.left" : "page.analysis.held", { trous: trous(one.lost_by_decision) })));
  return parts;
}

function figures(analysis) {
  const { throws, players } = analysis;
  const each = (value) => SIDES.map(value);
  const head = ["", ...each((side) => nameOf(analysis, side))];
  return node(
    "table",
    { class: "sheet accounts" },
    node("tr", {}, ...head.map((cell) => node(cell ? "th" : "td", { scope: cell ? "col" : null }, cell))),
    row([say("page.analysis.luck"), ...each((side) => trous(total(throws, side, (one) => one.luck), "exceptZero"))]),
    row([say("page.analysis.lost"), ...each((side) => trous(total(throws, side, lost)))]),
    row([say("page.analysis.forgotten"), ...each((side) => String(players[side].forgotten))]),
    row([say("page.analysis.bredouilles"), ...each((side) => String(players[side].bredouilles))]),
  );
}

function worst(analysis, go) {
  const found = analysis.throws.filter((one) => lost(one) >= SHOWN).sort((a, b) => lost(b) - lost(a)).slice(0, WORST);
  if (!found.length) return [node("p", { class: "quiet" }, say("page.analysis.worst.none"))];
  const rows = found.map((one) => {
    const place = say("page.analysis.row", { tour: one.tour, throw: one.throw, trous: trous(lost(one)) });
    return node("li", {}, button(sayOf(nameOf(analysis, one.side), place), () => go(one, true), { class: "throw-row" }));
  });
  return [node("h3", {}, say("page.analysis.worst")), node("ol", { class: "worst" }, ...rows)];
}

// Each player's progress over the sittings. players: [{player, sittings}, ...]
export function drawProgress(holder, players, language) {
  holder.hidden = !players?.length;
  if (holder.hidden) return;
  const date = new Intl.DateTimeFormat(language, { dateStyle: "short" });
  const columns = ["begun", "throws", "lost", "luck", "forgotten", "bredouilles"];
  const cells = (one) => [
    node("a", { href: `games?game=${one.game}` }, date.format(new Date(one.begun))),
    String(one.throws),
    number(one.lost / one.throws, 2),
    trous(one.luck, "exceptZero"),
    String(one.forgotten),
    String(one.bredouilles),
  ];
  const tables = players.map(({ player, sittings }) =>
    node(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": player },
      node(
        "table",
        { class: "sheet accounts" },
        node("caption", {}, player),
        node("tr", {}, ...columns.map((key) => node("th", { scope: "col" }, say(`page.progress.${key}`)))),
        ...sittings.map((one) => row(cells(one))),
      ),
    ),
  );
  refill(holder, node("h2", {}, say("page.progress")), ...tables, node("p", { class: "quiet" }, say("page.progress.note")));
}
