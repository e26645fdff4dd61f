// The limits of a single feature, the same for all formats.
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { RawFeature } from "./raw-feature.ts";

/** The problem of a feature that is above a limit, or null. */
export function featureLimitProblem(feature: RawFeature): Problem | null {
  const over = (reason: string, field: string, most: number) => ({
    reason,
    field,
    values: { most },
  });
  if (Object.keys(feature.properties).length > limits.featureProperties) {
    return over("feature_properties", "properties", limits.featureProperties);
  }
  let rings = 0;
  let numbers = 0;
  for (const { ring, holes } of feature.outlines) {
    rings += 1 + holes.length;
    numbers += ring.length;
    for (const hole of holes) numbers += hole.length;
  }
  for (const line of [...(feature.lines ?? []), ...(feature.points ?? [])]) {
    rings += 1;
    numbers += line?.length ?? 0;
  }
  if (rings > limits.featureParts) return over("feature_parts", "geometry", limits.featureParts);
  return numbers / 2 > limits.featureVertices
    ? over("feature_vertices", "geometry", limits.featureVertices)
    : null;
}
