// Pieces made in the test itself by what the worker runs, one answer per microtask.
import type { HeightGrid } from "../../../domain/twin-view/ground-surface.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import { dimensionDefaults } from "../../../domain/twin-view/dimension.ts";
import type { PoseInput } from "../../../domain/twin-view/pose.ts";
import { pieceMaker, type Handle } from "../../../domain/twin-view/piece-maker.ts";
import type { PieceSource } from "../../../state/map/twin-piece.ts";
import type { solidPieces } from "./solid-pieces.ts";

/** Fixed tables without a tilt. */
export const flatPose: PoseInput = [
  {
    technology: "photovoltaic",
    mounting_type: "fixed",
    mounting_orientation: null,
    module_inclination: 0,
    orientation_angle: null,
    lat: 42,
  },
  { elevation_deg: 60, azimuth_deg: 180 },
  dimensionDefaults,
];

export type LocalPieces = Omit<PieceSource, "stop">;

export function localPieces(): LocalPieces {
  const maker = pieceMaker();
  const handles = new Map<object, Handle>();
  const hold = <T extends object>(of: T, send: (handle: Handle) => void): Handle => {
    const handle = handles.get(of) ?? handles.size;
    if (!handles.has(of)) send(handle);
    handles.set(of, handle);
    return handle;
  };
  const level = (geometry: Geometry): Handle =>
    hold(geometry, (handle) => {
      const { type, count } = geometry;
      maker.holdLevel({ handle, type, count, from: 0, columns: geometry });
    });
  const ground = (grid: HeightGrid) => hold(grid, (handle) => maker.holdGround(handle, grid));
  const failed = new Set<string>();
  return {
    async places(geometry, above, rows) {
      return maker.places({ geometry: level(geometry), above: above ? level(above) : null, rows });
    },
    async solids({ geometry, above, ground: grid, ...order }) {
      return maker.solids({
        ...order,
        geometry: level(geometry),
        above: above ? level(above) : null,
        ground: grid && ground(grid),
      });
    },
    retain: () => undefined,
    isFailed: (type) => failed.has(type),
    fail: (type) => void failed.add(type),
  };
}

/** A keeper that keeps nothing. */
export const noKeeper = { take() {}, discard() {}, onCome() {} };

type Pieces = ReturnType<typeof solidPieces>;

/** The frame in which nothing is missing any more. */
export async function wholeFrame(
  pieces: Pieces,
  ...view: Parameters<Pieces["frame"]>
): Promise<ReturnType<Pieces["frame"]>> {
  let frame = pieces.frame(...view);
  while (frame.isMissing) {
    await Promise.resolve();
    frame = pieces.frame(...view);
  }
  return frame;
}
