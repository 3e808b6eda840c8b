// The places of all things on the drawn tablier. Units are the drawing's own; the origin is its top left corner.

export const RAIL = 72;
export const BAR = 46;
export const CASE = 92;
export const HEIGHT = 860;
export const FLECHE = 330;
export const DAME = 41;
export const WIDTH = 12 * CASE + BAR;
export const FULL = [WIDTH + 2 * RAIL, HEIGHT + 2 * RAIL];

const TALON_ADVERSE = 24;
// Each side's half of the gap between the longest piles. The jetons lie there at the talons.
const ALLEY = 38;

// seating: {blancs: "near"|"far", talons: "left"|"right"}. The functions below take a side's own case numbers, 1 to 24.
export function places(seating) {
  const near = (side) => (side === "blancs") === (seating.blancs === "near");

  // The middle of column 1..12, counted from the talons.
  function x(rank) {
    const column = seating.talons === "left" ? rank : 13 - rank;
    return RAIL + (column - 0.5) * CASE + (column > 6 ? BAR : 0);
  }

  // The column counted from the talons, and whether the case is on the near row.
  function slot(side, bandeCase) {
    const home = bandeCase <= 12;
    return { rank: home ? bandeCase : 25 - bandeCase, near: home === near(side) };
  }

  // The foot of a case at the rail, and which way its flèche points (-1 up, 1 down).
  function foot(side, number) {
    const { rank, near: low } = slot(side, number);
    return { x: x(rank), y: low ? RAIL + HEIGHT : RAIL, up: low ? -1 : 1 };
  }

  // The centre of the index-th of count dames on a case. Many dames are drawn closer together.
  function dame(side, number, index, count) {
    const { x: cx, y, up } = foot(side, number);
    const step = Math.min(2 * DAME + 1, (HEIGHT / 2 - 2 * DAME - ALLEY) / Math.max(count - 1, 1));
    return { x: cx, y: y + up * (DAME + 3 + index * step) };
  }

  // The place where a dame leaves the board: beyond the adversary's talon.
  function outside(side) {
    const { y, up } = foot(side, TALON_ADVERSE);
    const left = seating.talons === "left";
    return { x: left ? RAIL / 2 : FULL[0] - RAIL / 2, y: y + up * 120 };
  }

  // The place of the n-th jeton that marks nothing, in a row between the talons.
  function idleJeton(n) {
    const toward = seating.talons === "left" ? 1 : -1;
    return { x: x(1) + toward * (n * 40 - 22), y: RAIL + HEIGHT / 2 };
  }

  // The place that marks 2, 4, .. 10 points (Lois XV; Jeu 1, positionnement des jetons).
  function jeton(side, points) {
    const middle = (a, b) => (x(a) + x(b)) / 2;
    const toward = seating.talons === "left" ? 1 : -1;
    const along = {
      2: middle(2, 3),
      4: middle(4, 5),
      6: x(6) + toward * (CASE / 2 - 20),
      8: x(7) - toward * (CASE / 2 - 20),
      10: x(12) + toward * (CASE / 2 - 20),
    };
    const { y, up } = foot(side, 1);
    return { x: along[points], y: y + up * (FLECHE + 24) };
  }

  // Hole 0 is the fichet's starting hole in the side rail. Holes 1 to 12 are behind the side's cases.
  function hole(side, trou) {
    const low = near(side);
    if (trou > 0) return { x: x(Math.min(trou, 12)), y: low ? FULL[1] - RAIL * 0.36 : RAIL * 0.36 };
    return { x: sideRail(true), y: FULL[1] / 2 + (low ? 64 : -64) };
  }

  // The middle line of a side rail: the one at the talons, or the other.
  function sideRail(talons) {
    return (seating.talons === "left") === talons ? RAIL / 2 : FULL[0] - RAIL / 2;
  }

  // The place of the dames that are off the board.
  function beside() {
    return { x: sideRail(false), y: FULL[1] / 2 };
  }

  return { near, foot, dame, beside, outside, jeton, idleJeton, hole, sideRail, x };
}
