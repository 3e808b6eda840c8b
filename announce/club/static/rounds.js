// The tournament: its standings and rounds for everybody, results and pairings for the referee. Text that a referee is
// typing stays, even if another referee changes the result meanwhile.

import { button, node, refill } from "../elements.js";
import { gameOf } from "../games.js";
import { say } from "../words.js";

const SIDES = ["blancs", "noirs"];
const NO_RESULT = { score: null, forfeit: null };

// Returns the names of the players at a table now: {blancs, noirs}, or null.
export function playing(tournament, table) {
  const match = tournament?.rounds.at(-1)?.find((one) => one.table === table);
  return match ? { blancs: match.blancs, noirs: match.noirs } : null;
}

const heads = (...names) => node("thead", {}, node("tr", {}, ...names.map((name) => node("th", { scope: "col" }, say(`club.${name}`)))));

const cells = (row) => row.map((cell) => node("td", {}, cell));

function labelled(label, control) {
  return node("label", {}, say(label), control);
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

const resultOf = ({ score, forfeit }) => ({ score, forfeit });

const same = (one, other) => JSON.stringify(resultOf(one)) === JSON.stringify(resultOf(other));

function textOf(match) {
  if (match.forfeit) return say("club.forfeit.of", { player: match.forfeit === "both" ? `${match.blancs}, ${match.noirs}` : match[match.forfeit] });
  return match.score ? match.score.join("\u00a0–\u00a0") : "";
}

// Writes a text only if it has changed, so that screen readers and the keyboard focus are not disturbed.
function write(holder, text) {
  if (holder.textContent !== text) holder.textContent = text;
}

// Creates the view of a match: a row with its result, and for the referee a second row to enter the result.
// tournament: {game, target}; send(what, body): resolves to whether it was done.
function matchView(match, { round, board, referee, tournament, together, send }) {
  const result = node("td");
  const rows = [node("tr", {}, ...cells([match.table ?? "", match.blancs, match.noirs ?? say("club.exempt")]), result)];
  if (!referee || !match.noirs) return { rows, update: (now) => write(result, textOf(now)) };

  let seen = NO_RESULT; // the result this referee was last shown
  let sent = null; // the result this referee sent last
  let correcting = false;
  const fields = SIDES.map((name) =>
    node("input", { name, type: "number", min: 0, max: tournament.target, required: true, "aria-label": `${say(`side.name.${name}`)}, ${match[name]}` }),
  );
  const shown = (result, index) => String(result.score?.[index] ?? "");
  const typed = () => fields.some((field, index) => field.validity.badInput || field.value !== shown(seen, index));
  const stands = (result) => fields.every((field, index) => field.value === shown(result, index));
  const fill = () => fields.forEach((field, index) => (field.value = shown(seen, index)));

  const told = node("span");
  const meanwhile = node("p", { class: "meanwhile", role: "status", hidden: true }, told, " ", button(say("club.meanwhile.keep"), () => {
    fill();
    settle();
  }));
  const forfeit = node("select", { "aria-label": say("club.forfeit") }, node("option", { value: "" }, say("club.forfeit")),
    ...SIDES.map((side) => node("option", { value: side }, match[side])), node("option", { value: "both" }, say("club.forfeit.both")));
  forfeit.addEventListener("change", () => {
    const who = forfeit.value;
    const player = forfeit.selectedOptions[0].textContent;
    forfeit.value = "";
    if (who && confirm(say("club.forfeit.confirm", { player }))) put({ score: null, forfeit: who });
  });
  const undo = button("↺", () => put(NO_RESULT), { "aria-label": say("club.unwrite"), title: say("club.unwrite") });
  const correct = button("✎", () => {
    correcting = !correcting;
    layOut();
    if (correcting) fields[0].focus();
  }, { class: "correct", "aria-label": say("club.correct"), title: say("club.correct") });
  const form = node("form", { class: "score-form" }, ...fields, node("button", { type: "submit" }, say("club.write")), forfeit, undo, meanwhile);
  const writing = node("tr", { class: "writing" }, node("td", { colspan: 4 }, form));
  const text = node("span");
  result.append(node("div", { class: "result" }, text, correct));
  rows.push(writing);

  const open = () => !seen.score && !seen.forfeit;
  function layOut() {
    writing.hidden = !open() && !correcting && !typed();
    undo.hidden = correct.hidden = open();
    form.classList.toggle("open", open());
  }
  function settle() {
    meanwhile.hidden = true;
    correcting = false;
    layOut();
  }
  async function put(result) {
    sent = result;
    if (await send("tournament/score", { round, board, result, was: seen })) correcting = false;
    else sent = null;
    layOut();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    put({ score: fields.map((field) => Number(field.value)), forfeit: null });
  });
  form.addEventListener("input", () => {
    // Some formats limit the sum of both scores, the others each score.
    const most = tournament.target;
    const all = sum(fields.map((field) => Number(field.value)));
    fields[1].setCustomValidity(together && all > most ? say("club.marques.most", { most }) : "");
  });

  return {
    rows,
    // live: the score on its table once the game there is over. It is only a hint, as it may be the previous game's.
    update(now, live) {
      write(text, textOf(now));
      fields.forEach((field, index) => (field.placeholder = live?.[index] ?? ""));
      if (!same(now, seen)) {
        const kept = typed() && !stands(now) && !(sent && same(now, sent));
        sent = null;
        seen = resultOf(now);
        if (kept) {
          write(told, say("club.meanwhile", { result: textOf(now) || say("club.meanwhile.none") }));
          meanwhile.hidden = false;
        } else {
          fill();
          settle();
        }
      }
      layOut();
    },
    missing: () => open(),
    // Returns the typed text, to restore it after the page is redrawn in another language.
    draft: () => (typed() ? { values: fields.map((field) => field.value), seen } : null),
    resume(draft) {
      seen = draft.seen;
      fields.forEach((field, index) => (field.value = draft.values[index]));
    },
  };
}

