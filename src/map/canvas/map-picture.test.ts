// @vitest-environment happy-dom
// Two pictures for paper at once: each has its own scale, and the map is as it was after both.
import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, test, vi } from "vitest";
import { photographerOf } from "./map-picture.ts";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});

/** Metres per pixel at zoom 0 of a map that is flat around its centre. */
const METRES_AT_0 = 100_000;
const METRES_PER_DEGREE = 111_320;

/** As much of a map as a picture needs: it is idle a moment after each repaint that is asked for. */
function standIn() {
  const container = document.createElement("div");
  const canvas = container.appendChild(document.createElement("canvas"));
  const side = (name: "width" | "height", usual: number) => () =>
    Number.parseInt(container.style[name], 10) || usual;
  for (const element of [container, canvas]) {
    Object.defineProperty(element, "clientWidth", { get: side("width", 800) });
    Object.defineProperty(element, "clientHeight", { get: side("height", 600) });
  }
  const view = { zoom: 15, idle: [] as (() => void)[], ratios: [] as unknown[] };
  const map = {
    getContainer: () => container,
    getCanvas: () => canvas,
    getCenter: () => ({ wrap: () => ({ lng: 0, lat: 0 }) }),
    getZoom: () => view.zoom,
    getBearing: () => 0,
    getPitch: () => 0,
    isMoving: () => false,
    on: () => undefined,
    off: () => undefined,
    redraw: () => undefined,
    setPixelRatio: (ratio: unknown) => view.ratios.push(ratio),
    jumpTo: ({ zoom }: { zoom: number }) => void (view.zoom = zoom),
    easeTo: ({ zoom }: { zoom: number }) => void (view.zoom = zoom),
    once: (_name: string, hear: () => void) => view.idle.push(hear),
    triggerRepaint: () => setTimeout(() => view.idle.splice(0).forEach((hear) => hear()), 5),
    unproject([x, y]: [number, number]) {
      const [width, height] = [container.clientWidth, container.clientHeight];
      const metres = METRES_AT_0 / 2 ** view.zoom;
      const degrees = (pixels: number) => (pixels * metres) / METRES_PER_DEGREE;
      return { lng: degrees(x - width / 2), lat: degrees(height / 2 - y) };
    },
  };
  return { map: map as unknown as MapLibreMap, container, view };
}

const frame = (metresPerPixel: number) => ({
  width: 1000,
  height: 700,
  sharpness: 2,
  extent: { metresPerPixel },
});

test("a picture that is asked for while another one is taken waits, and has its own scale", async () => {
  const { map, container, view } = standIn();
  const photographer = photographerOf(map);
  const order: string[] = [];
  const note = (name: string) => async () => {
    order.push(`${name} ${container.style.width}`);
    await new Promise((done) => setTimeout(done, 20));
    order.push(`${name} over`);
  };
  const [first, second, plain] = await Promise.all([
    photographer.takeFramed(frame(1), note("first")),
    photographer.takeFramed(frame(2), note("second")),
    photographer.take(),
  ]);
  expect(order).toEqual(["first 1000px", "first over", "second 1000px", "second over"]);
  expect(first.metresPerPixel).toBeCloseTo(1, 9);
  expect(second.metresPerPixel).toBeCloseTo(2, 9);
  expect(plain.width).toBe(800);
  expect(view.zoom).toBeCloseTo(15, 9);
  expect(container.style.width).toBe("");
});

test("a picture that fails does not hold up the next one", async () => {
  const { map, view } = standIn();
  const photographer = photographerOf(map);
  const failed = photographer.takeFramed(frame(1), () => Promise.reject(new Error("no counts")));
  const next = photographer.takeFramed(frame(2), () => Promise.resolve());
  await expect(failed).rejects.toThrow("no counts");
  expect((await next).metresPerPixel).toBeCloseTo(2, 9);
  expect(view.zoom).toBeCloseTo(15, 9);
});
