// Converts a built twin back to a draft: for updates of some component types, for copies and for files.
import { componentTypes, type Technology } from "../component/component.ts";
import { NO_ROW } from "../component/component-index.ts";
import { polygonIndex, ringOfRow } from "../geometry/geometry-rows.ts";
import { planeAt } from "../geometry/plane.ts";
import type { PreviousTwin } from "./twin-build.ts";
import type { LevelDraft, TwinDraft } from "./twin-draft.ts";
import type { PreviousLevel } from "./twin-match.ts";

type Redrafted = { readonly level: LevelDraft; readonly draftOfRow: Uint32Array };

function redraftLevel(
  { geometry, names }: PreviousLevel,
  toLonLat: (x: number, y: number) => [number, number],
  above: Redrafted | undefined,
): Redrafted {
  const polygons = polygonIndex(geometry);
  const draftOfRow = new Uint32Array(geometry.count).fill(NO_ROW);
  const rows: number[] = [];
  let vertices = 0;
  for (let row = 0; row < geometry.count; row++) {
    if (geometry.length[row] === 0) continue;
    draftOfRow[row] = rows.length;
    rows.push(row);
    const at = polygons[row]!;
    vertices +=
      at === NO_ROW ? 4 : geometry.polygons.offsets[at + 1]! - geometry.polygons.offsets[at]!;
  }
  const rings = new Float64Array(vertices * 2);
  const ringOffsets = new Uint32Array(rows.length + 1);
  let end = 0;
  for (const [i, row] of rows.entries()) {
    const ring = ringOfRow(geometry, row, polygons[row]!);
    for (let v = 0; v < ring.length; v += 2) {
      const [lon, lat] = toLonLat(ring[v]!, ring[v + 1]!);
      rings[end++] = lon;
      rings[end++] = lat;
    }
    ringOffsets[i + 1] = end / 2;
  }
  const parentOf = (row: number) => {
    const parent = geometry.parent[row]!;
    return above === undefined || parent === NO_ROW ? NO_ROW : above.draftOfRow[parent]!;
  };
  const level: LevelDraft = {
    type: geometry.type,
    count: rows.length,
    dtId: rows.map((row) => names.dtId(row)),
    pcs: rows.map((row) => names.pcs(row)),
    parent: Uint32Array.from(rows, parentOf),
    rings,
    ringOffsets,
    height: Float32Array.from(rows, (row) => geometry.height[row]!),
  };
  return { level, draftOfRow };
}

/** The components that exist, in the order of their rows. */
export function redraft(technology: Technology, twin: PreviousTwin): TwinDraft {
  const { toLonLat } = planeAt(twin.origin);
  const done: Redrafted[] = [];
  for (const level of twin.levels) {
    const parentType = componentTypes[level.geometry.type].parent;
    done.push(
      redraftLevel(
        level,
        toLonLat,
        done.find((above) => above.level.type === parentType),
      ),
    );
  }
  return { technology, levels: done.map(({ level }) => level) };
}

/**
 * The draft of an update that contains only some component types. The others stay unchanged; children of a
 * replaced type get their parent by position again.
 */
export function mergeDraft(update: TwinDraft, current: TwinDraft): TwinDraft {
  const replaced = new Set(update.levels.map(({ type }) => type));
  const unchanged = current.levels
    .filter(({ type }) => !replaced.has(type))
    .map((level) => {
      const parentType = componentTypes[level.type].parent;
      return parentType !== null && replaced.has(parentType)
        ? { ...level, parent: new Uint32Array(level.count).fill(NO_ROW) }
        : level;
    });
  return { technology: update.technology, levels: [...update.levels, ...unchanged] };
}
