// The dots on bars: parts that need action now where the bar shows what most of its parts reach, and parts that pass the
// filters where so few do that the bar is not painted.
import { atom } from "jotai";
import { appliedAggregate } from "../../domain/column/aggregate.ts";
import {
  dotsOf,
  hiddenParts,
  type Dot,
  type HiddenParts,
} from "../../domain/column/hidden-part.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import { severitiesOf } from "../../domain/column/column-severity.ts";
import { containerRows } from "../../domain/component/container.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { cameraAtom, eyeAtom } from "../../state/map/view.ts";
import { keyFigureAtom, limitsAtom } from "../../state/plant/column/key-figure.ts";
import { sceneAtom } from "../scene.ts";
import type { ColouredColumn } from "./coloured-column.ts";
import { componentDataAtom, type ComponentData } from "./component-data.ts";
import { drawnParts, type DrawnSide, type Span } from "./drawn-column.ts";
import { geometriesOf, levelOf } from "./level.ts";
import { levelsInView, planeEyeOf, type LevelInView } from "./levels-in-view.ts";
import { metresPerPixel } from "./projection.ts";
import type { ShownLevel } from "./shown-level.ts";

/** Parts nearer to each other on the screen share a dot. */
const CELL_PIXELS = 24;
/** Instances are slow without a GPU; above this number dots are joined further. */
const MOST_DOTS = 1500;

/** Pixels: grows with the number, so that a hundred parts are seen as more than one. */
export const dotRadius = ({ count }: Dot): number => Math.min(9, 3 + Math.log2(count) * 1.2);
/** From here on the number is written into the dot's side. */
export const LEAST_WRITTEN = 2;

const known = new WeakMap<ColumnValues, HiddenParts>();
const none: HiddenParts = { urgent: new Uint32Array(0), few: new Uint32Array(0) };

/** Rows of the column's components that the bars hide; none where other rules colour the bars. */
export function hiddenRows(
  data: ComponentData,
  column: ColouredColumn,
  shown: ShownLevel,
  judged: { readonly keyFigure: KeyFigure; readonly limits: readonly number[] },
): HiddenParts {
  const aggregate = appliedAggregate(data.aggregation.aggregate, {
    isClassed: column.colouring.by === "class",
    hasLimits: data.aggregation.limits.length > 0,
  });
  // Bars of the worst value hide nothing urgent; bars of shares have a value wherever one part passes.
  const isJudged = aggregate === "notable";
  if (shown.level.type === column.type || aggregate === "share") return none;
  // The array of the bars is another one as soon as a value, a limit or a filter changes.
  const found = known.get(shown.values);
  if (found) return found;
  const rows = hiddenParts(column.values, {
    ...judged,
    containers: containerRows(geometriesOf(data.levels), column.type, shown.level.type),
    bars: shown.values,
    mask: data.rowFlags.of(column.type),
    isJudged,
  });
  known.set(shown.values, rows);
  return rows;
}

/** Rows of the column's components that the bars hide in a view, at whatever level their place is drawn. */
export function hiddenInView(
  data: ComponentData,
  column: ColouredColumn,
  view: readonly LevelInView[],
  judged: { readonly keyFigure: KeyFigure; readonly limits: readonly number[] },
): HiddenParts {
  const bars = view.filter(({ shown }) => shown.level.type !== column.type);
  const own = view.find(({ shown }) => shown.level.type === column.type);
  const found = bars.map(({ shown, isDrawn }, at): HiddenParts => {
    const hidden = hiddenRows(data, column, shown, judged);
    if (view.length === 1) return hidden;
    const containers = containerRows(geometriesOf(data.levels), column.type, shown.level.type);
    const isHidden = (row: number) => {
      const bar = containers[row]!;
      // What no bar contains is drawn at its own level, or nowhere.
      return bar < shown.level.geometry.count ? isDrawn(bar) : at === 0 && !own?.isDrawn(row);
    };
    return { urgent: hidden.urgent.filter(isHidden), few: hidden.few.filter(isHidden) };
  });
  const [first = none, ...more] = found;
  return more.reduce(
    (all, { urgent, few }) => ({ urgent: joined(all.urgent, urgent), few: joined(all.few, few) }),
    first,
  );
}

