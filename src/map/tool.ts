// The contract of a map tool: what the pointer does while it is in hand. One file in `tools/`.
import type { Getter, Setter } from "jotai";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "../domain/component/component.ts";
import type { ComponentRow, SelectMode } from "../state/plant/selection.ts";
import type { Bounds } from "./scene.ts";

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

/** What a tool may ask of the map, and the state it reads and changes. */
export type ToolCanvas = {
  /** Reads an atom as it is now: a tool reads when the pointer does something, and follows nothing. */
  readonly get: Getter;
  /** Calls a verb of the state. */
  readonly set: Setter;
  /** The component under a point, of the level that is drawn; null where there is none. */
  pick(at: ScreenPoint, withinPixels: number): ComponentRow | null;
  /** The components whose centre lies in a ring of screen points; null where none are drawn. */
  pickRing(
    ring: readonly ScreenPoint[],
  ): { component_type: ComponentType; rows: ArrayLike<number> } | null;
  /** The box around screen points. */
  boundsOf(points: readonly ScreenPoint[]): Bounds;
  /** Draws a shape over the map until another takes its place; null draws none. */
  showDraft(shape: Draft | null): void;
};

export type MapTool = {
  readonly id: string;
  /** Word key of the tool's name. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Key that takes the tool in hand. */
  readonly shortcut: string;
  readonly cursor: string;
  /** Dragging moves the map; else the tool has the drag. */
  readonly dragsMap: boolean;
  move?(pointer: PointerState, canvas: ToolCanvas): void;
  /** The pointer has left the map. */
  leave?(canvas: ToolCanvas): void;
  click?(pointer: PointerState, canvas: ToolCanvas): void;
  /** A drag from its first point to where the pointer is; `path` has every point on the way. */
  drag?(path: readonly ScreenPoint[], pointer: PointerState, canvas: ToolCanvas): void;
  drop?(path: readonly ScreenPoint[], pointer: PointerState, canvas: ToolCanvas): void;
  /** Escape, or another tool is taken. */
  cancel?(canvas: ToolCanvas): void;
};

/** Declares a map tool. */
export function defineTool(tool: MapTool): MapTool {
  return tool;
}

/** How a drag selects: with shift it adds, with control it takes away. */
export function dragMode({ shift, control }: PointerState): SelectMode {
  return shift ? "add" : control ? "remove" : "replace";
}
