import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hexHash, sampleBytes } from "../../../../tests/fixtures/upload.ts";
import {
  openUploadScene,
  reasonsIn,
  type UploadScene,
} from "../../../../tests/fixtures/upload-host.ts";
import { api } from "../../../api/index.ts";
import { analysisUpload } from "../../store/schema/analysis-file.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";

let scene: UploadScene;
beforeAll(async () => {
  scene = await openUploadScene();
});
afterAll(() => scene.server.close());

const bytes = sampleBytes(300_000);
const sha256 = hexHash(bytes);

describe("an upload of drone data", () => {
  it("arrives in chunks, and is the same file at its end", async () => {
    await scene.fresh();
    const upload = await scene.host.begin(
      scene.analysis_id,
      "DCIM/100MEDIA/DJI_0001.JPG",
      bytes.length,
    );
    expect(upload).toMatchObject({ offset: 0, bytes: bytes.length, state: "running" });
    expect(await scene.stateOf()).toBe("UPLOADING");
    for (let at = 0; at < bytes.length; at += 100_000) {
      const answer = await scene.host.nextChunk(upload.id, at, bytes.subarray(at, at + 100_000));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ offset: at + 100_000 });
    }
    const finished = await scene.host.finish(upload.id, sha256);
    expect([finished.status, finished.body]).toEqual([
      200,
      expect.objectContaining({ state: "finished", offset: bytes.length }),
    ]);
    expect(await scene.stateOf()).toBe("DATA_INCOMPLETE");
    expect(hexHash(await scene.contentOf("DCIM/100MEDIA/DJI_0001.JPG"))).toBe(sha256);
    expect(await scene.storedFiles()).toMatchObject([{ sha256, bytes: bytes.length }]);
  });

  it("is refused at a wrong offset with the true one, in the header and in the body", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    await scene.host.nextChunk(upload.id, 0, bytes.subarray(0, 1000));
    for (const offset of [0, 999, 1001, bytes.length]) {
      const answer = await scene.host.nextChunk(upload.id, offset, bytes.subarray(0, 10));
      expect([answer.status, answer.headers.get("upload-offset")]).toEqual([409, "1000"]);
      expect(await answer.json()).toMatchObject({
        problems: [{ reason: "upload_offset_wrong", values: { offset: 1000 } }],
      });
    }
    const head = await scene.host.head(upload.id);
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "1000"]);
    expect(head.headers.get("upload-length")).toBe(String(bytes.length));
  });

  it("keeps nothing of a chunk whose checksum is wrong", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const wrong = `sha256 ${Buffer.alloc(32).toString("base64")}`;
    for (const send of [
      () => scene.host.nextChunk(upload.id, 0, bytes, wrong),
      () => scene.host.patch(upload.id, 0, bytes as BodyInit, { "upload-checksum": wrong }),
    ]) {
      const answer = await send();
      expect([answer.status, reasonsIn(await answer.json())]).toEqual([
        460,
        ["upload_chunk_broken"],
      ]);
    }
    expect((await scene.host.head(upload.id)).headers.get("upload-offset")).toBe("0");
    expect((await scene.host.nextChunk(upload.id, 0, bytes)).status).toBe(200);
    expect((await scene.host.finish(upload.id, sha256)).status).toBe(200);
  });

  it("takes no more bytes than it declared", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", 1000);
    expect((await scene.host.nextChunk(upload.id, 0, bytes)).status).toBe(413);
    const sized = await scene.host.begin(await scene.fresh(), "b.jpg", bytes.length - 1);
    expect((await scene.host.patch(sized.id, 0, bytes as BodyInit)).status).toBe(413);
    // The client announced too many bytes, so none are kept, not even those that would fit.
    expect((await scene.host.head(sized.id)).headers.get("upload-offset")).toBe("0");
    const unsized = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 600));
        controller.enqueue(bytes.subarray(600, 1200));
        controller.close();
      },
    });
    expect((await scene.host.patch(upload.id, 0, unsized)).status).toBe(413);
    const { headers } = await scene.host.head(upload.id);
    expect(Number(headers.get("upload-offset"))).toBeLessThanOrEqual(1000);
  });

  it("has one writer: a second one waits or is refused, and the bytes never mix", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const other = sampleBytes(bytes.length, 7);
    const answers = await Promise.all([
      scene.host.nextChunk(upload.id, 0, bytes),
      scene.host.nextChunk(upload.id, 0, other),
      scene.host.patch(upload.id, 0, bytes as BodyInit),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 409 && status !== 423)).toHaveLength(1);
    const [row] = await scene.server.database.owner.db
      .select()
      .from(analysisUpload)
      .where(eq(analysisUpload.id, upload.id));
    expect(row).toMatchObject({ offset: bytes.length, lease: null });
    const tries = [await scene.host.finish(upload.id, sha256)];
    if (tries[0]?.status !== 200) return expect(hexHash(other)).not.toBe(sha256);
    expect(hexHash(await scene.contentOf("a.jpg"))).toBe(sha256);
  });

  it.skipIf(isEveryday)(
    "is held by the lease of a writer elsewhere until that runs out",
    async () => {
      const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
      const { pool } = scene.server.database.owner;
      const hold = (span: string) =>
        pool.query(
          "update analysis_upload set lease = gen_random_uuid(), lease_until = now() + $2::interval where id = $1",
          [upload.id, span],
        );
      await hold("20 seconds");
      const refused = await scene.host.nextChunk(upload.id, 0, bytes);
      expect([refused.status, reasonsIn(await refused.json())]).toEqual([
        423,
        ["upload_other_writer"],
      ]);
      await hold("-1 second");
      expect((await scene.host.nextChunk(upload.id, 0, bytes)).status).toBe(200);
    },
  );

  it("may be empty", async () => {
    await scene.host.put(await scene.fresh(), "empty.txt", new Uint8Array());
    expect(await scene.storedFiles()).toMatchObject([{ bytes: 0 }]);
  });

  it("keeps what arrived of a body without a checksum that breaks", async () => {
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    const broken = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 100_000));
        await new Promise((resolve) => setTimeout(resolve, 200));
        controller.error(new Error("the line broke"));
      },
    });
    await scene.host.patch(upload.id, 0, broken).catch(() => null);
    const offset = async () =>
      Number((await scene.host.head(upload.id)).headers.get("upload-offset"));
    await expect.poll(offset).toBe(100_000);
    const rest = await scene.host.patch(upload.id, 100_000, bytes.subarray(100_000) as BodyInit);
    expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(bytes.length)]);
    expect((await scene.host.finish(upload.id, sha256)).status).toBe(200);
  });

  it("gets names that lead nowhere, are free, and keep their folders", async () => {
    await scene.fresh();
    await scene.host.put(scene.analysis_id, "DCIM/DJI_0001.JPG", bytes.subarray(0, 10));
    const sent = [
      "DCIM/dji_0001.jpg",
      "../../etc/passwd",
      "C:\\card\\DCIM\\a?.jpg",
      "/DCIM//./b.jpg",
      "b.jpg",
      "B.JPG",
      "..",
      "con.txt",
      "a\0b.jpg",
    ];
    const ask = (file_names: string[]) =>
      scene.server.ask(api.analysisUpload.secureFileNames, "analyst", {
        params: { analysis_id: scene.analysis_id },
        body: { file_names },
      });
    expect((await ask(sent)).status).toBe(400);
    const answer = await ask(sent.slice(0, -1));
    expect((answer.body as { file_name: string }[]).map(({ file_name }) => file_name)).toEqual([
      "DCIM/dji_0001 (2).jpg",
      "etc/passwd",
      "card/DCIM/a_.jpg",
      "DCIM/b.jpg",
      "b.jpg",
      "B (2).JPG",
      "document",
      "_con.txt",
    ]);
    for (const name of ["../a.jpg", "/a.jpg", "a//b.jpg", "a\\b.jpg", "a/../b", "x".repeat(600)]) {
      expect((await scene.host.create(scene.analysis_id, name, 10)).status, name).toBe(400);
    }
    const taken = await scene.host.create(scene.analysis_id, "dcim/DJI_0001.jpg", 10);
    expect([taken.status, reasonsIn(taken.body)]).toEqual([409, ["upload_name_taken"]]);
  });
});
