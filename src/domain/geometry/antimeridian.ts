// Makes geometry that crosses the 180th meridian continuous, so that a flat map can fill it.
import type { Feature, FeatureCollection, Geometry, Position } from "geojson";

/**
 * Longitudes continue without a jump, beyond 180° if necessary (map libraries wrap them). A ring around a
 * pole is closed along that pole's edge. Longitude, latitude in degrees.
 */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || Math.abs(last[0]! - first[0]!) < 180) return line;
  const mean = line.reduce((sum, [, lat]) => sum + lat!, 0) / line.length;
  const edge = mean < 0 ? -90 : 90;
  return [...line, [last[0]!, edge], [first[0]!, edge], first];
}

/** `unwrapRing` for a line. */
export function unwrapLine(line: readonly Position[]): Position[] {
  let before: number | undefined;
  return line.map(([lon, ...rest]) => {
    let next = lon!;
    if (before !== undefined) next += 360 * Math.round((before - next) / 360);
    before = next;
    return [next, ...rest];
  });
}

/** Makes every polygon and line of a collection continuous; points stay unchanged. */
export function unwrapFeatures<G extends Geometry, P>(
  collection: FeatureCollection<G, P>,
): FeatureCollection<Geometry, P> {
  return {
    ...collection,
    features: collection.features.map((feature): Feature<Geometry, P> => ({
      ...feature,
      geometry: unwrapGeometry(feature.geometry),
    })),
  };
}

function unwrapGeometry(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case "Polygon":
      return { ...geometry, coordinates: geometry.coordinates.map(unwrapRing) };
    case "MultiPolygon":
      return {
        ...geometry,
        coordinates: geometry.coordinates.map((polygon) => polygon.map(unwrapRing)),
      };
    case "LineString":
      return { ...geometry, coordinates: unwrapLine(geometry.coordinates) };
    case "MultiLineString":
      return { ...geometry, coordinates: geometry.coordinates.map(unwrapLine) };
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map(unwrapGeometry) };
    default:
      return geometry;
  }
}
