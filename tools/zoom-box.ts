// Zooms to a box.
import { ZoomIn } from "lucide-react";
import { defineTool } from "../src/map/tool.ts";
import { flyTo } from "../src/state/map/view.ts";

/** A smaller box is a slip of the hand. */
const LEAST_PIXELS = 6;

export const zoomBox = defineTool({
  id: "zoom_box",
  name: "tool:zoom_box",
  icon: ZoomIn,
  shortcut: "z",
  cursor: "zoom-in",
  dragsMap: false,
  drag(path, { at }, canvas) {
    const [from] = path;
    if (from) canvas.showDraft({ kind: "box", from, to: at });
  },
  drop(path, { at }, canvas) {
    canvas.showDraft(null);
    const [from] = path;
    if (!from) return;
    const wide = Math.abs(at[0] - from[0]) >= LEAST_PIXELS;
    const high = Math.abs(at[1] - from[1]) >= LEAST_PIXELS;
    const corners = [from, [at[0], from[1]], at, [from[0], at[1]]] as const;
    if (wide && high) canvas.set(flyTo, { bounds: canvas.boundsOf(corners) });
  },
  cancel: (canvas) => canvas.showDraft(null),
});
