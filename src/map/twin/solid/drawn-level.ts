// What of the plant is drawn in 3D: levels of the hierarchy with their colours, each near enough to be seen.
import type { ColumnValues } from "../../../domain/column/column.ts";
import { ancestorTypesOf, type ComponentType } from "../../../domain/component/component.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import { POST_METRES_PER_PIXEL, type SolidRequest } from "../../../domain/twin-view/solid.ts";
import type { Colouring } from "../../component/colouring.ts";
import { childlessLevels } from "../../component/childless.ts";
import type { ComponentData } from "../../component/component-data.ts";
import { currentColumn } from "../../component/drawn-column.ts";
import { levelOf, maskOf } from "../../component/level.ts";
import { levelsBeside, plainLevels, shownLevels } from "../../component/shown-level.ts";
import type { Mask } from "../../component-mesh/gpu-cache.ts";

export type DrawnLevel = {
  readonly id: string;
  readonly type: ComponentType;
  readonly geometry: Geometry;
  readonly above: Geometry | undefined;
  readonly as: SolidRequest["as"];
  readonly values: ColumnValues | null;
  readonly colouring: Colouring | null;
  readonly mask: Mask | null;
  /** Metres per pixel [from, to) at which its components are drawn. */
  readonly detail: readonly [number, number];
  /** What has a value can be picked. */
  readonly isPicked: boolean;
  /** Components that the mask leaves out are not drawn at all, instead of pale. */
  readonly hidesFiltered?: true;
};

/** The levels to draw, the finest first; none while the geometry is loading. */
export function drawnLevels(data: ComponentData, minPixels: number): DrawnLevel[] {
  const { levels } = data;
  const column = currentColumn(data);
  const geometryAbove = (type: ComponentType) => {
    const [parent] = ancestorTypesOf(type);
    return parent ? levelOf(levels, parent)?.geometry : undefined;
  };
  const common = (type: ComponentType, geometry: Geometry) => ({
    type,
    geometry,
    above: geometryAbove(type),
    mask: maskOf(data.rowFlags, type),
  });
  const measured = column ? shownLevels(data, column, minPixels) : [];
  const shown: DrawnLevel[] =
    measured.length > 0
      ? measured.map(({ level, values, colouring, detail }) => ({
          ...common(level.type, level.geometry),
          id: level.type,
          as: undefined,
          values,
          colouring,
          detail,
          isPicked: true,
        }))
      : plainLevels(levels, minPixels).map(({ level, detail }) => ({
          ...common(level.type, level.geometry),
          id: level.type,
          as: undefined,
          values: null,
          colouring: null,
          detail,
          isPicked: true,
        }));
  const [finest] = shown;
  if (!finest) return [];
  const beside = column ? levelsBeside(data, column) : [];
  const glass: DrawnLevel[] = beside.map(({ type, geometry, mesh }) => ({
    ...common(type, geometry),
    id: `${type} beside`,
    as: "glass",
    values: null,
    colouring: null,
    mask: null,
    detail: [0, mesh ? mesh.size / minPixels : 0],
    isPicked: true,
  }));
  // Trackers without modules: nothing to measure, but part of the plant.
  const childless: DrawnLevel[] = childlessLevels(data, finest.type, minPixels).map(
    ({ level, mask, detail }) => ({
      ...common(level.type, level.geometry),
      id: `${level.type} childless`,
      as: undefined,
      values: null,
      colouring: null,
      mask,
      detail,
      isPicked: true,
      hidesFiltered: true,
    }),
  );
  // Tubes without mirrors would hang in the air: their collector is drawn as one mirror.
  const holder = geometryAbove(finest.type);
  const hasMirrors = finest.type === "mirror" || beside.some(({ type }) => type === "mirror");
  const mirror: DrawnLevel[] =
    finest.type === "absorber_tube" && holder && !hasMirrors
      ? [{ ...glassOf(holder), detail: finest.detail }]
      : [];
  const carried = holder ?? finest.geometry;
  const posts: DrawnLevel = {
    ...glassOf(carried),
    id: `${carried.type} posts`,
    as: "posts",
    detail: [0, POST_METRES_PER_PIXEL],
  };
  const shadow: DrawnLevel = { ...posts, id: `${carried.type} shadow`, as: "shadow" };
  return [...shown, ...childless, ...glass, ...mirror, posts, shadow];
}

const glassOf = (geometry: Geometry): DrawnLevel => ({
  id: `${geometry.type} glass`,
  type: geometry.type,
  geometry,
  above: undefined,
  as: "glass",
  values: null,
  colouring: null,
  mask: null,
  detail: [0, Infinity],
  isPicked: false,
});
