// What all images of a shot show: a part of the place, in metres, so that cameras of any width move together.
import type { SurveyImage } from "../../domain/image/survey-image.ts";

/** The middle of the pane in metres from the place, as the image lies, and CSS pixels per metre. */
export type GroundView = {
  readonly right: number;
  readonly down: number;
  readonly scale: number;
  readonly isWhole: boolean;
};

/** A pane is about this wide before it is measured. */
const PANE_PX = 520;
/** Metres around a spot on the ground. */
const SPOT_M = 6;
const WHOLE = 1;
const OUTLINED = 0.35;

/** A view in which the place takes `OUTLINED` of the pane, or the image the whole. */
export function viewOf({ outline, gsd_m, width }: SurveyImage, is_whole: boolean): GroundView {
  const reach = (axis: 0 | 1) => {
    const all = outline.map((pixel) => pixel[axis]);
    return Math.max(...all) - Math.min(...all);
  };
  const extent = Math.max(reach(0), reach(1)) * gsd_m || SPOT_M;
  if (is_whole) {
    const [x, y] = middleOf(outline);
    const right = (width / 2 - x) * gsd_m;
    return { right, down: -y * gsd_m, scale: (PANE_PX * WHOLE) / (width * gsd_m), isWhole: true };
  }
  return { right: 0, down: 0, scale: (PANE_PX * OUTLINED) / extent, isWhole: false };
}

export function middleOf(outline: SurveyImage["outline"]): [number, number] {
  const sum = outline.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / outline.length, sum[1] / outline.length];
}

const CLOSEST = 40_000;
const FARTHEST = 0.5;

export function zoomed(view: GroundView, factor: number): GroundView {
  return { ...view, scale: Math.min(CLOSEST, Math.max(FARTHEST, view.scale * factor)) };
}
export function moved(view: GroundView, x: number, y: number): GroundView {
  return { ...view, right: view.right - x / view.scale, down: view.down - y / view.scale };
}
