// A server that speaks as clamd does, and finds what holds a word. Checked against clamd 1.4 of Debian.
import { createServer, type Socket } from "node:net";
import { afterEach } from "vitest";

/** What the stand-in finds, and under which name. */
export const virusWord = "MARKER-OF-A-VIRUS";
export const virusName = "Test.Marker.UNOFFICIAL";

export type ClamdStandIn = {
  /** For VIRUS_SCANNER. */
  readonly address: string;
  /** Bytes of each stream that was judged, in order. */
  readonly seen: number[];
  /** Streams that are open now. */
  open(): number;
  /** How it behaves from now on. */
  manner: Manner;
  close(): Promise<void>;
};

export type Manner =
  | "sound"
  | "silent"
  | "deaf"
  | "closes"
  | "babbles"
  | "nonsense"
  | "refuses"
  | "half";

/** Largest stream, as StreamMaxLength. */
const mostBytes = 3 * 1024 ** 2;

export async function startClamdStandIn(): Promise<ClamdStandIn> {
  const sockets = new Set<Socket>();
  const deaf = new Set<Socket>();
  const seen: number[] = [];
  const standIn = { manner: "sound" as Manner };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    const { manner } = standIn;
    if (manner === "closes") return void socket.destroy();
    if (manner === "deaf") {
      // What is not read does not notice its end.
      sockets.delete(socket);
      deaf.add(socket.pause());
      return;
    }
    if (manner === "babbles") {
      const more = () => {
        while (!socket.destroyed && socket.write("x".repeat(64 * 1024)));
      };
      socket.on("drain", more);
      return more();
    }
    let waiting = Buffer.alloc(0);
    let stream: Buffer[] | null = null;
    let bytes = 0;
    const say = (text: string) => void socket.end(`${text}\0`);
    socket.on("data", (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      if (stream === null) {
        const end = waiting.indexOf(0);
        if (end < 0) return;
        const command = waiting.subarray(0, end).toString();
        waiting = waiting.subarray(end + 1);
        if (command === "zPING") return say(manner === "nonsense" ? "HTTP/1.1 400" : "PONG");
        if (command !== "zINSTREAM") return say("UNKNOWN COMMAND");
        stream = [];
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE();
        if (length === 0) {
          seen.push(bytes);
          if (manner === "silent") return;
          if (manner === "half") return void socket.end("stream: O");
          if (manner === "nonsense") return say("HTTP/1.1 400 Bad Request");
          const isFound = Buffer.concat(stream).includes(virusWord);
          return say(isFound ? `stream: ${virusName} FOUND` : "stream: OK");
        }
        if (waiting.length < 4 + length) return;
        bytes += length;
        if (bytes > mostBytes || manner === "refuses") {
          return say("INSTREAM size limit exceeded. ERROR");
        }
        stream.push(waiting.subarray(4, 4 + length));
        waiting = waiting.subarray(4 + length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return Object.assign(standIn, {
    address: `clamd://127.0.0.1:${port}`,
    seen,
    open: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of [...sockets, ...deaf]) socket.destroy();
        server.close(() => resolve());
      }),
  });
}

/** Makes it sound again after each test. */
export function soundAfterEach(standIn: () => ClamdStandIn): void {
  afterEach(() => {
    standIn().manner = "sound";
    standIn().seen.length = 0;
  });
}
