// The drawing of a blueprint: the shapes of a file with their names.
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { TwinSource } from "../geo-file/raw-feature.ts";
import type { Refused } from "./collect.ts";
import { readShapes, type ShapeGeometry } from "./shapes.ts";

type BlueprintDrawing = {
  readonly type: "FeatureCollection";
  readonly features: readonly {
    readonly type: "Feature";
    readonly properties: { readonly name: string };
    readonly geometry: ShapeGeometry;
  }[];
};
type ReadBlueprint = {
  readonly feature_count: number;
  readonly drawing: BlueprintDrawing;
  /** Features that cannot be drawn. */
  readonly refused: Refused;
};

/** @throws Failure FILE_REFUSED with the place of each broken feature if none can be drawn */
export async function readBlueprint(
  source: TwinSource,
  mapping: FileMapping = {},
): Promise<ReadBlueprint> {
  const { feature_count, features, refused } = await readShapes(source, mapping);
  const drawn = features.map(({ properties: { name }, ...feature }) => ({
    ...feature,
    properties: { name },
  }));
  return { feature_count, drawing: { type: "FeatureCollection", features: drawn }, refused };
}
