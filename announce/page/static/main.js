// The table's page: keeps the table's state and draws its parts.

import { describe, gameOf } from "./games.js";
import { ask, follow, patiently, who } from "./link.js";
import { watch } from "./camera.js";
import { drawSheet } from "./partie.js";
import { createCourse, drawProgress } from "./course.js";
import { createEditor } from "./editor.js";
import { node } from "./elements.js";
import { drawActions, drawDoubt, drawHistory, drawNames, drawPlays, drawRulings, drawSolo, drawTurn, drawWorth } from "./panels.js";
import { OVER, drawDisputes, drawRepair } from "./referee.js";
import { drawAccount, reason, stranger } from "./session.js";
import { memory, reading, readNext, say, speak } from "./words.js";

const KEPT = 60;
const LIGHT_TURN = 2600;
const VIEWS = ["table", "wall", "referee"];
const $ = (id) => document.getElementById(id);

const settings = await patiently(async () => (await fetch("settings.json")).json());
const me = await patiently(who); // {name, role, verbs, accounts}
const asked = new URLSearchParams(location.search);
const view = VIEWS.find((one) => asked.has(one)) ?? "table";
let language = reading(settings, view === "wall");
let seat = memory.seat === "noirs" ? "noirs" : "blancs";

let state = null;
let history = [];
let announcements = [];
let shown = null; // index into history, null for the current state
let chosen = null; // the jan chosen by hand, null to show one after the other
let turn = 0; // which jan is lit now
let play = null; // the play of a lesson shown on the board
let up = false;

const editor = createEditor(() => all());
const course = createCourse(editor, () => all());
let pupils = null; // each pupil's progress, for a teacher
const may = (verb) => me.verbs.includes(verb);
const same = (one, other) => one.id === other.id && one.t === other.t && one.kind === other.kind;

// Keeps one state for each throw, in order, and drops later throws, which were taken back. The throw shown stays shown.
function remember(one) {
  const before = history.filter((other) => other.tour < one.tour || (other.tour === one.tour && other.throw < one.throw));
  history = [...before, one].slice(-KEPT);
  if (shown === null) return;
  shown = Math.max(0, shown - (before.length + 1 - history.length));
  if (shown >= history.length) shown = null;
}

function viewed() {
  return shown === null ? state : (history[shown] ?? state);
}

const SETTLED = [...OVER, "carried_out", "tour_won"];

// The cases of the last fault, doubt, disorder or misplaced dame, until it is settled or the next throw.
function wrong() {
  const last = announcements.findLast((one) => one.cases.length || SETTLED.includes(one.kind));
  return shown === null && last?.severity === "warning" ? last.cases : [];
}

// In a lesson: whether pupils guess throws, whether a guess is awaited now, and the answer to the last guess.
function guess(now) {
  if (now.mode !== "lesson" || shown !== null || !may("guess")) return null;
  const told = announcements.findLast((one) => one.kind === "guessed" && one.throw === now.throw);
  return { on: now.guess !== null, open: now.guess === "open", verdict: told?.text[language] };
}

// The legal plays to show, as [{moves, words}]. While a dame is lifted, only the plays that move it.
function plays(now) {
  if (!now.plays || shown !== null || now.guess === "open") return null;
  const all = now.plays.map((moves, index) => ({ moves, words: now.plays_in_words?.[language]?.[index] }));
  if (!now.lifted?.length) return all;
  return all.filter((one) => one.moves.some(([start]) => now.lifted.includes(start)));
}

