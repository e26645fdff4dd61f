import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { medianOf } from "../../domain/median.ts";
import { openLogCollector, type LogCollector } from "./log-collector.ts";

const limits = {
  waitingBytes: 20_000,
  silentMs: patient(200),
  retryMs: [20, 100],
} as const;
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
/** Bytes that are still needed: what a busy machine has not collected yet does not count. */
function neededBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

type Collector = { port: number; text: string; sockets: Set<Socket>; close(): void };

/** Collects what is sent, unless `take` does something else with a connection. */
async function listen(
  take?: (socket: Socket) => void,
  make: (on: (socket: Socket) => void) => Server = createServer,
  port = 0,
): Promise<Collector> {
  const sockets = new Set<Socket>();
  const server = make((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    if (take) take(socket);
    else socket.on("data", (bytes) => (collector.text += bytes.toString("latin1")));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const collector = {
    port: (server.address() as { port: number }).port,
    text: "",
    sockets,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  opened.push(collector);
  return collector;
}

function open(address: string) {
  const said: string[] = [];
  const collector = openLogCollector(
    address,
    (level, text) => said.push(`${level} ${text}`),
    limits,
  );
  opened.push({ close: () => collector.close(100) });
  return { ...collector, said };
}

const line = (msg: string, level = 40) => JSON.stringify({ level, time: 1_700_000_000_000, msg });
/** The messages of a stream whose lengths stand before them; what is left over is not whole. */
function messagesOf(text: string): string[] {
  const found: string[] = [];
  for (let rest = Buffer.from(text, "latin1"); rest.length > 0;) {
    const length = /^(\d+) /.exec(rest.subarray(0, 12).toString())?.[1] ?? "";
    const from = length.length + 1;
    if (length === "" || rest.length < from + Number(length)) return found;
    found.push(rest.subarray(from, from + Number(length)).toString());
    rest = rest.subarray(from + Number(length));
  }
  return found;
}
const soon = { timeout: patient(5000) };

it("gets each line as a message of RFC 5424 with its length, in order", async () => {
  const server = await listen();
  const { write, said } = open(`syslog+tcp://127.0.0.1:${server.port}`);
  for (const [level, msg] of [
    [60, "ended"],
    [50, "failed: ¿qué?\n2"],
    [40, "refused"],
    [30, "audit"],
    [20, "detail"],
  ] as const)
    write(`${line(msg, level)}\n`);
  await expect.poll(() => messagesOf(server.text), soon).toHaveLength(5);
  const all = messagesOf(server.text);
  expect(all.map((one) => /^<(\d+)>1 /.exec(one)?.[1])).toEqual([
    "130",
    "131",
    "132",
    "134",
    "135",
  ]);
  expect(all[1]).toMatch(
    /^<131>1 2023-11-14T22:13:20\.000Z [\x21-\x7e]+ heliograph \d+ - - \{"level":50,.*¿qué\?\\n2"\}$/,
  );
  expect(said).toEqual([]);
});

it("is away: a line costs nothing, some wait, the others are counted, and it says so once", async () => {
  const { port, close } = await listen();
  close();
  const { write, said } = open(`syslog+tcp://127.0.0.1:${port}`);
  const began = performance.now();
  for (let at = 0; at < 1000; at += 1) write(line(`line ${at}`));
  expect(performance.now() - began).toBeLessThan(patient(200));
  await expect.poll(() => said.length, soon).toBe(1);
  const server = await listen(undefined, createServer, port);
  await expect.poll(() => messagesOf(server.text).length, soon).toBeGreaterThan(50);
  const all = messagesOf(server.text);
  const lost = Number(/"(\d+) lines of the log were not sent/.exec(all[0] ?? "")?.[1]);
  // What waited is the oldest: how it began.
  expect(all[1]).toContain('"line 0"');
  expect(all.length - 1 + lost).toBe(1000);
  expect(said[0]).toMatch(/^warn the collector of the log does not answer/);
  expect(said).toContain("info the collector of the log takes lines again");
  expect(said.some((one) => one.includes(`${lost} lines`))).toBe(true);
});

it.each<[string, (socket: Socket) => void]>([
  ["takes nothing", (socket) => void socket.pause()],
  ["closes at once", (socket) => void socket.destroy()],
  ["resets", (socket) => void socket.resetAndDestroy()],
  [
    "talks without end",
    (socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write("x".repeat(65_536)));
      };
      socket.on("drain", more).resume();
      more();
    },
  ],
])("%s: nothing waits for it and the memory stays small", async (_, take) => {
  const server = await listen(take);
  const { write } = open(`syslog+tcp://127.0.0.1:${server.port}`);
  const before = neededBytes();
  const durations: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const began = performance.now();
    for (let at = 0; at < 500; at += 1) write(line("x".repeat(1000)));
    durations.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // Other work may interrupt some of the rounds, but not half of them.
  expect(medianOf(durations)).toBeLessThan(patient(100));
  // 20 MB were written, which need 40 MB where they wait; what waits is a thousandth of it. Sockets let go later.
  const more = () => neededBytes() - before;
  await expect.poll(more, { timeout: patient(10_000) }).toBeLessThan(25e6);
});

it(
  "is left where it takes nothing, and the next one gets what waits",
  async () => {
    let isDeaf = true;
    let text = "";
    const server = await listen((socket) => {
      if (isDeaf) socket.pause();
      else socket.on("data", (bytes) => (text += bytes.toString("latin1")));
    });
    const { write } = open(`syslog+tcp://127.0.0.1:${server.port}`);
    // More than the buffers of a connection that is not read.
    const timer = setInterval(() => {
      for (let at = 0; at < 20; at += 1) write(line("x".repeat(9000)));
    }, 1);
    opened.push({ close: () => clearInterval(timer) });
    await expect.poll(() => server.sockets.size, soon).toBe(1);
    isDeaf = false;
    // The first connection is not read, so its end is not noticed here.
    await expect.poll(() => server.sockets.size, { timeout: patient(20_000) }).toBe(2);
    clearInterval(timer);
    await expect.poll(() => messagesOf(text).length, soon).toBeGreaterThan(1);
  },
  patient(30_000),
);

it(
  "speaks TLS, and only with a collector whose certificate is trusted",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "collector-"));
    opened.push({ close: () => rmSync(folder, { recursive: true }) });
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    execFileSync("openssl", [...words.split(" "), ...names, "-keyout", key, "-out", cert], {
      stdio: "pipe",
    });
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    const server = await listen(undefined, (on) => createTlsServer(options, on));
    const { write, said } = open(`syslog+tls://localhost:${server.port}`);
    write(line("secret of the house"));
    await expect.poll(() => said, soon).toHaveLength(1);
    expect(said[0]).toMatch(/self.signed certificate/);
    expect(server.text).toBe("");
    // The operator names the authority: NODE_EXTRA_CA_CERTS is read when a process starts.
    const program = `import { openLogCollector } from ${JSON.stringify(join(import.meta.dirname, "log-collector.ts"))};
    const collector = openLogCollector("syslog+tls://localhost:${server.port}", console.log);
    collector.write('{"level":40,"time":1,"msg":"over TLS"}');
    setTimeout(() => collector.close(), 1500);`;
    const args = ["--experimental-strip-types", "--input-type=module", "-e", program];
    const { spawn } = await import("node:child_process");
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
      stdio: "ignore",
    });
    opened.push({ close: () => child.kill() });
    await expect.poll(() => messagesOf(server.text), { timeout: patient(8000) }).toHaveLength(1);
    expect(server.text).toContain("over TLS");
  },
  patient(20_000),
);

it("gets what waits before the end", async () => {
  const server = await listen();
  const collector: LogCollector = open(`syslog+tcp://127.0.0.1:${server.port}`);
  await expect.poll(() => server.sockets.size, soon).toBe(1);
  for (let at = 0; at < 10; at += 1) collector.write(line(`last ${at}`));
  await collector.close();
  await expect.poll(() => messagesOf(server.text), soon).toHaveLength(10);
});
