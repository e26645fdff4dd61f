// @vitest-environment happy-dom
import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, test, vi } from "vitest";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { keepPlace, lastResize, notePlaced } from "./keep-place.ts";
import { linkedMaps } from "./linked-maps.ts";

/** A map that shows one pixel for each metre around its middle: enough for what moves on the screen. */
function standIn() {
  const heard = new Map<string, (() => void)[]>();
  let room = new DOMRect(44, 40, 1400, 860);
  let [x, y] = [0, 0];
  const map = {
    on: (name: string, hear: () => void) => heard.set(name, [...(heard.get(name) ?? []), hear]),
    off: () => {},
    isMoving: vi.fn(() => false),
    getContainer: () => ({ getBoundingClientRect: () => room }),
    panBy: vi.fn(([dx, dy]: [number, number]) => {
      [x, y] = [x + dx, y + dy];
    }),
    jumpTo: () => {},
    getCenter: () => ({}),
    getZoom: () => 1,
    getBearing: () => 0,
    getPitch: () => 0,
    project: ([east, south]: [number, number]) => ({
      x: room.width / 2 + east - x,
      y: room.height / 2 + south - y,
    }),
  };
  return {
    map: map as unknown as MapLibreMap,
    panBy: map.panBy,
    isMoving: map.isMoving,
    /** Where a place appears, in pixels of the window. */
    seen: (place: LonLat) => {
      const at = map.project([place[0], place[1]]);
      return [room.left + at.x, room.top + at.y];
    },
    resize(left: number, top: number, width: number, height: number) {
      room = new DOMRect(left, top, width, height);
      heard.get("resize")?.forEach((hear) => hear());
    },
  };
}

const reveal = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  window.innerWidth = 1440;
  window.innerHeight = 900;
});

test.each([
  ["a panel beside", [364, 40, 1080, 860]],
  ["a table below", [44, 40, 1400, 500]],
  ["both, and a bar above", [364, 80, 1080, 431]],
] satisfies [string, [number, number, number, number]][])(
  "%s leaves every place where it is on the screen",
  (_name, room) => {
    const { map, seen, resize } = standIn();
    keepPlace(map, () => null, reveal);
    const places: LonLat[] = [
      [0, 0],
      [-300, 120],
    ];
    const before = places.map(seen);
    dispatchEvent(new Event("keydown"));
    resize(...room);
    expect(places.map(seen)).toEqual(before);
    // A panel as wide as the window, and back.
    resize(44, 40, 0, 0);
    resize(44, 40, 1400, 860);
    expect(places.map(seen)).toEqual(before);
    expect(lastResize(map)).toBe("panel");
  },
);

test("another size of the window keeps the middle, as do a move in progress and a second map", () => {
  const { map, panBy, resize, isMoving } = standIn();
  keepPlace(map, () => null, reveal);
  dispatchEvent(new Event("pointerdown"));
  window.innerWidth = 1200;
  resize(44, 40, 1160, 860);
  expect(lastResize(map)).toBe("layout");
  isMoving.mockReturnValue(true);
  resize(364, 40, 840, 860);
  isMoving.mockReturnValue(false);
  const link = linkedMaps();
  link.join(map);
  const leave = link.join(standIn().map);
  resize(364, 40, 420, 860);
  expect(lastResize(map)).toBe("layout");
  resize(44, 40, 580, 860);
  leave();
  resize(44, 40, 1160, 860);
  expect(lastResize(map)).toBe("layout");
  expect(panBy).not.toHaveBeenCalled();
});

test("the panels of a link or a saved view leave the middle of the map where it is", () => {
  const { map, panBy, resize } = standIn();
  keepPlace(map, () => null, reveal);
  resize(364, 40, 1080, 860);
  dispatchEvent(new Event("pointerdown"));
  notePlaced(map);
  resize(44, 40, 1400, 860);
  expect(panBy).not.toHaveBeenCalled();
  dispatchEvent(new Event("pointerdown"));
  resize(364, 40, 1080, 860);
  expect(panBy).toHaveBeenCalledExactlyOnceWith([160, 0], { duration: 0 });
});

test("the open component is shown again if the panel hides it, and only then", () => {
  const { map, resize } = standIn();
  let selected: LonLat | null = [-600, 0];
  keepPlace(map, () => selected, reveal);
  dispatchEvent(new Event("pointerdown"));
  resize(364, 40, 1080, 860);
  expect(reveal).toHaveBeenCalledExactlyOnceWith([-600, 0]);
  // It was out of view before: the user looks at something else.
  resize(404, 40, 1040, 860);
  selected = [200, 0];
  resize(364, 40, 1080, 860);
  selected = null;
  resize(1400, 40, 44, 860);
  expect(reveal).toHaveBeenCalledOnce();
});
