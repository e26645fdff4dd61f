// The key figure that stands for an analysis: the map starts with it, and the headline counts it.
import { keyFigureById, type KeyFigure } from "./key-figure.ts";

/** The first that is judged and not for experts only, else the first; undefined where there is none. */
export function leadKeyFigure(ids: readonly number[]): KeyFigure | undefined {
  const known = ids.map(keyFigureById).filter((one) => one !== undefined);
  const judged = known.filter((one) => one.expert !== true && one.direction !== "neutral");
  return judged[0] ?? known[0];
}
