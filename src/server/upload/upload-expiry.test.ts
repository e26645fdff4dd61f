import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hexHash, sampleBytes } from "../../../tests/fixtures/upload.ts";
import {
  openUploadScene,
  reasonsIn,
  type UploadScene,
} from "../../../tests/fixtures/upload-host.ts";
import { removableLeftovers } from "../leftover/leftover.ts";
import { sweepUploads } from "../store/plant/analysis/analysis-upload.ts";
import { analysisUpload } from "../store/schema/analysis-file.ts";
import { expireUploads } from "./finish-upload.ts";

let scene: UploadScene;
beforeAll(async () => {
  scene = await openUploadScene();
});
afterAll(() => scene.server.close());

const bytes = sampleBytes(50_000);
const hour = 3600_000;
const growing = () =>
  join(scene.server.services.settings.data_dir, "objects", ".growing", "analysis-file");
const drafts = () => readdirSync(growing()).toSorted();

async function sweep(): Promise<void> {
  const { server } = scene;
  for (const name of drafts()) utimesSync(join(growing(), name), 0, 0);
  const { files, settings } = server.services;
  const before = new Date(Date.now() - 24 * hour);
  const parts = { files, ownerDb: server.database.owner.db, data_dir: settings.data_dir, before };
  for await (const { remove } of removableLeftovers(parts)) await remove?.();
}

describe("an upload that is not continued", () => {
  it("expires, stays in quarantine, and is removed with the leftovers; one that runs is not touched", async () => {
    const { host, server } = scene;
    const { db } = server.database.owner;
    const abandoned = await host.begin(await scene.fresh(), "old.jpg", bytes.length);
    await host.nextChunk(abandoned.id, 0, bytes.subarray(0, 1000));
    const ago = new Date(Date.now() - 200 * hour).toISOString();
    await db
      .update(analysisUpload)
      .set({ updated_at: ago })
      .where(eq(analysisUpload.id, abandoned.id));
    const old = scene.analysis_id;
    const living = await host.begin(await scene.fresh(), "new.jpg", bytes.length);
    await host.nextChunk(living.id, 0, bytes.subarray(0, 1000));
    mkdirSync(growing(), { recursive: true });

    await expireUploads(server.services, db);
    const refused = await host.nextChunk(abandoned.id, 1000, bytes.subarray(1000));
    expect([refused.status, reasonsIn(await refused.json())]).toEqual([410, ["upload_expired"]]);
    expect(await scene.stateOf()).toBe("UPLOADING");
    scene.analysis_id = old;
    expect(await scene.stateOf()).toBe("UPLOAD_FAILED");
    await sweep();
    expect(drafts()).toHaveLength(2);

    // A week later its row goes, and then its bytes.
    await sweepUploads(db, new Date(Date.now() + hour));
    await sweep();
    expect(drafts()).toHaveLength(1);
    expect((await host.nextChunk(living.id, 1000, bytes.subarray(1000))).status).toBe(200);
    expect((await host.finish(living.id, hexHash(bytes))).status).toBe(200);
  });
});
