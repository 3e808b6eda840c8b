// The table live, and what is asked of it: a WebSocket to hear, requests to speak. Comes back by itself.

const RETRY = 2000;
const ANSWER_TIME = 8000;
// The table says every 5 seconds that it is still here (announce/page/live.py); after this long without it the
// connection is a dead one that nobody closed, as after a sleep or another network.
const DEAF = 16_000;

// The WebSocket's code for one who must sign in.
const SIGN_IN = 4401;

// A mark for one request: random, and so unlike anyone else's.
function newTransaction() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const later = (time) => new Promise((done) => setTimeout(done, time));

// What a question to a table brings that may be away just now: it is put again until it is answered.
export async function patiently(question) {
  for (;;) {
    try {
      return await question();
    } catch {
      await later(RETRY);
    }
  }
}

// Sends something to be changed, as JSON; the answer as it came.
export function post(path, body, method = "POST") {
  return fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_TIME),
  });
}

// Who one is here: {name, role, verbs, accounts}; role is null for one who may see nothing.
export async function who() {
  return (await fetch("session")).json();
}

// Signs in; "" when done, else why not: "unknown", "often".
export async function signIn(name, password) {
  const answer = await post("session", { name, password });
  return answer.ok ? "" : (await answer.json()).error;
}

export async function signOut() {
  await post("session", {}, "DELETE");
}

// Asks the table; a promise of what the answer brings, rejected with the table's own words, or none.
export async function ask(verb, body = {}) {
  let answer;
  try {
    answer = await (await post(`request/${verb}`, { transaction: newTransaction(), ...body })).json();
  } catch {
    throw new Error("");
  }
  if (!answer.ok) throw new Error(answer.error ?? "");
  return answer.data;
}

// Follows the table. on: {link(up), stranger(), snapshot(value), state(value), announcement(value)}.
export function follow(on) {
  const address = new URL("live", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  const listening = new AbortController();
  const gone = (code) => {
    listening.abort();
    clearTimeout(deaf);
    on.link(false);
    if (code === SIGN_IN) on.stranger();
    else setTimeout(() => follow(on), RETRY);
  };
  const giveUp = () => {
    gone(0); // A dead connection takes long to close: that is not waited for.
    socket.close();
  };
  let deaf = setTimeout(giveUp, DEAF);
  const hear = (what, then) => socket.addEventListener(what, then, { signal: listening.signal });
  hear("message", (event) => {
    clearTimeout(deaf);
    deaf = setTimeout(giveUp, DEAF);
    const { name, value } = JSON.parse(event.data);
    if (name === "snapshot") on.link(true);
    on[name]?.(value);
  });
  hear("close", (event) => gone(event.code));
}
