// The tables of a club: a card for each, and a panel for the open one.

import { button, changed, node, refill } from "../elements.js";
import { pictures } from "../evidence.js";
import { describe, gameOf } from "../games.js";
import { say, sayDice, sayTurn } from "../words.js";

const SEATING = { blancs: "near", talons: "left" };

// Sorts tables: those that need a referee, then the other present ones, then the rest; each by name.
export function order(tables) {
  const rank = (table) => (table.present ? (table.wanted ? 0 : 1) : 2);
  return tables.sort((one, other) => rank(one) - rank(other) || one.id.localeCompare(other.id, "en", { numeric: true }));
}

function score(state, side, name) {
  const [great, small] = gameOf(state).brief(state, side);
  return node(
    "span",
    { class: `side${state.trait === side ? " to-play" : ""}` },
    node("span", { class: `man ${side}`, "aria-hidden": "true" }),
    node("span", { class: "who" }, name),
    node("strong", {}, String(great)),
    node("span", { class: "points" }, String(small)),
  );
}

function doing(state) {
  const turn = sayTurn(state);
  return state.dice && state.phase !== "over" ? `${turn} · ${sayDice(state.dice)}` : turn;
}

// match: {blancs, noirs}, the players' names, or null when the table has no match of the tournament.
export function drawCard(card, table, match, language, chosen) {
  card.className = `card table-card${table.wanted ? " wanted" : ""}${table.present ? "" : " gone"}`;
  card.setAttribute("aria-pressed", String(chosen));
  const parts = [node("h2", {}, table.id)];
  if (!table.present) parts.push(node("span", { class: "badge" }, say("club.gone")));
  if (table.unreadable) parts.push(node("span", { class: "badge owed" }, say("club.unreadable")));
  if (table.wanted) parts.push(node("span", { class: "badge owed" }, say(`club.wanted.${table.wanted}`)));
  if (table.state) {
    for (const side of ["blancs", "noirs"]) parts.push(score(table.state, side, match?.[side] ?? say(`side.name.${side}`)));
    parts.push(node("span", { class: "doing" }, doing(table.state)));
  }
  const last = table.told.at(-1);
  if (last) parts.push(node("span", { class: `told ${last.severity}` }, last.text[language] ?? Object.values(last.text)[0] ?? ""));
  card.replaceChildren(...parts);
}

// Draws the open table: its board and its announcements. on: {close, answered: false or answered(id),
// evidence: whether pictures may be requested}.
export function drawOpened(holder, table, match, language, on) {
  holder.hidden = !table;
  if (!table || !changed(holder, table, match)) return;
  const board = node("div", { class: "board" });
  if (table.state?.position) {
    gameOf(table.state).draw(board, table.state, SEATING);
    describe(document.getElementById("position"), table.state);
  }
  const names = match ? `${match.blancs} – ${match.noirs}` : "";
  const list = node("ol", { class: "disputes" });
  for (const one of [...table.told].reverse()) {
    const text = one.text[language] ?? Object.values(one.text)[0] ?? "";
    list.append(
      node(
        "li",
        { class: one.severity },
        node("span", {}, text),
        one.article && !text.includes(one.article) ? node("span", { class: "article" }, one.article) : "",
        ...(on.evidence ? pictures(one.evidence, `evidence/${table.id}`) : []),
      ),
    );
  }
  refill(
    holder,
    button("✕", on.close, { class: "close", "aria-label": say("club.close") }),
    node("h2", {}, table.id, node("span", { class: "quiet" }, names)),
    table.wanted ? node("p", { class: "badge owed" }, say(`club.wanted.${table.wanted}`)) : "",
    on.answered && table.wanted === "called" ? button(say("page.call.answered"), () => on.answered(table.id), { class: "large" }) : "",
    board,
    table.told.length ? list : node("p", { class: "quiet" }, say("page.rulings.none")),
  );
}
