// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { meshVersionAtom } from "../../state/map/mesh.ts";
import * as mesh from "../../state/map/mesh.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { twinAtom } from "../../state/plant/plant.ts";
import { answers, refusal } from "../../state/plant/two-plants.fixture.ts";
import { histogramAtom } from "../../state/plant/column/legend.ts";
import { loading } from "../../state/shell/loaded.ts";
import { nextVersion } from "../../state/shell/lifetime.ts";
import { isPlantDrawnAtom, plantDrawn } from "./first-picture.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../../state/plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../../state/plant/two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
  vi.restoreAllMocks();
});
const soon = (promise: Promise<void>) =>
  Promise.race([
    promise.then(() => "drawn"),
    new Promise((resolve) => setTimeout(() => resolve("waits"), 30)),
  ]);

it("waits until the last level has its triangles and the legend has counted", async () => {
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  await expect.poll(() => store.get(histogramAtom).state).toBe("ready");
  const counted = store.get(histogramAtom);
  store.set(histogramAtom, loading);
  const drawn = plantDrawn(store, 60_000);
  expect(await soon(drawn)).toBe("waits");
  vi.spyOn(mesh, "meshOf").mockReturnValue({} as never);
  store.set(meshVersionAtom, nextVersion());
  expect(await soon(drawn)).toBe("waits");
  store.set(histogramAtom, counted);
  expect(store.get(isPlantDrawnAtom)).toBe(true);
  expect(await soon(drawn)).toBe("drawn");
});

it("does not wait for a plant that has no twin, nor for ever", async () => {
  answers["GET /auth/plant/{id}/field-geometry"] = () => {
    throw refusal("RESOURCE_NOT_FOUND");
  };
  opened = await openedPlant("");
  expect(opened.store.get(twinAtom).state).toBe("failed");
  expect(await soon(plantDrawn(opened.store, 60_000))).toBe("drawn");
  opened.close();
  Object.assign(answers, usual);
  opened = await openedPlant("");
  expect(await soon(plantDrawn(opened.store, 5))).toBe("drawn");
});
