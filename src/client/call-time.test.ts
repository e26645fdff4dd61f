// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { plantApi } from "../api/plant/plant.ts";
import { call } from "./call.ts";
import { localNames } from "./local.ts";
import { deviceClock } from "./server-time.ts";
import { keepSession } from "./session.ts";
import { signedIn } from "./session.fixture.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the time of an answer counts as it begins, however long its body takes", async () => {
  localStorage.setItem(localNames.botToken, "bot-1");
  keepSession(signedIn);
  const real = Date.now();
  vi.useFakeTimers({ now: real, toFake: ["Date", "performance"] });
  vi.stubGlobal("fetch", async () => {
    const date = new Date(Date.now()).toUTCString();
    const pull = (body: ReadableStreamDefaultController) => {
      vi.advanceTimersByTime(600_000);
      body.enqueue(new TextEncoder().encode('{"id":7}'));
      body.close();
    };
    // Nothing of it is made before it is read.
    const slow = new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { "content-type": "application/json", "cache-control": "no-store", date };
    return new Response(slow, { headers });
  });
  expect(await call(plantApi.read, { params: { id: 7 } })).toEqual({ id: 7 });
  expect(Date.now() - real).toBeGreaterThanOrEqual(600_000);
  expect(deviceClock()).toMatchObject({ ahead_ms: 0, basis: "known" });
  expect(Math.abs(deviceClock().heard_ms! - real)).toBeLessThanOrEqual(1000);
});
