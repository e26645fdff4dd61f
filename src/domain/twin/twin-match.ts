// Matches the components of an updated twin to those of the previous one.
import { componentTypes } from "../component/component.ts";
import { NO_ROW, type Geometry, type Names } from "../component/component-index.ts";

/** One level of the twin that is being replaced. */
export type PreviousLevel = { readonly geometry: Geometry; readonly names: Names };

/** The new components, by their index in the draft. */
export type Candidates = {
  readonly count: number;
  readonly dtId: readonly (string | null)[];
  readonly pcs: readonly string[];
  /** Row of the parent in the new twin. */
  readonly parentRow: Uint32Array;
  readonly centreX: Float64Array;
  readonly centreY: Float64Array;
  /** Whether the files cover the part of the plant where a row of the previous twin is. Absent: they cover all. */
  readonly covers?: (row: number) => boolean;
};

/** A component that moved farther (metres) is a different one; half a module's short side. */
const SAME_PLACE_M = 0.5;

/** The rows among which a component is searched, and the parent that each has or had. */
type Searched = {
  has(row: number): boolean;
  parentOf(row: number): number;
  /** At the same place, a component with another name is the same one. */
  readonly mayBeRenamed: boolean;
};

const existing = ({ geometry }: PreviousLevel): Searched => ({
  has: (row) => geometry.length[row] !== 0,
  parentOf: (row) => geometry.parent[row]!,
  mayBeRenamed: true,
});

/** Removed components. Below the top, those without a width are from before their place was kept. */
function removed({ geometry }: PreviousLevel): Searched | null {
  const isTop = componentTypes[geometry.type].parent === null;
  if (!geometry.length.includes(0)) return null;
  return {
    has: (row) => geometry.length[row] === 0 && (isTop || geometry.width[row] !== 0),
    parentOf: (row) => geometry.removedParent?.[row] ?? NO_ROW,
    // Something new may stand where a component was removed.
    mayBeRenamed: false,
  };
}

function byName(
  previous: PreviousLevel,
  candidates: Candidates,
  rows: Uint32Array,
  searched: Searched,
) {
  const key = (parent: number, pcs: string) => `${parent}\u0000${pcs}`;
  const known = new Map<string, number>();
  const takenById = new Set(rows);
  for (let row = 0; row < previous.names.count; row++) {
    if (!searched.has(row)) continue;
    const name = previous.names.pcs(row);
    if (name === "") continue;
    const at = key(searched.parentOf(row), name);
    known.set(at, known.has(at) || takenById.has(row) ? NO_ROW : row);
  }
  const taken = new Map<number, number>();
  for (let i = 0; i < candidates.count; i++) {
    if (rows[i] !== NO_ROW || candidates.dtId[i] !== null || candidates.pcs[i] === "") continue;
    const row = known.get(key(candidates.parentRow[i]!, candidates.pcs[i]!));
    if (row === undefined || row === NO_ROW) continue;
    const other = taken.get(row);
    taken.set(row, i);
    rows[i] = other === undefined ? row : NO_ROW;
    if (other !== undefined) rows[other] = NO_ROW;
  }
}

/**
 * Finds components by a name that is unique in the whole plant, such as a serial number, although parent and
 * place have changed. Names may also start again in each part of a plant. They are trusted only if at
 * least four of five are where the plant has them, if no removed component has the name as well, and if the
 * files cover the part from which the component would go.
 */
function byUniqueName(
  { names, geometry }: PreviousLevel,
  candidates: Candidates,
  rows: Uint32Array,
  searched: Searched,
  others: Searched | null,
): void {
  const known = new Map<string, number>();
  for (let row = 0; row < names.count; row++) {
    const isSearched = searched.has(row);
    const name = isSearched || others?.has(row) ? names.pcs(row) : "";
    if (name !== "") known.set(name, isSearched && !known.has(name) ? row : NO_ROW);
  }
  const mine = new Map<string, number>();
  for (let i = 0; i < candidates.count; i++) {
    const name = candidates.pcs[i]!;
    if (name !== "") mine.set(name, mine.has(name) ? NO_ROW : i);
  }
  const taken = new Set(rows);
  const moved: [index: number, row: number][] = [];
  let agreed = 0;
  for (const [name, i] of mine) {
    const row = known.get(name) ?? NO_ROW;
    if (i === NO_ROW || row === NO_ROW) continue;
    if (rows[i] === row || isSamePlace(geometry, row, candidates, i)) agreed += 1;
    else if (rows[i] === NO_ROW && candidates.dtId[i] === null && !taken.has(row)) {
      if (candidates.covers?.(row) ?? true) moved.push([i, row]);
    }
  }
  if (agreed >= 4 * moved.length) for (const [i, row] of moved) rows[i] = row;
}

function isSamePlace(
  { centreX, centreY }: Geometry,
  row: number,
  { centreX: x, centreY: y }: Pick<Candidates, "centreX" | "centreY">,
  index: number,
): boolean {
  return Math.hypot(centreX[row]! - x[index]!, centreY[row]! - y[index]!) < SAME_PLACE_M;
}

