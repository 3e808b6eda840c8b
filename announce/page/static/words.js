// The page's phrases: one language at a time, from the catalogue that the voice uses too.

// The choices that this browser remembers between visits, or only during this visit where it may store nothing.
export const memory = (() => {
  try {
    return localStorage;
  } catch {
    return {};
  }
})();

let words = {};
let carried = null; // in a standalone file: its phrases by language

export function carry(phrases) {
  carried = phrases;
}

export async function speak(language) {
  words = carried?.[language] ?? (await asked(language));
  document.documentElement.lang = language;
}

async function asked(language) {
  const answer = await fetch(`phrases/${language}.json`);
  if (!answer.ok) throw new Error(`no phrases in ${language}`);
  return answer.json();
}

// Returns the language to read in: the one chosen before, else the reader's by his browser, else the page's own.
// settings: {language, languages}; shared: whether a whole room reads this display, which then keeps the page's own
export function reading({ language, languages }, shared = false) {
  const his = shared ? [] : navigator.languages.map((one) => one.split("-")[0]);
  return [memory.language, ...his].find((one) => languages.includes(one)) ?? language;
}

// Switches to the next language, remembers it, and returns its code.
export async function readNext(language, { languages }) {
  const next = languages[(languages.indexOf(language) + 1) % languages.length];
  await speak(next);
  memory.language = next;
  return next;
}

// Returns the phrase of a key with its {placeholders} filled in, or the key itself if there is no phrase.
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// Returns the phrase of a key for a state's game, if that game has its own.
export function sayIn(state, key, values = {}) {
  const own = key.replace("page.", `page.${state.game}.`);
  return say(own in words ? own : key, values);
}

// Returns a name followed by what belongs to it.
export function sayOf(name, what) {
  return say("page.of", { name, what });
}

// Returns a noun, singular or plural, for a number next to it.
export function sayCounted(key, number) {
  return say(`${key}.${new Intl.PluralRules(document.documentElement.lang).select(number) === "one" ? "one" : "other"}`);
}

// Groups equal texts and counts them: "T/3 (2), T/5".
export function grouped(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count > 1 ? `${text} (${count})` : text)).join(", ");
}

export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

// Returns in one line whose turn it is and to do what. A throw that is worth nothing to its thrower must be played.
export function sayTurn(state) {
  const idle = state.phase === "to_mark" && state.jans && !state.jans.some((jan) => jan.for === state.trait);
  const key = idle ? "page.turn.to_play" : `page.turn.${state.phase}`;
  const sides = state.trait ? { side: say(`side.name.${state.trait}`), to_side: say(`side.to.${state.trait}`) } : {};
  return sentence(sayIn(state, key, sides));
}

// Returns the name of a past game with its date. game: {game, kind, begun}
export function sayGame({ game, kind, begun }, language) {
  const name = say(`page.game.${kind}`, { game: game ?? "" }).trim();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(begun));
  return say("page.game.begun", { name, date });
}

// Returns a throw as announced: a doublet by its name, else the higher number first.
export function sayDice([a, b]) {
  if (a === b) return say(`doublet.${a}`);
  return say("dice.simple", { high: say(`face.${Math.max(a, b)}`), low: say(`face.${Math.min(a, b)}`) });
}
