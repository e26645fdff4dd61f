// The plants of the world: symbols by technology and condition, clustered where they are close. A
// click opens a card, a double click flies down to the plant and opens it.
import { useEffect, useRef, useState } from "react";
import { useAtomValue } from "jotai";
import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { highlightedPlantAtom } from "../../state/settings/plants.ts";
import { isDarkAtom } from "../../state/shell/theme.ts";
import { Alert } from "../../ui/feedback.tsx";
import { useRecovery } from "../recovery.ts";
import { PlantCard } from "./plant-card.tsx";
import { watchMarkers, plantFeatures } from "./world-marker.ts";
import { startWorldMap } from "./world-start.ts";
import css from "./world-map.module.css";

export type WorldMapProps = {
  readonly plants: readonly PlantStatus[];
  readonly onOpen: (id: number) => void;
};

const FLIGHT_MS = 1400;
/** After this many lost contexts the map gives up. */
const MOST_RECOVERIES = 5;
/** Close enough to distinguish the highlighted plant from its neighbours. */
const MARKED_ZOOM = 6;

export function WorldMap({ plants, onOpen }: WorldMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | null>(null);
  const isDark = useAtomValue(isDarkAtom);
  const [chosen, choose] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { generation, lose } = useRecovery(MOST_RECOVERIES);
  const known = useRef({ plants, onOpen, lose });
  useEffect(() => {
    known.current = { plants, onOpen, lose };
  });

  useEffect(() => {
    if (!container.current) return;
    try {
      const { map: started, end } = startWorldMap({
        container: container.current,
        plants: known.current.plants,
        isDark,
        onLost: () => known.current.lose(),
      });
      map.current = started;
      const stop = watchMarkers(started, {
        onChoose: choose,
        onOpen: (id) => {
          const plant = known.current.plants.find((one) => one.id === id);
          if (!plant) return;
          // With reduced motion the flight ends within the call.
          void started.once("moveend", () => known.current.onOpen(id));
          started.flyTo({
            center: [plant.lon, plant.lat],
            zoom: 13,
            pitch: 50,
            duration: FLIGHT_MS,
          });
        },
        plantOf: (id) => known.current.plants.find((one) => one.id === id),
      });
      started.on("click", () => choose(null));
      return () => {
        stop();
        end();
        map.current = null;
      };
    } catch {
      // Only a browser without WebGL throws here; the page says so and offers the table.
      queueMicrotask(() => setMissing(true));
    }
    // Another theme needs another style, and a lost context another map, up to the limit; all other changes
    // reach the map through `known`.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [isDark, generation]);

  useEffect(() => {
    const source = map.current?.getSource<GeoJSONSource>("plants");
    source?.setData(plantFeatures(plants));
  }, [plants]);

  const highlighted = useAtomValue(highlightedPlantAtom);
  const [before, setBefore] = useState<number | null>(null);
  if (highlighted !== before) {
    setBefore(highlighted);
    choose(highlighted);
  }
  const { lon, lat } = plants.find(({ id }) => id === highlighted) ?? {};
  useEffect(() => {
    if (lon === undefined || lat === undefined || !map.current) return;
    const zoom = Math.max(map.current.getZoom(), MARKED_ZOOM);
    map.current.easeTo({ center: [lon, lat], zoom, duration: FLIGHT_MS / 2 });
  }, [lon, lat]);

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
