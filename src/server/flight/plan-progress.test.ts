import { expect, it } from "vitest";
import { planFlight } from "../../domain/flight/plan/flight-plan.ts";
import { areasOf, rectangle } from "../../domain/flight/plan/flight-fields.fixture.ts";
import { defaultFlightSettings } from "../../domain/flight/plan/flight-settings.ts";
import { planInThread } from "./plan-thread.ts";
import { planProgress } from "./plan-progress.ts";

it("writes at most once a second, one step after the other, and none that is lower", async () => {
  let time = 0;
  const written: number[] = [];
  const held = Promise.withResolvers<void>();
  const progress = planProgress(
    async (step) => {
      if (written.length === 0) await held.promise;
      written.push(step);
    },
    () => time,
  );
  const say = (ms: number, share: number) => {
    time = ms;
    progress.onShare(share);
  };
  say(999, 0.3);
  say(1000, 0.5);
  say(1500, 0.6);
  say(2000, 0.4);
  say(2000, 0.75);
  say(9000, 1);
  held.resolve();
  await progress.written();
  // From 2 to 96: a half is 49, three quarters 72.5. The end is written with the routes.
  expect(written).toEqual([49, 72]);
});

it("passes on what ended the task", async () => {
  let time = 0;
  const progress = planProgress(
    () => Promise.reject(new Error("ended")),
    () => (time += 5000),
  );
  progress.onShare(0.5);
  await expect(progress.written()).rejects.toThrow("ended");
});

const input = {
  name: "A",
  areas: areasOf([rectangle(120, 80), rectangle(90, 60, 200, 0)]),
  target: null,
  settings: defaultFlightSettings("M3T", ["pv_thermal"], 0),
};

it("hears of a planner more often than of its three steps, up to nearly all of the work", async () => {
  const shares: number[] = [];
  const known = { ...input, onShare: (share: number) => shares.push(share) };
  const { routes } = planFlight(known);
  expect(routes.length).toBeGreaterThan(0);
  expect(shares.length).toBeGreaterThan(50);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBeGreaterThan(0.85);
  expect(shares.at(-1)).toBeLessThan(1);
  const heard: number[] = [];
  const { signal } = new AbortController();
  await planInThread({ ...input, terrain: null }, signal, (share) => heard.push(share));
  expect(heard).toEqual(shares);
});
