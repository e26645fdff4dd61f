// Lens distortion by Brown's model, as OpenCV and DJI's DewarpData have it.
// Source: OpenCV documentation, "Camera Calibration and 3D Reconstruction", pinhole camera model.

/** Radial k1, k2, k3 and tangential p1, p2; without unit. */
export type Distortion = {
  readonly k1: number;
  readonly k2: number;
  readonly p1: number;
  readonly p2: number;
  readonly k3: number;
};

/** In units of the focal length, from the principal point: x to the right, y down. */
export type Ray = readonly [x: number, y: number];

const radial = ({ k1, k2, k3 }: Distortion, r2: number) => 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
/** Change of the distorted radius by the radius. */
const slope = ({ k1, k2, k3 }: Distortion, r2: number) =>
  1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3));

const WIDEST = 3;
const STEPS = 300;

/**
 * Largest radius at which the polynomial still grows. Beyond it the model folds points from outside the field of
 * view back into the image.
 */
export function distortionLimit(distortion: Distortion): number {
  for (let step = 1; step <= STEPS; step++) {
    const radius = (step / STEPS) * WIDEST;
    if (slope(distortion, radius * radius) <= 0) return ((step - 1) / STEPS) * WIDEST;
  }
  return WIDEST;
}

/** Where the lens shows a ray that a pinhole would show at `ray`. */
export function distort(distortion: Distortion, [x, y]: Ray): Ray {
  const { p1, p2 } = distortion;
  const r2 = x * x + y * y;
  const scale = radial(distortion, r2);
  return [
    x * scale + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
    y * scale + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
  ];
}

const MOST_ROUNDS = 50;
const CLOSE = 1e-10;

/** The inverse of `distort`, by Newton's method; null outside of what the model describes. */
export function undistort(distortion: Distortion, [x, y]: Ray, limit: number): Ray | null {
  let [u, v] = [x, y];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [atX, atY] = distort(distortion, [u, v]);
    const [errorX, errorY] = [atX - x, atY - y];
    if (Math.abs(errorX) + Math.abs(errorY) < CLOSE) {
      return Math.hypot(u, v) <= limit ? [u, v] : null;
    }
    const h = 1e-6;
    const [xu, yu] = distort(distortion, [u + h, v]);
    const [xv, yv] = distort(distortion, [u, v + h]);
    const [a, b, c, d] = [(xu - atX) / h, (xv - atX) / h, (yu - atY) / h, (yv - atY) / h];
    const determinant = a * d - b * c;
    if (Math.abs(determinant) < 1e-9) return null;
    u -= (errorX * d - errorY * b) / determinant;
    v -= (errorY * a - errorX * c) / determinant;
  }
  return null;
}
