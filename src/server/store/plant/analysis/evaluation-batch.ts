// Evaluation batches of plants.
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type {
  EvaluationBatch,
  EvaluationBatchForm,
} from "../../../../domain/analysis/evaluation-batch.ts";
import type { Database } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { evaluationBatch } from "../../schema/analysis.ts";
import { flightCampaign, flightRoute } from "../../schema/flight.ts";
import { analysis, analysisColumn } from "../../schema/plant.ts";

/** The batches of a plant by number; `id` narrows them. */
export function readEvaluationBatches(
  db: Database,
  plant_id: number,
  id?: number,
): Promise<EvaluationBatch[]> {
  return db
    .select({
      id: evaluationBatch.id,
      plant_id: evaluationBatch.plant_id,
      number: evaluationBatch.number,
      name: evaluationBatch.name,
      // The table names are written out, because drizzle omits them in queries of one table.
      result_count: sql<number>`(select count(*)::int from ${analysisColumn}
        join ${analysis} on ${analysis}.id = ${analysisColumn}.analysis_id
        where ${analysis}.plant_id = ${evaluationBatch}.plant_id
          and ${analysisColumn}.eval_batch_num = ${evaluationBatch}.number)`,
    } satisfies ColumnsOf<EvaluationBatch>)
    .from(evaluationBatch)
    .where(
      and(
        eq(evaluationBatch.plant_id, plant_id),
        id === undefined ? undefined : eq(evaluationBatch.id, id),
      ),
    )
    .orderBy(asc(evaluationBatch.number));
}

/** Aggregate over `namedBatches`: the batches as JSON, by number. */
export const batchList = sql`json_agg(
  json_build_object('number', named.number, 'name', named.name) order by named.number)`;

/** From clause: the batches that results of an analysis name, or routes that were planned for it. */
export const namedBatches = sql`from (
  select used.analysis_id, batch.number, batch.name from (
    select ${analysisColumn.analysis_id}, ${analysisColumn.eval_batch_num} as number
      from ${analysisColumn} where ${analysisColumn.eval_batch_num} is not null
    union
    select ${flightCampaign.analysis_id}, ${flightRoute.eval_batch_num}
      from ${flightRoute} join ${flightCampaign} on ${flightCampaign.id} = ${flightRoute.campaign_id}
      where ${flightRoute.eval_batch_num} is not null and ${flightCampaign.analysis_id} is not null
  ) used
  join ${analysis} of_plant on of_plant.id = used.analysis_id
  join ${evaluationBatch} batch
    on batch.plant_id = of_plant.plant_id and batch.number = used.number
) named`;

export async function insertEvaluationBatch(
  db: Database,
  row: EvaluationBatchForm & Pick<EvaluationBatch, "plant_id">,
): Promise<number> {
  const [made] = await db.insert(evaluationBatch).values(row).returning({ id: evaluationBatch.id });
  if (!made) throw new Error("the evaluation batch was not stored");
  return made.id;
}

export async function updateEvaluationBatch(
  db: Database,
  id: number,
  fields: Partial<EvaluationBatchForm>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  if (fields.number !== undefined) await renumberFlights(db, id, fields.number);
  await db.update(evaluationBatch).set(fields).where(eq(evaluationBatch.id, id));
}

export async function deleteEvaluationBatch(db: Database, id: number): Promise<void> {
  await renumberFlights(db, id, null);
  await db.delete(evaluationBatch).where(eq(evaluationBatch.id, id));
}

/** Campaigns and routes name their batch by its number: they follow it. */
async function renumberFlights(db: Database, id: number, number: number | null): Promise<void> {
  const [batch] = await db.select().from(evaluationBatch).where(eq(evaluationBatch.id, id));
  if (!batch || batch.number === number) return;
  const campaigns = db
    .select({ id: flightCampaign.id })
    .from(flightCampaign)
    .where(eq(flightCampaign.plant_id, batch.plant_id));
  const changes = { eval_batch_num: number };
  await db
    .update(flightRoute)
    .set(changes)
    .where(
      and(
        inArray(flightRoute.campaign_id, campaigns),
        eq(flightRoute.eval_batch_num, batch.number),
      ),
    );
  await db
    .update(flightCampaign)
    .set(changes)
    .where(
      and(
        eq(flightCampaign.plant_id, batch.plant_id),
        eq(flightCampaign.eval_batch_num, batch.number),
      ),
    );
}
