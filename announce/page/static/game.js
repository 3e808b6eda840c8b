// Shows a past game step by step, from the table that keeps it or from this file itself.

import { drawAnalysis, drawProgress } from "./analysis.js";
import { button, node, refill } from "./elements.js";
import { carry as carryPictures } from "./evidence.js";
import { describe, gameOf } from "./games.js";
import { patiently, post, who } from "./link.js";
import { drawTurn, drawWorth, rulings } from "./panels.js";
import { drawSheet } from "./partie.js";
import { drawAccount, stranger } from "./session.js";
import { drawThrows, throwsOf } from "./throws.js";
import { carry, reading, readNext, say, sayGame, speak } from "./words.js";

const FORMAT = 1;
const JUDGING = 2000; // ms between two checks whether the coach has finished
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const $ = (id) => document.getElementById(id);

// The data of a standalone file: {settings, game, phrases, pictures, analysis}; null on a table's page.
const brought = $("brought") && JSON.parse($("brought").textContent);
if (brought) {
  carry(brought.phrases);
  carryPictures(brought.pictures);
}
const settings = brought?.settings ?? (await patiently(async () => (await fetch("settings.json")).json()));
const me = brought ? { role: "viewer", accounts: false } : await patiently(who);
let language = reading(settings);

let game = null;
let games = null; // the list of games, while none is open
let progress = null; // the players' progress, shown with that list
let analysis = null; // the coach's analysis of the open game
let best = false; // whether the coach's play is shown instead of the real one
let states = []; // the full state of the table at each step
let throws = [];
let at = 0;
let chosen = null;
let failed = false;

// The number of the requested game: ?game=N
const number = new URLSearchParams(location.search).get("game");

const firstOf = (tour, number) => throws.find((each) => each.tour === tour && each.throw === number)?.first;

// Returns the step for a place in an address: #tour.throw, or #tour.throw.step with the step from the throw's first on.
// Dice that did not count give their number to the next throw, so a number may come again some steps later.
function placed(text) {
  const [tour, number, step = 0] = text.replace("#", "").split(".").map(Number);
  return Math.min((firstOf(tour, number) ?? 0) + step, states.length - 1);
}

function place() {
  const now = throwNow();
  const step = at - firstOf(now.tour, now.throw);
  return `#${now.tour}.${now.throw}${step ? `.${step}` : ""}`;
}

function open(value) {
  if (value.format !== FORMAT) throw new Error(`format ${value.format}`);
  game = value;
  let state = {};
  states = game.steps.map((step) => (state = { ...state, ...step.state }));
  throws = throwsOf(game.steps, states);
  at = placed(location.hash);
}

function go(to) {
  at = Math.max(0, Math.min(to, states.length - 1));
  chosen = null;
  best = false;
  history.replaceState(null, "", place());
  all();
}

function all() {
  const title = game ? sayGame(game, language) : say("page.games");
  document.title = `Tablier · ${title}`;
  $("language").textContent = say("page.language");
  $("link").textContent = failed ? say("page.games.failed") : game && !states.length ? say("page.games.begun") : "";
  drawAccount($("account"), me);
  drawViews();
  drawGames();
  drawProgress($("progress"), progress, language);
  const shown = Boolean(game && states.length);
  for (const part of ["header", "#table", "aside"]) document.querySelector(part).hidden = !shown;
  if (game) $("title").textContent = title;
  if (shown) draw(states[at]);
}

function draw(state) {
  const { draw: drawBoard, drawScore, drawStake } = gameOf(state);
  for (const side of ["blancs", "noirs"]) drawScore($(`score-${side}`), state, side);
  drawTurn($("turn"), state);
  const jans = state.dice ? (state.jans ?? []) : [];
  const told = game.steps[at].told;
  const wrong = told.flatMap((one) => (one.severity === "warning" ? one.cases : []));
  const judged = judgedNow();
  if (best) state = bestPlay(judged);
  const lit = state.arrows.length ? [] : chosen === null ? jans : jans.slice(chosen, chosen + 1);
  drawBoard($("board"), state, game.seating, { lit, wrong });
  describe($("position"), state);
  $("told").replaceChildren(node("h2", {}, say("page.rulings")), rulings(told, language));
  if (drawStake) drawStake($("worth"), state);
  else drawWorth($("worth"), state, chosen, (index) => {
    chosen = index;
    all();
  }, null);
  drawSheet($("sheet"), state.partie, null);
  drawAnalysis($("analysis"), analysis, judged, best, { ask: mayAsk() ? askCoach : null, go: goTo, show: showBest, written, played: throwNow().moves });
  drawSteps();
  drawThrows($("throws"), throws, at, states, go);
}

