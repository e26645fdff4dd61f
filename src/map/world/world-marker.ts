// Keeps one button per plant or cluster in view on the world map.
import { Marker, type GeoJSONSource, type Map as MapLibre } from "maplibre-gl";
import type { FeatureCollection, Point } from "geojson";
import { plantCondition, plantConditions } from "../../domain/plant/plant-condition.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { conditionWords } from "../../state/plant/column/condition-words.ts";
import { t } from "../../state/shell/locale.ts";
import { clusterMarker, plantMarker } from "./plant-marker.ts";

type Acts = {
  onChoose: (id: number) => void;
  onOpen: (id: number) => void;
  plantOf: (id: number) => PlantStatus | undefined;
};

/** The plants as points; `urgency` grows with the condition, so that clusters show the worst. */
export function plantFeatures(plants: readonly PlantStatus[]): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: plants.map((plant) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [plant.lon, plant.lat] },
      properties: {
        plant_id: plant.id,
        urgency: plantConditions.length - plantConditions.indexOf(plantCondition(plant)),
      },
    })),
  };
}

/** Draws the buttons whenever the map or the clusters change. Returns the stop function. */
export function watchMarkers(map: MapLibre, acts: Acts): () => void {
  const shown = new Map<string, Marker>();
  const draw = () => {
    if (!map.getSource("plants") || !map.isSourceLoaded("plants")) return;
    const wanted = new Set<string>();
    for (const { geometry, properties } of map.querySourceFeatures("plants")) {
      if (geometry.type !== "Point") continue;
      const isCluster = properties["cluster"] === true;
      const key = isCluster
        ? `c${properties["cluster_id"]}`
        : plantKey(acts.plantOf(Number(properties["plant_id"])));
      if (key === null || wanted.has(key)) continue;
      wanted.add(key);
      if (shown.has(key)) continue;
      const at = geometry.coordinates as [number, number];
      const element = isCluster ? cluster(map, properties, at) : plant(properties, acts);
      if (!element) continue;
      shown.set(key, new Marker({ element }).setLngLat(at).addTo(map));
    }
    for (const [key, marker] of shown) {
      if (wanted.has(key)) continue;
      marker.remove();
      shown.delete(key);
    }
  };
  map.on("render", draw);
  return () => {
    map.off("render", draw);
    for (const marker of shown.values()) marker.remove();
  };
}

/** What a button shows of a plant: where one of these changes, another button is made. */
export function plantKey(plant: PlantStatus | undefined): string | null {
  if (!plant) return null;
  const { id, name, lon, lat, technology, energy_rank } = plant;
  const said = [id, name, lon, lat, technology, energy_rank, conditionWords(plant)];
  return `p${JSON.stringify([...said, plantCondition(plant)])}`;
}

function plant(properties: Record<string, unknown>, acts: Acts): HTMLElement | null {
  const id = Number(properties["plant_id"]);
  const known = acts.plantOf(id);
  if (!known) return null;
  const condition = plantCondition(known);
  const words = `${known.name}, ${t(`plants:technology.${known.technology}`)}, ${conditionWords(known)}`;
  const { technology, energy_rank: rank } = known;
  const button = plantMarker({ technology, condition, rank }, known.name, words);
  button.title = known.name;
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    acts.onChoose(id);
  });
  button.addEventListener("dblclick", (event) => {
    event.stopPropagation();
    acts.onOpen(id);
  });
  return button;
}

function cluster(
  map: MapLibre,
  properties: Record<string, unknown>,
  at: [number, number],
): HTMLElement {
  const count = Number(properties["point_count"]);
  const worst =
    plantConditions[plantConditions.length - Number(properties["urgency"])] ?? "unknown";
  const label = t("plants:map.cluster", { count });
  const button = clusterMarker(count, worst, label);
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    const source = map.getSource<GeoJSONSource>("plants");
    void source?.getClusterExpansionZoom(Number(properties["cluster_id"])).then((zoom) => {
      map.easeTo({ center: at, zoom: Math.max(zoom, map.getZoom() + 1) });
    });
  });
  return button;
}
