// The plants of the world: symbols by technology and condition, clustered where they are close. A
// click opens a card, a double click flies down to the plant and opens it.
import { useEffect, useRef, useState } from "react";
import { useAtomValue } from "jotai";
import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import type { PlantStatus } from "../domain/plant.ts";
import { t } from "../state/locale.ts";
import { isDarkAtom } from "../state/theme.ts";
import { Alert } from "../ui/feedback.tsx";
import { PlantCard } from "./plant-card.tsx";
import { followMarkers, plantFeatures } from "./world-marker.ts";
import { startWorldMap } from "./world-start.ts";
import css from "./world-map.module.css";

export type WorldMapProps = {
  readonly plants: readonly PlantStatus[];
  readonly onOpen: (id: number) => void;
};

const FLIGHT_MS = 1400;

export function WorldMap({ plants, onOpen }: WorldMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | null>(null);
  const isDark = useAtomValue(isDarkAtom);
  const [chosen, choose] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const known = useRef({ plants, onOpen });
  useEffect(() => {
    known.current = { plants, onOpen };
  });

  useEffect(() => {
    if (!container.current) return;
    try {
      const started = startWorldMap(container.current, known.current.plants, isDark);
      map.current = started;
      const stop = followMarkers(started, {
        onChoose: choose,
        onOpen: (id) => {
          const plant = known.current.plants.find((one) => one.id === id);
          if (!plant) return;
          started.flyTo({
            center: [plant.lon, plant.lat],
            zoom: 13,
            pitch: 50,
            duration: FLIGHT_MS,
          });
          started.once("moveend", () => known.current.onOpen(id));
        },
        plantOf: (id) => known.current.plants.find((one) => one.id === id),
      });
      started.on("click", () => choose(null));
      return () => {
        stop();
        started.remove();
        map.current = null;
      };
    } catch {
      // Only a browser without WebGL throws here; the page says so and offers the table.
      queueMicrotask(() => setMissing(true));
    }
    // Another theme makes another style; everything else reaches the map through `known`.
  }, [isDark]);

  useEffect(() => {
    const source = map.current?.getSource<GeoJSONSource>("plants");
    source?.setData(plantFeatures(plants));
  }, [plants]);

  const plant = plants.find(({ id }) => id === chosen);
  return (
    <div className={css.world}>
      <div ref={container} className={css.map} />
      {isMissing ? (
        <div className={css.fault}>
          <Alert tone="watch" title={t("plants:map.missing")}>
            {t("plants:map.missing_hint")}
          </Alert>
        </div>
      ) : null}
      {plant ? (
        <PlantCard plant={plant} onOpen={() => onOpen(plant.id)} onClose={() => choose(null)} />
      ) : null}
    </div>
  );
}
