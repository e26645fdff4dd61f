// Which levels stand for a column at which scale, and with which values.
import {
  aggregateColumn,
  ancestorRows,
  type AggregateRequest,
} from "../../domain/column/aggregate.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import { ancestorTypesOf } from "../../domain/component/component.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { FILTERED_OUT } from "../../state/plant/mark.ts";
import { shareColouring, type Colouring } from "./colouring.ts";
import { detailRanges, type DetailRange } from "./level-of-detail.ts";
import { levelOf, type Scene, type SceneColumn, type SceneLevel } from "../scene.ts";

export type ShownLevel = {
  readonly level: SceneLevel;
  readonly mesh: ComponentMesh;
  readonly values: ColumnValues;
  readonly colouring: Colouring;
  readonly detail: DetailRange;
};

/** The level of the column and those above it, finest first: what stands for it from near to far. */
export function shownLevels(scene: Scene, column: SceneColumn): ShownLevel[] {
  const own = levelOf(scene, column.type);
  if (!own) return [];
  const above = ancestorTypesOf(column.type).map((type) => levelOf(scene, type));
  const chain = [own, ...above.filter((level) => level !== undefined)];
  const sizes = chain.map((level) => sizeOf(level));
  const ranges = detailRanges(sizes, scene.leastPixels);
  return chain.flatMap((level, index) => {
    const { mesh } = level;
    if (!mesh) return [];
    const values =
      index === 0 ? column.values : aggregated(scene, column, chain.slice(0, index + 1));
    const share = index > 0 && scene.aggregate === "share";
    const colouring = share ? shareColouring() : column.colouring;
    return [{ level, mesh, values, colouring, detail: ranges[index]! }];
  });
}

/** Levels beside the column's, under the same parent: drawn plain once near enough. */
export function levelsBeside(scene: Scene, column: SceneColumn): SceneLevel[] {
  const [parent] = ancestorTypesOf(column.type);
  if (!parent) return [];
  return scene.levels.filter(
    ({ type }) => type !== column.type && ancestorTypesOf(type)[0] === parent,
  );
}

/** The level drawn for the column at a scale; its components are what the pointer picks. */
export function shownLevelAt(
  scene: Scene,
  column: SceneColumn,
  metresPerPixel: number,
): ShownLevel | undefined {
  return shownLevels(scene, column).find(
    ({ detail }) => metresPerPixel >= detail[0] && metresPerPixel < detail[1],
  );
}

/** Without a key figure: the finest level with its ancestors, finest first, each with its scales. */
export function plainLevels(scene: Scene): { level: SceneLevel; detail: DetailRange }[] {
  const finest = scene.levels.at(-1);
  if (!finest) return [];
  const types = [finest.type, ...ancestorTypesOf(finest.type)];
  const chain = types.map((type) => levelOf(scene, type)).filter((level) => level !== undefined);
  const ranges = detailRanges(chain.map(sizeOf), scene.leastPixels);
  return chain.map((level, index) => ({ level, detail: ranges[index]! }));
}

/** Median size in metres; known from the geometry before the mesh is built. */
function sizeOf({ mesh, geometry }: SceneLevel): number {
  if (mesh) return mesh.size;
  const row = geometry.length.findIndex((length) => length > 0);
  return row < 0 ? 0 : Math.sqrt(geometry.length[row]! * geometry.width[row]!);
}

type Cached = { readonly key: string; readonly values: ColumnValues };
const cache = new WeakMap<ColumnValues, Map<string, Cached>>();
const chains = new WeakMap<Uint32Array, Map<Uint32Array, Uint32Array>>();

/** The column's values at the last level of the chain; computed once per column and filter. */
function aggregated(scene: Scene, column: SceneColumn, chain: readonly SceneLevel[]): ColumnValues {
  const [own] = chain;
  const target = chain.at(-1)!;
  const key = `${scene.aggregate} ${scene.shareLimit} ${scene.limits.join()} ${filterVersion(own!, scene.markVersion)}`;
  const perType = cache.get(column.values) ?? new Map<string, Cached>();
  cache.set(column.values, perType);
  const known = perType.get(target.type);
  if (known?.key === key) return known.values;
  const request: AggregateRequest = {
    aggregate: scene.aggregate,
    direction: scene.keyFigure?.direction ?? "higher_is_worse",
    limit: column.colouring.by === "class" ? 2 : scene.shareLimit,
    limits: scene.limits,
    ...(column.colouring.by === "class" ? { severity: severityTable(column.colouring) } : {}),
    ...(own!.marks ? { mask: own!.marks } : {}),
  };
  const parents = chain.slice(0, -1).map(({ geometry }) => geometry.parent);
  const values = aggregateColumn(column.values, ancestors(parents), target.geometry.count, request);
  perType.set(target.type, { key, values });
  return values;
}

function ancestors(parents: readonly Uint32Array[]): Uint32Array {
  const [first] = parents;
  const last = parents.at(-1)!;
  const perLast = chains.get(first!) ?? new Map<Uint32Array, Uint32Array>();
  chains.set(first!, perLast);
  const rows = perLast.get(last) ?? ancestorRows(parents);
  perLast.set(last, rows);
  return rows;
}

/** Severity by class, read back from the second half of the ramp; -1 where no class has a colour. */
function severityTable({ ramp }: Colouring): Int8Array {
  return Int8Array.from({ length: 256 }, (_, one) =>
    ramp[one * 4 + 3] === 0 ? -1 : ramp[1024 + one * 4]!,
  );
}

const filterKeys = new WeakMap<Uint8Array, { version: number; key: number }>();

/** Changes with the filters but not with the selection, so that a click aggregates nothing anew. */
function filterVersion({ marks }: SceneLevel, version: number): number {
  if (!marks) return 0;
  const known = filterKeys.get(marks);
  if (known?.version === version) return known.key;
  // FNV-1a over the filter bits: a millisecond per million rows.
  let key = 2166136261;
  for (let row = 0; row < marks.length; row += 1) {
    key = Math.imul(key ^ (marks[row]! & FILTERED_OUT), 16777619);
  }
  filterKeys.set(marks, { version, key });
  return key;
}
