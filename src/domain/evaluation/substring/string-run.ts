// Warm modules that lie side by side on one tracker: the pattern of an open string.

export type Modules = {
  /** Tracker of each module. */
  readonly parent: ArrayLike<number>;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Sides of each module in metres. */
  readonly length: ArrayLike<number>;
  readonly width: ArrayLike<number>;
  /** Only modules that follow each other along this direction in radians, that of their long sides, are neighbours. */
  readonly rotation?: ArrayLike<number>;
  /** Metres between two of them over which a pattern goes on, as over the gap at a drive; absent: a fraction of a module. */
  readonly gap_m?: number;
};

/** Middles of two modules of a string, as a part of the module's longer side. */
const GAP = 1.15;
/** Metres from the middle of a module to that of the next one at most. */
const mostApart = (longer: number, gap_m = 0) => Math.max(GAP * longer, longer + gap_m);

/** @returns the number of warm modules in each module's group; 0 for one that is not warm */
export function runLengths(warm: Uint8Array, modules: Modules): Uint32Array {
  const lengths = new Uint32Array(warm.length);
  for (const group of runsOf(warm, modules)) for (const row of group) lengths[row] = group.length;
  return lengths;
}

/**
 * Groups of warm modules that lie side by side on one tracker.
 * @param isAlike whether two beside each other belong together; absent: all do
 */
export function runsOf(
  warm: Uint8Array,
  modules: Modules,
  isAlike: (one: number, other: number) => boolean = () => true,
): number[][] {
  const groups: number[][] = [];
  const { take, beside } = squaresOf(warm, modules);
  for (let first = 0; first < warm.length; first++) {
    if (warm[first] !== 1 || !take(first)) continue;
    const group = [first];
    for (const row of group)
      for (const other of beside(row))
        if (isBeside(modules, row, other) && isAlike(row, other) && take(other)) group.push(other);
    groups.push(group);
  }
  return groups;
}

/** The warm modules in squares, so that each looks at those near it and not at all of its tracker or plant. */
function squaresOf(warm: Uint8Array, { parent, x, y, length, width, gap_m }: Modules) {
  let side = 0;
  for (let row = 0; row < warm.length; row++)
    if (warm[row] === 1)
      side = Math.max(side, mostApart(Math.max(length[row]!, width[row]!), gap_m));
  const keyOf = (row: number, right: number, up: number) =>
    `${parent[row]} ${Math.floor(x[row]! / side) + right} ${Math.floor(y[row]! / side) + up}`;
  const squares = new Map<string, Set<number>>();
  for (let row = 0; row < warm.length; row++) {
    if (warm[row] !== 1) continue;
    const key = keyOf(row, 0, 0);
    const known = squares.get(key);
    if (known) known.add(row);
    else squares.set(key, new Set([row]));
  }
  return {
    /** False where it is taken already. */
    take: (row: number) => squares.get(keyOf(row, 0, 0))!.delete(row),
    *beside(row: number): Generator<number> {
      for (const right of [-1, 0, 1])
        for (const up of [-1, 0, 1]) yield* squares.get(keyOf(row, right, up)) ?? [];
    },
  };
}

function isBeside(modules: Modules, one: number, other: number): boolean {
  const { x, y, length, width, rotation, gap_m } = modules;
  const [dx, dy] = [x[other]! - x[one]!, y[other]! - y[one]!];
  if (rotation) {
    const [cos, sin] = [Math.cos(rotation[one]!), Math.sin(rotation[one]!)];
    if (Math.abs(dx * cos + dy * sin) < Math.abs(dy * cos - dx * sin)) return false;
  }
  const apart = Math.hypot(dx, dy);
  return apart <= mostApart(Math.max(length[one]!, width[one]!), gap_m);
}
