// The pictures that a ruling rests on, by the names in its announcement.

import { node } from "./elements.js";
import { say } from "./words.js";

let carried = null; // in a standalone file: its pictures by name, as data addresses

export function carry(pictures) {
  carried = pictures;
}

// Shows the pictures before and after; a click opens one. Missing pictures leave no gap. folder: of their addresses.
export function pictures(names, folder = "evidence") {
  const kept = (names ?? []).filter((name) => carried === null || name in carried);
  if (!kept.length) return [];
  const shown = kept.map((name) => {
    const address = carried?.[name] ?? `${folder}/${encodeURIComponent(name)}.jpg`;
    const when = say(name.endsWith("-before") ? "page.evidence.before" : "page.evidence.after");
    const image = node("img", { src: address, alt: `${say("page.evidence")}, ${when}`, class: "evidence", loading: "lazy" });
    image.addEventListener("error", () => image.closest("figure")?.remove());
    return node("figure", {}, node("a", { href: address, target: "_blank", rel: "noopener" }, image), node("figcaption", {}, when));
  });
  return [node("div", { class: "proof" }, ...shown)];
}
