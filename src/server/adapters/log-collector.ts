// Sends the lines of the log to a collector on another machine: syslog of RFC 5424, with the length before each
// message (RFC 5425, RFC 6587), over TLS or TCP. Nothing waits for it.
import { hostname } from "node:os";
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export type LogCollector = {
  /** Takes a line of JSON at once, or drops it where too many wait. */
  write(line: string): void;
  /** Sends what waits, for so long at most. */
  close(withinMs?: number): Promise<void>;
};

type Limits = {
  /** Bytes of lines that wait. */
  readonly waitingBytes: number;
  /** A collector that takes nothing for so long is left, and tried again. */
  readonly silentMs: number;
  /** From the first to the longest pause between tries. */
  readonly retryMs: readonly [first: number, longest: number];
};
const usual: Limits = { waitingBytes: 4 * 1024 ** 2, silentMs: 30_000, retryMs: [1000, 30_000] };
/** A longer line is cut by many collectors, which would make its JSON unreadable. */
const mostLineBytes = 64 * 1024;
/** Facility "local0"; RFC 5424, section 6.2.1. */
const facility = 16;
/** Severity of RFC 5424 by level of pino. */
const severities = new Map([
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
]);
/** What RFC 5424 allows in the head: printable signs without spaces. */
const own = hostname()
  .replaceAll(/[^\x21-\x7e]/g, "")
  .slice(0, 255);

/** The message with its length before it. */
function messageOf(line: string): Buffer {
  const text = line.trimEnd();
  const level = Number(/"level":(\d+)/.exec(text)?.[1] ?? 30);
  const time = Number(/"time":(\d+)/.exec(text)?.[1] ?? Date.now());
  const priority = facility * 8 + (severities.get(level) ?? 7);
  const head = `<${priority}>1 ${new Date(time).toISOString()} ${own || "-"} heliograph ${process.pid} - - `;
  const message = Buffer.from(head + text);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/**
 * @param address `syslog+tls://HOST:PORT`, `syslog+tcp://HOST:PORT`
 * @param say writes a line where the operator sees it without the collector
 */
export function openLogCollector(
  address: string,
  say: (level: "warn" | "info", text: string) => void,
  { waitingBytes, silentMs, retryMs: [first, longest] }: Limits = usual,
): LogCollector {
  const { protocol, hostname: host, port } = new URL(address);
  const isTls = protocol === "syslog+tls:";
  const target = { host: host.replace(/^\[|\]$/g, ""), port: Number(port || (isTls ? 6514 : 601)) };
  const waiting: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  let socket: Socket | null = null;
  let isReady = false;
  let isClosed = false;
  let pause = first;
  let isSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const note = (msg: string) => messageOf(JSON.stringify({ level: 40, time: Date.now(), msg }));
  function open() {
    const next = isTls
      ? connectTls({ ...target, servername: target.host })
      : connectPlain(target.port, target.host);
    socket = next;
    next.unref();
    next.setTimeout(silentMs).setKeepAlive(true, silentMs);
    next.once(isTls ? "secureConnect" : "connect", () => {
      isReady = true;
      pause = first;
      if (isSaid) say("info", "the collector of the log takes lines again");
      isSaid = false;
      flush();
    });
    // Only while something waits for it: a log may be silent for days.
    next.on("timeout", () => {
      if (!isReady || next.writableLength > 0) next.destroy(new Error("it takes nothing"));
    });
    next.on("drain", flush);
    // What a collector says is not read: it must not fill the memory.
    next.resume();
    next.on("error", (error) => {
      if (isSaid || isClosed) return;
      isSaid = true;
      say("warn", `the collector of the log does not answer: ${error.message}`);
    });
    next.once("close", () => {
      const isLost = isReady;
      isReady = false;
      socket = null;
      if (isClosed) return;
      if (isLost && !isSaid) {
        isSaid = true;
        say("warn", "the collector of the log has closed the connection");
      }
      timer = setTimeout(open, pause).unref();
      pause = Math.min(longest, pause * 2);
    });
  }
  function flush() {
    if (!isReady || !socket) return;
    if (dropped > 0) {
      const words = `${dropped} lines of the log were not sent: the collector was away or too slow`;
      dropped = 0;
      say("warn", words);
      socket.write(note(words));
    }
    while (waiting.length > 0 && !socket.writableNeedDrain) {
      const message = waiting.shift()!;
      bytes -= message.length;
      socket.write(message);
    }
  }
  open();
  return {
    write(line) {
      const message = messageOf(line);
      if (message.length > mostLineBytes || bytes + message.length > waitingBytes) {
        dropped += 1;
        return;
      }
      waiting.push(message);
      bytes += message.length;
      flush();
    },
    async close(withinMs = 1000) {
      isClosed = true;
      clearTimeout(timer);
      const last = socket;
      if (last && isReady && last.writableLength + bytes > 0) {
        await new Promise<void>((resolve) => {
          setTimeout(resolve, withinMs);
          last.once("close", () => resolve());
          for (const message of waiting.splice(0)) last.write(message);
          last.end(resolve);
        });
      }
      last?.destroy();
    },
  };
}
