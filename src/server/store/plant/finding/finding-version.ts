// A version of all that is said of the findings and work orders of a plant: a list that is open asks for it, not for all again.
import { sql } from "drizzle-orm";
import { allSafetyKeyFigures } from "../../../../domain/key-figure/safety.ts";
import type { Context, Database } from "../../../context.ts";

const safetyIds = allSafetyKeyFigures().map(({ id }) => id);

type Seeing = Pick<
  Context["viewer"],
  "permissions" | "access_scopes" | "show_all_key_figures" | "is_admin" | "is_super_admin"
>;

/** What of the viewer decides on what is said of a finding. */
function seeingOf({ permissions, access_scopes, ...viewer }: Seeing): string {
  const { show_all_key_figures, is_admin, is_super_admin } = viewer;
  const scopes = access_scopes ? [...access_scopes].toSorted() : null;
  const flags = [show_all_key_figures, is_admin, is_super_admin];
  return JSON.stringify([[...permissions].toSorted(), scopes, flags]);
}

/**
 * A text that is another one after each change of findings, of their steps and comments, of work orders, of what is
 * released, of what is dangerous, of disabled key figures, of what the viewer may see, and of the twin. The names of
 * users are not part of it.
 */
export async function readFindingVersion(
  { db, viewer }: { readonly db: Database; readonly viewer: Seeing },
  plant_id: number,
): Promise<string> {
  const lives = sql`select count(*), coalesce(sum(revision), 0), max(updated_at), count(severity),
    coalesce(sum(severity), 0), count(analysis_id) from finding_life where plant_id = ${plant_id}`;
  const ofLives = sql`finding_id in (select id from finding_life where plant_id = ${plant_id})`;
  const parts = [
    lives,
    sql`select count(*), max(judged_at) from finding_evidence where ${ofLives}`,
    sql`select count(*), max(id), count(undone_at), count(withdrawn_at) from finding_step where plant_id = ${plant_id}`,
    sql`select count(*), max(id) from finding_comment where ${ofLives}`,
    sql`select count(*), coalesce(sum(revision), 0), max(updated_at), count(*) filter (where is_internal)
      from work_order where plant_id = ${plant_id}`,
    sql`select string_agg(id || visibility, ' ' order by id) from analysis where plant_id = ${plant_id}`,
    sql`select string_agg(summary ->> 'hash', ' ' order by analysis_id, key_figure_id) from analysis_column
      where analysis_id in (select id from analysis where plant_id = ${plant_id})
        and key_figure_id = any(${sql.param(safetyIds)}::int[])`,
    sql`select max(version) from twin where plant_id = ${plant_id}`,
    sql`select string_agg(key_figure_id::text, ' ' order by key_figure_id) from disabled_key_figure
      where plant_id = ${plant_id}`,
    sql`select ${seeingOf(viewer)}::text`,
  ];
  const texts = parts.map((part) => sql`(select row_to_json(one)::text from (${part}) one)`);
  const { rows } = await db.execute<{ version: string }>(
    sql`select md5(concat_ws(' ', ${sql.join(texts, sql`, `)})) as version`,
  );
  return rows[0]!.version;
}
