// The tournament: its standings and rounds for everybody, scores and pairings for the referee.

import { button, changed, node } from "../elements.js";
import { say } from "../words.js";

// Who plays at a table now: {blancs, noirs} by name, or null.
export function playing(tournament, table) {
  const match = tournament?.rounds.at(-1)?.find((one) => one.table === table);
  return match ? { blancs: match.blancs, noirs: match.noirs } : null;
}

function table(heads, rows) {
  return node(
    "table",
    {},
    node("thead", {}, node("tr", {}, ...heads.map((head) => node("th", { scope: "col" }, say(`club.${head}`))))),
    node("tbody", {}, ...rows.map((cells) => node("tr", {}, ...cells.map((cell) => node("td", {}, cell))))),
  );
}

function input(name, label, attributes = {}) {
  return node("label", {}, say(label), node("input", { name, ...attributes }));
}

function form(fields, does, submit) {
  const made = node("form", {}, ...fields, node("button", { type: "submit" }, say(does)));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(made.elements);
  });
  return made;
}

// What a match stands at, or where its referee writes it. live: the trous its table shows when a tour is won there, as a
// hint only: it may be the tour before.
function score(match, round, board, referee, live, send) {
  const text = match.score ? match.score.join(" – ") : "";
  if (!referee || !match.noirs) return text;
  const made = form(["blancs", "noirs"].map((name, index) => {
    const shown = { value: match.score?.[index] ?? "", placeholder: live?.[index] ?? "" };
    return node("input", { name, type: "number", min: 0, max: 9999, required: true, ...shown, "aria-label": say(`side.name.${name}`) });
  }), "club.write", (of) =>
    send("tournament/score", { round, board, score: [Number(of.blancs.value), Number(of.noirs.value)] }),
  );
  made.className = match.score ? "score-form" : "score-form open";
  if (match.score) {
    const again = () => send("tournament/score", { round, board, score: null });
    made.append(button("↺", again, { "aria-label": say("club.unwrite"), title: say("club.unwrite") }));
  }
  return made;
}

function entry(send) {
  const system = node("select", { name: "system" }, ...["swiss", "round_robin"].map((one) => node("option", { value: one }, say(`club.${one}`))));
  const players = node("textarea", { name: "players", rows: 8, required: true, placeholder: say("club.players.hint") });
  return form(
    [
      input("name", "club.name", { required: true, maxlength: 60 }),
      node("label", {}, say("club.system"), system),
      input("length", "club.length", { type: "number", min: 1, max: 400, placeholder: say("club.length.hint") }),
      node("label", {}, say("club.players"), players),
    ],
    "club.begin",
    (of) =>
      send("tournament", {
        name: of.name.value.trim(),
        system: of.system.value,
        length: of.length.value ? Number(of.length.value) : null,
        players: of.players.value.split("\n").map((line) => line.trim()).filter(Boolean),
      }),
  );
}

function controls(tournament, send) {
  const leaving = node("select", { "aria-label": say("club.left") }, node("option", { value: "" }, say("club.left")));
  for (const row of tournament.standings) {
    if (!row.withdrawn) leaving.append(node("option", { value: row.number }, row.player));
  }
  leaving.addEventListener("change", () => {
    const player = Number(leaving.value);
    leaving.value = ""; // who is not confirmed may be chosen again
    if (confirm(say("club.left.confirm"))) send("tournament/left", { player });
  });
  return node(
    "div",
    { class: "orders" },
    button(say("club.pair"), () => send("tournament/round", {}), { disabled: tournament.running || tournament.over }),
    leaving,
    button(say("club.end"), () => confirm(say("club.end.confirm")) && send("tournament/end", {})),
  );
}

// Drawn anew only when it changed or a table's tour was won: a number half written must not vanish.
export function drawTournament(holder, tournament, referee, tables, send) {
  const won = (match) => {
    const state = tables.find((one) => one.id === match.table)?.state;
    if (state?.phase !== "over") return null;
    if (state.game !== "backgammon") return [state.score.blancs.trous, state.score.noirs.trous];
    const { blancs, noirs, target } = state.match;
    return target !== null && Math.max(blancs, noirs) >= target ? [blancs, noirs] : null;
  };
  if (!changed(holder, referee, tournament, tournament?.rounds.at(-1)?.map(won))) return;
  if (!tournament) {
    const inside = referee ? entry(send) : node("p", { class: "quiet" }, say("club.tournament.none"));
    holder.replaceChildren(node("h2", {}, say("club.tournament")), inside);
    return;
  }
  const rounds = tournament.rounds.map((matches, index) => {
    const last = index === tournament.rounds.length - 1;
    const rows = matches.map((match, board) => [
      match.table ?? "",
      match.blancs,
      match.noirs ?? say("club.exempt"),
      score(match, index + 1, board + 1, referee && (last || match.score), last ? won(match) : null, send),
    ]);
    return node(
      "details",
      { open: last },
      node("summary", {}, say("club.round.of", { round: index + 1, rounds: tournament.length })),
      table(["table", "blancs", "noirs", "score"], rows),
    );
  });
  const standings = tournament.standings.map((row) => [
    String(row.rank),
    row.withdrawn ? node("s", {}, row.player) : row.player,
    String(row.points),
    String(row.buchholz),
    String(row.margin),
    String(row.played),
  ]);
  holder.replaceChildren(
    node("h2", {}, tournament.name, node("span", { class: "quiet" }, say(`club.${tournament.system}`))),
    ...(referee ? [controls(tournament, send)] : []),
    ...rounds.reverse(),
    node("h3", {}, say("club.standings")),
    table(["rank", "player", "points", "buchholz", "margin", "played"], standings),
    node(
      "p",
      { class: "papers" },
      node("a", { href: `sheet?language=${document.documentElement.lang}`, target: "_blank" }, say("club.sheet")),
      node("a", { href: "results.csv", download: true }, say("club.results")),
      node("a", { href: "standings.csv", download: true }, say("club.standings.csv")),
    ),
  );
}
