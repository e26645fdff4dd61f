import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hexHash, sampleBytes, uploadsOf } from "../../../../tests/fixtures/upload.ts";
import {
  openUploadScene,
  reasonsIn,
  type UploadScene,
} from "../../../../tests/fixtures/upload-host.ts";
import { api } from "../../../api/index.ts";
import { analysis } from "../../store/schema/plant.ts";

let scene: UploadScene;
beforeAll(async () => {
  scene = await openUploadScene();
});
afterAll(() => scene.server.close());

const bytes = sampleBytes(300_000);
const sha256 = hexHash(bytes);

describe("the end of an upload", () => {
  it("finishes once, however often and at the same time it is asked", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const early = await scene.host.finish(upload.id, sha256);
    expect([early.status, reasonsIn(early.body)]).toEqual([409, ["upload_incomplete"]]);
    await scene.host.nextChunk(upload.id, 0, bytes);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.host.finish(upload.id, sha256)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await scene.storedFiles()).toHaveLength(1);
    const other = await scene.host.finish(upload.id, "0".repeat(64));
    expect([other.status, reasonsIn(other.body)]).toEqual([422, ["upload_hash_wrong"]]);
    expect(await scene.storedFiles()).toHaveLength(1);
    const late = await scene.host.nextChunk(upload.id, bytes.length, new Uint8Array(1));
    expect([late.status, late.headers.get("upload-offset")]).toEqual([409, String(bytes.length)]);
  });

  it("fails at the end where the whole file is another one, and may begin again", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    await scene.host.nextChunk(upload.id, 0, bytes);
    const refused = await scene.host.finish(upload.id, "0".repeat(64));
    expect([refused.status, reasonsIn(refused.body)]).toEqual([422, ["upload_hash_wrong"]]);
    expect(await scene.stateOf()).toBe("UPLOAD_FAILED");
    expect((await scene.host.finish(upload.id, sha256)).status).toBe(410);
    expect((await scene.host.head(upload.id)).status).toBe(410);
    await scene.host.put(scene.analysis_id, "a.jpg", bytes);
    expect(await scene.stateOf()).toBe("DATA_INCOMPLETE");
  });

  it("leaves nothing where it is cancelled, by both calls", async () => {
    const keys = async () => {
      const found: string[] = [];
      for await (const key of scene.server.services.files.list("analysis-file/")) found.push(key);
      return found;
    };
    const before = await keys();
    const first = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const second = await scene.host.begin(scene.analysis_id, "b.jpg", bytes.length);
    await scene.host.nextChunk(first.id, 0, bytes);
    expect((await scene.host.cancel(first.id)).body).toEqual({ done: true });
    expect(await scene.stateOf()).toBe("UPLOADING");
    const params = { upload_id: second.id };
    expect((await scene.server.ask(api.analysisUpload.remove, "analyst", { params })).status).toBe(
      204,
    );
    expect(await scene.stateOf()).toBe("EMPTY");
    expect((await scene.host.nextChunk(first.id, bytes.length, bytes)).status).toBe(410);
    expect(await keys()).toEqual(before);
    expect(
      (await scene.server.services.files.unfinished?.(new Date(Date.now() + 1e6)))?.some(
        ({ key }) => key === undefined,
      ),
    ).toBe(false);
  });

  it("is refused once the data are complete, also in its middle", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    await scene.host.nextChunk(upload.id, 0, bytes);
    await scene.setState("DATA_COMPLETE");
    for (const answer of [
      await scene.host.create(scene.analysis_id, "b.jpg", 10),
      await scene.host.finish(upload.id, sha256),
    ]) {
      expect([answer.status, reasonsIn(answer.body)]).toEqual([409, ["analysis_data_complete"]]);
    }
    expect((await scene.host.patch(upload.id, 0, "x")).status).toBe(409);
  });

  it("does not exist for another customer, nor for those who may not upload", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const { viewer, other_customer } = scene.server.accounts;
    const other = uploadsOf(scene.server, "tenant");
    expect(viewer.customer_id).not.toBe(other_customer.customer_id);
    // The customer of the plant does not see an analysis that is not released.
    expect((await other.head(upload.id)).status).toBe(404);
    expect((await other.nextChunk(upload.id, 0, bytes)).status).toBe(404);
    expect((await other.cancel(upload.id)).status).toBe(404);
    expect((await uploadsOf(scene.server, "viewer").head(upload.id)).status).toBe(403);
  });

  it("belongs to the user who began it, also among those who may upload to the analysis", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const colleague = uploadsOf(scene.server, "super_admin");
    expect((await colleague.head(upload.id)).status).toBe(404);
    expect((await colleague.patch(upload.id, 0, bytes as BodyInit)).status).toBe(404);
    expect((await colleague.nextChunk(upload.id, 0, bytes)).status).toBe(404);
    expect((await colleague.finish(upload.id, sha256)).status).toBe(404);
    expect((await colleague.cancel(upload.id)).status).toBe(404);
    const params = { upload_id: upload.id };
    const removed = await scene.server.ask(api.analysisUpload.remove, "super_admin", { params });
    expect(removed.status).toBe(404);
    expect((await scene.host.nextChunk(upload.id, 0, bytes)).status).toBe(200);
    expect((await scene.host.finish(upload.id, sha256)).status).toBe(200);
  });

  it("marks the data complete with the last file, where that was chosen", async () => {
    await scene.fresh();
    const { db, pool } = scene.server.database.owner;
    const first = await scene.host.begin(scene.analysis_id, "a.jpg", bytes.length);
    await scene.host
      .begin(scene.analysis_id, "b.jpg", 0)
      .then(({ id }) => scene.host.finish(id, hexHash(new Uint8Array())));
    expect(await scene.stateOf()).toBe("UPLOADING");
    const drone = await pool.query(
      "with m as (insert into drone_model (name, abbreviation, vendor) values ('M', 'M', 'DJI') returning id) insert into drone (drone_model_id, serial_number, internal_identifier) select id, '1', '1' from m returning id",
    );
    await db
      .update(analysis)
      .set({ complete_after_upload: true, drone_id: drone.rows[0].id })
      .where(eq(analysis.id, scene.analysis_id));
    await scene.host.nextChunk(first.id, 0, bytes);
    await scene.host.finish(first.id, sha256);
    expect(await scene.stateOf()).toBe("DATA_COMPLETE");
  });

  it("shows who uploads now", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    await scene.host.nextChunk(upload.id, 0, bytes.subarray(0, 1000));
    const users = await scene.server.ask(api.analysisUpload.uploadingUsers, "analyst", {});
    expect(users.body).toContainEqual(
      expect.objectContaining({
        analysis_id: scene.analysis_id,
        file_count: 1,
        offset: 1000,
        user_name: "analyst Tester",
      }),
    );
    const me = await scene.server.ask(api.session.me, "analyst", {});
    expect(me.body).toMatchObject({ is_uploading: true });
    await scene.host.cancel(upload.id);
    const list = await scene.server.ask(api.analysisUpload.list, "analyst", {
      params: { analysis_id: scene.analysis_id },
    });
    expect(list.body).toEqual([]);
  });
});
