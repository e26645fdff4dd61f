import { atom, createStore } from "jotai";
import { beforeEach, expect, it, vi } from "vitest";
import { takeOffAt } from "../../domain/flight/plan/flight-fields.fixture.ts";
import { flownUnknownAtom, unknownDashesAtom } from "./flight-unknown.ts";

const given = vi.hoisted(() => ({
  routes: [] as { positions: (readonly [number, number, number])[] }[],
  elevation: null as ((place: readonly [number, number]) => number | null) | null,
  isFlat: false,
}));
vi.mock("./flight-scene.ts", () => ({ sceneRoutesAtom: atom(() => given.routes) }));
vi.mock("./ground.ts", () => ({
  elevationAtom: atom(() => given.elevation),
  isGroundFlatAtom: atom(() => given.isFlat),
}));

const route = () => ({
  positions: [0, 40, 40, 0].map((x, i) => {
    const [lon, lat] = takeOffAt(x, i > 1 ? 20 : 0).place;
    return [lon, lat, 30] as const;
  }),
});

beforeEach(() => Object.assign(given, { routes: [route()], elevation: null, isFlat: false }));

it("says that no ground is known without an elevation file, and nothing while it is loading", () => {
  expect(createStore().get(flownUnknownAtom)).toBeNull();
  given.isFlat = true;
  expect(createStore().get(flownUnknownAtom)).toBe("all");
  given.routes = [];
  expect(createStore().get(flownUnknownAtom)).toBeNull();
});

it("says where the file has a gap below a route, and draws it", () => {
  given.elevation = () => 500;
  expect(createStore().get(flownUnknownAtom)).toBeNull();
  const [edge] = takeOffAt(25, 0).place;
  given.elevation = ([lon]) => (lon > edge ? null : 500);
  const store = createStore();
  expect(store.get(flownUnknownAtom)).toBe("part");
  // From 20 and 30 m east to 40 m, 20 m to the north, and back to 20 m: six pieces, every second of them.
  expect(store.get(unknownDashesAtom)).toHaveLength(3);
});
