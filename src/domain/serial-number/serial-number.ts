// Serial numbers of components: what the maker prints on a module or a tube. The plant has each one once.
import { z } from "zod";
import { problemShape } from "../error-shape.ts";
import { calendarDateShape } from "../calendar-date.ts";
import { componentTypeShape } from "../column/filter.ts";
import type { ComponentType } from "../component/component.ts";
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";
import { exactLineShape, lineShape } from "../text.ts";

/** Components that a maker numbers one by one. */
const numbered: ReadonlySet<ComponentType> = new Set(["module", "absorber_tube"]);

export function hasSerial(type: ComponentType): boolean {
  return numbered.has(type);
}

export const serialSources = ["typed", "scanned", "import"] as const;

/** Why a serial number is the component's no more: it was wrong, or another component stands there now. */
export const serialEnds = ["corrected", "replaced", "removed"] as const;
export type SerialEnd = (typeof serialEnds)[number];

export const serialShape = lineShape.min(1).max(limits.serialLetters);

/** Two texts with the same key are one serial number: spaces and the case of letters are how somebody wrote it. */
export function serialKey(serial: string): string {
  return serial.replaceAll(/\s/gu, "").toUpperCase();
}

/** A serial number of a component: the present one, or a former one. */
export const serialEntryShape = z.object({
  id: z.number().int(),
  serial: z.string(),
  source: z.enum(serialSources),
  /** The day at the plant on which the component was fitted, YYYY-MM-DD; null where it is not known. */
  fitted_on: z.string().nullable(),
  created_at: z.string(),
  /** Null where the account was deleted. */
  user_name: z.string().nullable(),
  /** Null for the present one. */
  ended_at: z.string().nullable(),
  end: z.enum(serialEnds).nullable(),
  ended_by: z.string().nullable(),
});
export type SerialEntry = z.infer<typeof serialEntryShape>;

/** A component with a serial number that fits a search. */
export const serialFoundShape = z.object({
  serial: z.string(),
  /** False for a number that the component had before. */
  is_present: z.boolean(),
  component_type: componentTypeShape,
  dt_id: z.string(),
  /** The plant's own name; "" without one. */
  pcs: z.string(),
  /** In the present twin; null where it has the component no more. */
  row: z.number().int().nullable(),
});
export type SerialFound = z.infer<typeof serialFoundShape>;

const placeShape = z.object({
  component_type: componentTypeShape,
  dt_id: exactLineShape.min(1).max(limits.componentNameLength),
});
export const serialOfShape = placeShape;

/** What becomes of the number that the component has: `corrected` or `replaced`. */
const endingShape = z.enum(["corrected", "replaced"]);
export type SerialEnding = z.infer<typeof endingShape>;

export const serialChangeShape = placeShape.extend({
  /** Null takes it away. */
  serial: serialShape.nullable(),
  /** The number that the change is based on; null for none. */
  before: serialShape.nullable(),
  source: z.enum(["typed", "scanned"]),
  /** Null where there was none before, or it is taken away. */
  ending: endingShape.nullable(),
  /** YYYY-MM-DD; null where it is not known. */
  fitted_on: calendarDateShape.nullable(),
});
export type SerialChange = z.infer<typeof serialChangeShape>;

/** "1.23457E+17": a spreadsheet has shortened it, so its last digits are lost. */
const shortened = /^\d([.,]\d+)?E\+\d+$/i;

/** Why this text cannot be a serial number, or null. */
export function serialRefusal(serial: string): Refusal | null {
  if (shortened.test(serial.trim())) return { reason: "serial_shortened" };
  return serialShape.safeParse(serial).success ? null : { reason: "serial_unreadable" };
}

/** Why a change of one component cannot be made, or null. `holder`: the name of another component that has the number. */
export function serialChangeRefusal(
  { component_type, serial, before, ending }: SerialChange,
  { present, holder, name }: { present: string | null; holder: string | null; name: string },
): Refusal | null {
  if (!hasSerial(component_type)) return { reason: "serial_component_type", values: { name } };
  if (present !== before) {
    return { reason: "serial_changed", values: { name, serial: present ?? "–" } };
  }
  if (serial === null) return null;
  const refusal = serialRefusal(serial);
  if (refusal) return { ...refusal, field: "serial", values: { value: serial } };
  if (holder !== null) {
    return { reason: "serial_taken", field: "serial", values: { value: serial, name, holder } };
  }
  return before !== null && ending === null && serial !== before
    ? { reason: "serial_ending_missing", field: "ending" }
    : null;
}

/** What a file of serial numbers changes, as the preview and the import answer it. */
export const serialImportedShape = z.object({
  /** False for a preview, which changes nothing. */
  is_applied: z.boolean(),
  /** Components that get a number, and those of them that have another one. */
  changed_count: z.number().int(),
  differing_count: z.number().int(),
  /** Components that have the number of the file already. */
  unchanged_count: z.number().int(),
  /** Rows without a number. */
  empty_count: z.number().int(),
  /** Numbers that the file holds as numbers: zeros before them would be lost. */
  numeric_count: z.number().int(),
  /** The first ones, those that have another number before the others. */
  changes: z.array(
    z.object({
      dt_id: z.string(),
      /** The plant's own name; the ID without one. */
      name: z.string(),
      old_value: z.string().nullable(),
      new_value: z.string(),
    }),
  ),
  /** Columns of the file that are not read, at most 20. */
  unread: z.array(z.string()),
  notes: z.array(problemShape),
});
export type SerialImported = z.infer<typeof serialImportedShape>;
