// The nearest healthy component of the same type, and where it lies in the images that show the open one: what is hot
// is measured against it.
import { atom } from "jotai";
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import { UNNAMED } from "../../../domain/finding/finding-life.ts";
import { figuresRead, seenAt, type Seen } from "../../../domain/finding/survey-finding.ts";
import type { SurveyImage } from "../../../domain/image/survey-image.ts";
import { faultTypeFigureOf } from "../../../domain/key-figure/fault-type.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { columnValues, columnVersionAtom, summariesAtom } from "../column/column.ts";
import { limitsOfAtom } from "../column/key-figure.ts";
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

/** Measured, and without a finding. */
export const isHealthy = ({ fault_type, severity }: Seen) =>
  fault_type === UNNAMED && severity === 0;

/**
 * One without a finding, whatever the map shows: a module of an open string has little dust, and is as hot as the next one.
 * Null where the analysis judges no components of this type, and until its columns are loaded.
 */
const healthyNeighbourAtom = atom((get): ComponentRow | null => {
  get(columnVersionAtom);
  const at = get(imagedRowAtom);
  const figure = at && faultTypeFigureOf(at.component_type);
  if (!figure) return null;
  const geometry = geometryOf(at.component_type);
  const summaries = valueOf(get(summariesAtom)) ?? [];
  if (!geometry || at.row >= geometry.count) return null;
  const hashOf = ({ id }: KeyFigure) =>
    summaries.find(({ key_figure_id }) => key_figure_id === id)?.hash;
  const valuesOf = (one: KeyFigure) => {
    const hash = hashOf(one);
    return hash === undefined ? undefined : columnValues(hash);
  };
  // Half of the columns would call some healthy that the rest does not.
  const isComplete = figuresRead(figure).every((one) => hashOf(one) === undefined || valuesOf(one));
  const seen = isComplete ? seenAt(figure, { valuesOf, limitsOf: get(limitsOfAtom) }) : null;
  if (!seen) return null;
  const row = nearestRowThat(geometry, at.row, (one) => isHealthy(seen(one)));
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
