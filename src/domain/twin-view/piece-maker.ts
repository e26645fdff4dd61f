// Makes the pieces of the plant in 3D from copies of the levels, for a worker beside the page.
import type { ComponentType } from "../component/component.ts";
import type { Geometry } from "../component/component-index.ts";
import type { Dimensions } from "./dimension.ts";
import { groundOfHeights, type Ground, type HeightGrid } from "./ground-surface.ts";
import { placesOf, type Places } from "./piece-place.ts";
import { poseOf, type PoseInput } from "./pose.ts";
import { solidsOf, type SolidRequest } from "./solid.ts";
import type { Solids } from "./solid-writer.ts";

/** Stands for a level or a ground that the maker holds. */
export type Handle = number;

/** The columns of a geometry that solids are made from. */
export const solidColumns = [
  "parent",
  "centreX",
  "centreY",
  "length",
  "width",
  "rotation",
] as const satisfies readonly (keyof Geometry)[];
type SolidColumns = Pick<Geometry, (typeof solidColumns)[number]>;

/** Some rows of a level, in order from the first; complete with the last of them. */
export type LevelPart = {
  readonly handle: Handle;
  readonly type: ComponentType;
  /** Rows of the whole level. */
  readonly count: number;
  readonly from: number;
  readonly columns: SolidColumns;
};

export type PlaceOrder = {
  readonly geometry: Handle;
  /** Null at the top. */
  readonly above: Handle | null;
  /** Of a piece. */
  readonly rows: number;
};

export type SolidOrder = Required<Pick<SolidRequest, "rows" | "isCoarse" | "hasGaps">> &
  Pick<SolidRequest, "as"> & {
    readonly geometry: Handle;
    readonly above: Handle | null;
    /** Null for flat ground. */
    readonly ground: Handle | null;
    readonly pose: PoseInput;
    readonly dimensions: Dimensions;
  };

const none = new Float32Array(0);
const noPolygons = { rows: new Uint32Array(0), offsets: new Uint32Array(0), xy: none };

/** Throws where what is ordered is not held. */
export function pieceMaker() {
  const levels = new Map<Handle, Geometry>();
  const grounds = new Map<Handle, Ground>();
  const held = <T>(of: ReadonlyMap<Handle, T>, handle: Handle): T => {
    const found = of.get(handle);
    if (!found) throw new Error(`nothing is held under ${handle}`);
    return found;
  };
  const levelsOf = ({ geometry, above }: Pick<PlaceOrder, "geometry" | "above">) => ({
    geometry: held(levels, geometry),
    above: above === null ? undefined : held(levels, above),
  });
  return {
    holdLevel({ handle, type, count, from, columns }: LevelPart): void {
      const level = levels.get(handle) ?? emptyLevel(type, count);
      levels.set(handle, level);
      for (const name of solidColumns) level[name].set(columns[name], from);
    },
    holdGround(handle: Handle, grid: HeightGrid): void {
      grounds.set(handle, groundOfHeights(grid));
    },
    /** A level or a ground that is drawn no more. */
    forget(handle: Handle): void {
      levels.delete(handle);
      grounds.delete(handle);
    },
    places(order: PlaceOrder): Places {
      const { geometry, above } = levelsOf(order);
      return placesOf(geometry, above, order.rows);
    },
    solids({ geometry, above, ground, pose, ...order }: SolidOrder): Solids {
      return solidsOf({
        ...order,
        ...levelsOf({ geometry, above }),
        pose: poseOf(...pose),
        ...(ground !== null && { ground: held(grounds, ground) }),
      });
    },
  };
}

export type PieceMaker = ReturnType<typeof pieceMaker>;

const emptyLevel = (type: ComponentType, count: number): Geometry => ({
  type,
  count,
  parent: new Uint32Array(count),
  centreX: new Float32Array(count),
  centreY: new Float32Array(count),
  length: new Float32Array(count),
  width: new Float32Array(count),
  rotation: new Float32Array(count),
  height: none,
  polygons: noPolygons,
  blockBounds: none,
});

/** The buffers of solids, to be handed over. */
export const solidBuffers = (solids: Solids): ArrayBuffer[] =>
  [solids.vertices, solids.owners, solids.edges, solids.centres, solids.indices, solids.starts].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );
