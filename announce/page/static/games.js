// The games that the page knows: how to draw, write and describe a state of each.

import * as backgammon from "./backgammon.js";
import * as board from "./board.js";
import { node } from "./elements.js";
import { drawScore } from "./panels.js";
import { say, sayDice, sayOf, sentence } from "./words.js";

const SIDES = ["blancs", "noirs"];
const trictrac = {
  ...board,
  drawScore,
  brief: (state, side) => [state.score[side].trous, state.score[side].points],
  final: (state) => SIDES.map((side) => state.score[side].trous),
};
const GAMES = { backgammon, trictrac };

// Returns {draw, written, held, drawScore, brief, final} of a state's game, and any extras of that game.
// brief: the two figures of a side's score, the greater unit first; final: both sides' result once the game is over,
// or null if that does not end a match.
export function gameOf(state) {
  return GAMES[state.game ?? "trictrac"];
}

// Describes a position for people who do not see the drawing: a list of each side's cases, and the dice.
export function describe(holder, state) {
  const { held } = gameOf(state);
  const lists = SIDES.map((side) => {
    const there = held(state, side).filter(([, count]) => count);
    const cases = there.map(([name, count]) => node("li", {}, sayOf(name, say(`dames.${count}`))));
    return [node("p", {}, say(`side.name.${side}`)), node("ul", {}, ...(cases.length ? cases : [node("li", {}, say("page.nobody"))]))];
  });
  const dice = state.dice ? [node("p", {}, sayOf(sentence(say("page.dice")), sayDice(state.dice)))] : [];
  holder.replaceChildren(...lists.flat(), ...dice);
}
