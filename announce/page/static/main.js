// The page: what is known of the table, and which part of it is shown.

import { describe, draw, notation } from "./board.js";
import { connect } from "./link.js";
import { drawActions, drawDoubt, drawHistory, drawPlays, drawRulings, drawScore, drawSignIn, drawTurn, drawWorth, node } from "./panels.js";
import { say, speak } from "./words.js";

const KEPT = 60;
const LIGHT_TURN = 2600;
const CAMERA_TURN = 700;
const $ = (id) => document.getElementById(id);

const settings = await (await fetch("settings.json")).json();
let language = settings.languages.includes(localStorage.language) ? localStorage.language : settings.language;
let seat = localStorage.seat === "noirs" ? "noirs" : "blancs";

let state = null;
let history = [];
let announcements = [];
let news = []; // what was announced since the table was last found present
let shown = null; // index into history, null for what is now
let chosen = null; // the jan picked by hand, null for one after the other
let turn = 0; // which jan is lit now
let guessing = localStorage.guessing === "yes";
let guessed = null; // {place, verdict} of the throw guessed at last
let play = null; // the play of a lesson shown on the board
let up = false;
let present = false;

const place = (one) => `${one.tour}/${one.throw}`;
const same = (one, other) => one.id === other.id && one.t === other.t && one.kind === other.kind;

function remember(one) {
  const index = history.findIndex((other) => place(other) === place(one));
  if (index >= 0) history[index] = one;
  else history.push(one);
  if (history.length > KEPT) history.shift();
}

function viewed() {
  return shown === null ? state : (history[shown] ?? state);
}

// The cases of the last fault, doubt or disorder, until the next throw.
function wrong() {
  const last = announcements.findLast((one) => one.cases.length || one.kind === "throw_worth");
  return shown === null && last?.severity === "warning" ? last.cases : [];
}

// In a lesson: whether one guesses first, is asked now, and what one was told.
function guess(now) {
  if (now.mode !== "lesson" || shown !== null) return null;
  const told = guessed?.place === place(now) ? guessed.verdict : null;
  return { on: guessing, open: guessing && !told && now.phase === "to_mark" && Boolean(now.dice), verdict: told };
}

function answerGuess(blancs, noirs) {
  const of = (side) => state.jans.filter((jan) => jan.for === side).reduce((sum, jan) => sum + jan.points, 0);
  const right = { blancs: of("blancs"), noirs: of("noirs") };
  const verdict = blancs === right.blancs && noirs === right.noirs ? "page.guess.right" : "page.guess.wrong";
  guessed = { place: place(state), verdict: say(verdict, right) };
  all();
}

// The legal plays shown: once a dame is lifted, those that move it.
function plays(now) {
  if (!now.plays || shown !== null || guess(now)?.open) return null;
  if (!now.lifted.length) return now.plays;
  return now.plays.filter((one) => one.some(([start]) => now.lifted.includes(start)));
}

function board() {
  const now = viewed();
  if (!now) return;
  const jans = now.dice && now.jans && !guess(now)?.open ? now.jans : [];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let lit = calm ? jans : jans.slice(turn % jans.length, (turn % jans.length) + 1);
  if (chosen !== null) lit = jans.slice(chosen, chosen + 1);
  const lifted = plays(now)?.flat().filter(([start]) => now.lifted.includes(start));
  if (play || lifted?.length) lit = [];
  draw($("board"), now, settings.seating, { lit, play: play ?? lifted, wrong: wrong() });
}

