// A drawing of lines, areas and named points as deck.gl layers.
import type { Layer } from "@deck.gl/core";
import { GeoJsonLayer, TextLayer } from "@deck.gl/layers";
import { mapInks, type ColourScheme } from "../domain/colour/palette.ts";
import { placesBounds } from "../domain/geometry/place-bounds.ts";
import type { LonLat } from "../domain/geometry/plane.ts";
import type { BlueprintShapes } from "../state/settings/blueprint.ts";
import { labelStyle } from "./component/label-style.ts";
import type { Bounds } from "./scene.ts";

/** More names than this would hide the shapes. */
const MOST_NAMES = 400;

type Name = { readonly text: string; readonly position: [number, number] };

/** The shapes, and their names above them; `id` begins the ids of both. */
export function drawingLayers(
  id: string,
  shapes: BlueprintShapes,
  scheme: ColourScheme,
  opacity: number,
): Layer[] {
  const { blueprint: line, blueprint_area: fill } = mapInks[scheme];
  return [
    new GeoJsonLayer({
      id,
      data: shapes,
      opacity,
      stroked: true,
      filled: true,
      getFillColor: [...fill],
      getLineColor: [...line],
      getLineWidth: 2,
      lineWidthUnits: "pixels",
      getPointRadius: 5,
      pointRadiusUnits: "pixels",
      updateTriggers: { getFillColor: scheme, getLineColor: scheme },
    }),
    new TextLayer<Name>({
      id: `${id}-names`,
      data: namesOf(shapes),
      opacity,
      getText: ({ text }) => text,
      getPosition: ({ position }) => position,
      getPixelOffset: [0, -12],
      getColor: [...line],
      ...labelStyle(scheme),
      updateTriggers: { getColor: scheme },
    }),
  ];
}

/** West, south, east, north in degrees; null for a drawing without a place. */
export function drawingBounds({ features }: BlueprintShapes): Bounds | null {
  return placesBounds(features.flatMap(({ geometry }) => positionsOf(geometry)));
}

function namesOf({ features }: BlueprintShapes): Name[] {
  return features
    .filter(({ properties }) => properties.name !== "")
    .slice(0, MOST_NAMES)
    .flatMap(({ geometry, properties }) => {
      const position = placeOf(geometry);
      return position ? [{ text: properties.name, position }] : [];
    });
}

/** The position of a shape's name: the point, the middle of the line, or the middle of the area's northern edge. */
function placeOf(geometry: GeoJSON.Geometry): [number, number] | null {
  const all = positionsOf(geometry);
  const box = placesBounds(all);
  if (!box) return null;
  if (geometry.type === "Polygon") {
    const [west, , east, north] = box;
    return [(west + east) / 2, north];
  }
  const [lon, lat] = all[Math.floor(all.length / 2)]!;
  return [lon, lat];
}

function positionsOf(geometry: GeoJSON.Geometry): LonLat[] {
  switch (geometry.type) {
    case "Point":
      return [geometry.coordinates as [number, number]];
    case "LineString":
      return geometry.coordinates as [number, number][];
    case "Polygon":
      return (geometry.coordinates[0] ?? []) as [number, number][];
    default:
      return [];
  }
}
