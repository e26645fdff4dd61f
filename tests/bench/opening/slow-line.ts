// A slow line before a server: bytes arrive no faster than it carries, and each of them later. Unlike what a browser
// slows down by itself, workers and the service worker are behind it too.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type SlowLine = {
  readonly port: number;
  /** Bytes that came down so far. */
  bytes(): number;
  stop(): Promise<void>;
};

type Line = {
  /** Bytes in a second each way, for all connections together. */
  readonly bytesPerSecond: number;
  /** Milliseconds there and back. */
  readonly roundTripMs: number;
};

/** @param target the port of the server */
export async function startSlowLine(target: number, line: Line): Promise<SlowLine> {
  const open = new Set<Socket>();
  const down = direction(line);
  const up = direction(line);
  let carried = 0;
  const relay = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("error", end).on("close", () => open.delete(socket));
    }
    void up(near, far, () => undefined).catch(end);
    void down(far, near, (bytes) => (carried += bytes)).catch(end);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  return {
    port: (relay.address() as AddressInfo).port,
    bytes: () => carried,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}

/** One way of the line: what is sent at the same time shares it. */
function direction({ bytesPerSecond, roundTripMs }: Line) {
  let free = 0;
  return async (from: Socket, to: Socket, onCarried: (bytes: number) => void): Promise<void> => {
    let sent: Promise<unknown> = Promise.resolve();
    for await (const chunk of from as AsyncIterable<Buffer>) {
      const now = performance.now();
      free = Math.max(free, now) + (chunk.length / bytesPerSecond) * 1000;
      const arrives = free + roundTripMs / 2;
      const before = sent;
      // A piece arrives after those before it.
      sent = sleep(arrives - now)
        .then(() => before)
        .then(() => {
          onCarried(chunk.length);
          to.write(chunk);
        });
      // No more is taken than the line holds.
      await sleep(Math.max(0, free - performance.now()));
    }
    await sent;
    to.end();
  };
}
