// The table live, and what is asked of it: one WebSocket to hear, one request at a time to speak. Comes back by itself.

const RETRY = 2000;
const ANSWER_TIME = 8000;

// The WebSocket's code for one who must sign in.
const SIGN_IN = 4401;

// A mark for one request: random, and so unlike anyone else's.
function newTransaction() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
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
  socket.addEventListener("message", (event) => {
    const { name, value } = JSON.parse(event.data);
    if (name === "snapshot") on.link(true);
    on[name]?.(value);
  });
  socket.addEventListener("close", (event) => {
    on.link(false);
    if (event.code === SIGN_IN) on.stranger();
    else setTimeout(() => follow(on), RETRY);
  });
}
