// The small display's files on MicroPython itself: node display.mjs MICROPYTHON FOLDER PORT TABLE [USER PASSWORD]
//
// Joins the broker on that port of this machine and writes every four lines shown as one line of JSON. With lines (as
// JSON) for a port it draws them as the panel would, one line of # and . for each row, and ends.
import { readdirSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [module, folder, port, table, user, password] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(module));
// The heap a Pico W has left for a program, about.
const mp = await loadMicroPython({ heapsize: 160 * 1024, linebuffer: true, stdout: (line) => console.log(line) });
mp.FS.mkdir("/display");
for (const name of readdirSync(folder)) {
  if (name.endsWith(".py")) mp.FS.writeFile(`/display/${name}`, readFileSync(join(folder, name)));
}

mp.runPython(`
import gc, js, json, sys, time
sys.path.insert(0, "/")
`);
if (port.startsWith("[")) {
  mp.globals.set("lines", port);
  mp.runPython(`
from display.panel import draw
picture = draw(296, 128, json.loads(lines))
for y in range(128):
    print("".join("#" if picture.pixel(x, y) else "." for x in range(296)))
`);
  process.exit();
}

let socket = null;
let came = [];
let gone = false;
globalThis.net_open = () => {
  came = [];
  gone = false;
  const mine = (socket = new Socket());
  mine.on("data", (data) => mine === socket && came.push(...data));
  for (const end of ["error", "close"]) mine.on(end, () => mine === socket && (gone = true));
  mine.connect(Number(port), "127.0.0.1");
};
globalThis.net_close = () => {
  socket?.destroy();
  socket = null;
};
globalThis.net_send = (hex) => socket.write(Buffer.from(hex, "hex"));
// What came, in pieces of seven bytes so that no packet comes whole; "gone" at the end.
globalThis.net_read = () => {
  const taken = came.splice(0, 7);
  return taken.length ? Buffer.from(taken).toString("hex") : gone ? "gone" : "";
};

mp.globals.set("table", table);
mp.globals.set("user", user ?? "");
mp.globals.set("password", password ?? "");
mp.runPython(`
from display.client import Client, Port

class Bench(Port):
    def milliseconds(self): return time.ticks_ms()
    def open(self): js.net_open()
    def close(self): js.net_close()
    def send(self, data): js.net_send(data.hex())
    def receive(self):
        data = js.net_read()
        if data == "gone": raise OSError(data)
        return bytes.fromhex(data)
    def show(self, lines): print(json.dumps(lines))

for name in ("panel", "pico_w", "main"):
    compile(open("/display/" + name + ".py").read(), name, "exec")
client = Client(Bench(), table, "display-bench", user or None, password or None)
step = client.step
`);
const step = mp.globals.get("step");
setInterval(() => step(), 2);
process.stdin.on("end", () => process.exit()).resume();
