// What each survey says of the findings that somebody has changed, and the newest survey of each finding.
import { sql } from "drizzle-orm";
import type { FindingPlace } from "../../../../domain/finding/finding-life.ts";
import type { Database } from "../../../context.ts";

/** A finding as a survey shows it. */
export type Evidenced = FindingPlace & { readonly severity: number; readonly analysis_id: number };

/** The places with what surveys say of them, as columns of a table. */
function table(found: readonly Evidenced[]) {
  const list = (of: (one: Evidenced) => string | number) => sql.param(found.map(of));
  return sql`unnest(
    ${list((one) => one.component_type)}::text[], ${list((one) => one.dt_id)}::text[],
    ${list((one) => one.fault_type)}::int[], ${list((one) => one.severity)}::int[],
    ${list((one) => one.analysis_id)}::int[]) f (component_type, dt_id, fault_type, severity, analysis_id)`;
}

/** Stores the findings of which nothing was decided yet; others stay as they are. */
export async function addLives(
  db: Database,
  plant_id: number,
  found: readonly Evidenced[],
): Promise<void> {
  if (found.length === 0) return;
  await db.execute(sql`
    insert into finding_life (plant_id, component_type, dt_id, fault_type, severity, analysis_id)
    select ${plant_id}, f.* from ${table(found)}
    -- In one order, so that two at once wait for each other and do not both wait.
    order by f.component_type, f.dt_id, f.fault_type
    on conflict on constraint finding_life_place do nothing`);
}

/** Stores which surveys show the findings of which something was decided; what is known stays. */
export async function addEvidence(
  db: Database,
  plant_id: number,
  found: readonly Evidenced[],
): Promise<void> {
  if (found.length === 0) return;
  await db.execute(sql`
    insert into finding_evidence (finding_id, analysis_id, severity)
    select l.id, f.analysis_id, f.severity from ${table(found)}
    join finding_life l on l.plant_id = ${plant_id} and l.component_type = f.component_type and l.dt_id = f.dt_id
      and l.fault_type = f.fault_type
    where not exists (select 1 from finding_evidence e where e.finding_id = l.id and e.analysis_id = f.analysis_id)
    -- In the order in which findings are locked.
    order by l.id on conflict do nothing`);
}

export type Judged = {
  readonly id: number;
  /** What the next survey compares with. */
  readonly severity: number | null;
  /** What this survey shows. */
  readonly seen: number;
};

/** Stores what the newest survey says of findings, and what they had before; this is no change of theirs. */
export async function storeEvidence(
  db: Database,
  { analysis_id, at }: { readonly analysis_id: number; readonly at: Date },
  rows: readonly Judged[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = sql.param(rows.map(({ id }) => id));
  await db.execute(sql`
    insert into finding_evidence (finding_id, analysis_id, severity, judged_at, former_analysis_id, former_severity)
    select l.id, ${analysis_id}, n.seen, ${at.toISOString()}::timestamptz, l.analysis_id, l.severity
    from unnest(${ids}::int[], ${sql.param(rows.map(({ seen }) => seen))}::int[]) as n (id, seen)
    join finding_life l on l.id = n.id
    on conflict (finding_id, analysis_id) do update set severity = excluded.severity, judged_at = excluded.judged_at,
      former_analysis_id = excluded.former_analysis_id, former_severity = excluded.former_severity`);
  await db.execute(sql`
    update finding_life set severity = n.severity, analysis_id = ${analysis_id}
    from unnest(${ids}::int[], ${sql.param(rows.map(({ severity }) => severity))}::int[]) as n (id, severity)
    where finding_life.id = n.id`);
}

/**
 * Brings back what findings had before the survey judged them; where a later survey has judged them since, it is what they
 * get when that one is withdrawn too. A finding that people have dismissed in view of the survey stays compared with it.
 */
export async function restoreEvidence(db: Database, analysis_id: number): Promise<void> {
  await db.execute(sql`
    update finding_evidence later set former_analysis_id = own.former_analysis_id, former_severity = own.former_severity
    from finding_evidence own
    where own.analysis_id = ${analysis_id} and own.judged_at is not null and later.finding_id = own.finding_id
      and later.former_analysis_id = ${analysis_id} and later.judged_at is not null`);
  await db.execute(sql`
    update finding_life l set analysis_id = own.former_analysis_id,
      severity = case when l.status = 'dismissed' and exists (select 1 from finding_step_change c
          join finding_step s on s.id = c.step_id
          where c.finding_id = l.id and c.field = 'status' and c.new_value = 'dismissed' and s.undone_at is null
            and s.created_at >= own.judged_at)
        then l.severity else own.former_severity end
    from finding_evidence own
    where own.analysis_id = ${analysis_id} and own.judged_at is not null and l.id = own.finding_id
      and l.analysis_id = ${analysis_id}`);
  await db.execute(sql`
    update finding_evidence set judged_at = null, former_analysis_id = null, former_severity = null
    where analysis_id = ${analysis_id}`);
  // Where no decision was made in view of it, it is read again at the next release.
  await db.execute(sql`
    delete from finding_evidence e where e.analysis_id = ${analysis_id}
      and not exists (select 1 from finding_life l where l.id = e.finding_id and l.analysis_id = e.analysis_id)
      and not exists (select 1 from finding_step_change c join finding_step s on s.id = c.step_id
        where c.finding_id = e.finding_id and s.analysis_id = e.analysis_id and s.kind <> 'survey')`);
}

/** Stores the severities of findings in the survey that they are of, where none is known. */
export async function storeSeverities(
  db: Database,
  rows: readonly { readonly id: number; readonly severity: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  const table = sql`unnest(${sql.param(rows.map(({ id }) => id))}::int[],
    ${sql.param(rows.map(({ severity }) => severity))}::int[]) as n (id, severity)`;
  await db.execute(sql`update finding_life l set severity = n.severity from ${table}
    where l.id = n.id and l.severity is null`);
  await db.execute(sql`update finding_evidence e set severity = n.severity from ${table}
    join finding_life l on l.id = n.id
    where e.finding_id = n.id and e.analysis_id = l.analysis_id and e.severity is null`);
}
