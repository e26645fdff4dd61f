// How well turned trackers are found by how wide they look, by ground sampling distance.
import { evaluationSettings as settings } from "../../src/domain/evaluation/evaluation-settings.ts";
import { mosaicOfRows, parallelRows } from "../../src/domain/evaluation/row/row-scene.fixture.ts";
import { rowSurvey } from "../../src/domain/evaluation/row/row-survey.ts";
import { planeAt } from "../../src/domain/geometry/plane.ts";
import type { Report } from "./report.ts";

const DEGREE = Math.PI / 180;
const rows = 24;
/** Degrees by which every fourth tracker is turned away from the others. */
const turned = [3, -4, 6, -8, 12, 20];
const truth = Array.from({ length: rows }, (_, row) =>
  row % 4 === 2 ? turned[Math.floor(row / 4)]! : 0,
);

/** Recall and precision of trackers that lag or stand still, and the root mean square error of the angle. */
export async function rowBench(report: Report): Promise<void> {
  const geometry = parallelRows("tracker", [rows, 30, 2.2, 5.5, 1.5]);
  for (const usual of [15, 30, 45]) {
    for (const pixel of [0.03, 0.055, 0.08]) {
      const survey = rowSurvey(geometry, planeAt([-69.5, -23.4]), settings);
      const tilts = truth.map((one) => (usual + one) * DEGREE);
      const { raster, toPixel } = mosaicOfRows({ geometry, tilts, seed: usual }, pixel);
      await survey.visitRaster(raster, { toPixel, certainty: null, windows: null });
      const columns = survey.columns();
      const classes = columns["tracker_stuck"]!;
      const errors = truth.map((one, row) => columns["tracker_angle_deviation"]![row]! - one);
      const found = truth.filter(
        (one, row) => one !== 0 && (classes[row] === 1 || classes[row] === 2),
      );
      const wrong = truth.filter(
        (one, row) => one === 0 && (classes[row] === 1 || classes[row] === 2),
      );
      const open = truth.filter((_, row) => classes[row] === 255);
      const rms = Math.sqrt(errors.reduce((sum, one) => sum + one ** 2, 0) / rows);
      const said = found.length + wrong.length;
      report({
        name: `trackers turned by 3 to 20 degrees, the others at ${usual}; ${pixel * 100} cm: recall`,
        unit: "%",
        ours: (100 * found.length) / turned.length,
        baseline: "injected",
        theirs: null,
        higher_is_better: true,
        note: `precision ${said === 0 ? "–" : ((100 * found.length) / said).toFixed(0)} %, ${open.length} of ${rows} left open, angle ± ${rms.toFixed(2)} degrees (root mean square)`,
      });
    }
  }
}