function board() {
  const now = viewed();
  if (!now) return;
  const { draw } = gameOf(now);
  if (now.course && shown === null) {
    draw($("board"), course.state(now), settings.seating, course.drawn(now.course));
    return;
  }
  const jans = now.dice && now.jans ? now.jans : [];
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let lit = calm ? jans : jans.slice(turn % jans.length, (turn % jans.length) + 1);
  if (chosen !== null) lit = jans.slice(chosen, chosen + 1);
  const lifted = plays(now)?.flatMap((one) => one.moves).filter(([start]) => now.lifted?.includes(start));
  if (play || lifted?.length || (chosen === null && now.arrows?.length)) lit = [];
  if (editor.position()) {
    draw($("board"), { ...now, position: editor.position(), dice: null }, settings.seating, { over: editor.handles });
    return;
  }
  draw($("board"), now, settings.seating, { lit, play: play ?? lifted, wrong: wrong() });
}

function all() {
  const now = viewed();
  document.title = $("title").textContent = `Tablier · ${settings.table}`;
  $("language").textContent = say("page.language");
  drawViews();
  link();
  document.body.classList.toggle("past", shown !== null);
  if (!now) {
    $("turn").replaceChildren(node("strong", {}, say("page.loading")));
    return;
  }
  const game = gameOf(now);
  course.follow(shown === null ? now.course : null);
  document.body.classList.toggle("teaching", now.mode === "lesson");
  document.body.classList.toggle("exercising", Boolean(now.course) && shown === null);
  const seen = now.course && shown === null ? course.state(now) : now;
  for (const side of ["blancs", "noirs"]) game.drawScore($(`score-${side}`), seen, side);
  if (seen === now) drawTurn($("turn"), now);
  else $("turn").replaceChildren(node("strong", {}, say("page.course")));
  board();
  describe($("position"), seen);
  const choose = (index) => {
    chosen = index;
    all();
  };
  if (game.drawStake) game.drawStake($("worth"), now);
  else drawWorth($("worth"), now, chosen, choose, guess(now), {
    toggle: () => order("guess", { on: state.guess === null }),
    answer: (blancs, noirs) => order("guess", { blancs, noirs }),
  });
  drawSheet($("sheet"), now.partie, may("seat") && shown === null ? (seated) => order("seat", seated) : null);
  drawPlays($("plays"), now, plays(now), game.written, (one) => {
    play = one;
    board();
  });
  const due = (now.arrows ?? []).filter((one) => one.kind === "play").map((one) => [one.from, one.to]);
  const moves = due.length ? game.written({ ...now, trait: now.solo?.side }, due) : "";
  drawSolo($("solo"), now, moves, may("solo") && shown === null ? (body) => order("solo", body) : null);
  course.panel($("course"), now, announcements, language, { ask: settings.exercises && may("course") && shown === null ? (body) => order("course", body) : null, camera: settings.camera });
  drawProgress($("progress"), now.mode === "lesson" ? pupils : null);
  drawNames($("names"), now, may("players") && view !== "wall" && shown === null ? (names) => order("players", names) : null);
  drawRulings($("rulings"), announcements, language);
  drawDoubt($("doubt"), state.doubt ? announcements.find((one) => one.id === state.doubt) : null, language, may("correct") &&
    ((choice) => order("correct", { doubt: state.doubt, choice })),
  );
  const back = () => confirm(say("page.history.confirm")) && order("undo", { throw: now.throw });
  drawHistory($("history"), shown, history.length, (index) => {
    shown = index;
    chosen = null;
    all();
  }, may("undo") && now.tour === state.tour ? back : null); // a finished tour cannot be taken back
  if (view === "referee" && !game.drawStake) repair();
  drawActions($("actions"), state, seat, me.verbs, {
    sit: (side) => {
      seat = memory.seat = side;
      all();
    },
    claim: (what) => {
      if (what === "resign" && !confirm(say("page.resign.confirm"))) return;
      order(...(game.CUBE?.includes(what) ? ["cube", { side: seat, do: what }] : ["claim", { side: seat, what }]));
    },
    undo: () => confirm(say("page.undo.confirm")) && order("undo"),
    pause: (paused) => order("pause", { paused }),
    mute: (muted) => order("volume", { muted }),
    voice: (what) => order("volume", { do: what }),
    call: (over) => order("call", { side: seat, over }),
    mode: (mode) => order("mode", { mode }),
  }, game.SAYINGS);
}

