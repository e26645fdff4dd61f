// Makes the pieces of the 3D view off the main thread, from copies of the levels, and hands their buffers over.
import type { HeightGrid } from "../../src/domain/twin-view/ground-surface.ts";
import {
  pieceMaker,
  solidBuffers,
  type Handle,
  type LevelPart,
  type PlaceOrder,
  type SolidOrder,
} from "../../src/domain/twin-view/piece-maker.ts";
import type { Places } from "../../src/domain/twin-view/piece-place.ts";
import type { Solids } from "../../src/domain/twin-view/solid-writer.ts";

export type PieceRequest = { readonly id: number } & (
  | { readonly level: LevelPart }
  | { readonly ground: { readonly handle: Handle; readonly grid: HeightGrid } }
  | { readonly forget: Handle }
  | { readonly places: PlaceOrder }
  | { readonly solids: SolidOrder }
);
export type PieceAnswer = { readonly id: number } & (
  | { readonly isDone: true }
  | { readonly places: Places }
  | { readonly solids: Solids }
  | { readonly error: string; readonly name: string }
);

const scope = self as unknown as DedicatedWorkerGlobalScope;
const maker = pieceMaker();

function answer(request: PieceRequest): [PieceAnswer, ArrayBuffer[]] {
  const { id } = request;
  if ("places" in request) {
    const places = maker.places(request.places);
    const { pieces, blocks } = places;
    return [{ id, places }, [pieces.buffer as ArrayBuffer, blocks.buffer as ArrayBuffer]];
  }
  if ("solids" in request) {
    const solids = maker.solids(request.solids);
    return [{ id, solids }, solidBuffers(solids)];
  }
  if ("level" in request) maker.holdLevel(request.level);
  else if ("ground" in request) maker.holdGround(request.ground.handle, request.ground.grid);
  else maker.forget(request.forget);
  return [{ id, isDone: true }, []];
}

scope.addEventListener("message", ({ data }: MessageEvent<PieceRequest>) => {
  try {
    scope.postMessage(...answer(data));
  } catch (cause) {
    // Broken geometry, or no memory: the page must not wait for ever.
    const { message: error, name } = cause instanceof Error ? cause : new Error(String(cause));
    scope.postMessage({ id: data.id, error, name } satisfies PieceAnswer);
  }
});
