// Where on the earth the pointer is, once per frame.
import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import type { LonLat } from "../../domain/geometry/plane.ts";

/** Calls with the place, and with null when the pointer leaves the map, until the returned function is called. */
export function watchPointer(
  map: MapLibreMap,
  onPlace: (place: LonLat | null) => void,
): () => void {
  let frame = 0;
  const moved = ({ lngLat: { lng, lat } }: MapMouseEvent) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => onPlace([lng, lat]));
  };
  const left = () => {
    cancelAnimationFrame(frame);
    onPlace(null);
  };
  map.on("mousemove", moved);
  // A finger has no hover: it reads where it touches.
  map.on("click", moved);
  map.on("mouseout", left);
  return () => {
    cancelAnimationFrame(frame);
    map.off("mousemove", moved);
    map.off("click", moved);
    map.off("mouseout", left);
  };
}
