// Where a model stands on the plant's plane: a matrix from the model to metres east, north and up of its origin.
import type { LonLat } from "../geometry/plane.ts";
import type { Matrix4 } from "./model-place.ts";
import type { PlantModel } from "./plant-model.ts";

const DEGREE = Math.PI / 180;

export type Standing = {
  /** Column by column; from metres east, north, up about the model's point to those of the plant. */
  readonly matrix: Matrix4;
  /** The model's point on the Earth: its coordinates there become zero; null for one without any. */
  readonly own: { readonly lon: number; readonly lat: number; readonly height_m: number } | null;
};

/**
 * @param raised_m metres above the height that is stored
 * @param toPlant metres east and north of the plant's origin, and how high the ground is there
 */
export function standingOf(
  { own_place, placement, height_m }: Pick<PlantModel, "own_place" | "placement" | "height_m">,
  raised_m: number,
  toPlant: (lon: number, lat: number) => readonly [x: number, y: number, ground: number],
): Standing {
  const own = own_place && {
    lon: own_place.lon,
    lat: own_place.lat,
    height_m: own_place.lowest_m,
  };
  const [lon, lat]: LonLat = placement
    ? [placement.lon, placement.lat]
    : [own_place?.lon ?? 0, own_place?.lat ?? 0];
  const [x, y, ground] = toPlant(lon, lat);
  // At its own place the stored height counts from the ellipsoid, by hand from the ground.
  const z = ground + height_m + raised_m + (placement ? 0 : (own_place?.lowest_m ?? 0));
  const { scale, heading_deg } = placement ?? { scale: 1, heading_deg: 0 };
  const [cos, sin] = [
    Math.cos(heading_deg * DEGREE) * scale,
    Math.sin(heading_deg * DEGREE) * scale,
  ];
  return { own, matrix: [cos, -sin, 0, 0, sin, cos, 0, 0, 0, 0, scale, 0, x, y, z, 1] };
}
