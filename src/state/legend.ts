// How the key figure looked at is coloured.
import { atom } from "jotai";
import { keyFigureAtom, limitsAtom, summaryAtom } from "./column.ts";

/** `ramp`: by value; `classes`: by class, or by severity for a measured key figure. */
export type LegendMode = "ramp" | "classes";

const chosenModeAtom = atom<LegendMode>("ramp");

/** Classified key figures have no ramp. */
export const legendModeAtom = atom(
  (get): LegendMode => {
    const keyFigure = get(keyFigureAtom);
    if (keyFigure?.kind === "u8") return "classes";
    return get(chosenModeAtom) === "classes" && get(limitsAtom).length > 0 ? "classes" : "ramp";
  },
  (_get, set, mode: LegendMode) => set(chosenModeAtom, mode),
);

/** Ramp ends the user has set, by key-figure id. */
export const chosenDomainsAtom = atom<Readonly<Record<number, readonly [number, number]>>>({});

/**
 * The values at the two ends of the ramp, least first: what the user has set, else the column's range
 * (symmetric about 0 where both ends are bad). Limits outside widen it, so that a mild survey does
 * not look alarming.
 */
export const rampDomainAtom = atom((get): readonly [number, number] => {
  const keyFigure = get(keyFigureAtom);
  const summary = get(summaryAtom);
  if (!keyFigure || !summary || summary.min === null || summary.max === null) return [0, 1];
  const chosen = get(chosenDomainsAtom)[keyFigure.id];
  if (chosen) return chosen;
  const limits = get(limitsAtom);
  if (keyFigure.direction === "both") {
    const end = Math.max(Math.abs(summary.min), Math.abs(summary.max), ...limits);
    return [-end, end];
  }
  const min = Math.min(summary.min, ...limits);
  const max = Math.max(summary.max, ...limits);
  return max > min ? [min, max] : [min, min + keyFigure.step];
});
