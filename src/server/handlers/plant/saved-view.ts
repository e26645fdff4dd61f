// Saved views of a plant: listed, saved, changed, deleted.
import { savedViewApi } from "../../../api/plant/saved-view.ts";
import { failure } from "../../../domain/error.ts";
import { storedQuery, type SavedView } from "../../../domain/plant/saved-view.ts";
import type { Context } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit, type AuditEntry } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/plant/saved-view.ts";

/** Names are unique per plant and author; "Hot tubes" and "hot tubes" are one name. */
const nameTaken = { saved_view_name: { reason: "view_name_taken", field: "name" } };

export const savedViewHandlers: Handlers<typeof savedViewApi> = {
  list: ({ db, viewer }, { plant }) => store.readSavedViews(db, viewer, plant.id),

  async create(context, { plant, body }) {
    const { db, viewer } = context;
    const { id: plant_id, customer_id } = plant;
    const { account_id } = viewer;
    const known = await store.readSavedViews(db, viewer, plant_id);
    const count = known.filter((one) => one.account_id === account_id).length;
    refuse(savedViewApi.create, viewer, { count });
    requireFreeName(known, account_id, body.name, null);
    const row = { ...body, query: checked(body.query), plant_id, account_id };
    const id = await changeWithAudit(
      context,
      (transaction) => refuseViolation(nameTaken, () => store.insertSavedView(transaction, row)),
      (saved_view_id) => entryOf("create_saved_view", customer_id, { ...row, id: saved_view_id }),
    );
    return requireView(context, plant_id, id);
  },

  async update(context, { plant, params, body }) {
    const view = await requireView(context, plant.id, params.view_id);
    refuse(savedViewApi.update, context.viewer, view);
    const { query, ...fields } = body;
    if (fields.name !== undefined) {
      const known = await store.readSavedViews(context.db, context.viewer, plant.id);
      requireFreeName(known, view.account_id, fields.name, view.id);
    }
    const changes = query === undefined ? fields : { ...fields, query: checked(query) };
    await changeWithAudit(
      context,
      (transaction) =>
        refuseViolation(nameTaken, () => store.updateSavedView(transaction, view.id, changes)),
      () => entryOf("update_saved_view", plant.customer_id, { ...view, ...changes }),
    );
    // Staff who withdraw a view of someone else do not see it any more.
    const [changed] = await store.readSavedViews(context.db, context.viewer, plant.id, view.id);
    return changed ?? { ...view, ...changes };
  },

  async remove(context, { plant, params }) {
    const view = await requireView(context, plant.id, params.view_id);
    refuse(savedViewApi.remove, context.viewer, view);
    await changeWithAudit(
      context,
      (transaction) => store.deleteSavedView(transaction, view.id),
      () => entryOf("delete_saved_view", plant.customer_id, view),
    );
    return { done: true };
  },
};

/** @throws CONFLICT where another view of the author has the name, in whatever capitals */
function requireFreeName(
  known: readonly SavedView[],
  account_id: number,
  name: string,
  own_id: number | null,
): void {
  const plain = (text: string) => text.trim().normalize("NFC").toLowerCase();
  const isTaken = known.some(
    (one) => one.account_id === account_id && one.id !== own_id && plain(one.name) === plain(name),
  );
  if (isTaken) throw failure("CONFLICT", nameTaken.saved_view_name);
}

async function requireView(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  plant_id: number,
  id: number,
): Promise<SavedView> {
  return requireFound((await store.readSavedViews(db, viewer, plant_id, id))[0]);
}

/** @throws BAD_REQUEST for a query with parts that cannot be read */
function checked(query: string): string {
  const stored = storedQuery(query);
  if (!stored) throw failure("BAD_REQUEST", { reason: "view_unreadable", field: "query" });
  return stored;
}

function entryOf(
  action: AuditEntry["action"],
  customer_id: number,
  { id, plant_id, name, is_shared }: Pick<SavedView, "id" | "plant_id" | "name" | "is_shared">,
): AuditEntry {
  return { action, customer_id, detail: { saved_view_id: id, plant_id, name, is_shared } };
}
