// Reads drafts, for tests.
import type { ComponentType } from "../domain/component/component.ts";
import { planeAt, type LonLat } from "../domain/geometry/plane.ts";
import type { LevelDraft, TwinDraft } from "../domain/twin/twin-draft.ts";

export function levelOf(draft: TwinDraft, type: ComponentType): LevelDraft {
  const level = draft.levels.find((one) => one.type === type);
  if (level === undefined) throw new Error(`no level ${type}`);
  return level;
}

/** The four corners of a component in plane metres. */
export function cornersOf(level: LevelDraft, index: number, origin: LonLat): [number, number][] {
  const plane = planeAt(origin);
  const corners: [number, number][] = [];
  for (let v = level.ringOffsets[index] ?? 0; v < (level.ringOffsets[index + 1] ?? 0); v++) {
    corners.push(plane.toPlane(level.rings[v * 2] ?? NaN, level.rings[v * 2 + 1] ?? NaN));
  }
  return corners;
}

/** [min x, min y, max x, max y] in plane metres. */
export function boundsOf(level: LevelDraft, index: number, origin: LonLat): number[] {
  const corners = cornersOf(level, index, origin);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Index of the first component that is not inside the bounds of its parent, or -1. */
export function firstOutsideParent(
  draft: TwinDraft,
  child: ComponentType,
  parent: ComponentType,
  origin: LonLat,
): number {
  const inner = levelOf(draft, child);
  const outer = levelOf(draft, parent);
  for (let i = 0; i < inner.count; i++) {
    const [west = 0, south = 0, east = 0, north = 0] = boundsOf(inner, i, origin);
    const [w = 0, s = 0, e = 0, n = 0] = boundsOf(outer, inner.parent[i] ?? -1, origin);
    const slack = 0.05;
    if (!(west > w - slack && south > s - slack && east < e + slack && north < n + slack)) return i;
  }
  return -1;
}
