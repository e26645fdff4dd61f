// A device whose position a test sets.
import { vi } from "vitest";

const codes = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;

type Watch = {
  readonly found: PositionCallback;
  readonly failed: PositionErrorCallback | null | undefined;
};

/** Stands in for the browser's location service. */
export function fakeDevice() {
  const watches = new Map<number, Watch>();
  let last = 0;
  let time = 0;
  const geolocation = {
    watchPosition(found: PositionCallback, failed?: PositionErrorCallback | null) {
      watches.set(++last, { found, failed });
      return last;
    },
    clearWatch: (id: number) => void watches.delete(id),
  };
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);
  Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
  return {
    vibrate,
    watches,
    /** `speed` in metres per second: it walks, where nothing else is said. */
    goTo([longitude, latitude]: readonly [number, number], accuracy = 5, speed = 1.4) {
      const coords = { longitude, latitude, accuracy, speed, heading: null };
      time += 1000;
      const position = { coords, timestamp: time } as unknown as GeolocationPosition;
      for (const { found } of watches.values()) found(position);
    },
    fail(code: 1 | 2 | 3) {
      const error = { code, ...codes, message: "" };
      for (const { failed } of watches.values()) failed?.(error);
    },
  };
}
