// The trackers of a stored plant in an orthomosaic: columns by row, and findings for the review.
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../../tests/fixtures/result-import.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { evaluationSettings as settings } from "../../domain/evaluation/evaluation-settings.ts";
import { mosaicOfRows } from "../../domain/evaluation/row/row-scene.fixture.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";
import { rowPart, type RowPlant } from "./row-part.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const tracked: RowPlant = {
  technology: "photovoltaic",
  mounting_type: "tracked",
  mounting_orientation: null,
  module_inclination: null,
  orientation_angle: null,
  lon: -70,
  lat: -24,
  dimensions: null,
};
const DEGREE = Math.PI / 180;

it(
  "says which tracker differs, and asks for a look where it is near the limit",
  async () => {
    const { db, files } = host.owner;
    const plant = await addResultPlant(
      host.owner,
      host.server.accounts.viewer.customer_id,
      "Tracked",
      9,
    );
    const twin = (await readTwin(db, plant.plant_id))!;
    const level = twin.levels.find(({ component_type }) => component_type === "tracker")!;
    const { geometry, names } = await readLevel(files, level);
    const rowOf = (name: string) =>
      Array.from({ length: geometry.count }, (_, row) => row).find(
        (row) => names.dtId(row) === name,
      )!;
    const [near, far] = [rowOf("T3"), rowOf("T6")];
    const tilts = Array.from(
      { length: geometry.count },
      (_, row) => (40 + (row === near ? 2.1 : row === far ? 12 : 0)) * DEGREE,
    );
    // The rows of this plant lie from west to east, close to each other.
    const { raster, toPixel } = mosaicOfRows({ geometry, tilts }, 0.03);
    const part = await rowPart(files, twin, tracked, settings);
    await part.visitRaster(raster, { toPixel, certainty: null, windows: null });
    const columns = part.columns();
    expect(columns["tracker_angle_deviation"]![far]).toBeCloseTo(12, 0);
    expect(columns["tracker_stuck"]![far]).toBe(2);
    expect(columns["tracker_stuck"]![rowOf("T0")]).toBe(0);
    const findings = part.findings(new Set());
    expect(findings).toMatchObject([
      { component_type: "tracker", dt_id: "T3", reasons: ["limit"], value: 1 },
    ]);
    expect(findings[0]!.confidence).toBeGreaterThan(0.4);
    // One that a reviewer has judged stays in the review, also with no reason.
    expect(
      part
        .findings(new Set(["T6"]))
        .map(({ dt_id }) => dt_id)
        .toSorted(),
    ).toEqual(["T3", "T6"]);
    const fixed = await rowPart(files, twin, { ...tracked, mounting_type: "fixed" }, settings);
    await fixed.visitRaster(raster, { toPixel, certainty: null, windows: null });
    expect(fixed.columns()).toEqual({});
  },
  patient(60_000),
);
