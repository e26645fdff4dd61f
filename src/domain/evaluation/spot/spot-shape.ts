// Whether a hot spot has the shape of cells, or that of a reflection of the sun.
//
// A hot cell fills a square of the grid of cells, or half of one. A reflection of the sun is a disc anywhere on the
// glass, and smaller than a cell. Both are fitted to the pixels around the spot, blurred as in the whole survey; the
// likelier one counts. A camera from above cannot know more: the angle of the sun to each pixel is not in a mosaic.
import {
  likeliest,
  PARTS,
  pixelVariance,
  placesOf,
  type SpotPatch,
  type SurveyModel,
} from "./spot-restore.ts";

/** Disc radii in m to try: up to three quarters of a cell. A larger disc looks like a cell. */
const RADII = [0.03, 0.045, 0.06, 0.075, 0.088] as const;
/** Pixels between the places that are tried, coarse and fine, and how many to each side. */
const STEPS = [
  [0.4, 4],
  [0.1, 4],
] as const;
/** Numbers of a disc: two of its place, radius and warmth. */
const DISC_NUMBERS = 4;
/** Logarithm of how much likelier a disc must be: cells are not quite evenly warm. Our limit. */
const LIKELIER = 12;
/** Metres by which the grid of cells is moved, up to half a cell. */
const ANYWHERE = [-0.09, -0.06, -0.03, 0, 0.03, 0.06, 0.09] as const;
/** Places across a disc over which the blur is summed up. */
const ACROSS = 15;

/** Numbers of the spots of a module that are discs, see `SpotPatch.isHot`. */
export function roundSpots(patch: SpotPatch, likely: readonly SurveyModel[]): Set<number> {
  const spots = new Set(patch.isHot);
  spots.delete(0);
  const round = new Set<number>();
  for (const spot of spots) if (roundness(partOf(patch, spot), likely) > LIKELIER) round.add(spot);
  return round;
}

/** Logarithm of how much likelier a disc is than cells. */
export function roundness(patch: SpotPatch, likely: readonly SurveyModel[]): number {
  const { blur } = likeliest(likely);
  // Reflections among the spots may hide whether the cells are whole or half ones.
  const cells = (offsets?: readonly number[]) =>
    Math.max(
      ...PARTS.flatMap((parts) => placesOf(patch, { parts, blur }, offsets)).map(({ log }) => log),
    );
  const disc = discOf(patch, blur);
  const more = disc - cells();
  // A twin may lie a little beside its modules, and the cells with it: a square anywhere must not fit, either.
  return more > LIKELIER ? Math.min(more, disc - cells(ANYWHERE)) : more;
}

/** Pixels beside a spot that belong to it, in pixels. */
const REACH = 4;

/** The pixels of one spot and those around it; those of other spots are left out. */
function partOf(patch: SpotPatch, spot: number): SpotPatch {
  const { isHot, u, v, pixel_m } = patch;
  const own = [...isHot.keys()].filter((at) => isHot[at] === spot);
  return kept(patch, (at) => {
    if (isHot[at] !== 0) return isHot[at] === spot;
    return own.some((one) => Math.hypot(u[one]! - u[at]!, v[one]! - v[at]!) <= REACH * pixel_m);
  });
}

/** The pixels around the spots of a module without those of some of them; null where none is left. */
export function withoutSpots(patch: SpotPatch, spots: ReadonlySet<number>): SpotPatch | null {
  const { isHot, u, v, pixel_m } = patch;
  if ([...isHot].every((spot) => spot === 0 || spots.has(spot))) return null;
  const taken = [...isHot.keys()].filter((at) => spots.has(isHot[at]!));
  return kept(
    patch,
    (at) =>
      !taken.some((one) => Math.hypot(u[one]! - u[at]!, v[one]! - v[at]!) <= REACH * pixel_m) ||
      (isHot[at] !== 0 && !spots.has(isHot[at]!)),
  );
}

