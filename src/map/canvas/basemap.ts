// The shipped base map: Natural Earth land, borders and names, so that the map is never blank without a network.
//
// Data: Natural Earth (public domain), land and borders from the world-atlas package. The style has no glyphs
// and no sprites: only files of this server are fetched, and texts are drawn with the page's typeface.
import type { StyleSpecification } from "maplibre-gl";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlasUrl from "world-atlas/countries-50m.json?url";
import { unwrapFeatures } from "../../domain/geometry/antimeridian.ts";
import { baseMapColours, type ColourScheme } from "../../domain/colour/palette.ts";
import { FIRST_GRID_ZOOM } from "./metre-grid.ts";
import { nameLayers } from "./place-names.ts";

export const BASE_ATTRIBUTION = "Natural Earth";

/** The layers with text. */
const texts = ["base-grid-name", "base-town", "base-country"];

/**
 * Tiles of land are cut up to this zoom, and each covers all that is seen of a plant: a plant never lies in water until
 * its tile has come. A tile of this zoom has steps of 76 m, and the shapes are some kilometres exact.
 */
const LAND_ZOOM = 6;

/** From this zoom on the map lies on land until it is known where water is: plants do. */
const PLANT_ZOOM = 9;

/** The layer that is land everywhere, for as long as the land is not loaded. */
export const SUPPOSED_LAND = "base-supposed-land";

/** The style before the land is loaded: water, from `PLANT_ZOOM` on land, and empty layers. */
export function baseStyle(scheme: ColourScheme): StyleSpecification {
  const { water, land, coast, border, grid, name, halo } = baseMapColours[scheme];
  const empty = { type: "FeatureCollection" as const, features: [] };
  const source = { type: "geojson" as const, data: empty, maxzoom: LAND_ZOOM };
  return {
    version: 8,
    sources: {
      land: { ...source, attribution: BASE_ATTRIBUTION },
      coast: source,
      border: source,
      names: { type: "geojson", data: empty },
      // Cut to tiles of a high zoom, lines stay where they are when it is close.
      grid: { type: "geojson", data: empty, maxzoom: 24 },
      "grid-name": { type: "geojson", data: empty, maxzoom: 24 },
    },
    layers: [
      { id: "base-water", type: "background", paint: { "background-color": water } },
      {
        id: SUPPOSED_LAND,
        type: "background",
        minzoom: PLANT_ZOOM,
        paint: { "background-color": land },
      },
      {
        id: "base-land",
        type: "fill",
        source: "land",
        // Antialiased, the seam at the antimeridian would show as a line; the coast is drawn anyway.
        paint: { "fill-color": land, "fill-antialias": false },
      },
      {
        id: "base-coast",
        type: "line",
        source: "coast",
        paint: { "line-color": coast, "line-width": 0.8 },
      },
      {
        id: "base-border",
        type: "line",
        source: "border",
        paint: { "line-color": border, "line-width": 0.7, "line-dasharray": [3, 2] },
      },
      {
        id: "base-grid",
        type: "line",
        source: "grid",
        minzoom: FIRST_GRID_ZOOM,
        paint: { "line-color": grid, "line-width": ["case", ["get", "isAxis"], 1.6, 0.8] },
      },
      {
        id: "base-grid-name",
        type: "symbol",
        source: "grid-name",
        minzoom: FIRST_GRID_ZOOM,
        layout: {
          "symbol-placement": "line",
          "symbol-spacing": 640,
          "text-field": ["get", "label"],
          "text-font": ["Inter"],
          "text-size": 10.5,
        },
        paint: { "text-color": name, "text-halo-color": halo, "text-halo-width": 1.2 },
      },
      ...nameLayers({ name, halo }),
    ],
  };
}

/** The paint that differs between the schemes, as [layer, property, value]. */
export function basePaint(scheme: ColourScheme): [string, string, string][] {
  const { water, land, coast, border, grid, name, halo } = baseMapColours[scheme];
  return [
    ["base-water", "background-color", water],
    [SUPPOSED_LAND, "background-color", land],
    ["base-land", "fill-color", land],
    ["base-coast", "line-color", coast],
    ["base-border", "line-color", border],
    ["base-grid", "line-color", grid],
    ...texts.flatMap((layer): [string, string, string][] => [
      [layer, "text-color", name],
      [layer, "text-halo-color", halo],
    ]),
  ];
}

/** The opacity of every layer, as [layer, property, value]; the water stays, or the page would show. */
export function baseOpacityPaint(opacity: number): [string, string, number][] {
  return [
    [SUPPOSED_LAND, "background-opacity", opacity],
    ["base-land", "fill-opacity", opacity],
    ["base-coast", "line-opacity", opacity],
    ["base-border", "line-opacity", opacity],
    ["base-grid", "line-opacity", opacity],
    ...texts.map((layer): [string, string, number] => [layer, "text-opacity", opacity]),
  ];
}

export type BaseData = {
  readonly land: GeoJSON.GeoJSON;
  readonly coast: GeoJSON.GeoJSON;
  readonly border: GeoJSON.GeoJSON;
};

type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
let loading: Promise<BaseData> | undefined;

/** Land, coasts and inner borders, EPSG:4326; fetched once. Rejects without a network and a cached copy. */
export function loadBaseData(): Promise<BaseData> {
  loading ??= fetchBaseData().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function fetchBaseData(): Promise<BaseData> {
  const response = await fetch(atlasUrl);
  if (!response.ok) throw new Error(`base map: ${response.status}`);
  const atlas = (await response.json()) as Atlas;
  return {
    land: unwrapFeatures(feature(atlas, atlas.objects.land)),
    coast: cutAtAntimeridian(mesh(atlas, atlas.objects.countries, (a, b) => a === b)),
    border: cutAtAntimeridian(mesh(atlas, atlas.objects.countries, (a, b) => a !== b)),
  };
}

/** Removes edges along the antimeridian, which would be drawn across the whole map. */
export function cutAtAntimeridian(lines: GeoJSON.MultiLineString): GeoJSON.MultiLineString {
  const coordinates = lines.coordinates.flatMap((line) => {
    const parts: GeoJSON.Position[][] = [[]];
    for (const point of line) {
      const before = parts.at(-1)!.at(-1);
      if (before && Math.abs(point[0]! - before[0]!) > 180) parts.push([]);
      parts.at(-1)!.push(point);
    }
    return parts.filter((part) => part.length > 1);
  });
  return { type: "MultiLineString", coordinates };
}
