// The power of photovoltaic strings in parallel at one tracker of maximum power, in shares of one module's own.
//
// A module is three substrings in series, each with a bypass diode. Single-diode equation of a substring without its
// shunt, solved for the voltage: V(I) = a ln((g - I) / i0 + 1) - r I, in shares of its short-circuit current and
// open-circuit voltage. A substring that cannot carry the current is bypassed: its diode takes 0.5 V. Typical
// crystalline silicon at 25 °C: 24 cells of 0.68 V, ideality 1.1 (De Soto, Klein, Beckman, Solar Energy 80, 2006); the
// series resistance gives a fill factor of 0.79.

/** Substrings of a module. */
export const SUBSTRINGS = 3;
/** Ideality times thermal voltage over the open-circuit voltage of a cell. */
const A = (1.1 * 0.0257) / 0.68;
const SERIES = 0.05;
const DIODE = 0.5 / (24 * 0.68);
const I0 = 1 / (Math.exp(1 / A) - 1);

/** Modules of a string that are alike. */
export type LikeModules = {
  readonly count: number;
  /** Substrings that make no voltage, 0 to 3. */
  readonly bypassed: number;
  /** Share of the light that reaches the cells: 1 for a clean module. */
  readonly light: number;
};

export type ModuleString = readonly LikeModules[];

function substringVoltage(current: number, light: number): number {
  if (current >= light + I0) return -DIODE;
  return Math.max(-DIODE, A * Math.log((light - current) / I0 + 1) - SERIES * current);
}

/** In open-circuit voltages of a substring. Falls where the current (share of the short-circuit current) rises. */
function stringVoltage(string: ModuleString, current: number): number {
  let sum = 0;
  for (const { count, bypassed, light } of string) {
    const working = (SUBSTRINGS - bypassed) * substringVoltage(current, light);
    sum += count * (working - bypassed * DIODE);
  }
  return sum;
}

const HALVINGS = 40;

/** Share of the short-circuit current at this voltage; 0 where the string would take current, which its diode blocks. */
function stringCurrent(string: ModuleString, voltage: number): number {
  let [low, high] = [0, 1];
  if (stringVoltage(string, low) <= voltage) return 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (stringVoltage(string, middle) > voltage) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const SCAN = 32;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Greatest power of strings that share one voltage, in substrings' open-circuit voltage times short-circuit current. */
function greatestPower(strings: readonly { string: ModuleString; count: number }[]): number {
  const power = (voltage: number) =>
    strings.reduce(
      (sum, { string, count }) => sum + count * voltage * stringCurrent(string, voltage),
      0,
    );
  const most = Math.max(...strings.map(({ string }) => stringVoltage(string, 0)), 0);
  if (most === 0) return 0;
  // There may be several maxima: a scan finds the greatest, a golden section its place.
  let best = 1;
  for (let i = 2; i < SCAN; i++) {
    if (power((i / SCAN) * most) > power((best / SCAN) * most)) best = i;
  }
  let [low, high] = [((best - 1) / SCAN) * most, ((best + 1) / SCAN) * most];
  for (let i = 0; i < HALVINGS; i++) {
    const span = GOLDEN * (high - low);
    if (power(high - span) > power(low + span)) high = low + span;
    else low = high - span;
  }
  return power((low + high) / 2);
}

const healthy = (count: number): ModuleString => [{ count, bypassed: 0, light: 1 }];
const modulePower = greatestPower([{ string: healthy(1), count: 1 }]);

/**
 * Power of strings in parallel at one tracker of maximum power, under full sun, in shares of a healthy module's.
 * @param strings with how many there are of each kind
 */
export function parallelPower(
  strings: readonly { readonly string: ModuleString; readonly count: number }[],
): number {
  return greatestPower([...strings]) / modulePower;
}
