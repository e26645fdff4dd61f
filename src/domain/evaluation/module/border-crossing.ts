// Modules over which images of a mosaic meet, where no straight step in them shows it, as where four images meet.
import type { Geometry } from "../../component/component-index.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { medianOf } from "../../median.ts";
import { DIRECTIONS } from "./border-step.ts";
import type { MeasuredModule, ModulePattern } from "./module-pattern.ts";

/** Lengths of a module behind the last one in which a border is known, as far as it is taken to go on. */
const GOES_ON = 1.5;
/** Of what is found, what the images differ by from which it may be theirs: nearer to all of it than to none. */
const NEARER = 0.5;

/**
 * Modules that a known border crosses: what it may have made in them is in one of two readings alone.
 * @param known modules in which the step of a border was taken out
 * @param factor turns K into K at 1000 W/m2
 */
export function withCrossings(
  measured: readonly MeasuredModule[],
  known: readonly MeasuredModule[],
  { length, width, rotation }: Geometry,
  factor: number,
  settings: EvaluationSettings,
): readonly MeasuredModule[] {
  if (known.length === 0) return measured;
  const pixel_m = medianOf(known.map(({ border }) => border!.step.pixel_m));
  const longest = measured.reduce((most, { row }) => Math.max(most, length[row]!), 0) / pixel_m;
  const keyOf = (source: number | undefined, direction: number, at: number) =>
    `${source ?? 0} ${direction} ${at}`;
  const lines = Map.groupBy(known, ({ source, border }) =>
    keyOf(source, border!.step.direction, Math.floor(border!.step.at / longest)),
  );
  const own = new Set(known.map(({ row }) => row));
  return measured.map((one) => {
    if (one.other || !one.middle || own.has(one.row) || !isIll(one.pattern)) return one;
    const step_k = DIRECTIONS.reduce((sum, _, direction) => sum + stepAcross(one, direction), 0);
    return step_k === 0 ? one : { ...one, other: withoutStepped(one.pattern, step_k) };
  });

  /** K of the border along this direction that crosses a module; 0 without one. */
  function stepAcross({ row, source, middle }: MeasuredModule, direction: number): number {
    const [x, y] = DIRECTIONS[direction]!;
    const [column, line] = middle!;
    const [at, along] = [column * x + line * y, line * x - column * y];
    const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)].map(Math.abs);
    const [towards, aside] = direction === 0 ? [cos!, sin!] : [sin!, cos!];
    const half = (length[row]! * towards + width[row]! * aside) / 2 / pixel_m;
    const reach = (GOES_ON * length[row]!) / pixel_m;
    const bucket = Math.floor(at / longest);
    const crossing = [bucket - 1, bucket, bucket + 1]
      .flatMap((near) => lines.get(keyOf(source, direction, near)) ?? [])
      .map(({ border }) => border!.step)
      .filter((step) => Math.abs(step.at - at) <= half && Math.abs(step.along - along) <= reach);
    return crossing.length === 0 ? 0 : medianOf(crossing.map((step) => Math.abs(step.step_k)));
  }

  /** Without what such a step may have made. */
  function withoutStepped(pattern: ModulePattern, step_k: number): ModulePattern {
    const isOfStep = (found_k: number) => step_k >= NEARER * found_k;
    return {
      ...pattern,
      warm_substrings: isOfStep(pattern.substring_k) ? 0 : pattern.warm_substrings,
      spots: isOfStep(pattern.spot_k) ? 0 : pattern.spots,
      shaded_share: isOfStep(settings.shade_cold_k / factor) ? 0 : pattern.shaded_share,
      edge_k: isOfStep(pattern.edge_k) ? 0 : pattern.edge_k,
    };
  }
}

const isIll = ({ warm_substrings, spots, shaded_share, edge_k }: ModulePattern) =>
  warm_substrings > 0 || spots > 0 || shaded_share > 0 || edge_k > 0;
