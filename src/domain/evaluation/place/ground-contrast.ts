// Whether a picture tells modules from the ground: by their temperature, or by how even they are.
import type { Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { nearbyOf } from "./place-window.ts";

/** Components that are compared. */
const MOST = 80;
/** With fewer, a share says nothing. */
const LEAST = 20;
/** Metres beyond the edge: between them lies the ground that is compared. The edge itself is blurred. */
const GROUND_M = [0.3, 1.2] as const;
/** Metres inside of the edge. */
const INSIDE_M = 0.15;
/** Pixels of each side. */
const LEAST_PIXELS = 25;
/** K between both medians, and the factor between the differences of neighbouring pixels, from which they differ. */
const LEAST_K = 1;
const LEAST_FACTOR = 1.4;
const NEARBY_M = 8;

/**
 * Share of the components that look like the ground beside them; null where too few have ground beside them.
 * @param least components with fewer of which nothing is said
 */
export async function groundAlike(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  least = LEAST,
): Promise<number | null> {
  const rows: number[] = [];
  for (let row = 0; row < geometry.count; row++) {
    if (!(geometry.length[row]! > 0)) continue;
    const [column, line] = toPixel(geometry.centreX[row]!, geometry.centreY[row]!);
    if (column >= 0 && line >= 0 && column < raster.width && line < raster.height) rows.push(row);
  }
  const nearby = nearbyOf(geometry, rows, NEARBY_M);
  const step = Math.max(1, Math.floor(rows.length / MOST));
  let [seen, alike] = [0, 0];
  for (let at = 0; at < rows.length; at += step) {
    const both = await besideOf(raster, geometry, toPixel, rows[at]!, nearby);
    if (!both) continue;
    seen += 1;
    if (isAlike(both.inside, both.ground)) alike += 1;
  }
  return seen < least ? null : alike / seen;
}

type Side = { readonly values: number[]; readonly steps: number[] };

function isAlike(inside: Side, ground: Side): boolean {
  if (Math.abs(medianOf(inside.values) - medianOf(ground.values)) >= LEAST_K) return false;
  const [a, b] = [medianOf(inside.steps), medianOf(ground.steps)];
  return Math.max(a, b) < LEAST_FACTOR * Math.min(a, b) || Math.max(a, b) === 0;
}

async function besideOf(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  row: number,
  nearby: ReturnType<typeof nearbyOf>,
): Promise<{ readonly inside: Side; readonly ground: Side } | null> {
  const { centreX, centreY, length, width, rotation } = geometry;
  const [x, y] = [centreX[row]!, centreY[row]!];
  const reach = length[row]! / 2 + GROUND_M[1];
  const corners = [-1, 1].flatMap((a) => [-1, 1].map((b) => toPixel(x + a * reach, y + b * reach)));
  const [columns, lines] = [corners.map(([one]) => one), corners.map(([, one]) => one)];
  const left = Math.max(0, Math.floor(Math.min(...columns)));
  const top = Math.max(0, Math.floor(Math.min(...lines)));
  const across = Math.min(raster.width, Math.ceil(Math.max(...columns))) - left;
  const down = Math.min(raster.height, Math.ceil(Math.max(...lines))) - top;
  if (across < 2 || down < 2) return null;
  const values = await raster.read({ column: left, row: top, width: across, height: down }, 0);
  // Back to the plane by the two directions of a pixel there.
  const [origin, east, north] = [toPixel(x, y), toPixel(x + 1, y), toPixel(x, y + 1)];
  const [a, b] = [east[0] - origin[0], north[0] - origin[0]];
  const [c, d] = [east[1] - origin[1], north[1] - origin[1]];
  const det = a * d - b * c;
  const others = nearby.around(x, y, 2 * reach);
  const beyond = (one: number, px: number, py: number) => {
    const [dx, dy] = [px - centreX[one]!, py - centreY[one]!];
    const [cos, sin] = [Math.cos(rotation[one]!), Math.sin(rotation[one]!)];
    return Math.max(
      Math.abs(dx * cos + dy * sin) - length[one]! / 2,
      Math.abs(dy * cos - dx * sin) - width[one]! / 2,
    );
  };
  const [inside, ground]: [Side, Side] = [
    { values: [], steps: [] },
    { values: [], steps: [] },
  ];
  for (let line = 0; line < down; line++) {
    for (let column = 0; column < across - 1; column++) {
      const [u, v] = [left + column + 0.5 - origin[0], top + line + 0.5 - origin[1]];
      const [px, py] = [x + (d * u - b * v) / det, y + (a * v - c * u) / det];
      const own = beyond(row, px, py);
      const isInside = own < -INSIDE_M;
      if (!isInside && (own < GROUND_M[0] || own > GROUND_M[1])) continue;
      if (!isInside && others.some((one) => beyond(one, px, py) < GROUND_M[0])) continue;
      const value = values[line * across + column]!;
      const next = values[line * across + column + 1]!;
      if (Number.isNaN(value) || Number.isNaN(next)) continue;
      const side = isInside ? inside : ground;
      side.values.push(value);
      side.steps.push(Math.abs(next - value));
    }
  }
  const isEnough = Math.min(inside.values.length, ground.values.length) >= LEAST_PIXELS;
  return isEnough ? { inside, ground } : null;
}
