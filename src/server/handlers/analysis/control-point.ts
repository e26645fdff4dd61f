// Control points: where a person says that the rasters of an analysis lie.
import { controlPointApi as calls } from "../../../api/analysis/control-point.ts";
import { failure } from "../../../domain/error.ts";
import { controlFit, type RasterControl } from "../../../domain/evaluation/place/control-point.ts";
import { shownLogShape } from "../../../domain/evaluation/survey-log.ts";
import { localPlaneAt } from "../../../domain/geometry/local-plane.ts";
import type { Context } from "../../context.ts";
import { refuse, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { listRasterFiles } from "../../store/plant/analysis/evaluated-file.ts";
import {
  readEvaluationInputs,
  readEvaluationLog,
  writeControlPoints,
} from "../../store/plant/analysis/evaluation.ts";
import { readOrthomosaics } from "../../store/plant/analysis/orthomosaic.ts";
import { readTwin } from "../../store/plant/twin.ts";

export const controlPointHandlers: Handlers<typeof calls> = {
  list: (context, { analysis }) => answer(context, analysis),

  async set(context, { analysis, body }) {
    const { id } = analysis;
    const { origin, rasters } = await answer(context, analysis);
    const raster = rasters.find(({ sha256 }) => sha256 === body.sha256);
    if (!raster) throw failure("BAD_REQUEST", { reason: "control_raster", field: "sha256" });
    if (!origin) throw failure("CONFLICT", { reason: "twin_missing" });
    const { extent_m, file_name } = raster;
    refuse(calls.set, context.viewer, { points: body.points, origin, extent_m });
    const wordsOf = (points: RasterControl["points"]) => {
      const fit = controlFit(points, origin);
      return fit && `${file_name} ${points.length} ± ${fit.residual_m.toFixed(3)} m`;
    };
    await changeWithAudit(
      context,
      async (db) => {
        const before = await writeControlPoints(db, id, body);
        if (JSON.stringify(before) === JSON.stringify(body.points)) return;
        const [old_value, new_value] = [wordsOf(before), wordsOf(body.points)];
        await writeHistory(db, id, context.viewer.account_id, [
          { field: "control_points", old_value, new_value },
        ]);
      },
      () => ({ action: "update_control_points", detail: { analysis_id: id } }),
    );
    return answer(context, analysis);
  },
};

type Survey = { readonly id: number; readonly plant_id: number };
type Box = readonly [west: number, south: number, east: number, north: number];

async function answer({ db }: Pick<Context, "db">, { id, plant_id }: Survey) {
  const [files, twin, inputs, mosaics, log] = await Promise.all([
    listRasterFiles(db, id),
    readTwin(db, plant_id),
    readEvaluationInputs(db, id),
    readOrthomosaics(db, id),
    readEvaluationLog(db, id),
  ]);
  const places = log === null ? [] : shownLogShape.parse(JSON.parse(log)).registrations;
  return {
    origin: twin ? ([...twin.origin] as [number, number]) : null,
    rasters: files.map(({ name, sha256 }) => {
      const ready = mosaics.find(({ row, file }) => {
        return row.state === "ready" && file.file_name === name;
      })?.row;
      const bounds = ready?.bounds ?? null;
      return {
        file_name: name,
        sha256,
        orthomosaic_id: ready?.id ?? null,
        extent_m: twin && bounds ? diagonal(twin.bounds, bounds) : 0,
        points: inputs.control_points.find((one) => one.sha256 === sha256)?.points ?? [],
        place: places.find(({ file }) => file === name) ?? null,
      };
    }),
  };
}

/** Metres across what two boxes share; 0 where they share nothing. */
function diagonal(a: Box, b: Box): number {
  const [west, south] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [east, north] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  if (west >= east || south >= north) return 0;
  return Math.hypot(...localPlaneAt([west, south]).toPlane(east, north));
}
