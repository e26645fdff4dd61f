// How many broken files of the 3D view, the orthomosaics and the images have a test each that they are refused. The tests
// lie beside what refuses: raster/open-raster, handlers/plant/plant-model and file-reader/picture/broken-jpeg. Of the JPEG files all are
// refused as temperatures; those whose metadata lie, but whose picture is sound, are shown without what lies.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { badGlbs, badZips } from "../src/server/model/bad-model.fixture.ts";
import { badRasters } from "../src/server/raster/bad-raster.fixture.ts";
import { brokenJpegs } from "./fixtures/broken-jpegs.ts";

it("at least 150 different ones: TIFF, ZIP with tilesets and glTF, .glb, JPEG", async () => {
  const files = {
    tiff: badRasters.map(([, bytes]) => bytes),
    zip: badZips.map(([, bytes]) => bytes),
    glb: badGlbs.map(([, bytes]) => bytes),
    jpeg: (await brokenJpegs()).map(({ bytes }) => bytes),
  };
  const different = (all: readonly Uint8Array[]) =>
    new Set(all.map((bytes) => createHash("sha256").update(bytes).digest("hex"))).size;
  const counts = Object.values(files).map(different);
  // Each kind has its share; a list that became empty would not be noticed in the sum.
  for (const count of counts) expect(count).toBeGreaterThanOrEqual(24);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(150);
});
