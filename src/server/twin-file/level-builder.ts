// Builds one level of a draft from a stream of features.
import { NO_ROW } from "../../domain/component/component-index.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { LevelDraft } from "../../domain/twin/twin-draft.ts";
import { spareColumns, type SpareColumns } from "./spare-column.ts";

/** A checked component. The ring is open, counter-clockwise, as longitude, latitude pairs. */
export type CheckedComponent = {
  readonly ring: readonly number[];
  readonly dtId: string | null;
  readonly pcs: string;
  readonly parent: string | null;
  readonly parentName: string;
  readonly group: string;
  /** The folder that names its group; "" where a property does, or none. */
  readonly folder: string;
  /** Metres; NaN where the file says none. */
  readonly height: number;
  /** Index of the file, and number of the feature in it. */
  readonly file: number;
  readonly feature: number;
};

export type LevelBuilder = {
  readonly type: ComponentType;
  readonly dtId: (string | null)[];
  readonly pcs: string[];
  /** The parent in the file: a dt_id or a name; null if there is none. */
  readonly parent: (string | null)[];
  readonly parentName: string[];
  readonly group: string[];
  readonly folder: string[];
  readonly file: number[];
  readonly feature: number[];
  readonly spare: SpareColumns;
  add(component: CheckedComponent): void;
  /** Takes the names of a property without a meaning. */
  useNames(names: readonly string[]): void;
  /** The level with the parents found so far (index in the parent's level, NO_ROW for none). */
  draft(parents?: Uint32Array): LevelDraft;
};

export function levelBuilder(type: ComponentType): LevelBuilder {
  const dtId: (string | null)[] = [];
  const pcs: string[] = [];
  const parent: (string | null)[] = [];
  const parentName: string[] = [];
  const group: string[] = [];
  const folder: string[] = [];
  const file: number[] = [];
  const feature: number[] = [];
  const heights: number[] = [];
  const ends: number[] = [0];
  // names repeat often, so equal ones share one string
  const interned = new Map<string, string>();
  const intern = (text: string) => {
    const shared = interned.get(text);
    if (shared !== undefined) return shared;
    interned.set(text, text);
    return text;
  };
  let rings = new Float64Array(1024);
  let end = 0;
  let hasSpareNames = false;
  return {
    type,
    dtId,
    pcs,
    parent,
    parentName,
    group,
    folder,
    file,
    feature,
    spare: spareColumns(),
    add(component) {
      const { ring } = component;
      if (end + ring.length > rings.length) {
        const larger = new Float64Array(Math.max(rings.length * 2, end + ring.length));
        larger.set(rings);
        rings = larger;
      }
      for (let v = 0; v < ring.length; v++) rings[end++] = ring[v]!;
      ends.push(end / 2);
      dtId.push(component.dtId);
      pcs.push(component.pcs);
      parent.push(component.parent);
      parentName.push(intern(component.parentName));
      group.push(intern(component.group));
      folder.push(intern(component.folder));
      heights.push(component.height);
      file.push(component.file);
      feature.push(component.feature);
    },
    useNames(names) {
      hasSpareNames = true;
      for (const [i, name] of names.entries()) pcs[i] = name;
    },
    draft: (parents) => ({
      type,
      count: dtId.length,
      dtId,
      pcs,
      parent: parents ?? new Uint32Array(dtId.length).fill(NO_ROW),
      rings: rings.subarray(0, end),
      ringOffsets: Uint32Array.from(ends),
      ...(hasSpareNames && { hasSpareNames }),
      ...(heights.every(Number.isNaN) ? {} : { height: Float32Array.from(heights) }),
    }),
  };
}
