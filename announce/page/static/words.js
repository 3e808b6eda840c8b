// The page's words: one language at a time, from the same catalogue as the voice.

// What this browser remembers from one visit to the next; only of this one where it may keep nothing.
export const memory = (() => {
  try {
    return localStorage;
  } catch {
    return {};
  }
})();

let words = {};
let carried = null; // the phrases by language that a file brings along

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

// The language one reads in: the one chosen here before, else the page's own. settings: {language, languages}
export function reading({ language, languages }) {
  return languages.includes(memory.language) ? memory.language : language;
}

// Reads on in the language after this one, and remembers it; its code.
export async function readNext(language, { languages }) {
  const next = languages[(languages.indexOf(language) + 1) % languages.length];
  await speak(next);
  memory.language = next;
  return next;
}

// The phrase of a key with its {placeholders} filled; the key itself shows what is missing.
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// The phrase of a key in the words of the game a state is of, where that has its own.
export function sayIn(state, key, values = {}) {
  const own = key.replace("page.", `page.${state.game}.`);
  return say(own in words ? own : key, values);
}

// What somebody or something has, after its name.
export function sayOf(name, what) {
  return say("page.of", { name, what });
}

// A noun in the number that goes with a figure beside it.
export function sayCounted(key, number) {
  return say(`${key}.${new Intl.PluralRules(document.documentElement.lang).select(number) === "one" ? "one" : "other"}`);
}

// Equal texts together, with how often each occurs: "T/3 (2), T/5".
export function grouped(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count > 1 ? `${text} (${count})` : text)).join(", ");
}

export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

// Whose turn it is and what for, in one line. A throw that is worth nothing to its thrower is there to be played.
export function sayTurn(state) {
  const idle = state.phase === "to_mark" && state.jans && !state.jans.some((jan) => jan.for === state.trait);
  const key = idle ? "page.turn.to_play" : `page.turn.${state.phase}`;
  const sides = state.trait ? { side: say(`side.name.${state.trait}`), to_side: say(`side.to.${state.trait}`) } : {};
  return sentence(sayIn(state, key, sides));
}

// A game of the past, with when it was begun. game: {game, kind, begun}
export function sayGame({ game, kind, begun }, language) {
  const name = say(`page.game.${kind}`, { game: game ?? "" }).trim();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(begun));
  return say("page.game.begun", { name, date });
}

// A throw as announced: a doublet by its name, else the higher number first.
export function sayDice([a, b]) {
  if (a === b) return say(`doublet.${a}`);
  return say("dice.simple", { high: say(`face.${Math.max(a, b)}`), low: say(`face.${Math.min(a, b)}`) });
}
