// Finds components by name, path or position.
import { componentTypes, type ComponentType } from "./component.ts";
import type { Geometry, Names } from "./component-index.ts";
import { nearPathOf, type ComponentQuery, type PathStep } from "./component-query.ts";
import { childrenOf, type ComponentRow } from "./hierarchy.ts";
import { naturalKey } from "./name-rank.ts";
import { fitOf } from "./name-search.ts";
import { nearMatcher, NOT_NEAR } from "./near-name.ts";
import { shortPathOf } from "./short-path.ts";
import { withinPathOf, type Within } from "./within-path.ts";
import { foldedLetters } from "../text.ts";

export type NamedLevel = { readonly geometry: Geometry; readonly names: Names };
export type NamedLevels = ReadonlyMap<ComponentType, NamedLevel>;
export type Found = ComponentRow & { readonly dt_id: string; readonly pcs: string };

/** Position on the plant plane and the search radius, in metres. */
export type PlanePosition = { readonly x: number; readonly y: number; readonly radius: number };

/** The best `most` components for a query; positions are on the plane. */
export function searchComponents(
  levels: NamedLevels,
  query: Exclude<ComponentQuery, { kind: "position" }> | ({ kind: "position" } & PlanePosition),
  most: number,
): Found[] {
  if (query.kind === "position") return nearest(levels, query, most);
  if (query.kind === "text") return byText(levels, query.text, most);
  const found = byPath(levels, query.steps, most);
  if (found.length > 0 || query.text === undefined) return found;
  // "Mirror l56": no mirror has this name, but a loop may.
  return allWithin(levels, withinPathOf(query.text, levels.keys()), most);
}

function rowFound(levels: NamedLevels, component_type: ComponentType, row: number): Found {
  const names = levels.get(component_type)?.names;
  return { component_type, row, dt_id: names?.dtId(row) ?? "", pcs: names?.pcs(row) ?? "" };
}

/** Names that fit as well as others are sorted up to this number; the rest stays as the twin has it. */
const MOST_SORTED = 20_000;

/**
 * By the words of a text: equal names, then what a short path means, then names that begin so or contain it. Where
 * there is nothing, all components of a type within a path, then names with other separators or one typing error.
 */
function byText(levels: NamedLevels, text: string, most: number): Found[] {
  if (text === "") return [];
  const [equal = [], ...others] = ranked(levels, most, 3, ({ names }) => {
    return (
      names.matcher?.(text) ??
      ((row: number) => Math.min(fitOf(names.pcs(row), text), fitOf(names.dtId(row), text)))
    );
  });
  const steps = shortPathOf(text, levels.keys());
  // "L56" is part of the names of most plants; looking for it as a number is for the others.
  const isMeant = steps && (steps.length > 1 || equal.length + others.flat().length === 0);
  const meant = isMeant ? byPath(levels, steps, most) : [];
  const all = [...equal, ...meant, ...others.flat()];
  if (all.length > 0) return withoutRepeats(all).slice(0, most);
  const within = allWithin(levels, withinPathOf(text, levels.keys()), most);
  if (within.length > 0) return within;
  const typo = nearPathOf(text, levels.keys());
  const near = typo ? byPath(levels, typo, most) : [];
  if (near.length > 0) return near;
  const ranks = ranked(
    levels,
    most,
    NOT_NEAR,
    ({ names }) => names.near?.(text) ?? nearIn(names, text),
  );
  return ranks.flat().slice(0, most);
}

/** The components by the fit of their names, 0 first; those of a type and a fit in the order of their names. */
function ranked(
  levels: NamedLevels,
  most: number,
  fits: number,
  fitterOf: (level: NamedLevel) => (row: number) => number,
): Found[][] {
  const ranks: Found[][] = Array.from({ length: fits }, () => []);
  for (const [component_type, level] of levels) {
    const fitAt = fitterOf(level);
    const rows: number[][] = ranks.map(() => []);
    for (let row = 0; row < level.geometry.count; row += 1) {
      if (level.geometry.length[row] === 0) continue;
      const rank = rows[fitAt(row)];
      if (rank && rank.length < MOST_SORTED) rank.push(row);
    }
    rows.forEach((of, rank) => {
      const left = most - ranks[rank]!.length;
      const first = inNameOrder(of, level.names).slice(0, left);
      ranks[rank]!.push(...first.map((row) => rowFound(levels, component_type, row)));
    });
  }
  return ranks;
}

function inNameOrder(rows: readonly number[], names: Names): number[] {
  return rows
    .map((row) => namedRow(row, names))
    .toSorted(byName)
    .map(({ row }) => row);
}

type NamedRow = { readonly row: number; readonly key: string };
const namedRow = (row: number, names: Names): NamedRow => ({
  row,
  key: naturalKey(names.pcs(row) || names.dtId(row)),
});
const byName = (a: NamedRow, b: NamedRow): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : a.row - b.row;

function withoutRepeats(all: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return all.filter(({ component_type, row }) => {
    const id = `${component_type} ${row}`;
    return !seen.has(id) && seen.add(id);
  });
}

function nearIn(names: Names, text: string) {
  const fit = nearMatcher(text);
  const encoder = new TextEncoder();
  const fitOfName = (name: string) => {
    const bytes = encoder.encode(foldedLetters(name));
    return fit(bytes, 0, bytes.length);
  };
  return (row: number) => Math.min(fitOfName(names.pcs(row)), fitOfName(names.dtId(row)));
}

