// @vitest-environment happy-dom
// A plant that was taken along with an earlier version has observations without the finding that they name.
import { afterEach, expect, test, vi } from "vitest";
import { photosOfFinding } from "../../domain/finding/finding-photo.ts";
import { valueOf } from "../shell/loaded.ts";
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

let opened: Awaited<ReturnType<typeof openedWith>>;
afterEach(() => opened.close());

test("they name none, and their photos stay with the findings of the component", async () => {
  const { fault_type: _none, ...earlier } = observationAt(3, { images: [imageAt(1, -3)] });
  opened = await openedWith([earlier as ReturnType<typeof observationAt>]);
  opened.store.sub(observationsAtom, () => undefined);
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === 1);
  const all = valueOf(opened.store.get(observationsAtom))!;
  expect(all[0]!.fault_type).toBeNull();
  expect(photosOfFinding({ fault_type: 10, life: null }, all)).toEqual([
    { kind: "component", of: all[0] },
  ]);
});
