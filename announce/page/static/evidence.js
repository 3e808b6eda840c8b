// The pictures a ruling rests on, by the names its announcement gives them.

import { node } from "./elements.js";
import { say } from "./words.js";

let carried = null; // the pictures by name that a file brings along, as addresses of their own

export function carry(pictures) {
  carried = pictures;
}

// Before and after, each opening whole; a picture that is no longer kept leaves no gap. folder: where they are asked for.
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
