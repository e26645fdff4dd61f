// @vitest-environment happy-dom
import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, test, vi } from "vitest";
import { coverMap, coverMapBriefly } from "../../state/map/cover.ts";
import { keepPlace, lastResize } from "./keep-place.ts";
import { areaTest, boxOf } from "../../domain/column/in-view.ts";
import { fly, viewAreaOf } from "./map-camera.ts";

type Hear = (event: object) => void;
const bounds = [-5.1, 37.1, -5, 37.2] as const;
const camera = { centre: [-5, 37], zoom: 16, bearing: 0, pitch: 0 } as const;

/** As much of a map as flights need; a new flight ends the one before, as MapLibre's does. */
function standIn() {
  const heard = new Map<string, Set<Hear>>();
  const fire = (name: string, event = {}) =>
    [...(heard.get(name) ?? [])].forEach((hear) => hear(event));
  const on = (name: string, hear: Hear) => {
    heard.set(name, (heard.get(name) ?? new Set()).add(hear));
  };
  const off = (name: string, hear: Hear) => heard.get(name)?.delete(hear);
  const flights = vi.fn((_to: unknown, _options?: unknown) => fire("moveend"));
  const at = vi.fn(() => ({ x: 0, y: 0 }));
  const container = document.createElement("div");
  container.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 700);
  const map = {
    project: at,
    isMoving: () => false,
    on,
    off,
    easeTo: flights,
    fitBounds: flights,
    jumpTo: vi.fn(),
    getBearing: () => 0,
    getPitch: () => 0,
    getContainer: () => container,
  };
  const listeners = () => [...heard.values()].reduce((sum, { size }) => sum + size, 0);
  return { map: map as unknown as MapLibreMap, flights, fire, listeners, at, container };
}

beforeEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

test.each([{ bounds }, { camera }])("a flight goes on to the new middle of a map resized", (to) => {
  const { map, flights, fire } = standIn();
  vi.spyOn(performance, "now").mockReturnValue(0);
  fly(map, to, false);
  fire("resize");
  fire("resize");
  expect(flights).toHaveBeenCalledTimes(3);
  expect(flights.mock.calls[2]).toEqual(flights.mock.calls[0]);
});

test("a restarted flight takes no longer than the first would have", () => {
  const { map, flights, fire } = standIn();
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  fly(map, { bounds }, false);
  now.mockReturnValue(500);
  fire("resize");
  now.mockReturnValue(890);
  fire("resize");
  expect(flights.mock.calls.map(([, options]) => options)).toMatchObject([
    { duration: 900 },
    { duration: 400 },
    { duration: 200 },
  ]);
});

test("a flight to a camera that has ended, or that the user ended, is not restarted", () => {
  const { map, flights, fire, listeners } = standIn();
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  fly(map, { camera }, false);
  now.mockReturnValue(901);
  fire("resize");
  expect(flights).toHaveBeenCalledOnce();
  expect(listeners()).toBe(0);
  fly(map, { camera }, false);
  fire("movestart", { originalEvent: {} });
  fire("resize");
  expect(flights).toHaveBeenCalledTimes(2);
  expect(listeners()).toBe(0);
});

test("the whole plant is shown straight where that is asked for; other bounds keep the turned map", () => {
  const { map, flights } = standIn();
  Object.assign(map, { getBearing: () => 40, getPitch: () => 50 });
  fly(map, { bounds, straight: true }, false);
  fly(map, { bounds }, false);
  expect(flights.mock.calls.map(([, options]) => options)).toMatchObject([
    { bearing: 0, pitch: 0 },
    { bearing: 40, pitch: 50 },
  ]);
});

test.each([
  { bearing: 0, isBox: true },
  { bearing: 45, isBox: false },
])("the map shows a box with north above, and the corners of the window otherwise: %j", (row) => {
  const { map } = standIn();
  const turn = (row.bearing * Math.PI) / 180;
  Object.assign(map, {
    getBearing: () => row.bearing,
    // A hundred thousandth of a degree for each pixel, from the middle of 1000 by 700 pixels.
    unproject: ([x, y]: [number, number]) => {
      const [right, up] = [(x - 500) * 1e-5, (350 - y) * 1e-5];
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      return { lng: right * cos + up * sin, lat: up * cos - right * sin };
    },
  });
  const area = viewAreaOf(map, [0, 0]);
  expect("corners" in area).toBe(!row.isBox);
  const [minX, minY, maxX, maxY] = boxOf(area);
  const isIn = areaTest(area);
  expect(isIn(0, 0)).toBe(true);
  expect(isIn(minX + 1, minY + 1)).toBe(row.isBox);
  expect(isIn(maxX + 1, maxY)).toBe(false);
});

test("a zoom by button starts where the map is now, and a second press goes on from its end", () => {
  const { map, fire, flights } = standIn();
  let zoom = 16.4;
  Object.assign(map, {
    getZoom: () => zoom,
    getMinZoom: () => 2,
    getMaxZoom: () => 18,
    once: (name: "moveend", hear: Hear) => map.on(name, hear),
  });
  // A move that goes on ends once it is there, or when the next one begins.
  const goals = () => flights.mock.calls.map(([to]) => (to as { zoom: number }).zoom);
  flights.mockImplementation(() => undefined);
  fly(map, { zoomBy: 1 }, false);
  zoom = 16.9;
  fly(map, { zoomBy: 1 }, false);
  expect(goals()).toEqual([17.4, 18.4]);
  // Not beyond what the map can do: the way back starts at its nearest.
  fly(map, { zoomBy: -1 }, false);
  expect(goals().at(-1)).toBe(17);
  // The user drags and lets go: the next press starts there.
  fire("moveend");
  zoom = 12.25;
  fly(map, { zoomBy: -1 }, false);
  expect(goals().at(-1)).toBe(11.25);
});

