// What all pictures of a look show: a part of the place, in metres, so that cameras of any width move together.
import type { Picture } from "../../domain/image/look.ts";

/** The middle of the pane in metres from the place, as the image lies, and CSS pixels per metre. */
export type GroundView = {
  readonly right: number;
  readonly down: number;
  readonly scale: number;
};
/** What the pane is filled with until it is moved. */
export type Fit = "place" | "whole";
/** In CSS pixels. */
export type PaneSize = { readonly width: number; readonly height: number };

/** Metres around a spot on the ground. */
const SPOT_M = 6;
/** Part of the pane that the outlined place takes. */
const OUTLINED = 0.5;

/** The view in which the whole picture just fits the pane, or its place does; without an outline the pane is filled. */
export function viewOf(picture: Picture, fit: Fit, pane: PaneSize): GroundView {
  const { outline, gsd_m, width, height } = picture;
  const ratios = [pane.width / (width * gsd_m), pane.height / (height * gsd_m)] as const;
  const [x, y] = middleOf(picture);
  if (fit === "whole" || outline.length === 0) {
    const scale = fit === "whole" ? Math.min(...ratios) : Math.max(...ratios);
    return { right: (width / 2 - x) * gsd_m, down: (height / 2 - y) * gsd_m, scale };
  }
  const reach = (axis: 0 | 1) => {
    const all = outline.map((pixel) => pixel[axis]);
    return (Math.max(...all) - Math.min(...all)) * gsd_m;
  };
  const wide = pane.width / (reach(0) || SPOT_M);
  const high = pane.height / (reach(1) || SPOT_M);
  return { right: 0, down: 0, scale: Math.min(wide, high) * OUTLINED };
}

/** The middle of the place in pixels of the picture. */
export function middleOf({ outline, width, height }: Picture): [x: number, y: number] {
  if (outline.length === 0) return [width / 2, height / 2];
  const sum = outline.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / outline.length, sum[1] / outline.length];
}

/** CSS pixels per metre. A picture without metres is at most a few screens wide. */
const CLOSEST = 40_000;
const FARTHEST = 0.5;

export function zoomed(view: GroundView, factor: number): GroundView {
  return { ...view, scale: Math.min(CLOSEST, Math.max(FARTHEST, view.scale * factor)) };
}
export function moved(view: GroundView, x: number, y: number): GroundView {
  return { ...view, right: view.right - x / view.scale, down: view.down - y / view.scale };
}
