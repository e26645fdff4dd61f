// Whether warm modules side by side are an open string or open modules, where the reference of some is not sure.
//
// A string whose middle lies where two images meet is warm for sure at its ends only. The rest may be warm as well, and
// the ends alone are few: they were called single open modules, and the rest good ones. So were the few modules of a
// string whose others are missing, lie outside of the raster, or have no sure place in it.
import { medianOf } from "../../median.ts";
import { runLengths, runsOf, type Modules } from "./string-run.ts";

/** How sure it is that modules are warm as a whole. */
type Warmth = {
  /** 1 for modules that are warm for sure. */
  readonly sure: Uint8Array;
  /** K as measured over its reference. */
  overOf(row: number): number;
  /** Whether a module may be warm, for all that is not known of its reference. */
  mayBe(row: number): boolean;
  /** Whether the reference of a module is not sure, because the images around it jump. */
  isUnsettled(row: number): boolean;
  /** A module that is missing or was not measured: the string may go on in it, and behind it. */
  isUnseen(row: number): boolean;
  /** Whether the ground beside such modules is as much warmer than elsewhere as they are (warm-ground.ts). */
  isGroundWarm(run: readonly number[]): boolean;
  /** °C as measured. */
  readonly temperature: ArrayLike<number>;
  /** K as measured that an open module is warmer. */
  readonly warm_k: number;
  /** Modules side by side from which they are a string. */
  readonly string_modules: number;
};

type OpenRuns = {
  /** Warm for sure, and part of a string. */
  isString(row: number): boolean;
  /** Part of a string if it, or those beside it, are warm, which is not known. */
  mayBeString(row: number): boolean;
  /** Warm together with the ground: an image, or a cloud beside it, and no string. Its reference is not sure. */
  isMoved(row: number): boolean;
};

/** Of the modules of the shortest string, those that must be warm for sure where the others may be. Our limit. */
const LEAST_SURE = 0.5;
/** Of the warmth of an open module, what the modules of a possible string have on average. Our limit. */
const LEAST_LEVEL = 0.5;

/** Warm modules side by side that are no chance where those beside them are not seen: one alone is. Our limit. */
const LEAST_CUT = 2;

/** @param rows the measured modules */
export function openRuns(rows: readonly number[], warmth: Warmth, modules: Modules): OpenRuns {
  const { sure, overOf, mayBe, isUnsettled, isUnseen, temperature, warm_k, string_modules } =
    warmth;
  const lengths = runLengths(sure, modules);
  const [strings, either, moved] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const isWithGround = (run: readonly number[]) => {
    if (!warmth.isGroundWarm(run)) return false;
    for (const row of run) moved.add(row);
    return true;
  };
  for (const run of runsOf(sure, modules))
    if (run.length >= LEAST_SURE * string_modules) isWithGround(run);
  const flags = sure.slice();
  for (const row of rows) if (mayBe(row)) flags[row] = 1;
  for (const row of flags.keys()) if (isUnseen(row) && modules.length[row]! > 0) flags[row] = 1;
  // Two that are not alike in one image belong to no string. Where images meet, both may be warm.
  const isAlike = (one: number, other: number) =>
    isUnseen(one) ||
    isUnseen(other) ||
    Math.abs(temperature[one]! - temperature[other]!) < warm_k ||
    (isUnsettled(one) && isUnsettled(other));
  for (const run of runsOf(flags, modules, isAlike)) {
    if (run.length < string_modules) continue;
    const all = run.filter((row) => sure[row] === 1);
    const isString = all.length >= LEAST_SURE * string_modules;
    const seen = run.filter((row) => !isUnseen(row));
    // Of those that may be warm, many are not.
    const warm = seen.filter((row) => overOf(row) >= LEAST_LEVEL * warm_k);
    if (all.length > 0 && isWithGround(warm)) continue;
    const isLong = seen.length >= string_modules;
    for (const row of all) {
      if (lengths[row]! >= string_modules) continue;
      if (isString) strings.add(row);
      else if (isLong || lengths[row]! >= LEAST_CUT) either.add(row);
    }
    const settled = isLong ? seen.filter((row) => !isUnsettled(row)) : [];
    if (settled.length === 0 || medianOf(settled.map(overOf)) < LEAST_LEVEL * warm_k) continue;
    for (const row of settled) if (sure[row] !== 1) either.add(row);
  }
  return {
    isString: (row) => !moved.has(row) && (strings.has(row) || lengths[row]! >= string_modules),
    mayBeString: (row) => !moved.has(row) && either.has(row),
    isMoved: (row) => moved.has(row),
  };
}
