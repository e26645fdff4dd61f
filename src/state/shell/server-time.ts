// Now, by the server's clock as far as it is known: what a device with a wrong clock dates would be wrong too.
import { atom } from "jotai";
import { deviceClock, serverNow } from "../../client/server-time.ts";
import { minuteAtom } from "./minute.ts";

export { serverNow };

/** ISO 8601, UTC. */
export const serverTime = (): string => new Date(serverNow()).toISOString();

/** What is to be said of the clock of this device; null where nothing is wrong. Times are ISO 8601, UTC. */
export const clockDoubtAtom = atom((get) => {
  // It may be put right while somebody looks.
  get(minuteAtom);
  const { ahead_ms, basis, heard_ms } = deviceClock();
  if (ahead_ms === 0 && basis === "known") return null;
  const iso = (time_ms: number) => new Date(time_ms).toISOString();
  const device = Date.now();
  return {
    basis,
    device: iso(device),
    server: iso(device - ahead_ms),
    heard: iso(heard_ms ?? device),
  };
});
