// The data to draw and pick components: levels, values and row flags.
import { atom } from "jotai";
import type { Aggregate } from "../../domain/column/aggregate.ts";
import type { Childless } from "../../domain/component/childless.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Direction } from "../../domain/key-figure/key-figure.ts";
import { aggregateAtom } from "../../state/map/detail.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { childlessAtom } from "../../state/plant/component/plain-component.ts";
import { paletteChoiceAtom } from "../../state/plant/component/palette.ts";
import { schemeAtom } from "../scene.ts";
import {
  colouredColumnAtom,
  comparisonAtom,
  type ColouredColumn,
  type Comparison,
} from "./coloured-column.ts";
import { shareColouring, type Colouring } from "./colouring.ts";
import { levelsAtom, rowFlagsAtom, type Level, type RowFlags } from "./level.ts";

/** How parents represent children that are too small to see. */
export type Aggregation = {
  readonly aggregate: Aggregate;
  readonly direction: Direction;
  /** Limit from which a child counts for the aggregate `share`. */
  readonly shareLimit: number;
  /** Severity limits of the key figure at this plant; empty where there are none. */
  readonly limits: readonly number[];
  /** The colours of the aggregate `share`. */
  readonly shareColouring: Colouring;
};

export type ComponentData = {
  /** From the top of the hierarchy down, at least one. */
  readonly levels: readonly Level[];
  /** Null without a key figure. */
  readonly column: ColouredColumn | null;
  readonly comparison: Comparison | null;
  readonly aggregation: Aggregation;
  readonly rowFlags: RowFlags;
  /** Components without parts, by type. */
  readonly childless: ReadonlyMap<ComponentType, Childless>;
};

const aggregationAtom = atom((get): Aggregation => {
  const limits = get(limitsAtom);
  return {
    aggregate: get(aggregateAtom),
    direction: get(keyFigureAtom)?.direction ?? "higher_is_worse",
    // The aggregate `share` needs one limit: the one from which a component is poor.
    shareLimit: limits[1] ?? limits[0] ?? 0,
    limits,
    shareColouring: shareColouring(get(schemeAtom), get(paletteChoiceAtom)),
  };
});

/** Null until the first level is loaded. */
export const componentDataAtom = atom((get): ComponentData | null => {
  const levels = get(levelsAtom);
  if (levels.length === 0) return null;
  return {
    levels,
    column: get(colouredColumnAtom),
    comparison: get(comparisonAtom),
    aggregation: get(aggregationAtom),
    rowFlags: get(rowFlagsAtom),
    childless: get(childlessAtom),
  };
});
