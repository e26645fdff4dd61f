// The axis of a row: where it turns, how high, and how places of the row become metres of the plant.
import type { ComponentType } from "../component/component.ts";
import type { Geometry } from "../component/component-index.ts";
import { dimensionDefaults, type Dimensions } from "./dimension.ts";
import type { Ground } from "./ground-surface.ts";
import type { Pose } from "./pose.ts";

/** LS-3 and EuroTrough: aperture 5.77 m, focal length 1.71 m (Geyer et al., SolarPACES 2002). */
const FOCAL_OVER_APERTURE = 1.71 / 5.77;

type Sized = { readonly dimensions?: Dimensions };

export const sizesOf = ({ dimensions = dimensionDefaults }: Sized): Dimensions => dimensions;

/** Metres from the vertex of the parabola to the tube. */
export const focalOf = (part: Sized, aperture: number): number =>
  sizesOf(part).focal_length_m ?? aperture * FOCAL_OVER_APERTURE;

/** Where a row turns: a line on the ground, its height and its tilt. */
export type Axis = {
  readonly x: number;
  readonly y: number;
  readonly rotation: number;
  readonly width: number;
  readonly height: number;
  readonly tilt: number;
  readonly ground: Ground;
};

const flatGround: Ground = () => 0;

/** The height of the axis: a trough turns about its vertex, a table about its middle. */
function axisHeight(type: ComponentType, width: number, sizes: Dimensions): number {
  const { clearance_m, pylon_height_m } = sizes;
  if (isTrough(type)) return pylon_height_m ?? width / 2 + clearance_m;
  return Math.max(1.2, (width / 2) * Math.sin(Math.PI / 3) + clearance_m);
}

const isTrough = (type: ComponentType) =>
  type === "sca" || type === "sce" || type === "absorber_tube" || type === "mirror";

export function axisOf(
  part: Sized & { readonly geometry: Geometry; readonly pose: Pose; readonly ground?: Ground },
  row: number,
  across: number,
): Axis {
  const { geometry, pose, ground = flatGround } = part;
  const rotation = geometry.rotation[row]!;
  const width = geometry.width[row]!;
  return {
    x: geometry.centreX[row]!,
    y: geometry.centreY[row]!,
    rotation,
    width,
    height: axisHeight(geometry.type, width, sizesOf(part)),
    tilt: pose(rotation, across),
    ground,
  };
}

/** Turns places of a row (along, across, above the axis) into metres of the plant. */
export function placer({ x, y, rotation, height, tilt, ground }: Axis) {
  const [cos, sin, turned, raised] = [
    Math.cos(rotation),
    Math.sin(rotation),
    Math.cos(tilt),
    Math.sin(tilt),
  ];
  const turn = (along: number, across: number, above: number): [number, number, number] => {
    const aside = across * turned - above * raised;
    return [along * cos - aside * sin, along * sin + aside * cos, across * raised + above * turned];
  };
  return {
    direction: turn,
    at(along: number, across: number, above: number): [number, number, number] {
      const [east, north, up] = turn(along, across, above);
      // The axis follows the ground; what turns about it is as high everywhere along it.
      const base = ground(x + along * cos, y + along * sin);
      return [x + east, y + north, base + height + up];
    },
  };
}

export type Placer = ReturnType<typeof placer>;
