// Makes the world map and looks at all plants.
import {
  LngLatBounds,
  Map,
  NavigationControl,
  setWorkerUrl,
  type GeoJSONSource,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import "maplibre-gl/dist/maplibre-gl.css";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { BASE_ATTRIBUTION, baseStyle, loadBaseData } from "../canvas/basemap.ts";
import { plantFeatures } from "./world-marker.ts";

setWorkerUrl(workerUrl);

/** Throws where the browser has no WebGL. */
export function startWorldMap(
  container: HTMLElement,
  plants: readonly PlantStatus[],
  isDark: boolean,
): Map {
  const map = new Map({
    container,
    style: baseStyle(isDark ? "dark" : "light"),
    attributionControl: { compact: true, customAttribution: BASE_ATTRIBUTION },
    maxPitch: 65,
    minZoom: 0.6,
    doubleClickZoom: true,
    locale: {
      "NavigationControl.ZoomIn": t("plants:map.zoom_in"),
      "NavigationControl.ZoomOut": t("plants:map.zoom_out"),
      "NavigationControl.ResetBearing": t("plants:map.reset_bearing"),
      "AttributionControl.ToggleAttribution": t("plants:map.sources"),
      "Map.Title": t("plants:map.title"),
    },
  });
  map.addControl(new NavigationControl({ visualizePitch: true }), "bottom-right");
  if (plants.length > 0) {
    const bounds = new LngLatBounds();
    for (const { lon, lat } of plants) bounds.extend([lon, lat]);
    map.fitBounds(bounds, { padding: 90, maxZoom: 7, animate: false });
  }
  map.on("load", () => {
    void showLand(map);
    map.addSource("plants", {
      type: "geojson",
      data: plantFeatures(plants),
      cluster: true,
      clusterRadius: 44,
      clusterMaxZoom: 11,
      clusterProperties: { urgency: ["max", ["get", "urgency"]] },
    });
    // Only a drawn source can be asked what it clusters; the buttons over it are what is seen.
    map.addLayer({
      id: "plants",
      type: "circle",
      source: "plants",
      paint: { "circle-radius": 1, "circle-opacity": 0 },
    });
  });
  return map;
}

/** The land comes after the first frame; without a network and a cached copy the water stays. */
async function showLand(map: Map): Promise<void> {
  const data = await loadBaseData().catch(() => null);
  // The map may have been removed meanwhile; its sources are gone then.
  if (!data || !map.style) return;
  for (const [id, shape] of Object.entries(data)) {
    map.getSource<GeoJSONSource>(id)?.setData(shape);
  }
}
