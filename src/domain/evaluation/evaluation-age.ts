// How old the way is in which a survey was evaluated: later ones check more, and give other values.

/** Number of the present way. Raise it where an evaluation of the same files gives other values. */
export const EVALUATION_METHOD = 22;
/** The first that finds out where each raster lies, and says where that is not sure. */
const PLACE_CHECKED = 1;

/** `place_unchecked`: a raster may have lain beside its place without a word. */
export const evaluationAges = ["present", "older", "place_unchecked"] as const;
export type EvaluationAge = (typeof evaluationAges)[number];

/** @param method of the log; 0 where it states none */
export function ageOf(method: number): EvaluationAge {
  if (method >= EVALUATION_METHOD) return "present";
  return method < PLACE_CHECKED ? "place_unchecked" : "older";
}

/** Logs of the first version with a checked place state no method, and how many components have no sure place. */
export function methodOf(method: number | undefined, place_not_sure: number | undefined): number {
  return method ?? (place_not_sure === undefined ? 0 : PLACE_CHECKED);
}
