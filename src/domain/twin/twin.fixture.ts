// Small drafts of twins for tests, drawn in metres around one place.
import type { ComponentType } from "../component/component.ts";
import { NO_ROW } from "../component/component-index.ts";
import { planeAt } from "../geometry/plane.ts";
import { rectangleRing } from "../geometry/rectangle.ts";
import type { BuiltTwin } from "./twin-build.ts";
import type { LevelDraft, TwinDraft } from "./twin-draft.ts";

/** A component: its outline as x, y pairs in metres, and what the file says about it. */
export type Piece = {
  readonly ring: readonly number[];
  readonly dtId?: string;
  readonly pcs?: string;
  /** Index in the level of the parent type. */
  readonly parent?: number;
  readonly height?: number;
};

/** The place at which the pieces are drawn. */
export const plane = planeAt([-70.112, -18.886]);

export function levelOf(type: ComponentType, pieces: readonly Piece[]): LevelDraft {
  const ringOffsets = new Uint32Array(pieces.length + 1);
  const rings: number[] = [];
  for (const [i, { ring }] of pieces.entries()) {
    for (let v = 0; v < ring.length; v += 2) rings.push(...plane.toLonLat(ring[v]!, ring[v + 1]!));
    ringOffsets[i + 1] = rings.length / 2;
  }
  return {
    type,
    count: pieces.length,
    dtId: pieces.map(({ dtId }) => dtId ?? null),
    pcs: pieces.map(({ pcs }) => pcs ?? ""),
    parent: Uint32Array.from(pieces, ({ parent }) => parent ?? NO_ROW),
    rings: Float64Array.from(rings),
    ringOffsets,
    ...(pieces.some(({ height }) => height !== undefined) && {
      height: Float32Array.from(pieces, ({ height }) => height ?? 0),
    }),
  };
}

export const box = (x: number, y: number, length: number, width: number, rotation = 0) =>
  rectangleRing({ centreX: x, centreY: y, length, width, rotation });

/** `tables` tables of ten modules, with names that repeat. */
export function field(tables: number): TwinDraft {
  const trackers: Piece[] = [];
  const modules: Piece[] = [];
  for (let t = 0; t < tables; t++) {
    trackers.push({ ring: box(t * 6, 0, 20, 2.2, Math.PI / 2), pcs: `Mesa_${t}` });
    for (let m = 0; m < 10; m++) modules.push({ ring: box(t * 6, m * 2 - 9, 2, 1), pcs: `${m}` });
  }
  return {
    technology: "photovoltaic",
    levels: [levelOf("tracker", trackers), levelOf("module", modules)],
  };
}

export const previousOf = ({ origin, levels }: BuiltTwin) => ({ origin, levels });
