// Calls the worker that makes the pieces of the 3D view.
import type { Geometry } from "../domain/component/component-index.ts";
import type { HeightGrid } from "../domain/twin-view/ground-surface.ts";
import {
  solidColumns,
  type Handle,
  type LevelPart,
  type SolidOrder,
} from "../domain/twin-view/piece-maker.ts";
import type { Places } from "../domain/twin-view/piece-place.ts";
import type { Solids } from "../domain/twin-view/solid-writer.ts";
import type { PieceAnswer, PieceRequest } from "../../workers/browser/twin-view-piece.ts";
import { workerCalls } from "./worker-answer.ts";

/** Rows that are copied at once: 3 MB, about a millisecond. The next ones follow when these have arrived. */
const PART_ROWS = 131_072;

export type PieceOrder = Omit<SolidOrder, "geometry" | "above" | "ground"> & {
  readonly geometry: Geometry;
  /** Undefined at the top. */
  readonly above: Geometry | undefined;
  /** Null for flat ground. */
  readonly ground: HeightGrid | null;
};

export type PieceWorker = {
  /**
   * Where the pieces and blocks of a level lie.
   * @param rows of a piece
   */
  places(geometry: Geometry, above: Geometry | undefined, rows: number): Promise<Places>;
  solids(order: PieceOrder): Promise<Solids>;
  /** Gives the copies of all other levels and grounds back. */
  retain(used: ReadonlySet<object>): void;
  /** Ends the worker; what is still ordered never comes. */
  stop(): void;
};

/**
 * Starts a worker with the first order, and another one after it has crashed. A level and a ground are copied to it
 * when they are first ordered. All orders reject where the geometry is broken or memory is missing.
 */
export function startPieces(): PieceWorker {
  const held = new Map<object, Promise<Handle>>();
  let last = 0;
  const worker = workerCalls<PieceRequest, PieceAnswer>(
    () =>
      new Worker(new URL("../../workers/browser/twin-view-piece.ts", import.meta.url), {
        type: "module",
        name: "twin-view-piece",
      }),
    () => held.clear(),
  );
  type Order = PieceRequest extends infer R
    ? R extends PieceRequest
      ? Omit<R, "id">
      : never
    : never;
  async function ask(order: Order, transfer: Transferable[] = []) {
    const answer = await worker.ask((id) => ({ ...order, id }) as PieceRequest, transfer);
    if ("error" in answer) throw Object.assign(new Error(answer.error), { name: answer.name });
    return answer;
  }
  const hold = (of: object, send: (handle: Handle) => Promise<unknown>): Promise<Handle> => {
    const known = held.get(of);
    if (known) return known;
    const handle = ++last;
    const made = send(handle).then(
      () => handle,
      (cause: unknown) => {
        if (held.get(of) === made) held.delete(of);
        throw cause;
      },
    );
    held.set(of, made);
    return made;
  };
  const holdLevel = (geometry: Geometry | undefined) =>
    geometry
      ? hold(geometry, async (handle) => {
          let from = 0;
          do {
            const level = partOf(geometry, handle, from);
            await ask({ level }, buffersOf(level));
            from += PART_ROWS;
          } while (from < geometry.count);
        })
      : null;
  const holdGround = (grid: HeightGrid | null) =>
    grid &&
    hold(grid, (handle) => {
      const { xs, ys, heights } = grid;
      return ask({ ground: { handle, grid: { xs, ys, heights } } });
    });
  const levels = (geometry: Geometry, above: Geometry | undefined) =>
    Promise.all([holdLevel(geometry)!, holdLevel(above)]);
  return {
    async places(of, over, rows) {
      const [geometry, above] = await levels(of, over);
      const answer = await ask({ places: { geometry, above, rows } });
      if (!("places" in answer)) throw new Error("the worker answered something else");
      return answer.places;
    },
    async solids({ geometry: of, above: over, ground: grid, ...order }) {
      const [[geometry, above], ground] = await Promise.all([levels(of, over), holdGround(grid)]);
      const answer = await ask({ solids: { ...order, geometry, above, ground } });
      if (!("solids" in answer)) throw new Error("the worker answered something else");
      return answer.solids;
    },
    retain(used) {
      for (const [of, handle] of held) {
        if (used.has(of)) continue;
        held.delete(of);
        // A copy that failed is not there.
        handle.then((forget) => ask({ forget })).catch(() => undefined);
      }
    },
    stop() {
      held.clear();
      worker.stop();
    },
  };
}

function partOf(geometry: Geometry, handle: Handle, from: number): LevelPart {
  const { type, count } = geometry;
  const slice = <T extends Float32Array | Uint32Array>(column: T) =>
    column.slice(from, from + PART_ROWS) as T;
  const { parent, centreX, centreY, length, width, rotation } = geometry;
  const columns = {
    parent: slice(parent),
    centreX: slice(centreX),
    centreY: slice(centreY),
    length: slice(length),
    width: slice(width),
    rotation: slice(rotation),
  };
  return { handle, type, count, from, columns };
}

const buffersOf = ({ columns }: LevelPart) =>
  solidColumns.map((name) => columns[name].buffer as ArrayBuffer);