/** Which bars are drawn, and how near dots are, changes with the zoom alone: a pan computes nothing again. */
const zoomAtom = atom((get) => get(cameraAtom)?.zoom ?? null);

/** Dots are joined again after every half step of zoom, not with every turn of the wheel. */
const scaleAtom = atom((get) => {
  const [scene, zoom] = [get(sceneAtom), get(zoomAtom)];
  if (!scene || zoom === null) return null;
  return 2 ** (Math.round(Math.log2(metresPerPixel(zoom, scene.origin)) * 2) / 2);
});

type Judged = {
  readonly keyFigure: KeyFigure;
  readonly limits: readonly number[];
  readonly severities: Uint8Array;
};
const judgedColumns = new WeakMap<ColumnValues, Judged>();

/** Severities of a column; those of the last key figure and limits are kept while its values are. */
function judgedSeverities(
  values: ColumnValues,
  keyFigure: KeyFigure,
  limits: readonly number[],
): Uint8Array {
  const last = judgedColumns.get(values);
  if (last?.keyFigure === keyFigure && last.limits === limits) return last.severities;
  const severities = severitiesOf(values, keyFigure, limits);
  judgedColumns.set(values, { keyFigure, limits, severities });
  return severities;
}

type Of = (data: ComponentData) => ColouredColumn | null;

/** The hidden rows of one of the columns; null where nothing is hidden. */
const rowsAtom = (of: Of) =>
  atom((get) => {
    const [scene, data, zoom] = [get(sceneAtom), get(componentDataAtom), get(zoomAtom)];
    const keyFigure = get(keyFigureAtom);
    const column = data && of(data);
    // The colours of differences are of two analyses: a dot would not say of which it is.
    if (!scene || zoom === null || !keyFigure || !column || data.comparison?.mode === "difference")
      return null;
    const view = levelsInView(data, column, {
      minPixels: scene.minPixels,
      metresPerPixel: metresPerPixel(zoom, scene.origin),
      eye: planeEyeOf(get(eyeAtom), scene.origin),
    });
    const level = levelOf(data.levels, column.type);
    if (!level) return null;
    const limits = get(limitsAtom);
    const { urgent, few } = hiddenInView(data, column, view, { keyFigure, limits });
    if (urgent.length + few.length === 0) return null;
    return {
      rows: joined(urgent, few),
      geometry: level.geometry,
      severities: judgedSeverities(column.values, keyFigure, limits),
    };
  });

function joined(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

const dotsAtom = (of: Of) => {
  const hiddenAtom = rowsAtom(of);
  return atom((get): readonly Dot[] | null => {
    const [hidden, scale] = [get(hiddenAtom), get(scaleAtom)];
    if (!hidden || scale === null) return null;
    const { rows, geometry, severities } = hidden;
    let cell = scale * CELL_PIXELS;
    let dots = dotsOf(rows, geometry, cell, severities);
    while (dots.length > MOST_DOTS) {
      cell *= Math.SQRT2;
      dots = dotsOf(rows, geometry, cell, severities);
    }
    return dots;
  });
};

/** Dots of the current analysis; null where nothing is hidden. */
export const urgentDotsAtom = dotsAtom(({ column }) => column);
const otherDotsAtom = dotsAtom(({ comparison }) => comparison?.other ?? null);

/** Dots of one analysis, and the part of the map's width, 0 to 1, in which they are drawn. */
export type DotPart = {
  readonly side: DrawnSide;
  readonly dots: readonly Dot[];
  readonly swipe: Span;
};

/** What the map draws: the dots of the current analysis, or of both on their sides of the swipe. */
export const dotPartsAtom = atom((get): readonly DotPart[] | null => {
  const data = get(componentDataAtom);
  const of = { this: get(urgentDotsAtom), other: get(otherDotsAtom) };
  const parts = (data ? drawnParts(data) : []).flatMap(({ side, span }): DotPart[] => {
    const dots = of[side];
    return dots ? [{ side, dots, swipe: span }] : [];
  });
  return parts.length > 0 ? parts : null;
});

/** The same for the map of the analysis that is compared with. */
export const besideDotsAtom = atom((get): readonly DotPart[] | null => {
  const dots = get(otherDotsAtom);
  return dots && [{ side: "other", dots, swipe: [0, 1] }];
});
