// @vitest-environment happy-dom
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useStayCurrent } from "./stay-current.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
let root: Root;
let seen: DocumentVisibilityState = "visible";
const load = vi.fn(() => Promise.resolve());
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => seen);
  seen = "visible";
  load.mockReset().mockResolvedValue(undefined);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Following({ every_ms }: { every_ms: number | null }) {
  useStayCurrent(load, every_ms);
  return null;
}
const follow = (every_ms: number | null) =>
  act(async () => root.render(<Following {...{ every_ms }} />));
const turn = (state: DocumentVisibilityState) => {
  seen = state;
  document.dispatchEvent(new Event("visibilitychange"));
};

test("a panel loads again in its rhythm, not while the page is hidden, and at once when it is seen again", async () => {
  await follow(1000);
  expect(load).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(2000);
  expect(load).toHaveBeenCalledTimes(2);
  turn("hidden");
  vi.advanceTimersByTime(5000);
  expect(load).toHaveBeenCalledTimes(2);
  turn("visible");
  expect(load).toHaveBeenCalledTimes(3);
});

test("nothing moves under a card that is dragged", async () => {
  await follow(1000);
  document.body.dispatchEvent(new Event("dragstart", { bubbles: true }));
  vi.advanceTimersByTime(5000);
  expect(load).toHaveBeenCalledTimes(0);
  document.body.dispatchEvent(new Event("dragend", { bubbles: true }));
  vi.advanceTimersByTime(1000);
  expect(load).toHaveBeenCalledTimes(1);
  document.body.dispatchEvent(new Event("dragstart", { bubbles: true }));
  // A card that was moved is gone before its drag ends.
  document.body.dispatchEvent(new Event("drop", { bubbles: true }));
  vi.advanceTimersByTime(1000);
  expect(load).toHaveBeenCalledTimes(2);
});

test("a load that fails does not end it, and what has ended or is closed is not loaded again", async () => {
  load.mockRejectedValueOnce(new Error("no answer"));
  await follow(1000);
  vi.advanceTimersByTime(2000);
  expect(load).toHaveBeenCalledTimes(2);
  await follow(null);
  vi.advanceTimersByTime(5000);
  turn("visible");
  expect(load).toHaveBeenCalledTimes(2);
});

test("no screen asks the server in a rhythm of its own, which would go on while the page is hidden", () => {
  /** What ticks without asking for anything. */
  const allowed = [
    "panels/flight-routes/flight-player.tsx",
    "panels/new-code.tsx",
    "panels/stay-current.ts",
  ];
  const cwd = join(import.meta.dirname, "..");
  const ticking = globSync("{app,panels}/**/*.{ts,tsx}", { cwd }).filter(
    (file) =>
      !file.includes(".test.") && readFileSync(join(cwd, file), "utf8").includes("setInterval("),
  );
  expect(ticking.toSorted()).toEqual(allowed);
});
