// The club's page: keeps the state of its tables and its tournament, and draws its parts.

import { follow, patiently, post, who } from "../link.js";
import { node } from "../elements.js";
import { drawAccount, reason, stillMe, stranger } from "../session.js";
import { reading, readNext, say, sayCounted, speak } from "../words.js";
import { playing, tournamentView } from "./rounds.js";
import { drawCard, drawOpened, order } from "./tables.js";

const $ = (id) => document.getElementById(id);

const settings = await patiently(async () => (await fetch("settings.json")).json());
const me = await patiently(who); // {name, role, verbs, accounts}
let language = reading(settings);
let tournament = null;
let past = []; // the closed tournaments: {name, begun, players}
let opened = null; // the table that is open
const tables = new Map();
const cards = new Map();

const referee = me.role === "referee";
const drawTournament = tournamentView($("tournament"), referee, send, settings.formats);
const late = settings.delay && !referee;

function head() {
  document.title = `Tablier · ${settings.name}`;
  $("title").textContent = settings.name;
  $("language").textContent = say("page.language");
  const here = [...tables.values()].filter((table) => table.present);
  const wanted = here.filter((table) => table.wanted).length;
  const count = `${here.length} ${sayCounted("club.tables", here.length)}`;
  $("count").textContent = wanted ? `${count}, ${say("club.wanted.count", { wanted })}` : count;
  drawAccount($("account"), me);
  link();
}

// Draws a card for each table; tables that need a referee come first. Only the cards in `changed` are redrawn.
function grid(changed = tables.keys()) {
  for (const id of changed) {
    if (!cards.has(id)) cards.set(id, node("button", { type: "button", on: () => open(id) }));
    drawCard(cards.get(id), tables.get(id), playing(tournament, id), language, id === opened);
  }
  const sorted = order([...tables.values()]).map((table) => cards.get(table.id));
  // Move the cards only if their order has changed, because a moved card loses the keyboard focus.
  if (sorted.some((card, index) => $("tables").children[index] !== card)) $("tables").replaceChildren(...sorted);
  if (!sorted.length) $("tables").replaceChildren(node("p", { class: "quiet" }, say("club.none")));
}

function open(id) {
  const before = opened;
  opened = opened === id ? null : id;
  grid([before, opened].filter((each) => tables.has(each)));
  look();
}

function all() {
  head();
  grid();
  look();
  rounds();
}

function rounds() {
  drawTournament(tournament, past, [...tables.values()]);
}

function look() {
  const table = tables.get(opened);
  drawOpened($("opened"), table, playing(tournament, opened), language, {
    close: () => open(opened),
    evidence: referee,
    answered: referee && ((id) => send(`call/${id}`, {})),
  });
}

// Sends a request to the club and shows why it was refused, if it was. Resolves to whether it was done.
async function send(what, body) {
  const told = (text) => ($("sent").textContent = text);
  told(say("page.sent"));
  try {
    const answer = await post(what, body);
    told(answer.ok ? say("page.done") : say("page.refused", { error: reason(await answer.json()) }));
    return answer.ok;
  } catch {
    told(say("page.unanswered"));
    return false;
  }
}

function heard(changed) {
  const called = changed.find((table) => table.wanted && table.wanted !== tables.get(table.id)?.wanted);
  const there = changed.some((table) => table.present !== tables.get(table.id)?.present);
  for (const table of changed) tables.set(table.id, table);
  if (called) $("said").textContent = say("club.wanted.said", { table: called.id, why: say(`club.wanted.${called.wanted}`) });
  head();
  grid(changed.map((table) => table.id));
  if (changed.some((table) => table.id === opened)) look();
  if (there) rounds(); // A new round uses the tables that are present.
}

let up = false;
let broker = true; // whether the club's program reaches the tables' broker
function link(is = up) {
  up = is;
  $("link").textContent = !up ? say("page.reconnecting") : !broker ? say("club.broker") : late ? say("club.late", { seconds: settings.delay }) : say("club.online");
  $("link").className = up && broker ? "here" : "away";
}

async function turnLanguage() {
  try {
    language = await readNext(language, settings);
    $("sent").textContent = $("said").textContent = ""; // the last answer was in the other language
  } catch {
    $("sent").textContent = say("page.unanswered");
    return;
  }
  all();
}

await patiently(() => speak(language));
$("language").addEventListener("click", turnLanguage);
all();

if (me.role === null) stranger();
else {
  follow({
    link,
    stranger,
    snapshot: (value) => {
      tables.clear();
      cards.clear();
      ({ tournament, past, broker } = value);
      for (const table of value.tables) tables.set(table.id, table);
      all();
      stillMe(me);
    },
    tables: heard,
    broker: (value) => {
      broker = value;
      link();
    },
    tournament: (value) => {
      tournament = value;
      all();
    },
    past: (value) => {
      past = value;
      all();
    },
  });
}
