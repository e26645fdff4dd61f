// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { holdUnsaved, forgetUnsaved } from "./leave.ts";

vi.stubGlobal("APP_VERSION", "1.0.0");
const { newerVersionAtom, startUpdate, updateNow, updateSecondsAtom } = await import("./update.ts");

let served = "1.0.0";
let stop = () => {};
const reload = vi.fn();
const store = createStore();
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => Response.json({ version: served }));
  served = "1.0.0";
  reload.mockClear();
  stop = startUpdate(store, reload);
});
afterEach(() => {
  stop();
  forgetUnsaved();
  vi.useRealTimers();
});

test("the version file is fetched every 600000 ms, and the same version changes nothing", async () => {
  expect(limits.versionCheckMs).toBe(600_000);
  await seconds(1300);
  expect(store.get(newerVersionAtom)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test("a newer version counts down 60 s and reloads the page", async () => {
  served = "1.1.0";
  await seconds(600);
  expect(store.get(newerVersionAtom)).toBe("1.1.0");
  expect(store.get(updateSecondsAtom)).toBe(60);
  await seconds(59);
  expect(store.get(updateSecondsAtom)).toBe(1);
  expect(reload).not.toHaveBeenCalled();
  await seconds(1);
  expect(reload).toHaveBeenCalledOnce();
});

test("an unsaved form stops the update; afterwards the countdown restarts", async () => {
  served = "1.1.0";
  await seconds(650);
  const release = holdUnsaved({ kind: "editing" });
  await seconds(300);
  expect(reload).not.toHaveBeenCalled();
  expect(store.get(newerVersionAtom)).toBe("1.1.0");
  expect(store.get(updateSecondsAtom)).toBeNull();
  release();
  expect(store.get(updateSecondsAtom)).toBe(60);
  await seconds(60);
  expect(reload).toHaveBeenCalledOnce();
});

test("while the user uploads there is no notice and no reload", async () => {
  served = "1.1.0";
  const release = holdUnsaved({ kind: "uploading" });
  await seconds(900);
  expect(store.get(newerVersionAtom)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  release();
  expect(store.get(newerVersionAtom)).toBe("1.1.0");
});

test("updating now reloads at once, or asks where work would be lost", () => {
  updateNow(reload);
  expect(reload).toHaveBeenCalledOnce();
  holdUnsaved({ kind: "drawing" });
  updateNow(reload);
  expect(reload).toHaveBeenCalledOnce();
});
