// A thermal JPEG and the TIFF that was exported from it are one image, wherever images are counted or listed.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  openResultImport,
  type ResultImport,
} from "../../../../../tests/fixtures/result-import.ts";
import { analysisFile } from "../../schema/analysis-file.ts";
import { readCoverageImages, readDroneImages } from "../flight/coverage.ts";
import { insertFile, readImagePlacePages, readImagePositions } from "./analysis-file.ts";
import { listRasterFiles } from "./evaluated-file.ts";
import { countImages, readImagesNear } from "./survey-image.ts";
import { eq } from "drizzle-orm";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const place = { lon: -70, lat: -24, relative_altitude: 30, gimbal_pitch: -90 } as const;
const values = { low: 25, median: 35, high: 45 };

/** Stores files as they are read: JPEGs with temperatures, TIFFs with the tags of their JPEGs. */
async function surveyOf(
  day: string,
  names: readonly string[],
  cool: readonly string[] = [],
  lost: readonly string[] = [],
) {
  const { db } = host.owner;
  const id = await host.plant.addAnalysis(day, day);
  for (const file_name of names) {
    const about = { file_name, bytes: 1, sha256: "a".repeat(64), created_by: null };
    await insertFile(db, { analysis_id: id, object: `${day} ${file_name}`, ...about });
    const isFrame = /[.]tiff?$/i.test(file_name);
    const isHot = !isFrame && !cool.includes(file_name);
    const temperature_values = isFrame ? values : null;
    const seen = { width: 640, height: 512, is_radiometric: isHot, is_thermal: isFrame || isHot };
    await db
      .update(analysisFile)
      .set({
        ...(lost.includes(file_name) ? {} : place),
        ...seen,
        temperature_values,
        reading_state: "read",
      })
      .where(eq(analysisFile.object, `${day} ${file_name}`));
  }
  const pages = [];
  for await (const page of readImagePlacePages(db, id)) pages.push(...page);
  const drones = await readDroneImages(db, id);
  return {
    names: pages.map(({ file_name }) => file_name),
    counts: [
      (await readCoverageImages(db, id)).length,
      drones.reduce((sum, { images }) => sum + images, 0),
      drones.reduce((sum, { thermal }) => sum + thermal, 0),
      (await readImagePositions(db, id)).length,
      (await readImagesNear(db, id, [-70, -24, 0])).length,
      ...Object.values(await countImages(db, id)),
    ],
    rasters: (await listRasterFiles(db, id)).map(({ name }) => name),
  };
}

it("counts two pairs as two images, in one folder and in two", async () => {
  const pair = ["a/DJI_1_T.JPG", "a/DJI_1_T.tiff"];
  const { names, counts, rasters } = await surveyOf("2026-03-01", [
    ...pair,
    "a/DJI_2_T.jpeg",
    "export/DJI_2_T.TIF",
  ]);
  expect(names).toEqual(["a/DJI_1_T.JPG", "a/DJI_2_T.jpeg"]);
  expect(counts).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(rasters).toEqual([]);
});

it("counts a TIFF where it is not known from which JPEG it was exported, and where that shows no heat", async () => {
  const alone = await surveyOf("2026-03-02", ["DJI_1_T.tif"]);
  expect(alone.counts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  const twice = await surveyOf("2026-03-03", ["a/1.jpg", "b/1.jpg", "export/1.tif"]);
  expect(twice.counts).toEqual([3, 3, 3, 3, 3, 3, 3]);
  const visible = await surveyOf("2026-03-04", ["1.jpg", "1.tif"], ["1.jpg"]);
  expect(visible.counts).toEqual([2, 2, 1, 2, 2, 2, 2]);
});

it("shows the place of a TIFF whose JPEG has none, and no TIFF where neither has one", async () => {
  const pair = ["1.jpg", "1.tif"];
  const own = await surveyOf("2026-03-05", pair, [], ["1.jpg"]);
  expect(own.names).toEqual(["1.tif"]);
  // One image: it is counted once, wherever images are.
  expect(own.counts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  const none = await surveyOf("2026-03-06", pair, [], pair);
  expect(none.names).toEqual([]);
  const placed = await surveyOf("2026-03-07", pair, [], ["1.tif"]);
  expect(placed.names).toEqual(["1.jpg"]);
});
