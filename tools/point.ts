// The default tool: drag moves the map, a click opens a photo or selects and opens a component, shift-click adds.
import { MousePointer2 } from "lucide-react";
import { placesApart } from "../src/domain/geometry/ground-distance.ts";
import { routeAim } from "../src/map/route-aim.ts";
import { defineTool, type ScreenPoint, type ToolCanvas } from "../src/map/tool.ts";
import { hoverRoute } from "../src/state/map/flight-route-view.ts";
import {
  hoveredPhotoAtom,
  hoverPhoto,
  openPhotoAt,
} from "../src/state/observation/photo-on-map.ts";
import { keepInSight, openComponent } from "../src/state/plant/component/component.ts";
import { componentName } from "../src/state/plant/component/component-words.ts";
import { clearSelection, hover, select } from "../src/state/plant/component/selection.ts";
import { t } from "../src/state/shell/locale.ts";
import { showNote } from "../src/state/shell/toast.ts";

/** A click beside a component or photo counts as far as this: bars are thin. */
const WITHIN_PIXELS = 6;
/** Larger, because a finger is less precise. */
const TOUCH_WITHIN_PIXELS = 12;

/** The place below the pointer, and the metres that count as below it. */
function spotOf([x, y]: ScreenPoint, within: number, canvas: ToolCanvas) {
  const [lon, lat] = canvas.boundsOf([[x, y]]);
  const [beside, level] = canvas.boundsOf([[x + within, y]]);
  return { place: [lon, lat] as const, reach: placesApart([lon, lat], [beside, level]) };
}

function hoverNothing(canvas: ToolCanvas): void {
  canvas.set(hoverPhoto, null);
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
    const spot = spotOf(at, WITHIN_PIXELS, canvas);
    const component = canvas.pick(at, WITHIN_PIXELS);
    // Photos and routes lie above the components, and a photo can be pressed.
    const isPhoto = canvas.set(hoverPhoto, { ...spot, component });
    const isRoute = canvas.set(hoverRoute, isPhoto ? null : routeAim(canvas, at, WITHIN_PIXELS));
    canvas.set(hover, isPhoto || isRoute ? null : component);
  },
  cursorAt: (canvas) => (canvas.get(hoveredPhotoAtom) ? "pointer" : null),
  leave: hoverNothing,
  click({ at, shift, control, touch, keyboard }, canvas) {
    const within = touch ? TOUCH_WITHIN_PIXELS : WITHIN_PIXELS;
    const component = canvas.pick(at, within);
    const isAdding = shift || control;
    const spot = { ...spotOf(at, within, canvas), component };
    if (!isAdding && canvas.set(openPhotoAt, spot)) return;
    if (!component) {
      if (!isAdding) canvas.set(clearSelection);
      if (keyboard) showNote(t("map:nothing_here"));
      return;
    }
    const { component_type, row } = component;
    canvas.set(select, { component_type, rows: [row], mode: isAdding ? "toggle" : "replace" });
    if (keyboard) showNote(componentName(component));
    if (isAdding) return;
    canvas.set(openComponent, { component_type, row });
    canvas.set(keepInSight, { component_type, row });
  },
  cancel: hoverNothing,
});
