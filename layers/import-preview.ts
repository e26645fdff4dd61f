// The shapes of files that are about to be imported.
import { drawingBounds, drawingLayers } from "../src/map/drawing-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { previewShapesAtom } from "../src/state/import/file-preview.ts";

export const importPreview = defineLayer({
  id: "import_preview",
  name: "layer:import_preview",
  group: "plant",
  visible: true,
  opacity: 1,
  calls: ["filePreview.observations"],
  data: previewShapesAtom,
  build: (shapes, { scheme }, opacity) => drawingLayers("import_preview", shapes, scheme, opacity),
  bounds: drawingBounds,
});
