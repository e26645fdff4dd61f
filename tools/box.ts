// Selects what lies in a box; with shift it adds, with control it takes away.
import { defineTool, dragMode, type ScreenPoint } from "../src/map/tool.ts";

export const box = defineTool({
  id: "box",
  name: "tool:box",
  icon: "square-dashed-mouse-pointer",
  shortcut: "b",
  cursor: "crosshair",
  dragsMap: false,
  drag(path, { at }, reach) {
    const [from] = path;
    if (from) reach.draft({ kind: "box", from, to: at });
  },
  drop(path, pointer, reach) {
    reach.draft(null);
    const [from] = path;
    if (!from) return;
    const { at: to } = pointer;
    const ring: ScreenPoint[] = [from, [to[0], from[1]], to, [from[0], to[1]]];
    reach.selectRing(ring, dragMode(pointer));
  },
  cancel: (reach) => reach.draft(null),
});
