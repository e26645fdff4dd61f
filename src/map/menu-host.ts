// Opens the context menu on the map: by a right click, a long press, the menu key or Shift-F10.
import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { menuPlaceAtom } from "../state/map/context-menu.ts";
import { openRowAtom } from "../state/plant/component/component.ts";
import { positionOf } from "../state/plant/component/place-action.ts";
import type { ScreenPoint, ToolCanvas } from "./tool.ts";

const WITHIN_PIXELS = 6;
/** Larger, because a finger is less precise. */
const TOUCH_WITHIN_PIXELS = 12;
const LONG_PRESS_MS = 550;
/** A finger that moves further drags the map. */
const STILL_PIXELS = 8;

type Canvas = Pick<ToolCanvas, "get" | "set" | "pick">;

/** Listens until the returned function is called. */
export function watchMenu(map: MapLibreMap, canvas: Canvas): () => void {
  const element = map.getCanvasContainer();
  const openAt = (at: ScreenPoint, within: number) => {
    const { left, top } = element.getBoundingClientRect();
    const { lng, lat } = map.unproject([at[0], at[1]]);
    const found = canvas.pick(at, within);
    canvas.set(menuPlaceAtom, {
      x: left + at[0],
      y: top + at[1],
      component: found && { component_type: found.component_type, row: found.row },
      position: [lng, lat],
    });
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: ScreenPoint | null = null;
  let wasPressed = false;
  const end = () => {
    clearTimeout(timer);
    from = null;
  };
  const pointOf = ({ clientX, clientY }: Touch): ScreenPoint => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const touched = (event: TouchEvent) => {
    end();
    wasPressed = false;
    const [touch, another] = event.touches;
    if (!touch || another) return;
    const at = pointOf(touch);
    from = at;
    timer = setTimeout(() => {
      wasPressed = true;
      openAt(at, TOUCH_WITHIN_PIXELS);
    }, LONG_PRESS_MS);
  };
  const dragged = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || !from) return;
    const [x, y] = pointOf(touch);
    if (Math.hypot(x - from[0], y - from[1]) > STILL_PIXELS) end();
  };
  const lifted = (event: TouchEvent) => {
    end();
    // The finger that opened the menu does not click below it as well.
    if (wasPressed && event.cancelable) event.preventDefault();
    wasPressed = false;
  };

  const clicked = (event: MapMouseEvent) => {
    event.preventDefault();
    event.originalEvent.preventDefault();
    // Some browsers report a long press here too; the finger is still down then.
    if (!wasPressed && !from) openAt([event.point.x, event.point.y], WITHIN_PIXELS);
  };
  const key = (event: KeyboardEvent) => {
    const isMenu = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (!isMenu || event.target !== map.getCanvas()) return;
    event.preventDefault();
    openAt(keyboardPlace(map, canvas), WITHIN_PIXELS);
  };
  map.on("contextmenu", clicked);
  element.addEventListener("touchstart", touched, { passive: true });
  element.addEventListener("touchmove", dragged, { passive: true });
  element.addEventListener("touchend", lifted);
  element.addEventListener("touchcancel", end);
  element.addEventListener("keydown", key);
  return () => {
    end();
    map.off("contextmenu", clicked);
    element.removeEventListener("touchstart", touched);
    element.removeEventListener("touchmove", dragged);
    element.removeEventListener("touchend", lifted);
    element.removeEventListener("touchcancel", end);
    element.removeEventListener("keydown", key);
  };
}

/** For the keyboard: the open component if the map shows it, else the middle of the map. */
function keyboardPlace(map: MapLibreMap, { get }: Canvas): ScreenPoint {
  const { clientWidth, clientHeight } = map.getCanvas();
  const open = get(openRowAtom);
  const position = open && get(positionOf)(open);
  if (position) {
    const { x, y } = map.project([position[0], position[1]]);
    if (x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight) return [x, y];
  }
  return [clientWidth / 2, clientHeight / 2];
}
