// Uploaded images by place and their temperatures, over HTTP on a real database.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { sharedData } from "../../../../tests/fixtures/shared-data.ts";
import { sampleBytes, storeSurvey, uploadsOf } from "../../../../tests/fixtures/upload.ts";
import { api } from "../../../api/index.ts";
import { decodeRadiometry } from "../../../domain/image/radiometry.ts";
import type { Shots } from "../../../domain/image/survey-image.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";

const shared = sharedData();
let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  id = (await storeSurvey(server, "Images")).analysis_id;
});
afterAll(() => server.close());

const camera = {
  reading_state: "read" as const,
  camera_model: "M3T",
  lon: -70.11,
  lat: -18.88,
  relative_altitude: 23,
  gimbal_pitch: -90,
  gimbal_yaw: 0,
  gimbal_roll: 0,
  width: 640,
  height: 512,
  is_radiometric: true,
  taken_at: "2026-10-01T12:00:00Z",
  thumb: "none",
};
async function put(name: string, bytes: Uint8Array, row: Partial<typeof camera> = {}) {
  await uploadsOf(server).put(id, name, bytes);
  const { db } = server.database.owner;
  const [stored] = await db
    .update(analysisFile)
    .set({ ...camera, ...row })
    .where(eq(analysisFile.file_name, name))
    .returning({ id: analysisFile.id });
  return stored!.id;
}
const ask = (corners: unknown, as: AccountKey = "analyst", more: { file_name?: string } = {}) =>
  server.ask(api.surveyImage.ofPlace, as, {
    params: { id },
    query: { corners: JSON.stringify(corners), ...more },
  });
const temperatures = (image_id: number, as: AccountKey = "analyst") =>
  server.fetch(`/api/auth/analysis/${id}/survey-image/${image_id}/temperatures`, {
    headers: { authorization: `Bearer ${server.accounts[as].token}` },
  });

describe("images of a place", () => {
  it("are paired by shot and ordered by how well they show it", async () => {
    await put("far.jpg", sampleBytes(10), { relative_altitude: 60 });
    await put("near_T.jpg", sampleBytes(11), { taken_at: "2026-10-01T12:00:10Z" });
    await put("near_W.jpg", sampleBytes(12), {
      taken_at: "2026-10-01T12:00:11Z",
      is_radiometric: false,
      width: 4000,
      height: 3000,
    });
    await put("beside.jpg", sampleBytes(13), { lon: -70.1094 });
    await put("level.jpg", sampleBytes(14), { gimbal_pitch: 0 });
    const size = 0.000005;
    const corners = [
      [-70.11 - size, -18.88 - size, 1],
      [-70.11 + size, -18.88 - size, 1],
      [-70.11 + size, -18.88 + size, 1],
      [-70.11 - size, -18.88 + size, 1],
    ];
    const { status, body } = await ask(corners);
    expect(status).toBe(200);
    const { shots, count, usable, uploaded } = body as Shots;
    expect([count, usable, uploaded]).toEqual([2, 5, 5]);
    expect(shots.map(({ thermal, rgb }) => [thermal?.file_name, rgb?.file_name])).toEqual([
      ["near_T.jpg", "near_W.jpg"],
      ["far.jpg", undefined],
    ]);
    // 22 m above the place, 765.35 px: 2.87 cm.
    expect(shots[0]?.thermal?.gsd_m).toBeCloseTo(22 / 765.35, 5);
    expect(shots[0]?.thermal?.is_whole).toBe(true);
    // West and south first: the lower left corner.
    const [x, y] = shots[0]!.thermal!.outline[0]!;
    expect([x < 320, y > 256]).toEqual([true, true]);
  });

  it("have the one that was chosen, however many show the place better", async () => {
    const { db } = server.database.owner;
    const [far] = await db.select().from(analysisFile).where(eq(analysisFile.file_name, "far.jpg"));
    const { id: _id, ...row } = far!;
    await db.insert(analysisFile).values(
      Array.from({ length: 70 }, (_, at) => ({
        ...row,
        file_name: `many_${at}.jpg`,
        name_key: `many_${at}.jpg`,
        object: `many-${at}`,
        taken_at: new Date(Date.UTC(2026, 9, 1, 13, at)).toISOString(),
        relative_altitude: 30,
      })),
    );
    const place = [[-70.11, -18.88, 1]];
    const named = async (more: { file_name?: string }) => {
      const { body } = await ask(place, "analyst", more);
      const { shots } = body as Shots;
      return shots.map(({ thermal }) => thermal?.file_name);
    };
    const best = await named({});
    expect([best.length, best.includes("far.jpg")]).toEqual([60, false]);
    const chosen = await named({ file_name: "far.jpg" });
    expect([chosen.length, chosen.at(-1)]).toEqual([60, "far.jpg"]);
    expect(await named({ file_name: "none.jpg" })).toEqual(best);
    await db.delete(analysisFile).where(like(analysisFile.file_name, "many_%"));
  });

  it("of another customer are not there, and a broken place is refused", async () => {
    expect((await ask([[-70.11, -18.88, 0]], "tenant")).status).toBe(404);
    expect((await ask([[-70.11, -18.88, 0]], "bare")).status).toBe(403);
    for (const broken of [[], [[1, 2]], [[500, 0, 0]], "x", [["a", 1, 2]]]) {
      expect((await ask(broken)).status).toBe(400);
    }
  });
});

describe.skipIf(shared === null)("temperatures of real files", () => {
  const file = (name: string) => readFileSync(join(shared!, "thermal/rjpeg", name));

  it("of FLIR cameras follow from the constants in the file, those of DJI are counts", async () => {
    const flir = await put("FLIR.jpg", file("FLIR.jpg"));
    const answer = await temperatures(flir);
    expect(answer.status).toBe(200);
    const read = decodeRadiometry(new Uint8Array(await answer.arrayBuffer()));
    expect([read.width, read.height]).toEqual([240, 320]);
    expect(read.exact?.planck.b).toBeCloseTo(1450.4, 3);
    expect(read.exact?.surroundings.emissivity).toBeCloseTo(0.95, 6);
    const dji = decodeRadiometry(
      new Uint8Array(
        await (
          await temperatures(await put("M30T.jpg", file("M30T_DJI_0001_R.JPG")))
        ).arrayBuffer(),
      ),
    );
    // The dump says 655,360 bytes of thermal data.
    expect([dji.counts.byteLength, dji.exact]).toEqual([655_360, null]);
    expect((await temperatures(flir, "tenant")).status).toBe(404);
  });

  it("that are cut or missing are refused by reason", async () => {
    const cut = await put("cut.jpg", file("FLIR.jpg").subarray(0, 40_000));
    const none = await put("none.jpg", sampleBytes(5000));
    for (const [image_id, reason] of [
      [cut, "radiometry_cut_short"],
      [none, "radiometry_missing"],
    ] as const) {
      const answer = await temperatures(image_id);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.stringify(await answer.json())).toContain(reason);
    }
  });
});
