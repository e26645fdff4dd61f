// Joins what thermal and visible rasters say of the same components.
import { MISSING_U8 } from "../column/column.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";
import type { FindingColumns } from "./module/module-finding.ts";

/** Class of `module_missing`. */
const OPEN_OR_MISSING = 2;

/** Of two classes of a component the worse one counts; what only one of them says is kept. */
export function joinedColumns(measured: FindingColumns, seen: FindingColumns): FindingColumns {
  const joined: FindingColumns = { ...measured };
  for (const [key, values] of Object.entries(seen)) {
    const first = measured[key];
    joined[key] = first ? values.map((value, row) => worseOf(key, first[row]!, value)) : values;
  }
  const { module_missing: thermal } = measured;
  const { module_missing: visible } = seen;
  if (!thermal || !visible) return joined;
  // Where temperatures say "open or missing", the colours say which.
  const decided = [...thermal.keys()].filter(
    (row) => thermal[row] === OPEN_OR_MISSING && visible[row] !== MISSING_U8,
  );
  if (decided.length === 0) return joined;
  const [missing, offline] = [
    Uint8Array.from(joined["module_missing"]!),
    Uint8Array.from(joined["module_offline"]!),
  ];
  for (const row of decided) {
    missing[row] = visible[row]!;
    if (visible[row] === 0) offline[row] = 1;
  }
  return { ...joined, module_missing: missing, module_offline: offline };
}

/** True if the class of the component comes from the visible raster, and no temperature gives the same one. */
export function isVisibleAlone(
  measured: FindingColumns,
  seen: FindingColumns,
  key: string,
  row: number,
): boolean {
  const [first, second] = [measured[key]?.[row] ?? MISSING_U8, seen[key]?.[row] ?? MISSING_U8];
  return second !== MISSING_U8 && first !== second && worseOf(key, first, second) === second;
}

function worseOf(key: string, first: number, second: number): number {
  if (first === MISSING_U8) return second;
  if (second === MISSING_U8) return first;
  const keyFigure = keyFigureByKey(key);
  if (!keyFigure) throw new RangeError(`there is no key figure ${key}`);
  const severity = (value: number) => severityOf(keyFigure, value, keyFigure.limits);
  return severity(second) > severity(first) ? second : first;
}
