// What an evaluation needs and says: conditions and log of an analysis, limits of a plant.
import { eq } from "drizzle-orm";
import type {
  ConditionRow,
  TemperatureRaster,
} from "../../../../domain/evaluation/condition-record.ts";
import type { RasterControl } from "../../../../domain/evaluation/place/control-point.ts";
import type { EvaluationChanges } from "../../../../domain/evaluation/evaluation-limit.ts";
import type { TemperatureScale } from "../../../../domain/raster/temperature.ts";
import { failure } from "../../../../domain/error.ts";
import type { Database } from "../../../context.ts";
import { analysis, plant } from "../../schema/plant.ts";

/** What users say of a survey before it is evaluated, and the limits of its plant. */
export async function readEvaluationInputs(db: Database, id: number) {
  const { survey_conditions, temperature_rasters, temperature_images, control_points } = analysis;
  const limits = plant.evaluation_limits;
  const [row] = await db
    .select({
      survey_conditions,
      temperature_rasters,
      temperature_images,
      control_points,
      limits,
    })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(eq(analysis.id, id));
  if (!row) throw failure("RESOURCE_NOT_FOUND");
  return row;
}

export type EvaluationInputs = {
  readonly survey_conditions: ConditionRow[];
  readonly temperature_rasters: TemperatureRaster[];
  readonly temperature_images: TemperatureScale | null;
};

/** Answers what was said before, and what `change` made of it, with the row locked until the transaction ends. */
export async function writeEvaluationInputs(
  db: Database,
  id: number,
  change: (before: EvaluationInputs) => Partial<EvaluationInputs>,
): Promise<{ before: EvaluationInputs; after: EvaluationInputs }> {
  const { survey_conditions, temperature_rasters, temperature_images } = analysis;
  const [before] = await db
    .select({ survey_conditions, temperature_rasters, temperature_images })
    .from(analysis)
    .where(eq(analysis.id, id))
    .for("no key update");
  if (!before) throw failure("RESOURCE_NOT_FOUND");
  const inputs = change(before);
  await db.update(analysis).set(inputs).where(eq(analysis.id, id));
  return { before, after: { ...before, ...inputs } };
}

/** Replaces the points of one file, and answers those before, with the row locked until the transaction ends. */
export async function writeControlPoints(
  db: Database,
  id: number,
  { sha256, points }: RasterControl,
): Promise<RasterControl["points"]> {
  const { control_points } = analysis;
  const [row] = await db
    .select({ control_points })
    .from(analysis)
    .where(eq(analysis.id, id))
    .for("no key update");
  if (!row) throw failure("RESOURCE_NOT_FOUND");
  const others = row.control_points.filter((one) => one.sha256 !== sha256);
  const next = points.length === 0 ? others : [...others, { sha256, points }];
  await db.update(analysis).set({ control_points: next }).where(eq(analysis.id, id));
  return row.control_points.find((one) => one.sha256 === sha256)?.points ?? [];
}

/** Null before the first evaluation. */
export async function readEvaluationLog(db: Database, id: number): Promise<string | null> {
  const [row] = await db
    .select({ log: analysis.evaluation_log })
    .from(analysis)
    .where(eq(analysis.id, id));
  return row?.log ?? null;
}

export async function writeEvaluationLog(
  db: Database,
  id: number,
  evaluation_log: string,
): Promise<void> {
  await db.update(analysis).set({ evaluation_log }).where(eq(analysis.id, id));
}

export async function readEvaluationLimits(db: Database, id: number): Promise<EvaluationChanges> {
  const [row] = await db
    .select({ own: plant.evaluation_limits })
    .from(plant)
    .where(eq(plant.id, id));
  if (!row) throw failure("RESOURCE_NOT_FOUND");
  return row.own;
}

export async function writeEvaluationLimits(
  db: Database,
  id: number,
  evaluation_limits: EvaluationChanges,
): Promise<void> {
  await db.update(plant).set({ evaluation_limits }).where(eq(plant.id, id));
}
