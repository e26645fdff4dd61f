// deck.gl notes the size of a canvas when the browser reports it, and sets it with its next frame. MapLibre resizes and
// draws at once: without this, such a frame would set the size of before, and the map would stay stretched until the
// next change of its size.
import type { Device } from "@luma.gl/core";
import type { Map as MapLibreMap } from "maplibre-gl";

/** Lets the device draw at the size that the map gives its canvas, from each resize on. */
export function followCanvasSize(
  map: Pick<MapLibreMap, "on" | "getCanvas">,
  device: Pick<Device, "canvasContext">,
): void {
  map.on("resize", () => {
    const { width, height } = map.getCanvas();
    device.canvasContext?.setDrawingBufferSize(width, height);
  });
}
