// The value that the map shows for a component: its own, or what its parts come to, and which parts.
import { atom, type Atom, type Getter } from "jotai";
import { aggregateColumn, type Aggregate } from "../../../domain/column/aggregate.ts";
import { valueAt, type ColumnValues } from "../../../domain/column/column.ts";
import { ancestorTypesOf } from "../../../domain/component/component.ts";
import {
  descendantsOf,
  parentOf,
  parentsOf,
  type ComponentRow,
} from "../../../domain/component/hierarchy.ts";
import { partsWorstFirst } from "../../../domain/key-figure/finding.ts";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import { severityOf } from "../../../domain/key-figure/severity.ts";
import { aggregateAtom } from "../../map/detail.ts";
import { openRowAtom } from "../component/component.ts";
import { keyFigureAtom, limitsAtom } from "./key-figure.ts";
import { rankingAtom, valuesOfKeyFigureAtom } from "./measured-value.ts";
import { imagedRowAtom } from "../image/open-image.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { FILTERED_OUT, rowFlagsOf, rowFlagVersionAtom } from "./row-flag.ts";
import { severityAtom } from "./value-colour.ts";

export type ShownValue = {
  readonly keyFigure: KeyFigure;
  /** The component that has the value: the asked one, or the one above it that is measured as a whole. */
  readonly at: ComponentRow;
  /** How the parts come to the value; null where the component itself is measured. */
  readonly aggregate: Aggregate | null;
  /** NaN where nothing was measured, or too few parts pass the filters; with the aggregate `share` a part of 1. */
  readonly value: number;
  /** Null for a missing or unjudged value. */
  readonly severity: Severity | null;
  /** The measured parts that pass the filters, worst first; rows of the key figure's type. */
  readonly parts: Uint32Array;
  /** Those parts by severity 0 to 3. */
  readonly counts: readonly [number, number, number, number];
  /** Parts without a value, and measured parts that the filters hide. */
  readonly missing: number;
  readonly hidden: number;
};

const noParts = {
  aggregate: null,
  parts: new Uint32Array(0),
  counts: [0, 0, 0, 0],
  missing: 0,
  hidden: 0,
} as const;

function ownValue(get: Getter, at: ComponentRow): ShownValue | null {
  const column = get(valuesOfKeyFigureAtom);
  if (!column) return null;
  const { keyFigure } = column;
  const value = valueAt(column.values, at.row);
  return { keyFigure, at, value, severity: get(severityAtom)(keyFigure, value), ...noParts };
}

function valueOfParts(get: Getter, at: ComponentRow, below: Uint32Array): ShownValue | null {
  const column = get(valuesOfKeyFigureAtom);
  if (!column) return null;
  const { keyFigure, values } = column;
  const limits = get(limitsAtom);
  const aggregate = get(aggregateAtom);
  const flags = rowFlagsOf(keyFigure.component_type);
  const measured = below.filter((row) => valueAt(values, row) === valueAt(values, row));
  const passing = measured.filter((row) => ((flags?.[row] ?? 0) & FILTERED_OUT) === 0);
  const parts = partsWorstFirst(passing, values, keyFigure, limits, get(rankingAtom)?.values);
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const row of parts) counts[severityOf(keyFigure, valueAt(values, row), limits)] += 1;
  const left = measured.filter((row) => ((flags?.[row] ?? 0) & FILTERED_OUT) !== 0);
  const value = together({ parts, left }, values, keyFigure, limits, aggregate);
  const severity = aggregate === "share" ? null : get(severityAtom)(keyFigure, value);
  const missing = below.length - measured.length;
  const hidden = measured.length - passing.length;
  return { keyFigure, at, aggregate, value, severity, parts, counts, missing, hidden };
}

/** The value of a component with these parts, and those that the filters leave out, as the map draws it. */
function together(
  { parts, left }: { readonly parts: Uint32Array; readonly left: Uint32Array },
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
  aggregate: Aggregate,
): number {
  const isClassed = keyFigure.kind === "u8";
  const numbers = [...parts, ...left].map((row) => values[row]!);
  const mask = Uint8Array.from(numbers, (_, at) => (at < parts.length ? 0 : FILTERED_OUT));
  const column = isClassed ? Uint8Array.from(numbers) : Float32Array.from(numbers);
  const severity = Int8Array.from({ length: 256 }, (_, one) =>
    keyFigure.classes.some((known) => known.value === one) ? severityOf(keyFigure, one) : -1,
  );
  const one = aggregateColumn(column, new Uint32Array(numbers.length), 1, {
    aggregate,
    mask,
    direction: keyFigure.direction,
    // As on the map: a part counts for `share` once it is poor.
    limit: isClassed ? 2 : (limits[1] ?? limits[0] ?? 0),
    limits,
    ...(isClassed ? { severity } : {}),
  });
  return valueAt(one, 0);
}

const levels = { get: geometryOf };

/** The rows below a component that the current key figure measures; found again only for another plant or component. */
function belowAtom(of: Atom<ComponentRow | null>): Atom<Uint32Array> {
  return atom((get) => {
    get(geometryVersionAtom);
    const at = get(of);
    const type = get(keyFigureAtom)?.component_type;
    return at && type ? descendantsOf(levels, type, at) : new Uint32Array(0);
  });
}

/** What the map shows for a component; null while it is loading, or where it has no such value. */
function shownAtom(of: Atom<ComponentRow | null>): Atom<ShownValue | null> {
  const below = belowAtom(of);
  return atom((get) => {
    const at = get(of);
    const type = get(keyFigureAtom)?.component_type;
    get(geometryVersionAtom);
    get(rowFlagVersionAtom);
    if (!at || !type) return null;
    if (at.component_type === type) return ownValue(get, at);
    if (ancestorTypesOf(type).includes(at.component_type)) return valueOfParts(get, at, get(below));
    const above = parentsOf(levels, at).find(({ component_type }) => component_type === type);
    return above ? ownValue(get, above) : null;
  });
}

const parentRowAtom = atom((get) => {
  get(geometryVersionAtom);
  const at = get(openRowAtom);
  return at && parentOf(levels, at);
});

/** What the map shows for the open component. */
export const shownValueAtom = shownAtom(openRowAtom);

/** What it shows for the component above. */
export const parentValueAtom = shownAtom(parentRowAtom);

/** What it shows for the component whose images are open. */
export const imageValueAtom = shownAtom(imagedRowAtom);
