// Pictures of the map. The buffer of a WebGL canvas can be read right after it was drawn, and not later.
import type { Map as MapLibreMap } from "maplibre-gl";
import type { MapPicture, Photographer } from "../../state/map/picture.ts";

/** A map that never comes to rest is taken as it is. */
const LONGEST_WAIT_MS = 8000;
/** Distance in pixels over which the scale is measured. */
const SPAN = 100;

const photographers = new WeakMap<MapLibreMap, Photographer>();

/** The same one for the same map. */
export function photographerOf(map: MapLibreMap): Photographer {
  const known = photographers.get(map);
  if (known) return known;
  const takeNow = () => {
    map.redraw();
    return copy(map);
  };
  const made = {
    takeNow,
    async take() {
      await rest(map);
      return takeNow();
    },
  };
  photographers.set(map, made);
  return made;
}

function rest(map: MapLibreMap): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, LONGEST_WAIT_MS);
    void map.once("idle", () => {
      clearTimeout(late);
      resolve();
    });
    map.triggerRepaint();
  });
}

function copy(map: MapLibreMap): MapPicture {
  const drawn = map.getCanvas();
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  const { clientWidth: width, clientHeight: height } = drawn;
  const [x, y] = [width / 2, height / 2];
  const west = map.unproject([x - SPAN / 2, y]);
  const east = map.unproject([x + SPAN / 2, y]);
  const attribution = map.getContainer().querySelector(".maplibregl-ctrl-attrib-inner");
  return {
    canvas,
    width,
    height,
    metresPerPixel: west.distanceTo(east) / SPAN,
    bearing: map.getBearing(),
    attribution: attribution?.textContent ?? "",
  };
}
