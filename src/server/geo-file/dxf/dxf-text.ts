// Which text of a drawing stands inside which area.
import { ringContains } from "../../../domain/geometry/ring.ts";
import { upperMedianOf } from "../../../domain/median.ts";
import type { DxfShape, DxfText } from "./dxf-entity.ts";

/** Larger cells hold too many areas, smaller ones are too many: about one area for each. */
const MOST_CELLS_OF_AREA = 400;

export type NamedAreas = {
  /** The one text inside an area that contains no other area with it; null for none or several. */
  readonly nameOf: (index: number) => string | null;
  /** Texts that name no area: they stand in none, or with others in the same one. */
  readonly spare_count: number;
};

export function namedAreas(shapes: readonly DxfShape[], texts: readonly DxfText[]): NamedAreas {
  const boxes = shapes.map(({ xy, isArea }) => {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    if (isArea) {
      for (let v = 0; v < xy.length; v += 2) {
        [west, east] = [Math.min(west, xy[v]!), Math.max(east, xy[v]!)];
        [south, north] = [Math.min(south, xy[v + 1]!), Math.max(north, xy[v + 1]!)];
      }
    }
    return { west, south, east, north };
  });
  const sides = boxes
    .filter(({ east }) => Number.isFinite(east))
    .map(({ west, south, east, north }) => Math.max(east - west, north - south));
  const cell = upperMedianOf(sides) || 1;
  const cells = new Map<string, number[]>();
  for (const [at, { west, south, east, north }] of boxes.entries()) {
    const [x0, x1] = [Math.floor(west / cell), Math.floor(east / cell)];
    const [y0, y1] = [Math.floor(south / cell), Math.floor(north / cell)];
    if (!((x1 - x0 + 1) * (y1 - y0 + 1) <= MOST_CELLS_OF_AREA)) continue;
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        const key = `${x},${y}`;
        const there = cells.get(key);
        if (there) there.push(at);
        else cells.set(key, [at]);
      }
    }
  }
  const names = new Map<number, string | null>();
  for (const { x, y, text } of texts) {
    const key = `${Math.floor(x / cell)},${Math.floor(y / cell)}`;
    let best: number | null = null;
    for (const at of cells.get(key) ?? []) {
      const { xy } = shapes[at]!;
      if (!ringContains(xy, 0, xy.length / 2, x, y)) continue;
      const size = ({ west, south, east, north }: (typeof boxes)[number]) =>
        (east - west) * (north - south);
      if (best === null || size(boxes[at]!) < size(boxes[best]!)) best = at;
    }
    if (best !== null) names.set(best, names.has(best) ? null : text);
  }
  const named = [...names.values()].filter((name) => name !== null).length;
  return { nameOf: (index) => names.get(index) ?? null, spare_count: texts.length - named };
}