// Draws the referee's controls: disputes, and corrections by hand. They concern the current state, even when an earlier
// throw is shown.
function repair() {
  const correct = (values) => order("correct", values);
  drawDisputes($("disputes"), state, announcements, language, {
    take: may("correct") ? (position) => correct({ position }) : null,
    call: may("call") ? (over) => order("call", { side: state.called, over }) : null,
  });
  if (!may("correct")) return;
  drawRepair($("repair"), state, editor.position() ? { holding: editor.holding() } : null, {
    correct,
    tour: (first) => order("tour", { first }),
    edit: () => editor.begin(state.position),
    cancel: () => editor.end(),
    done: () => {
      // What was played meanwhile would be taken back without a word.
      if (!editor.begunFrom(state.position) && !confirm(say("page.edit.meanwhile"))) return;
      const position = editor.position();
      editor.end();
      correct({ position });
    },
  });
}

function link() {
  $("link").textContent = say(up ? "page.online" : state ? "page.reconnecting" : "page.loading");
  $("link").className = up ? "here" : "away";
  drawAccount($("account"), me);
}

// Reads the pupils' progress, which only a referee may see.
async function learn() {
  if (me.role !== "referee") return;
  try {
    pupils = await (await fetch("pupils.json")).json();
    all();
  } catch {
    // The next answer brings another attempt.
  }
}

async function order(verb, body = {}) {
  const told = (text) => ($("sent").textContent = text);
  told(say("page.sent"));
  try {
    const answer = await ask(verb, body);
    told(answer.ok ? say("page.done") : say("page.refused", { error: reason(answer) }));
    if (answer.error === "sign_in") stranger();
  } catch {
    told(say("page.unanswered"));
  }
  all();
}

async function turnLanguage() {
  try {
    language = await readNext(language, settings);
    $("sent").textContent = $("said").textContent = ""; // the last answer was in the other language
  } catch {
    $("sent").textContent = say("page.unanswered");
    return;
  }
  if (me.role === null) stranger();
  all();
}

// Draws the links to the views and marks the current one.
function drawViews() {
  $("views").setAttribute("aria-label", say("page.view"));
  $("views").replaceChildren(
    ...VIEWS.map((one) => node("a", { href: one === "table" ? "./" : `?${one}`, "aria-current": one === view ? "page" : null }, say(`page.view.${one}`))),
    settings.games ? node("a", { href: "games" }, say("page.games")) : "",
  );
}

await patiently(() => speak(language));
$("language").addEventListener("click", turnLanguage);
document.body.classList.add(view);
// A visitor without an account sees the game but never the camera's picture (announce/page/request_guard.py).
if (settings.camera && (me.name || !me.accounts)) watch($("camera"));
// On a phone, parts that are rarely used start folded, so that a referee's main controls fit on two screens.
for (const id of ["camera", "repair"]) $(id).open = view === "referee" && matchMedia("(min-width: 901px)").matches;
all();

// A visitor without a role gets no part of the table, only the form for signing in.
document.body.classList.toggle("stranger", me.role === null);
if (me.role === null) stranger();
else {
  learn();
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
      if (value.kind === "exercise_judged") learn();
      announcements = [...announcements, value].slice(-KEPT);
      $("said").textContent = value.text[language] ?? "";
      all();
    },
    // Everything so far: on the first connection and after each reconnection.
    snapshot: (value) => {
      state = value.state;
      history = value.history;
      announcements = value.announcements.slice(-KEPT);
      shown = chosen = play = null;
      all();
    },
  });
}

setInterval(() => {
  turn += 1;
  if (chosen !== null || editor.position() || state?.course) return; // do not redraw a board in use
  if ((viewed()?.jans?.length ?? 0) > 1 && !document.hidden) board();
}, LIGHT_TURN);
