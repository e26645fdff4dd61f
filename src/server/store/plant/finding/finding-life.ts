// What was decided of the findings of a plant.
import { and, asc, eq, gt, isNull, or, sql, type SQL } from "drizzle-orm";
import type {
  Decided,
  FindingLife,
  FindingPlace,
} from "../../../../domain/finding/finding-life.ts";
import type { Database, Viewer } from "../../../context.ts";
import { findingLife } from "../../schema/finding-life.ts";
import { analysis } from "../../schema/plant.ts";
import { computedTime } from "../../schema/time.ts";
import { isAnalysisSeen } from "../plant.ts";

export type Seer = Pick<Viewer, "is_admin" | "is_super_admin">;
type Known = "row" | "assignee_name" | "updated_by" | "work_order" | "is_dangerous";
export type LifeRow = Omit<FindingLife, Known> & { readonly updated_by: number | null };

// Names are written with their table: in a query of one table the library leaves it out, which a subquery reads as its own.
/** Whether a survey has set it back to open, and it was not marked as done since. */
const returned = sql<boolean>`(finding_life.status in ('open', 'assigned', 'in_work') and coalesce((
  select c.new_value = 'open' from finding_step_change c join finding_step s on s.id = c.step_id
  where c.finding_id = finding_life.id and c.field = 'status' and s.kind = 'survey' and s.undone_at is null
    and s.withdrawn_at is null
  order by c.step_id desc limit 1), false))`;

/**
 * Condition of the table `work_order`: it was made of a released survey, or of one that the viewer sees. Staff alone see
 * orders whose survey was deleted before it was released.
 */
export function isOriginSeen(viewer: Seer): SQL {
  const seen = sql`exists (select 1 from ${analysis}
    where ${and(sql`${analysis.id} = work_order.analysis_id`, isAnalysisSeen(viewer))})`;
  const deleted = viewer.is_admin ? sql`work_order.analysis_id is null` : sql`false`;
  return sql`(not work_order.is_internal or ${deleted} or ${seen})`;
}

const columns = {
  id: findingLife.id,
  component_type: findingLife.component_type,
  dt_id: findingLife.dt_id,
  fault_type: findingLife.fault_type,
  status: findingLife.status,
  reason: findingLife.reason,
  assignee_id: findingLife.assignee_id,
  crew: findingLife.crew,
  due_on: findingLife.due_on,
  parts: findingLife.parts,
  done_on: findingLife.done_on,
  rma: findingLife.rma,
  rma_claim: findingLife.rma_claim,
  rma_reason: findingLife.rma_reason,
  new_serial: findingLife.new_serial,
  replaced_on: findingLife.replaced_on,
  severity: findingLife.severity,
  analysis_id: findingLife.analysis_id,
  returned,
  comments: sql<number>`(select count(*)::int from finding_comment c where c.finding_id = finding_life.id)`,
  revision: findingLife.revision,
  updated_by: findingLife.updated_by,
  updated_at: findingLife.updated_at,
};

/**
 * Customers see a finding where they see one of its surveys: the newest, one in which somebody changed it, or one that has
 * judged it. Everybody who sees the finding sees the same decisions. Staff alone see findings whose surveys were deleted.
 */
export function isLifeSeen(viewer: Seer): SQL | undefined {
  if (viewer.is_super_admin) return undefined;
  const showing = sql`${analysis.id} in (select e.analysis_id from finding_evidence e
    where e.finding_id = finding_life.id)`;
  const seen = sql`exists (select 1 from ${analysis} where ${and(
    or(sql`${analysis.id} = finding_life.analysis_id`, showing),
    isAnalysisSeen(viewer),
  )})`;
  return viewer.is_admin ? or(isNull(findingLife.analysis_id), seen) : seen;
}

/**
 * What the newest survey that the viewer sees says of the finding, and which one that is: the last one in which it was
 * changed, or where that is hidden the newest other one that shows it.
 */
function shownEvidence(viewer: Seer) {
  const { analysis_id, severity } = findingLife;
  if (viewer.is_super_admin) return { analysis_id, severity };
  const seen = isAnalysisSeen(viewer);
  const isSeen = sql`exists (select 1 from ${analysis}
    where ${and(sql`${analysis.id} = finding_life.analysis_id`, seen)})`;
  const isLast = viewer.is_admin ? sql`(finding_life.analysis_id is null or ${isSeen})` : isSeen;
  const newest = (value: "analysis_id" | "severity") =>
    sql<number | null>`case when ${isLast} then finding_life.${sql.identifier(value)}
      else (select e.${sql.identifier(value)} from finding_evidence e join ${analysis} on ${analysis.id} = e.analysis_id
        where ${and(sql`e.finding_id = finding_life.id`, seen)}
        order by ${analysis.flown_at} desc, ${analysis.id} desc limit 1) end`;
  return { analysis_id: newest("analysis_id"), severity: newest("severity") };
}

