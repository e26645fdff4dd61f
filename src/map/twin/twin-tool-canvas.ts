// What a tool can query in 3D: the same as on the map.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { placesBounds } from "../../domain/geometry/place-bounds.ts";
import { groundAtom } from "../../state/map/ground.ts";
import { meshOf } from "../../state/map/mesh.ts";
import type { Camera } from "../../state/map/view.ts";
import type { Store } from "../../state/shell/on-change.ts";
import { pickRing } from "../component/picking.ts";
import type { ScreenPoint, ToolCanvas } from "../tool.ts";
import type { DrawnLevel } from "./solid/drawn-level.ts";
import type { ViewSize } from "./move-camera.ts";
import { pickSolid } from "./solid/solid-pick.ts";
import type { Piece } from "./solid/solid-pieces.ts";
import { offHorizon, onPlane, placeCamera, rayOf, screenOf } from "./twin-camera.ts";

type TwinNow = {
  readonly store: Store;
  readonly origin: LonLat;
  readonly size: () => ViewSize;
  readonly camera: () => Camera | null;
  readonly levels: () => readonly DrawnLevel[];
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly perPixelAt1: () => number;
  readonly showDraft: ToolCanvas["showDraft"];
};

/** Around a pixel that meets nothing, in units of the distance that still counts. */
const around = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

export function twinToolCanvas(now: TwinNow): ToolCanvas {
  const { store, origin, size, camera, levels, pieces, perPixelAt1, showDraft } = now;
  const placedNow = () => {
    const at = camera();
    return at && placeCamera(at, origin, size());
  };
  const pickAt = ([x, y]: ScreenPoint) => {
    const placed = placedNow();
    if (!placed) return null;
    return pickSolid({
      levels: levels(),
      pieces: pieces.values(),
      eye: placed.eye,
      base: placed.base,
      ray: rayOf(placed, size(), x, y),
      perPixelAt1: perPixelAt1(),
    });
  };
  /** Under a pixel of the sky lies the farthest ground of its column of pixels. */
  const groundAt = ([x, y]: ScreenPoint): readonly [number, number] => {
    const placed = placedNow();
    if (!placed) return [0, 0];
    for (let down = y; down <= size().height; down += 4) {
      const at = onPlane(placed.eye, rayOf(placed, size(), x, down), placed.base);
      if (at) return at;
    }
    return [placed.eye[0], placed.eye[1]];
  };
  return {
    get: store.get,
    set: store.set,
    pick(at, withinPixels) {
      const hit = pickAt(at);
      if (hit) return hit;
      for (const share of [0.5, 1]) {
        for (const [dx, dy] of around) {
          const reach = withinPixels * share;
          const near = pickAt([at[0] + dx * reach, at[1] + dy * reach]);
          if (near) return near;
        }
      }
      return null;
    },
    pickRing(ring) {
      const level = levels().find(({ isPicked, as }) => isPicked && !as);
      const mesh = level && meshOf(level.type);
      if (!level || !mesh) return null;
      const points = ring.flatMap((point) => [...groundAt(point)]);
      const { type, geometry, mask } = level;
      const rows = pickRing({ geometry, mesh, mask: mask?.bytes ?? null }, points);
      return { component_type: type, rows };
    },
    boundsOf(points) {
      const plane = planeAt(origin);
      return placesBounds(points.map((point) => plane.toLonLat(...groundAt(point))))!;
    },
    showDraft,
    space: {
      above(ground) {
        const { toPlane, toLonLat } = planeAt(origin);
        const base = store.get(groundAtom)?.at(...toPlane(...ground)) ?? 0;
        const placed = placedNow();
        return {
          screenOf: (place, height_m) =>
            placed && screenOf(placed, size(), [...toPlane(...place), base + height_m]),
          placeAt([x, y], height_m, [, fromRow]) {
            if (!placed) return null;
            const under = (row: number) =>
              onPlane(placed.eye, rayOf(placed, size(), x, row), base + height_m);
            if (!under(y)) return null;
            const isAbove = placed.eye[2] > base + height_m;
            const steep = offHorizon(placed, size(), [x, y], isAbove) ?? fromRow;
            // What is grabbed near the horizon stays where it is, and does not jump towards the eye.
            const farthest = isAbove ? Math.min(steep, fromRow) : Math.max(steep, fromRow);
            const isLimited = isAbove ? y < farthest : y > farthest;
            const at = under(isLimited ? farthest : y);
            return at && { place: toLonLat(...at), isLimited };
          },
        };
      },
    },
  };
}
