// The table over MQTT: what is retained, what happens, what is asked. Comes back by itself.

const RETRY = 2000;
const ANSWER_TIME = 6000;

// A mark for one request: random, and so unlike anyone else's.
function newTransaction() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The broker's words for "who are you": bad user name or password, not authorized (MQTT 3.1.1, 3.2.2.3).
const STRANGER = [4, 5];

// Connects to a table, as account {username, password} or as nobody.
// on: {link(up), stranger(), availability(text), state(value), announcement(value), snapshot(value)}.
// Returns ask(verb, body): a promise of what the answer brings, rejected with the table's own words; and close().
export function connect(url, table, account, on) {
  const base = `tablier/${table}`;
  const waiting = new Map();
  const client = mqtt.connect(url, {
    clientId: `page-${newTransaction()}`,
    reconnectPeriod: RETRY,
    connectTimeout: 5000,
    keepalive: 20,
    ...account,
    queueQoSZero: false,
    timerVariant: "native", // its own timers run in a worker made of a blob, which the page's policy forbids
  });

  function ask(verb, body = {}) {
    const transaction = newTransaction();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(transaction);
        reject(new Error(""));
      }, ANSWER_TIME);
      waiting.set(transaction, { resolve, reject, timer });
      client.publish(`${base}/request/${verb}`, JSON.stringify({ transaction, ...body }), { qos: 1 });
    });
  }

  function answered(answer) {
    const asked = waiting.get(answer.transaction);
    if (!asked) return;
    waiting.delete(answer.transaction);
    clearTimeout(asked.timer);
    if (answer.ok) asked.resolve(answer.data);
    else asked.reject(new Error(answer.error));
  }

  // Topics heard live since we connected: the NATS server may send what was retained before it a moment later.
  const live = new Set();

  client.on("connect", () => {
    live.clear();
    on.link(true);
    client.subscribe(["availability", "state", "announcement", "response/+"].map((name) => `${base}/${name}`), { qos: 1 });
  });
  client.on("close", () => on.link(false));
  client.on("error", (error) => {
    on.link(false);
    if (!STRANGER.includes(error.code)) return;
    client.end(true);
    on.stranger();
  });
  client.on("message", (topic, payload, packet) => {
    if (packet.retain && live.has(topic)) return;
    if (!packet.retain) live.add(topic);
    const name = topic.slice(base.length + 1);
    const text = payload.toString();
    if (name === "availability") {
      on.availability(text);
      // What happened while we were away, or before we came.
      if (text === "online") ask("snapshot").then(on.snapshot, () => {});
      return;
    }
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    if (name.startsWith("response/")) answered(value);
    else if (name === "state") on.state(value);
    else if (name === "announcement") on.announcement(value);
  });
  return { ask, close: () => client.end(true) };
}
