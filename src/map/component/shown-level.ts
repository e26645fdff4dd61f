// Which levels are drawn for a column at which scale, and with which values.
import { aggregateColumn, type AggregateRequest } from "../../domain/column/aggregate.ts";
import { aggregateChanges } from "../../domain/column/change-aggregate.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import { ancestorTypesOf, type ComponentType } from "../../domain/component/component.ts";
import { containerRows } from "../../domain/component/container.ts";
import type { ComponentMesh } from "../../domain/component/component-mesh.ts";
import { FILTERED_OUT } from "../../state/plant/column/row-flag.ts";
import type { Colouring } from "./colouring.ts";
import { detailRanges, type DetailRange } from "./level-of-detail.ts";
import type { ColouredColumn } from "./coloured-column.ts";
import type { ComponentData } from "./component-data.ts";
import { geometriesOf, levelOf, type Level, type RowFlags } from "./level.ts";

export type ShownLevel = {
  readonly level: Level;
  readonly mesh: ComponentMesh;
  readonly values: ColumnValues;
  readonly colouring: Colouring;
  readonly detail: DetailRange;
};

/** The level of the column and those above it, finest first, each with the scales at which it is drawn. */
export function shownLevels(
  data: ComponentData,
  column: ColouredColumn,
  minPixels: number,
): ShownLevel[] {
  const own = levelOf(data.levels, column.type);
  if (!own) return [];
  const above = ancestorTypesOf(column.type).map((type) => levelOf(data.levels, type));
  const chain = [own, ...above.filter((level) => level !== undefined)];
  const ranges = levelRanges(chain, minPixels);
  return chain.flatMap((level, index) => {
    const { mesh } = level;
    if (!mesh) return [];
    const values =
      index === 0 ? column.values : aggregated(data, column, chain.slice(0, index + 1));
    const share = index > 0 && data.aggregation.aggregate === "share";
    const colouring = share ? data.aggregation.shareColouring : column.colouring;
    return [{ level, mesh, values, colouring, detail: ranges[index]! }];
  });
}

/** Levels beside the column's, under the same parent; they are drawn without values at large scales. */
export function levelsBeside({ levels }: ComponentData, column: ColouredColumn): Level[] {
  const [parent] = ancestorTypesOf(column.type);
  if (!parent) return [];
  return levels.filter(({ type }) => type !== column.type && ancestorTypesOf(type)[0] === parent);
}

/** The level drawn for the column at a scale; its components are what the pointer picks. */
export function shownLevelAt(
  data: ComponentData,
  column: ColouredColumn,
  { minPixels, metresPerPixel }: { minPixels: number; metresPerPixel: number },
): ShownLevel | undefined {
  return shownLevels(data, column, minPixels).find(
    ({ detail }) => metresPerPixel >= detail[0] && metresPerPixel < detail[1],
  );
}

/** Without a key figure: the finest level with its ancestors, finest first, each with its scales. */
export function plainLevels(
  levels: readonly Level[],
  minPixels: number,
): { level: Level; detail: DetailRange }[] {
  const finest = levels.at(-1);
  if (!finest) return [];
  const types = [finest.type, ...ancestorTypesOf(finest.type)];
  const chain = types.map((type) => levelOf(levels, type)).filter((level) => level !== undefined);
  const ranges = levelRanges(chain, minPixels);
  return chain.map((level, index) => ({ level, detail: ranges[index]! }));
}

/** The scales of levels, finest first. */
export function levelRanges(chain: readonly Level[], minPixels: number): DetailRange[] {
  return detailRanges(chain.map(sizeOf), minPixels);
}

/** Median size in metres; known from the geometry before the mesh is built. */
function sizeOf({ mesh, geometry }: Level): number {
  if (mesh) return mesh.size;
  const row = geometry.length.findIndex((length) => length > 0);
  return row < 0 ? 0 : Math.sqrt(geometry.length[row]! * geometry.width[row]!);
}

type Cached = { readonly key: string; readonly values: ColumnValues };
const cache = new WeakMap<ColumnValues, Map<string, Cached>>();

/** The column's values at the last level of the chain; computed once per column and filter. */
function aggregated(
  { aggregation, rowFlags }: ComponentData,
  column: ColouredColumn,
  chain: readonly Level[],
): ColumnValues {
  const { aggregate, direction, shareLimit, limits } = aggregation;
  const own = chain[0]!;
  const target = chain.at(-1)!;
  const key = `${aggregate} ${shareLimit} ${limits.join()} ${filterStateOf(own.type, rowFlags).key}`;
  const perType = cache.get(column.values) ?? new Map<string, Cached>();
  cache.set(column.values, perType);
  const known = perType.get(target.type);
  if (known?.key === key) return known.values;
  const mask = rowFlags.of(own.type);
  const isClassed = column.colouring.by === "class";
  const request: AggregateRequest = {
    aggregate,
    direction,
    limit: isClassed ? 2 : shareLimit,
    limits,
    ...(isClassed ? { severity: severityTable(column.colouring) } : {}),
    ...(mask ? { mask } : {}),
  };
  const containers = containerRows(geometriesOf(chain), own.type, target.type);
  const { count } = target.geometry;
  const values =
    column.isChange && column.values instanceof Uint8Array
      ? aggregateChanges(column.values, containers, count, request)
      : aggregateColumn(column.values, containers, count, request);
  perType.set(target.type, { key, values });
  return values;
}

/** Severity by class, read from the second half of the ramp; -1 where the class has no colour. */
function severityTable({ ramp }: Colouring): Int8Array {
  return Int8Array.from({ length: 256 }, (_, one) =>
    ramp[one * 4 + 3] === 0 ? -1 : ramp[1024 + one * 4]!,
  );
}

type FilterState = {
  readonly version: number;
  readonly key: number;
  /** Whether a component is left out. */
  readonly isFiltering: boolean;
};
const filterStates = new WeakMap<Uint8Array, FilterState>();
const unfiltered: FilterState = { version: 0, key: 0, isFiltering: false };

/** The `key` changes with the filters but not with the selection, so that a click does not aggregate again. */
export function filterStateOf(type: ComponentType, { version, of }: RowFlags): FilterState {
  const bytes = of(type);
  if (!bytes) return unfiltered;
  const known = filterStates.get(bytes);
  if (known?.version === version) return known;
  // FNV-1a over the filter bits: a millisecond per million rows.
  let key = 2166136261;
  let isFiltering = false;
  for (let row = 0; row < bytes.length; row += 1) {
    const bit = bytes[row]! & FILTERED_OUT;
    if (bit !== 0) isFiltering = true;
    key = Math.imul(key ^ bit, 16777619);
  }
  const state = { version, key, isFiltering };
  filterStates.set(bytes, state);
  return state;
}
