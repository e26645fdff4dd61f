// Real images of drones, read as the server reads them. They are not part of this project.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../tests/fixtures/patience.ts";
import { sharedData } from "../../tests/fixtures/shared-data.ts";
import { uploadsOf } from "../../tests/fixtures/upload.ts";
import { openUploadScene, type UploadScene } from "../../tests/fixtures/upload-host.ts";
import { api } from "../../src/api/index.ts";
import type { AnalysisFile } from "../../src/domain/analysis/analysis-file.ts";
import { tiffOf } from "../../src/server/raster/tiff.fixture.ts";
import { lockState } from "../../src/server/store/plant/analysis/analysis-change.ts";
import { insertFile, launchReading } from "../../src/server/store/plant/analysis/analysis-file.ts";
import { analysisFile } from "../../src/server/store/schema/analysis-file.ts";
import { task } from "../../src/server/store/schema/plant.ts";
import { readAnalysisFiles } from "./read-analysis-files.ts";

/** The tags of size, corner and system of a map. */
const noPlace = { 33550: null, 33922: null, 34735: null };
const shared = sharedData();
let scene: UploadScene;
beforeAll(async () => {
  scene = await openUploadScene();
});
afterAll(() => scene.server.close());

const put = (name: string, bytes: Uint8Array) =>
  uploadsOf(scene.server).put(scene.analysis_id, name, bytes);

/** Runs the task that the uploads have stored. */
async function read() {
  const { server, analysis_id } = scene;
  const { db } = server.database.owner;
  const waiting = await db.select().from(task).where(eq(task.analysis_id, analysis_id));
  expect(waiting.map(({ name }) => name)).toEqual(["read_analysis_files"]);
  const progress = { step: async () => undefined };
  const { signal } = new AbortController();
  const about = { task_id: 0, account_id: null, signal };
  await readAnalysisFiles.run({ ...server.services, db }, { analysis_id }, progress, about);
  const params = { id: analysis_id };
  const { body } = await server.ask(api.analysisFile.list, "analyst", { params });
  const { files, proposed_date } = body as { files: AnalysisFile[]; proposed_date: string | null };
  return { files: new Map(files.map((file) => [file.file_name, file])), proposed_date };
}
/** Takes the bytes of an uploaded file out of the store. */
async function lose(name: string): Promise<void> {
  const { database, services } = scene.server;
  const [row] = await database.owner.db
    .select({ object: analysisFile.object })
    .from(analysisFile)
    .where(eq(analysisFile.file_name, name));
  await services.files.remove(row?.object ?? "");
}
const reasons = (file: AnalysisFile | undefined) => file?.problems.map(({ reason }) => reason);

describe("files of no camera", () => {
  it("are read as what they are: broken, cut, without a position, or no image", async () => {
    await scene.fresh();
    const size = { width: 900, height: 600, channels: 3 as const };
    const noise = Buffer.from(
      Uint8Array.from({ length: 900 * 600 * 3 }, (_, at) => (at * 7919) >> 3),
    );
    const image = await sharp(noise, { raw: size }).jpeg().toBuffer();
    await put("whole.jpg", image);
    await put("cut.jpg", image.subarray(0, image.length / 2));
    await put("broken.jpg", Buffer.concat([image.subarray(0, 4), Buffer.alloc(500, 7)]));
    await put("flight.csv", Buffer.from("a,b\n1,2\n"));
    await put("empty.jpg", new Uint8Array(0));
    await put("phone.heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"));
    await put("lost.jpg", image.subarray(0, image.length - 1));
    await lose("lost.jpg");
    const { files, proposed_date } = await read();
    expect(reasons(files.get("lost.jpg"))).toEqual(["analysis_file_missing"]);
    expect(proposed_date).toBeNull();
    expect(files.get("whole.jpg")).toMatchObject({
      reading_state: "read",
      width: 900,
      height: 600,
      has_thumbnail: true,
      is_radiometric: false,
    });
    expect(reasons(files.get("whole.jpg"))).toEqual([
      "image_without_position",
      "image_without_time",
    ]);
    expect(files.get("cut.jpg")?.reading_state).toBe("unreadable");
    expect(reasons(files.get("cut.jpg"))).toEqual(["image_cut_short"]);
    expect(reasons(files.get("broken.jpg"))).toEqual(["image_broken"]);
    expect(reasons(files.get("empty.jpg"))).toEqual(["file_empty"]);
    expect(files.get("phone.heic")?.reading_state).toBe("unreadable");
    expect(reasons(files.get("phone.heic"))).toEqual(["image_heic"]);
    expect(files.get("flight.csv")).toMatchObject({ reading_state: "read", width: null });
    expect(reasons(files.get("flight.csv"))).toEqual([]);
    const thumbnail = await scene.server.fetch(
      `/api/auth/analysis/${scene.analysis_id}/file/thumbnail?file_name=whole.jpg`,
      { headers: { authorization: `Bearer ${scene.server.accounts.analyst.token}` } },
    );
    const { width, format } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
    expect([width, format]).toEqual([320, "jpeg"]);
  });
});

