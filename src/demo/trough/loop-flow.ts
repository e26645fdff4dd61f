// The fluid in the loops, as far as the collectors heat it, and the sunlight that their glass absorbs.
import { scaOf, type TroughLevels } from "./trough-levels.ts";

/** Fluid temperature in °C at both ends of a loop in which every assembly tracks. */
const COLD = 293;
const HOT = 393;

/**
 * Fluid temperature in °C at the middle of each tube. At equal flow an assembly heats the fluid by its share of
 * the field's mean focus: behind a stuck one the rest of the loop is colder.
 * @param focus share of the light that reaches the absorber, by row of the assembly
 */
export function fluidTemperatures(levels: TroughLevels, focus: Float64Array): Float64Array {
  const { absorber_tube, sca, loop } = levels;
  const mean = focus.reduce((sum, share) => sum + share, 0) / focus.length;
  const rise = ((HOT - COLD) * loop.count) / sca.count;
  const tubesPerSca = absorber_tube.count / sca.count;
  const fluid = new Float64Array(absorber_tube.count);
  let at = COLD;
  for (let row = 0; row < fluid.length; row++) {
    if (row % (absorber_tube.count / loop.count) === 0) at = COLD;
    const step =
      (rise * (focus[scaOf(levels, "absorber_tube", row)] ?? 0)) / (mean || 1) / tubesPerSca;
    fluid[row] = at + step / 2;
    at += step;
  }
  return fluid;
}

/** Absorptance of the glass envelope (Forristall 2003, NREL/TP-550-34169). */
const GLASS_ABSORPTANCE = 0.02;
/** Aperture in m of a EuroTrough, and its mirrors' reflectance. */
const APERTURE = 5.77;
const REFLECTANCE = 0.93;

/** Sunlight in W/m that the glass of a tube absorbs. */
export const sunOnGlass = (dni: number, focus: number) =>
  GLASS_ABSORPTANCE * REFLECTANCE * APERTURE * dni * focus;
