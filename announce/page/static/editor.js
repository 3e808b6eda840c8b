// Corrects the dames by hand: take one from a wrong case and put it on the right one.

import { svg } from "./elements.js";
import { CASE, FLECHE } from "./geometry.js";
import { caseName } from "./board.js";
import { say, sayOf } from "./words.js";

const SIDES = ["blancs", "noirs"];
const OFF = 0;

// changed() is called after every touch. begin(position) opens the editor; position() is null while it is closed.
export function createEditor(changed) {
  let counts = null;
  let begun = ""; // the position that is corrected
  let held = null; // the side of the dame in hand, and where it came from

  // number: a case in the numbering of Blancs, or OFF.
  const index = (side, number) => (side === "blancs" ? number : 25 - number) - 1;
  const on = (side, number) =>
    number === OFF ? 15 - counts[side].reduce((sum, count) => sum + count, 0) - (held?.side === side ? 1 : 0) : counts[side][index(side, number)];

  function put(side, number, change) {
    if (number !== OFF) counts[side][index(side, number)] += change;
  }

  function touch(number) {
    if (held) {
      put(held.side, number, 1);
      held = null;
    } else {
      const side = SIDES.find((one) => on(one, number) > 0);
      if (!side) return;
      put(side, number, -1);
      held = { side, from: number };
    }
    changed();
  }

  // Draws a button over each case, and one for the dames next to the board.
  function handles(at) {
    const made = svg("g", { class: "handles" });
    for (let number = 1; number <= 24; number += 1) {
      const { x, y, up } = at.foot("blancs", number);
      made.append(handle(x - CASE / 2 + 3, up < 0 ? y - FLECHE - 60 : y, CASE - 6, FLECHE + 60, number));
    }
    const { x, y } = at.beside();
    made.append(handle(x - 32, y - 90, 64, 180, OFF));
    return made;
  }

  function handle(x, y, width, height, number) {
    const name = number === OFF ? say("page.edit.off") : caseName("blancs", number);
    const count = SIDES.map((side) => [side, on(side, number)]).filter(([, n]) => n);
    const label = sayOf(name, count.map(([side, n]) => `${say(`side.name.${side}`)} ${n}`).join(", ") || say("page.nobody"));
    const made = svg("rect", { x, y, width, height, rx: 12, tabindex: 0, role: "button", "aria-label": label, class: held?.from === number ? "from" : "" });
    made.addEventListener("click", () => touch(number));
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      touch(number);
    });
    return made;
  }

  return {
    handles,
    begin(position) {
      counts = { blancs: [...position.blancs], noirs: [...position.noirs] };
      begun = JSON.stringify(counts);
      held = null;
      changed();
    },
    end() {
      counts = held = null;
      changed();
    },
    position: () => counts,
    begunFrom: ({ blancs, noirs }) => begun === JSON.stringify({ blancs, noirs }),
    holding: () => held?.side ?? null,
  };
}
