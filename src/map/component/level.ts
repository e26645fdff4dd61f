// The levels of the plant's hierarchy as arrays that can be drawn, with their row flags.
import { atom } from "jotai";
import {
  componentTypes,
  componentTypesOf,
  type ComponentType,
} from "../../domain/component/component.ts";
import type { Geometry, Names } from "../../domain/component/component-index.ts";
import type { Levels } from "../../domain/component/hierarchy.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { meshOf, meshVersionAtom } from "../../state/map/mesh.ts";
import { rowFlagsOf, rowFlagVersionAtom } from "../../state/plant/column/row-flag.ts";
import { geometryOf, geometryVersionAtom, namesOf, twinAtom } from "../../state/plant/plant.ts";
import { valueOf } from "../../state/shell/loaded.ts";

export type Level = {
  readonly type: ComponentType;
  readonly geometry: Geometry;
  /** Undefined while the worker builds it. */
  readonly mesh: ComponentMesh | undefined;
  readonly names: Names | undefined;
};

/** From the top of the hierarchy down; empty until the first geometry is loaded. */
export const levelsAtom = atom((get): readonly Level[] => {
  // The arrays live outside the atoms; the versions say when they change.
  get(geometryVersionAtom);
  get(meshVersionAtom);
  const [first] = valueOf(get(twinAtom))?.levels ?? [];
  if (!first) return [];
  return componentTypesOf(componentTypes[first.component_type].technology).flatMap((type) => {
    const geometry = geometryOf(type);
    return geometry?.length.some((length) => length > 0)
      ? [{ type, geometry, mesh: meshOf(type), names: namesOf(type) }]
      : [];
  });
});

/** The level of a component type, or undefined. */
export function levelOf(levels: readonly Level[], type: ComponentType): Level | undefined {
  return levels.find((level) => level.type === type);
}

/** The geometry of levels by their type. */
export function geometriesOf(levels: readonly Level[]): Levels {
  return { get: (type) => levelOf(levels, type)?.geometry };
}

export type RowFlags = {
  /** Grows with every change; the bytes are changed in place. */
  readonly version: number;
  /** Bits of state/plant/column/row-flag.ts by row; undefined where no flag is set. */
  readonly of: (type: ComponentType) => Uint8Array | undefined;
};

/** The row flags of a level, as the GPU takes them. */
export function maskOf({ version, of }: RowFlags, type: ComponentType) {
  const bytes = of(type);
  return bytes ? { bytes, version } : null;
}

export const rowFlagsAtom = atom((get): RowFlags => ({
  version: get(rowFlagVersionAtom),
  of: rowFlagsOf,
}));
