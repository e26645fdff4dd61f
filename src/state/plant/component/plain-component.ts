// What the map draws without values: everything where there is no key figure, else the components without parts.
import { atom } from "jotai";
import { childlessOf, type Childless } from "../../../domain/component/childless.ts";
import {
  ancestorTypesOf,
  componentTypeIds,
  type ComponentType,
} from "../../../domain/component/component.ts";
import { columnAtom, keyFigureAtom } from "../column/key-figure.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";

/** By component type the components without parts; only types that have some. */
export const childlessAtom = atom((get): ReadonlyMap<ComponentType, Childless> => {
  // The arrays live outside the atoms; the version says when they change.
  get(geometryVersionAtom);
  const found = new Map<ComponentType, Childless>();
  for (const type of componentTypeIds) {
    const childless = childlessOf({ get: geometryOf }, type);
    if (childless) found.set(type, childless);
  }
  return found;
});

export type PlainRow = {
  readonly component_type: ComponentType;
  readonly count: number;
  /** Drawn because it has no parts, where others of its type have. */
  readonly isChildless: boolean;
};

/** The rows of the legend for them, the finest first. */
export const plainRowsAtom = atom((get): readonly PlainRow[] => {
  get(geometryVersionAtom);
  const column = get(columnAtom);
  const keyFigure = get(keyFigureAtom);
  const isPlain = !keyFigure || column.state === "idle" || !geometryOf(keyFigure.component_type);
  const finest = isPlain ? componentTypeIds.findLast(existing) : keyFigure?.component_type;
  if (!finest) return [];
  const childless = get(childlessAtom);
  const rows = ancestorTypesOf(finest).flatMap((component_type): PlainRow[] => {
    const count = childless.get(component_type)?.count ?? 0;
    return count > 0 ? [{ component_type, count, isChildless: true }] : [];
  });
  if (!isPlain) return rows;
  return [{ component_type: finest, count: existing(finest), isChildless: false }, ...rows];
});

/** How many components of a type the plant has, removed ones left out. */
function existing(type: ComponentType): number {
  return geometryOf(type)?.length.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0) ?? 0;
}
