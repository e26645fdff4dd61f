// @vitest-environment happy-dom
// Choosing a component on the spot: by position, by the middle of the map, by code or name.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import { cameraAtom } from "../map/view.ts";
import { openViewAtom } from "../observation/open.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { openRowAtom } from "../plant/component/component.ts";
import { faultOf } from "./camera.ts";
import {
  crosshairTargetAtom,
  findNamed,
  isCrosshairAtom,
  nearDoubtAtom,
  nearestAtom,
  offeredTypeAtom,
  startCrosshair,
  takeComponent,
} from "./choose.ts";
import { fakeDevice } from "./device.fixture.ts";
import { startPosition } from "./own-position.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const place = (x: number, y: number) => planeAt([-3, 37]).toLonLat(x, y);
const at = (row: number) => ({ component_type: "module", row }) as const;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

it("offers the components nearest to the own position, of the type of the key figure or another", () => {
  const { store } = opened;
  const device = fakeDevice();
  expect(store.get(nearestAtom)).toBeNull();
  store.set(startPosition);
  device.goTo(place(72, 0));
  const offered = store.get(nearestAtom)!;
  expect(offered.map(({ component_type, row }) => ({ component_type, row })).slice(0, 3)).toEqual([
    at(7),
    at(8),
    at(6),
  ]);
  expect(offered[0]!.distance_m).toBeCloseTo(1, 3);
  store.set(offeredTypeAtom, "tracker");
  expect(store.get(nearestAtom)![0]).toMatchObject({ component_type: "tracker", row: 3 });
});

it.each([
  [2.9, 1],
  [3.1, 2],
  [5.1, 3],
  // One more than the five that are offered.
  [1000, 6],
])("from a position within %d m, %d of them may be the nearest", (accuracy, count) => {
  // The edges of the modules 7, 8 and 6 are 1, 7 and 11 m away.
  const { store } = opened;
  const device = fakeDevice();
  expect(store.get(nearDoubtAtom)).toBe(0);
  store.set(startPosition);
  device.goTo(place(72, 0), accuracy);
  expect(store.get(nearDoubtAtom)).toBe(count);
});

it("takes the component in the middle of the map, and opens its form", () => {
  const { store } = opened;
  store.set(cameraAtom, { centre: place(119, 4), zoom: 19, bearing: 0, pitch: 0 });
  expect(store.get(crosshairTargetAtom)).toBeNull();
  store.set(startCrosshair);
  expect(store.get(crosshairTargetAtom)).toEqual(at(12));
  store.set(takeComponent, at(12));
  expect(store.get(isCrosshairAtom)).toBe(false);
  expect(store.get(openRowAtom)).toEqual(at(12));
  expect(store.get(openViewAtom)).toMatchObject({ view: "new", dt_id: "module-12" });
});

it("finds the component of a code or a name, and says what else it is", () => {
  const { store } = opened;
  const find = (text: string) => store.set(findNamed, text);
  expect(find("module-7")).toEqual({ kind: "found", at: at(7) });
  expect(find(" MODULE-7 ")).toEqual({ kind: "found", at: at(7) });
  expect(find("https://any.example/plant/1?component=module~module-9")).toEqual({
    kind: "found",
    at: at(9),
  });
  expect(find("https://any.example/plant/2?component=module~module-9")).toEqual({
    kind: "other_plant",
  });
  expect(find("module-4711")).toEqual({ kind: "unknown", name: "module-4711" });
  expect(find("https://example.com")).toEqual({ kind: "no_name" });
});

it("tells what keeps the camera from starting", () => {
  const names = ["NotAllowedError", "NotFoundError", "NotReadableError"];
  expect(names.map((name) => faultOf(new DOMException("", name)))).toEqual([
    "refused",
    "no_camera",
    "in_use",
  ]);
});
