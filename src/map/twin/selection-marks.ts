// The marks of components in 3D, as on the map: the outline of the open one and of the one under the pointer, rings
// around those that are too small for an outline, a hatched area over very many.
import { atom } from "jotai";
import type { Rgba } from "../../domain/colour/colour.ts";
import { mapInks, signalInks } from "../../domain/colour/palette.ts";
import { crosshairTargetAtom } from "../../state/field/choose.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { hoveredAtom } from "../../state/plant/component/selection.ts";
import {
  markedRowsAtom,
  OUTLINED_PIXELS,
  selectedAreaAtom,
  type PlanePoint,
} from "../component/selected-marks.ts";
import { levelOf, levelsAtom } from "../component/level.ts";
import { schemeAtom } from "../scene.ts";
import { dotAt, type SceneLine } from "./line-primitive.ts";
import { pixelsAt, restingViewAtom } from "./resting-view.ts";
import { standingAtom, type Standing } from "./standing.ts";
import type { Point3 } from "./twin-camera.ts";
import { lineOverlay } from "./twin-overlay.ts";

/** Metres above the ground of an area: over tables and collectors. */
const AREA_HEIGHT_M = 7;
const RING_PX = 11;
const OPEN_PX = 19;
const HOVER_PX = 15;
const HATCH_PX = 1.5;
const LINE_PX = 2;
/** The line with its rim, which keeps it visible on any colour. */
const RIM_PX = 5;
/** The colours below stay readable. */
const HATCH_OPACITY = 0.6;
const clear: Rgba = [0, 0, 0, 0];

const faded = ([red, green, blue]: Rgba, opacity: number): Rgba => [
  red,
  green,
  blue,
  255 * opacity,
];

/** Two pixels thick: the rim of a dot is one. */
const ringAt = (point: Point3, ink: Rgba, width_px: number): SceneLine[] =>
  [width_px, width_px - 2].map((wide) => dotAt(point, clear, wide, ink));

/** Of the open component and of the one under the pointer. */
const markedAtom = atom((get): readonly { standing: Standing; isOpen: boolean }[] => {
  const standing = get(standingAtom);
  const [open, hovered] = [get(openRowAtom), get(crosshairTargetAtom) ?? get(hoveredAtom)];
  return [
    { at: open, isOpen: true },
    { at: hovered, isOpen: false },
  ].flatMap(({ at, isOpen }) => {
    const found = at && standing(at);
    return found ? [{ standing: found, isOpen }] : [];
  });
});

/** Rings, which nothing hides: the component that was opened from a list is found from afar. */
export const ringLinesAtom = atom((get): readonly SceneLine[] => {
  const opacityOf = get(shownOpacityAtom);
  const { ring } = mapInks[get(schemeAtom)];
  const lines: SceneLine[] = [];
  const selection = opacityOf("selection");
  if (selection > 0 && get(selectedAreaAtom).length === 0) {
    const standing = get(standingAtom);
    for (const row of get(markedRowsAtom)) {
      const found = standing(row);
      if (found?.isSmall) lines.push(...ringAt(found.middle, faded(ring, selection), RING_PX));
    }
  }
  for (const { standing, isOpen } of get(markedAtom)) {
    const opacity = Math.max(opacityOf("highlight"), isOpen ? selection : 0);
    if (!standing.isSmall || opacity === 0) continue;
    const ink = faded(isOpen ? signalInks.open : ring, opacity);
    lines.push(...ringAt(standing.middle, ink, isOpen ? OPEN_PX : HOVER_PX));
  }
  return lines;
});

/** Outlines of what is seen large enough, and the area of very many: solids hide them. */
export const outlineLinesAtom = atom((get): readonly SceneLine[] => {
  const opacityOf = get(shownOpacityAtom);
  const { ring, halo } = mapInks[get(schemeAtom)];
  const highlight = opacityOf("highlight");
  const shown = highlight > 0 ? get(markedAtom).filter(({ standing }) => !standing.isSmall) : [];
  const lines = shown.flatMap(({ standing: { edges }, isOpen }) =>
    [
      { ink: halo, width_px: RIM_PX },
      { ink: isOpen ? signalInks.open : ring, width_px: LINE_PX },
    ].flatMap(({ ink, width_px }) =>
      edges.map((points): SceneLine => ({ points, inks: [faded(ink, highlight)], width_px })),
    ),
  );
  return [...lines, ...get(areaLinesAtom)];
});

/** Near, the rims of the components say what is selected. */
const areaLinesAtom = atom((get): readonly SceneLine[] => {
  const opacity = get(shownOpacityAtom)("selection");
  const [view, area] = [get(restingViewAtom), get(selectedAreaAtom)];
  const [first] = get(markedRowsAtom);
  const metres = first && levelOf(get(levelsAtom), first.component_type)?.mesh?.size;
  if (opacity === 0 || !view || metres === undefined) return [];
  const ground = get(groundAtom);
  const above = ([x, y]: PlanePoint): Point3 => [x, y, (ground?.at(x, y) ?? 0) + AREA_HEIGHT_M];
  const inks = [faded(signalInks.open, opacity * HATCH_OPACITY)];
  return area.flatMap(([left, lower, right, upper]): SceneLine[] => {
    const pixels = pixelsAt(view, above([(left + right) / 2, (lower + upper) / 2]), metres);
    if (pixels === null || pixels >= OUTLINED_PIXELS) return [];
    const corners = [
      [left, lower],
      [right, lower],
      [right, upper],
      [left, upper],
      [left, lower],
    ] as const;
    return [{ points: corners.map(above), inks, width_px: HATCH_PX }];
  });
});

export const componentOutlines = lineOverlay(() => outlineLinesAtom);
export const selectionMarks = lineOverlay(() => ringLinesAtom, true);
