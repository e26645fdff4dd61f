// The free area of the map: the rectangle between legend, toolbar and panels in which a shape appears largest.

/** Pixels from the map's upper left corner. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
type Size = { readonly width: number; readonly height: number };

/** A smaller area is no room for a plant: then the covers are ignored. */
const LEAST_PIXELS = 96;

/**
 * The largest is not always the best: a plant that is wide and low fits below a legend, a narrow one beside it.
 * The edges of the best rectangle are edges of the map or of covers, and there are few covers.
 */
export function freeArea(map: Size, covers: readonly Box[], shape: Size): Box {
  const whole: Box = { left: 0, top: 0, right: map.width, bottom: map.height };
  const inside = covers.filter(
    ({ left, top, right, bottom }) =>
      left < right &&
      top < bottom &&
      left < map.width &&
      right > 0 &&
      top < map.height &&
      bottom > 0,
  );
  const lefts = [0, ...inside.map(({ right }) => right)];
  const rights = [map.width, ...inside.map(({ left }) => left)];
  const tops = [0, ...inside.map(({ bottom }) => bottom)];
  const bottoms = [map.height, ...inside.map(({ top }) => top)];
  let best: Box = whole;
  let bestScore = 0;
  for (const left of lefts) {
    for (const right of rights) {
      if (right - left < LEAST_PIXELS) continue;
      for (const top of tops) {
        for (const bottom of bottoms) {
          if (bottom - top < LEAST_PIXELS) continue;
          const box = { left, top, right, bottom };
          const score = scaleOf(box, shape);
          if (score > bestScore && !inside.some((cover) => overlaps(box, cover))) {
            best = box;
            bestScore = score;
          }
        }
      }
    }
  }
  return best;
}

/** How large the shape appears; of equal scales the larger area wins. */
function scaleOf({ left, top, right, bottom }: Box, shape: Size): number {
  const [width, height] = [right - left, bottom - top];
  const scale = Math.min(
    width / Math.max(shape.width, Number.MIN_VALUE),
    height / Math.max(shape.height, Number.MIN_VALUE),
  );
  return scale * (1 + (width * height) / 1e12);
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
