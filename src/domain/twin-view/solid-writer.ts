// Triangles as they are written: vertices with the row and the part that they belong to.

/**
 * What a vertex belongs to. `face` has the colour of the value; `side` is darker; `steel` and `glass` have no value;
 * `tube` has the colour of the value all around, and is widened to be seen.
 */
export const parts = { face: 0, side: 1, steel: 2, glass: 3, tube: 4 } as const;

/** Triangles of some rows. Metres east, north, up of the plant's origin; six floats (position, normal) per vertex. */
export type Solids = {
  readonly vertices: Float32Array;
  /** Row and part by vertex. */
  readonly owners: Float32Array;
  /** By vertex: how far along and across the face it lies, 0 to 1; for its rim. */
  readonly edges: Float32Array;
  /** By vertex: x, y of the component's own centre, then of its parent's; its own without a parent. */
  readonly centres: Float32Array;
  readonly indices: Uint32Array;
  /** Where the triangles of each block of rows begin in `indices`, and where the last ones end. */
  readonly starts: Uint32Array;
  /** [min x, min y, min z, max x, max y, max z]. */
  readonly box: readonly number[];
};

/** Floats per vertex. */
export const VERTEX_FLOATS = 6;

export type Writer = {
  /** @param edge see `Solids.edges`; the middle of the face by default */
  vertex(
    at: readonly [x: number, y: number, z: number],
    normal: readonly number[],
    row: number,
    part: number,
    edge?: readonly [along: number, across: number],
  ): number;
  triangle(a: number, b: number, c: number): void;
  /** The next block of rows begins. */
  block(): void;
  /** Whose vertices follow. */
  begin(centres: readonly number[]): void;
  quad(a: number, b: number, c: number, d: number): void;
  done(): Solids;
};

/** Collects the triangles of some rows. */
export function writer(): Writer {
  const vertices: number[] = [];
  const owners: number[] = [];
  const edges: number[] = [];
  const centres: number[] = [];
  let present: readonly number[] = [0, 0, 0, 0];
  const indices: number[] = [];
  const starts: number[] = [];
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const triangle = (a: number, b: number, c: number) => void indices.push(a, b, c);
  return {
    triangle,
    block: () => void starts.push(indices.length),
    begin: (next) => void (present = next),
    vertex([x, y, z], [nx = 0, ny = 0, nz = 0], row, part, edge = [0.5, 0.5]) {
      vertices.push(x, y, z, nx, ny, nz);
      owners.push(row, part);
      edges.push(...edge);
      centres.push(...present);
      [x, y, z].forEach((value, axis) => {
        box[axis] = Math.min(box[axis]!, value);
        box[axis + 3] = Math.max(box[axis + 3]!, value);
      });
      return owners.length / 2 - 1;
    },
    quad(a, b, c, d) {
      triangle(a, b, c);
      triangle(a, c, d);
    },
    done: () => ({
      vertices: Float32Array.from(vertices),
      owners: Float32Array.from(owners),
      edges: Float32Array.from(edges),
      centres: Float32Array.from(centres),
      indices: Uint32Array.from(indices),
      starts: Uint32Array.of(...starts, indices.length),
      box,
    }),
  };
}
