// @vitest-environment happy-dom
import type { Map as MapLibreMap } from "maplibre-gl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryTiles } from "./tile-retry.ts";
import { untilLoaded } from "./until-loaded.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** As much of a map as the retries need. */
function standIn() {
  const heard = new Map<string, (event: object) => void>();
  const refreshTiles = vi.fn();
  const map = {
    on: (name: string, hear: (event: object) => void) => heard.set(name, hear),
    getSource: (id: string) => (id === "gone" ? undefined : {}),
    refreshTiles,
  };
  const fail = (sourceId?: string) => heard.get("error")!({ sourceId });
  return { map: map as unknown as MapLibreMap, refreshTiles, fail };
}

test("tiles that failed are fetched again, once for all, and at once when the network is back", async () => {
  const { map, refreshTiles, fail } = standIn();
  const ending = new AbortController();
  retryTiles(map, ending.signal);
  fail();
  await wait(10_000);
  expect(refreshTiles).not.toHaveBeenCalled();
  for (const id of ["imagery", "imagery", "gone"]) fail(id);
  await wait(1900);
  expect(refreshTiles).not.toHaveBeenCalled();
  await wait(200);
  expect(refreshTiles.mock.calls).toEqual([["imagery"]]);
  fail("imagery");
  window.dispatchEvent(new Event("online"));
  await wait();
  expect(refreshTiles).toHaveBeenCalledTimes(2);
  fail("imagery");
  ending.abort();
  await wait(60_000);
  expect(refreshTiles).toHaveBeenCalledTimes(2);
});

test("a file is loaded again until it is there, or no longer wanted", async () => {
  const ending = new AbortController();
  const load = vi.fn(() => Promise.reject(new Error("no network")) as Promise<string>);
  const loaded = untilLoaded(load, ending.signal);
  await wait(3500);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockImplementation(async () => "land");
  window.dispatchEvent(new Event("online"));
  await wait();
  expect(await loaded).toBe("land");
  load.mockImplementation(() => Promise.reject(new Error("no network")));
  const unwanted = untilLoaded(load, ending.signal);
  await wait();
  ending.abort();
  await wait();
  expect(await unwanted).toBeNull();
});
