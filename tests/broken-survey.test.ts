// Broken survey files: each evaluation ends with the name of the file and a reason, and nothing is stored.
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { addTemperatures } from "../src/demo/flir-jpeg.ts";
import { isFailure } from "../src/domain/error.ts";
import { evaluateSurvey } from "../src/server/analysis/survey.ts";
import * as survey from "../src/server/analysis/survey.fixture.ts";
import { listColumns } from "../src/server/store/plant/column/column.ts";
import { readEvaluationLog } from "../src/server/store/plant/analysis/evaluation.ts";
import { listFindings } from "../src/server/store/plant/analysis/finding.ts";
import { analysisFile } from "../src/server/store/schema/analysis-file.ts";
import { translateProblem } from "../src/server/translate.ts";
import { openResultImport, type ResultImport } from "./fixtures/result-import.ts";
import { everyNth, rounds } from "./fixtures/rounds.ts";

let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("broken", "2026-04-01");
});
afterAll(() => host.server.close());

type Broken = { readonly name: string; readonly bytes: Uint8Array };
let count = 0;

/** Each ends with FILE_REFUSED that names the file, in words; the analysis stays empty. */
async function refused(wanted: Promise<unknown>, name: string, what: string): Promise<void> {
  const cause = await wanted.then(
    () => null,
    (one: unknown) => one,
  );
  if (!isFailure(cause)) throw new Error(`${what} was not refused: ${String(cause)}`);
  expect([cause.code, cause.problems[0]?.file], what).toEqual(["FILE_REFUSED", name]);
  for (const problem of cause.problems) {
    const { message } = translateProblem("en", problem);
    expect(message, `${what}: ${problem.reason}`).not.toBe(problem.reason);
  }
  expect(await listColumns(host.owner.db, [id]), what).toEqual([]);
  expect(await listFindings(host.owner.db, id), what).toEqual([]);
  expect(await readEvaluationLog(host.owner.db, id), what).toBeNull();
  count += 1;
}

const evaluate = async ({ name, bytes }: Broken, more: readonly Broken[] = []) => {
  const files = [];
  for (const one of [{ name, bytes }, ...more]) {
    files.push(await survey.fileOf(host, one.name, one.bytes));
  }
  return survey.evaluate(host, id, files);
};

const cuts = (bytes: Uint8Array, pieces: number) =>
  Array.from({ length: pieces }, (_, at) =>
    bytes.slice(0, Math.floor((bytes.length * at) / pieces)),
  );
const patched = (bytes: Uint8Array, at: number, values: readonly number[]) => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};

it(
  "refuses broken TIFF files",
  async () => {
    const sound = await survey.rasterOf(host, 0, 2, 0);
    const first = new DataView(sound.buffer, sound.byteOffset).getUint32(4, sound[0] === 0x49);
    const broken = [
      ...cuts(sound, 45),
      ...Array.from({ length: 8 }, (_, at) => patched(sound, at % 4, [at * 31 + 7])),
      ...[0, 1, 7, sound.length - 1, sound.length, 0x7fffffff, 0xffffffff].map((offset) => {
        const copy = sound.slice();
        new DataView(copy.buffer).setUint32(4, offset, sound[0] === 0x49);
        return copy;
      }),
      // The number of entries.
      ...[0, 0xff].map((value) => patched(sound, first, [value, value])),
    ];
    for (const [at, bytes] of everyNth([...broken.entries()], 3))
      await refused(evaluate({ name: "thermal.tif", bytes }), "thermal.tif", `TIFF ${at}`);
    expect(broken.length).toBeGreaterThanOrEqual(60);
  },
  patient(300_000),
);

