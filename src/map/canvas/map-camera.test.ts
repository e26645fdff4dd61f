// @vitest-environment happy-dom
import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, test, vi } from "vitest";
import { fly } from "./map-camera.ts";

const bounds = [-5.1, 37.1, -5, 37.2] as const;
const camera = { centre: [-5, 37], zoom: 16, bearing: 0, pitch: 0 } as const;

/** As much of a map as flights need; a new flight ends the one before, as MapLibre's does. */
function standIn() {
  const heard = new Map<string, Set<() => void>>();
  const fire = (name: string) => [...(heard.get(name) ?? [])].forEach((hear) => hear());
  const on = (name: string, hear: () => void) => {
    heard.set(name, (heard.get(name) ?? new Set()).add(hear));
  };
  const off = (name: string, hear: () => void) => heard.get(name)?.delete(hear);
  const once = (name: string, hear: () => void) => {
    const first = () => {
      off(name, first);
      hear();
    };
    on(name, first);
  };
  const flights = vi.fn((_to: unknown, _options?: unknown) => fire("moveend"));
  const map = {
    on,
    off,
    once,
    easeTo: flights,
    fitBounds: flights,
    jumpTo: vi.fn(),
    getBearing: () => 0,
    getPitch: () => 0,
    getContainer: () => document.createElement("div"),
  };
  const listeners = () => [...heard.values()].reduce((sum, { size }) => sum + size, 0);
  return { map: map as unknown as MapLibreMap, flights, fire, listeners };
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

test("a flight that has ended, or that the user ended, is not restarted", () => {
  const { map, flights, fire, listeners } = standIn();
  fly(map, { camera }, false);
  fire("moveend");
  fire("resize");
  expect(flights).toHaveBeenCalledOnce();
  expect(listeners()).toBe(0);
});

test("a jump is not affected by a resize: the middle stays", () => {
  const { map, flights, fire, listeners } = standIn();
  fly(map, { camera }, true);
  fire("resize");
  expect(flights).not.toHaveBeenCalled();
  expect(listeners()).toBe(0);
});