function roundView(tournament, index, referee, send, formats) {
  const together = formats.find((one) => one.name === tournament.game)?.together;
  const matches = tournament.rounds[index].map((match, board) => matchView(match, { round: index + 1, board: board + 1, referee, tournament, together, send }));
  const body = node("tbody", {}, ...matches.flatMap((match) => match.rows));
  const holder = node(
    "details",
    { open: true },
    node("summary", {}, say("club.round.of", { round: index + 1, rounds: tournament.length })),
    node("table", {}, heads("table", ...SIDES, "score"), body),
  );
  return { holder, matches };
}

function entry(send, formats, before) {
  const choice = (name, values, text) => node("select", { name }, ...values.map((one) => node("option", { value: one }, say(text(one)))));
  const number = (name, hint) => node("input", { name, type: "number", min: 1, placeholder: hint });
  const system = choice("system", ["swiss", "round_robin"], (one) => `club.${one}`);
  const game = choice("game", formats.map((one) => one.name), (one) => `club.game.${one}`);
  const name = node("input", { name: "name", required: true, maxlength: 60 });
  const rounds = number("rounds", say("club.length.hint"));
  const target = number("target", "");
  const players = node("textarea", { name: "players", rows: 8, required: true, placeholder: say("club.players.hint") });
  const wording = node("span");
  const targeted = node("label", {}, wording, target);
  const layOut = () => {
    const [first, last, step] = formats.find((one) => one.name === game.value).targets;
    const needed = first !== last;
    targeted.hidden = target.disabled = !needed;
    target.required = needed;
    [target.min, target.max, target.step] = [first, last, step];
    if (needed) wording.textContent = say(`club.target.${game.value}`);
  };
  game.addEventListener("change", layOut);
  const form = node(
    "form",
    { class: "entry" },
    labelled("club.name", name),
    labelled("club.game", game),
    targeted,
    labelled("club.system", system),
    labelled("club.length", rounds),
    labelled("club.players", players),
    node("button", { type: "submit" }, say("club.begin")),
  );
  for (const field of before?.querySelectorAll("input, select, textarea") ?? []) form.querySelector(`[name=${field.name}]`).value = field.value;
  layOut();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send("tournament", {
      name: name.value.trim(),
      system: system.value,
      game: game.value,
      target: target.disabled ? null : Number(target.value),
      length: rounds.value ? Number(rounds.value) : null,
      players: players.value.split("\n").map((line) => line.trim()).filter(Boolean),
    });
  });
  return form;
}

// Lets the referee choose the player who leaves or comes back. The choice is sent after a confirmation.
function roster(what, send) {
  const choice = node("select", { "aria-label": say(`club.${what}`) });
  let listed = "";
  choice.addEventListener("change", () => {
    const player = Number(choice.value);
    choice.value = ""; // without a confirmation, the player can be chosen again
    if (player && confirm(say(`club.${what}.confirm`))) send(`tournament/${what}`, { player });
  });
  return {
    choice,
    update(players) {
      choice.hidden = !players.length;
      if (listed === JSON.stringify(players)) return;
      listed = JSON.stringify(players);
      choice.replaceChildren(node("option", { value: "" }, say(`club.${what}`)), ...players.map(([value, name]) => node("option", { value }, name)));
    },
  };
}

function controls(send) {
  const pair = button(say("club.pair"), () => send("tournament/round", {}));
  const [leaving, returning] = ["left", "returned"].map((what) => roster(what, send));
  const end = button(say("club.end"), () => confirm(say("club.end.confirm")) && send("tournament/end", {}));
  const missing = node("p", { class: "missing", role: "status" });
  return {
    holder: node("div", {}, node("div", { class: "orders" }, pair, leaving.choice, returning.choice, end), missing),
    update(tournament) {
      pair.disabled = tournament.missing > 0 || tournament.over;
      const players = (withdrawn) => tournament.standings.filter((row) => row.withdrawn === withdrawn).map((row) => [row.number, row.player]);
      leaving.update(players(false));
      returning.update(players(true));
      write(missing, tournament.missing ? say("club.missing", { missing: tournament.missing }) : "");
    },
  };
}

