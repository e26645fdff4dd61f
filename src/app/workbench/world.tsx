// The map beside the settings panels.
import { Suspense, useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { useLocation } from "wouter";
import { worldMapAtom } from "../../panels/panel.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { loadPlants, plantsAtom } from "../../state/settings/plants.ts";
import { askAtom } from "../../state/account/ask.ts";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import workbench from "./workbench.module.css";

/** The viewer's plants on the map of the world; made when it is first seen, and kept. */
export function World({ isShown }: { isShown: boolean }) {
  const map = useAtomValue(worldMapAtom);
  const plants = useAtomValue(plantsAtom);
  const load = useSetAtom(loadPlants);
  const ask = useAtomValue(askAtom);
  const [, navigate] = useLocation();
  const [wasShown, setShown] = useState(isShown);
  if (isShown && !wasShown) setShown(true);
  const mayRead = ask("plant.list") === null;
  useEffect(() => {
    // The map is beside the point here: without it the panel works just as well.
    if (wasShown && mayRead && plants.state === "idle") load().catch(() => undefined);
  }, [wasShown, mayRead, plants.state, load]);
  const known = valueOf(plants) ?? (mayRead && plants.state !== "failed" ? null : []);
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