it("a file that is being stored when the task begins is read by it", async () => {
  await scene.fresh();
  const { server, analysis_id } = scene;
  const { db } = server.database.owner;
  await put("first.csv", Buffer.from("a,b\n1,2\n"));
  const [first] = await db
    .select()
    .from(analysisFile)
    .where(eq(analysisFile.analysis_id, analysis_id));
  const ended: string[] = [];
  let reading: ReturnType<typeof read> | undefined;
  await db.transaction(async (upload) => {
    await lockState(upload, analysis_id);
    const { bytes, sha256, created_by } = first!;
    const object = `${first!.object}-late`;
    await server.services.files.put(object, Buffer.from("a,b\n1,2\n"));
    const late = { file_name: "late.csv", object, bytes, sha256, created_by };
    await insertFile(upload, { analysis_id, ...late });
    // The task of the first file waits still, so this launches none.
    await launchReading(upload, { analysis_id, account_id: null });
    reading = read();
    void reading.then(() => ended.push("reading"));
    await sleep(300);
    ended.push("upload");
  });
  const { files } = await reading!;
  expect(ended).toEqual(["upload", "reading"]);
  expect(files.get("late.csv")?.reading_state).toBe("read");
});

describe("a GeoTIFF", () => {
  it("has a place and no camera: only its distance from the plant is judged", async () => {
    await scene.fresh();
    const picture = { width: 200, height: 100, bands: 3, value: () => 90 };
    const to_map = [0.5, 0, 500_000, 0, -0.5, 4_649_900] as const;
    await put("far.tif", tiffOf([picture], { epsg: 32633, to_map }));
    await put("big.tif", tiffOf([picture], { epsg: 32633, to_map, isBig: true }));
    const bare = await sharp({
      create: { width: 60, height: 40, channels: 3, background: "#335577" },
    })
      .tiff()
      .toBuffer();
    await put("bare.tif", bare);
    const { files } = await read();
    for (const name of ["far.tif", "big.tif"]) {
      const file = files.get(name);
      expect(file).toMatchObject({ reading_state: "read", width: null, has_thumbnail: false });
      // The middle is 50 m east of the zone's meridian, and 25 m south of the corner. By `gdaltransform`.
      expect(file?.lon).toBeCloseTo(15.0006, 4);
      expect(file?.lat).toBeCloseTo(42.0009, 4);
      expect(reasons(file)).toEqual(["raster_far_from_plant"]);
    }
    // Without a place it is an image like others.
    expect(reasons(files.get("bare.tif"))).toEqual([
      "image_without_position",
      "image_without_time",
    ]);
  });
});

it("keeps the numbers of a single image that was exported as TIFF", async () => {
  await scene.fresh();
  const value = (column: number) => (column < 40 ? 25 : 45);
  const frame = tiffOf([{ width: 80, height: 64, sample: "float32", value, lies: noPlace }]);
  await put("DJI_1_T.tif", frame);
  const exported = (await read()).files.get("DJI_1_T.tif");
  expect(exported).toMatchObject({ width: 80, height: 64, has_thumbnail: true });
  const [row] = await scene.server.database.owner.db
    .select()
    .from(analysisFile)
    .where(eq(analysisFile.file_name, "DJI_1_T.tif"));
  expect(row).toMatchObject({ is_thermal: true, is_radiometric: false });
  expect(row?.temperature_values).toEqual({ low: 25, median: 35, high: 45 });
});