it(
  "refuses broken radiometric JPEG files",
  async () => {
    const size = { width: 32, height: 24 };
    const around = {
      emissivity: 0.9,
      reflected_c: 10,
      distance_m: 20,
      air_c: 20,
      humidity_percent: 50,
    };
    const temperatures = new Float32Array(size.width * size.height).fill(40);
    const sound = addTemperatures(
      Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
      { ...size, temperatures },
      around,
    );
    const [row] = await host.owner.db
      .insert(analysisFile)
      .values({
        analysis_id: id,
        file_name: "DJI_1.JPG",
        name_key: "dji_1.jpg",
        object: "broken/jpeg",
        bytes: sound.length,
        sha256: "0".repeat(64),
        is_radiometric: true,
        camera_model: "XT2",
        lon: -70,
        lat: -24,
        relative_altitude: 30,
        gimbal_pitch: -90,
        gimbal_yaw: 0,
        ...size,
        lens: {
          focal_35mm: 60,
          calibrated_px: null,
          centre_px: null,
          dewarp: null,
          is_dewarped: false,
        },
      })
      .returning();
    const run = async (bytes: Uint8Array) => {
      await host.owner.files.put("broken/jpeg", bytes);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const changed = { bytes: bytes.length, sha256 };
      await host.owner.db.update(analysisFile).set(changed).where(eq(analysisFile.id, row!.id));
      const { signal } = new AbortController();
      return evaluateSurvey(host.owner, { analysis_id: id, files: [], signal });
    };
    const at = sound.indexOf("FFF\0");
    const broken = [
      ...cuts(sound, 30).slice(1),
      ...[0, 1, 2].map((place) => patched(sound, at + place, [0])),
      ...[0x18, 0x1c].flatMap((place) =>
        [0xff, 0x7f, 0x40].map((value) => patched(sound, at + place, [value, value, value, value])),
      ),
      ...[12, 16].flatMap((place) =>
        [64, 96].map((record) => patched(sound, at + record + place, [0xff, 0xff, 0xff, 0x7f])),
      ),
    ];
    for (const [number, bytes] of everyNth([...broken.entries()], 3))
      await refused(run(bytes), "DJI_1.JPG", `JPEG ${number}`);
    expect(broken.length).toBeGreaterThanOrEqual(40);
    await host.owner.db.delete(analysisFile).where(eq(analysisFile.id, row!.id));
  },
  patient(300_000),
);

it(
  "refuses broken condition files, with the line",
  async () => {
    const raster = { name: "thermal.tif", bytes: await survey.rasterOf(host, 0, 2, 0) };
    const at = "2026-06-01T10:00:00Z";
    const good = `time,wind\n${at},2\n`;
    const heads = ["", "time", "wind", "time,windy", "time,wind,wind", "Zeit,wind", "time;speed"];
    const times = ["", "x", "2026", "2026-06-01", "10:00", "2026-13-01T10:00:00Z"];
    const values = [
      "-1",
      "61",
      "1e3",
      "x",
      "2 m/s",
      "∞",
      "NaN",
      "0x10",
      "1,2,3",
      "1.2.3",
      "2..5",
      "--2",
      ".",
    ];
    const broken = [
      ...heads.map((head) => `${head}\n${at},2\n`),
      ...times.map((time) => `${good}${time},2\n`),
      ...values.map((value) => `time;wind\n${at};2\n${at};${value}\n`),
      ...["irradiance", "dni", "ambient", "emissivity", "reflected", "fluid"].flatMap((name) =>
        ["-999", "99999"].map((value) => `time,${name}\n${at},${value}\n`),
      ),
      ...["unknown", "T0.M999"].map((name) => `time,fluid,component\n${at},300,"${name}`),
      "time,wind\n",
      "\u0000\u0001\u0002",
      "\n\n\n",
      '"time,wind\n',
      `{"time":"${at}"}`,
      "time\twind\n1\t2\n",
    ];
    for (const [number, text] of everyNth([...broken.entries()], 3)) {
      const file = { name: "conditions.csv", bytes: new TextEncoder().encode(text) };
      await refused(evaluate(raster, [file]), "conditions.csv", `conditions ${number}: ${text}`);
    }
    expect(count).toBeGreaterThanOrEqual(rounds(50, 150));
  },
  patient(300_000),
);