const throwNow = () => throws.find((each) => each.first <= at && at <= each.last);

// Returns the coach's analysis of the throw shown.
function judgedNow() {
  const now = throwNow();
  return analysis?.throws?.find((one) => one.tour === now.tour && one.throw === now.throw);
}

// Returns the state before the throw shown, with the better play.
function bestPlay({ side, best: moves }) {
  return { ...states[throwNow().first], arrows: moves.map(([from, to]) => ({ side, from, to, kind: "best" })) };
}

const written = (one, moves) => gameOf(states[at]).written({ ...states[at], trait: one.side, dice: throwNow().dice }, moves);

function showBest(on) {
  best = on;
  all();
}

function goTo(one, better = false) {
  go(firstOf(one.tour, one.throw) ?? at);
  if (better && judgedNow()?.best) showBest(true);
}

const mayAsk = () => !brought && ["player", "referee"].includes(me.role);

async function askCoach() {
  await post(`games/${number}/analysis.json`, {}).catch(() => null);
  await readAnalysis();
}

// Reads the coach's analysis, again and again while the coach is working.
async function readAnalysis() {
  const answer = await patiently(() => fetch(`games/${encodeURIComponent(number)}/analysis.json`));
  analysis = answer.ok ? await answer.json() : null;
  if (analysis?.state === "ready") analysis.more = throws.some((one) => one.tour > analysis.tours);
  if (analysis?.state === "working") setTimeout(readAnalysis, JUDGING);
  all();
}

function drawSteps() {
  const step = (mark, key, to) => button(mark, () => go(to), { "aria-label": say(key), disabled: to < 0 || to >= states.length || to === at });
  $("steps").setAttribute("aria-label", say("page.steps"));
  refill(
    $("steps"),
    step("|◀", "page.steps.first", 0),
    step("◀", "page.steps.back", at - 1),
    node("span", { class: "count" }, say("page.steps.at", { step: at + 1, steps: states.length })),
    step("▶", "page.steps.forward", at + 1),
    step("▶|", "page.steps.last", states.length - 1),
    brought ? "" : button(say("page.steps.share"), share, { class: "share" }),
  );
}

// Shares the address of this step, or copies it to the clipboard.
async function share() {
  const url = location.href;
  try {
    await (navigator.share ? navigator.share({ url, title: document.title }) : navigator.clipboard.writeText(url));
    $("link").textContent = say("page.steps.shared");
  } catch {
    $("link").textContent = url; // Plain HTTP allows neither, so show the address for copying by hand.
  }
}

function drawGames() {
  $("games").hidden = !games;
  if (!games) return;
  const rows = games.map((one) => node("li", {}, node("a", { href: `games?game=${one.game}` }, sayGame(one, language))));
  const list = rows.length ? node("ul", {}, ...rows) : node("p", { class: "quiet" }, say("page.games.none"));
  $("games").replaceChildren(node("h1", {}, say("page.games")), list);
}

function drawViews() {
  $("views").hidden = Boolean(brought);
  $("views").setAttribute("aria-label", say("page.view"));
  $("views").replaceChildren(
    node("a", { href: "./" }, say("page.view.table")),
    node("a", { href: "games", "aria-current": games ? "page" : null }, say("page.games")),
  );
}

async function load() {
  if (me.role === null) {
    stranger();
    return;
  }
  if (brought) {
    open(brought.game);
    analysis = brought.analysis;
    return;
  }
  const answer = await patiently(() => fetch(number === null ? "games.json" : `games/${encodeURIComponent(number)}.json`));
  if (!answer.ok) failed = true;
  else if (number === null) {
    games = await answer.json();
    if (mayAsk()) progress = await patiently(async () => (await fetch("progress.json")).json());
  } else {
    open(await answer.json());
    if (game.kind === "trictrac") readAnalysis();
  }
}

await patiently(() => speak(language));
$("language").addEventListener("click", async () => {
  language = await readNext(language, settings).catch(() => language);
  all();
});
addEventListener("keydown", (event) => {
  if (!states.length || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  go(at + KEYS[event.key]);
});
addEventListener("hashchange", () => {
  if (!states.length) return;
  at = placed(location.hash);
  all();
});
await load();
all();
document.body.classList.toggle("stranger", me.role === null);
