// Marks that a person sets on a photo before it is sent: arrows, words, and parts that are made unrecognisable.
// Places are shares of the upright picture's width and height, so that they hold for every size of it.

export const photoMarkKinds = ["arrow", "text", "hidden"] as const;
export type PhotoMarkKind = (typeof photoMarkKinds)[number];

export type SharePoint = readonly [x: number, y: number];

export type PhotoMark = {
  readonly id: string;
  readonly kind: PhotoMarkKind;
  /** The tail of an arrow, the place of words, a corner of what is hidden. */
  readonly from: SharePoint;
  /** The tip of an arrow, the opposite corner; for words the same as `from`. */
  readonly to: SharePoint;
  /** Empty but for words. */
  readonly text: string;
};

/** What is hidden keeps at most so many colours along its longer side: a face needs about twice as many to be known. */
const MOST_TILES = 6;
/** An arrow's head, as a share of the picture's longer side, and half the angle between its strokes. */
const HEAD = 1 / 40;
const HEAD_ANGLE = Math.PI / 7;

type Pixel = readonly [x: number, y: number];

/** Whole pixels of a hidden part, within the picture, and how many tiles it is drawn with. */
export function hiddenTiles(
  { from, to }: Pick<PhotoMark, "from" | "to">,
  width: number,
  height: number,
): { x: number; y: number; width: number; height: number; across: number; down: number } {
  const side = (a: number, b: number, size: number) => {
    const low = Math.max(0, Math.floor(Math.min(a, b) * size));
    const high = Math.min(size, Math.ceil(Math.max(a, b) * size));
    return [low, Math.max(1, high - low)] as const;
  };
  const [x, wide] = side(from[0], to[0], width);
  const [y, high] = side(from[1], to[1], height);
  const tile = Math.max(wide, high) / MOST_TILES;
  const tiles = (length: number) => Math.max(1, Math.min(MOST_TILES, Math.round(length / tile)));
  return { x, y, width: wide, height: high, across: tiles(wide), down: tiles(high) };
}

/** The strokes of an arrow in pixels: its shaft, and the two strokes of its head as one line through the tip. */
export function arrowStrokes(
  { from, to }: Pick<PhotoMark, "from" | "to">,
  width: number,
  height: number,
): readonly [shaft: readonly Pixel[], head: readonly Pixel[]] {
  const tail: Pixel = [from[0] * width, from[1] * height];
  const tip: Pixel = [to[0] * width, to[1] * height];
  const back = Math.atan2(tail[1] - tip[1], tail[0] - tip[0]);
  const length = Math.max(width, height) * HEAD;
  const stroke = (turn: number): Pixel => [
    tip[0] + Math.cos(back + turn) * length,
    tip[1] + Math.sin(back + turn) * length,
  ];
  return [
    [tail, tip],
    [stroke(HEAD_ANGLE), tip, stroke(-HEAD_ANGLE)],
  ];
}
