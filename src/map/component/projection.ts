// The plant plane on the screen: matrices in double precision, and the view in plane metres.
import { planeAt, worldTransform, type LonLat } from "../../domain/geometry/plane.ts";
import type { PlaneBox } from "./level-of-detail.ts";

/** deck.gl's common space: Web Mercator, 512 units wide, y to the north. */
const COMMON_SIZE = 512;
const EQUATOR_M = 2 * Math.PI * 6378137;

/** The part of a deck.gl viewport that is used here. */
export type PlaneViewport = {
  readonly viewProjectionMatrix: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  getBounds(): [number, number, number, number];
  unproject(xyz: number[]): number[];
};

/**
 * Plane metres to clip space, column-major.
 * The product is computed in doubles: in floats on the GPU a plant far from (0, 0) would jitter by metres.
 */
export function planeMatrix(viewProjection: ArrayLike<number>, origin: LonLat): Float32Array {
  const { x0, y0, unitsPerMetre } = worldTransform(origin);
  const x = COMMON_SIZE * x0;
  const y = COMMON_SIZE * (1 - y0);
  const scale = COMMON_SIZE * unitsPerMetre;
  const m = Array.from(viewProjection);
  const result = new Float32Array(16);
  for (let i = 0; i < 4; i += 1) {
    result[i] = m[i]! * scale;
    result[4 + i] = m[4 + i]! * scale;
    result[8 + i] = m[8 + i]! * scale;
    result[12 + i] = m[i]! * x + m[4 + i]! * y + m[12 + i]!;
  }
  return result;
}

/** Ground metres per CSS pixel at the plant's origin, looking straight down. */
export function metresPerPixel(zoom: number, origin: LonLat): number {
  return (EQUATOR_M * Math.cos((origin[1] * Math.PI) / 180)) / (COMMON_SIZE * 2 ** zoom);
}

/** The zoom at which a pixel has this size in metres. */
export function zoomForScale(metresPerPixel: number, origin: LonLat): number {
  return Math.log2(
    (EQUATOR_M * Math.cos((origin[1] * Math.PI) / 180)) / (COMMON_SIZE * metresPerPixel),
  );
}

/** The bounding box of the viewport, in plane metres. */
export function viewBox(viewport: PlaneViewport, origin: LonLat): PlaneBox {
  const [west, south, east, north] = viewport.getBounds();
  const plane = planeAt(origin);
  const [minX, minY] = plane.toPlane(west, south);
  const [maxX, maxY] = plane.toPlane(east, north);
  return [minX, minY, maxX, maxY];
}

/** Screen pixels (from the top left) to plane metres. */
export function screenToPlane(
  viewport: Pick<PlaneViewport, "unproject">,
  origin: LonLat,
  x: number,
  y: number,
): [number, number] {
  const [lon, lat] = viewport.unproject([x, y]);
  return planeAt(origin).toPlane(lon!, lat!);
}
