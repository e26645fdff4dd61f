// A map of components as a picture: each a turned rectangle in its colour, with a scale bar's length and north up.
import sharp from "sharp";
import type { Geometry } from "../../domain/component/component-index.ts";

/** Red, green, blue by row; null leaves the component out. */
export type ColourOf = (row: number) => readonly [number, number, number] | null;
export type MapBox = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
};

export type MapPicture = {
  readonly bytes: Buffer;
  /** Width over height. */
  readonly aspect: number;
  /** Metres on the ground of the bar in the lower left corner. */
  readonly bar_m: number;
};

/** Pixels of the longer side: 200 per inch at the width of the paper. */
const LONG = 1400;
/** Half the pixels of the thinnest component, so that nothing vanishes, and of one that is to be found: 0.6 mm. */
const LEAST = 0.75;
const MARKED = 2.5;
const PAPER = [250, 251, 252] as const;
const INK = [60, 70, 82] as const;

/** The box around existing rows, of those that `isIn` lets in; null without any. */
export function mapBox(
  { count, centreX, centreY, length }: Geometry,
  isIn: (row: number) => boolean = () => true,
): MapBox | null {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < count; row++) {
    if (length[row] === 0 || !isIn(row)) continue;
    const [x, y, reach] = [centreX[row]!, centreY[row]!, length[row]! / 2];
    [minX, minY] = [Math.min(minX, x - reach), Math.min(minY, y - reach)];
    [maxX, maxY] = [Math.max(maxX, x + reach), Math.max(maxY, y + reach)];
  }
  return maxX >= minX ? { minX, minY, maxX, maxY } : null;
}

/**
 * The later of two rows lies above; `order` gives the rows from bottom to top. Rows for which `isMarked` is true are at
 * least as wide as a printed dot that the eye finds.
 */
export async function mapPicture(
  geometry: Geometry,
  box: MapBox,
  colourOf: ColourOf,
  order?: Uint32Array,
  isMarked: (row: number) => boolean = () => false,
): Promise<MapPicture> {
  const pad = 0.03 * Math.max(box.maxX - box.minX, box.maxY - box.minY) + 2;
  const [wide, tall] = [box.maxX - box.minX + 2 * pad, box.maxY - box.minY + 2 * pad];
  // A long row of collectors must not become a line.
  const aspect = Math.min(2.4, Math.max(0.7, wide / tall));
  const width = aspect >= 1 ? LONG : Math.round(LONG * aspect);
  const height = Math.round(width / aspect);
  const scale = Math.min(width / wide, height / tall);
  const [midX, midY] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(PAPER));
  const put = (x: number, y: number, colour: readonly [number, number, number]) => {
    if (x >= 0 && y >= 0 && x < width && y < height) pixels.set(colour, (y * width + x) * 3);
  };
  const draw = (row: number) => {
    const colour = geometry.length[row] === 0 ? null : colourOf(row);
    if (!colour) return;
    const x = width / 2 + (geometry.centreX[row]! - midX) * scale;
    const y = height / 2 - (geometry.centreY[row]! - midY) * scale;
    const least = isMarked(row) ? MARKED : LEAST;
    const along = Math.max(least, (geometry.length[row]! * scale) / 2);
    const across = Math.max(least, (geometry.width[row]! * scale) / 2);
    const [cos, sin] = [Math.cos(geometry.rotation[row]!), Math.sin(geometry.rotation[row]!)];
    const reachX = Math.abs(cos) * along + Math.abs(sin) * across;
    const reachY = Math.abs(sin) * along + Math.abs(cos) * across;
    if (x < -reachX || y < -reachY || x > width + reachX || y > height + reachY) return;
    for (let py = Math.floor(y - reachY); py <= y + reachY; py++) {
      for (let px = Math.floor(x - reachX); px <= x + reachX; px++) {
        const [dx, dy] = [px + 0.5 - x, y - py - 0.5];
        const isInside =
          Math.abs(dx * cos + dy * sin) <= along && Math.abs(dy * cos - dx * sin) <= across;
        if (isInside) put(px, py, colour);
      }
    }
  };
  if (order) for (const row of order) draw(row);
  else for (let row = 0; row < geometry.count; row++) draw(row);
  const bar_m = barLength(width / scale / 5);
  const end = 24 + Math.round(bar_m * scale);
  for (let x = 24; x <= end; x++) for (let y = 0; y < 5; y++) put(x, height - 24 - y, INK);
  // An arrow that points north.
  for (let line = 0; line < 34; line++) {
    for (let x = -Math.floor(line / 3); x <= Math.floor(line / 3); x++)
      put(width - 40 + x, 20 + line, INK);
  }
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return { bytes, aspect: width / height, bar_m };
}

/** The largest of 1, 2, 5 times a power of ten that is not longer. */
function barLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((one) => one * power <= most) ?? 1) * power;
}
