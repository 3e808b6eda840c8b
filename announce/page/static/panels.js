// The panels next to the board. Each function draws one panel from values; its buttons call back.

import { button, changed, node, refill } from "./elements.js";
import { pictures } from "./evidence.js";
import { say, sayCounted, sayDice, sayIn, sayTurn, sentence } from "./words.js";

const RULINGS_SHOWN = 12;
const MARKS = { info: "·", notice: "▸", warning: "▲", alert: "■" };

export function drawScore(holder, state, side) {
  const held = state.score[side];
  const badges = [];
  if (held.bredouille && held.points) badges.push(node("span", { class: "badge" }, say("page.bredouille")));
  if (state.pavillon === side) badges.push(node("span", { class: "badge flagged" }, say("page.pavillon")));
  if (held.owed) badges.push(node("span", { class: "badge owed" }, say("page.owed", { points: held.owed })));
  holder.className = `score ${side}${state.trait === side ? " to-play" : ""}`;
  holder.replaceChildren(
    node("h2", {}, node("span", { class: `man ${side}`, "aria-hidden": "true" }), say(`side.name.${side}`)),
    node("p", { class: "badges" }, ...badges),
    node(
      "p",
      { class: "figures" },
      node("span", { class: "trous" }, String(held.trous)),
      node("span", { class: "unit" }, sayCounted("page.trous", held.trous)),
      node("span", { class: "points" }, String(held.points)),
      node("span", { class: "unit" }, sayCounted("page.points", held.points)),
    ),
  );
}

export function drawTurn(holder, state) {
  const parts = [
    node("strong", {}, state.paused ? say("page.pause") : sayTurn(state)),
    node("span", { class: "throw" }, sayIn(state, "page.throw", { throw: state.throw, tour: state.tour })),
  ];
  if (state.waiting) parts.push(node("span", { class: "waiting", role: "status" }, say("page.waiting")));
  if (state.dice) parts.splice(1, 0, node("span", { class: "dice-said" }, sentence(sayDice(state.dice))));
  holder.replaceChildren(...parts);
}

// chosen: the index of the jan shown on the board, null for all of them; choose(index or null).
// guess: null outside a lesson and where not allowed, else {on, open, verdict}: whether pupils guess throws, whether a
// guess is awaited now, and the answer to the last guess.
export function drawWorth(holder, state, chosen, choose, guess, guesser) {
  if (!changed(holder, state.trait, state.dice, state.jans, state.guess, chosen, guess)) return;
  const shown = [node("h2", {}, say("page.worth"))];
  if (guess) shown.push(button(say("page.guess"), guesser.toggle, { class: "small", "aria-pressed": String(guess.on) }));
  if (guess?.verdict && !guess.open) shown.push(node("p", { class: "verdict", role: "status" }, guess.verdict));
  refill(holder, ...shown, guess?.open ? askGuess(guesser.answer) : worth(state, chosen, choose));
}

// Returns a button for each jan of the throw, or the reason why there is none.
function worth(state, chosen, choose) {
  const quiet = (text) => node("p", { class: "quiet" }, text);
  if (state.guess === "open") return quiet(say("page.guess.waiting"));
  if (state.jans === null) return quiet(say("page.worth.hidden"));
  if (!state.dice) return quiet("—");
  if (!state.jans.length) return quiet(say("page.worth.nothing"));
  const list = node("ul", { class: "jans" });
  state.jans.forEach((jan, index) => {
    const ways = jan.ways > 1 ? node("span", { class: "ways" }, say("page.ways", { n: jan.ways })) : "";
    const shown = chosen === index;
    const made = button("", () => choose(shown ? null : index), {
      "aria-pressed": String(shown),
      class: `jan ${jan.for === state.trait ? "own" : "other"}`,
    });
    made.append(
      node("span", { class: "name" }, sentence(say(`jan.${jan.jan}`)), ways),
      node("span", { class: "for" }, say(`side.name.${jan.for}`)),
      node("span", { class: "value" }, String(jan.points)),
    );
    list.append(node("li", {}, made));
  });
  return list;
}

function askGuess(answer) {
  const fields = ["blancs", "noirs"].map((side) => {
    const field = node("input", { type: "number", min: 0, max: 60, step: 2, required: true, value: 0, inputmode: "numeric", name: side });
    return node("label", {}, say(`side.name.${side}`), field);
  });
  const form = node("form", { class: "guess" }, ...fields, node("button", { type: "submit" }, say("page.guess.answer")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(Number(form.elements.blancs.value), Number(form.elements.noirs.value));
  });
  return form;
}

