// The world map beside the settings panels.
import { Suspense, useState } from "react";
import { useAtomValue } from "jotai";
import { useLocation } from "wouter";
import { worldMapAtom } from "../../panels/panel.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import workbench from "./workbench.module.css";

/** The viewer's plants on the world map. It mounts when it is first shown and stays mounted. */
export function World({ isShown }: { isShown: boolean }) {
  const map = useAtomValue(worldMapAtom);
  const plants = useAtomValue(plantsAtom);
  const [, navigate] = useLocation();
  const [hasBeenShown, setHasBeenShown] = useState(isShown);
  if (isShown && !hasBeenShown) setHasBeenShown(true);
  // A failure to load plants is ignored: the settings panel works without the map.
  const known = valueOf(plants) ?? (plants.state === "loading" ? null : []);
  if (!map || !hasBeenShown || !known) return <div className={workbench.slot} />;
  const { component: WorldMap } = map;
  return (
    <div className={workbench.slot}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <WorldMap plants={known} onOpen={(id) => navigate(`/plant/${id}`)} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
