// What a thermal camera sees of a black body: its radiation between 8 and 14 micrometres, by the law of Planck.

const [FROM_UM, TO_UM, PARTS] = [8, 14, 60];
/** Second constant of radiation in µm K (CODATA 2018). */
const C2 = 14_387.769;
const KELVIN = 273.15;
/** Kelvin of the table; others are none that a camera shows. */
const [LOWEST, HIGHEST, STEP] = [150, 1100, 1];

/** Logarithms: between two temperatures of the table they are straight in the reciprocal of the temperature. */
const table = Float64Array.from({ length: (HIGHEST - LOWEST) / STEP + 1 }, (_, at) =>
  Math.log(summed(LOWEST + at * STEP)),
);

function summed(kelvin: number): number {
  const width = (TO_UM - FROM_UM) / PARTS;
  let sum = 0;
  for (let part = 0; part < PARTS; part++) {
    const um = FROM_UM + (part + 0.5) * width;
    sum += width / (um ** 5 * Math.expm1(C2 / (um * kelvin)));
  }
  return sum;
}

/** Radiation of a black body at so many °C, in no unit; NaN outside of -123 to 827 °C. */
export function radianceAt(celsius: number): number {
  const at = (celsius + KELVIN - LOWEST) / STEP;
  const low = Math.min(table.length - 2, Math.floor(at));
  if (!(at >= 0 && at <= table.length - 1)) return NaN;
  const [below, above] = [table[low]!, table[low + 1]!];
  const share = reciprocalShare(low, celsius + KELVIN);
  return Math.exp(below + (above - below) * share);
}

/** °C of a black body with this radiation; NaN where none has it. */
export function temperatureAt(radiance: number): number {
  const wanted = Math.log(radiance);
  if (!(wanted >= table[0]! && wanted <= table.at(-1)!)) return NaN;
  let [low, high] = [0, table.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (table[middle]! <= wanted) low = middle;
    else high = middle;
  }
  const share = (wanted - table[low]!) / (table[high]! - table[low]!);
  const [cold, hot] = [LOWEST + low * STEP, LOWEST + high * STEP];
  return 1 / (1 / cold + (1 / hot - 1 / cold) * share) - KELVIN;
}

function reciprocalShare(low: number, kelvin: number): number {
  const [cold, hot] = [LOWEST + low * STEP, LOWEST + (low + 1) * STEP];
  return (1 / kelvin - 1 / cold) / (1 / hot - 1 / cold);
}
