// Passes the pointer events of the map to the active tool.
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import type { ToolEntry } from "../state/map/tool.ts";
import type { MapTool, PointerState, ScreenPoint, ToolCanvas } from "./tool.ts";

/** The entries of the toolbar. */
export function toolEntriesOf(all: readonly MapTool[]): ToolEntry[] {
  return all.map(({ id, name, icon, shortcut }) => ({ id, name, icon, shortcut }));
}

/** The tool with this id, else the first of the list. */
export function toolInHand(all: readonly MapTool[], id: string | null): MapTool | undefined {
  return all.find((tool) => tool.id === id) ?? all[0];
}

/** A drag shorter than this is a click. */
const CLICK_PIXELS = 4;
/** Points of a path nearer than this are left out. */
const PATH_PIXELS = 2;

/** Passes the map's pointer events to a tool until the returned function is called. */
export function activateTool(map: MapLibreMap, tool: MapTool, canvas: ToolCanvas): () => void {
  const element = map.getCanvasContainer();
  element.style.cursor = tool.cursor;
  if (!tool.dragsMap) {
    map.dragPan.disable();
    map.boxZoom.disable();
  }
  // Shift adds to the selection here; maplibre would zoom to a box with it.
  map.boxZoom.disable();
  // A quick second corner is no wish to zoom.
  if (tool.grabs) map.doubleClickZoom.disable();
  const drags = tool.dragsMap && !tool.grabs ? noDrag : watchDrag(map, tool, canvas);
  let frame = 0;
  /** Where the pointer rests on the map; null while it is elsewhere or drags. */
  let resting: PointerState | null = null;
  const look = (pointer: PointerState) => {
    if (drags.active()) return;
    // Once per frame: a mouse reports far more often than the screen is drawn.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      tool.move?.(pointer, canvas);
      element.style.cursor = tool.cursorAt?.(canvas) ?? tool.cursor;
    });
  };
  const moved = (event: MapMouseEvent) => {
    resting = stateOf(event);
    look(resting);
  };
  const clicked = (event: MapMouseEvent) => tool.click?.(stateOf(event), canvas);
  const left = () => {
    cancelAnimationFrame(frame);
    tool.leave?.(canvas);
    element.style.cursor = tool.cursor;
  };
  const out = () => {
    resting = null;
    left();
  };
  // A map that is dragged takes its components along. With the wheel or in a flight, others come below the pointer.
  const moving = ({ originalEvent }: { originalEvent?: unknown }) => {
    if (originalEvent && !(originalEvent instanceof WheelEvent)) out();
  };
  const passing = () => {
    if (resting && !resting.touch) look(resting);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      drags.end();
      tool.cancel?.(canvas);
    }
    if (event.target === map.getCanvas() && tool.key?.(event, canvas)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    // For the keyboard the middle of the map acts as the pointer.
    if (event.key === "Enter" && event.target === map.getCanvas()) {
      const { clientWidth, clientHeight } = element;
      const at: ScreenPoint = [clientWidth / 2, clientHeight / 2];
      const { shiftKey: shift, ctrlKey, metaKey } = event;
      const pointer = { at, shift, control: ctrlKey || metaKey, touch: false };
      tool.click?.({ ...pointer, keyboard: true }, canvas);
      event.preventDefault();
    }
  };
  map.on("mousemove", moved);
  map.on("click", clicked);
  map.on("mouseout", out);
  map.on("movestart", moving);
  map.on("move", passing);
  // Before the map takes the key for itself.
  element.addEventListener("keydown", key, true);
  return () => {
    cancelAnimationFrame(frame);
    map.off("mousemove", moved);
    map.off("click", clicked);
    map.off("mouseout", out);
    map.off("movestart", moving);
    map.off("move", passing);
    element.removeEventListener("keydown", key, true);
    drags.end();
    drags.stop();
    tool.cancel?.(canvas);
    map.dragPan.enable();
    map.doubleClickZoom.enable();
    element.style.cursor = "";
  };
}

function stateOf({ point, originalEvent }: MapMouseEvent | MapTouchEvent): PointerState {
  const { shiftKey, ctrlKey, metaKey } = originalEvent;
  const pointerType = (originalEvent as Partial<PointerEvent>).pointerType;
  return {
    at: [point.x, point.y],
    shift: shiftKey,
    control: ctrlKey || metaKey,
    touch: pointerType === "touch" || "touches" in originalEvent,
  };
}

const noDrag = { active: () => false, end: () => {}, stop: () => {} };

/** Handles drags that belong to the tool instead of the map. */
function watchDrag(map: MapLibreMap, tool: MapTool, canvas: ToolCanvas) {
  const element = map.getCanvasContainer();
  let path: ScreenPoint[] | null = null;
  const pointOf = (event: PointerEvent): ScreenPoint => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const stateAt = (event: PointerEvent): PointerState => ({
    at: pointOf(event),
    shift: event.shiftKey,
    control: event.ctrlKey || event.metaKey,
    touch: event.pointerType === "touch",
  });
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    if (tool.grabs && !tool.grabs(stateAt(event), canvas)) return;
    // The map hears of the same press after the tool.
    if (tool.grabs) map.dragPan.disable();
    path = [pointOf(event)];
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!path || !event.isPrimary) return;
    const at = pointOf(event);
    const before = path.at(-1)!;
    if (Math.hypot(at[0] - before[0], at[1] - before[1]) < PATH_PIXELS) return;
    path = [...path, at];
    tool.drag?.(path, stateAt(event), canvas);
  };
  const up = (event: PointerEvent) => {
    if (!path || !event.isPrimary) return;
    const done = path;
    path = null;
    if (tool.grabs) map.dragPan.enable();
    const { at } = stateAt(event);
    const isClick = done.every(([x, y]) => Math.hypot(x - at[0], y - at[1]) < CLICK_PIXELS);
    if (isClick) tool.cancel?.(canvas);
    else tool.drop?.(done, stateAt(event), canvas);
  };
  const end = () => {
    if (tool.grabs) map.dragPan.enable();
    path = null;
  };
  const cancelled = () => {
    end();
    tool.cancel?.(canvas);
  };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancelled);
  return {
    active: () => path !== null,
    end,
    stop() {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", cancelled);
    },
  };
}
