// The default tool: drag moves the map, a click selects and opens, shift-click adds.
import { MousePointer2 } from "lucide-react";
import { defineTool } from "../src/map/tool.ts";
import { keepInSight, openComponent } from "../src/state/plant/component.ts";
import { clearSelection, hover, select } from "../src/state/plant/selection.ts";

/** A click beside a component counts as far as this: bars are thin. */
const WITHIN_PIXELS = 6;
/** Larger, because a finger is less precise. */
const TOUCH_WITHIN_PIXELS = 12;

export const point = defineTool({
  id: "point",
  name: "tool:point",
  icon: MousePointer2,
  shortcut: "v",
  cursor: "default",
  dragsMap: true,
  move({ at, touch }, canvas) {
    if (!touch) canvas.set(hover, canvas.pick(at, WITHIN_PIXELS));
  },
  leave: (canvas) => canvas.set(hover, null),
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
  cancel: (canvas) => canvas.set(hover, null),
});