it("takes no band of a multispectral camera for heat", { timeout: patient(90_000) }, async () => {
  await scene.fresh();
  const bandOf = (name: string, nanometres: string) => {
    const grey = Uint16Array.from({ length: 160 * 130 }, (_, at) => 9000 + (at % 160));
    return sharp(grey, { raw: { width: 160, height: 130, channels: 1 } })
      .toColourspace("grey16")
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Camera="http://pix4d.com/camera/1.0" Camera:BandName="${name}" Camera:CentralWavelength="${nanometres}"/></rdf:RDF></x:xmpmeta>`,
      )
      .tiff({ compression: "none" })
      .toBuffer();
  };
  await put("MS_NIR.TIF", await bandOf("NIR", "860"));
  await put("MS_LWIR.TIF", await bandOf("LWIR", "11000"));
  await read();
  const rows = await scene.server.database.owner.db.select().from(analysisFile);
  const of = (name: string) => rows.find(({ file_name }) => file_name === name);
  expect(of("MS_NIR.TIF")).toMatchObject({ width: 160, is_thermal: false });
  expect(of("MS_NIR.TIF")?.temperature_values).toBeNull();
  expect(of("MS_LWIR.TIF")).toMatchObject({ width: 160, is_thermal: true });
  expect(of("MS_LWIR.TIF")?.temperature_values).not.toBeNull();
});

describe.skipIf(shared === null)("real images of drones", { timeout: patient(60_000) }, () => {
  const bytesOf = (path: string) => readFileSync(join(shared ?? "", path));

  it("say where and when they were taken, from what height and at what angle", async () => {
    await scene.fresh();
    for (const name of ["DJI_0018.JPG", "DJI_0019.JPG", "DJI_0024.JPG"]) {
      await put(name, bytesOf(`rgb-drone/brighton/${name}`));
    }
    await put("DJI_XT2.jpg", bytesOf("thermal/rjpeg/DJI_XT2.jpg"));
    const { files, proposed_date } = await read();
    expect(proposed_date).toBe("2016-06-23");
    const photo = files.get("DJI_0024.JPG");
    expect(photo).toMatchObject({
      camera_make: "DJI",
      camera_model: "FC300S",
      // 16:32:43 by a camera that names no zone, five hours behind UTC by the clock of the plant in summer.
      taken_at: "2016-06-23T21:32:43.000Z",
      utc_offset: null,
      width: 4000,
      height: 2250,
      is_radiometric: false,
      problems: [],
    });
    expect(photo?.lon).toBeCloseTo(-91.993697, 6);
    expect(photo?.lat).toBeCloseTo(46.842865, 6);
    expect(photo?.relative_altitude).toBeCloseTo(39.9, 4);
    expect(photo?.altitude).toBeCloseTo(198.41, 3);
    expect(photo?.gimbal_pitch).toBeCloseTo(-89.9, 4);
    expect(photo?.gimbal_yaw).toBeCloseTo(-140, 4);
    const far = files.get("DJI_XT2.jpg");
    expect(reasons(far)).toEqual(["image_far_from_plant", "image_of_other_day"]);
    expect(far).toMatchObject({ is_radiometric: true, camera_model: "FLIR" });
    expect(far?.lat).toBeCloseTo(9.972157, 6);
  });

  it("are radiometric where they hold temperatures, whatever the model", async () => {
    await scene.fresh();
    // None names a zone: by the clock of the plant in Wisconsin, the last one by that of its own place in Europe.
    const models: [file: string, camera: string | null, taken_at: string][] = [
      ["H20T_DJI_0004_R.JPG", "ZH20T", "2020-05-23T20:16:09.000Z"],
      ["M2EA_DJI_0001_R.JPG", "MAVIC2-ENTERPRISE-ADVANCED", "2021-02-04T23:10:53.000Z"],
      ["M30T_DJI_0001_R.JPG", "M30T", "2022-03-24T21:42:02.000Z"],
      ["M3TD_DJI_0002_R.JPG", "M3TD", "2024-04-08T22:09:05.000Z"],
      ["M3T_DJI_0001_R.JPG", "M3T", "2022-07-23T20:12:19.000Z"],
      ["M4T_DJI_0002_R.JPG", "M4T", "2024-11-23T00:27:40.000Z"],
      ["XTS_DJI_0003_R.JPG", "XT S", "2019-11-08T16:03:08.000Z"],
      ["FLIR.jpg", "*", "2017-09-08T14:04:36.000Z"],
    ];
    for (const [name] of models) await put(name, bytesOf(`thermal/rjpeg/${name}`));
    const { files } = await read();
    for (const [name, camera_model, taken_at] of models) {
      expect(files.get(name), name).toMatchObject({
        camera_model,
        taken_at,
        is_radiometric: true,
        has_thumbnail: true,
      });
    }
    expect(reasons(files.get("M30T_DJI_0001_R.JPG"))).toContain("image_without_position");
  });

  it("are odd at times, and are read all the same", async () => {
    await scene.fresh();
    const odd = ["gps/DSCN0010.jpg", "mobile/jolla.jpg", "orientation/portrait_6.jpg"];
    for (const name of odd) await put(name, bytesOf(`photos/${name}`));
    const { files } = await read();
    expect([...files.values()].map(({ reading_state }) => reading_state)).toEqual(
      odd.map(() => "read"),
    );
    const placed = files.get("gps/DSCN0010.jpg");
    expect(placed?.lat).toBeCloseTo(43.467448, 5);
    expect(placed?.lon).toBeCloseTo(11.885127, 5);
    const turned = files.get("orientation/portrait_6.jpg");
    expect((turned?.height ?? 0) > (turned?.width ?? 0)).toBe(true);
  });
});

describe("a raster that says nothing of its place", () => {
  it("is read again once the files beside it say where it lies", async () => {
    await scene.fresh();
    const picture = { width: 16, height: 16, sample: "float32" as const, value: () => 20 };
    const bare = tiffOf([{ ...picture, lies: { 33550: null, 33922: null, 34735: null } }]);
    await put("map.tif", bare);
    const before = await read();
    expect(before.files.get("map.tif")?.lon ?? null).toBeNull();
    await put("map.tfw", Buffer.from("0.05\n0\n0\n-0.05\n300400.025\n4150099.975\n"));
    await put("map.prj", Buffer.from(utm30));
    const { files } = await read();
    expect(files.get("map.tif")).toMatchObject({ reading_state: "read" });
    expect(files.get("map.tif")?.lon).toBeCloseTo(-5.257, 2);
    expect(files.get("map.tif")?.lat).toBeCloseTo(37.475, 2);
  });
});

/** Esri's dialect, which names no code. */
const utm30 =
  'PROJCS["WGS_1984_UTM_Zone_30N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-3.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
