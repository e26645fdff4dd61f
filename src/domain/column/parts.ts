// The values of the parts of one component: of a collector's tubes, of a tracker's modules.
import { severityOf } from "../key-figure/severity.ts";
import { badnessOf } from "../key-figure/notable.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { eachPart } from "./part-row.ts";
import { MISSING_U8, valueAt, type ColumnValues } from "./column.ts";

export type PartsSummary = {
  /** Parts with a value, by severity 0 to 3. */
  readonly severities: readonly [number, number, number, number];
  readonly missing: number;
  /** The value nearest the bad end, of the highest severity, of classes the later one; NaN without values. */
  readonly worst: number;
};

export type PartsRequest = {
  readonly keyFigure: KeyFigure;
  /** The limits at this plant. */
  readonly limits: readonly number[];
  /** One byte per part; a part with bit 0 set (filtered out) does not count. */
  readonly mask?: Uint8Array | undefined;
};

/**
 * @param values one value per part
 * @param containers by part the row of the component that contains it (component/container.ts)
 */
export function partsOf(
  values: ColumnValues,
  containers: Uint32Array,
  container: number,
  { keyFigure, limits, mask }: PartsRequest,
): PartsSummary {
  const severities: [number, number, number, number] = [0, 0, 0, 0];
  const bad = badnessOf(keyFigure.direction);
  let missing = 0;
  let worst = NaN;
  let highest = -1;
  eachPart(containers, container, (part) => {
    if (mask && (mask[part]! & 1) !== 0) return;
    const value = valueAt(values, part);
    if (value !== value) {
      missing += 1;
      return;
    }
    const severity = severityOf(keyFigure, value, limits);
    severities[severity] += 1;
    const isWorse = bad(value) > bad(worst);
    if (severity > highest || (severity === highest && isWorse)) worst = value;
    highest = Math.max(highest, severity);
  });
  return { severities, missing, worst };
}

/**
 * Parts of one component by class number, filtered ones left out.
 * @param values one class number per part
 * @param containers as for `partsOf`
 * @returns 256 counts; parts without a class are the last
 */
export function partClasses(
  values: Uint8Array,
  containers: Uint32Array,
  container: number,
  mask?: Uint8Array,
): Uint32Array {
  const counts = new Uint32Array(MISSING_U8 + 1);
  eachPart(containers, container, (part) => {
    if (!mask || (mask[part]! & 1) === 0) counts[values[part] ?? MISSING_U8]! += 1;
  });
  return counts;
}
