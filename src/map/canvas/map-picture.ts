// Pictures of the map. The buffer of a WebGL canvas can be read right after it was drawn, and not later.
import type { Map as MapLibreMap } from "maplibre-gl";
import { planeAt } from "../../domain/geometry/plane.ts";
import { areTilesWaiting } from "../../state/map/orthomosaic-tile.ts";
import type { MapPicture, Photographer, PictureFrame } from "../../state/map/picture.ts";
import { pictureQueue } from "../picture-queue.ts";
import { graphics } from "./graphics.ts";
import { cameraOf, fly, freeCentre } from "./map-camera.ts";

/** A map that never comes to rest is taken as it is, and the picture says so. Paper has many more pixels. */
const LONGEST_WAIT_MS = 8000;
const LONGEST_FRAMED_WAIT_MS = 60_000;
/** Distance in pixels over which the scale is measured. */
const SPAN = 100;
/** Degrees of tilt that is not seen. */
const STRAIGHT_DOWN = 0.5;
/** Around bounds that are shown as a whole. */
const PADDING_PIXELS = 40;

const photographers = new WeakMap<MapLibreMap, Photographer>();

/** The same one for the same map. */
export function photographerOf(map: MapLibreMap): Photographer {
  const known = photographers.get(map);
  if (known) return known;
  const taken = (isWhole: boolean) => {
    map.redraw();
    return copy(map, isWhole);
  };
  const inTurn = pictureQueue();
  const framed = async (frame: PictureFrame, whileFramed: () => Promise<void>) => {
    const unframe = frameMap(map, frame);
    try {
      await whileFramed();
      const hasTiles = await tilesLoaded();
      const isLoaded = await rest(map, LONGEST_FRAMED_WAIT_MS);
      return taken(hasTiles && isLoaded);
    } finally {
      unframe();
    }
  };
  const made: Photographer = {
    hasCard: graphics() === "hardware",
    isSpace: false,
    takeNow: () => taken(map.loaded() && !areTilesWaiting()),
    take: () =>
      inTurn(async () => {
        const isLoaded = await rest(map, LONGEST_WAIT_MS);
        return taken(isLoaded && !areTilesWaiting());
      }),
    takeFramed: (...about) => inTurn(() => framed(...about)),
  };
  photographers.set(map, made);
  return made;
}

/** Gives the map the size of the paper, behind the dialog; answers what brings it back as it was. */
function frameMap(map: MapLibreMap, frame: PictureFrame): () => void {
  const { style, clientWidth, clientHeight } = map.getContainer();
  const camera = cameraOf(map);
  const { width, height, sharpness, extent } = frame;
  const perPixel = metresPerPixelOf(map);
  const hasScale = extent !== "screen" && "metresPerPixel" in extent && !isTilted(map);
  // Legend and summary cover a side of the screen and nothing of the paper.
  const centre = hasScale ? freeCentre(map) : camera.centre;
  Object.assign(style, { width: `${width}px`, height: `${height}px` });
  // MapLibre resizes with it.
  map.setPixelRatio(sharpness);
  const nearer =
    extent === "screen" || ("metresPerPixel" in extent && isTilted(map))
      ? Math.min(width / clientWidth, height / clientHeight)
      : "metresPerPixel" in extent
        ? perPixel / extent.metresPerPixel
        : 1;
  fly(map, { camera: { ...camera, centre, zoom: camera.zoom + Math.log2(nearer) } }, true);
  if (extent !== "screen" && "bounds" in extent) {
    const [west, south, east, north] = extent.bounds;
    const { bearing, pitch } = camera;
    const room = { padding: PADDING_PIXELS, bearing, pitch, animate: false };
    map.fitBounds([west, south, east, north], room);
  }
  return () => {
    Object.assign(style, { width: "", height: "" });
    // No ratio of its own is null, which the types do not know. Without a graphics card it is 1 (make-map.ts).
    map.setPixelRatio(graphics() === "software" ? 1 : (null as unknown as number));
    fly(map, { camera }, true);
  };
}

/** MapLibre does not know of the tiles of orthomosaics. False where some have not come in time. */
async function tilesLoaded(): Promise<boolean> {
  const until = performance.now() + LONGEST_FRAMED_WAIT_MS;
  while (areTilesWaiting() && performance.now() < until) await new Promise(requestAnimationFrame);
  return !areTilesWaiting();
}

/** False where something has not come in time. What moves on and on never rests, and can be whole all the same. */
function rest(map: MapLibreMap, mostMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(map.loaded()), mostMs);
    void map.once("idle", () => {
      clearTimeout(late);
      resolve(true);
    });
    map.triggerRepaint();
  });
}

function copy(map: MapLibreMap, isWhole: boolean): MapPicture {
  const drawn = map.getCanvas();
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  const { clientWidth: width, clientHeight: height } = drawn;
  const attribution = map.getContainer().querySelector(".maplibregl-ctrl-attrib-inner");
  return {
    canvas,
    width,
    height,
    metresPerPixel: metresPerPixelOf(map),
    bearing: map.getBearing(),
    isTilted: isTilted(map),
    attribution: attribution?.textContent ?? "",
    isWhole,
  };
}

const isTilted = (map: MapLibreMap) => map.getPitch() > STRAIGHT_DOWN;

/**
 * At the centre, on the plane of the plant (WGS84). The map's projection takes the earth as a sphere, so a metre is up
 * to 0.7 % longer in one direction than in the other: the mean of both.
 */
function metresPerPixelOf(map: MapLibreMap): number {
  const { clientWidth, clientHeight } = map.getContainer();
  const [x, y] = [clientWidth / 2, clientHeight / 2];
  const { lng, lat } = map.unproject([x, y]);
  const plane = planeAt([lng, lat]);
  const span = (dx: number, dy: number) => {
    const [from, to] = [map.unproject([x - dx, y - dy]), map.unproject([x + dx, y + dy])];
    const [a, b] = [plane.toPlane(from.lng, from.lat), plane.toPlane(to.lng, to.lat)];
    return Math.hypot(b[0] - a[0], b[1] - a[1]) / SPAN;
  };
  return (span(SPAN / 2, 0) + span(0, SPAN / 2)) / 2;
}
