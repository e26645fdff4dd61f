// The mirrors of a trough: pieces of one parabola, as facets with gaps between them where they are seen.
import type { Dimensions } from "./dimension.ts";
import type { Placer } from "./solid-axis.ts";
import type { Face, Span } from "./solid-gap.ts";
import { parts, type Writer } from "./solid-writer.ts";

/** Flat pieces across a whole aperture, near and from afar. */
const PIECES = [8, 4] as const;

type Piece = Face & {
  readonly focal: number;
  /** Flat pieces across. */
  readonly count: number;
  /** The part of the whole face that this is, 0 to 1; for its rim. */
  readonly of?: { readonly along: Span; readonly across: Span };
};

const whole = { along: [0, 1], across: [0, 1] } as const;
const between = ([from, to]: Span, share: number) => from + (to - from) * share;

/** A piece of the parabola z = u² / 4f across the axis. */
export function parabola(
  out: Writer,
  place: Placer,
  { along, across, focal, count, of = whole }: Piece,
  row: number,
  part: number,
): void {
  let before: number[] = [];
  for (let i = 0; i <= count; i += 1) {
    const u = between(across, i / count);
    const steep = u / (2 * focal);
    const normal = place.direction(0, -steep / Math.hypot(1, steep), 1 / Math.hypot(1, steep));
    const edge = along.map((a, end) =>
      out.vertex(place.at(a, u, u ** 2 / (4 * focal)), normal, row, part, [
        of.along[end]!,
        between(of.across, i / count),
      ]),
    );
    if (i > 0) out.quad(before[0]!, before[1]!, edge[1]!, edge[0]!);
    before = edge;
  }
}

type Divided = { readonly along: number; readonly across: number; readonly gap: number };
export const undivided: Divided = { along: 1, across: 1, gap: 0 };
export const dividedBy = ({ facets_along, facets_across, facet_gap_mm }: Dimensions): Divided => ({
  along: facets_along,
  across: facets_across,
  gap: facet_gap_mm / 1000,
});

/** Equal parts of a span with gaps between them; a gap takes half of a part at most. */
function partsOf([from, to]: Span, count: number, gap: number): Span[] {
  const step = (to - from) / count;
  const half = Math.min(gap, step / 2) / 2;
  return Array.from({ length: count }, (_, at): Span => {
    const [begin, end] = [from + at * step, from + (at + 1) * step];
    return [at === 0 ? begin : begin + half, at === count - 1 ? end : end - half];
  });
}

/** The mirrors of a collector. */
export function trough(
  out: Writer,
  place: Placer,
  {
    along,
    across,
    focal,
    divided,
    isCoarse,
  }: Face & { readonly focal: number; readonly divided: Divided; readonly isCoarse: boolean },
  row: number,
  isGlass: boolean,
): void {
  const count = Math.max(1, Math.round(PIECES[isCoarse ? 1 : 0] / divided.across));
  const part = isGlass ? parts.glass : parts.face;
  const shareOf = ([from, to]: Span, [begin, end]: Span): Span => [
    (begin - from) / (to - from),
    (end - from) / (to - from),
  ];
  for (const facetAlong of partsOf(along, divided.along, divided.gap))
    for (const facetAcross of partsOf(across, divided.across, divided.gap)) {
      const of = { along: shareOf(along, facetAlong), across: shareOf(across, facetAcross) };
      parabola(out, place, { along: facetAlong, across: facetAcross, focal, count, of }, row, part);
    }
}
