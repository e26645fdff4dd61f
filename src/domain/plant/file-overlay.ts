// The plant's overlay: one of its blueprints, a drawing or an image with a place, that lies over its map.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { placesApart } from "../geometry/ground-distance.ts";
import { limits } from "../limits.ts";
import { blueprintShape, type Blueprint, type BlueprintKind, type Corners } from "./blueprint.ts";

/** What everybody who sees the plant may know of its overlay. */
export const fileOverlayShape = blueprintShape.pick({
  id: true,
  kind: true,
  file_name: true,
  corners: true,
});
export type FileOverlay = z.infer<typeof fileOverlayShape>;

/** True for kinds that have a place on the map. */
export function canOverlay(kind: BlueprintKind): boolean {
  return kind !== "pdf";
}

/** Why an image with these corners is no image of the plant, or null: it lies somewhere else. */
export function imagePlaceRefusal(
  { lon, lat }: { readonly lon: number; readonly lat: number },
  [upperLeft, , lowerRight]: Corners,
): Refusal | null {
  const middle = [(upperLeft[0] + lowerRight[0]) / 2, (upperLeft[1] + lowerRight[1]) / 2] as const;
  const metres = placesApart([lon, lat], middle) - placesApart(upperLeft, lowerRight) / 2;
  if (metres <= limits.imageDistanceM.position) return null;
  return { reason: "raster_far_from_plant", values: { kilometres: Math.round(metres / 100) / 10 } };
}

/**
 * Why a blueprint cannot lie over the map of a plant, or null.
 * @param blueprint null for one that the plant does not have
 */
export function fileOverlayRefusal(blueprint: Pick<Blueprint, "kind"> | null): Refusal | null {
  const field = "file_overlay";
  if (!blueprint) return { reason: "file_overlay_unknown", field };
  return canOverlay(blueprint.kind) ? null : { reason: "file_overlay_no_place", field };
}
