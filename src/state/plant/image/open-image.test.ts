// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { imagePositionsAtom } from "../../map/image-position.ts";
import { openComponentAtom } from "../component/component.ts";
import { findingPlaceAtom, findingsAtom } from "../analysis/finding.ts";
import { imagesAtom } from "./image.ts";
import {
  imagedRowAtom,
  imagePlaceAtom,
  imagePlacesAtom,
  stepImage,
  stepPlacesAtom,
} from "./open-image.ts";
import { imagedPlaceAtom, openComponentImages } from "./survey-image.ts";
import { openedPlant } from "../opened.fixture.ts";
import { plantKey } from "../plant.ts";
import { answers } from "../two-plants.fixture.ts";
import { valueOf } from "../../shell/loaded.ts";
import { reload } from "../../shell/query.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

/** Row r has the value r, so the findings are the modules 39, 38, 37 and so on. */
let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
const image = (row: number) => ({
  id: row,
  component_type: "module",
  dt_id: `module-${row}`,
  kind: "thermal",
});
beforeEach(async () => {
  answers["GET /auth/analysis/{id}/images"] = () => [image(36), image(38), image(2), image(35)];
  opened = await openedPlant("analysis=12");
  opened.store.sub(imagesAtom, () => undefined);
  await vi.waitUntil(() => opened.store.get(imagePlacesAtom).length > 0);
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const at = (row: number) => ({ component_type: "module", row }) as const;
const openRow = () => opened.store.get(imagedRowAtom)?.row;

it("the images of the next finding that has any are opened, with its card", () => {
  const { store } = opened;
  expect(valueOf(store.get(findingsAtom))?.rows.slice(0, 5)).toEqual(
    Uint32Array.of(39, 38, 37, 36, 35),
  );
  expect(store.get(imagePlacesAtom)).toEqual([1, 3, 4]);
  store.set(openComponentImages, at(38));
  expect(store.get(imagePlaceAtom)).toBe(0);
  store.set(stepImage, 1);
  expect(store.get(imagedPlaceAtom)).toMatchObject({ at: at(36), first: "result" });
  expect(store.get(openComponentAtom)?.dt_id).toBe("module-36");
  expect([store.get(findingPlaceAtom), store.get(imagePlaceAtom)]).toEqual([3, 1]);
  store.set(stepImage, -1);
  expect(openRow()).toBe(38);
});

it("the steps end at both ends, and begin with the worst for an image that is no finding's", () => {
  const { store } = opened;
  store.set(openComponentImages, at(38));
  store.set(stepImage, -1);
  expect(openRow()).toBe(38);
  store.set(openComponentImages, at(35));
  store.set(stepImage, 1);
  expect(openRow()).toBe(35);
  store.set(openComponentImages, at(2));
  expect(store.get(imagePlaceAtom)).toBe(-1);
  store.set(stepImage, 1);
  expect(openRow()).toBe(38);
});

it("findings without an image of the result are stepped through where the flight shows them", () => {
  const { store } = opened;
  const flown = [{ camera: {} }] as never;
  const spy = vi.spyOn(imagePositionsAtom, "read").mockReturnValue(flown);
  store.set(openComponentImages, at(38));
  expect(store.get(stepPlacesAtom).slice(0, 3)).toEqual([0, 1, 2]);
  store.set(stepImage, 1);
  // Module 37 has none: that of the flight is seen first.
  expect(store.get(imagedPlaceAtom)).toMatchObject({ at: at(37), first: "flight" });
  store.set(stepImage, 1);
  expect(store.get(imagedPlaceAtom)).toMatchObject({ at: at(36), first: "result" });
  spy.mockRestore();
});

it("the worst one is opened from a card without images", () => {
  opened.store.set(stepImage, 1);
  expect(opened.store.get(imagedRowAtom)).toEqual(at(38));
});

it("nothing is opened where no finding has images", async () => {
  const { store } = opened;
  answers["GET /auth/analysis/{id}/images"] = () => [];
  await reload(plantKey("images"));
  await vi.waitUntil(() => store.get(imagePlacesAtom).length === 0);
  store.set(stepImage, 1);
  expect(store.get(imagedRowAtom)).toBeNull();
});
