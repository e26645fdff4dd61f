// Where the map goes: it is large, so it comes by itself and the panels need not wait for it.
import { lazy, Suspense } from "react";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import css from "./workbench.module.css";

const PlantMap = lazy(async () => {
  const [{ PlantMap: Map }, { layers }, { tools }] = await Promise.all([
    import("../../map/plant-map.tsx"),
    import("../../../layers/index.ts"),
    import("../../../tools/index.ts"),
  ]);
  return { default: () => <Map layers={layers} tools={tools} /> };
});

export function MapSlot() {
  return (
    <div className={css.slot}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <PlantMap />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
