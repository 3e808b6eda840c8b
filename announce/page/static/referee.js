// The referee's panels next to the board: disputes with their pictures, and controls for corrections.

import { caseName } from "./board.js";
import { button, changed, node, refill } from "./elements.js";
import { pictures } from "./evidence.js";
import { say, sentence } from "./words.js";

const SIDES = ["blancs", "noirs"];

// The kinds of announcements after which a disorder or a doubt is over.
export const OVER = ["order_restored", "throw_worth", "doubt_settled"];

// Returns the current disorder; null once order was restored or play went on.
function openDisorder(announcements) {
  const last = announcements.findLast((one) => one.kind === "disorder" || OVER.includes(one.kind));
  return last?.kind === "disorder" ? last : null;
}

// Returns the position that the camera sees: the recorded one, changed by the differences.
function asSeen(position, differences) {
  const seen = { blancs: [...position.blancs], noirs: [...position.noirs] };
  for (const { side, case: number, seen: count } of differences) if (number <= 24) seen[side][number - 1] = count;
  return seen;
}

// do_: {take(position), call(over)}, each null where that is not allowed.
export function drawDisputes(holder, state, announcements, language, do_) {
  const disorder = openDisorder(announcements);
  holder.hidden = false;
  if (!changed(holder, state.called, state.position, Boolean(state.doubt), disorder, Boolean(do_.take), Boolean(do_.call))) return;
  const shown = [node("h2", {}, say("page.disputes"))];
  if (state.called) {
    shown.push(node("p", { class: "alarm" }, say("page.called", { the_side: say(`side.the.${state.called}`), side: say(`side.name.${state.called}`) })));
    if (do_.call) shown.push(button(say("page.call.answered"), () => do_.call(true), { class: "large" }));
  }
  if (disorder) {
    shown.push(node("p", {}, disorder.text[language] ?? ""), differences(disorder.differences), ...pictures(disorder.evidence));
    if (do_.take) {
      shown.push(
        button(say("page.repair.take"), () => do_.take(asSeen(state.position, disorder.differences)), { class: "large" }),
        node("p", { class: "quiet" }, say("page.repair.back")),
      );
    }
  }
  if (!state.called && !disorder && !state.doubt) shown.push(node("p", { class: "quiet" }, say("page.disputes.none")));
  refill(holder, ...shown);
}

function differences(found) {
  const head = ["page.repair.case", "page.repair.expected", "page.repair.seen"].map((key) => node("th", { scope: "col" }, say(key)));
  const rows = found.map(({ side, case: number, expected, seen }) =>
    node("tr", {}, node("th", { scope: "row" }, `${say(`side.name.${side}`)}, ${caseName(side, number)}`), node("td", {}, String(expected)), node("td", { class: "seen" }, String(seen))),
  );
  return node("table", { class: "differences" }, node("thead", {}, node("tr", {}, ...head)), node("tbody", {}, ...rows));
}

// Draws the corrections by hand: score, turn, dames and tours.
// do_: {correct(values), tour(first), edit(), done(), cancel()}; editing: {holding} while dames are edited, else null.
export function drawRepair(holder, state, editing, do_) {
  if (!changed(holder, state.score, state.trait, state.pavillon, editing)) return;
  holder.hidden = false;
  const means = node("div", { class: "repairs" });
  holder.replaceChildren(node("summary", {}, say("page.repair")), means);
  if (editing) {
    means.append(
      node("p", { role: "status" }, say(editing.holding ? "page.edit.put" : "page.edit.take")),
      button(say("page.edit.done"), do_.done, { class: "large", disabled: Boolean(editing.holding) }),
      button(say("page.edit.cancel"), do_.cancel),
    );
    return;
  }
  means.append(scoreForm(state, do_.correct), button(say("page.edit"), do_.edit), tourForm(state, do_.tour));
}

function scoreForm(state, correct) {
  const rows = SIDES.map((side) => {
    const held = state.score[side];
    return node(
      "fieldset",
      {},
      node("legend", {}, say(`side.name.${side}`)),
      field("trous", `${side}.trous`, { type: "number", min: 0, max: 99, required: true, value: held.trous }),
      field("points", `${side}.points`, { type: "number", min: 0, max: 10, step: 2, required: true, value: held.points }),
      field("bredouille", `${side}.bredouille`, { type: "checkbox", checked: held.bredouille }),
    );
  });
  const form = node(
    "form",
    { class: "repair" },
    ...rows,
    choice("page.pavillon", "pavillon", [["", "—"], ...SIDES.map((side) => [side, say(`side.name.${side}`)])], state.pavillon ?? ""),
    choice("page.turn.title", "trait", SIDES.map((side) => [side, say(`side.name.${side}`)]), state.trait),
    node("button", { type: "submit" }, say("page.repair.do")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const of = (name) => form.elements[name];
    const holding = (side) => ({
      trous: Number(of(`${side}.trous`).value),
      points: Number(of(`${side}.points`).value),
      bredouille: of(`${side}.bredouille`).checked,
    });
    const score = { blancs: holding("blancs"), noirs: holding("noirs"), pavillon: of("pavillon").value || null };
    correct({ score, ...(of("trait").value === state.trait ? {} : { trait: of("trait").value }) });
  });
  return form;
}

function tourForm(state, tour) {
  const form = node(
    "form",
    { class: "repair" },
    choice("page.tour.first", "first", SIDES.map((side) => [side, say(`side.name.${side}`)]), state.trait),
    node("button", { type: "submit" }, say("page.tour.new")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (confirm(say("page.tour.confirm"))) tour(form.elements.first.value);
  });
  return form;
}

function field(word, name, attributes) {
  const label = word === "bredouille" ? sentence(say("page.bredouille")) : sentence(say(`page.${word}.other`));
  return node("label", {}, label, node("input", { name, inputmode: "numeric", ...attributes }));
}

function choice(key, name, options, chosen) {
  const made = node("select", { name }, ...options.map(([value, text]) => node("option", { value, selected: value === chosen }, text)));
  return node("label", {}, sentence(say(key)), made);
}
