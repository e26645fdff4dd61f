// Steps of findings: what each changed, and whether it was undone.
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type {
  DecidedField,
  FindingStep,
  StepKind,
} from "../../../../domain/finding/finding-life.ts";
import type { Database } from "../../../context.ts";
import { findingStep, findingStepChange } from "../../schema/finding-life.ts";
import { analysis } from "../../schema/plant.ts";
import { isAnalysisSeen } from "../plant.ts";
import { isOrderSeen } from "../work-order/work-order.ts";
import type { Seer } from "./finding-life.ts";

export type StepChange = {
  readonly finding_id: number;
  readonly field: DecidedField;
  readonly old_value: string | null;
  readonly new_value: string | null;
};

/** Stores a step with what it changed; answers its ID. */
export async function insertStep(
  db: Database,
  step: {
    readonly plant_id: number;
    readonly kind: StepKind;
    readonly analysis_id: number | null;
    readonly account_id: number | null;
    readonly created_at: string;
  },
  changes: readonly StepChange[],
): Promise<number> {
  const [made] = await db.insert(findingStep).values(step).returning({ id: findingStep.id });
  if (!made) throw new Error("the step was not stored");
  const list = (of: (one: StepChange) => string | number | null) => sql.param(changes.map(of));
  await db.execute(sql`
    insert into finding_step_change (step_id, finding_id, field, old_value, new_value)
    select ${made.id}, * from unnest(${list((one) => one.finding_id)}::int[], ${list((one) => one.field)}::text[],
      ${list((one) => one.old_value)}::text[], ${list((one) => one.new_value)}::text[])`);
  return made.id;
}

/**
 * Condition: the step `s` is the verdict of a survey on a repair that the step `own` has stated. Both were stored in one
 * transaction, so they have one moment, and an undo of `own` takes back both.
 */
export const isVerdictWith = (s: string, own: string) =>
  sql.raw(`(${s}.kind = 'survey' and ${own}.kind <> 'survey' and ${s}.id > ${own}.id
    and ${s}.plant_id = ${own}.plant_id and ${s}.created_at = ${own}.created_at)`);

/** A later step that holds has changed the same field of one of its findings. */
const changed_again = sql<boolean>`exists (select 1 from finding_step_change own
  join finding_step_change later on later.finding_id = own.finding_id and later.field = own.field
    and later.step_id > own.step_id
  join finding_step s on s.id = later.step_id and s.undone_at is null
  where own.step_id = finding_step.id and not ${isVerdictWith("s", "finding_step")})`;

/** The work order whose step has it as its part: "hidden" where the viewer does not see that order. */
const workOrderOf = (db: Database, viewer: Seer) => sql<FindingStep["work_order"]>`(
  select case when ${isOrderSeen(db, viewer) ?? sql`true`} then to_jsonb(work_order.number)
    else to_jsonb('hidden'::text) end
  from work_order_step w join work_order on work_order.id = w.order_id
  where w.finding_step_id = finding_step.id and w.undone_at is null limit 1)`;

/** A step of the plant, locked until the transaction ends; null where there is none. */
export async function lockStep(db: Database, viewer: Seer, plant_id: number, id: number) {
  const [row] = await db
    .select({
      id: findingStep.id,
      kind: findingStep.kind,
      undone_at: findingStep.undone_at,
      work_order: workOrderOf(db, viewer),
      changed_again,
    })
    .from(findingStep)
    .where(and(eq(findingStep.id, id), eq(findingStep.plant_id, plant_id)))
    .for("update", { of: findingStep });
  return row ?? null;
}

