// Builds one level: rows for the components of the files, and those of the previous twin that stay.
import { componentTypes, type ComponentType } from "../component/component.ts";
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";
import { hilbertOrder } from "../geometry/hilbert.ts";
import type { Plane } from "../geometry/plane.ts";
import { emptyLevel, type LevelDraft } from "./twin-draft.ts";
import { changesOf, fates, fatesOf, type TypeChanges } from "./twin-fate.ts";
import { parentsOnGround, projectLevel, type ProjectedLevel } from "./twin-level.ts";
import { widenMade } from "./twin-made.ts";
import { keptParents, matchRows, type PreviousLevel } from "./twin-match.ts";
import type { ImportMode } from "./twin-mode.ts";
import { namedParentRows } from "./twin-named-parent.ts";
import { coverageOf } from "./twin-part.ts";
import { renamedCount, writeRows } from "./twin-rows.ts";
import { joined, joinLevels, parentsThatStay, standingLevel } from "./twin-standing.ts";
import { rowNumbers } from "../component/row-numbers.ts";

const NONE = new Uint32Array(0);
const noNames: Names = { count: 0, dtId: () => "", pcs: () => "" };

export type BuiltLevel = {
  readonly geometry: Geometry;
  readonly names: Names;
  /** Row of each component: those of the draft in their order, then those that stay without being in it. */
  readonly rowOfDraft: Uint32Array;
  /** Index into `fates` by row: what became of the component. */
  readonly fate: Uint8Array;
  readonly changes: TypeChanges;
  /** Rows of components without a parent although there are components of their parent type. */
  readonly orphans: Uint32Array;
  /** Rows of components that moved to another parent. */
  readonly regrouped: Uint32Array;
  /** Components whose name becomes another one. */
  readonly renamed: number;
};

/** A level that is built. `top` is the row of the part of the plant (group, loop) by row. */
export type DoneLevel = {
  readonly projected: ProjectedLevel;
  readonly built: BuiltLevel;
  readonly top: Uint32Array;
  readonly topNames: Names;
  readonly topBefore: Uint32Array;
};

/** For each row the row at the top of the hierarchy; NO_ROW if the chain of parents ends before. */
function topsOf(geometry: Geometry | undefined, above: Uint32Array | null): Uint32Array {
  if (geometry === undefined) return new Uint32Array(0);
  if (above === null) return rowNumbers(geometry.count);
  return geometry.parent.map((parent) => above[parent] ?? NO_ROW);
}

/** The rows of components that exist and are not among `rows`. */
function missingRows({ geometry }: PreviousLevel, rows: Uint32Array): Uint32Array {
  const isFound = new Uint8Array(geometry.count);
  for (const row of rows) if (row < geometry.count) isFound[row] = 1;
  return rowNumbers(geometry.count).filter(
    (row) => isFound[row] === 0 && geometry.length[row] !== 0,
  );
}

/** Whether a component that existed before moved, and has another parent now. */
function isRegrouped(row: number, fate: Uint8Array, now: Geometry, before: Geometry | undefined) {
  if (fates[fate[row]!] !== "moved" || before === undefined) return false;
  return before.parent[row] !== NO_ROW && before.parent[row] !== now.parent[row];
}

export type Update = {
  readonly plane: Plane;
  readonly mode: ImportMode;
  readonly givenIds: readonly (readonly (string | null)[])[];
};

export function buildLevel(
  { plane, mode, givenIds }: Update,
  given: LevelDraft | undefined,
  type: ComponentType,
  above: DoneLevel | undefined,
  previous: PreviousLevel | undefined,
): DoneLevel {
  let files = projectLevel(given ?? emptyLevel(type), plane);
  const rowsAbove = above?.built.rowOfDraft;
  const isTop = componentTypes[type].parent === null;
  const rowsOfParents = (level: ProjectedLevel) => {
    if (above === undefined) return new Uint32Array(level.draft.count).fill(NO_ROW);
    const named = namedParentRows(level.draft.namedParent, { ...above.built, ...above });
    const found = parentsOnGround(level, above.projected).map((at) => rowsAbove![at] ?? NO_ROW);
    return named === null ? found : found.map((row, i) => (named[i] === NO_ROW ? row : named[i]!));
  };
  const parentOfFiles = rowsOfParents(files);
  const { count, dtId, pcs } = files.draft;
  const topBefore = topsOf(previous?.geometry, isTop ? null : (above?.topBefore ?? NONE));
  const topOfFiles = parentOfFiles.map((parent) => above?.top[parent] ?? NO_ROW);
  const partsOfFiles = new Set(topOfFiles);
  const covers = (row: number) =>
    isTop || mode === "replace_all" || partsOfFiles.has(topBefore[row]!);
  const found =
    previous === undefined
      ? new Uint32Array(count).fill(NO_ROW)
      : matchRows(previous, { ...files, count, dtId, pcs, parentRow: parentOfFiles, covers });
  let projected = files;
  let parentRow = parentOfFiles;
  let standing: Uint32Array = NONE;
  if (previous !== undefined) {
    files = widenMade(files, found, previous, mode, plane);
    keptParents(previous, files, found, above?.built.geometry, parentOfFiles);
    const missing = missingRows(previous, found);
    if (mode === "add" || (mode === "replace_parts" && (isTop || given === undefined))) {
      standing = missing;
    } else if (mode === "replace_parts") {
      const isCovered = coverageOf(files, topOfFiles, previous, topBefore);
      standing = missing.filter((row) => !isCovered(row));
    }
    const { parent, fallback } = parentsThatStay(previous, standing, above?.built);
    const level = standingLevel(previous, standing, parent, plane);
    const parentOfStanding = rowsOfParents(level).map((row, i) =>
      row === NO_ROW ? fallback[i]! : row,
    );
    projected = joinLevels(files, level);
    parentRow = joined(parentOfFiles, parentOfStanding);
  }
  const knownRows = previous?.names.count ?? 0;
  const fresh = rowNumbers(count).filter((i) => found[i] === NO_ROW);
  const order = hilbertOrder(fresh, files.centreX, files.centreY);
  for (let at = 0; at < order.length; at++) found[order[at]!] = knownRows + at;
  const rows = joined(found, standing);
  const total = knownRows + fresh.length;
  const level = writeRows(projected, { rows, total }, parentRow, previous, givenIds);
  const hasParents = above !== undefined && above.built.rowOfDraft.length > 0;
  const orphans = hasParents ? rows.filter((_, i) => parentRow[i] === NO_ROW).toSorted() : NONE;
  const fate = fatesOf(previous, level.geometry, level.names, given?.isMade);
  const changes = changesOf(type, fate, orphans.length);
  const regrouped = rows
    .filter((row) => isRegrouped(row, fate, level.geometry, previous?.geometry))
    .toSorted();
  const renamed = renamedCount(rows, level.names, previous);
  const built = { ...level, rowOfDraft: rows, fate, changes, orphans, regrouped, renamed };
  const top = topsOf(level.geometry, isTop ? null : (above?.top ?? NONE));
  const topNames = isTop ? level.names : (above?.topNames ?? noNames);
  return { projected, built, top, topNames, topBefore };
}
