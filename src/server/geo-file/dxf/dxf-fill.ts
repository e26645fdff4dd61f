// Hatches that fill outlines which are drawn as well: they are one area, not two.
import type { DxfShape } from "./dxf-entity.ts";

type Box = readonly [west: number, south: number, east: number, north: number];

function boxOf({ xy }: DxfShape): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < xy.length; at += 2) {
    [west, east] = [Math.min(west, xy[at]!), Math.max(east, xy[at]!)];
    [south, north] = [Math.min(south, xy[at + 1]!), Math.max(north, xy[at + 1]!)];
  }
  return [west, south, east, north];
}

/**
 * The fills that stand for themselves.
 * @param apart boxes whose sides differ by no more are the same
 */
export function ownFills(
  fills: readonly DxfShape[],
  shapes: readonly DxfShape[],
  apart: number,
): DxfShape[] {
  if (fills.length === 0) return [];
  const cell = 4 * apart;
  const drawn = new Map<string, Box[]>();
  const add = (box: Box) => {
    const key = `${Math.floor(box[0] / cell)},${Math.floor(box[1] / cell)}`;
    const there = drawn.get(key);
    if (there) there.push(box);
    else drawn.set(key, [box]);
  };
  for (const shape of shapes) if (shape.isArea) add(boxOf(shape));
  const isDrawn = (box: Box) => {
    const [x, y] = [Math.floor(box[0] / cell), Math.floor(box[1] / cell)];
    return [-1, 0, 1].some((dx) =>
      [-1, 0, 1].some((dy) =>
        drawn
          .get(`${x + dx},${y + dy}`)
          ?.some((one) => one.every((side, at) => Math.abs(side - box[at]!) <= apart)),
      ),
    );
  };
  return fills.filter((fill) => {
    const box = boxOf(fill);
    if (isDrawn(box)) return false;
    // A second hatch of the same area, such as a pattern upon a colour, is none either.
    add(box);
    return true;
  });
}
