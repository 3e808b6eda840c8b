// The firmware files on MicroPython itself: node board.mjs FIRMWARE_FOLDER DESCRIPTOR
//
// DESCRIPTOR is the board's end of a pseudo-terminal. Standard input takes the bench's lines (docs/protocol.md, "The
// board without the board"), standard output answers them; it ends with its input.
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ReadStream } from "node:tty";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [folder, descriptor] = [process.argv[2], Number(process.argv[3])];
// The heap a Pico has left for a program, about (RP2040: 264 kB of memory in all).
const HEAP = 192 * 1024;

const mp = await loadMicroPython({ heapsize: HEAP, linebuffer: true, stdout: (line) => console.error(line) });
mp.FS.mkdir("/firmware");
for (const name of readdirSync(folder)) {
  if (name.endsWith(".py")) mp.FS.writeFile(`/firmware/${name}`, readFileSync(join(folder, name)));
}

let waiting = [];
new ReadStream(descriptor)
  .on("data", (data) => waiting.push(...data))
  .on("error", () => process.exit());
globalThis.board_read = () => {
  const taken = waiting.slice(0, 64);
  waiting = waiting.slice(64);
  return Buffer.from(taken).toString("hex");
};
globalThis.board_write = (hex) => {
  try {
    writeSync(descriptor, Buffer.from(hex, "hex"));
  } catch (error) {
    // Like USB: what nobody takes is lost.
    if (error.code !== "EAGAIN") throw error;
  }
};

mp.runPython(`
import gc, js, sys, time
sys.path.insert(0, "/")
from firmware.mock_pins import MockPins
from firmware.board import Board
from firmware.layout import SCAN_MS

# Looked up once: every look makes an object on both sides.
read, write = js.board_read, js.board_write
pins = MockPins(time.ticks_ms, lambda data: write(data.hex()), lambda: bytes.fromhex(read()))
step = Board(pins).step

def obey(line):
    if line == "version":
        return "version " + sys.implementation.name + " " + sys.version
    if line == "memory":
        return "memory " + str(gc.mem_alloc())
    if line.startswith("compile "):
        # For the one file that needs a machine this build does not have.
        name = line.split()[1]
        compile(open("/firmware/" + name).read(), name, "exec")
        return "compiled"
    return pins.obey(line)
`);
const [step, obey, period] = ["step", "obey", "SCAN_MS"].map((name) => mp.globals.get(name));
setInterval(() => step(), period);

const lines = createInterface({ input: process.stdin });
// This build collects its garbage only when Python has returned to JavaScript: hence two calls.
const memory = () => {
  mp.runPython("gc.collect()");
  return obey("memory");
};
lines.on("line", (line) => console.log(line === "memory" ? memory() : obey(line)));
lines.on("close", () => process.exit());
console.log("ready");