function all() {
  const now = viewed();
  document.title = `Tablier · ${settings.table}`;
  $("language").textContent = say("page.language");
  link();
  document.body.classList.toggle("past", shown !== null);
  if (!now) {
    $("turn").replaceChildren(node("strong", {}, say("page.loading")));
    return;
  }
  for (const side of ["blancs", "noirs"]) drawScore($(`score-${side}`), now, side);
  drawTurn($("turn"), now);
  board();
  describe($("position"), now);
  const choose = (index) => {
    chosen = index;
    all();
    $("worth").querySelectorAll(".jan")[index ?? 0]?.focus();
  };
  drawWorth($("worth"), now, chosen, choose, guess(now), {
    toggle: () => {
      guessing = !guessing;
      localStorage.guessing = guessing ? "yes" : "no";
      all();
    },
    answer: answerGuess,
  });
  drawPlays($("plays"), now, plays(now), notation, (one) => {
    play = one;
    board();
  });
  drawRulings($("rulings"), announcements, language, settings.evidence);
  drawDoubt($("doubt"), state.doubt ? announcements.find((one) => one.id === state.doubt) : null, language, (choice) =>
    order("correct", { doubt: state.doubt, choice }),
  );
  drawHistory($("history"), shown, history.length, (index) => {
    shown = index;
    chosen = null;
    all();
  });
  drawActions($("actions"), state, seat, {
    sit: (side) => {
      seat = localStorage.seat = side;
      all();
    },
    claim: (what) => order("claim", { side: seat, what }),
    undo: () => confirm(say("page.undo.confirm")) && order("undo"),
    pause: (paused) => order("pause", { paused }),
    mute: (muted) => order("volume", { muted }),
    call: (over) => order("call", { side: seat, over }),
    mode: (mode) => order("mode", { mode }),
  });
}

function link() {
  const text = !up ? "page.reconnecting" : present ? "page.online" : "page.offline";
  $("link").textContent = say(text);
  $("link").className = !up ? "away" : present ? "here" : "gone";
}

async function order(verb, body = {}) {
  const told = (text) => ($("sent").textContent = text);
  told(say("page.sent"));
  try {
    await table.ask(verb, body);
    told(say("page.done"));
  } catch (error) {
    told(error.message ? say("page.refused", { error: error.message }) : say("page.unanswered"));
  }
  all();
}

async function choose(code) {
  await speak(code);
  language = localStorage.language = code;
  all();
}

function camera() {
  if (!settings.camera) return;
  const details = $("camera");
  const picture = node("img", { alt: say("page.camera") });
  details.hidden = false;
  details.replaceChildren(node("summary", {}, say("page.camera")), picture);
  setInterval(() => {
    if (details.open && !document.hidden) picture.src = `camera.jpg?${Date.now()}`;
  }, CAMERA_TURN);
}

await speak(language);
$("language").addEventListener("click", () => {
  const codes = settings.languages;
  choose(codes[(codes.indexOf(language) + 1) % codes.length]);
});
if (new URLSearchParams(location.search).has("wall")) document.body.classList.add("wall");
camera();
all();

const scheme = location.protocol === "https:" ? "wss" : "ws";
const url = settings.websocket.url ?? `${scheme}://${location.hostname}:${settings.websocket.port}${settings.websocket.path}`;
const events = {
  link: (is) => {
    up = is;
    link();
  },
  stranger: () => drawSignIn($("sign-in"), true, (username, password) => join({ username, password })),
  availability: (text) => {
    present = text === "online";
    news = [];
    link();
  },
  state: (value) => {
    state = value;
    play = null;
    remember(value);
    if (shown === null) chosen = null;
    all();
  },
  announcement: (value) => {
    news.push(value);
    if (announcements.some((one) => same(one, value))) return;
    announcements = [...announcements, value].slice(-KEPT);
    $("said").textContent = value.text[language] ?? "";
    all();
  },
  // What was before we came. The state itself is the retained one: a snapshot may be older by the time it is here.
  snapshot: (value) => {
    history = value.history;
    if (state) remember(state);
    const later = news.filter((one) => !value.announcements.some((other) => same(one, other)));
    announcements = [...value.announcements, ...later].slice(-KEPT);
    shown = null;
    all();
  },
};

let table = null;
// The account lives as long as the tab: a shared screen forgets it.
function join(account) {
  table?.close();
  sessionStorage.account = JSON.stringify(account);
  table = connect(url, settings.table, account, events);
}
join(JSON.parse(sessionStorage.account ?? "{}"));

setInterval(() => {
  turn += 1;
  if (chosen === null && (viewed()?.jans?.length ?? 0) > 1 && !document.hidden) board();
}, LIGHT_TURN);
