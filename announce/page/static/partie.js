// The sheet of a partie à écrire: the players' seats, the marqués played, and each player's account.

import { button, node, refill } from "./elements.js";
import { say, sayOf } from "./words.js";

// seat: tells the table who plays which dames, null where that is not allowed.
export function drawSheet(holder, partie, seat) {
  holder.hidden = !partie;
  if (!partie) return;
  const title = partie.marque === null ? say("page.sheet.over") : say("page.sheet.marque", { marque: partie.marque, marques: partie.marques });
  const row = (cells) => node("tr", {}, ...cells.map((cell) => node("td", {}, String(cell))));
  const named = ["marques", "queue", "paris", "total"].map((key) => node("th", { scope: "col" }, say(`page.sheet.${key}`)));
  const played = partie.played.map((one) => row([one.marque, one.vainqueur, one.perdant, `${one.trous}-${one.trous_adverses}`, one.bredouille > 1 ? `×${one.bredouille}` : ""]));
  const accounts = Object.entries(partie.comptes).map(([joueur, compte]) => row([joueur, compte.marques, compte.queue, compte.paris, compte.total]));
  const seats = ["blancs", "noirs"].map((side) => sayOf(say(`side.name.${side}`), partie[side]));
  if (partie.refaits) seats.push(say("page.sheet.refaits", { refaits: partie.refaits }));
  const other = () => seat({ blancs: partie.noirs, noirs: partie.blancs });
  refill(
    holder,
    node("h2", {}, title),
    node("p", {}, seats.join(" · ")),
    node("table", { class: "sheet" }, ...played),
    node("table", { class: "sheet accounts" }, node("tr", {}, node("td", {}), ...named), ...accounts),
    seat && partie.marque !== null ? button(say("page.sheet.seat"), other) : "",
  );
}
