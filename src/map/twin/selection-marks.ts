// Selected components in 3D that are too small for a rim: rings around few, a hatched area over very many; a ring
// around the open one. As on the map.
import { atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { mapInks, signalInks } from "../../domain/colour/palette.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import {
  isSmallAtom,
  openedCentreAtom,
  selectedMarksAtom,
  type PlanePoint,
} from "../component/selected-marks.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import type { Point3 } from "./twin-camera.ts";
import { lineOverlay } from "./twin-overlay.ts";

/** Metres above the ground: over tables and collectors. */
const HEIGHT_M = 7;
const RING_PX = 11;
const OPEN_PX = 19;
const HATCH_PX = 1.5;
/** The colours below stay readable. */
const HATCH_OPACITY = 0.6;
const clear: Rgba = [0, 0, 0, 0];

/** Two pixels thick: the rim of a dot is one. */
const ringAt = (point: Point3, ink: Rgba, width_px: number): SceneLine[] =>
  [width_px, width_px - 2].map((wide) => dotAt(point, clear, wide, ink));

export const selectionLinesAtom = atom((get): readonly SceneLine[] => {
  const opacity = get(shownOpacityAtom)("selection");
  if (opacity === 0) return [];
  const ground = get(groundAtom);
  const above = ([x, y]: PlanePoint): Point3 => [x, y, (ground?.at(x, y) ?? 0) + HEIGHT_M];
  const inkOf = ([red, green, blue]: Rgba, share = 1): Rgba => [
    red,
    green,
    blue,
    255 * opacity * share,
  ];
  const { rings, area } = get(selectedMarksAtom);
  const ring = inkOf(mapInks[get(schemeAtom)].ring);
  const lines = rings.flatMap((one) => ringAt(above(one), ring, RING_PX));
  for (const [left, lower, right, upper] of area) {
    const corners = [
      [left, lower],
      [right, lower],
      [right, upper],
      [left, upper],
      [left, lower],
    ] as const;
    const ink = inkOf(signalInks.open, HATCH_OPACITY);
    lines.push({ points: corners.map(above), inks: [ink], width_px: HATCH_PX });
  }
  const open = get(openedCentreAtom);
  if (open && get(isSmallAtom)(get(openRowAtom)?.component_type)) {
    lines.push(...ringAt(above(open), inkOf(signalInks.open), OPEN_PX));
  }
  return lines;
});

export const selectionMarks = lineOverlay(() => selectionLinesAtom);
