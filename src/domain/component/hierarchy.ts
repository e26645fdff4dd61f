// Navigates the hierarchy of a plant by rows: to the parent, the children, the neighbour.
import { ancestorTypesOf, componentTypes, childTypesOf, type ComponentType } from "./component.ts";
import { NO_ROW, type Geometry } from "./component-index.ts";

export type ComponentRow = { readonly component_type: ComponentType; readonly row: number };
/** The decoded levels of a plant. */
export type Levels = { get(type: ComponentType): Geometry | undefined };

/** The parent, or null at the top. */
export function parentOf(levels: Levels, { component_type, row }: ComponentRow) {
  const above = componentTypes[component_type].parent;
  const parent = levels.get(component_type)?.parent[row] ?? NO_ROW;
  return above !== null && parent !== NO_ROW ? { component_type: above, row: parent } : null;
}

/** The ancestors of a component, nearest first. */
export function parentsOf(levels: Levels, component: ComponentRow): ComponentRow[] {
  const parent = parentOf(levels, component);
  return parent === null ? [] : [parent, ...parentsOf(levels, parent)];
}

/**
 * The existing children of one type under a row, in reading order along the parent's long side.
 * A row without parent (`row` NO_ROW) gives the components at the top, west to east.
 */
export function childrenOf(levels: Levels, childType: ComponentType, row: number): Uint32Array {
  const children = levels.get(childType);
  if (!children) return new Uint32Array(0);
  const found: number[] = [];
  for (let child = 0; child < children.count; child += 1) {
    if (children.parent[child] === row && children.length[child]! > 0) found.push(child);
  }
  const above = componentTypes[childType].parent;
  const rotation = (above && levels.get(above)?.rotation[row]) || 0;
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  // A tracker has several rows of children along it: sort along it first, then across.
  const across = (child: number) =>
    children.centreX[child]! * -sin + children.centreY[child]! * cos;
  const along = (child: number) => children.centreX[child]! * cos + children.centreY[child]! * sin;
  found.sort((a, b) => along(a) - along(b) || across(b) - across(a));
  return Uint32Array.from(found);
}

/** The existing components of a type below this one, at whatever depth, by row; itself where it has the type. */
export function descendantsOf(
  levels: Levels,
  type: ComponentType,
  { component_type, row }: ComponentRow,
): Uint32Array {
  const chain = [type, ...ancestorTypesOf(type)];
  const above = chain.slice(0, chain.indexOf(component_type));
  const own = levels.get(type);
  if (!own || !chain.includes(component_type)) return new Uint32Array(0);
  const parents = above.map((one) => levels.get(one)?.parent);
  const found: number[] = [];
  for (let start = 0; start < own.count; start += 1) {
    if (own.length[start] === 0) continue;
    let at: number = start;
    for (const parent of parents) at = parent?.[at] ?? NO_ROW;
    if (at === row) found.push(start);
  }
  return Uint32Array.from(found);
}

export type WalkDirection = "up" | "down" | "next" | "previous";

/** The component that an arrow key leads to, or null. */
export function walk(
  levels: Levels,
  from: ComponentRow,
  direction: WalkDirection,
): ComponentRow | null {
  if (direction === "up") return parentOf(levels, from);
  if (direction === "down") {
    for (const component_type of childTypesOf(from.component_type)) {
      const row = childrenOf(levels, component_type, from.row)[0];
      if (row !== undefined) return { component_type, row };
    }
    return null;
  }
  const parent = levels.get(from.component_type)?.parent[from.row] ?? NO_ROW;
  const siblings = childrenOf(levels, from.component_type, parent);
  const next = siblings[siblings.indexOf(from.row) + (direction === "next" ? 1 : -1)];
  return next === undefined ? null : { component_type: from.component_type, row: next };
}

/** "L116 › S2 › E12": names from the top down, each without the prefix that repeats the name above. */
export function joinPath(names: readonly string[]): string {
  return names
    .map((name, place) => {
      const above = names[place - 1];
      const rest = above && name.startsWith(above) ? name.slice(above.length) : name;
      return rest.replace(/^[\s._/:-]+/, "") || name;
    })
    .join(" › ");
}
