// The heads of a table of reference measurements beside its key figures.
import { cellText, type HeadRule } from "../table/table.ts";
import { headZone } from "../table/time-order.ts";

export const referenceFields = [
  "dt_id",
  "measured_at",
  "acquired_by",
  "notes",
  "is_ignored",
] as const;
export type ReferenceField = (typeof referenceFields)[number];

/** What a column is by its head; null for a key figure, or none. The times may state their zone: "measured_at [UTC+2]". */
export function referenceField(head: string): ReferenceField | null {
  const name = head.trim().toLowerCase();
  if (/^measured_at\s*[[(]/.test(name) && headZone(name) !== undefined) return "measured_at";
  return referenceFields.find((field) => field === name) ?? null;
}

/** Tells the head of such a table: an ID and a time. Titles may stand above it. */
export const isReferenceHead: HeadRule = (cells) => {
  const fields = cells.map((cell) => referenceField(cellText(cell)));
  return fields.includes("dt_id") && fields.includes("measured_at");
};
