// The pieces of the plant in 3D, made by a worker while the view is open, and the levels that it could not make.
import { atom } from "jotai";
import { startPieces, type PieceOrder, type PieceWorker } from "../../client/twin-piece.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Store } from "../shell/on-change.ts";
import { perPlant } from "../shell/lifetime.ts";
import { buildMeshes, failedMeshesAtom } from "./mesh.ts";

export type { PieceOrder };

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

export type PieceSource = PieceWorker & {
  isFailed(type: ComponentType): boolean;
  /** A level that cannot be drawn: it is named to the user, and the cause is reported. */
  fail(type: ComponentType, cause: unknown): void;
};

/** The source of one 3D view, which stops it. */
export function pieceSource(store: Store): PieceSource {
  const worker = startPieces();
  const failed = () => store.get(failedPiecesAtom);
  return {
    ...worker,
    isFailed: (type) => failed().includes(type),
    fail(type, cause) {
      reportError(cause);
      store.set(failedPiecesAtom, [...failed().filter((one) => one !== type), type]);
    },
    stop() {
      worker.stop();
      // The map draws them all.
      store.set(failedPiecesAtom, []);
    },
  };
}