function kept(patch: SpotPatch, isIn: (at: number) => boolean): SpotPatch {
  const { values, u, v, isHot } = patch;
  const at = [...isHot.keys()].filter(isIn);
  const numbers = (from: Float32Array) => Float32Array.from(at, (one) => from[one]!);
  return {
    ...patch,
    values: numbers(values),
    u: numbers(u),
    v: numbers(v),
    isHot: Uint8Array.from(at, (one) => isHot[one]!),
  };
}

/** Logarithm of the likelihood of the likeliest disc. */
function discOf(patch: SpotPatch, blur: number): number {
  const { values, u, v, pixel_m } = patch;
  const spread = pixel_m * Math.sqrt(blur ** 2 + 1 / 12);
  const top = values.reduce((most, one) => Math.max(most, one), 0);
  const [start, own] = [middleOf(patch), values.reduce((sum, one) => sum + one ** 2, 0)];
  let least = own;
  for (const radius of RADII) {
    const profile = profileOf(radius, spread);
    let [here, at] = [Infinity, start];
    for (const [step, count] of STEPS) {
      const around = at;
      for (let i = -count; i <= count; i++) {
        for (let k = -count; k <= count; k++) {
          const centre = [around[0] + i * step * pixel_m, around[1] + k * step * pixel_m] as const;
          const rest = own - explained(centre, profile);
          if (rest < here) [here, at] = [rest, centre];
        }
      }
    }
    least = Math.min(least, here);
  }
  return -least / (2 * pixelVariance(patch, top)) - (DISC_NUMBERS * Math.log(values.length)) / 2;

  /** What a disc there explains of the squares: its warmth follows by least squares. */
  function explained([x, y]: readonly [number, number], profile: Profile): number {
    let [cross, square] = [0, 0];
    for (let i = 0; i < values.length; i++) {
      const share = profile(Math.hypot(u[i]! - x, v[i]! - y));
      cross += share * values[i]!;
      square += share * share;
    }
    return cross > 0 && square > 0 ? cross ** 2 / square : 0;
  }
}

/** Centre of the warmth of the spot. */
function middleOf({ values, u, v, isHot }: SpotPatch): readonly [number, number] {
  let [sum, x, y] = [0, 0, 0];
  for (let at = 0; at < values.length; at++) {
    if (isHot[at] === 0) continue;
    sum += values[at]!;
    x += values[at]! * u[at]!;
    y += values[at]! * v[at]!;
  }
  return [x / sum, y / sum];
}

type Profile = (distance: number) => number;

/** Those of the last spread: the spots of a survey have the same one, or nearly. */
const known = { spread: NaN, profiles: new Map<number, Profile>() };

/** Share of the warmth of a disc that a pixel at this distance from its centre sees, from a table. */
function profileOf(radius: number, spread: number): Profile {
  if (known.spread !== spread) {
    known.spread = spread;
    known.profiles.clear();
  }
  let profile = known.profiles.get(radius);
  if (!profile) known.profiles.set(radius, (profile = madeProfile(radius, spread)));
  return profile;
}

function madeProfile(radius: number, spread: number): Profile {
  const [reach, size] = [radius + 4 * spread, 64];
  const points: (readonly [number, number])[] = [];
  const step = (2 * radius) / ACROSS;
  for (let i = 0; i < ACROSS; i++) {
    for (let k = 0; k < ACROSS; k++) {
      const [x, y] = [(i + 0.5) * step - radius, (k + 0.5) * step - radius];
      if (Math.hypot(x, y) <= radius) points.push([x, y]);
    }
  }
  const scale = step ** 2 / (2 * Math.PI * spread ** 2);
  const table = Float64Array.from({ length: size + 2 }, (_, at) => {
    const distance = (at / size) * reach;
    return points.reduce(
      (sum, [x, y]) => sum + scale * Math.exp(-((x - distance) ** 2 + y ** 2) / (2 * spread ** 2)),
      0,
    );
  });
  return (distance) => {
    const at = (distance / reach) * size;
    const low = Math.floor(at);
    if (low >= size) return 0;
    return table[low]! + (table[low + 1]! - table[low]!) * (at - low);
  };
}
