// Saved views of plants.
import { and, asc, eq, sql } from "drizzle-orm";
import type { SavedView, SavedViewForm } from "../../../domain/plant/saved-view.ts";
import type { Database, Viewer } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { savedView } from "../schema/provider.ts";
import { isViewSeen } from "../viewer-scope.ts";

const columns = {
  id: savedView.id,
  plant_id: savedView.plant_id,
  name: savedView.name,
  query: savedView.query,
  is_shared: savedView.is_shared,
  account_id: savedView.account_id,
  // Customers see the names of staff, but nothing else about their accounts.
  user_name: sql<string>`coalesce(account_name(${savedView.account_id}), '')`,
  updated_at: savedView.updated_at,
} satisfies ColumnsOf<SavedView>;

/** The viewer's own views of a plant and the shared ones; `id` narrows them. */
export function readSavedViews(
  db: Database,
  viewer: Pick<Viewer, "account_id">,
  plant_id: number,
  id?: number,
): Promise<SavedView[]> {
  return db
    .select(columns)
    .from(savedView)
    .where(
      and(
        eq(savedView.plant_id, plant_id),
        id === undefined ? undefined : eq(savedView.id, id),
        isViewSeen(viewer),
      ),
    )
    .orderBy(asc(sql`lower(${savedView.name})`), asc(savedView.id));
}

export async function insertSavedView(
  db: Database,
  row: SavedViewForm & Pick<SavedView, "plant_id" | "account_id">,
): Promise<number> {
  const [made] = await db.insert(savedView).values(row).returning({ id: savedView.id });
  if (!made) throw new Error("the view was not stored");
  return made.id;
}

export async function updateSavedView(
  db: Database,
  id: number,
  fields: Partial<SavedViewForm>,
): Promise<void> {
  const updated_at = new Date().toISOString();
  await db
    .update(savedView)
    .set({ ...fields, updated_at })
    .where(eq(savedView.id, id));
}

export async function deleteSavedView(db: Database, id: number): Promise<void> {
  await db.delete(savedView).where(eq(savedView.id, id));
}
