import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceAhead, noteServerTime, serverNow } from "./server-time.ts";

const real = Date.UTC(2026, 10, 30, 12);
const DAY_MS = 86_400_000;
const answer = (more: Record<string, string> = {}) =>
  new Headers({ date: new Date(real).toUTCString(), "cache-control": "no-store", ...more });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.setSystemTime(real);
  noteServerTime(answer());
  vi.useRealTimers();
});

it.each([40 * DAY_MS, -40 * DAY_MS, 300_000])("follows a clock that is %i ms ahead", (ahead) => {
  vi.setSystemTime(real + ahead);
  noteServerTime(answer());
  expect([deviceAhead(), serverNow()]).toEqual([ahead, real]);
  vi.setSystemTime(real + ahead + 5000);
  expect(serverNow()).toBe(real + 5000);
});

it("believes a clock that is less off than an answer may take", () => {
  vi.setSystemTime(real + 90_000);
  noteServerTime(answer());
  expect([deviceAhead(), serverNow()]).toEqual([0, real + 90_000]);
});

it("learns nothing from answers that may be old, or have no time", () => {
  vi.setSystemTime(real + 40 * DAY_MS);
  noteServerTime(answer({ "cache-control": "private, max-age=31536000, immutable" }));
  noteServerTime(answer({ date: "yesterday" }));
  noteServerTime(new Headers());
  expect(deviceAhead()).toBe(0);
});
