// One warm shape anywhere on a module, fitted to the pixels around a spot: a disc, or a cell of a real module.
import { below, pixelVariance, spreadsOf, type SpotPatch } from "./spot-patch.ts";

/** A disc of a radius, or a rectangle with these sides along u and v, in metres. */
export type Shape = { readonly radius: number } | { readonly sides: readonly [number, number] };

/** Radius in metres of the largest reflection that is distinguished from a cell. */
export const LARGEST_M = 0.15;
/** A mirror image of the sun has 0.9 % of the distance: radii in metres up to that from 33 m. */
const RADII = [0.03, 0.045, 0.06, 0.075, 0.088, 0.1, 0.115, 0.13, LARGEST_M] as const;
/** Radii that are tried, over that of a disc with the area of the hot pixels: a blurred disc is smaller than they show. */
const TRIED = { least: 0.35, most: 1.25 } as const;
const SMALLEST_M = 0.06;

/** Discs of about the size of the spot. */
export function discsOf({ isHot, pixel_m }: Pick<SpotPatch, "isHot" | "pixel_m">): Shape[] {
  const pixels = isHot.reduce((sum, spot) => sum + (spot > 0 ? 1 : 0), 0);
  const seen = pixel_m * Math.sqrt(pixels / Math.PI);
  const [least, most] = [
    Math.min(SMALLEST_M, TRIED.least * seen),
    Math.max(SMALLEST_M, TRIED.most * seen),
  ];
  return RADII.filter((radius) => radius >= least && radius <= most).map((radius) => ({ radius }));
}

/** Cells across a module, and the part of its width that they fill. */
const LAYOUTS = [5, 6].flatMap((columns) => [1, 0.95, 0.9].map((share) => share / columns));

/** Whole cells and halves of them, cut along either side, of all modules of this width. */
export function cellShapes({ width_m }: Pick<SpotPatch, "width_m">): Shape[] {
  return LAYOUTS.flatMap((share): Shape[] => {
    const across = share * width_m;
    return [
      { sides: [across, across] },
      { sides: [across / 2, across] },
      { sides: [across, across / 2] },
    ];
  });
}

/** Pixels between the places that are tried, coarse and fine, and how many to each side. */
const STEPS = [
  [0.4, 3],
  [0.1, 3],
] as const;
/** Numbers of a shape: two of its place, its size and its warmth. */
const NUMBERS = 4;
/** Places across a disc over which the blur is summed up. */
const ACROSS = 15;

/** What one shape explains where it fits best. */
export type ShapeFit = {
  /** Logarithm of its likelihood. */
  readonly log: number;
  /** Its warmth in K, and the variance of that by the noise of the pixels. */
  readonly peak: number;
  readonly variance: number;
};

/** Each of the shapes, wherever it fits best. */
export function fittedShapes(patch: SpotPatch, blur: number, shapes: readonly Shape[]): ShapeFit[] {
  const { values, u, v, pixel_m } = patch;
  const spreads = spreadsOf(patch, blur);
  const top = values.reduce((most, one) => Math.max(most, one), 0);
  const [start, own] = [middleOf(patch), values.reduce((sum, one) => sum + one ** 2, 0)];
  const variance = pixelVariance(patch, top);
  return shapes.map((shape) => {
    const seen = seenBy(shape, spreads);
    let [here, at] = [nothing, start];
    for (const [step, count] of STEPS) {
      const around = at;
      for (let i = -count; i <= count; i++) {
        for (let k = -count; k <= count; k++) {
          const centre = [around[0] + i * step * pixel_m, around[1] + k * step * pixel_m] as const;
          const there = explained(centre, seen);
          if (there.explains > here.explains) [here, at] = [there, centre];
        }
      }
    }
    const rest = (own - here.explains) / (2 * variance);
    const log = -rest - (NUMBERS * Math.log(values.length)) / 2;
    return { log, peak: here.peak, variance: variance / here.square };
  });

  /** What a shape there explains of the squares: its warmth follows by least squares. */
  function explained([x, y]: readonly [number, number], seen: Seen) {
    let [cross, square] = [0, 0];
    for (let i = 0; i < values.length; i++) {
      const share = seen(u[i]! - x, v[i]! - y);
      cross += share * values[i]!;
      square += share * share;
    }
    if (!(cross > 0 && square > 0)) return nothing;
    return { explains: cross ** 2 / square, peak: cross / square, square };
  }
}

const nothing = { explains: 0, peak: 0, square: Infinity };

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

/** Share of the warmth that a pixel sees so far from the middle, along u and v. */
type Seen = (du: number, dv: number) => number;
/** The same by the distance alone. */
type Profile = (distance: number) => number;

function seenBy(shape: Shape, spreads: readonly [along: number, across: number]): Seen {
  if ("radius" in shape) {
    const spread = Math.sqrt(spreads[0] * spreads[1]);
    const profile = profileOf(`disc ${shape.radius}`, spread, () => disc(shape.radius, spread));
    return (du, dv) => profile(Math.sqrt(du * du + dv * dv));
  }
  const [along, across] = shape.sides.map((side, axis) =>
    profileOf(`strip ${side}`, spreads[axis]!, () => strip(side, spreads[axis]!)),
  );
  return (du, dv) => along!(Math.abs(du)) * across!(Math.abs(dv));
}

/** Those of the last spreads, along and across: the spots of a survey have the same ones, or nearly. */
const known = { profiles: new Map<number, Map<string, Profile>>() };
const MOST_SPREADS = 2;

function profileOf(name: string, spread: number, make: () => Profile): Profile {
  let own = known.profiles.get(spread);
  if (!own) {
    if (known.profiles.size >= MOST_SPREADS) known.profiles.clear();
    known.profiles.set(spread, (own = new Map()));
  }
  let profile = own.get(name);
  if (!profile) own.set(name, (profile = make()));
  return profile;
}

function disc(radius: number, spread: number): Profile {
  const points: (readonly [number, number])[] = [];
  const step = (2 * radius) / ACROSS;
  for (let i = 0; i < ACROSS; i++) {
    for (let k = 0; k < ACROSS; k++) {
      const [x, y] = [(i + 0.5) * step - radius, (k + 0.5) * step - radius];
      if (Math.hypot(x, y) <= radius) points.push([x, y]);
    }
  }
  const scale = step ** 2 / (2 * Math.PI * spread ** 2);
  return tabled(radius + 4 * spread, (distance) =>
    points.reduce(
      (sum, [x, y]) => sum + scale * Math.exp(-((x - distance) ** 2 + y ** 2) / (2 * spread ** 2)),
      0,
    ),
  );
}

const strip = (side: number, spread: number): Profile =>
  tabled(
    side / 2 + 4 * spread,
    (distance) => below((side / 2 - distance) / spread) - below((-side / 2 - distance) / spread),
  );

/** Values up to a distance from a table, and none beyond. */
function tabled(reach: number, of: (distance: number) => number): Profile {
  const size = 64;
  const table = Float64Array.from({ length: size + 2 }, (_, at) => of((at / size) * reach));
  return (distance) => {
    const at = (distance / reach) * size;
    const low = Math.floor(at);
    if (low >= size) return 0;
    return table[low]! + (table[low + 1]! - table[low]!) * (at - low);
  };
}
