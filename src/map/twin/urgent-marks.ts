// The dots of the map in 3D: parts that need action now where a bar shows what most of its parts reach, with their number.
import { atom } from "jotai";
import { rgbOf } from "../../domain/colour/colour.ts";
import { mapInks, severityColours } from "../../domain/colour/palette.ts";
import { ancestorTypesOf } from "../../domain/component/component.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import type { Dot } from "../../domain/column/hidden-part.ts";
import type { Severity } from "../../domain/key-figure/key-figure-shape.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { componentDataAtom } from "../component/component-data.ts";
import { levelOf, levelsAtom } from "../component/level.ts";
import { dotRadius, LEAST_WRITTEN, urgentDotsAtom } from "../component/urgent-dot.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { markOverlay, type MarkLabel } from "./mark-labels.ts";
import { standingAtom } from "./standing.ts";
import type { Point3 } from "./twin-camera.ts";

/** Metres above the highest edge of what carries the parts. */
const OVER_M = 1;

const widest = new WeakMap<Geometry, number>();
/** The row of the widest component: none stands higher. */
function widestRow(geometry: Geometry): number {
  const known = widest.get(geometry);
  if (known !== undefined) return known;
  const { width, length, count } = geometry;
  let found = 0;
  for (let row = 1; row < count; row += 1)
    if (length[row] !== 0 && width[row]! > width[found]!) found = row;
  widest.set(geometry, found);
  return found;
}

/** Metres above the ground at which the dots stand: over tables and collectors as they are turned now. */
export const dotHeightAtom = atom((get): number => {
  const type = get(componentDataAtom)?.column?.type;
  const [parent] = type ? ancestorTypesOf(type) : [];
  const levels = get(levelsAtom);
  const level = (parent && levelOf(levels, parent)) ?? (type && levelOf(levels, type));
  if (!level) return OVER_M;
  const row = widestRow(level.geometry);
  const stands = get(standingAtom)({ component_type: level.type, row });
  if (!stands) return OVER_M;
  const ground = get(groundAtom)?.at;
  const heights = stands.edges.map(([[x, y, z]]) => z - (ground?.(x, y) ?? 0));
  return OVER_M + Math.max(...heights);
});

const marksAtom = atom((get) => {
  const opacity = get(shownOpacityAtom)("urgent_dots");
  const dots = (opacity > 0 && get(urgentDotsAtom)) || [];
  const [ground, scheme] = [get(groundAtom), get(schemeAtom)];
  const height = get(dotHeightAtom);
  const placeOf = ({ x, y }: Dot): Point3 => [x, y, (ground?.at(x, y) ?? 0) + height];
  return { opacity, dots, placeOf, scheme };
});

const pointsAtom = atom((get): readonly SceneLine[] => {
  const { opacity, dots, placeOf, scheme } = get(marksAtom);
  return dots.map((dot) => {
    const [red, green, blue] = rgbOf(severityColours[scheme][dot.severity as Severity]);
    const ink = [red, green, blue, 255 * opacity] as const;
    return dotAt(placeOf(dot), ink, 2 * dotRadius(dot) + 3, mapInks[scheme].halo);
  });
});

const labelsAtom = atom((get): readonly MarkLabel[] => {
  const { opacity, dots, placeOf, scheme } = get(marksAtom);
  const { text, halo } = mapInks[scheme];
  return dots
    .filter(({ count }) => count >= LEAST_WRITTEN)
    .map((dot) => ({
      at: placeOf(dot),
      text: String(dot.count),
      ink: [text[0], text[1], text[2], 255 * opacity],
      outline: [halo[0], halo[1], halo[2], 255 * opacity],
      beside: dotRadius(dot) + 3,
    }));
});

export const urgentMarks = markOverlay(pointsAtom, labelsAtom);