function papers(query) {
  const language = document.documentElement.lang;
  const at = (path, values) => `${path}?${new URLSearchParams({ ...query, ...values })}`;
  return node(
    "p",
    { class: "papers" },
    node("a", { href: at("sheet", { language }), target: "_blank" }, say("club.sheet")),
    node("a", { href: at("results.csv", {}), download: true }, say("club.results")),
    node("a", { href: at("standings.csv", {}), download: true }, say("club.standings.csv")),
  );
}

// Lists the closed tournaments, the last one first.
function archive(past) {
  const dated = ({ name, begun }) => (begun ? `${name} (${new Date(`${begun}T12:00`).toLocaleDateString(document.documentElement.lang)})` : name);
  const items = past.map((one, index) => node("li", {}, dated(one), papers({ past: index + 1 }))).reverse();
  return past.length ? [node("details", { class: "past" }, node("summary", {}, say("club.past")), node("ul", {}, ...items))] : [];
}

const standingsRow = (row) => [
  String(row.rank),
  row.withdrawn ? node("s", {}, row.player) : row.player,
  ...[row.points, row.buchholz, row.margin, row.played].map(String),
];

// Returns the score on a match's table once the game there is over.
function won(match, tables) {
  const state = tables.find((one) => one.id === match.table)?.state;
  return state?.phase === "over" ? gameOf(state).final(state) : null;
}

// Draws the current and the past tournaments into one holder. draw() changes only the parts that have changed.
export function tournamentView(holder, referee, send, formats) {
  let drawn = null; // {key, rounds, conducted, draw(...)}

  // Starts a new view for a tournament or language. Drafts are kept if only the language has changed.
  function begin(key, tournament) {
    const before = drawn?.key[0] === key[0] ? drawn : null;
    const [now, past] = [node("div"), node("div")];
    drawn = { key, rounds: [], past, pastKey: "" };
    if (!tournament) {
      const inside = referee ? entry(send, formats, before && holder.querySelector("form.entry")) : node("p", { class: "quiet" }, say("club.tournament.none"));
      now.append(node("h2", {}, say("club.tournament")), inside);
    } else {
      drawn.drafts = before?.rounds?.map((round) => round.matches.map((match) => match.draft?.())) ?? [];
      drawn.holder = node("div");
      drawn.conducted = referee ? controls(send) : null;
      drawn.standings = node("tbody");
      now.append(
        node("h2", {}, tournament.name, node("span", { class: "quiet" }, say(`club.${tournament.system}`))),
        ...(drawn.conducted ? [drawn.conducted.holder] : []),
        drawn.holder,
        node("h3", {}, say("club.standings")),
        node("table", {}, heads("rank", "player", "points", "buchholz", "margin", "played"), drawn.standings),
        papers({}),
      );
    }
    refill(holder, now, past);
  }

  function drawRounds(tournament, tables) {
    tournament.rounds.slice(drawn.rounds.length).forEach(() => {
      const index = drawn.rounds.length;
      for (const round of drawn.rounds) round.holder.open = round.matches.some((match) => match.draft?.());
      const view = roundView(tournament, index, referee, send, formats);
      drawn.drafts[index]?.forEach((draft, board) => draft && view.matches[board].resume(draft));
      drawn.rounds.push(view);
      drawn.holder.prepend(view.holder);
    });
    drawn.rounds.forEach((round, index) => {
      const { matches, holder: details } = round;
      const last = index === tournament.rounds.length - 1;
      const live = tournament.rounds[index].map((now) => (last ? won(now, tables) : null));
      // Update only the rounds that have changed, because a tournament may be large.
      const shown = JSON.stringify([tournament.rounds[index], live]);
      if (round.shown === shown) return;
      round.shown = shown;
      matches.forEach((match, board) => match.update(tournament.rounds[index][board], live[board]));
      const missing = matches.some((match) => match.missing?.());
      if (missing && !round.missing) details.open = true;
      round.missing = missing;
    });
  }

  return function draw(tournament, past, tables) {
    const key = [JSON.stringify(tournament && [tournament.name, tournament.begun, tournament.system]), document.documentElement.lang];
    if (String(drawn?.key) !== String(key) || (tournament && tournament.rounds.length < drawn.rounds.length)) begin(key, tournament);
    if (tournament) {
      drawRounds(tournament, tables);
      drawn.conducted?.update(tournament);
      if (drawn.table !== tournament) drawn.standings.replaceChildren(...tournament.standings.map((row) => node("tr", {}, ...cells(standingsRow(row)))));
      drawn.table = tournament;
    }
    if (drawn.pastKey !== JSON.stringify(past)) {
      drawn.past.replaceChildren(...archive(past));
      drawn.pastKey = JSON.stringify(past);
    }
  };
}
