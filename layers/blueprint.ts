// The plant's KML blueprints: lines, areas and points with their names.
import { drawingBounds, drawingLayers } from "../src/map/drawing-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { blueprintShapesAtom } from "../src/state/map/blueprint-shape.ts";

export const blueprint = defineLayer({
  id: "blueprint",
  name: "layer:blueprint",
  group: "plant",
  visible: false,
  opacity: 1,
  inSpace: true,
  data: blueprintShapesAtom,
  build: (shapes, { scheme }, opacity) => drawingLayers("blueprint", shapes, scheme, opacity),
  bounds: drawingBounds,
});
