// The sheet of a partie à écrire: who sits where, the marqués played, everybody's account.

import { node } from "./elements.js";
import { say } from "./words.js";

export function drawSheet(holder, partie) {
  holder.hidden = !partie;
  if (!partie) return;
  const title = partie.marque === null ? say("page.sheet.over") : say("page.sheet.marque", { marque: partie.marque, marques: partie.marques });
  const row = (cells, name = "td") => node("tr", {}, ...cells.map((cell) => node(name, {}, String(cell))));
  const played = partie.played.map((one) => row([one.marque, one.vainqueur, one.perdant, `${one.trous}-${one.trous_adverses}`, one.bredouille > 1 ? `×${one.bredouille}` : ""]));
  const accounts = Object.entries(partie.comptes).map(([joueur, compte]) => row([joueur, compte.marques, compte.queue, compte.paris, compte.total]));
  holder.replaceChildren(
    node("h2", {}, title),
    node("p", {}, `${say("side.name.blancs")}: ${partie.blancs} · ${say("side.name.noirs")}: ${partie.noirs}`, partie.refaits ? ` · ${say("page.sheet.refaits", { refaits: partie.refaits })}` : ""),
    node("table", { class: "sheet" }, ...played),
    node("table", { class: "sheet accounts" }, row(["", "marques", "queue", "paris", "total"].map((key) => (key ? say(`page.sheet.${key}`) : "")), "th"), ...accounts),
  );
}
