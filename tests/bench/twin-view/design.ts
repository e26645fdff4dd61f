// What a way of drawing in 3D must offer to be measured, and what all of them draw.
import { ORIGIN, rampColor, DOMAIN, type Field } from "../map/field.ts";
import type { Camera } from "../../../src/state/map/view.ts";
import { planeAt } from "../../../src/domain/geometry/plane.ts";

export type SpaceDesign = {
  /** Draws one frame; true while more is to come. */
  frame(camera: Camera): boolean;
  /** True once components were drawn. */
  isColoured(): boolean;
  /** Colours by another column; the next frame shows it. */
  recolour(column: number): void;
  close(): void;
};

/** Radians by which the tables are tilted, and the height of their axis. */
export const TILT = 0.35;
export const HEIGHT_OF_AXIS = 1.3;

/** Step `step` of a slow pan around the middle of the plant, from an angle. */
export function spaceCamera(field: Field, zoom: number, step: number): Camera {
  const metres = 40 * 2 ** (17.5 - zoom);
  const centre = planeAt(ORIGIN).toLonLat(
    metres * Math.cos(step) + (field.extent[0] + field.extent[2]) / 2,
    metres * Math.sin(step) + (field.extent[1] + field.extent[3]) / 2,
  );
  return { centre, zoom, bearing: 20, pitch: 50 };
}

/** The four corners of a tilted module, metres from the origin. */
export function corners({ modules }: Field, row: number): number[] {
  const [cos, sin] = [Math.cos(modules.rotation[row]!), Math.sin(modules.rotation[row]!)];
  const [half, wide] = [modules.length[row]! / 2, modules.width[row]! / 2];
  return [
    [-half, -wide],
    [half, -wide],
    [half, wide],
    [-half, wide],
  ].flatMap(([along = 0, across = 0]) => {
    const aside = across * Math.cos(TILT);
    return [
      modules.centreX[row]! + along * cos - aside * sin,
      modules.centreY[row]! + along * sin + aside * cos,
      HEIGHT_OF_AXIS + across * Math.sin(TILT),
    ];
  });
}

/** Red, green, blue from 0 to 255 of a row in a column. */
export function colourOf(field: Field, column: number, row: number) {
  const value = field.columns[column]![row]!;
  if (Number.isNaN(value)) return [128, 128, 128] as const;
  const [red, green, blue] = rampColor((value - DOMAIN[0]) / (DOMAIN[1] - DOMAIN[0]));
  return [red, green, blue] as const;
}