// Draws a lesson's legal plays, [{moves, words}], in words and notation. show(moves or null) lights one on the board.
export function drawPlays(holder, state, plays, written, show) {
  holder.hidden = !plays;
  if (!plays || !changed(holder, state.trait, plays)) return;
  holder.replaceChildren(node("h2", {}, `${say("page.plays")} (${plays.length})`));
  if (plays.every(({ moves }) => !moves.length)) {
    holder.append(node("p", { class: "quiet" }, say("page.plays.none")));
    return;
  }
  const list = node("ul", {});
  for (const { moves, words } of plays) {
    const made = button("", () => show(moves));
    const notation = written(state, moves);
    made.append(words ? node("span", {}, words, " ") : "", node("span", { class: "notation" }, notation));
    made.addEventListener("mouseenter", () => show(moves));
    made.addEventListener("focus", () => show(moves));
    made.addEventListener("mouseleave", () => show(null));
    made.addEventListener("blur", () => show(null));
    list.append(node("li", {}, made));
  }
  const legend = node("p", { class: "quiet legend" }, `${say("page.plays.legend")} ${sayIn(state, "page.notation")}`);
  holder.append(list, legend);
}

export function drawRulings(holder, announcements, language) {
  if (!changed(holder, announcements.map((one) => [one.id, one.t, one.kind]))) return; // keep loaded pictures
  holder.replaceChildren(node("h2", {}, say("page.rulings")));
  const shown = announcements.filter((one) => textOf(one, language)).slice(-RULINGS_SHOWN);
  holder.append(shown.length ? rulings(shown.reverse(), language) : node("p", { class: "quiet" }, say("page.rulings.none")));
}

const textOf = (one, language) => one.text[language] ?? Object.values(one.text)[0];

// Returns a text without the space that French puts before a semicolon.
const tight = (text) => text.replaceAll(/\s;/g, ";");

// Returns a list of announcements, each with its article and pictures. The pictures of a
// granted claim are those of its fault, and are shown once.
export function rulings(announcements, language) {
  const list = node("ol", {});
  for (const [index, one] of announcements.entries()) {
    const text = textOf(one, language);
    const beside = [announcements[index - 1], announcements[index + 1]];
    const granted = one.kind === "claim_ruled" && beside.some((other) => other?.kind === "fault_ruled" && other.article === one.article);
    list.append(
      node(
        "li",
        { class: one.severity, "data-kind": one.kind },
        node("span", { class: "mark", "aria-hidden": "true" }, MARKS[one.severity] ?? "·"),
        node("span", { class: "text" }, text),
        one.article && !tight(text).includes(tight(one.article)) ? node("span", { class: "article" }, one.article) : "",
        ...(granted ? [] : pictures(one.evidence)),
      ),
    );
  }
  return list;
}

// Draws the form for signing in. why: the reason of the last refusal, if any; answer(name, password) signs in.
export function drawSignIn(holder, why, answer) {
  const field = (name, type, complete) => {
    const made = node("input", { name, type, autocomplete: complete, required: true });
    return node("label", {}, say(`page.sign_in.${name}`), made);
  };
  const form = node(
    "form",
    { class: "guess" },
    field("user", "text", "username"),
    field("password", "password", "current-password"),
    node("button", { type: "submit" }, say("page.sign_in.go")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(form.elements.user.value, form.elements.password.value);
  });
  holder.hidden = false;
  // If no other heading is visible, this one is the page's main heading.
  const heading = document.querySelector("h1")?.getClientRects().length ? "h2" : "h1";
  holder.replaceChildren(node(heading, {}, say("page.sign_in")), node("p", { role: "alert" }, why), form);
  form.elements.user.focus();
}

// Draws the question of a doubt, with a large button for each choice if this visitor may answer.
export function drawDoubt(holder, doubt, language, answer) {
  holder.hidden = !doubt;
  if (!doubt || !changed(holder, doubt, Boolean(answer))) return;
  holder.replaceChildren(
    node("h2", {}, say("page.doubt")),
    node("p", {}, doubt.text[language] ?? ""),
    ...(answer ? doubt.choices : []).map((choice, index) => button(choice || "—", () => answer(index), { class: "large" })),
  );
}

const SIDES = ["blancs", "noirs"];
const LEVELS = ["debutant", "amateur", "confirme", "expert", "maitre"];

// Draws the companion of a solo game, or the coach of a lesson: the moves still to be made for it, its level, a hint.
// moves: its play in notation, empty when nothing is to be moved; ask(body): sends it a request.
export function drawSolo(holder, state, moves, ask) {
  holder.hidden = !ask || !(state.solo || state.mode === "lesson");
  if (holder.hidden || !changed(holder, state.solo, state.mode, state.trait, state.phase, moves)) return;
  const own = state.solo && state.trait !== state.solo.side;
  const hint = button(say("page.solo.hint"), () => ask({ do: "hint" }), { disabled: !state.dice || (state.solo && !own) });
  if (!state.solo) {
    holder.replaceChildren(hint);
    return;
  }
  const levels = node("select", { "aria-label": say("page.solo.level") });
  for (const level of LEVELS) {
    levels.append(node("option", { value: level, selected: state.solo.level === level }, say(`page.solo.level.${level}`)));
  }
  levels.addEventListener("change", () => ask({ level: levels.value }));
  const resign = () => confirm(say("page.resign.confirm")) && ask({ do: "resign" });
  const turn = state.phase === "to_throw" && !own;
  holder.replaceChildren(
    node("h2", {}, say("page.solo")),
    moves ? node("p", { class: "to-move", role: "status" }, `${say("page.solo.play")} ${moves}`) : "",
    node(
      "div",
      { class: "orders" },
      levels,
      hint,
      turn ? button(say("page.solo.throw"), () => ask({ do: "throw" })) : "",
      button(say("page.solo.resign"), resign),
    ),
  );
}

