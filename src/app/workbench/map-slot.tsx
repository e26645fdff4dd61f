// The place of the map, or of the plant in 3D. Their code is large, so it loads separately and panels do not wait for it.
import { Suspense } from "react";
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { spacePanel } from "../../panels/space/panel.ts";
import { spaceAtom } from "../../state/map/space.ts";
import { chunk } from "../../ui/chunk.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import css from "./workbench.module.css";

export const PlantMap = chunk(async () => {
  const [{ PlantMap: Map }, { layers }, { tools }] = await Promise.all([
    import("../../map/plant-map.tsx"),
    import("../../../layers/index.ts"),
    import("../../../tools/index.ts"),
  ]);
  return () => <Map layers={layers} tools={tools} />;
}, limits.chunkLoadMs);

const PlantTwin = chunk(async () => {
  const [{ TwinView }, { layers }, { tools }] = await Promise.all([
    import("../../map/twin/twin-view.tsx"),
    import("../../../layers/index.ts"),
    import("../../../tools/index.ts"),
  ]);
  return () => <TwinView layers={layers} tools={tools} />;
}, limits.chunkLoadMs);

export function MapSlot() {
  const may = useAtomValue(hasPermissionAtom);
  const is3d = useAtomValue(spaceAtom) === "3d" && may(spacePanel.permission);
  return (
    <div className={css.slot}>
      <ErrorBoundary key={is3d ? "3d" : "map"}>
        <Suspense fallback={null}>{is3d ? <PlantTwin /> : <PlantMap />}</Suspense>
      </ErrorBoundary>
    </div>
  );
}
