// Now, by the server's clock as far as it is known: what a device with a wrong clock dates would be wrong too.
import { deviceAhead, serverNow } from "../../client/server-time.ts";

/** ISO 8601, UTC. */
export const serverTime = (): string => new Date(serverNow()).toISOString();

export const isDeviceClockWrong = (): boolean => deviceAhead() !== 0;
