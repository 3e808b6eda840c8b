// The club's page: what is known of its tables and its tournament, and which part of it is shown.

import { node } from "../static/panels.js";
import { say, speak } from "../static/words.js";
import { drawCard, drawOpened, order } from "./tables.js";
import { drawPerson } from "./person.js";
import { drawTournament, playing } from "./rounds.js";

const $ = (id) => document.getElementById(id);

const settings = await (await fetch("club.json")).json();
let language = settings.languages.includes(localStorage.language) ? localStorage.language : settings.language;
let person = settings.person;
let tournament = null;
let opened = null; // the table looked at
const tables = new Map();
const cards = new Map();

const referees = () => person.role === "referee";

function head() {
  document.title = `Tablier · ${settings.name}`;
  $("title").textContent = settings.name;
  $("language").textContent = say("page.language");
  const here = [...tables.values()].filter((table) => table.present);
  const wanted = here.filter((table) => table.wanted).length;
  $("count").textContent = say(wanted ? "club.count.wanted" : "club.count", { tables: here.length, wanted });
  drawPerson($("person"), person, settings.accounts, send, async () => {
    person = (await (await fetch("club.json")).json()).person;
    listen(); // what a referee sees is not late
    all();
  });
}

// One card a table; those who want a referee come first.
function grid() {
  for (const [id, table] of tables) {
    if (!cards.has(id)) cards.set(id, node("button", { type: "button", on: () => open(id) }));
    drawCard(cards.get(id), table, playing(tournament, id), language, id === opened);
  }
  const sorted = order([...tables.values()]).map((table) => cards.get(table.id));
  // Moved only when the order is another, or a card would lose the keyboard's focus.
  if (sorted.some((card, index) => $("tables").children[index] !== card)) $("tables").replaceChildren(...sorted);
  if (!sorted.length) $("tables").replaceChildren(node("p", { class: "quiet" }, say("club.none")));
}

function open(id) {
  opened = opened === id ? null : id;
  all();
}

function all() {
  head();
  grid();
  const table = tables.get(opened);
  drawOpened($("opened"), table, playing(tournament, opened), language, {
    close: () => open(opened),
    answered: referees() && ((id) => send(`call/${id}`, {})),
  });
  drawTournament($("tournament"), tournament, referees(), [...tables.values()], send);
}

// Asks the club to do something; what it refuses it says why.
async function send(what, body) {
  const told = (text) => ($("sent").textContent = text);
  told(say("page.sent"));
  try {
    const answer = await fetch(what, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Tablier": "page" },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    told(answer.ok ? say("page.done") : say("page.refused", { error: said.error }));
    return answer.ok;
  } catch {
    told(say("page.unanswered"));
    return false;
  }
}

let source = null;
function listen() {
  source?.close();
  source = new EventSource("events");
  source.addEventListener("open", () => {
    $("link").textContent = settings.delay && !referees() ? say("club.late", { seconds: settings.delay }) : say("page.online");
    $("link").className = "here";
  });
  source.addEventListener("error", () => {
    $("link").textContent = say("page.reconnecting");
    $("link").className = "away";
  });
  source.addEventListener("tables", (event) => {
    const changed = JSON.parse(event.data);
    const before = new Map([...tables].map(([id, table]) => [id, table.wanted]));
    for (const table of changed) tables.set(table.id, table);
    const called = changed.find((table) => table.wanted && table.wanted !== before.get(table.id));
    if (called) $("said").textContent = say("club.wanted.said", { table: called.id, why: say(`club.wanted.${called.wanted}`) });
    all();
  });
  source.addEventListener("tournament", (event) => {
    tournament = JSON.parse(event.data);
    all();
  });
}

async function choose(code) {
  await speak(code);
  language = localStorage.language = code;
  all();
}

await speak(language);
$("language").addEventListener("click", () => {
  const codes = settings.languages;
  choose(codes[(codes.indexOf(language) + 1) % codes.length]);
});
all();
listen();
