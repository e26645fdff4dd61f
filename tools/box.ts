// Selects the components in a box; shift adds, control removes.
import { SquareDashedMousePointer } from "lucide-react";
import { defineTool, dragMode, type ScreenPoint } from "../src/map/tool.ts";
import { select } from "../src/state/plant/component/selection.ts";

export const box = defineTool({
  id: "box",
  name: "tool:box",
  icon: SquareDashedMousePointer,
  shortcut: "b",
  cursor: "crosshair",
  dragsMap: false,
  drag(path, { at }, canvas) {
    const [from] = path;
    if (from) canvas.showDraft({ kind: "box", from, to: at });
  },
  drop(path, pointer, canvas) {
    canvas.showDraft(null);
    const [from] = path;
    if (!from) return;
    const { at: to } = pointer;
    const ring: ScreenPoint[] = [from, [to[0], from[1]], to, [from[0], to[1]]];
    const found = canvas.pickRing(ring);
    if (found) canvas.set(select, { ...found, mode: dragMode(pointer) });
  },
  cancel: (canvas) => canvas.showDraft(null),
});
