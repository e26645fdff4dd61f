// Warm modules that lie side by side on one tracker: the pattern of an open string.

type Modules = {
  /** Tracker of each module. */
  readonly parent: ArrayLike<number>;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Sides of each module in metres. */
  readonly length: ArrayLike<number>;
  readonly width: ArrayLike<number>;
  /** Only modules that follow each other along this direction in radians, that of their long sides, are neighbours. */
  readonly rotation?: ArrayLike<number>;
};

/** Gap between two modules of a string, as a part of the module's side. */
const GAP = 1.15;

/** @returns the number of warm modules in each module's group; 0 for one that is not warm */
export function runLengths(warm: Uint8Array, modules: Modules): Uint32Array {
  const lengths = new Uint32Array(warm.length);
  for (const group of runsOf(warm, modules)) for (const row of group) lengths[row] = group.length;
  return lengths;
}

/** Groups of warm modules that lie side by side on one tracker. */
export function runsOf(warm: Uint8Array, modules: Modules): number[][] {
  const groups: number[][] = [];
  const byParent = new Map<number, number[]>();
  for (let row = 0; row < warm.length; row++) {
    if (warm[row] !== 1) continue;
    const rows = byParent.get(modules.parent[row]!);
    if (rows) rows.push(row);
    else byParent.set(modules.parent[row]!, [row]);
  }
  for (const rows of byParent.values()) {
    const open = new Set(rows);
    for (const first of rows) {
      if (!open.delete(first)) continue;
      const group = [first];
      for (const row of group) {
        for (const other of open) {
          if (!isBeside(modules, row, other)) continue;
          open.delete(other);
          group.push(other);
        }
      }
      groups.push(group);
    }
  }
  return groups;
}

function isBeside(modules: Modules, one: number, other: number): boolean {
  const { x, y, length, width, rotation } = modules;
  const [dx, dy] = [x[other]! - x[one]!, y[other]! - y[one]!];
  if (rotation) {
    const [cos, sin] = [Math.cos(rotation[one]!), Math.sin(rotation[one]!)];
    if (Math.abs(dx * cos + dy * sin) < Math.abs(dy * cos - dx * sin)) return false;
  }
  const apart = Math.hypot(dx, dy);
  return apart <= GAP * Math.max(length[one]!, width[one]!);
}
