// How far a tracker or collector is turned about its long axis, from how wide it looks.
//
// Angles are radians, positive towards the right of somebody who looks along the axis, as in twin-view/pose.ts.
// The left edge of a component of width W lies W/2 cos(tilt) to the left and W/2 sin(tilt) above the axis, the right
// edge as far to the right and below. A camera at height H above the axis and X to its right sees a point x beside
// and z above the axis on the level plane of the axis at X + (x - X) H / (H - z).

/** Where the camera was; null for an orthomosaic, which is seen from straight above everywhere. */
export type From = {
  readonly right_m: number;
  readonly above_m: number;
  /** Standard uncertainty of `right_m`, which is the same for all looks. */
  readonly position_m: number;
} | null;

export type WidthLook = { readonly width_m: number; readonly noise_m: number; readonly from: From };

export type Tilt = {
  readonly tilt: number;
  /** Standard uncertainty by the looks. */
  readonly noise: number;
  /** The other side explains the looks as well: which one it is was not seen. */
  readonly is_mirrored: boolean;
};

/** Steps of the search. */
const STEP = Math.PI / 1800;
const MOST_TILT = (85 * Math.PI) / 180;
/** Chi square of one parameter: 1 for a standard uncertainty, 4 for two of them. */
const [ONE, TWO] = [1, 4];
/** Standard uncertainties by which a component may look wider than it is. */
const MOST_WIDER = 4;

export function widthAt(tilt: number, width: number, from: From): number {
  const [x, z] = [(width / 2) * Math.cos(tilt), (width / 2) * Math.sin(tilt)];
  if (!from) return 2 * x;
  const { right_m: X, above_m: H } = from;
  const seen = (place: number, height: number) => X + ((place - X) * H) / (H - height);
  return seen(x, -z) - seen(-x, z);
}

/**
 * Least squares over the looks. Of two tilts that explain them equally well the one nearer to `expected` counts.
 * @param width of the component in metres, across its surface
 * @param expected radians; where nothing is known 0.5: the right side
 * @returns null without a look, and where the component looks wider than it is
 */
export function tiltOf(looks: readonly WidthLook[], width: number, expected: number): Tilt | null {
  if (looks.length === 0) return null;
  const misfit = (tilt: number) =>
    looks.reduce(
      (sum, { width_m, noise_m, from }) =>
        sum + ((width_m - widthAt(tilt, width, from)) / noise_m) ** 2,
      0,
    );
  const steps = Math.round(MOST_TILT / STEP);
  const tilts = Array.from({ length: 2 * steps + 1 }, (_, at) => (at - steps) * STEP);
  const misfits = tilts.map(misfit);
  const minima = tilts.flatMap((tilt, at) => {
    const [before = Infinity, own, after = Infinity] = [
      misfits[at - 1],
      misfits[at]!,
      misfits[at + 1],
    ];
    return own < before && own <= after ? [refined(misfit, tilt)] : [];
  });
  const least = Math.min(...minima.map(misfit));
  if (!(least <= MOST_WIDER ** 2 * looks.length)) return null;
  const likely = minima.filter((one) => misfit(one) - least < TWO);
  const [tilt] = likely.toSorted((a, b) => Math.abs(a - expected) - Math.abs(b - expected));
  if (tilt === undefined) return null;
  const noise = (sideOf(misfit, tilt, 1) + sideOf(misfit, tilt, -1)) / 2;
  return { tilt, noise, is_mirrored: likely.some((one) => Math.abs(one - tilt) > 2 * noise) };
}

/** Golden section within a step. */
function refined(misfit: (tilt: number) => number, around: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [around - STEP, around + STEP];
  for (let round = 0; round < 30; round++) {
    const [c, d] = [b - golden * (b - a), a + golden * (b - a)];
    if (misfit(c) < misfit(d)) b = d;
    else a = c;
  }
  return (a + b) / 2;
}

/** How far the tilt may go to one side until chi square is one more. */
function sideOf(misfit: (tilt: number) => number, tilt: number, side: 1 | -1): number {
  const limit = misfit(tilt) + ONE;
  let [near, far] = [0, STEP / 8];
  while (misfit(tilt + side * far) < limit && far < MOST_TILT) [near, far] = [far, 2 * far];
  for (let round = 0; round < 30; round++) {
    const middle = (near + far) / 2;
    if (misfit(tilt + side * middle) < limit) near = middle;
    else far = middle;
  }
  return near;
}
