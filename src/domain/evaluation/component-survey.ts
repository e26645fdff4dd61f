// Collects what rasters show of the components of one type, and answers their columns.
import { isMissing, MISSING_U8, valueAt } from "../column/column.ts";
import type { Geometry } from "../component/component-index.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import type { MeasuredComponent } from "./raster-survey.ts";
import type { FindingColumns } from "./module/module-finding.ts";
import type { Implausible } from "./plausibility.ts";
import { rangeEnds, type RangeEnd } from "./range-end.ts";

export type ComponentSurvey = {
  /**
   * Where rasters overlap, the first one counts, or a later one that has clearly more valid pixels. Looks of single
   * images have a quality: they are combined. Of several looks from one place the best counts: what the sun does in
   * one of them, it does in all.
   */
  visit(
    one: MeasuredComponent & {
      readonly quality?: number;
      /** Number of the place of its camera; another one where it is not stated. */
      readonly place?: number;
      readonly is_placed?: boolean;
      /** Name of its file. */
      readonly file?: string;
    },
  ): void;
  /** Key figure of the inspection's validity. */
  readonly validity: string;
  /** Components with a value. */
  count(): number;
  /** Columns by the key of their key figure; empty where nothing was measured. */
  columns(): FindingColumns;
  /** Why findings were withheld; known after `columns`. */
  implausible(): readonly Implausible[];
  /** Files in which the range of the camera ended, with the components that reach it; known after `columns`. */
  range_ends(): readonly RangeEnd[];
};

/** Classes of the inspection's validity. */
export const [VALID, WITH_NOTE, NOT_INSPECTED, PLACE_NOT_SURE, NOT_PLAUSIBLE] = [0, 1, 2, 3, 4];
export const [LIKE_GROUND, HOT_PLACE_NOT_SURE, WARM_NOT_SURE, AROUND_NOT_SURE] = [5, 6, 7, 8];
/** A module with a temperature alone. An apparent temperature of a tube is judged by its limits. */
export const NOT_JUDGED = 9;

type Wanted<Kept> = {
  readonly geometry: Geometry;
  /** Key figure of the inspection's validity. */
  readonly validity: string;
  /** The conditions were such that the values count without a note. */
  readonly isSound: boolean;
  keep(one: MeasuredComponent): Kept;
  /** Several looks of one component, with the cosine of the angle of each. */
  combine(looks: readonly { readonly kept: Kept; readonly quality: number }[]): Kept;
  /**
   * `kept` by rows, ascending.
   * @param beyond rows that reach the end of the camera's range: what they show is a lower bound
   */
  columns(kept: readonly Kept[], beyond: ReadonlySet<number>): FindingColumns;
  /** Of components at the end of the camera's range: the class that says so, and what their columns say all the same. */
  readonly beyond: {
    readonly validity: number;
    /** Key figures that stay: temperatures, which are at least those. Of the others, only what is no good class stays. */
    readonly kept: readonly string[];
    /** Classes of the others that a warmer component has, too. */
    isCertain(key: string, value: number): boolean;
  };
  /** Rows of which the survey cannot say what they are, with the class that says why; known after `columns`. */
  unsure?(): Iterable<readonly [row: number, validity: number]>;
  /** Why these columns cannot be true; of them those of `kept_by_gate` are kept. */
  implausible(columns: FindingColumns): readonly Implausible[];
  readonly kept_by_gate: readonly string[];
};

/** Valid pixels of a look over those of an earlier one, from which it counts. */
const MORE_VALID = 1.1;

/** Median error of normally distributed values over that of their mean. */
const MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

/** Standard uncertainty in K of the median by the noise of its pixels. */
export function noiseOf({
  statistics: { spread, valid },
}: Pick<MeasuredComponent, "statistics">): number {
  return (MEDIAN_ERROR * spread) / Math.sqrt(valid);
}

/** Whether a component has a value in which a fault would be seen. */
function judgedBy(columns: FindingColumns): (row: number) => boolean {
  const judged = Object.entries(columns).filter(
    ([key]) => (keyFigureByKey(key)?.direction ?? "neutral") !== "neutral",
  );
  return (row) => judged.some(([, values]) => !isMissing(valueAt(values, row)));
}

