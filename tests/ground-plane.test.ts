// What is measured in metres is measured on the ground: the plant plane is an image of the map, whose metres are up to
// 0.7 % wrong. Rooms that measure use localPlaneAt or groundGeometry; planeAt is for what is drawn, and for places
// that are stored on it.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Files of measuring rooms that use the plant plane, and why. */
const onPlantPlane: Readonly<Record<string, string>> = {
  "src/domain/coverage/survey-coverage.ts": "turns it into metres around each camera",
  "src/domain/export/export-file.ts": "stored places become degrees",
  "src/domain/geometry/ground-geometry.ts": "stored places become places on the ground",
  "src/domain/plant/found-page.ts": "looks for a stored place near another one",
  "src/domain/raster/tile-cover.ts": "chooses how fine tiles are drawn",
  "src/domain/twin-view/ground-surface.ts": "drawn in 3D",
  "src/domain/twin/sample-twin.ts": "draws a sample",
  "src/domain/twin/twin-build.ts": "stores places",
  "src/domain/twin/twin-change-list.ts": "stored places become degrees",
  "src/server/file-preview/observation-rows.ts": "looks for the stored component at a place",
  "src/server/file-reader/loss-reader.ts": "stored places become degrees",
  "src/server/finding/work-order-export.ts": "stored places become degrees",
  "src/server/handlers/plant/nomenclature.ts": "looks for names of stored places",
  "src/server/report/report-data.ts": "draws a map",
  "src/server/store/plant/subfield.ts": "stored places become degrees",
  "src/server/twin-file/assemble.ts": "asks which ring lies in which",
  "src/server/twin-file/component-row.ts": "asks which stored component lies below a place",
};

/** Files that have a size of the earth, and why; src/domain/geometry has the others. */
const ownEarth: Readonly<Record<string, string>> = {
  "src/demo/analysis.ts": "weather of the demo differs from place to place",
  "src/demo/flight-image.ts": "scatters photos of the demo",
  "src/demo/orthomosaic.ts": "draws in Web Mercator",
  "src/domain/export/gpkg-file.ts": "the text of EPSG:4326",
  "src/domain/image/local-metres.ts": "radii of the ellipsoid around a camera",
  "src/domain/model/model-place.ts": "the ellipsoid itself: earth-centred coordinates",
  "src/map/component/projection.ts": "the scale of the map on the screen",
};

const files = globSync("{src,layers,tools,workers}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
  .toSorted();
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

const measures = /^(src\/(domain|server)|workers)\//;
const usesPlantPlane = (text: string) => /\bplaneAt\(/.test(text.replace(/function planeAt\(/, ""));
/** Metres of a degree, or a radius of the earth. */
const hasEarth = (text: string) =>
  /(?<!#)\b(11[01][_.]?\d{3}|6_?37[18]_?\d{3}(\.\d+)?|6_?356_?\d{3})\b/.test(text);

test("rooms that measure do it on the ground", () => {
  const found = files.filter((file) => measures.test(file) && usesPlantPlane(textOf(file)));
  expect(found).toEqual(Object.keys(onPlantPlane));
});

test("the size of the earth is stated in one place", () => {
  const found = files.filter(
    (file) => !file.startsWith("src/domain/geometry/") && hasEarth(textOf(file)),
  );
  expect(found).toEqual(Object.keys(ownEarth));
});

test("a plant plane and a size of the earth are found", () => {
  expect(usesPlantPlane("const plane = planeAt(origin);")).toBe(true);
  expect(usesPlantPlane("const plane = localPlaneAt(origin);")).toBe(false);
  for (const one of ["111_320", "111195", "110_574", "6371008.8", "6_378_137", "6378137"])
    expect(hasEarth(`const R = ${one};`), one).toBe(true);
  expect(hasEarth("const ports = 111; // 6371")).toBe(false);
});