/** Those with these IDs, or so many after an ID. */
export type WhichLives =
  | { readonly ids: readonly number[] }
  | { readonly after: number; readonly limit: number };

/** The findings that the viewer sees, the first decided ones first. */
export function readLives(
  db: Database,
  viewer: Seer,
  plant_id: number,
  which: WhichLives,
): Promise<LifeRow[]> {
  const isWanted =
    "ids" in which
      ? sql`${findingLife.id} = any(${sql.param(which.ids)}::int[])`
      : gt(findingLife.id, which.after);
  const query = db
    .select({ ...columns, ...shownEvidence(viewer) })
    .from(findingLife)
    .where(and(eq(findingLife.plant_id, plant_id), isWanted, isLifeSeen(viewer)))
    .orderBy(asc(findingLife.id));
  return "ids" in which ? query : query.limit(which.limit);
}

/** Rows that are read at once: the library maps them in one go, and other requests have their turn between. */
const PIECE = 5000;

/** As many of them after an ID as `limit` says, in pieces. */
export async function* livesAfter(
  db: Database,
  viewer: Seer,
  plant_id: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): AsyncGenerator<readonly LifeRow[]> {
  let [last, left] = [after, limit];
  while (left > 0) {
    const wanted = Math.min(PIECE, left);
    const rows = await readLives(db, viewer, plant_id, { after: last, limit: wanted });
    if (rows.length > 0) yield rows;
    if (rows.length < wanted) return;
    last = rows.at(-1)!.id;
    left -= rows.length;
  }
}

export type LockedLife = Pick<LifeRow, "id" | "revision" | "severity" | "analysis_id"> &
  FindingPlace &
  Decided;

const lockedColumns = {
  id: findingLife.id,
  component_type: findingLife.component_type,
  dt_id: findingLife.dt_id,
  fault_type: findingLife.fault_type,
  status: findingLife.status,
  reason: findingLife.reason,
  assignee_id: findingLife.assignee_id,
  crew: findingLife.crew,
  due_on: findingLife.due_on,
  parts: findingLife.parts,
  done_on: findingLife.done_on,
  rma: findingLife.rma,
  rma_claim: findingLife.rma_claim,
  rma_reason: findingLife.rma_reason,
  new_serial: findingLife.new_serial,
  replaced_on: findingLife.replaced_on,
  severity: findingLife.severity,
  analysis_id: findingLife.analysis_id,
  revision: findingLife.revision,
};

/** The places, as a condition. */
function isOneOf(places: readonly FindingPlace[]): SQL {
  const list = (of: (one: FindingPlace) => string | number) => sql.param(places.map(of));
  return sql`(${findingLife.component_type}, ${findingLife.dt_id}, ${findingLife.fault_type}) in (
    select * from unnest(${list((one) => one.component_type)}::text[], ${list((one) => one.dt_id)}::text[],
      ${list((one) => one.fault_type)}::int[]))`;
}

/** Locks the stored ones of these, also those that the viewer does not see: what surveys say of them is stored next. */
export async function lockStored(
  db: Database,
  plant_id: number,
  places: readonly FindingPlace[],
): Promise<void> {
  await db
    .select({ id: findingLife.id })
    .from(findingLife)
    .where(and(eq(findingLife.plant_id, plant_id), isOneOf(places)))
    .orderBy(asc(findingLife.id))
    .for("update");
}

/** The stored ones of these, locked until the transaction ends; always in one order, so that two never wait in a ring. */
export function lockLives(
  db: Database,
  viewer: Seer,
  plant_id: number,
  wanted: { readonly places: readonly FindingPlace[] } | { readonly ids: readonly number[] },
): Promise<LockedLife[]> {
  const which =
    "ids" in wanted
      ? sql`${findingLife.id} = any(${sql.param(wanted.ids)}::int[])`
      : isOneOf(wanted.places);
  return decidedLives(db, viewer, plant_id, which).for("update");
}

