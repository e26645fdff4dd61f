// Disabled key figures of plants. All others are enabled.
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { disabledKeyFigure } from "../../schema/provider.ts";

/** IDs of the plant's disabled key figures, ascending. */
export async function readDisabled(db: Database, plant_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: disabledKeyFigure.key_figure_id })
    .from(disabledKeyFigure)
    .where(eq(disabledKeyFigure.plant_id, plant_id))
    .orderBy(asc(disabledKeyFigure.key_figure_id));
  return rows.map(({ id }) => id);
}

export async function storeDisabled(
  db: Database,
  plant_id: number,
  key_figure_ids: readonly number[],
): Promise<void> {
  if (key_figure_ids.length === 0) return;
  await db
    .insert(disabledKeyFigure)
    .values(key_figure_ids.map((key_figure_id) => ({ plant_id, key_figure_id })))
    .onConflictDoNothing();
}

export async function removeDisabled(
  db: Database,
  plant_id: number,
  key_figure_ids: readonly number[],
): Promise<void> {
  if (key_figure_ids.length === 0) return;
  await db
    .delete(disabledKeyFigure)
    .where(
      and(
        eq(disabledKeyFigure.plant_id, plant_id),
        inArray(disabledKeyFigure.key_figure_id, [...key_figure_ids]),
      ),
    );
}
