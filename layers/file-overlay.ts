// What staff chose to lie over the map of the plant: a drawing, or an image with a place.
import { BitmapLayer } from "@deck.gl/layers";
import { placesBounds } from "../src/domain/geometry/place-bounds.ts";
import { drawingBounds, drawingLayers } from "../src/map/drawing-layer.ts";
import { defineLayer } from "../src/map/layer.ts";
import { fileOverlayAtom } from "../src/state/map/file-overlay.ts";

const id = "file_overlay";

export const fileOverlay = defineLayer({
  id,
  name: "layer:file_overlay",
  group: "plant",
  visible: true,
  opacity: 0.7,
  data: fileOverlayAtom,
  build(overlay, { scheme }, opacity) {
    if (overlay.kind === "kml") return drawingLayers(id, overlay.shapes, scheme, opacity);
    const [northWest, northEast, southEast, southWest] = overlay.corners;
    return [
      new BitmapLayer({
        id,
        opacity,
        image: overlay.image,
        bounds: [southWest, northWest, northEast, southEast],
        textureParameters: { minFilter: "linear", magFilter: "linear" },
      }),
    ];
  },
  bounds: (overlay) =>
    overlay.kind === "kml" ? drawingBounds(overlay.shapes) : placesBounds(overlay.corners),
});
