// Selects what lies in a freehand ring; with shift it adds, with control it takes away.
import { defineTool, dragMode } from "../src/map/tool.ts";

export const lasso = defineTool({
  id: "lasso",
  name: "tool:lasso",
  icon: "lasso-select",
  shortcut: "q",
  cursor: "crosshair",
  dragsMap: false,
  drag: (path, _pointer, reach) => reach.draft({ kind: "line", points: path }),
  drop(path, pointer, reach) {
    reach.draft(null);
    if (path.length >= 3) reach.selectRing(path, dragMode(pointer));
  },
  cancel: (reach) => reach.draft(null),
});
