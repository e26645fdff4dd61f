// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { meAtom } from "../account/me.ts";
import { holdUnsaved, forgetUnsaved } from "./leave.ts";
import { asked, refusal, serve } from "./served.fixture.ts";
import { signedInStore } from "./signed-in.fixture.ts";

vi.mock("../../client/call.ts", () => import("./served.fixture.ts"));

vi.stubGlobal("APP_VERSION", "1.0.0");
const { newerVersionAtom, reportVersion, startUpdate, updateNow, updateSecondsAtom } =
  await import("./update.ts");

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

test.each(["pointerdown", "keydown", "wheel"])(
  "the last seconds begin again with each %s, so that what it opens is not reloaded away",
  async (kind) => {
    const use = () => window.dispatchEvent(new Event(kind));
    served = "1.1.0";
    await seconds(600 + 30);
    use();
    expect(store.get(updateSecondsAtom)).toBe(30);
    await seconds(28);
    for (let at = 0; at < 20; at += 1) {
      use();
      expect(store.get(updateSecondsAtom)).toBe(limits.updateQuietS);
      await seconds(limits.updateQuietS - 1);
    }
    expect(reload).not.toHaveBeenCalled();
    await seconds(1);
    expect(reload).toHaveBeenCalledOnce();
    use();
    await seconds(60);
    expect(reload).toHaveBeenCalledOnce();
  },
);

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

test("the page that stops looking for updates neither counts nor reloads", async () => {
  served = "1.1.0";
  await seconds(610);
  stop();
  expect(store.get(newerVersionAtom)).toBeNull();
  await seconds(1000);
  expect(reload).not.toHaveBeenCalled();
});

test("the page reloads once, however long that takes", async () => {
  served = "1.1.0";
  await seconds(900);
  expect(reload).toHaveBeenCalledOnce();
  expect(store.get(updateSecondsAtom)).toBe(0);
});

test("without another function to reload with, the page itself is loaded again", async () => {
  const page = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  updateNow();
  expect(page).toHaveBeenCalledOnce();
  stop();
  stop = startUpdate(store);
  served = "1.1.0";
  await seconds(660);
  expect(page).toHaveBeenCalledTimes(2);
});

const REPORT = "POST /auth/user/update-app-version";
test.each([
  ["an older one is known there", "0.9.0", [[REPORT, { used_webapp_version: "1.0.0" }]]],
  ["none is known there", null, [[REPORT, { used_webapp_version: "1.0.0" }]]],
  ["it is known there", "1.0.0", []],
])("the version in use is reported to the server where %s", async (_, known, reports) => {
  serve({ "GET /auth/user/me": { id: 1, last_used_webapp_version: known }, [REPORT]: refusal() });
  const signedIn = signedInStore([], [meAtom]);
  await seconds(1);
  await signedIn.set(reportVersion);
  expect(asked.filter(([to]) => to === REPORT)).toEqual(reports);
});

test("the version is not reported before it is known who uses it", async () => {
  serve({});
  await signedInStore().set(reportVersion);
  expect(asked).toEqual([]);
});
