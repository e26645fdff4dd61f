// Drone data, photos in parts and files of the drone cloud on their way past the virus scanner.
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hexHash, sampleBytes } from "../../../tests/fixtures/upload.ts";
import {
  openUploadScene,
  reasonsIn,
  type UploadScene,
} from "../../../tests/fixtures/upload-host.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import {
  soundAfterEach,
  startClamdStandIn,
  virusName,
  virusWord,
  type ClamdStandIn,
} from "../adapters/clamd-stand-in.fixture.ts";
import { auditEntry } from "../store/schema/account.ts";

let clamd: ClamdStandIn;
let scene: UploadScene;
beforeAll(async () => {
  clamd = await startClamdStandIn();
  scene = await openUploadScene({
    VIRUS_SCANNER: clamd.address,
    VIRUS_SCANNER_MB: "2",
    VIRUS_SCANNER_SECONDS: "2",
  });
});
afterAll(async () => {
  await scene.server.close();
  await clamd.close();
});
soundAfterEach(() => clamd);

const mib = 1024 ** 2;
const withWord = (length: number, at: number) => {
  const bytes = Buffer.from(sampleBytes(length));
  bytes.write(virusWord, at);
  return bytes;
};
const keys = async () => {
  const found: string[] = [];
  for await (const key of scene.server.services.files.list("analysis-file/")) found.push(key);
  return found;
};
const lastEntry = async () => {
  const { db } = scene.server.database.owner;
  return (await db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1))[0];
};

describe("drone data that the scanner sees as a whole", () => {
  const bytes = withWord(300_000, 250_000);

  it("never become a file where something is found: the upload has failed and is gone", async () => {
    const before = await keys();
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", bytes.length);
    expect((await scene.host.nextChunk(upload.id, 0, bytes)).status).toBe(200);
    const refused = await scene.host.finish(upload.id, hexHash(bytes));
    expect([refused.status, reasonsIn(refused.body)]).toEqual([422, ["virus_found"]]);
    expect(refused.body).toMatchObject({ problems: [{ file: "a.jpg" }] });
    expect(await scene.storedFiles()).toEqual([]);
    expect(await scene.stateOf()).toBe("UPLOAD_FAILED");
    expect((await scene.host.finish(upload.id, hexHash(bytes))).status).toBe(410);
    expect(await keys()).toEqual(before);
    expect(await lastEntry()).toMatchObject({
      action: "virus_found",
      account_id: scene.server.accounts.analyst.id,
      detail: { file_name: "a.jpg", analysis_id: scene.analysis_id, virus: virusName },
    });
  });

  it("wait where the scanner does not answer, and are finished later", async () => {
    const sound = sampleBytes(300_000);
    const upload = await scene.host.begin(await scene.fresh(), "a.jpg", sound.length);
    await scene.host.nextChunk(upload.id, 0, sound);
    clamd.manner = "closes";
    const refused = await scene.host.finish(upload.id, hexHash(sound));
    expect([refused.status, reasonsIn(refused.body)]).toEqual([503, ["virus_scanner_away"]]);
    expect(await scene.storedFiles()).toEqual([]);
    clamd.manner = "sound";
    expect((await scene.host.finish(upload.id, hexHash(sound))).status).toBe(200);
    expect(await scene.storedFiles()).toHaveLength(1);
  });
});

describe("drone data that are longer", () => {
  it.each([false, true])(
    "are judged chunk by chunk, and a chunk is kept whole or not at all (checksum: %s)",
    async (isChecked) => {
      const sound = sampleBytes(mib);
      const bad = withWord(2.5 * mib, 2.25 * mib);
      const before = await keys();
      const upload = await scene.host.begin(await scene.fresh(), "long.tif", 5 * mib);
      const send = (offset: number, bytes: Uint8Array) =>
        isChecked
          ? scene.host.nextChunk(upload.id, offset, bytes)
          : scene.host.patch(upload.id, offset, bytes as never);
      expect((await send(0, sound)).status).toBeLessThan(300);
      clamd.manner = "closes";
      const away = await send(mib, sound);
      expect(away.status).toBe(503);
      clamd.manner = "sound";
      expect((await scene.host.head(upload.id)).headers.get("upload-offset")).toBe(String(mib));
      const refused = await send(mib, bad);
      expect(refused.status).toBe(422);
      expect((await scene.host.head(upload.id)).status).toBe(410);
      expect(await scene.stateOf()).toBe("UPLOAD_FAILED");
      expect(await scene.storedFiles()).toEqual([]);
      expect(await keys()).toEqual(before);
      expect(await lastEntry()).toMatchObject({
        action: "virus_found",
        detail: { file_name: "long.tif" },
      });
    },
    patient(20_000),
  );

  it("become a file where nothing is found", async () => {
    const bytes = sampleBytes(5 * mib);
    const upload = await scene.host.begin(await scene.fresh(), "long.tif", bytes.length);
    const sent = await scene.host.nextChunk(upload.id, 0, bytes);
    expect([sent.status, sent.body]).toMatchObject([200, {}]);
    expect((await scene.host.finish(upload.id, hexHash(bytes))).status).toBe(200);
    expect(await scene.storedFiles()).toHaveLength(1);
    // Each byte was judged, and none twice but where pieces overlap.
    expect(clamd.seen.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(5 * mib);
  });
});
