// The key-figure catalogue: what an analysis measures. IDs start at 1 without gaps. The names are in
// key-figure.json of every locale.
import type { Technology } from "../component/component.ts";
import type { KeyFigure } from "./key-figure-shape.ts";
import { coverageKeyFigures } from "./key-figure-coverage.ts";
import { mirrorKeyFigures } from "./key-figure-mirror.ts";
import { faultTypeKeyFigures } from "./fault-type.ts";
import { moduleFaultKeyFigures } from "./key-figure-module-fault.ts";
import { photovoltaicKeyFigures } from "./key-figure-photovoltaic.ts";
import { receiverKeyFigures } from "./key-figure-receiver.ts";
import { troughKeyFigures } from "./key-figure-trough.ts";

export type {
  Direction,
  KeyFigure,
  KeyFigureClass,
  Severity,
  Uncertainty,
} from "./key-figure-shape.ts";

export const keyFigures: readonly KeyFigure[] = [
  ...receiverKeyFigures,
  ...troughKeyFigures,
  ...mirrorKeyFigures,
  ...moduleFaultKeyFigures,
  ...photovoltaicKeyFigures,
  ...coverageKeyFigures,
  ...faultTypeKeyFigures,
].toSorted((a, b) => a.id - b.id);

const byId = new Map(keyFigures.map((keyFigure) => [keyFigure.id, keyFigure]));
const byKey = new Map(keyFigures.map((keyFigure) => [keyFigure.key, keyFigure]));

/** The key figure with this id, or undefined. */
export function keyFigureById(id: number): KeyFigure | undefined {
  return byId.get(id);
}

/** The key figure with this key, or undefined. */
export function keyFigureByKey(key: string): KeyFigure | undefined {
  return byKey.get(key);
}

/** The key figure whose change decides that of this one; undefined where it decides itself. */
export function measuredBehind({ kind, ranked_by, compared_by }: KeyFigure): KeyFigure | undefined {
  return keyFigureById((kind === "u8" ? ranked_by : compared_by) ?? 0);
}

/**
 * These key figures and those that state their uncertainty. Experts alone choose the latter on a screen, but everybody's
 * values are counted and compared with them: what changed does not depend on who looks.
 */
export function withUncertainty(ids: readonly number[]): number[] {
  const more = ids.flatMap((id) => keyFigureById(id)?.uncertainty_by ?? []);
  return [...new Set([...ids, ...more])];
}

/** The catalogue of one technology, in id order. */
export function keyFiguresOf(technology: Technology): KeyFigure[] {
  return keyFigures.filter((keyFigure) => keyFigure.technology === technology);
}

/**
 * The key figures to offer among those with values: without those that another present one hides and,
 * unless `all`, without the expert ones. Keeps the order.
 */
export function visibleKeyFigures(present: readonly KeyFigure[], all = false): KeyFigure[] {
  const ids = new Set(present.map((keyFigure) => keyFigure.id));
  return present.filter(
    ({ hidden_by, expert }) =>
      all || !(expert === true || (hidden_by !== undefined && ids.has(hidden_by))),
  );
}
