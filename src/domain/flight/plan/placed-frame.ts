// A frame on the ground, turned into the direction of the line that it is taken on.
import type { GroundFrame } from "./ground-frame.ts";

type Corner = readonly [along: number, across: number];

export type PlacedFrame = {
  /** Metres across from the drone to the middle of the frame. */
  readonly aside: number;
  /** Half of its extent across. */
  readonly half: number;
  /** Metres along from the drone, over the whole frame. */
  readonly along: readonly [low: number, high: number];
  /** Metres across that neighbouring lines share a part of. */
  readonly swath: number;
  /** Across from the middle of the frame; null: a rectangle along the line. */
  readonly corners: readonly Corner[] | null;
};

const SAME_M = 1e-6;

export type FrameView = {
  readonly frame: GroundFrame;
  readonly heading_deg: number | null;
  /** Half of the width that is counted on where neighbouring lines share ground. */
  readonly share_half_m: number;
};

/**
 * @param heading_deg of the camera, clockwise from north; null: along the line as it is flown
 * @param direction of the line, radians from east
 * @param sense 1 along it, -1 against it
 */
export function framePlaced(
  { frame, heading_deg, share_half_m }: FrameView,
  direction: number,
  sense: 1 | -1,
): PlacedFrame {
  const course =
    heading_deg === null
      ? sense > 0
        ? 0
        : Math.PI
      : ((90 - heading_deg) * Math.PI) / 180 - direction;
  const [cos, sin] = [Math.cos(course), Math.sin(course)];
  const { near_m, near_half_m, far_m, far_half_m } = frame;
  const placed = (
    [
      [near_m, -near_half_m],
      [near_m, near_half_m],
      [far_m, far_half_m],
      [far_m, -far_half_m],
    ] as const
  ).map(([ahead, left]): Corner => [ahead * cos - left * sin, ahead * sin + left * cos]);
  const of = (axis: 0 | 1) => placed.map((corner) => corner[axis]);
  const along = [Math.min(...of(0)), Math.max(...of(0))] as const;
  const [low, high] = [Math.min(...of(1)), Math.max(...of(1))];
  const aside = (low + high) / 2;
  const isBox = placed.every(
    ([a, b]) =>
      along.some((edge) => Math.abs(a - edge) < SAME_M) &&
      [low, high].some((edge) => Math.abs(b - edge) < SAME_M),
  );
  return {
    aside,
    half: (high - low) / 2,
    along,
    swath: Math.abs(sin) * (far_m - near_m) + Math.abs(cos) * 2 * share_half_m,
    corners: isBox ? null : placed.map(([a, b]): Corner => [a, b - aside]),
  };
}

/**
 * What the frame shows along the line, from the drone, this many metres across from its middle.
 * @returns null where it shows nothing
 */
export function spanAcross(
  { half, along, corners }: PlacedFrame,
  across: number,
): readonly [low: number, high: number] | null {
  if (Math.abs(across) > half) return null;
  if (!corners) return along;
  let [low, high] = [Infinity, -Infinity];
  for (const [i, [a, b]] of corners.entries()) {
    const [c, d] = corners[(i + 1) % corners.length]!;
    if (Math.min(b, d) > across || Math.max(b, d) < across) continue;
    const cuts = d === b ? [a, c] : [a + ((c - a) * (across - b)) / (d - b)];
    for (const cut of cuts) [low, high] = [Math.min(low, cut), Math.max(high, cut)];
  }
  return low <= high ? [low, high] : null;
}
