// The levels of the plant that cannot be drawn, on the map or in 3D, and how they are tried again.
import { atom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { perPlant } from "../shell/lifetime.ts";
import { buildMeshes, failedMeshesAtom } from "./mesh.ts";

/** Levels that are not drawn in 3D, because a piece of them failed twice. */
export const failedPiecesAtom = perPlant<readonly ComponentType[]>([]);

/** Levels that map or 3D view lack, while the legend and the table have them. */
export const notDrawnAtom = atom((get): readonly ComponentType[] => [
  ...new Set([...get(failedMeshesAtom), ...get(failedPiecesAtom)]),
]);

/** Tries to draw again what failed. */
export const drawAgain = atom(null, (_get, set) => {
  set(failedPiecesAtom, []);
  set(buildMeshes);
});
