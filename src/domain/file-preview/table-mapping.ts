// Which column of a table means what: of results, conditions of a flight, reference measurements, and records.
import { userFieldOf, userFields } from "../account/user-table.ts";
import { referenceField, referenceFields } from "../analysis/reference-head.ts";
import { conditionMeanings, isConditionNote } from "../evaluation/condition-head.ts";
import { quantityNames, type Quantity } from "../evaluation/condition-record.ts";
import { keyFigureById, keyFigureByKey } from "../key-figure/key-figure.ts";
import { unitConversion } from "../key-figure/unit.ts";
import { droneFieldOf, droneFields } from "../provider/drone-table.ts";
import { serialFields, serialMeanings } from "../serial-number/serial-head.ts";
import { bracketOf, isHeadNote } from "../table/head-bracket.ts";
import { isDayOrClock, zonedHead } from "../table/time-order.ts";
import { plainName } from "../twin/twin-file-name.ts";
import { filePurposes, mappingOf, type FileMapping } from "./file-mapping.ts";
import type { TableWords } from "./mapped-table.ts";

/** What becomes of a file with a table. */
export const tablePurposes = [
  "results",
  "conditions",
  "references",
  "users",
  "drones",
  "serials",
] as const;
export type TablePurpose = (typeof tablePurposes)[number];
/** All whose mappings are remembered. */
export const mappingPurposes = [...filePurposes, ...tablePurposes] as const;

/** The meanings beside key figures, in the order of the form. */
export const tableMeanings = {
  results: ["dt_id", "pcs"],
  conditions: ["time", "clock", "component", ...quantityNames],
  references: referenceFields,
  users: userFields,
  drones: droneFields,
  serials: serialFields,
} as const satisfies Readonly<Record<TablePurpose, readonly string[]>>;
export type TableMeaning = (typeof tableMeanings)[TablePurpose][number];

/** Whether columns of the table can be key figures, by their keys. */
export const hasFigures = (purpose: TablePurpose): boolean =>
  purpose === "results" || purpose === "references";
/** Whether values of the table have units. */
export const hasUnits = (purpose: TablePurpose): boolean =>
  hasFigures(purpose) || purpose === "conditions";

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

const bare = (head: string) => bracketOf(head)?.bare ?? head.trim();

/** The key of the key figure that a head names by its ID or its key. */
function figureOf(head: string): string | null {
  const name = bare(head);
  const figure = /^\d{1,6}$/.test(name) ? keyFigureById(Number(name)) : keyFigureByKey(name);
  return figure?.key ?? null;
}

/** The meaning with the text in brackets at the head, unless that is a note. */
function withUnit(meaning: string, head: string, isNote: boolean): string {
  const unit = bracketOf(head)?.text;
  return unit === undefined || isNote ? meaning : `${meaning} [${unit}]`;
}

function figureNote(meaning: string, head: string): boolean {
  const figure = keyFigureByKey(meaning);
  const text = bracketOf(head)?.text;
  if (!figure || text === undefined || unitConversion(figure.unit, text)) return false;
  return isHeadNote(text);
}

const figureHead = (meaning: string, head: string) =>
  keyFigureByKey(meaning) ? withUnit(meaning, head, figureNote(meaning, head)) : meaning;

const isQuantity = (meaning: string): meaning is Quantity =>
  (quantityNames as readonly string[]).includes(meaning);

function quantityNote(meaning: string, head: string): boolean {
  const text = bracketOf(head)?.text;
  return isQuantity(meaning) && text !== undefined && isConditionNote(meaning, text);
}

/** Records have fields of one name each, without units. */
const recordWords = (fieldOf: (head: string) => string | null): TableWords => ({
  own: (heads) => heads.map(fieldOf),
  head: (meaning) => meaning,
  hasNote: () => false,
  keeps: () => false,
});

/** How the reader of each purpose understands its heads. */
export const tableWords: Readonly<Record<TablePurpose, TableWords>> = {
  results: {
    own: (heads) =>
      heads.map((head) => {
        const name = head.trim().toLowerCase();
        return name === "dt_id" || name === "pcs" ? name : figureOf(head);
      }),
    head: figureHead,
    hasNote: figureNote,
    keeps: () => false,
  },
  conditions: {
    own: conditionMeanings,
    head(meaning, head, isPair) {
      if (meaning === "time") return zonedHead(isPair ? "date" : "time", head);
      if (meaning === "clock") return zonedHead("time", head);
      return meaning === "component"
        ? meaning
        : withUnit(meaning, head, quantityNote(meaning, head));
    },
    hasNote: quantityNote,
    // The reader would take a second day or clock for the one that the user named.
    keeps: (head) => !isDayOrClock(plainName(bare(head))),
  },
  references: {
    own: (heads) =>
      heads.map((head) => referenceField(head) ?? keyFigureByKey(bare(head))?.key ?? null),
    head: (meaning, head) =>
      meaning === "measured_at" ? zonedHead(meaning, head) : figureHead(meaning, head),
    hasNote: figureNote,
    keeps: () => false,
  },
  users: recordWords(userFieldOf),
  drones: recordWords(droneFieldOf),
  serials: { ...recordWords(() => null), own: serialMeanings },
};
