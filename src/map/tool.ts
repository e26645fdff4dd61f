// The contract of a map tool: what the pointer does while it is active. One file in `tools/`.
import type { Atom, Getter, Setter } from "jotai";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "../domain/component/component.ts";
import type { Place } from "../domain/flight/route/flight-route.ts";
import type { HoveredRow, SelectMode } from "../state/plant/component/selection.ts";
import type { Bounds } from "./scene.ts";

/** x, y in CSS pixels from the map's top left. */
export type ScreenPoint = readonly [x: number, y: number];

export type PointerState = {
  readonly at: ScreenPoint;
  readonly shift: boolean;
  /** Control, or command on a Mac. */
  readonly control: boolean;
  readonly touch: boolean;
  /** The middle of the map, pressed with the Enter key: the answer has to be heard. */
  readonly keyboard?: true;
};

/** What a tool draws while it works: a box between two corners, or a line. */
export type Draft =
  | { readonly kind: "box"; readonly from: ScreenPoint; readonly to: ScreenPoint }
  | { readonly kind: "line"; readonly points: readonly ScreenPoint[] };

/** `isLimited`: the pixel itself is too near the horizon, and the place is the farthest below it. */
export type PlaceInSpace = { readonly place: Place; readonly isLimited: boolean };

/** Where things in the air are seen. Heights in metres above the ground of one place, as a route has them. */
export type ToolSpace = {
  above(ground: Place): {
    /** Null behind the eye. */
    screenOf(place: Place, height_m: number): ScreenPoint | null;
    /**
     * The place below which the pixel's ray has this height; null in the sky. Towards the horizon a pixel is worth ever
     * more ground: the place stays where the ray meets that height too flatly, but not nearer than below `from`.
     * @param from where the drag began
     */
    placeAt(at: ScreenPoint, height_m: number, from: ScreenPoint): PlaceInSpace | null;
  };
};

/** What a tool can query, and the state it reads and changes. */
export type ToolCanvas = {
  /** Reads the present value of an atom. A tool reads when the pointer acts; it watches no atoms. */
  readonly get: Getter;
  /** Calls a verb of the state. */
  readonly set: Setter;
  /** The component under a point, of the level that is drawn; null where there is none. */
  pick(at: ScreenPoint, withinPixels: number): HoveredRow | null;
  /** The components whose centre lies in a ring of screen points; null where none are drawn. */
  pickRing(
    ring: readonly ScreenPoint[],
  ): { component_type: ComponentType; rows: ArrayLike<number> } | null;
  /** The box around screen points. */
  boundsOf(points: readonly ScreenPoint[]): Bounds;
  /** Absent on the flat map, where height does not matter. */
  readonly space?: ToolSpace;
  /** Draws a shape over the map until the next call; null draws none. */
  showDraft(shape: Draft | null): void;
};

export type MapTool = {
  readonly id: string;
  /** Word key of the tool's name. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Key that activates the tool. */
  readonly shortcut: string;
  readonly cursor: string;
  /** True where dragging moves the map; else the tool gets the drag. */
  readonly dragsMap: boolean;
  /** Whether the user has the tool; absent: everybody has it. */
  readonly isOffered?: Atom<boolean>;
  /** Of a tool that moves the map: whether a drag that begins here is for the tool instead. */
  grabs?(pointer: PointerState, canvas: ToolCanvas): boolean;
  /** A key on the map; true where the tool has used it, so that the map does not. */
  key?(event: KeyboardEvent, canvas: ToolCanvas): boolean;
  move?(pointer: PointerState, canvas: ToolCanvas): void;
  /** The cursor over what can be pressed below the last `move`; null for the tool's own. */
  cursorAt?(canvas: ToolCanvas): string | null;
  /** The pointer has left the map. */
  leave?(canvas: ToolCanvas): void;
  click?(pointer: PointerState, canvas: ToolCanvas): void;
  /** While dragging; `path` has every point from the first to the present one. */
  drag?(path: readonly ScreenPoint[], pointer: PointerState, canvas: ToolCanvas): void;
  drop?(path: readonly ScreenPoint[], pointer: PointerState, canvas: ToolCanvas): void;
  /** Escape, or another tool is activated. */
  cancel?(canvas: ToolCanvas): void;
};

/** Declares a map tool. */
export function defineTool(tool: MapTool): MapTool {
  return tool;
}

/** How a drag selects: shift adds, control removes. */
export function dragMode({ shift, control }: PointerState): SelectMode {
  return shift ? "add" : control ? "remove" : "replace";
}