const decidedLives = (db: Database, viewer: Seer, plant_id: number, which: SQL) =>
  db
    .select(lockedColumns)
    .from(findingLife)
    .where(and(eq(findingLife.plant_id, plant_id), which, isLifeSeen(viewer)))
    .orderBy(asc(findingLife.id));

/**
 * The findings with these IDs in pieces, by ID.
 * @param isLocked whether they are locked until the transaction ends
 */
export async function* livesWith(
  db: Database,
  viewer: Seer,
  plant_id: number,
  ids: readonly number[],
  isLocked: boolean,
): AsyncGenerator<readonly LockedLife[]> {
  const sorted = Int32Array.from(ids).toSorted();
  for (let at = 0; at < sorted.length; at += PIECE) {
    const piece = [...sorted.subarray(at, at + PIECE)];
    const which = sql`${findingLife.id} = any(${sql.param(piece)}::int[])`;
    const lives = decidedLives(db, viewer, plant_id, which);
    yield await (isLocked ? lives.for("update") : lives);
  }
}

export type JudgedLife = LockedLife & {
  /** Date of the newest survey that judged the finding; null where that survey was deleted. */
  readonly flown_at: string | null;
  /** When people last said that it is done; null where they never did. */
  readonly done_at: string | null;
  /** The survey in view of which people last dismissed it; null where they never did, or it was deleted. */
  readonly dismissed_in: number | null;
};

/** The findings of a plant with what a survey needs to judge them, locked; `ids` narrows them. */
export function lockJudged(
  db: Database,
  plant_id: number,
  ids?: readonly number[],
): Promise<JudgedLife[]> {
  return db
    .select({
      ...lockedColumns,
      flown_at: computedTime(
        sql`(select a.flown_at from analysis a where a.id = finding_life.analysis_id)`,
      ),
      done_at: computedTime(sql`(select max(s.created_at) from finding_step_change c
        join finding_step s on s.id = c.step_id
        where c.finding_id = finding_life.id and c.field = 'status' and c.new_value = 'done'
          and s.undone_at is null)`),
      dismissed_in: sql<number | null>`(select s.analysis_id from finding_step_change c
        join finding_step s on s.id = c.step_id
        where finding_life.status = 'dismissed' and c.finding_id = finding_life.id and c.field = 'status'
          and c.new_value = 'dismissed' and s.undone_at is null
        order by s.id desc limit 1)`,
    })
    .from(findingLife)
    .where(
      and(
        eq(findingLife.plant_id, plant_id),
        ids && sql`${findingLife.id} = any(${sql.param(ids)}::int[])`,
      ),
    )
    .orderBy(asc(findingLife.id))
    .for("update");
}

/** Stores new decisions; each counts as one revision. */
export async function updateLives(
  db: Database,
  rows: readonly ({ readonly id: number } & Decided)[],
  { account_id, at }: { readonly account_id: number | null; readonly at: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const list = (of: (one: (typeof rows)[number]) => string | number | null) =>
    sql.param(rows.map(of));
  await db.execute(sql`
    update finding_life set status = n.status, reason = n.reason, assignee_id = n.assignee_id, crew = n.crew,
      due_on = n.due_on::date, parts = n.parts, done_on = n.done_on::date, rma = n.rma, rma_claim = n.rma_claim, rma_reason = n.rma_reason,
      new_serial = n.new_serial, replaced_on = n.replaced_on::date,
      revision = revision + 1, updated_by = ${account_id}, updated_at = ${at.toISOString()}::timestamptz
    from unnest(${list(({ id }) => id)}::int[], ${list(({ status }) => status)}::text[],
      ${list(({ reason }) => reason)}::text[], ${list(({ assignee_id }) => assignee_id)}::int[],
      ${list(({ crew }) => crew)}::text[], ${list(({ due_on }) => due_on)}::text[],
      ${list(({ parts }) => parts)}::text[], ${list(({ done_on }) => done_on)}::text[],
      ${list(({ rma }) => rma)}::text[], ${list(({ rma_claim }) => rma_claim)}::text[],
      ${list(({ rma_reason }) => rma_reason)}::text[], ${list(({ new_serial }) => new_serial)}::text[],
      ${list(({ replaced_on }) => replaced_on)}::text[])
      as n (id, status, reason, assignee_id, crew, due_on, parts, done_on, rma, rma_claim, rma_reason, new_serial,
        replaced_on)
    where finding_life.id = n.id`);
}
