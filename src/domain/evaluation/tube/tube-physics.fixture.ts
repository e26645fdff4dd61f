// What a camera shows of absorber tubes by other formulas than those of the evaluation.
import { bandApparent } from "../camera-band.fixture.ts";

export const stated = { ambient: 28, wind: 3, dni: 820 };
export const surface = { emissivity: 0.86, reflected: -15 };

// Losses by the published polynomial, once more; the glass by other formulas than the product's: Hilpert's cross
// flow, a sky that is 20 K colder than the air for half of the view.
export type Polynomial = readonly [number, number, number, number, number, number, number];
export const vacuum: Polynomial = [4.05, 0.247, -0.00146, 5.65e-6, 7.62e-8, -1.7, 0.0125];
export const hydrogen: Polynomial = [11.8, 1.35, 0.00075, 4.07e-6, 5.85e-8, -4.48, 0.285];
export type Air = { readonly ambient: number; readonly wind: number; readonly dni: number };

export function lossOf(
  [a, b, c, d, e, f, g]: Polynomial,
  hot: number,
  { ambient, wind, dni }: Air,
) {
  const root = Math.sqrt(wind);
  return a + f * root + (b + g * root) * (hot - ambient) + (c + e * dni) * hot ** 2 + d * hot ** 3;
}

/** Nusselt number of cross flow by its Reynolds number, in air. */
type Flow = (reynolds: number) => number;
const hilpert: Flow = (reynolds) => {
  const [c, m] = reynolds < 4000 ? [0.683, 0.466] : [0.193, 0.618];
  return c * reynolds ** m * 0.71 ** (1 / 3);
};
export const zukauskas: Flow = (reynolds) =>
  (reynolds > 1000 ? 0.26 * reynolds ** 0.6 : 0.51 * reynolds ** 0.5) * 0.71 ** 0.37;

function givenOff(glass: number, { ambient, wind }: Air, flow: Flow): number {
  const [diameter, film] = [0.12, (glass + ambient) / 2 + 273.15];
  const [conductivity, viscosity] = [0.0262 * (film / 300) ** 0.86, 1.59e-5 * (film / 300) ** 1.77];
  const reynolds = (wind * diameter) / viscosity;
  const nusselt = flow(reynolds);
  const fourth = (celsius: number) => (celsius + 273.15) ** 4;
  const seen = (fourth(ambient) + fourth(ambient - 20)) / 2;
  const radiation = 0.86 * 5.670374e-8 * (fourth(glass) - seen);
  return (
    Math.PI * diameter * (((nusselt * conductivity) / diameter) * (glass - ambient) + radiation)
  );
}

export function apparentOf(loss: number, air: Air, sun: number, flow = hilpert): number {
  let [low, high] = [air.ambient - 30, air.ambient + 300];
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2;
    if (givenOff(middle, air, flow) < loss + sun) low = middle;
    else high = middle;
  }
  return bandApparent(low, surface);
}