/**
 * Components that stay where they are keep their parent where neither the files nor the place say another one.
 * @param parentRow is changed; NO_ROW where no parent was found
 */
export function keptParents(
  { geometry }: PreviousLevel,
  { centreX, centreY }: Pick<Candidates, "centreX" | "centreY">,
  rows: Uint32Array,
  above: Geometry | undefined,
  parentRow: Uint32Array,
): void {
  for (const [i, row] of rows.entries()) {
    if (parentRow[i] !== NO_ROW || row === NO_ROW || geometry.length[row] === 0) continue;
    const parent = geometry.parent[row]!;
    const exists = parent !== NO_ROW && above !== undefined && above.length[parent] !== 0;
    if (exists && isSamePlace(geometry, row, { centreX, centreY }, i)) parentRow[i] = parent;
  }
}

/** Cells with more components than this are piles; real components do not overlap like that. */
const MAX_SEARCHED = 64;

const placeKey = (x: number, y: number) => `${Math.fround(x)},${Math.fround(y)}`;

/**
 * The rows of piles by their exact place, the first row last. In `free` only a few of a pile stay, because a
 * search in all of it for each component would take too long.
 */
function piledRows(geometry: Geometry, free: Map<string, number[]>): Map<string, number[]> {
  const piled = new Map<string, number[]>();
  for (const there of free.values()) {
    if (there.length <= MAX_SEARCHED) continue;
    for (const row of there.toReversed()) {
      const place = placeKey(geometry.centreX[row]!, geometry.centreY[row]!);
      const pile = piled.get(place);
      if (pile === undefined) piled.set(place, [row]);
      else pile.push(row);
    }
    there.length = MAX_SEARCHED;
  }
  return piled;
}

function byPlace(
  { geometry, names }: PreviousLevel,
  candidates: Candidates,
  rows: Uint32Array,
  searched: Searched,
) {
  const fits = (row: number, i: number) => {
    if (searched.mayBeRenamed || taken.has(row)) return !taken.has(row);
    const [before, now] = [names.pcs(row), candidates.pcs[i]!];
    return before === "" || now === "" || before === now;
  };
  const cell = (x: number, y: number) =>
    `${Math.floor(x / SAME_PLACE_M)},${Math.floor(y / SAME_PLACE_M)}`;
  const free = new Map<string, number[]>();
  const taken = new Set(rows);
  for (let row = 0; row < geometry.count; row++) {
    if (geometry.width[row] === 0 || !searched.has(row) || taken.has(row)) continue;
    const at = cell(geometry.centreX[row]!, geometry.centreY[row]!);
    const there = free.get(at);
    if (there === undefined) free.set(at, [row]);
    else there.push(row);
  }
  const piled = piledRows(geometry, free);
  for (let i = 0; i < candidates.count; i++) {
    if (rows[i] !== NO_ROW || candidates.dtId[i] !== null) continue;
    const x = candidates.centreX[i]!;
    const y = candidates.centreY[i]!;
    const pile = piled.get(placeKey(x, y));
    let same = pile?.pop();
    while (same !== undefined && !fits(same, i)) same = pile?.pop();
    if (same !== undefined) {
      rows[i] = same;
      taken.add(same);
      continue;
    }
    let best = NO_ROW;
    let nearest = SAME_PLACE_M;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const row of free.get(cell(x + dx * SAME_PLACE_M, y + dy * SAME_PLACE_M)) ?? []) {
          const distance = Math.hypot(geometry.centreX[row]! - x, geometry.centreY[row]! - y);
          if (distance >= nearest || !fits(row, i)) continue;
          nearest = distance;
          best = row;
        }
      }
    }
    if (best === NO_ROW) continue;
    rows[i] = best;
    taken.add(best);
  }
}

/**
 * Row in the previous twin for each component, NO_ROW for a new one. Matches by ID first, then by the name
 * within the same parent (if unique there), then by a name that is unique in the plant, then by position.
 * Components that exist come before removed ones, but none moves by a name that a removed one has as well.
 */
export function matchRows(previous: PreviousLevel, candidates: Candidates): Uint32Array {
  const rows = new Uint32Array(candidates.count).fill(NO_ROW);
  const known = new Map<string, number>();
  for (let row = 0; row < previous.names.count; row++) known.set(previous.names.dtId(row), row);
  let nameless = false;
  for (let i = 0; i < candidates.count; i++) {
    const id = candidates.dtId[i];
    if (id === null || id === undefined) nameless = true;
    else rows[i] = known.get(id) ?? NO_ROW;
  }
  if (nameless) {
    const [here, gone] = [existing(previous), removed(previous)];
    for (const [searched, others] of [
      [here, gone],
      [gone, here],
    ] as const) {
      if (searched === null) continue;
      byName(previous, candidates, rows, searched);
      byUniqueName(previous, candidates, rows, searched, others);
      byPlace(previous, candidates, rows, searched);
    }
  }
  return rows;
}
