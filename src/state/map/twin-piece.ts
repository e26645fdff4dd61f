// The pieces of the plant in 3D, made by a worker while the view is open.
import { startPieces, type PieceWorker } from "../../client/twin-piece.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Store } from "../shell/on-change.ts";
import { failedPiecesAtom } from "./not-drawn.ts";

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
