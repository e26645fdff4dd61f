// Limits how many connections one address holds. Behind a proxy all come from the proxy, which limits them.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../account/rate-limit.ts";

/** A proxy on this machine may not be in TRUST_PROXY, and it connects for everyone. */
const isLocal = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

/** Closes each connection of a network beyond the limit at once. 0 limits nothing. */
export function limitConnections(server: Server, most: number, isFree = isLocal): void {
  const open = new Map<string, number>();
  if (most === 0) return;
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (isFree(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
