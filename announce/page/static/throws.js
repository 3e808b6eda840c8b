// The list of a game's throws with dice, play and marks. Each links to its first step.

import { button, node } from "./elements.js";
import { gameOf } from "./games.js";
import { say, sayIn } from "./words.js";

const GRAVE = ["warning", "alert"];
const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points)}`; // taken off, or marked

// Returns the throws of a game: the first and last step of each, its side, dice, play, marks, and whether a warning or
// alert was given.
export function throwsOf(steps, states) {
  const throws = [];
  steps.forEach((step, index) => {
    const state = states[index];
    let last = throws.at(-1);
    if (!last || last.tour !== state.tour || last.throw !== state.throw) {
      last = { tour: state.tour, throw: state.throw, first: index, side: null, dice: null, moves: null, marks: [], grave: false };
      throws.push(last);
    }
    last.last = index;
    if (state.dice) Object.assign(last, { side: state.trait, dice: state.dice });
    const of = (number) => throws.findLast((each) => each.tour === state.tour && each.throw === number) ?? last;
    for (const play of step.plays ?? []) Object.assign(of(play.throw), { side: play.side, moves: play.moves });
    for (const mark of step.marks ?? []) of(mark.throw).marks.push(mark);
    last.grave ||= step.told.some((one) => GRAVE.includes(one.severity));
  });
  return throws;
}

// at: the step shown; go: shows another.
export function drawThrows(holder, throws, at, states, go) {
  holder.setAttribute("aria-label", say("page.history"));
  const list = node("ol", {});
  let tour = null;
  for (const one of throws) {
    if (one.tour !== tour) list.append(node("li", { class: "tour" }, sayIn(states[one.first], "page.tour", { tour: one.tour })));
    tour = one.tour;
    list.append(node("li", {}, row(one, states[one.first], at, go)));
  }
  const before = holder.querySelector("ol")?.scrollTop ?? 0;
  const held = [...holder.querySelectorAll("button")].indexOf(document.activeElement);
  holder.replaceChildren(list, node("p", { class: "quiet legend" }, sayIn(states[0], "page.notation")));
  list.scrollTop = before;
  holder.querySelectorAll("button")[held]?.focus();
  // Pictures that arrive later make the list lower.
  new ResizeObserver(() => follow(list)).observe(list);
}

// Scrolls the throw shown into view, within the list only.
function follow(list) {
  const shown = list.querySelector("[aria-current]");
  if (!shown) return;
  const [top, end] = [shown.offsetTop - list.offsetTop, shown.offsetTop - list.offsetTop + shown.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight;
}

function row(one, state, at, go) {
  const shown = one.first <= at && at <= one.last;
  const made = button("", () => go(one.first), { "aria-current": shown ? "step" : null, class: "throw-row" });
  const { written } = gameOf(state);
  const side = one.side ? say(`side.name.${one.side}`) : "";
  const play = one.moves && (one.moves.length ? written({ ...state, trait: one.side, dice: one.dice }, one.moves) : "—");
  made.append(
    node("span", { class: "number" }, String(one.throw)),
    one.side ? node("span", { class: `man ${one.side}`, role: "img", "aria-label": side }) : "",
    node("span", { class: "cast" }, one.dice ? `${Math.max(...one.dice)}-${Math.min(...one.dice)}` : ""),
    node("span", { class: "played" }, play ?? ""),
    one.grave ? node("span", { class: "grave", role: "img", "aria-label": say("page.steps.fault") }, "▲") : "",
    ...one.marks.map((mark) => node("span", { class: `gain ${mark.side === one.side ? "own" : "other"}`, title: say(`side.name.${mark.side}`) }, signed(mark.points))),
  );
  return made;
}
