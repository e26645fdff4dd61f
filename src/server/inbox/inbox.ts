// The inbox of a viewer: entries with names, places and whether they were read.
import { addDays, utcDay } from "../../domain/calendar-date.ts";
import {
  DUE_SOON_DAYS,
  INBOX_DAYS,
  inboxKinds,
  type InboxEntry,
  type InboxSettings,
} from "../../domain/inbox/inbox.ts";
import { instantAt, plantDate } from "../../domain/plant/plant-time.ts";
import type { Database, Viewer } from "../context.ts";
import { readAccountNames } from "../store/account/account-name.ts";
import * as store from "../store/inbox/inbox.ts";

type Parts = {
  /** Of the viewer: row-level security limits it. */
  readonly db: Database;
  readonly ownerDb: Database;
  readonly viewer: Viewer;
  readonly now: () => Date;
};

const DAY_MS = 86_400_000;

/** The entries that the settings let through, newest first. Nothing for a viewer who may not see findings. */
export async function readInbox(
  { db, ownerDb, viewer, now }: Parts,
  settings: InboxSettings,
): Promise<InboxEntry[]> {
  if (!viewer.permissions.has("READ_FINDING")) return [];
  const at = now();
  const since = new Date(at.getTime() - INBOX_DAYS * DAY_MS);
  // No clock is more than a day ahead of UTC.
  const due_until = addDays(utcDay(at), DUE_SOON_DAYS + 1);
  const kinds = inboxKinds.filter((kind) => settings[kind] !== "off");
  const rows = await store.readInboxRows(db, viewer, { since, due_until, kinds });
  const plants = await store.readInboxPlants(
    db,
    rows.map(({ plant_id }) => plant_id),
  );
  const { lives, numbers } = await store.readInboxPlaces(db, rows);
  const names = await readAccountNames(
    db,
    rows.map(({ actor_id }) => actor_id),
  );
  const entries = rows.flatMap((row): InboxEntry[] => {
    const { kind, plant_id, order_id, finding_id, count, status, due_on, actor_id } = row;
    const plant = plants.get(plant_id);
    if (!plant) return [];
    const due = due_on === null ? null : dueAt(plant.zone, due_on, at);
    if (due_on !== null && due === null) return [];
    // What is given late is news from then on, also where other things of that day were read before.
    const { given_at } = row;
    const late =
      due && given_at !== null && Date.parse(given_at) > Date.parse(due.at) ? given_at : null;
    const key = late === null ? row.key : `${row.key} ${Date.parse(late)}`;
    const life = finding_id === null ? undefined : lives.get(finding_id);
    return [
      {
        key: due?.is_overdue ? `over${key}` : key,
        kind,
        plant_id,
        plant_name: plant.name,
        work_order_id: order_id,
        work_order: order_id === null ? null : (numbers.get(order_id) ?? null),
        component_type: life?.component_type ?? null,
        dt_id: life?.dt_id ?? null,
        count,
        status,
        due_on,
        is_overdue: due?.is_overdue ?? false,
        user_name: actor_id === null ? null : (names.get(actor_id) ?? null),
        created_at: late ?? due?.at ?? row.at ?? at.toISOString(),
        is_read: false,
      },
    ];
  });
  const read = await store.readReadKeys(
    ownerDb,
    viewer.account_id,
    entries.map(({ key }) => key),
  );
  return entries
    .map((one) => ({ ...one, is_read: read.has(one.key) }))
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}

/** Since when it is due soon, or overdue, by the clock of the plant; null where it is not yet. */
function dueAt(zone: string, due_on: string, now: Date) {
  const today = plantDate(zone, now.toISOString());
  if (addDays(today, DUE_SOON_DAYS) < due_on) return null;
  const is_overdue = due_on < today;
  const day = is_overdue ? addDays(due_on, 1) : addDays(due_on, -DUE_SOON_DAYS);
  const at = new Date(instantAt(zone, Date.parse(`${day}T00:00:00Z`))).toISOString();
  return { is_overdue, at };
}
