import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openUploadScene, type UploadScene } from "../../../tests/fixtures/upload-host.ts";
import { databaseAway, isDatabaseAway } from "../store/outage.ts";
import { withLease } from "./upload-lease.ts";

const answers = vi.hoisted(() => ({ isLost: false }));
vi.mock("../store/plant/analysis/analysis-upload.ts", async (load) => {
  const store = await load<typeof import("../store/plant/analysis/analysis-upload.ts")>();
  return {
    ...store,
    async takeLease(...args: Parameters<typeof store.takeLease>) {
      const taken = await store.takeLease(...args);
      if (answers.isLost) throw databaseAway();
      return taken;
    },
  };
});

let scene: UploadScene;
beforeAll(async () => {
  scene = await openUploadScene();
});
afterAll(() => scene.server.close());

it("is given back where the database took it, and its answer was lost", async () => {
  const { db } = scene.server.database.owner;
  const { id } = await scene.host.begin(await scene.fresh(), "a.jpg", 10);
  const take = (waitMs: number) =>
    withLease({
      db,
      upload_id: id,
      waitMs,
      work: async ({ upload }) => upload.id,
      ended: () => 0,
    });
  answers.isLost = true;
  await expect(take(0)).rejects.toSatisfy(isDatabaseAway);
  answers.isLost = false;
  const begun = performance.now();
  expect(await take(10_000)).toBe(id);
  // Sooner than the lease would have run out.
  expect(performance.now() - begun).toBeLessThan(patient(2500));
});