/** The verdicts of surveys that hold on repairs that the step has stated, newest first. */
export async function verdictsWith(db: Database, step_id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from finding_step own join finding_step s on ${isVerdictWith("s", "own")}
    where own.id = ${step_id} and s.undone_at is null
      and not exists (select 1 from finding_step_change c where c.step_id = s.id
        and not exists (select 1 from finding_step_change o
          where o.step_id = own.id and o.finding_id = c.finding_id))
    order by s.id desc`);
  return rows.map(({ id }) => Number(id));
}

export function readStepChanges(db: Database, step_id: number): Promise<StepChange[]> {
  const { finding_id, field, old_value, new_value } = findingStepChange;
  return db
    .select({ finding_id, field, old_value, new_value })
    .from(findingStepChange)
    .where(eq(findingStepChange.step_id, step_id))
    .orderBy(asc(finding_id));
}

export async function markUndone(
  db: Database,
  id: number,
  { account_id, at }: { readonly account_id: number; readonly at: Date },
): Promise<void> {
  await db
    .update(findingStep)
    .set({ undone_at: at.toISOString(), undone_by: account_id })
    .where(eq(findingStep.id, id));
}

/**
 * The steps that the present release of a survey has made, newest first. Beside them, those of releases that were withdrawn
 * before and kept something: what kept it may go with this one.
 */
export function readSurveySteps(
  db: Database,
  plant_id: number,
  analysis_id: number,
): Promise<{ id: number; is_withdrawn: boolean }[]> {
  const { id, kind, undone_at, withdrawn_at } = findingStep;
  return db
    .select({ id, is_withdrawn: sql<boolean>`${withdrawn_at} is not null` })
    .from(findingStep)
    .where(
      and(
        eq(findingStep.plant_id, plant_id),
        or(eq(findingStep.analysis_id, analysis_id), isNotNull(withdrawn_at)),
        eq(kind, "survey"),
        isNull(undone_at),
      ),
    )
    .orderBy(desc(id));
}

/** The findings of a step of which a later step that holds has changed the same field. */
export async function readChangedSince(db: Database, step_id: number): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct own.finding_id as id from finding_step_change own
    join finding_step_change later on later.finding_id = own.finding_id and later.field = own.field
      and later.step_id > own.step_id
    join finding_step s on s.id = later.step_id and s.undone_at is null
    where own.step_id = ${step_id}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Marks the step of a survey as withdrawn, and as undone at these findings: they get a step of their own where others
 * keep what it changed.
 */
export async function withdrawStep(
  db: Database,
  id: number,
  finding_ids: readonly number[],
  by: { readonly account_id: number; readonly at: Date },
): Promise<void> {
  await db
    .update(findingStep)
    .set({ withdrawn_at: by.at.toISOString() })
    .where(and(eq(findingStep.id, id), isNull(findingStep.withdrawn_at)));
  if (finding_ids.length === 0) return;
  const ids = sql.param([...finding_ids]);
  const kept = await db.execute(sql`select 1 from finding_step_change
    where step_id = ${id} and not finding_id = any(${ids}::int[]) limit 1`);
  if (kept.rows.length === 0) return markUndone(db, id, by);
  const made = await db.execute<{ id: string }>(sql`
    insert into finding_step (plant_id, kind, analysis_id, account_id, created_at, withdrawn_at)
    select plant_id, kind, analysis_id, account_id, created_at, withdrawn_at from finding_step where id = ${id}
    returning id`);
  const own_id = Number(made.rows[0]?.id);
  await db.execute(sql`update finding_step_change set step_id = ${own_id}
    where step_id = ${id} and finding_id = any(${ids}::int[])`);
  await markUndone(db, own_id, by);
}

/**
 * The steps of one finding, newest first, each with what it changed of this finding. A survey that the viewer does not
 * see has neither ID nor name.
 */
export async function readSteps(db: Database, viewer: Seer, finding_id: number) {
  const steps = await db
    .select({
      id: findingStep.id,
      kind: findingStep.kind,
      analysis_id: analysis.id,
      analysis_name: analysis.name,
      account_id: findingStep.account_id,
      created_at: findingStep.created_at,
      undone_at: findingStep.undone_at,
      undone_by: findingStep.undone_by,
      withdrawn_at: findingStep.withdrawn_at,
      count: sql<number>`(select count(distinct c.finding_id)::int from finding_step_change c
        where c.step_id = finding_step.id)`,
      work_order: workOrderOf(db, viewer),
      changed_again,
    })
    .from(findingStep)
    .leftJoin(analysis, and(eq(analysis.id, findingStep.analysis_id), isAnalysisSeen(viewer)))
    .where(
      sql`exists (select 1 from finding_step_change c
        where c.step_id = finding_step.id and c.finding_id = ${finding_id})`,
    )
    // What was taken out of a step has a later number.
    .orderBy(desc(findingStep.created_at), desc(findingStep.id));
  const changes = await db
    .select()
    .from(findingStepChange)
    .where(eq(findingStepChange.finding_id, finding_id));
  const byStep = Map.groupBy(changes, ({ step_id }) => step_id);
  return steps.map((step) => ({ ...step, changes: byStep.get(step.id) ?? [] }));
}
