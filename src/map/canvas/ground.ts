// Adds to the shipped base map: place names when zoomed out, a grid in metres when zoomed in.
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { formatNumber, locale } from "../../state/shell/locale.ts";
import { metresPerPixel } from "../component/projection.ts";
import { viewBoxOf } from "./map-camera.ts";
import { FIRST_GRID_ZOOM, gridLines, nearBox } from "./metre-grid.ts";
import { untilLoaded } from "./until-loaded.ts";
import { LAST_NAME_ZOOM, loadNames, nameFeatures } from "./place-names.ts";

const nothing = { type: "FeatureCollection" as const, features: [] };

/** Fetches the names once the map shows an area that has some. Offline it gets them later. */
export async function addNames(map: MapLibreMap, ended: AbortSignal): Promise<void> {
  while (map.getZoom() >= LAST_NAME_ZOOM) {
    await map.once("moveend");
    if (ended.aborted) return;
  }
  const table = await untilLoaded(loadNames, ended);
  if (!table || ended.aborted) return;
  map.getSource<GeoJSONSource>("names")?.setData(nameFeatures(table, locale()));
}

/** Lines have names this far from the middle, in diagonals of the map: all over a map that is seen from above. */
const NAMED_DIAGONALS = 0.6;

/** Draws the grid of a plant after every move. Returns the stop function. */
export function watchGrid(map: MapLibreMap, origin: LonLat): () => void {
  let isDrawn = false;
  const draw = () => {
    const source = map.getSource<GeoJSONSource>("grid");
    const isClose = map.getZoom() >= FIRST_GRID_ZOOM;
    if (!source || (!isClose && !isDrawn)) return;
    isDrawn = isClose;
    const scale = metresPerPixel(map.getZoom(), origin);
    const view = viewBoxOf(map, origin);
    const { width, height } = map.getCanvas().getBoundingClientRect();
    const centre = map.getCenter();
    const middle = planeAt(origin).toPlane(centre.lng, centre.lat);
    const near = nearBox(view, middle, NAMED_DIAGONALS * Math.hypot(width, height) * scale);
    const lines = (box = view) =>
      isClose ? gridLines(origin, view, scale, formatDistance, box) : nothing;
    source.setData(lines());
    map.getSource<GeoJSONSource>("grid-name")?.setData(lines(near));
  };
  draw();
  map.on("moveend", draw);
  map.on("resize", draw);
  return () => {
    map.off("moveend", draw);
    map.off("resize", draw);
  };
}

function formatDistance(metres: number): string {
  return metres < 1000 ? `${formatNumber(metres)} m` : `${formatNumber(metres / 1000)} km`;
}
