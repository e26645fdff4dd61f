// The map beside the settings panels.
import { Suspense, useState } from "react";
import { useAtomValue } from "jotai";
import { useLocation } from "wouter";
import { worldMapAtom } from "../../panels/panel.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import workbench from "./workbench.module.css";

/** The viewer's plants on the map of the world; made when it is first seen, and kept. */
export function World({ isShown }: { isShown: boolean }) {
  const map = useAtomValue(worldMapAtom);
  const plants = useAtomValue(plantsAtom);
  const [, navigate] = useLocation();
  const [wasShown, setShown] = useState(isShown);
  if (isShown && !wasShown) setShown(true);
  // Without the plants the panel works just as well.
  const known = valueOf(plants) ?? (plants.state === "loading" ? null : []);
  if (!map || !wasShown || !known) return <div className={workbench.slot} />;
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
