// @vitest-environment happy-dom
// The own position, following it, and the way to a component.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { planeAt } from "../../domain/geometry/plane.ts";
import { flyRequestAtom, flyTo, followingAtom } from "../map/view.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { fakeDevice } from "./device.fixture.ts";
import { endGuide, guideAtom, guideTo } from "./guide.ts";
import { headingOf } from "./heading.ts";
import {
  averagedSecondsAtom,
  positionAtom,
  positionNoticeAtom,
  pressPosition,
} from "./own-position.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
let device: ReturnType<typeof fakeDevice>;
/** The fixture's plane: module 7 is 2 by 1 m around (70, 0). */
const place = (x: number, y: number) => planeAt([-3, 37]).toLonLat(x, y);
const module7 = { component_type: "module", row: 7 } as const;

beforeEach(async () => {
  device = fakeDevice();
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

it("shows the position, follows it until the map goes elsewhere, and switches off", () => {
  const { store } = opened;
  store.set(pressPosition);
  expect(store.get(positionAtom).state).toBe("waiting");
  device.goTo(place(10, 0));
  expect(store.get(flyRequestAtom)?.target).toMatchObject({ middle: place(10, 0) });
  const [lon, lat] = place(500, 0);
  store.set(flyTo, { bounds: [lon, lat, lon, lat] });
  expect(store.get(followingAtom)).toBe(false);
  device.goTo(place(12, 0));
  expect(store.get(flyRequestAtom)?.target).toHaveProperty("bounds");
  store.set(pressPosition);
  expect(store.get(flyRequestAtom)?.target).toMatchObject({ middle: place(12, 0) });
  store.set(pressPosition);
  expect([store.get(positionAtom).state, device.watches.size]).toEqual(["off", 0]);
});

it("is averaged while the device stands still, with the accuracy of what it reports", () => {
  const { store } = opened;
  store.set(pressPosition);
  device.goTo(place(30, 0));
  expect(store.get(averagedSecondsAtom)).toBe(0);
  for (const x of [10, 11, 12]) device.goTo(place(x, 0), 5, 0);
  const { position } = store.get(positionAtom) as { position: { lon: number; lat: number } };
  // The mean of 10, 11 and 12.
  expect(planeAt([-3, 37]).toPlane(position.lon, position.lat)[0]).toBeCloseTo(11, 5);
  expect([position, store.get(averagedSecondsAtom)]).toMatchObject([{ accuracy_m: 5 }, 2]);
  device.goTo(place(14, 0), 5, 0);
  expect(store.get(averagedSecondsAtom)).toBe(0);
});

it("says why there is no position, and when it is poor or far away", () => {
  const { store } = opened;
  store.set(pressPosition);
  device.fail(1);
  expect(store.get(positionNoticeAtom)).toEqual({ kind: "refused" });
  store.set(pressPosition);
  device.goTo(place(10, 0), 85);
  expect(store.get(positionNoticeAtom)).toEqual({ kind: "inaccurate", metres: 85 });
  device.fail(3);
  // The last position stays.
  expect(store.get(positionAtom)).toMatchObject({ state: "shown", fault: "timeout" });
  device.goTo(place(20_000, 0));
  expect(store.get(positionNoticeAtom)).toMatchObject({ kind: "away" });
  device.goTo(place(10, 0));
  expect(store.get(positionNoticeAtom)).toBeNull();
});

it("counts down to the outline, vibrates once on arrival, and again after leaving", () => {
  const { store } = opened;
  store.set(guideTo, module7);
  expect(store.get(guideAtom)).toMatchObject({ way: null, hasArrived: false });
  device.goTo(place(70, -100));
  const { way } = store.get(guideAtom)!;
  expect(way?.distance_m).toBeCloseTo(99.5, 3);
  expect(way?.arrow).toBeCloseTo(0, 6);
  device.goTo(place(20, 0));
  expect(store.get(guideAtom)!.way?.arrow).toBeCloseTo(90, 6);
  expect(device.vibrate).not.toHaveBeenCalled();
  device.goTo(place(70, -3), 3);
  expect(store.get(guideAtom)?.hasArrived).toBe(true);
  device.goTo(place(70, -4), 3);
  expect(device.vibrate).toHaveBeenCalledTimes(1);
  device.goTo(place(70, -30), 3);
  expect(store.get(guideAtom)?.hasArrived).toBe(false);
  device.goTo(place(70, 0), 3);
  expect(device.vibrate).toHaveBeenCalledTimes(2);
  store.set(endGuide);
  expect(store.get(guideAtom)).toBeNull();
});

it("reads the compass of both kinds of phones, and turns with the screen", () => {
  const nothing = { absolute: false, alpha: null };
  expect(headingOf(nothing, 0)).toBeNull();
  expect(headingOf({ absolute: false, alpha: 90 }, 0)).toBeNull();
  expect(headingOf({ absolute: true, alpha: 90 }, 0)).toBe(270);
  expect(headingOf({ absolute: true, alpha: 90 }, 90)).toBe(0);
  expect(headingOf({ ...nothing, webkitCompassHeading: 45 }, 0)).toBe(45);
});
