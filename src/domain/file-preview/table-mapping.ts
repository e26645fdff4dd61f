// Which column of a table means what: of results, conditions of a flight, and reference measurements.
import { conditionMeaning } from "../evaluation/condition-head.ts";
import { quantityNames } from "../evaluation/condition-record.ts";
import { keyFigureById, keyFigureByKey } from "../key-figure/key-figure.ts";
import { filePurposes, mappingOf, type FileMapping } from "./file-mapping.ts";
import type { TableWords } from "./mapped-table.ts";

/** What becomes of a file with a table. */
export const tablePurposes = ["results", "conditions", "references"] as const;
export type TablePurpose = (typeof tablePurposes)[number];
/** All whose mappings are remembered. */
export const mappingPurposes = [...filePurposes, ...tablePurposes] as const;

/** The meanings beside key figures, in the order of the form. */
export const tableMeanings = {
  results: ["dt_id", "pcs"],
  conditions: ["time", "component", ...quantityNames],
  references: ["dt_id", "measured_at", "acquired_by", "notes", "is_ignored"],
} as const satisfies Readonly<Record<TablePurpose, readonly string[]>>;
export type TableMeaning = (typeof tableMeanings)[TablePurpose][number];

/** Whether columns of the table can be key figures, by their keys. */
export const hasFigures = (purpose: TablePurpose): boolean => purpose !== "conditions";

function isTableMeaning(purpose: TablePurpose, meaning: string): boolean {
  const known: readonly string[] = tableMeanings[purpose];
  return known.includes(meaning) || (hasFigures(purpose) && keyFigureByKey(meaning) !== undefined);
}

/** The mapping in the field of a form; null where it is none, or none of this purpose. */
export function readTableMapping(purpose: TablePurpose, text: string): FileMapping | null {
  const mapping = mappingOf(text);
  if (!mapping) return null;
  const isKnown = Object.keys(mapping).every((meaning) => isTableMeaning(purpose, meaning));
  return isKnown ? mapping : null;
}

const withUnit = (name: string, unit: string | null) =>
  unit === null ? name : `${name} [${unit}]`;
const bare = (head: string) => head.trim().replace(/\s*(?:\[[^\]]*\]|\([^)]*\))$/, "");

/** The key of the key figure that a head names by its ID or its key. */
function figureOf(head: string): string | null {
  const name = bare(head);
  const figure = /^\d{1,6}$/.test(name) ? keyFigureById(Number(name)) : keyFigureByKey(name);
  return figure?.key ?? null;
}

/** How the reader of each purpose understands its heads. */
export const tableWords: Readonly<Record<TablePurpose, TableWords>> = {
  results: {
    own(head) {
      const name = head.trim().toLowerCase();
      return name === "dt_id" || name === "pcs" ? name : figureOf(head);
    },
    head: (meaning, unit) => (keyFigureByKey(meaning) ? withUnit(meaning, unit) : meaning),
    keepsOthers: false,
  },
  conditions: {
    own: conditionMeaning,
    // The time zone is in brackets too.
    head: (meaning, unit) => (meaning === "component" ? meaning : withUnit(meaning, unit)),
    keepsOthers: true,
  },
  references: {
    own(head) {
      const known: readonly string[] = tableMeanings.references;
      return known.includes(head.trim()) ? head.trim() : (keyFigureByKey(bare(head))?.key ?? null);
    },
    head: (meaning, unit) => (keyFigureByKey(meaning) ? withUnit(meaning, unit) : meaning),
    keepsOthers: false,
  },
};
