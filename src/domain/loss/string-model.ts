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

const SCAN = 24;
/** Voltages at which strings stop that are closer than this share are scanned together. */
const NEAR = 0.02;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Greatest power of strings that share one voltage, in substrings' open-circuit voltage times short-circuit current.
 * The curve has a maximum for each kind of string and more: between two voltages at which a string stops, every rise
 * and fall of a scan is followed to its top, and the highest top counts.
 */
function greatestPower(strings: readonly { string: ModuleString; count: number }[]): number {
  const power = (voltage: number) =>
    strings.reduce(
      (sum, { string, count }) => sum + count * voltage * stringCurrent(string, voltage),
      0,
    );
  const stops = strings.map(({ string }) => stringVoltage(string, 0)).toSorted((a, b) => a - b);
  let [best, from] = [0, 0];
  for (const [n, to] of stops.entries()) {
    if (to <= 0 || to === from || (stops[n + 1] ?? Infinity) < to * (1 + NEAR)) continue;
    const at = (i: number) => from + (i / SCAN) * (to - from);
    const scan = Array.from({ length: SCAN + 1 }, (_, i) => power(at(i)));
    for (let i = 0; i <= SCAN; i++) {
      const [before, after] = [Math.max(0, i - 1), Math.min(SCAN, i + 1)];
      const isTop = scan[i]! >= scan[before]! && scan[i]! >= scan[after]!;
      if (isTop) best = Math.max(best, topBetween(power, at(before), at(after)));
    }
    from = to;
  }
  return best;
}

/** Greatest value between two places with one top, by golden section. */
function topBetween(of: (at: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  let [left, right] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
  let [atLeft, atRight] = [of(left), of(right)];
  for (let i = 0; i < HALVINGS; i++) {
    if (atLeft > atRight) {
      [to, right, atRight] = [right, left, atLeft];
      left = to - GOLDEN * (to - from);
      atLeft = of(left);
    } else {
      [from, left, atLeft] = [left, right, atRight];
      right = from + GOLDEN * (to - from);
      atRight = of(right);
    }
  }
  return Math.max(atLeft, atRight);
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
