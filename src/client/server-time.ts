// The time by the server's clock: that of a device may be months wrong, and what it dates would be too.

/** Headers have whole seconds and an answer takes its time: less is no fault of the device's clock. */
const LEAST_MS = 120_000;
let ahead_ms = 0;

/** Notes by how much the device's clock is ahead. Answers that may have been kept say when they were made, and count for nothing. */
export function noteServerTime(headers: Headers): void {
  if (!headers.get("cache-control")?.includes("no-store")) return;
  const ahead = Date.now() - Date.parse(headers.get("date") ?? "");
  if (Number.isFinite(ahead)) ahead_ms = Math.abs(ahead) < LEAST_MS ? 0 : ahead;
}

/** Milliseconds by which the device's clock is ahead of the server's, below 0 behind; 0 where it is right or not known. */
export const deviceAhead = (): number => ahead_ms;

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() - ahead_ms;
