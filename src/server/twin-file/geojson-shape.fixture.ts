// Pieces of GeoJSON for files that must be refused.
import { badText, type BadFile } from "./bad-file.fixture.ts";

export const ring = (...positions: readonly (readonly unknown[])[]) => positions;
export const sound = ring(
  [-70, -18],
  [-69.9999, -18],
  [-69.9999, -17.9999],
  [-70, -17.9999],
  [-70, -18],
);
export const feature = (geometry: unknown, properties: unknown = {}) => ({
  type: "Feature",
  properties,
  geometry,
});
export const polygon = (...rings: unknown[]) => ({ type: "Polygon", coordinates: rings });
export const collection = (features: unknown, rest: object = {}) => ({
  type: "FeatureCollection",
  ...rest,
  features,
});
export const good = feature(polygon(sound));

export const badJson = (
  title: string,
  content: unknown,
  reason: string,
  place?: BadFile["place"],
) => badText(title, JSON.stringify(content), reason, place);
