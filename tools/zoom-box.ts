// Zooms to a box.
import { defineTool } from "../src/map/tool.ts";

/** A smaller box is a slip of the hand. */
const LEAST_PIXELS = 6;

export const zoomBox = defineTool({
  id: "zoom_box",
  name: "tool:zoom_box",
  icon: "zoom-in",
  shortcut: "z",
  cursor: "zoom-in",
  dragsMap: false,
  drag(path, { at }, reach) {
    const [from] = path;
    if (from) reach.draft({ kind: "box", from, to: at });
  },
  drop(path, { at }, reach) {
    reach.draft(null);
    const [from] = path;
    if (!from) return;
    const wide = Math.abs(at[0] - from[0]) >= LEAST_PIXELS;
    const high = Math.abs(at[1] - from[1]) >= LEAST_PIXELS;
    const corners = [from, [at[0], from[1]], at, [from[0], at[1]]] as const;
    if (wide && high) reach.fly({ bounds: reach.boundsOf(corners) });
  },
  cancel: (reach) => reach.draft(null),
});