test("a zoom by button has no way where motion is reduced", () => {
  const { map, flights } = standIn();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Object.assign(map, { getZoom: () => 16 });
  fly(map, { zoomBy: 1 }, false);
  expect(flights.mock.calls.at(-1)![0]).toEqual({ zoom: 17, duration: 0 });
});

/** An element over the map, as the legend is. */
function cover(left: number, top: number, right: number, bottom: number, kind = coverMap) {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => new DOMRect(left, top, right - left, bottom - top);
  return kind(element)!;
}

/** The box in which the map was asked to show the bounds, and how often it was asked. */
function fittedIn({ flights }: Pick<ReturnType<typeof standIn>, "flights">) {
  const [, options] = flights.mock.calls.at(-1)!;
  const { left, top, right, bottom } = (options as { padding: Record<string, number> }).padding;
  return {
    left,
    top,
    right: 1000 - right!,
    bottom: 700 - bottom!,
    times: flights.mock.calls.length,
  };
}

test("bounds are fitted beside the legend, and again when it opens, until the user moves the map", () => {
  const stand = standIn();
  const { map, container, fire, listeners } = stand;
  container.getBoundingClientRect = () => new DOMRect(100, 50, 1000, 700);
  const closeLegend = cover(800, 50, 1100, 250);
  fly(map, { bounds }, true);
  // Half of what the legend leaves, less the margin of 48 pixels: the map begins 100 pixels from the left.
  expect(fittedIn(stand)).toMatchObject({ left: 48, right: 652, times: 1 });
  const uncover = cover(100, 450, 1100, 750);
  expect(fittedIn(stand).times).toBe(1);
  fire("resize");
  expect(fittedIn(stand)).toMatchObject({ bottom: 400 - 48, times: 2 });
  uncover();
  expect(fittedIn(stand)).toMatchObject({ bottom: 700 - 48, times: 3 });
  cover(100, 50, 900, 650, coverMapBriefly)();
  expect(fittedIn(stand).times).toBe(3);
  fire("movestart", { originalEvent: {} });
  closeLegend();
  fire("resize");
  expect(fittedIn(stand).times).toBe(3);
  expect(listeners()).toBe(0);
});

test("a component under the card that its click opened is moved into the free area", () => {
  const { map, container, flights, fire, at } = standIn();
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  container.getBoundingClientRect = () => new DOMRect(0, 0, 400, 800);
  at.mockReturnValue({ x: 200, y: 600 });
  fly(map, { reveal: [-5, 37] }, false);
  fire("resize");
  expect(flights).not.toHaveBeenCalled();
  const closeSheet = cover(0, 500, 400, 800);
  fire("resize");
  expect(flights).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ center: [-5, 37], offset: [0, -150] }),
  );
  at.mockReturnValue({ x: 200, y: 250 });
  fire("resize");
  expect(flights).toHaveBeenCalledOnce();
  closeSheet();
  at.mockReturnValue({ x: 500, y: 250 });
  now.mockReturnValue(5000);
  fire("resize");
  expect(flights).toHaveBeenCalledOnce();
});

test("what the user does after the fit leaves it as it is, on a desk; a phone's sheet still moves it", () => {
  const stand = standIn();
  const { map, fire } = stand;
  window.innerWidth = 1440;
  keepPlace(map, () => null, vi.fn());
  fly(map, { bounds }, true);
  dispatchEvent(new Event("pointerdown"));
  const closeHint = cover(800, 50, 1100, 250);
  expect(fittedIn(stand).times).toBe(1);
  window.innerWidth = 390;
  closeHint();
  expect(fittedIn(stand).times).toBe(2);
  window.innerWidth = 1280;
  fire("resize");
  expect(lastResize(map)).toBe("layout");
  expect(fittedIn(stand).times).toBe(3);
  // A legend that gets longer with it.
  const closeLegend = cover(800, 50, 1100, 450);
  closeLegend();
  expect(fittedIn(stand).times).toBe(4);
  dispatchEvent(new Event("keydown"));
  fire("resize");
  expect(lastResize(map)).toBe("panel");
  expect(fittedIn(stand).times).toBe(4);
  fly(map, { camera }, true);
});

test("a click on a component ends the fit: what was clicked stays where it is", () => {
  const { map, flights, fire, at } = standIn();
  at.mockReturnValue({ x: 500, y: 250 });
  fly(map, { bounds }, false);
  expect(flights).toHaveBeenCalledOnce();
  fly(map, { reveal: [-5, 37] }, false);
  fire("resize");
  expect(flights).toHaveBeenCalledOnce();
});

test("a jump is not affected by a resize: the middle stays", () => {
  const { map, flights, fire, listeners } = standIn();
  fly(map, { camera }, true);
  fire("resize");
  expect(flights).not.toHaveBeenCalled();
  expect(listeners()).toBe(0);
});
