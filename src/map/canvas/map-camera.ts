// The camera of the map as state, and moves of the camera.
import type { Map as MapLibreMap } from "maplibre-gl";
import { boxOf, polygonArea, type PlaneArea, type PlaneBox } from "../../domain/column/in-view.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { limits } from "../../domain/limits.ts";
import { coverBoxes, onCoverChange } from "../../state/map/cover.ts";
import type { Camera, FlyTarget, PlaceTarget } from "../../state/map/view.ts";
import type { Bounds } from "../scene.ts";
import { isUsed, lastResize, notePlaced } from "./keep-place.ts";
import { linkedTo } from "./linked-maps.ts";
import { freeArea, type Box } from "./free-area.ts";

const MARGIN_PIXELS = 48;
const FLIGHT_MS = 900;
/** A flight restarted shortly before its end still takes this long. */
const LEAST_MS = 200;
const MAX_FIT_ZOOM = 21;
/** What is fitted follows a legend that comes while the plant is loading, and the sheet of a phone. */
const REFIT_MS = 250;
/** The own position comes about once per second. */
const FOLLOW_MS = 500;
/** A step of the zoom by button or key. */
const ZOOM_MS = 300;
/** A card that the click opens covers the component within this time. */
export const REVEAL_MS = 1500;
/** A component nearer to an edge than this is hardly seen. */
export const SEEN_PIXELS = 24;

type BoxTarget = Exclude<PlaceTarget, { reveal: LonLat } | { middle: LonLat }>;

export function cameraOf(map: MapLibreMap): Camera {
  const { lng, lat } = map.getCenter().wrap();
  return {
    centre: [lng, lat],
    zoom: map.getZoom(),
    bearing: map.getBearing(),
    pitch: map.getPitch(),
  };
}

/** Ends the listening of the map's last flight. */
const ends = new WeakMap<MapLibreMap, () => void>();
/** Maps whose last flight was to bounds that stay fitted. */
const fitted = new WeakSet<MapLibreMap>();

/**
 * Moves to a camera or bounds; without animation on request, or where the user prefers reduced motion.
 * MapLibre aims at the middle as it was at the start. Where the map is resized during the flight (a panel
 * opens), the flight is restarted towards the new middle. Bounds stay fitted until the user moves the map or
 * clicks a component: what was clicked must not change its size, or its colour with the level of detail.
 * A legend or a panel that comes after the flight and after what the user did next leaves the map as it is.
 */
export function fly(map: MapLibreMap, target: FlyTarget, jump: boolean, ms = FLIGHT_MS): void {
  // The rest of a move that was asked of the 3D view.
  if ("turnTo" in target) return;
  if ("zoomBy" in target) return zoomBy(map, target.zoomBy, jump);
  if ("reveal" in target) {
    if (fitted.has(map)) ends.get(map)?.();
    if (!ends.has(map)) listen(map, REVEAL_MS, () => reveal(map, target.reveal));
    return;
  }
  ends.get(map)?.();
  const still = jump || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if ("middle" in target) {
    const zoom = Math.max(target.leastZoom, map.getZoom());
    map.easeTo({
      center: [...target.middle],
      zoom,
      offset: freeMiddle(map),
      duration: still ? 0 : FOLLOW_MS,
    });
    return;
  }
  const begun = performance.now();
  notePlaced(map);
  move(map, target, still, ms);
  const isFit = "bounds" in target;
  if (still && !isFit) return;
  if (isFit) fitted.add(map);
  listen(map, isFit ? Number.POSITIVE_INFINITY : ms, (isResize) => {
    const left = begun + ms - performance.now();
    const isFlying = !still && left > 0;
    const isLayout = isResize && lastResize(map) === "layout";
    // What comes with another layout, such as a longer legend, is part of it.
    if (isLayout) notePlaced(map);
    if (isFlying) move(map, target, false, Math.max(LEAST_MS, left));
    else if (!isUsed(map) || isSmallScreen()) {
      move(map, target, still || isResize, REFIT_MS);
    }
  });
}

/** The zoom that a map is on its way to. */
const zoomGoals = new WeakMap<MapLibreMap, number>();

/** From where the map is now, also while it drifts; a second press counts from where the first one leads. */
function zoomBy(map: MapLibreMap, by: number, jump: boolean): void {
  const still = jump || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const zoom = (zoomGoals.get(map) ?? map.getZoom()) + by;
  ends.get(map)?.();
  // It ends the move before, which forgets its goal.
  map.easeTo({ zoom, duration: still ? 0 : ZOOM_MS });
  if (still) return;
  zoomGoals.set(map, Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), zoom)));
  map.once("moveend", () => zoomGoals.delete(map));
}

/** On a phone the sheet covers half of the map: a plant that was fitted lies above it. */
function isSmallScreen(): boolean {
  return innerWidth <= limits.mobileMaxWidthPx;
}

