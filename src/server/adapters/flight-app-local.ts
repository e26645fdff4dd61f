// Stands in for the third-party flight app in development and in the demo: one account, in memory.
import { randomUUID } from "node:crypto";
import { failure } from "../../domain/error.ts";
import type { FlightAppAdapter } from "./flight-app.ts";

/** First bytes of a mission of the app. */
const MAGIC = "lchm";

/** Keeps the names of the missions, so that those that are there already are left out. */
export function openLocalFlightApp(): FlightAppAdapter {
  const known = new Set<string>();
  return {
    isImitated: true,
    async upload(missions) {
      const isMission = (bytes: Uint8Array) =>
        Buffer.from(bytes.subarray(0, MAGIC.length)).toString("latin1") === MAGIC;
      if (!missions.every(({ bytes }) => isMission(bytes))) {
        throw failure("CONFLICT", { reason: "flight_app_refused" });
      }
      const open = missions.filter(({ name }) => !known.has(name));
      for (const { name } of open) known.add(name);
      return open.map(() => randomUUID());
    },
  };
}
