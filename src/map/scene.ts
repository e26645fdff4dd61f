// What there is to draw, as one value: layers are functions of it and read nothing else.
import type { Aggregate } from "../domain/column/aggregate.ts";
import type { ColumnValues } from "../domain/column/column.ts";
import type { ComponentType } from "../domain/component/component.ts";
import type { Geometry, Names } from "../domain/component/component-index.ts";
import type { ComponentMesh } from "../domain/component/component-mesh.ts";
import type { KeyFigure } from "../domain/key-figure/key-figure.ts";
import type { LonLat } from "../domain/geometry/plane.ts";
import type { ColourScheme } from "../domain/colour/severity-colour.ts";
import type { CompareMode } from "../state/plant/compare.ts";
import type { Drawing } from "../state/map/drawing.ts";
import type { ImagePosition } from "../state/map/image-position.ts";
import type { ComponentRow } from "../state/plant/selection.ts";
import type { Camera } from "../state/map/view.ts";
import type { Colouring } from "./component/colouring.ts";

export type SceneLevel = {
  readonly type: ComponentType;
  readonly geometry: Geometry;
  /** Undefined while the worker builds it. */
  readonly mesh: ComponentMesh | undefined;
  readonly names: Names | undefined;
  /** Bits of state/plant/mark.ts by row; undefined where nothing is marked. */
  readonly marks: Uint8Array | undefined;
};

/** Values of one survey at the level of their key figure. */
export type SceneColumn = {
  readonly type: ComponentType;
  readonly values: ColumnValues;
  readonly colouring: Colouring;
};

export type SceneCompare = {
  readonly mode: CompareMode;
  /** Where the swipe divides the map, 0 left edge to 1 right edge; the other analysis lies left. */
  readonly position: number;
  /** The other analysis' values; null while on their way. */
  readonly other: SceneColumn | null;
  /** Difference classes; null while on their way. */
  readonly difference: SceneColumn | null;
};

export type Scene = {
  readonly scheme: ColourScheme;
  readonly origin: LonLat;
  /** [west, south, east, north] in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Outline of the plant, GeoJSON Polygon or MultiPolygon, or null. */
  readonly area: GeoJSON.Polygon | GeoJSON.MultiPolygon | null;
  /** From the top of the hierarchy down. */
  readonly levels: readonly SceneLevel[];
  readonly keyFigure: KeyFigure | null;
  readonly column: SceneColumn | null;
  readonly compare: SceneCompare | null;
  readonly aggregate: Aggregate;
  /** Limit past which a child counts for the aggregate `share`. */
  readonly shareLimit: number;
  /** Severity limits of the key figure at this plant; empty where there are none. */
  readonly limits: readonly number[];
  readonly pattern: boolean;
  readonly hovered: ComponentRow | null;
  readonly opened: ComponentRow | null;
  readonly selection: { readonly component_type: ComponentType; readonly count: number } | null;
  /** Counts the changes of the marks, which are made in place. */
  readonly markVersion: number;
  readonly images: readonly ImagePosition[];
  /** What the KML blueprints draw; null where the plant has none. */
  readonly drawing: Drawing | null;
  /** The view after the last move; null before the first frame. */
  readonly camera: Camera | null;
  /** [min x, min y, max x, max y] of the view in plane metres. */
  readonly viewBox: readonly [number, number, number, number] | null;
  /** Size in pixels below which a component gives way to its parent. */
  readonly leastPixels: number;
};

/** The level of a component type, or undefined. */
export function levelOf(scene: Scene, type: ComponentType): SceneLevel | undefined {
  return scene.levels.find((level) => level.type === type);
}
