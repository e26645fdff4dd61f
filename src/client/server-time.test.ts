// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { localNames } from "./local.ts";

const real = Date.UTC(2026, 10, 30, 12);
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const answer = (server_ms: number, more: Record<string, string> = {}) =>
  new Headers({ date: new Date(server_ms).toUTCString(), "cache-control": "no-store", ...more });

let time: typeof import("./server-time.ts");
/** Both clocks of the device, which a test sets by itself. */
const device = { date_ms: real, steady_ms: 0 };
const elapse = (ms: number) => {
  device.date_ms += ms;
  device.steady_ms += ms;
};
/** The steady clock of many devices stands still meanwhile. */
const sleep = (ms: number) => void (device.date_ms += ms);
/** A page that starts has a steady clock of its own. */
async function startPage() {
  vi.resetModules();
  time = await import("./server-time.ts");
  device.steady_ms = 0;
}
/** The server answers within the moment. */
const hear = (server_ms: number) => time.noteServerTime(answer(server_ms), time.moment());
/** Seconds by which the product's time is off, whole because headers have no parts of them. */
const off = (server_ms: number) => Math.round((time.serverNow() - server_ms) / 1000);
const basis = () => time.deviceClock().basis;

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(Date, "now").mockImplementation(() => device.date_ms);
  vi.spyOn(performance, "now").mockImplementation(() => device.steady_ms);
  device.date_ms = real;
  await startPage();
});
afterEach(() => void vi.restoreAllMocks());

it.each([40 * DAY_MS, -40 * DAY_MS, 300_000])("follows a clock that is %i ms ahead", (ahead) => {
  device.date_ms = real + ahead;
  hear(real);
  expect(Math.abs(time.deviceClock().ahead_ms - ahead)).toBeLessThanOrEqual(1000);
  elapse(5000);
  expect(Math.abs(off(real + 5000))).toBeLessThanOrEqual(1);
  expect(basis()).toBe("known");
});

it("believes a clock that is less off than an answer may take", () => {
  device.date_ms = real + 90_000;
  hear(real);
  expect([time.deviceClock().ahead_ms, time.serverNow()]).toEqual([0, real + 90_000]);
});

it("learns nothing from answers that may be old, have no time, or took long", () => {
  device.date_ms = real + 40 * DAY_MS;
  const asked = time.moment();
  time.noteServerTime(
    answer(real, { "cache-control": "private, max-age=31536000, immutable" }),
    asked,
  );
  time.noteServerTime(answer(real, { date: "yesterday" }), asked);
  time.noteServerTime(new Headers(), asked);
  elapse(3 * MINUTE_MS);
  time.noteServerTime(answer(real), asked);
  expect(time.deviceClock()).toEqual({ ahead_ms: 0, basis: "known", heard_ms: null });
});

it("learns nothing from an answer during which the clock was set", () => {
  const asked = time.moment();
  device.date_ms += DAY_MS;
  time.noteServerTime(answer(real), asked);
  expect(time.deviceClock().ahead_ms).toBe(0);
});

it.each([90 * DAY_MS, -90 * DAY_MS])(
  "notices that a clock %i ms ahead is put right",
  async (ms) => {
    device.date_ms = real + ms;
    hear(real);
    elapse(MINUTE_MS);
    device.date_ms -= ms;
    expect([Math.abs(off(real + MINUTE_MS)) <= 1, basis()]).toEqual([true, "known"]);
    expect(time.deviceClock().ahead_ms).toBe(0);
    await startPage();
    elapse(MINUTE_MS);
    expect([Math.abs(off(real + 2 * MINUTE_MS)) <= 1, basis()]).toEqual([true, "known"]);
  },
);

it.each([90 * DAY_MS, -90 * DAY_MS])(
  "takes sleep for sleep where the clock is %i ms ahead",
  (ms) => {
    device.date_ms = real + ms;
    hear(real);
    sleep(8 * HOUR_MS);
    expect([Math.abs(off(real + 8 * HOUR_MS)) <= 1, basis()]).toEqual([true, "doubtful"]);
    expect(time.deviceClock().heard_ms).toBeCloseTo(real + 500, -3);
  },
);

it("says nothing of sleep where the clock was right", () => {
  hear(real);
  sleep(8 * HOUR_MS);
  expect(time.deviceClock()).toMatchObject({ ahead_ms: 0, basis: "known" });
});

it("goes on with the steady clock where a right one is put back", () => {
  hear(real);
  elapse(HOUR_MS);
  device.date_ms -= 90 * DAY_MS;
  expect([Math.abs(off(real + HOUR_MS)) <= 1, basis()]).toEqual([true, "doubtful"]);
});

it.each([
  ["still ahead", 90 * DAY_MS, 90 * DAY_MS],
  ["still behind", -90 * DAY_MS, -90 * DAY_MS],
  ["ahead and put right", 90 * DAY_MS, 0],
  ["behind and put right", -90 * DAY_MS, 0],
])("remembers for the next page a clock that is %s", async (_, before, after) => {
  device.date_ms = real + before;
  hear(real);
  await startPage();
  device.date_ms = real + HOUR_MS + after;
  expect([Math.abs(off(real + HOUR_MS)) <= 1, basis()]).toEqual([true, "remembered"]);
  hear(real + HOUR_MS);
  expect(basis()).toBe("known");
});

it("knows on the next page that a clock was put back before the last answer", async () => {
  hear(real);
  await startPage();
  device.date_ms = Date.UTC(1970, 0, 1);
  expect([Math.abs(off(real)) <= 1, basis()]).toEqual([true, "doubtful"]);
  // Time goes on in the field.
  elapse(8 * HOUR_MS);
  expect([Math.abs(off(real + 8 * HOUR_MS)) <= 1, basis()]).toEqual([true, "doubtful"]);
});

it.each(["{", "null", '{"server_ms":null}', "7"])("knows nothing from %j", async (text) => {
  localStorage.setItem(localNames.serverClock, text);
  await startPage();
  expect(time.deviceClock().heard_ms).toBeNull();
});
