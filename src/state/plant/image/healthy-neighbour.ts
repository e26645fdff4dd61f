// The nearest healthy component of the same type, and where it lies in the images that show the open one: what is hot
// is measured against it.
import { atom } from "jotai";
import { valueAt } from "../../../domain/column/column.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import type { SurveyImage } from "../../../domain/image/survey-image.ts";
import { valueOf } from "../../shell/loaded.ts";
import { valuesOfKeyFigureAtom } from "../column/measured-value.ts";
import { severityAtom } from "../column/value-colour.ts";
import { componentName } from "../component/component-words.ts";
import { geometryOf } from "../plant.ts";
import { imagedRowAtom } from "./open-image.ts";
import { cornersOfAtom, shotsOf } from "./survey-image.ts";

/** The row whose centre is nearest to that of `of`, among those that pass; null without any. */
export function nearestRowThat(
  { count, centreX, centreY, length }: Geometry,
  of: number,
  passes: (row: number) => boolean,
): number | null {
  let [best, least] = [-1, Infinity];
  for (let row = 0; row < count; row++) {
    // Removed components have no length.
    if (row === of || !(length[row]! > 0)) continue;
    const away = Math.hypot(centreX[row]! - centreX[of]!, centreY[row]! - centreY[of]!);
    if (away < least && passes(row)) [best, least] = [row, away];
  }
  return best < 0 ? null : best;
}

/** Null where the key figure on the map judges no components of this type. */
const healthyNeighbourAtom = atom((get): ComponentRow | null => {
  const at = get(imagedRowAtom);
  const column = get(valuesOfKeyFigureAtom);
  const severityOf = get(severityAtom);
  if (!at || !column || column.keyFigure.component_type !== at.component_type) return null;
  const geometry = geometryOf(at.component_type);
  if (!geometry || at.row >= geometry.count) return null;
  const { keyFigure, values } = column;
  const isHealthy = (row: number) => severityOf(keyFigure, valueAt(values, row)) === 0;
  const row = nearestRowThat(geometry, at.row, isHealthy);
  return row === null ? null : { component_type: at.component_type, row };
});

const neighbourShotsAtom = shotsOf(
  atom((get) => {
    const at = get(healthyNeighbourAtom);
    return at && get(cornersOfAtom)(at);
  }),
);

/** Its name and its outline in an image of the flight; null where the image does not show it. */
export const neighbourInAtom = atom((get) => {
  const at = get(healthyNeighbourAtom);
  const shots = valueOf(get(neighbourShotsAtom))?.shots ?? [];
  return (image_id: number): { name: string; outline: SurveyImage["outline"] } | null => {
    const images = shots.flatMap(({ thermal, rgb }) => [thermal, rgb]);
    const image = images.find((one) => one?.id === image_id);
    return at && image?.is_whole ? { name: componentName(at), outline: image.outline } : null;
  };
});
