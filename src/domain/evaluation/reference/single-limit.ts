// From how many K over those around one warm module is open.
//
// Healthy modules differ, and in weak light what they differ by is multiplied by 1000 / irradiance: at 300 W/m2 some
// of thousands are 3 K over the others. Ten of them side by side are not, so strings keep their limit.
import { MAD_TO_SIGMA } from "../zonal-statistics.ts";
import { medianOf } from "../../median.ts";

/** Standard deviations that one in thousands of healthy modules does not exceed (normal distribution: 1 of 4,300). */
const SIGNIFICANT = 3.5;
/** Modules below their reference that show how much the modules differ. Our limit. */
const LEAST_MODULES = 30;

/**
 * Standard deviation in K at 1000 W/m2 of what healthy modules differ by; 0 where too few show it. Faults warm, so modules
 * that are colder than their reference show it.
 * @param over_k of each module over its reference, at 1000 W/m2
 */
export function scatterOf(over_k: readonly number[]): number {
  const colder = over_k.filter((one) => one < 0).map((one) => -one);
  return colder.length < LEAST_MODULES ? 0 : MAD_TO_SIGMA * medianOf(colder);
}

/** K at 1000 W/m2: the stated limit, or more where the modules differ by more. */
export const singleLimit = (scatter_k: number, limit_k: number): number =>
  Math.max(limit_k, SIGNIFICANT * scatter_k);
