// The camera of the map as state, and moves of the camera.
import type { Map as MapLibreMap } from "maplibre-gl";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Camera, FlyTarget } from "../../state/map/view.ts";
import type { PlaneBox } from "../component/level-of-detail.ts";

const MARGIN_PIXELS = 48;
const FLIGHT_MS = 900;
/** A flight restarted shortly before its end still takes this long. */
const LEAST_MS = 200;
const MAX_FIT_ZOOM = 21;

export function cameraOf(map: MapLibreMap): Camera {
  const { lng, lat } = map.getCenter().wrap();
  return {
    centre: [lng, lat],
    zoom: map.getZoom(),
    bearing: map.getBearing(),
    pitch: map.getPitch(),
  };
}

/**
 * Moves to a camera or bounds; without animation on request, or where the user prefers reduced motion.
 * MapLibre aims at the middle as it was at the start. Where the map is resized during the flight (a panel
 * opens), the flight is restarted towards the new middle.
 */
export function fly(map: MapLibreMap, target: FlyTarget, jump: boolean, ms = FLIGHT_MS): void {
  const still = jump || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const begun = performance.now();
  move(map, target, still, ms);
  if (still) return;
  const resized = () => fly(map, target, false, Math.max(LEAST_MS, begun + ms - performance.now()));
  map.on("resize", resized);
  // Also when the next flight or the user ends this one.
  map.once("moveend", () => map.off("resize", resized));
}

function move(map: MapLibreMap, target: FlyTarget, still: boolean, duration: number): void {
  if ("camera" in target) {
    const { centre, zoom, bearing, pitch } = target.camera;
    const to = { center: [...centre] as [number, number], zoom, bearing, pitch };
    if (still) map.jumpTo(to);
    else map.easeTo({ ...to, duration });
    return;
  }
  const { width, height } = map.getContainer().getBoundingClientRect();
  const padding = Math.min(MARGIN_PIXELS, Math.min(width, height) / 8);
  const [west, south, east, north] = target.bounds;
  map.fitBounds([west, south, east, north], {
    padding,
    maxZoom: MAX_FIT_ZOOM,
    animate: !still,
    duration,
    bearing: map.getBearing(),
    pitch: map.getPitch(),
  });
}

/** The bounding box of the visible map, in plane metres. */
export function viewBoxOf(map: MapLibreMap, origin: LonLat): PlaneBox {
  const bounds = map.getBounds();
  const plane = planeAt(origin);
  const [minX, minY] = plane.toPlane(bounds.getWest(), bounds.getSouth());
  const [maxX, maxY] = plane.toPlane(bounds.getEast(), bounds.getNorth());
  return [minX, minY, maxX, maxY];
}
