// @vitest-environment happy-dom
// Observations and photos that are moved: each is in one place, and undo brings it back to where it was.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Observation } from "../../domain/observation/observation.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { valueOf } from "../shell/loaded.ts";
import { redo, undo } from "../shell/undo.ts";
import { moveObservation, movePhoto } from "./change.ts";
import { imageAt, observationAt, openedWith } from "./observed.fixture.ts";
import { observationsAtom } from "./observation.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const photos = [imageAt(1, -3), imageAt(2, -3)];
const first = observationAt(3, {
  images: photos,
  image_urls: ["/1", "/2"],
  files_map: { "file-1": 1, "file-2": 2 },
});
const second = observationAt(5);
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  opened = await openedWith([first, second]);
  opened.store.sub(observationsAtom, () => undefined);
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === 2);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});
const shown = (id: number) =>
  valueOf(opened.store.get(observationsAtom))!.find((one) => one.id === id)!;

test("an observation is moved, back by undo, and moved again, each on top of the last revision", async () => {
  let now: Observation = first;
  const bases: unknown[] = [];
  answers["POST /auth/observation/{id}/move"] = (_ids, sent) => {
    const { base_revision, dt_id } = sent as { base_revision: number; dt_id: string };
    bases.push([base_revision, dt_id]);
    const fieldgeometry_component = { ...now.fieldgeometry_component, dt_id };
    return (now = { ...now, revision: now.revision + 1, fieldgeometry_component });
  };
  const { store } = opened;
  const place = () => shown(first.id).fieldgeometry_component.dt_id;
  await store.set(moveObservation, first, "module-9");
  expect(place()).toBe("module-9");
  await store.set(undo);
  expect(place()).toBe("module-3");
  await store.set(redo);
  expect(place()).toBe("module-9");
  expect(bases).toEqual([
    [1, "module-9"],
    [2, "module-3"],
    [3, "module-9"],
  ]);
});

test("a moved photo is with its new observation, and no longer with the old one", async () => {
  answers["POST /auth/observation/{id}/image/{image_id}/move"] = () => ({
    ...second,
    images: [photos[0]],
    files_map: { "file-1": 1 },
  });
  await opened.store.set(movePhoto, first, 1, second.id);
  expect(shown(second.id).images.map(({ id }) => id)).toEqual([1]);
  expect(shown(first.id)).toMatchObject({
    images: [photos[1]],
    image_urls: ["/2"],
    files_map: { "file-2": 2 },
  });
  expect(shown(first.id).files_map).not.toHaveProperty("file-1");
});
