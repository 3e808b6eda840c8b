// The link to the table: a WebSocket to follow it live, and HTTP requests. It reconnects by itself.

const RETRY = 2000;
const ANSWER_TIME = 8000;
// The server sends "here" after 5 seconds without news (announce/page/live.py). After this long without a message the
// connection is dead although nobody closed it, as after a sleep or a change of network.
const DEAF = 16_000;

// The WebSocket's close code for a visitor who must sign in.
const SIGN_IN = 4401;

// Returns a random mark for one request, so that no other request has the same.
function newTransaction() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const later = (time) => new Promise((done) => setTimeout(done, time));

// Repeats a question until it is answered, because the table may be out of reach for a while.
export async function patiently(question) {
  for (;;) {
    try {
      return await question();
    } catch {
      await later(RETRY);
    }
  }
}

// Sends a change as JSON and returns the raw response.
export function post(path, body, method = "POST") {
  return fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
    signal: AbortSignal.timeout(ANSWER_TIME),
  });
}

// Returns the visitor: {name, role, verbs, accounts}; role is null for a visitor who may see nothing.
export async function who() {
  return (await fetch("session")).json();
}

// Signs in. Returns null on success, else the answer that refuses it.
export async function signIn(name, password) {
  const answer = await post("session", { name, password });
  return answer.ok ? null : answer.json();
}

export async function signOut() {
  await post("session", {}, "DELETE");
}

// Sends a request and resolves to the answer: {ok, error, text}. Rejects when there is none.
export async function ask(verb, body = {}) {
  return (await post(`request/${verb}`, { transaction: newTransaction(), ...body })).json();
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
    gone(0); // Closing a dead connection takes long, so do not wait for it.
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
