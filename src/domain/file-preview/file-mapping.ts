// Which property of a file means what: said by the user in the preview, or by an earlier import of the customer.
import { z } from "zod";
import { readPointSize } from "../twin/point-size.ts";
import { columnIdShape } from "../observation/observation-column.ts";

/** What becomes of a file with shapes. */
export const filePurposes = ["twin", "areas", "blueprint", "observations"] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** The meanings that a property can have, in the order of the form. Observations also have their columns. */
export const fileMeanings = {
  twin: ["name", "type", "parent", "group", "dt_id"],
  areas: ["name", "capacity_mw", "capacity_kw"],
  blueprint: ["name"],
  observations: ["component", "observed_at", "notes"],
} as const satisfies Readonly<Record<FilePurpose, readonly string[]>>;
export type FileMeaning = (typeof fileMeanings)[FilePurpose][number];

/** A property has at most so many letters; longer names mean nothing. */
export const columnLetters = 250;
const MOST_MEANINGS = 120;

/**
 * Meaning to property. Null: no property has this meaning. Where a meaning is absent, the names of the properties
 * decide (decisions/twin-files.md).
 */
export const fileMappingShape = z
  .record(z.string().max(40), z.string().min(1).max(columnLetters).nullable())
  .refine((mapping) => Object.keys(mapping).length <= MOST_MEANINGS);
export type FileMapping = Readonly<z.infer<typeof fileMappingShape>>;

/**
 * The key of a mapping that is no meaning of a property: the reference system of coordinates of which the files state
 * none, as "EPSG:32719".
 */
export const SYSTEM = "system";
/** The key of the size of components of which a twin's files have points alone, see domain/twin/point-size.ts. */
export const SIZE = "point_size";
/**
 * The key of the sheets that a user chose in workbooks, as their names with "/" between them, which no name of a sheet has.
 * A workbook is read from the first of them that it has.
 */
export const SHEETS = "sheets";
export const sheetsOf = ({ [SHEETS]: names }: FileMapping): readonly string[] =>
  names?.split("/") ?? [];
const noMeanings: readonly string[] = [SYSTEM, SIZE, SHEETS];
const systemCode = /^EPSG:\d{4,6}$/;

export function isFileMeaning(purpose: FilePurpose, meaning: string): boolean {
  const known: readonly string[] = fileMeanings[purpose];
  if (known.includes(meaning)) return true;
  return purpose === "observations" && columnIdShape.safeParse(meaning).success;
}

/** The JSON of a mapping; null for a text that is none. */
export function mappingOf(text: string): FileMapping | null {
  try {
    return fileMappingShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The mapping in the field of a form; null where it is none, or none of this purpose. */
export function readFileMapping(purpose: FilePurpose, text: string): FileMapping | null {
  const mapping = mappingOf(text);
  if (!mapping) return null;
  const isKnown = ([meaning, column]: [string, string | null]) =>
    meaning === SYSTEM
      ? systemCode.test(column ?? "")
      : meaning === SIZE
        ? purpose === "twin" && readPointSize(column ?? "") !== null
        : meaning === SHEETS
          ? column !== null
          : isFileMeaning(purpose, meaning);
  return Object.entries(mapping).every(isKnown) ? mapping : null;
}

/** The properties that a mapping names. */
export function mappedColumns(mapping: FileMapping): string[] {
  const columns = Object.entries(mapping).flatMap(([meaning, column]) =>
    column === null || noMeanings.includes(meaning) ? [] : column,
  );
  return [...new Set(columns)].toSorted();
}

/** True where the file has all properties of the mapping. */
export function fitsColumns(mapping: FileMapping, columns: ReadonlySet<string>): boolean {
  return mappedColumns(mapping).every((column) => columns.has(column));
}

/** The mapping without the properties that the file lacks, so that another file can be read with the rest. */
export function withoutMissing(mapping: FileMapping, columns: ReadonlySet<string>): FileMapping {
  return Object.fromEntries(
    Object.entries(mapping).filter(
      ([meaning, column]) => noMeanings.includes(meaning) || column === null || columns.has(column),
    ),
  );
}

/** A mapping in which the user said something; undefined for one that is empty: the names of the properties decide. */
export function saidOf(mapping: FileMapping | null | undefined): FileMapping | undefined {
  return mapping && Object.keys(mapping).length > 0 ? mapping : undefined;
}
