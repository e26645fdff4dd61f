// The values of an analysis with the colours of the legend, and those of the analysis it is compared with.
import { atom, type Atom } from "jotai";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { CompareMode } from "../../domain/plant/view.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { comparedColumnsAtom } from "../../state/plant/compare/compared-value.ts";
import { columnValues, columnVersionAtom } from "../../state/plant/column/column.ts";
import {
  compareAtom,
  compareColumnAtom,
  compareSummariesAtom,
  differenceValues,
  isOtherOlderAtom,
} from "../../state/plant/compare/compare.ts";
import {
  columnAtom,
  keyFigureAtom,
  keyFigureIdAtom,
  limitsAtom,
  summaryAtom,
} from "../../state/plant/column/key-figure.ts";
import { paletteChoiceAtom } from "../../state/plant/component/palette.ts";
import { legendModeAtom, rampDomainAtom } from "../../state/plant/column/legend.ts";
import { valueOf, type Loaded } from "../../state/shell/loaded.ts";
import { schemeAtom } from "../scene.ts";
import { colouringOf, differenceColouring, type Colouring } from "./colouring.ts";

/** One value per row of a component type, and how it becomes a colour. */
export type ColouredColumn = {
  readonly type: ComponentType;
  readonly values: ColumnValues;
  readonly colouring: Colouring;
  /** The values are difference classes (domain/column/difference.ts), which stand for their parts by a rule of their own. */
  readonly isChange?: true;
};

export type Comparison = {
  readonly mode: CompareMode;
  /** Where the swipe divides the map, 0 left edge to 1 right edge; the older analysis lies left. */
  readonly position: number;
  /** The other analysis was flown before the current one. */
  readonly isOtherOlder: boolean;
  /** The other analysis' values; null until loaded. */
  readonly other: ColouredColumn | null;
  /** Difference classes; null until computed. */
  readonly difference: ColouredColumn | null;
};

const colouringAtom = atom((get): Colouring | null => {
  const keyFigure = get(keyFigureAtom);
  if (!keyFigure) return null;
  return colouringOf(keyFigure, {
    scheme: get(schemeAtom),
    mode: get(legendModeAtom),
    domain: get(rampDomainAtom),
    limits: get(limitsAtom),
    palettes: get(paletteChoiceAtom),
  });
});

/**
 * @param column the column that arrived last
 * @param wanted summary of the current key figure's column. Until this column has arrived nothing is
 *   coloured, because values of one key figure must not appear in the colours of another
 */
function coloured(
  column: Atom<Loaded<{ hash: string }>>,
  wanted: Atom<{ hash: string } | undefined>,
): Atom<ColouredColumn | null> {
  // A separate atom: the version changes with every column, but the array stays the same.
  const valuesAtom = atom((get) => {
    get(columnVersionAtom);
    const hash = valueOf(get(column))?.hash;
    return hash === undefined || hash !== get(wanted)?.hash ? undefined : columnValues(hash);
  });
  return atom((get) => {
    const type = get(keyFigureAtom)?.component_type;
    const values = get(valuesAtom);
    const colouring = get(colouringAtom);
    return type && values && colouring ? { type, values, colouring } : null;
  });
}

/** Values of the current key figure; null until loaded, and where none is chosen. */
export const colouredColumnAtom = coloured(columnAtom, summaryAtom);

const otherSummaryAtom = atom((get) => {
  const summaries = valueOf(get(compareSummariesAtom));
  return summaries?.find(({ key_figure_id }) => key_figure_id === get(keyFigureIdAtom));
});

/** Values of the analysis compared with; null until loaded, and where nothing is compared. */
export const otherColumnAtom = coloured(compareColumnAtom, otherSummaryAtom);

const differenceColumnAtom = atom((get): ColouredColumn | null => {
  const name = get(comparedColumnsAtom)?.name;
  const type = get(keyFigureAtom)?.component_type;
  const values = name === undefined ? undefined : differenceValues(name);
  if (!values || !type) return null;
  return { type, values, colouring: differenceColouring(get(schemeAtom)), isChange: true };
});

/** Null while nothing is compared. */
export const comparisonAtom = atom((get): Comparison | null => {
  const compared = get(compareAtom);
  if (!compared) return null;
  const { mode, position } = compared;
  return {
    mode,
    position,
    isOtherOlder: get(isOtherOlderAtom),
    other: get(otherColumnAtom),
    difference: get(differenceColumnAtom),
  };
});
