// The world map view of the plants, with their list beside it.
import { Suspense } from "react";
import { useAtomValue } from "jotai";
import { useLocation } from "wouter";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { worldMapAtom } from "../panel.ts";
import { PlantsList } from "./plants-list.tsx";
import css from "./plants.module.css";

export function PlantsMap({ plants }: { plants: readonly PlantStatus[] }) {
  const map = useAtomValue(worldMapAtom);
  const [, navigate] = useLocation();
  if (!map) return <Skeleton label={t("shell:loading")} />;
  const { component: WorldMap } = map;
  return (
    <div className={css.mapView}>
      <PlantsList plants={plants} />
      <div className={css.mapBeside}>
        <Suspense fallback={<Skeleton label={t("shell:loading")} />}>
          <WorldMap plants={plants} onOpen={(id) => navigate(`/plant/${id}`)} />
        </Suspense>
      </div>
    </div>
  );
}
