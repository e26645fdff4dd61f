// A blueprint on the map: as it is drawn, and as the overlay of its plant.
import { failure } from "../../domain/error.ts";
import { fileOverlayRefusal } from "../../domain/plant/file-overlay.ts";
import type { Database } from "../context.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import {
  featuresKey,
  pictureKey,
  readBlueprint,
  type BlueprintRow,
} from "../store/plant/blueprint.ts";

/** GeoJSON of a KML file, WebP of a GeoTIFF. @throws RESOURCE_NOT_FOUND for a PDF, which has no place */
export async function drawnContent(
  files: Pick<ObjectStore, "read">,
  { kind, object }: Pick<BlueprintRow, "kind" | "object">,
) {
  if (kind === "kml") {
    return {
      content_type: "application/geo+json",
      content_encoding: "gzip" as const,
      body: await files.read(featuresKey(object)),
    };
  }
  if (kind !== "tif") throw failure("RESOURCE_NOT_FOUND");
  return { content_type: "image/webp", body: await files.read(pictureKey(object)) };
}

/**
 * @param plant_id null for a new plant, which has no blueprints
 * @param file_overlay undefined where it stays as it is
 * @throws BAD_REQUEST for a blueprint that has no place, or is none of this plant
 */
export async function checkOverlay(
  db: Database,
  plant_id: number | null,
  file_overlay: number | null | undefined,
): Promise<void> {
  if (file_overlay === undefined || file_overlay === null) return;
  const blueprint = await readBlueprint(db, file_overlay);
  const refusal = fileOverlayRefusal(blueprint?.plant_id === plant_id ? blueprint : null);
  if (refusal) throw failure("BAD_REQUEST", refusal);
}
