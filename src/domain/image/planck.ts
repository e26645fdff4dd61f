// From a FLIR camera's counts to temperatures, and back.
//
// Source of the formulas: Minkina and Dudzik, Infrared Thermography: Errors and Uncertainties, 2009, with the
// atmosphere's constants as FLIR cameras store them; the same as in the published R package Thermimage
// (Tattersall, raw2temp). Constants are the file's own: see flir-file.ts.

/** The camera's calibration. */
export type Planck = {
  readonly r1: number;
  readonly r2: number;
  readonly b: number;
  readonly f: number;
  readonly o: number;
  /** Constants of the atmosphere's transmission. */
  readonly alpha1: number;
  readonly alpha2: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly x: number;
};

/** What is measured, and through what. */
export type Surroundings = {
  /** Of the object, 0.01 to 1. */
  readonly emissivity: number;
  /** °C of what the object mirrors. */
  readonly reflected_c: number;
  /** Metres from the camera. */
  readonly distance_m: number;
  /** °C of the air. */
  readonly air_c: number;
  /** Of the air, percent. */
  readonly humidity_percent: number;
};

const KELVIN = 273.15;

/** Counts that a black body of a temperature gives. */
export function countsOf({ r1, r2, b, f, o }: Planck, celsius: number): number {
  return r1 / (r2 * (Math.exp(b / (celsius + KELVIN)) - f)) - o;
}

/** Share of the radiation that passes the air, 0 to 1. */
export function transmission(planck: Planck, around: Surroundings): number {
  const { alpha1, alpha2, beta1, beta2, x } = planck;
  const { air_c: t, humidity_percent } = around;
  const water =
    (humidity_percent / 100) *
    Math.exp(1.5587 + 0.06939 * t - 0.00027816 * t ** 2 + 0.00000068455 * t ** 3);
  const far = Math.sqrt(Math.max(0, around.distance_m));
  const damp = Math.sqrt(water);
  return (
    x * Math.exp(-far * (alpha1 + beta1 * damp)) +
    (1 - x) * Math.exp(-far * (alpha2 + beta2 * damp))
  );
}

/** A function from counts to °C; NaN for counts that no temperature gives. */
export function thermometerOf(planck: Planck, around: Surroundings): (counts: number) => number {
  const tau = transmission(planck, around);
  const { emissivity } = around;
  const reflected = countsOf(planck, around.reflected_c) * (1 - emissivity) * tau;
  const air = countsOf(planck, around.air_c) * (1 - tau);
  const { r1, r2, b, f, o } = planck;
  return (counts) => {
    const object = (counts - reflected - air) / (emissivity * tau);
    const inner = r1 / (r2 * (object + o)) + f;
    return inner > 1 ? b / Math.log(inner) - KELVIN : NaN;
  };
}