// Draws the players' names, used in the record and their progress. ask(names): changes them, null where not allowed.
export function drawNames(holder, state, ask) {
  const names = state.players;
  holder.hidden = !names || !ask;
  if (holder.hidden || !changed(holder, names, state.solo?.side)) return;
  const fields = SIDES.filter((side) => side !== state.solo?.side).map((side) => [
    side,
    node("input", { name: side, maxlength: 64, autocomplete: "off", value: names[side] }),
  ]);
  const form = node(
    "form",
    { class: "guess" },
    ...fields.map(([side, field]) => node("label", {}, say(`side.name.${side}`), field)),
    node("button", { type: "submit" }, say("page.names.keep")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(Object.fromEntries(fields.map(([side, field]) => [side, field.value.trim()])));
  });
  const known = fields.map(([side]) => names[side]).filter(Boolean);
  holder.replaceChildren(node("summary", {}, [say("page.names"), ...known].join(" · ")), form);
}

// back: takes the game back to before the throw shown, null where that is not allowed.
export function drawHistory(holder, index, count, show, back) {
  const live = index === null;
  const at = live ? count - 1 : index;
  holder.setAttribute("aria-label", say("page.history"));
  refill(
    holder,
    button("◀", () => show(at - 1), { "aria-label": say("page.history.back"), disabled: at <= 0 }),
    button("▶", () => show(at + 1 >= count - 1 ? null : at + 1), {
      "aria-label": say("page.history.forward"),
      disabled: live,
    }),
    button(say("page.history.live"), () => show(null), { class: "live", "aria-pressed": String(live) }),
    back && !live ? button(say("page.history.undo"), back, { class: "back" }) : "",
  );
}

const SPOKEN = [
  ["ecole", "page.claim.ecole"],
  ["fausse_case", "page.claim.fausse_case"],
  ["j_adoube", "page.say.j_adoube"],
  ["coup_joue", "page.say.coup_joue"],
  ["je_tiens", "page.say.je_tiens"],
  ["je_m_en_vais", "page.say.je_m_en_vais"],
];

// Draws the player's declarations and the requests to the table. seat: the side this page speaks for; verbs: the
// requests this visitor may make; spoken: the declarations, as [what, key of its words].
export function drawActions(holder, state, seat, verbs, do_, spoken = SPOKEN) {
  const may = (verb) => verbs.includes(verb);
  holder.hidden = !may("claim");
  if (!changed(holder, seat, verbs, state.mode, state.paused, state.muted, state.called)) return;
  const sides = ["blancs", "noirs"].map((side) =>
    button(say(`side.name.${side}`), () => do_.sit(side), { class: `seat ${side}`, "aria-pressed": String(seat === side) }),
  );
  const modes = node("select", { "aria-label": say("page.mode") });
  for (const mode of ["score", "referee", "lesson", "solo"]) {
    modes.append(node("option", { value: mode, selected: state.mode === mode }, say(`page.mode.${mode}`)));
  }
  modes.addEventListener("change", () => do_.mode(modes.value));
  holder.replaceChildren(
    node("div", { class: "seats", role: "group", "aria-label": say("page.seat") }, node("span", {}, say("page.seat")), ...sides),
    node("div", { class: "sayings" }, ...spoken.map(([what, key]) => button(say(key), () => do_.claim(what), { class: what }))),
    node(
      "div",
      { class: "orders" },
      may("undo") ? button(say("page.undo"), do_.undo) : "",
      may("pause") ? button(say(state.paused ? "page.resume" : "page.pause"), () => do_.pause(!state.paused), { "aria-pressed": String(state.paused) }) : "",
      may("call") ? button(say(state.called ? "page.call.over" : "page.call"), () => do_.call(Boolean(state.called)), { "aria-pressed": String(Boolean(state.called)) }) : "",
      may("volume") ? button(say("page.voice"), () => do_.mute(!state.muted), { "aria-pressed": String(!state.muted) }) : "",
      ...(may("volume")
        ? (state.mode === "lesson" ? ["repeat", "slower", "continue"] : ["repeat"]).map((what) => button(say(`page.lesson.${what}`), () => do_.voice(what), { class: what }))
        : []),
      may("mode") ? modes : "",
    ),
  );
}
