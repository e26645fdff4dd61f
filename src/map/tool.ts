// The contract of a map tool: what the pointer does while it is in hand. One file in `tools/`.
import type { ComponentRow, SelectMode } from "../state/plant/selection.ts";
import type { FlyTarget } from "../state/map/view.ts";

/** x, y in CSS pixels from the map's top left. */
export type ScreenPoint = readonly [x: number, y: number];

export type PointerState = {
  readonly at: ScreenPoint;
  readonly shift: boolean;
  /** Control, or command on a Mac. */
  readonly control: boolean;
  readonly touch: boolean;
};

/** What a tool draws while it works: a box between two corners, or a line. */
export type Draft =
  | { readonly kind: "box"; readonly from: ScreenPoint; readonly to: ScreenPoint }
  | { readonly kind: "line"; readonly points: readonly ScreenPoint[] };

/** What a tool may do. */
export type ToolReach = {
  /** The component under a point, of the level that is drawn; null where there is none. */
  pick(at: ScreenPoint, reachPixels: number): ComponentRow | null;
  /** Selects the components whose centre lies in a ring of screen points. */
  selectRing(ring: readonly ScreenPoint[], mode: SelectMode): void;
  selectOne(component: ComponentRow, mode: SelectMode): void;
  clearSelection(): void;
  hover(component: ComponentRow | null): void;
  /** Opens the component's card. */
  open(component: ComponentRow): void;
  fly(target: FlyTarget): void;
  /** [west, south, east, north] in degrees of the box around screen points. */
  boundsOf(points: readonly ScreenPoint[]): [number, number, number, number];
  draft(shape: Draft | null): void;
};

export type MapTool = {
  readonly id: string;
  /** Word key of the tool's name. */
  readonly name: string;
  /** Name of a lucide icon. */
  readonly icon: string;
  /** Key that takes the tool in hand. */
  readonly shortcut: string;
  readonly cursor: string;
  /** Dragging moves the map; else the tool has the drag. */
  readonly dragsMap: boolean;
  move?(pointer: PointerState, reach: ToolReach): void;
  click?(pointer: PointerState, reach: ToolReach): void;
  /** A drag from its first point to where the pointer is; `path` has every point on the way. */
  drag?(path: readonly ScreenPoint[], pointer: PointerState, reach: ToolReach): void;
  drop?(path: readonly ScreenPoint[], pointer: PointerState, reach: ToolReach): void;
  /** Escape, or another tool is taken. */
  cancel?(reach: ToolReach): void;
};

/** Declares a map tool. */
export function defineTool(tool: MapTool): MapTool {
  return tool;
}

/** How a drag selects: with shift it adds, with control it takes away. */
export function dragMode({ shift, control }: PointerState): SelectMode {
  return shift ? "add" : control ? "remove" : "replace";
}
