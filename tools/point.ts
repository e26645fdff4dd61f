// The tool in hand from the start: drag moves the map, a click selects and opens, shift-click adds.
import { defineTool } from "../src/map/tool.ts";

/** A finger is wider than a pointer. */
const REACH_PIXELS = 3;
const TOUCH_REACH_PIXELS = 14;

export const point = defineTool({
  id: "point",
  name: "tool:point",
  icon: "mouse-pointer-2",
  shortcut: "v",
  cursor: "default",
  dragsMap: true,
  move({ at, touch }, reach) {
    if (!touch) reach.hover(reach.pick(at, REACH_PIXELS));
  },
  click({ at, shift, control, touch }, reach) {
    const component = reach.pick(at, touch ? TOUCH_REACH_PIXELS : REACH_PIXELS);
    if (!component) {
      if (!shift && !control) reach.clearSelection();
      return;
    }
    if (shift || control) {
      reach.selectOne(component, "toggle");
      return;
    }
    reach.selectOne(component, "replace");
    reach.open(component);
  },
  cancel: (reach) => reach.hover(null),
});
