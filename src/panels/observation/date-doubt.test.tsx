// @vitest-environment happy-dom
// The question about a time that an observation hardly has.
import { afterEach, expect, test, vi } from "vitest";
import { act } from "react";
import { moment, noteServerTime } from "../../client/server-time.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { DateDoubt } from "./date-doubt.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

test.each([
  ["1970-01-01T00:00", "before the year 2000"],
  ["2199-01-01T00:00", "This date is in the future"],
])("asks at %s", async (observed_at, words) => {
  await show(<DateDoubt observed_at={observed_at} />);
  expect(text()).toContain(words);
});

test("asks nothing at a usual time, nor without one", async () => {
  await show(<DateDoubt observed_at="2026-03-01T10:00" />);
  expect(text()).toBe("");
});

test("says that the clock of the device is wrong, until it is put right", async () => {
  const [real, DAY_MS] = [Date.UTC(2026, 10, 30, 12), 86_400_000];
  const toFake = ["Date", "performance", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ now: real + 40 * DAY_MS, toFake: [...toFake] });
  try {
    const date = new Date(real).toUTCString();
    noteServerTime(new Headers({ date, "cache-control": "no-store" }), moment());
    await show(<DateDoubt observed_at="2026-11-30T12:00" />);
    expect(text()).toMatch(/it says 9 Jan 2027, .+ where the server says 30 Nov 2026, /);
    vi.setSystemTime(real);
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(text()).toBe("");
    // The page may have slept since, but a clock never runs backwards by itself.
    vi.setSystemTime(real - 40 * DAY_MS);
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(text()).toMatch(/was set, or the device slept.+ get 30 Nov 2026, /);
  } finally {
    vi.useRealTimers();
  }
});
