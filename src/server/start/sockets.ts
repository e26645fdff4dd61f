// Closes the connections of clients, however slow they are.

import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds that running requests get to end. */
const graceMs = 2000;

export type Sockets = {
  /** Resolves when `closing` has, or when every connection was cut after the grace or by `hurry`. */
  closeAll(closing: Promise<unknown>, hurry: Promise<void>): Promise<void>;
};

/** Follows the connections of a server, also those that have sent nothing yet. */
export function followSockets(server: Server): Sockets {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return {
    async closeAll(closing, hurry) {
      await Promise.race([closing, sleep(graceMs), hurry]);
      for (const socket of open) socket.destroy();
      await closing;
    },
  };
}
