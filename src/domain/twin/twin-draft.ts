// A digital twin before it has rows: the output of a file parser or of a generator.
import type { ComponentType, Technology } from "../component/component.ts";

/** A parent as a file names it. */
export type NamedParent = {
  /** A dt_id, or a name that only one parent has; null if the file says none. */
  readonly reference: string | null;
  /** The name from a property that is named like the parent's type; "" if there is none. */
  readonly name: string;
  /** The part of the plant (group, zone) in which that name is unique; "" if the file says none. */
  readonly group: string;
};

/** Components of one type in reading order, columnar, so that a million fit in memory. */
export type LevelDraft = {
  readonly type: ComponentType;
  readonly count: number;
  /** The ID from the file; null if one must be generated. */
  readonly dtId: readonly (string | null)[];
  /** The plant's own name; "" if the file has none. A name that the plant has stays then. */
  readonly pcs: readonly string[];
  /** The names are of a property without a meaning, so a name that the plant has comes before them. */
  readonly hasSpareNames?: true;
  /** Index into the level of the parent type; NO_ROW if it is unknown or there is none. */
  readonly parent: Uint32Array;
  /** The parents that the files name and do not contain: the plant may have them. Absent if there are none. */
  readonly namedParent?: readonly (NamedParent | null)[];
  /** Longitude, latitude pairs in degrees (EPSG:4326) of the outer rings, not closed. */
  readonly rings: Float64Array;
  /** Ring i has the vertices ringOffsets[i] to ringOffsets[i + 1] (counted in vertices); count + 1 entries. */
  readonly ringOffsets: Uint32Array;
  /** Metres above ground of the centre; NaN where the file says none, absent where it says none at all. */
  readonly height?: Float32Array;
  /**
   * 1 if the file says to which part of the plant the component belongs (its group, zone or loop), 0 if only
   * its place says it; absent if all are 1.
   */
  readonly namesPart?: Uint8Array;
  /** The outlines are drawn around the children, because the level is in no file. */
  readonly isMade?: true;
};

/** Levels from the top of the hierarchy down; a type without components may be left out. */
export type TwinDraft = {
  readonly technology: Technology;
  readonly levels: readonly LevelDraft[];
};

/** A level without components. */
export function emptyLevel(type: ComponentType): LevelDraft {
  return {
    type,
    count: 0,
    dtId: [],
    pcs: [],
    parent: new Uint32Array(0),
    rings: new Float64Array(0),
    ringOffsets: new Uint32Array(1),
  };
}
