// Parents that a file names. The file decides before the place does.
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import type { NamedParent } from "./twin-draft.ts";

/** The components among which a parent is searched, by index or row. */
export type NamedComponents = {
  readonly count: number;
  has(at: number): boolean;
  dtId(at: number): string | null;
  pcs(at: number): string;
  /** Name of the part of the plant that contains it; "" without one. */
  group(at: number): string;
};

/** Finds a parent; answers NO_ROW if there is none, or if several have the name. */
export function parentFinder(components: NamedComponents): (named: NamedParent) => number {
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();
  const inGroup = new Map<string, number>();
  const key = (group: string, name: string) => `${group}\u0000${name}`;
  const add = (index: Map<string, number>, name: string, at: number) =>
    index.set(name, index.has(name) ? NO_ROW : at);
  for (let at = 0; at < components.count; at++) {
    if (!components.has(at)) continue;
    const [id, name] = [components.dtId(at), components.pcs(at)];
    if (id !== null) byId.set(id, at);
    if (name === "") continue;
    add(byName, name, at);
    add(inGroup, key(components.group(at), name), at);
  }
  return ({ reference, name, group }) => {
    if (reference !== null) {
      const found = byId.get(reference) ?? byName.get(reference) ?? NO_ROW;
      if (found !== NO_ROW) return found;
    }
    if (name === "") return NO_ROW;
    const there = group === "" ? undefined : inGroup.get(key(group, name));
    // Parents of an unknown part can be meant; those of another part cannot.
    const found = there ?? byName.get(name) ?? NO_ROW;
    if (found === NO_ROW || group === "" || there !== undefined) return found;
    return components.group(found) === "" ? found : NO_ROW;
  };
}

/** A level of the plant with the names of its parts. */
export type LevelAbove = {
  readonly geometry: Geometry;
  readonly names: Names;
  /** Row of the part of the plant by row, and the names of the parts. */
  readonly top: Uint32Array;
  readonly topNames: Names;
};

/** Row of the parent that each component's file names; NO_ROW where it names none of these. */
export function namedParentRows(
  named: readonly (NamedParent | null)[] | undefined,
  { geometry, names, top, topNames }: LevelAbove,
): Uint32Array | null {
  if (named === undefined) return null;
  const find = parentFinder({
    count: geometry.count,
    has: (row) => geometry.length[row] !== 0,
    dtId: names.dtId,
    pcs: names.pcs,
    group: (row) => (top[row] === NO_ROW ? "" : topNames.pcs(top[row]!)),
  });
  return Uint32Array.from(named, (one) => (one === null ? NO_ROW : find(one)));
}
