// What map and 3D view of a plant both give to the state: their layers and tools, the meshes, the legend's counts.
import { useEffect, useMemo } from "react";
import { atom, useAtomValue, useSetAtom, useStore } from "jotai";
import { hasCallAtom } from "../state/account/ask.ts";
import { drawnBarsAtom } from "../state/map/drawn-bars.ts";
import { layerEntriesAtom } from "../state/map/layer.ts";
import { buildMeshes } from "../state/map/mesh.ts";
import { toolEntriesAtom, toolIdAtom } from "../state/map/tool.ts";
import { geometryVersionAtom } from "../state/plant/plant.ts";
import { barsInViewAtom } from "./component/bars-in-view.ts";
import { entriesOf } from "./layer-host.ts";
import { permittedShelf, type MapLayer } from "./layer.ts";
import type { MapTool } from "./tool.ts";
import { toolEntriesOf, toolInHand } from "./tool-host.ts";

export type MapParts = {
  readonly layers: readonly MapLayer[];
  readonly tools: readonly MapTool[];
};

/** The last move that was carried out, so that a new canvas does not fly again. */
export const flownAtom = atom<number | null>(null);

/** Keeps the state up to date while the view is mounted. Returns the tool in hand. */
export function useMapState({ layers, tools }: MapParts): MapTool | undefined {
  const store = useStore();
  const setEntries = useSetAtom(layerEntriesAtom);
  const setTools = useSetAtom(toolEntriesAtom);
  const build = useSetAtom(buildMeshes);
  const offeredAtom = useMemo(
    () => atom((get) => tools.filter(({ isOffered }) => !isOffered || get(isOffered))),
    [tools],
  );
  const allowed = useAtomValue(offeredAtom);
  const mayCall = useAtomValue(hasCallAtom);

  useEffect(() => {
    setEntries(entriesOf(permittedShelf(layers, mayCall)));
    setTools(toolEntriesOf(allowed));
  }, [layers, mayCall, allowed, setEntries, setTools]);
  // The arrays live outside the atoms; the version says when they change.
  useEffect(() => {
    build();
    return store.sub(geometryVersionAtom, build);
  }, [store, build]);

  // The legend says what is drawn.
  useEffect(() => {
    const write = () => store.set(drawnBarsAtom, store.get(barsInViewAtom));
    write();
    return store.sub(barsInViewAtom, write);
  }, [store]);
  return toolInHand(allowed, useAtomValue(toolIdAtom));
}
