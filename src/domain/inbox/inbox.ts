// The inbox of a user: what others did that concerns them, and what is due. It is read from the findings and work orders
// themselves, so that it never says what is no longer true or no longer visible.
import { z } from "zod";
import { componentTypeShape } from "../column/filter.ts";
import { exactLineShape } from "../text.ts";
import { findingStatuses } from "../finding/finding-status.ts";
import { workOrderStatuses } from "../work-order/work-order-status.ts";

/**
 * - `assigned`: somebody gave the user findings or a work order.
 * - `mentioned`: a comment mentions the user.
 * - `due`: what the user has to do is due within three days, or overdue.
 * - `status`: somebody changed the status of findings that the user decided on first, or of an own work order.
 * - `survey`: an analysis verified or returned findings that the user has, did or decided on first.
 */
export const inboxKinds = ["assigned", "mentioned", "due", "status", "survey"] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** `app`: in the inbox alone. `at_once` and `digest`: also by mail. `off`: nowhere. */
export const inboxWays = ["app", "at_once", "digest", "off"] as const;
export type InboxWay = (typeof inboxWays)[number];

const wayShape = z.enum(inboxWays);
export const inboxSettingsShape = z.object({
  assigned: wayShape,
  mentioned: wayShape,
  due: wayShape,
  status: wayShape,
  survey: wayShape,
});
export type InboxSettings = z.infer<typeof inboxSettingsShape>;

/** How a user is notified, and when this server sends the daily mail: the hour, 0 to 23, by the clock of the zone (IANA). */
export const inboxNotifiedShape = z.object({
  ways: inboxSettingsShape,
  digest_hour: z.number().int(),
  digest_zone: z.string(),
});
export type InboxNotified = z.infer<typeof inboxNotifiedShape>;

/** No mails without the user's consent. */
export const firstInboxSettings: InboxSettings = {
  assigned: "app",
  mentioned: "app",
  due: "app",
  status: "app",
  survey: "app",
};

const keyShape = exactLineShape.min(1).max(100);

export const inboxEntryShape = z.object({
  /** Names the entry for its reader; the same as long as it says the same. */
  key: keyShape,
  kind: z.enum(inboxKinds),
  plant_id: z.number().int(),
  plant_name: z.string(),
  /** Of a work order; null for findings. */
  work_order_id: z.number().int().nullable(),
  work_order: z.number().int().nullable(),
  /** The component of the first finding; null for a work order. */
  component_type: componentTypeShape.nullable(),
  dt_id: z.string().nullable(),
  /** Of findings; 1 for a work order. */
  count: z.number().int(),
  /** The new status, but `dismissed` of a dismissed finding that an analysis has opened again; null where the entry names none. */
  status: z.enum([...findingStatuses, ...workOrderStatuses]).nullable(),
  /** YYYY-MM-DD, of what is due. */
  due_on: z.string().nullable(),
  is_overdue: z.boolean(),
  /** Who did it; null for an analysis and for what is due. */
  user_name: z.string().nullable(),
  created_at: z.string(),
  is_read: z.boolean(),
});
export type InboxEntry = z.infer<typeof inboxEntryShape>;

export const inboxShape = z.object({
  /** Newest first. */
  entries: z.array(inboxEntryShape),
  unread: z.number().int(),
});
export type Inbox = z.infer<typeof inboxShape>;

/** How many entries of each kind an inbox shows, and for how many days back. */
export const INBOX_ENTRIES = 100;
export const INBOX_DAYS = 60;
/** How many days before its day something is due soon. */
export const DUE_SOON_DAYS = 3;

export const readKeysShape = z.object({
  keys: z
    .array(keyShape)
    .min(1)
    .max(INBOX_ENTRIES * inboxKinds.length),
});

/** Where an entry is shown in full: a path of the app. */
export function entryPath(
  entry: Pick<InboxEntry, "plant_id" | "work_order_id" | "component_type" | "dt_id">,
): string {
  const { plant_id, work_order_id, component_type, dt_id } = entry;
  const query = new URLSearchParams();
  if (work_order_id !== null) {
    query.set("panel", "work-orders");
    query.set("work_order", String(work_order_id));
  } else {
    query.set("panel", "findings");
    if (component_type !== null && dt_id !== null) {
      query.set("component", `${component_type}~${dt_id}`);
    }
  }
  return `/plant/${plant_id}?${query.toString()}`;
}

/** Names of the texts of entries, in `inbox:entry`; those with a number of findings have plural forms. */
export type EntryText =
  | "assigned_findings"
  | "assigned_order"
  | "mentioned"
  | "due_findings"
  | "due_order"
  | "overdue_findings"
  | "overdue_order"
  | "status_findings"
  | "status_order"
  | "verified_findings"
  | "returned_findings"
  | "reopened_findings";

export function entryText(
  entry: Pick<InboxEntry, "kind" | "work_order_id" | "is_overdue" | "status">,
): EntryText {
  const { kind, work_order_id, is_overdue, status } = entry;
  if (kind === "mentioned") return "mentioned";
  if (kind === "survey") {
    if (status === "verified") return "verified_findings";
    return status === "dismissed" ? "reopened_findings" : "returned_findings";
  }
  const what = work_order_id === null ? "findings" : "order";
  return `${kind === "due" && is_overdue ? "overdue" : kind}_${what}`;
}
