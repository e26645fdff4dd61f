// When images show a component well enough. Sources stand beside the numbers; see decisions/coverage.md.
import type { ComponentType } from "../component/component.ts";

/** Types of components that are judged by images, with the names of their key figures. */
export const coveredTypes = [
  "module",
  "absorber_tube",
  "mirror",
] as const satisfies ComponentType[];
export type CoveredType = (typeof coveredTypes)[number];

export type CoverageRule = {
  /** Begins the keys of the key figures. */
  readonly prefix: string;
  /** The camera that judges. Thermal: where the survey has no thermal images, its visible ones. */
  readonly kind: "thermal" | "rgb";
  /** Centimetres per pixel from which on an image is no look. */
  readonly coarsest_cm: number;
  /** Centimetres per pixel up to which a look is sound. */
  readonly sound_cm: number;
};

/**
 * Modules: 5.5 cm is the standard level and up to 8 cm the coarsest sold by module (Raptor, Above); at 20 cm a
 * module has six pixels across. Tubes: the glass is 12 cm wide, so one pixel, and half of one. Mirrors: our limits,
 * a chipped corner is some 10 cm wide.
 */
export const coverageRules: Readonly<Record<CoveredType, CoverageRule>> = {
  module: { prefix: "module", kind: "thermal", coarsest_cm: 20, sound_cm: 8 },
  absorber_tube: { prefix: "tube", kind: "thermal", coarsest_cm: 24, sound_cm: 12 },
  mirror: { prefix: "mirror", kind: "rgb", coarsest_cm: 10, sound_cm: 5 },
};

/** Beyond it the emissivity of glass falls: vendors' reading of IEC TS 62446-3. */
export const STEEPEST_DEG = 60;
/** "Never above 30 degrees" (Aerometrix). */
export const SOUND_DEG = 30;
/** One look cannot tell a reflection, which moves, from heat, which stays. Our limit. */
export const SOUND_LOOKS = 2;
/** Sun's radius and the spread of module glass and of the camera's position. Our limit. */
export const GLINT_DEG = 3;

/** Class numbers of the verdict. */
export const VALID = 0;
export const VALID_WITH_NOTE = 1;
export const NOT_INSPECTED = 2;

export function coverageVerdict(looks: number, sound: number): number {
  if (looks === 0) return NOT_INSPECTED;
  return sound >= SOUND_LOOKS ? VALID : VALID_WITH_NOTE;
}
