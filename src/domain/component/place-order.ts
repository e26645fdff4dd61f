// The order of a plant's components by name and by place, computed once per level and kept.
import { reorderRows } from "../column/column-sort.ts";
import { componentTypes, type ComponentType } from "./component.ts";
import type { Geometry, Names } from "./component-index.ts";
import { placesOf, rankNames, sortByPlace, type PlacedLevel } from "./name-rank.ts";

type Level = { readonly geometry: Pick<Geometry, "parent">; readonly names: Names };

/** Rows are few where at least so many components come on one of them. */
const FEW_OF = 4;

/** Reads `levels` when it is asked; `forget` must be called when they change. */
export function placeOrder(levels: ReadonlyMap<ComponentType, Level>) {
  const known = new Map<string, Uint32Array>();
  const keep = (key: string, compute: () => Uint32Array) => {
    const kept = known.get(key) ?? compute();
    known.set(key, kept);
    return kept;
  };
  const levelOf = (type: ComponentType): PlacedLevel => {
    const level = levels.get(type);
    if (!level) throw new RangeError(`the level ${type} is missing`);
    const above = componentTypes[type].parent;
    const parentPlaces = above !== null && levels.has(above) ? places(above) : null;
    return { names: level.names, parent: level.geometry.parent, parentPlaces };
  };
  /** The place of every row of a level. */
  const places = (type: ComponentType): Uint32Array =>
    keep(`${type} place`, () => placesOf(levelOf(type)));

  return {
    places,
    /** The rank of every row by one of its names. */
    ranks: (type: ComponentType, by: "pcs" | "dt_id") =>
      keep(`${type} ${by}`, () => rankNames(levelOf(type).names, by)),
    /** Few rows are sorted by themselves, because the places of a million take a second. */
    sort(type: ComponentType, rows: Uint32Array): Uint32Array {
      const level = levelOf(type);
      const isFew = rows.length * FEW_OF < level.names.count;
      return isFew && !known.has(`${type} place`)
        ? sortByPlace(rows, level)
        : reorderRows(rows, places(type), "ascending");
    },
    forget: () => known.clear(),
  };
}
