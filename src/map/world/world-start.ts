// Creates the world map with all plants in view.
import { LngLatBounds, NavigationControl } from "maplibre-gl";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { makeMap, type MadeMap } from "../canvas/make-map.ts";
import { plantFeatures } from "./world-marker.ts";

export type WorldSetup = {
  readonly container: HTMLElement;
  readonly plants: readonly PlantStatus[];
  readonly isDark: boolean;
  /** The graphics context was lost: the map must be created again. */
  readonly onLost: () => void;
};

/** Throws where the browser has no WebGL. */
export function startWorldMap({ container, plants, isDark, onLost }: WorldSetup): MadeMap {
  const made = makeMap({
    container,
    scheme: isDark ? "dark" : "light",
    onLost,
    maxPitch: 65,
    minZoom: 0.6,
    doubleClickZoom: true,
    locale: {
      "NavigationControl.ZoomIn": t("plants:map.zoom_in"),
      "NavigationControl.ZoomOut": t("plants:map.zoom_out"),
      "NavigationControl.ResetBearing": t("plants:map.reset_bearing"),
      "Map.Title": t("plants:map.title"),
    },
  });
  const { map } = made;
  map.addControl(new NavigationControl({ visualizePitch: true }), "bottom-right");
  if (plants.length > 0) {
    const bounds = new LngLatBounds();
    for (const { lon, lat } of plants) bounds.extend([lon, lat]);
    map.fitBounds(bounds, { padding: 90, maxZoom: 7, animate: false });
  }
  map.on("load", () => {
    map.addSource("plants", {
      type: "geojson",
      data: plantFeatures(plants),
      cluster: true,
      clusterRadius: 44,
      clusterMaxZoom: 11,
      clusterProperties: { urgency: ["max", ["get", "urgency"]] },
    });
    // Only a drawn source can be queried for its clusters; the buttons above it are visible.
    map.addLayer({
      id: "plants",
      type: "circle",
      source: "plants",
      paint: { "circle-radius": 1, "circle-opacity": 0 },
    });
  });
  return made;
}
