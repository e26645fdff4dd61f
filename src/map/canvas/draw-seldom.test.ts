// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { drawSeldom } from "./draw-seldom.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function loadingMap() {
  const container = document.createElement("div");
  const repaint = vi.fn();
  const map = { triggerRepaint: repaint, getCanvasContainer: () => container };
  const ending = new AbortController();
  const drawn = Promise.withResolvers<void>();
  drawSeldom(map, drawn.promise, ending.signal);
  const ask = (times: number) => {
    for (let time = 0; time < times; time += 1) map.triggerRepaint();
  };
  return { container, repaint, ask, ending, drawn };
}

it("draws four frames per second while the plant loads", () => {
  const { repaint, ask } = loadingMap();
  for (let tenth = 0; tenth < 10; tenth += 1) {
    ask(6);
    vi.advanceTimersByTime(100);
  }
  expect(repaint.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(repaint.mock.calls.length).toBeLessThanOrEqual(4);
});

it("draws at once and as often as asked once the plant is there", async () => {
  const { repaint, ask, drawn } = loadingMap();
  ask(1);
  drawn.resolve();
  await drawn.promise;
  await Promise.resolve();
  expect(repaint).toHaveBeenCalledTimes(1);
  ask(5);
  expect(repaint).toHaveBeenCalledTimes(6);
  vi.advanceTimersByTime(1000);
  expect(repaint).toHaveBeenCalledTimes(6);
});

it.each(["pointerdown", "wheel", "keydown"])("draws as often as asked after %s", (event) => {
  const { repaint, ask, container } = loadingMap();
  container.dispatchEvent(new Event(event));
  expect(repaint).toHaveBeenCalledTimes(1);
  ask(3);
  expect(repaint).toHaveBeenCalledTimes(4);
});

it("never draws a map that has ended", async () => {
  const { repaint, ask, ending, drawn } = loadingMap();
  ask(1);
  ending.abort();
  vi.advanceTimersByTime(1000);
  drawn.resolve();
  await drawn.promise;
  await Promise.resolve();
  expect(repaint).not.toHaveBeenCalled();
});
