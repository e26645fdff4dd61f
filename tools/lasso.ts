// Selects the components in a freehand ring; shift adds, control removes.
import { LassoSelect } from "lucide-react";
import { defineTool, dragMode } from "../src/map/tool.ts";
import { select } from "../src/state/plant/component/selection.ts";

export const lasso = defineTool({
  id: "lasso",
  name: "tool:lasso",
  icon: LassoSelect,
  shortcut: "q",
  cursor: "crosshair",
  dragsMap: false,
  drag: (path, _pointer, canvas) => canvas.showDraft({ kind: "line", points: path }),
  drop(path, pointer, canvas) {
    canvas.showDraft(null);
    const found = path.length >= 3 ? canvas.pickRing(path) : null;
    if (found) canvas.set(select, { ...found, mode: dragMode(pointer) });
  },
  cancel: (canvas) => canvas.showDraft(null),
});
