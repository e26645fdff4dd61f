// The default tool: drag moves the map, a click selects and opens, shift-click adds.
import { MousePointer2 } from "lucide-react";
import { metresBetween } from "../src/domain/flight/area-draft.ts";
import { defineTool, type ScreenPoint, type ToolCanvas } from "../src/map/tool.ts";
import { hoverRoute } from "../src/state/map/flight-route-view.ts";
import { keepInSight, openComponent } from "../src/state/plant/component.ts";
import { clearSelection, hover, select } from "../src/state/plant/selection.ts";

/** A click beside a component counts as far as this: bars are thin. */
const WITHIN_PIXELS = 6;
/** Larger, because a finger is less precise. */
const TOUCH_WITHIN_PIXELS = 12;

/** The place below the pointer, and the metres that count as below it. */
function spotOf([x, y]: ScreenPoint, canvas: ToolCanvas) {
  const [lon, lat] = canvas.boundsOf([[x, y]]);
  const [beside, level] = canvas.boundsOf([[x + WITHIN_PIXELS, y]]);
  return { place: [lon, lat] as const, reach: metresBetween([lon, lat], [beside, level]) };
}

function hoverNothing(canvas: ToolCanvas): void {
  canvas.set(hoverRoute, null);
  canvas.set(hover, null);
}

export const point = defineTool({
  id: "point",
  name: "tool:point",
  icon: MousePointer2,
  shortcut: "v",
  cursor: "default",
  dragsMap: true,
  move({ at, touch }, canvas) {
    if (touch) return;
    // Routes lie above the components.
    const isRoute = canvas.set(hoverRoute, spotOf(at, canvas));
    canvas.set(hover, isRoute ? null : canvas.pick(at, WITHIN_PIXELS));
  },
  leave: hoverNothing,
  click({ at, shift, control, touch }, canvas) {
    const component = canvas.pick(at, touch ? TOUCH_WITHIN_PIXELS : WITHIN_PIXELS);
    if (!component) {
      if (!shift && !control) canvas.set(clearSelection);
      return;
    }
    const { component_type, row } = component;
    const isAdding = shift || control;
    canvas.set(select, { component_type, rows: [row], mode: isAdding ? "toggle" : "replace" });
    if (isAdding) return;
    canvas.set(openComponent, component);
    canvas.set(keepInSight, component);
  },
  cancel: hoverNothing,
});