/** Calls `again` when the map or its covers change their size, until time is up or the user moves the map. */
function listen(map: MapLibreMap, ms: number, again: (isResize: boolean) => void): void {
  const begun = performance.now();
  const check = (isResize: boolean) => {
    if (performance.now() - begun > ms) end();
    // A panel as wide as the window hides the map.
    else if (map.getContainer().getBoundingClientRect().width > 0) again(isResize);
  };
  const resized = () => check(true);
  const stopCovers = onCoverChange(() => check(false));
  const moved = ({ originalEvent }: { originalEvent?: unknown }) => {
    if (originalEvent) end();
  };
  const end = () => {
    map.off("resize", resized);
    map.off("movestart", moved);
    map.off("remove", end);
    stopCovers();
    ends.delete(map);
    fitted.delete(map);
  };
  map.on("resize", resized);
  map.on("movestart", moved);
  map.on("remove", end);
  ends.set(map, end);
}

function move(map: MapLibreMap, target: BoxTarget, still: boolean, duration: number): void {
  if ("camera" in target) {
    const { centre, zoom, bearing, pitch } = target.camera;
    const to = { center: [...centre] as [number, number], zoom, bearing, pitch };
    if (still) map.jumpTo(to);
    else map.easeTo({ ...to, duration });
    return;
  }
  const [west, south, east, north] = target.bounds;
  const [bearing, pitch] = target.straight ? [0, 0] : [map.getBearing(), map.getPitch()];
  const { size, free } = freeAreaOf(map, shapeOf(target.bounds, bearing));
  const width = free.right - free.left;
  const height = free.bottom - free.top;
  const margin = Math.min(MARGIN_PIXELS, Math.min(width, height) / 8);
  map.fitBounds([west, south, east, north], {
    padding: {
      left: free.left + margin,
      top: free.top + margin,
      right: size.width - free.right + margin,
      bottom: size.height - free.bottom + margin,
    },
    maxZoom: MAX_FIT_ZOOM,
    animate: !still,
    duration,
    bearing,
    pitch,
  });
}

/** Pans to the middle of the free area if the place is covered or out of view. */
function reveal(map: MapLibreMap, place: LonLat): void {
  const { x, y } = map.project([...place]);
  const { size, covers, free } = freeAreaOf(map, { width: 1, height: 1 });
  const isIn = (box: Box, margin: number) =>
    x > box.left - margin &&
    x < box.right + margin &&
    y > box.top - margin &&
    y < box.bottom + margin;
  const isInView = isIn({ left: 0, top: 0, right: size.width, bottom: size.height }, -SEEN_PIXELS);
  if (isInView && !covers.some((cover) => isIn(cover, SEEN_PIXELS))) return;
  map.easeTo({ center: [...place], offset: middleOf(size, free), duration: REFIT_MS });
}

/** From the middle of the map to the middle of its free area, in pixels. */
function freeMiddle(map: MapLibreMap): [number, number] {
  const { size, free } = freeAreaOf(map, { width: 1, height: 1 });
  return middleOf(size, free);
}

/** The place in the middle of what no cover hides. */
export function freeCentre(map: MapLibreMap): LonLat {
  const { clientWidth, clientHeight } = map.getContainer();
  const [right, down] = freeMiddle(map);
  const { lng, lat } = map.unproject([clientWidth / 2 + right, clientHeight / 2 + down]);
  return [lng, lat];
}

function middleOf(size: { width: number; height: number }, free: Box): [number, number] {
  return [(free.left + free.right - size.width) / 2, (free.top + free.bottom - size.height) / 2];
}

function freeAreaOf(map: MapLibreMap, shape: { width: number; height: number }) {
  const { width, height } = map.getContainer().getBoundingClientRect();
  // What lies over one of two linked maps would cover the same place on it.
  const covers = [map, ...linkedTo(map)].flatMap((one) => {
    const { left, top } = one.getContainer().getBoundingClientRect();
    return coverBoxes().map((box) => ({
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    }));
  });
  const size = { width, height };
  return { size, covers, free: freeArea(size, covers, shape) };
}

/** The proportions of bounds on a map turned by `bearing` degrees. */
function shapeOf([west, south, east, north]: Bounds, bearing: number) {
  const [x, y] = planeAt([west, south]).toPlane(east, north);
  const turn = (bearing * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  return { width: x * cos + y * sin, height: x * sin + y * cos };
}

/** What the map shows, in plane metres: a box while north is above and it is seen from straight above. */
export function viewAreaOf(map: MapLibreMap, origin: LonLat): PlaneArea {
  const plane = planeAt(origin);
  const { width, height } = map.getContainer().getBoundingClientRect();
  const corners = (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const
  ).map((pixel) => {
    const { lng, lat } = map.unproject([...pixel]);
    return plane.toPlane(lng, lat);
  });
  const area = polygonArea(corners);
  return map.getBearing() === 0 && map.getPitch() === 0 ? boxOf(area) : area;
}

/** The bounding box of the visible map, in plane metres. */
export const viewBoxOf = (map: MapLibreMap, origin: LonLat): PlaneBox =>
  boxOf(viewAreaOf(map, origin));
