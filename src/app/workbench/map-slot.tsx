// The place of the map. Its code is large, so it loads separately and panels do not wait for it.
import { Suspense } from "react";
import { limits } from "../../domain/limits.ts";
import { chunk } from "../../ui/chunk.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import css from "./workbench.module.css";

const PlantMap = chunk(async () => {
  const [{ PlantMap: Map }, { layers }, { tools }] = await Promise.all([
    import("../../map/plant-map.tsx"),
    import("../../../layers/index.ts"),
    import("../../../tools/index.ts"),
  ]);
  return () => <Map layers={layers} tools={tools} />;
}, limits.chunkLoadMs);

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
