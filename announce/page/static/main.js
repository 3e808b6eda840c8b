// The page: what is known of the table, and which part of it is shown.

import { describe, draw, notation } from "./board.js";
import { ask, follow, signIn, signOut, who } from "./link.js";
import { drawActions, drawDoubt, drawHistory, drawPlays, drawRulings, drawScore, drawSignIn, drawTurn, drawWorth, node } from "./panels.js";
import { say, speak } from "./words.js";

const KEPT = 60;
const LIGHT_TURN = 2600;
const CAMERA_TURN = 700;
const $ = (id) => document.getElementById(id);

const settings = await (await fetch("settings.json")).json();
let me = await who(); // {name, role, verbs, accounts}
let language = settings.languages.includes(localStorage.language) ? localStorage.language : settings.language;
let seat = localStorage.seat === "noirs" ? "noirs" : "blancs";

let state = null;
let history = [];
let announcements = [];
let shown = null; // index into history, null for what is now
let chosen = null; // the jan picked by hand, null for one after the other
let turn = 0; // which jan is lit now
let guessing = localStorage.guessing === "yes";
let guessed = null; // {place, verdict} of the throw guessed at last
let play = null; // the play of a lesson shown on the board
let up = false;

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
  drawDoubt($("doubt"), state.doubt ? announcements.find((one) => one.id === state.doubt) : null, language, me.verbs.includes("correct") &&
    ((choice) => order("correct", { doubt: state.doubt, choice })),
  );
  drawHistory($("history"), shown, history.length, (index) => {
    shown = index;
    chosen = null;
    all();
  });
  drawActions($("actions"), state, seat, me.verbs, {
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
  $("link").textContent = say(up ? "page.online" : "page.reconnecting");
  $("link").className = up ? "here" : "away";
  const account = $("account");
  account.hidden = !me.accounts;
  account.textContent = me.name ? say("page.sign_out", { name: me.name }) : say("page.sign_in");
}

// What the page server itself refuses, in words; anything else is the table's own.
const REFUSALS = ["role", "often", "sign_in", "unknown", "unanswered"];
const reason = (text) => (REFUSALS.includes(text) ? say(`page.no.${text}`) : text);

async function order(verb, body = {}) {
  const told = (text) => ($("sent").textContent = text);
  told(say("page.sent"));
  try {
    await ask(verb, body);
    told(say("page.done"));
  } catch (error) {
    told(error.message ? say("page.refused", { error: reason(error.message) }) : say("page.unanswered"));
    if (error.message === "sign_in") stranger();
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

// Who has no account here is asked for it; the cookie he is given lives as long as his session.
function stranger(why = "") {
  drawSignIn($("sign-in"), why && reason(why), async (name, password) => {
    let refused = "unanswered";
    try {
      refused = await signIn(name, password);
    } catch {
      // The table is away.
    }
    if (refused) stranger(refused);
    else location.reload();
  });
}
$("account").addEventListener("click", async () => {
  if (!me.name) {
    stranger();
    return;
  }
  await signOut();
  location.reload();
});

if (me.role === null) stranger();
else {
  follow({
    link: (is) => {
      up = is;
      link();
    },
    stranger,
    state: (value) => {
      state = value;
      play = null;
      remember(value);
      if (shown === null) chosen = null;
      all();
    },
    announcement: (value) => {
      if (announcements.some((one) => same(one, value))) return;
      announcements = [...announcements, value].slice(-KEPT);
      $("said").textContent = value.text[language] ?? "";
      all();
    },
    // All there was: when one comes, and after every time away.
    snapshot: (value) => {
      state = value.state;
      history = value.history;
      announcements = value.announcements.slice(-KEPT);
      shown = null;
      all();
    },
  });
}

setInterval(() => {
  turn += 1;
  if (chosen === null && (viewed()?.jans?.length ?? 0) > 1 && !document.hidden) board();
}, LIGHT_TURN);
