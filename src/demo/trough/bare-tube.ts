// What a thermal camera reads on an absorber tube that has lost its glass.

/** Spectral band of uncooled cameras in µm. */
const BAND = [7.5, 13.5] as const;
/**
 * Emissivity of the selective coating in that band: SAM's total emittance at 100 °C ("Physical Trough
 * Receivers.csv"), whose radiation peaks at 7.8 µm. The total emittance of the hot tube is larger, because
 * more of its radiation is at short waves, which the camera does not see.
 */
const COATING_EMISSIVITY = 0.064;
/** K below ambient, as in receiver-heat.ts. */
const SKY_DEPRESSION = 8;
const KELVIN = 273.15;
/** Second radiation constant in µm K. */
const C2 = 14387.77;
const STEPS = 60;

/** Black radiation in the camera's band at `kelvin`, in units of the first constant; Simpson's rule. */
export function bandRadiance(kelvin: number): number {
  const [from, to] = BAND;
  const width = (to - from) / STEPS;
  let sum = 0;
  for (let i = 0; i <= STEPS; i++) {
    const wave = from + i * width;
    const weight = i === 0 || i === STEPS ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight / (wave ** 5 * (Math.exp(C2 / (wave * kelvin)) - 1));
  }
  return (sum * width) / 3;
}

/**
 * Apparent temperature in °C of a bare coated tube at `fluid` (°C): the black body of the same radiation in the
 * band. The tube mostly reflects the sky, so it appears much colder than it is.
 */
export function apparentBareTube(
  fluid: number,
  ambient: number,
  emissivity = COATING_EMISSIVITY,
): number {
  const sky = ambient - SKY_DEPRESSION + KELVIN;
  const seen = emissivity * bandRadiance(fluid + KELVIN) + (1 - emissivity) * bandRadiance(sky);
  let [low, high] = [Math.min(sky, fluid + KELVIN), Math.max(sky, fluid + KELVIN)];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (bandRadiance(middle) < seen) low = middle;
    else high = middle;
  }
  return (low + high) / 2 - KELVIN;
}