/** A component at the end of the camera's range is warmer than it shows: no number but its temperature is known. */
function withoutGuesses(
  columns: FindingColumns,
  rows: ReadonlySet<number>,
  { kept, isCertain }: Wanted<unknown>["beyond"],
): FindingColumns {
  if (rows.size === 0) return columns;
  const without = Object.entries(columns).map(([key, values]) => {
    if (kept.includes(key)) return [key, values] as const;
    const copy = values.slice();
    for (const row of rows) {
      if (!(copy instanceof Uint8Array)) copy[row] = NaN;
      else if (!isCertain(key, copy[row]!)) copy[row] = MISSING_U8;
    }
    return [key, copy] as const;
  });
  return Object.fromEntries(without);
}

type ImageLook<Kept> = {
  readonly kept: Kept;
  readonly quality: number;
  readonly place: number | undefined;
};

function withLook<Kept>(known: ImageLook<Kept>[], look: ImageLook<Kept>): ImageLook<Kept>[] {
  const same = look.place === undefined ? -1 : known.findIndex(({ place }) => place === look.place);
  if (same === -1) known.push(look);
  else if (look.quality > known[same]!.quality) known[same] = look;
  return known;
}

export function componentSurvey<Kept>(wanted: Wanted<Kept>): ComponentSurvey {
  const { geometry } = wanted;
  const looks = new Map<number, { readonly valid: number; readonly kept: Kept }>();
  const images = new Map<number, ImageLook<Kept>[]>();
  let implausible: readonly Implausible[] = [];
  let files: readonly RangeEnd[] = [];
  const ends = rangeEnds();
  const validity = new Uint8Array(geometry.count).fill(NOT_INSPECTED);
  for (let row = 0; row < geometry.count; row++) {
    if (!(geometry.length[row]! > 0)) validity[row] = MISSING_U8;
  }
  return {
    visit(one) {
      const { row, statistics, is_whole } = one;
      if (one.is_placed === false) {
        // What is seen there may belong to a neighbour, or to the ground.
        if (validity[row] === NOT_INSPECTED) validity[row] = PLACE_NOT_SURE;
        return;
      }
      const { valid } = statistics;
      if (one.quality !== undefined) {
        const look = { kept: wanted.keep(one), quality: one.quality, place: one.place };
        images.set(row, withLook(images.get(row) ?? [], look));
        if (!looks.has(row)) ends.visit(row, one.file ?? "", `${one.file}`, one.pixels.values);
        const isBest = is_whole && wanted.isSound;
        if (validity[row] !== VALID) validity[row] = isBest ? VALID : WITH_NOTE;
        return;
      }
      // The same raster for neighbours: pixels at the edge must not choose between two that do not agree.
      if (valid <= (looks.get(row)?.valid ?? 0) * MORE_VALID) return;
      looks.set(row, { valid, kept: wanted.keep(one) });
      ends.visit(row, one.file ?? "", "", one.pixels.values);
      validity[row] = is_whole && wanted.isSound ? VALID : WITH_NOTE;
    },
    validity: wanted.validity,
    count: () => new Set([...looks.keys(), ...images.keys()]).size,
    implausible: () => implausible,
    range_ends: () => files,
    columns() {
      const all = new Map([...looks].map(([row, { kept }]) => [row, kept]));
      for (const [row, several] of images) {
        if (!all.has(row)) all.set(row, wanted.combine(several));
      }
      if (all.size === 0)
        return validity.includes(PLACE_NOT_SURE) ? { [wanted.validity]: validity } : {};
      const rows = [...all].toSorted(([a], [b]) => a - b);
      const ended = ends.found();
      files = ended.files;
      const found = withoutGuesses(
        wanted.columns(
          rows.map(([, kept]) => kept),
          ended.rows,
        ),
        ended.rows,
        wanted.beyond,
      );
      const isJudged = judgedBy(found);
      for (const [row] of rows)
        if (validity[row]! <= WITH_NOTE && !isJudged(row)) validity[row] = NOT_JUDGED;
      for (const [row, why] of wanted.unsure?.() ?? []) validity[row] = why;
      for (const row of ended.rows) validity[row] = wanted.beyond.validity;
      implausible = wanted.implausible(found);
      if (implausible.length === 0) return { ...found, [wanted.validity]: validity };
      // What was measured is shown; what is made of it is withheld.
      const kept = wanted.kept_by_gate.flatMap((key) => (found[key] ? [[key, found[key]]] : []));
      const stated = validity.map((one) =>
        one <= WITH_NOTE || one === NOT_JUDGED ? NOT_PLAUSIBLE : one,
      );
      return { ...Object.fromEntries(kept), [wanted.validity]: stated };
    },
  };
}
