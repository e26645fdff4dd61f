// Differences of temperature at the irradiance that all surveys are compared at.

/** W/m2. */
export const REFERENCE_IRRADIANCE = 1000;

/** W/m2 below which nothing is normalised: what the camera misses would be multiplied by more than ten. Our limit. */
export const LEAST_NORMALISED = 100;

/**
 * What a difference in K is multiplied with to be that at 1000 W/m2: the linear rule that vendors use with IEC TS
 * 62446-3, or a power of the ratio for a loss that does not grow in proportion (an exponent of 2 is that of a heat
 * made by a current in a resistance). NaN without irradiance, or in the dark: a
 * difference is then left out, never guessed.
 */
export function normalisation(irradiance: number | null, exponent = 1): number {
  if (irradiance === null || !(irradiance >= LEAST_NORMALISED)) return NaN;
  return (REFERENCE_IRRADIANCE / irradiance) ** exponent;
}
