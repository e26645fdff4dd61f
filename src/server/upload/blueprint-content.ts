// A blueprint as the map draws it.
import { failure } from "../../domain/error.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { featuresKey, pictureKey, type BlueprintRow } from "../store/plant/blueprint.ts";

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
