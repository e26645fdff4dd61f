// @vitest-environment happy-dom
// A picture of the 3D view says whether all that is in view is drawn, and an ended view gives none.
import { beforeEach, expect, test, vi } from "vitest";
import { twinPhotographer } from "./twin-picture.ts";

const frame = { width: 10, height: 10, sharpness: 1, extent: "screen" } as const;
let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  // Each frame takes ten seconds, so that no test waits.
  vi.stubGlobal("requestAnimationFrame", (next: (at: number) => void) => {
    now += 10_000;
    queueMicrotask(() => next(now));
    return 1;
  });
});

/** A view that lacks pieces in so many frames, and ends in one. */
function photographer({ missing = 0, endsIn = Infinity, isLoading = false }) {
  let frames = 0;
  const canvas = document.createElement("canvas");
  const scene = {
    ask() {},
    isEnded: () => frames >= endsIn,
    drawStill() {
      frames += 1;
      return frames < endsIn && frames <= missing;
    },
  };
  const camera = () => ({ centre: [10, 20] as const, zoom: 18, bearing: 0, pitch: 50 });
  return twinPhotographer({
    canvas,
    origin: [10, 20],
    scene,
    camera,
    show() {},
    fit() {},
    isLoading: () => isLoading,
  });
}

test("pieces that come in time are part of a whole picture", async () => {
  const picture = await photographer({ missing: 3 }).takeFramed(frame, async () => {});
  expect(picture.isWhole).toBe(true);
});

test("pieces and tiles that do not come are left out, and the picture says so", async () => {
  for (const view of [{ missing: 1000 }, { isLoading: true }]) {
    const picture = await photographer(view).takeFramed(frame, async () => {});
    expect(picture.isWhole).toBe(false);
    expect(photographer(view).takeNow().isWhole).toBe(false);
  }
  expect(photographer({}).takeNow().isWhole).toBe(true);
});

test("a view that has ended gives no picture: what its canvas shows is old", async () => {
  const ended = { missing: 1000, endsIn: 3 };
  await expect(photographer(ended).takeFramed(frame, async () => {})).rejects.toThrow("ended");
  await expect(photographer({ endsIn: 1 }).take()).rejects.toThrow("ended");
  expect(() => photographer({ endsIn: 1 }).takeNow()).toThrow("ended");
});
