// Whether the twin has other modules than the picture: a line of the ground then runs through what it calls a module.
//
// Modules that lie across in the twin and upright in the plant cover the same tables. Ends of rows and edges of tables
// then fit, and the place counts as sure, but each name stands for half of one module and half of another one.
import type { Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";

/** Modules that are looked through, and with fewer a share says nothing. */
const MOST = 60;
const LEAST = 20;
/** Metres from the sides at which the inside begins, and beyond them the ground. */
const INSIDE_M = 0.2;
const GROUND_M = [0.4, 1] as const;
/** Metres of a class of distances, at least a pixel; and classes to both sides that a line is compared with. */
const CLASS_M = 0.05;
const BESIDE = 3;
/** Part of the way to the ground that a line shows. Half-cell modules have a fainter one in their middle. */
const LEAST_PART = 0.2;
/** K between ground and modules below which it shows nothing. */
const LEAST_STEP_K = 6;

/**
 * Share of the modules through which a line of the ground runs; null where the ground shows too little.
 * @param least modules with fewer of which nothing is said
 */
export async function dividedModules(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  least = LEAST,
): Promise<number | null> {
  const rows = Array.from(geometry.length.keys()).filter((row) => {
    if (!(geometry.length[row]! > 4 * INSIDE_M && geometry.width[row]! > 4 * INSIDE_M))
      return false;
    const [column, line] = toPixel(geometry.centreX[row]!, geometry.centreY[row]!);
    return column >= 0 && line >= 0 && column < raster.width && line < raster.height;
  });
  const step = Math.max(1, Math.floor(rows.length / MOST));
  let [seen, divided] = [0, 0];
  for (let at = 0; at < rows.length; at += step) {
    const found = await isDivided(raster, geometry, toPixel, rows[at]!);
    if (found === null) continue;
    seen += 1;
    if (found) divided += 1;
  }
  return seen < least ? null : divided / seen;
}

async function isDivided(
  raster: SurveyRaster,
  { centreX, centreY, length, width, rotation }: Geometry,
  toPixel: ToPixel,
  row: number,
): Promise<boolean | null> {
  const [x, y] = [centreX[row]!, centreY[row]!];
  const [half, side] = [length[row]! / 2, width[row]! / 2];
  const reach = Math.hypot(half, side) + GROUND_M[1];
  const corners = [-1, 1].flatMap((a) => [-1, 1].map((b) => toPixel(x + a * reach, y + b * reach)));
  const left = Math.max(0, Math.floor(Math.min(...corners.map(([one]) => one))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(([, one]) => one))));
  const across = Math.min(raster.width, Math.ceil(Math.max(...corners.map(([one]) => one)))) - left;
  const down = Math.min(raster.height, Math.ceil(Math.max(...corners.map(([, one]) => one)))) - top;
  if (across < 2 || down < 2) return null;
  const values = await raster.read({ column: left, row: top, width: across, height: down }, 0);
  const [origin, east, north] = [toPixel(x, y), toPixel(x + 1, y), toPixel(x, y + 1)];
  const [a, b] = [east[0] - origin[0], north[0] - origin[0]];
  const [c, d] = [east[1] - origin[1], north[1] - origin[1]];
  const det = a * d - b * c;
  const size = Math.max(CLASS_M, 1 / Math.sqrt(Math.abs(det)));
  const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
  const profiles = [new Map<number, number[]>(), new Map<number, number[]>()] as const;
  const [inside, beside]: [number[], number[]] = [[], []];
  for (let at = 0; at < across * down; at++) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    const [u, v] = [
      left + (at % across) + 0.5 - origin[0],
      top + Math.floor(at / across) + 0.5 - origin[1],
    ];
    const [px, py] = [(d * u - b * v) / det, (a * v - c * u) / det];
    const [along, over] = [px * cos + py * sin, py * cos - px * sin];
    const beyond = Math.max(Math.abs(along) - half, Math.abs(over) - side);
    if (beyond <= -INSIDE_M) {
      inside.push(value);
      put(profiles[0], Math.round(along / size), value);
      put(profiles[1], Math.round(over / size), value);
    } else if (beyond >= GROUND_M[0] && beyond <= GROUND_M[1]) beside.push(value);
  }
  if (inside.length < LEAST || beside.length < LEAST) return null;
  // Of what lies around, modules are a part: the ground is what differs most.
  const own = medianOf(inside);
  const sorted = beside.toSorted((one, other) => Math.abs(one - own) - Math.abs(other - own));
  const towards = sorted[Math.floor(0.85 * sorted.length)]! - own;
  if (Math.abs(towards) < LEAST_STEP_K) return null;
  return profiles.some((profile) => hasLine(profile, towards));
}

function put(profile: Map<number, number[]>, key: number, value: number): void {
  const known = profile.get(key);
  if (known) known.push(value);
  else profile.set(key, [value]);
}

/** A class that lies further towards the ground than those on both of its sides: a step is no line. */
function hasLine(profile: ReadonlyMap<number, readonly number[]>, towards: number): boolean {
  const middles = new Map<number, number>();
  for (const [key, all] of profile) middles.set(key, medianOf([...all]));
  for (const [key, value] of middles) {
    const [one, other] = [middles.get(key - BESIDE), middles.get(key + BESIDE)];
    if (one === undefined || other === undefined) continue;
    const most = LEAST_PART * Math.abs(towards);
    if (Math.min((value - one) * Math.sign(towards), (value - other) * Math.sign(towards)) >= most)
      return true;
  }
  return false;
}