/** The last run of letters and digits of a folded name: "l12-sca-03" gives "03". */
function tailOf(name: string): string {
  return /([\p{L}\d]+)[^\p{L}\d]*$/u.exec(name)?.[1] ?? "";
}

function numberOf(tail: string): number {
  return Number(/(\d+)$/.exec(tail)?.[1] ?? NaN);
}

/** @param wanted folded, as the steps of a path are */
function matchesName(name: string, wanted: string): boolean {
  if (name === "") return false;
  const plain = foldedLetters(name);
  const tail = tailOf(plain);
  if (tail === wanted || plain === wanted) return true;
  return /^\d+$/.test(wanted) && numberOf(tail) === Number(wanted);
}

type Rows = { readonly type: ComponentType; readonly rows: Set<number> };

function byPath(levels: NamedLevels, steps: readonly PathStep[], most: number): Found[] {
  return firstFound(levels, rowsOf(levels, steps), most);
}

/** The first `most` of all components of the type within the path. */
function allWithin(levels: NamedLevels, within: Within | null, most: number): Found[] {
  const around = within && rowsOf(levels, within.steps);
  const geometry = within && levels.get(within.component_type)?.geometry;
  if (!around || !geometry) return [];
  const type = within.component_type;
  const inside = ancestorWithin(levels, type, around.type);
  const rows = new Set<number>();
  for (let row = 0; row < geometry.count; row += 1) {
    if (geometry.length[row] !== 0 && around.rows.has(inside(row))) rows.add(row);
  }
  return firstFound(levels, { type, rows }, most);
}

/** The rows that the last step of a path means; null where there are none. */
function rowsOf(levels: NamedLevels, steps: readonly PathStep[]): Rows | null {
  let above: Rows | null = null;
  for (const { component_type, name } of steps) {
    const level = levels.get(component_type);
    if (!level) return null;
    const { geometry, names } = level;
    const inside = above && ancestorWithin(levels, component_type, above.type);
    const rows = new Set<number>();
    const byId = new Set<number>();
    for (let row = 0; row < geometry.count; row += 1) {
      if (geometry.length[row] === 0) continue;
      if (above && inside && !above.rows.has(inside(row))) continue;
      if (matchesName(names.pcs(row), name)) rows.add(row);
      else if (matchesName(names.dtId(row), name)) byId.add(row);
    }
    // IDs have their own numbers: "loop 12" means the plant's own name first.
    if (rows.size === 0) for (const row of byId) rows.add(row);
    if (rows.size === 0) for (const row of nth(levels, component_type, name, above)) rows.add(row);
    if (rows.size === 0) return null;
    above = { type: component_type, rows };
  }
  return above;
}

function firstFound(levels: NamedLevels, all: Rows | null, most: number): Found[] {
  const last = all && levels.get(all.type);
  if (!all || !last) return [];
  const { type, rows } = all;
  return firstByName(rows, last.names, most).map((row) => rowFound(levels, type, row));
}

/** The first `most` rows in the order of their names. All of them may be a third of a large plant: most are passed over. */
function firstByName(rows: Iterable<number>, names: Names, most: number): number[] {
  let best: NamedRow[] = [];
  /** The last of the first `most` so far. */
  let last: NamedRow | undefined;
  for (const row of rows) {
    const one = namedRow(row, names);
    if (last && byName(one, last) > 0) continue;
    best.push(one);
    if (best.length < most * 2) continue;
    best = best.toSorted(byName).slice(0, most);
    last = best.at(-1);
  }
  return best
    .toSorted(byName)
    .slice(0, most)
    .map(({ row }) => row);
}

/** The nth child by position, for components whose names have no number. */
function nth(levels: NamedLevels, type: ComponentType, name: string, above: Rows | null): number[] {
  const place = Number(name);
  if (!Number.isInteger(place) || place < 1 || above?.type !== componentTypes[type].parent)
    return [];
  const geometries = { get: (one: ComponentType) => levels.get(one)?.geometry };
  return [...(above?.rows ?? [])].flatMap((row) => {
    const child = childrenOf(geometries, type, row)[place - 1];
    return child === undefined ? [] : [child];
  });
}

function ancestorWithin(levels: NamedLevels, from: ComponentType, to: ComponentType) {
  return (row: number): number => {
    let at = row;
    let type: ComponentType | null = from;
    while (type !== null && type !== to) {
      at = levels.get(type)?.geometry.parent[at] ?? -1;
      type = componentTypes[type].parent;
    }
    return type === to ? at : -1;
  };
}

function nearest(levels: NamedLevels, { x, y, radius }: PlanePosition, most: number): Found[] {
  const near: (ComponentRow & { distance: number })[] = [];
  for (const [component_type, { geometry }] of levels) {
    let best = radius;
    let bestRow = -1;
    for (let row = 0; row < geometry.count; row += 1) {
      if (geometry.length[row] === 0) continue;
      const distance = Math.hypot(geometry.centreX[row]! - x, geometry.centreY[row]! - y);
      if (distance <= best) [best, bestRow] = [distance, row];
    }
    if (bestRow >= 0) near.push({ component_type, row: bestRow, distance: best });
  }
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ component_type, row }) => rowFound(levels, component_type, row));
}
