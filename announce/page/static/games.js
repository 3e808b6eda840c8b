// The games the page knows: how a state of each is drawn, written and said.

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

// {draw, written, held, drawScore, brief, final} of the game a state is of, and what else that game has of its own.
// brief: the two figures of a side's score, the greater unit first; final: both sides' result once the game is over, or
// null where it does not end a match.
export function gameOf(state) {
  return GAMES[state.game ?? "trictrac"];
}

// A position in words, for those who do not see the drawing: a list of each side's cases, and the dice.
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
