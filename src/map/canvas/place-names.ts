// Names of countries and towns on the shipped base map, in the language of the page.
//
// Data: Natural Earth (public domain), see decisions/ground.md. Names of countries come from the browser
// (CLDR), so only their places are shipped. Texts are drawn with the page's own typeface.
import type { Feature, FeatureCollection, Point } from "geojson";
import type { ExpressionSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Locale } from "../../state/shell/locale.ts";

/** ISO 3166-1 code, longitude, latitude, zoom from which the name is shown. */
type Country = readonly [code: string, lon: number, lat: number, zoom: number];
/** English name, place, zoom, and the Spanish and Portuguese names where they differ. */
type Town = readonly [en: string, lon: number, lat: number, zoom: number, es?: string, pt?: string];
export type NameTable = {
  readonly countries: readonly Country[];
  readonly places: readonly Town[];
};

/** Above this zoom no name is left that could be shown. */
export const LAST_NAME_ZOOM = 13;
/** The zooms of the data are for tiles of 256 pixels, MapLibre's for 512. */
const ZOOM_OFFSET = 1;

export function nameFeatures(table: NameTable, locale: Locale): FeatureCollection<Point> {
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const features: Feature<Point>[] = [];
  for (const [code, lon, lat, zoom] of table.countries) {
    const name = regions.of(code);
    if (name) features.push(named("country", name, lon, lat, zoom));
  }
  for (const [en, lon, lat, zoom, es = en, pt = en] of table.places) {
    const name = locale === "es" ? es : locale === "pt" ? pt : en;
    features.push(named("town", name, lon, lat, zoom));
  }
  return { type: "FeatureCollection", features };
}

function named(
  kind: "country" | "town",
  name: string,
  lon: number,
  lat: number,
  zoom: number,
): Feature<Point> {
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [lon, lat] },
    properties: { kind, name, zoom: zoom - ZOOM_OFFSET },
  };
}

/** The layers of the names, without their colours; of two that overlap the more important is shown. */
export function nameLayers(colours: { name: string; halo: string }): SymbolLayerSpecification[] {
  const paint = { "text-color": colours.name, "text-halo-color": colours.halo };
  const isShown: ExpressionSpecification = ["<=", ["get", "zoom"], ["zoom"]];
  const layer = (
    kind: string,
    maxzoom: number,
    layout: SymbolLayerSpecification["layout"],
  ): SymbolLayerSpecification => ({
    id: `base-${kind}`,
    type: "symbol",
    source: "names",
    maxzoom,
    filter: ["all", ["==", ["get", "kind"], kind], isShown],
    layout: {
      "text-field": ["get", "name"],
      "text-font": ["Inter"],
      "symbol-sort-key": ["get", "zoom"],
      ...layout,
    },
    paint: { ...paint, "text-halo-width": 1.2 },
  });
  return [
    layer("town", LAST_NAME_ZOOM, { "text-size": 11.5, "text-max-width": 8 }),
    layer("country", 7, {
      "text-size": ["interpolate", ["linear"], ["zoom"], 1, 11, 6, 16],
      "text-letter-spacing": 0.08,
      "text-max-width": 7,
    }),
  ];
}

let loading: Promise<NameTable> | undefined;

/** Fetched once. Rejects without a network and a cached copy. */
export function loadNames(): Promise<NameTable> {
  loading ??= fetchNames().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function fetchNames(): Promise<NameTable> {
  const response = await fetch("/ground/names.json");
  if (!response.ok) throw new Error(`place names: ${response.status}`);
  return (await response.json()) as NameTable;
}
