// A thin slab, as modules and flat components are drawn.
import type { Placer } from "./solid-axis.ts";
import type { Face } from "./solid-gap.ts";
import { parts, type Writer } from "./solid-writer.ts";

/** The corners of a face by their shares along and across. */
const rim = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

export const allSides = [true, true, true, true] as const;

/** The sides of a face, in the order of its corners, on which no neighbour takes room from it. */
export const freeSides = (face: Face, less: Face): readonly boolean[] => [
  face.across[0] === less.across[0],
  face.along[1] === less.along[1],
  face.across[1] === less.across[1],
  face.along[0] === less.along[0],
];

/** A thin slab: its face with the colour of the value, sides and back darker. */
export function slab(
  out: Writer,
  place: Placer,
  {
    along,
    across,
    isCoarse,
    hasSide = allSides,
    thickness,
  }: Face & { isCoarse: boolean; hasSide?: readonly boolean[]; thickness: number },
  row: number,
): void {
  const up = place.direction(0, 0, 1);
  const corners = [
    [along[0], across[0]],
    [along[1], across[0]],
    [along[1], across[1]],
    [along[0], across[1]],
  ] as const;
  const ring = (above: number, part: number) =>
    corners.map(([a, b], at) =>
      out.vertex(place.at(a, b, above), up, row, part, part === parts.face ? rim[at] : undefined),
    );
  const face = ring(thickness / 2, parts.face);
  if (isCoarse) return out.quad(face[0]!, face[1]!, face[2]!, face[3]!);
  const upper = ring(thickness / 2, parts.side);
  const lower = ring(-thickness / 2, parts.side);
  out.quad(face[0]!, face[1]!, face[2]!, face[3]!);
  out.quad(lower[3]!, lower[2]!, lower[1]!, lower[0]!);
  for (let i = 0; i < 4; i += 1) {
    if (!hasSide[i]) continue;
    const next = (i + 1) % 4;
    out.quad(upper[i]!, lower[i]!, lower[next]!, upper[next]!);
  }
}
