import { describe, expect, it } from "vitest";
import { assumedStrings, moduleLosses, type ModuleFaults } from "./module-loss.ts";

/** Modules of 1 m in rows: `perTracker` side by side on each tracker. */
function plant(trackers: number, perTracker: number) {
  const count = trackers * perTracker;
  const at = (of: (row: number) => number) => Float32Array.from({ length: count }, (_, i) => of(i));
  return {
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => Math.floor(row / perTracker)),
    centreX: at((row) => row % perTracker),
    centreY: at((row) => Math.floor(row / perTracker) * 6),
  };
}

function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const wiring = { modules_per_string: 14, strings_per_tracker: 6 };

function randomFaults(count: number, seed: number, isDusty: boolean): Required<ModuleFaults> {
  const next = random(seed);
  const bytes = () => new Uint8Array(count);
  const [bypassed, open, offline, missing] = [bytes(), bytes(), bytes(), bytes()];
  const soiling = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    if (next() < 0.08) bypassed[row] = 1 + Math.floor(next() * 3);
    if (next() < 0.02) offline[row] = 1;
    if (next() < 0.01) missing[row] = 1;
    if (isDusty && next() < 0.3) soiling[row] = Math.ceil(next() * 15);
  }
  for (let first = 0; first < count; first += wiring.modules_per_string) {
    if (next() < 0.06) open.fill(1, first, first + wiring.modules_per_string);
  }
  return { bypassed, open, offline, missing, soiling };
}

// An independent model: the whole single-diode equation with its shunt in volts and amperes, and a bypass diode of
// 0.5 V; whole I-V curves are tabulated, added in series and in parallel, and searched point by point.
const CELLS = 24;
const cell = { isc: 13.5, i0: 0, n: 1.1 * 0.0257, rs: (0.05 * 0.68) / 13.5, rsh: 12 };
cell.i0 = (cell.isc - 0.68 / cell.rsh) / (Math.exp(0.68 / cell.n) - 1);
const POINTS = 1500;
const STEPS = 600;
const current = (i: number) => (i / POINTS) * cell.isc * 1.0005;

const curves = new Map<number, Float64Array>();
/** Volts of a substring at each current. */
function substring(light: number): Float64Array {
  const key = Math.round(light * 1e6);
  const known = curves.get(key);
  if (known) return known;
  const volts = Float64Array.from({ length: POINTS + 1 }, (_, i) => {
    // Newton in the voltage of the junction: the current through the diode and the shunt is what the light leaves.
    let junction = 0.6;
    const left = light * cell.isc - current(i);
    for (let step = 0; step < 80; step++) {
      const e = Math.exp(Math.min(60, junction / cell.n));
      const fault = left - cell.i0 * (e - 1) - junction / cell.rsh;
      junction += Math.max(-0.05, fault / ((cell.i0 * e) / cell.n + 1 / cell.rsh));
    }
    return Math.max(-0.5, CELLS * (junction - current(i) * cell.rs));
  });
  curves.set(key, volts);
  return volts;
}

type Fault = { bypassed: number; light: number; isDead: boolean };

function numericPower(strings: readonly (readonly Fault[])[]): number {
  const sums = strings.map((modules) => {
    const volts = new Float64Array(POINTS + 1);
    if (modules.some(({ isDead }) => isDead)) return volts;
    for (const { bypassed, light } of modules) {
      const one = substring(light);
      for (let i = 0; i <= POINTS; i++) volts[i]! += (3 - bypassed) * one[i]! - bypassed * 0.5;
    }
    return volts;
  });
  const most = Math.max(...sums.map((volts) => volts[0]!));
  let best = 0;
  for (let step = 1; step < STEPS; step++) {
    const voltage = (step / STEPS) * most;
    let amperes = 0;
    for (const volts of sums) {
      if (volts[0]! < voltage) continue;
      let i = 1;
      for (let stride = 1024; stride >= 1; stride /= 2) {
        if (i + stride <= POINTS && volts[i + stride - 1]! >= voltage) i += stride;
      }
      const part = (volts[i - 1]! - voltage) / Math.max(1e-12, volts[i - 1]! - volts[i]!);
      amperes += current(i - 1) + part * (current(i) - current(i - 1));
    }
    best = Math.max(best, voltage * amperes);
  }
  return best;
}

const modulePower = numericPower([[{ bypassed: 0, light: 1, isDead: false }]]);

function numericLoss(groups: readonly number[][][], faults: Required<ModuleFaults>): number {
  const fault = (row: number): Fault => ({
    bypassed: faults.offline[row] || faults.missing[row] ? 3 : faults.bypassed[row]!,
    light: 1 - faults.soiling[row]! / 100,
    isDead: faults.open[row] === 1,
  });
  let lost = 0;
  for (const group of groups) {
    const clean = group.map((string) =>
      string.map(() => ({ bypassed: 0, light: 1, isDead: false })),
    );
    lost += numericPower(clean) - numericPower(group.map((string) => string.map(fault)));
  }
  return lost / modulePower;
}

describe("the losses of modules", () => {
  it.each([1, 2, 3])("add up to what an independent model of the strings loses (%i)", (seed) => {
    const modules = plant(24, 28);
    const faults = randomFaults(modules.count, seed, seed === 3);
    const losses = moduleLosses(modules, faults, wiring);
    const sum = losses.reduce((total, one) => total + one, 0);
    const expected = numericLoss(assumedStrings(modules, wiring), faults);
    expect(sum).toBeGreaterThan(20);
    // 3 % of the loss, and a thousandth of the plant's power.
    expect(Math.abs(sum - expected)).toBeLessThan(0.03 * expected + 0.001 * modules.count);
    for (const loss of losses) expect(loss).toBeLessThanOrEqual(1);
  });

  it("are those of the substrings where few are bypassed", () => {
    const modules = plant(6, 28);
    const bypassed = new Uint8Array(modules.count);
    bypassed[30] = 1;
    bypassed[100] = 2;
    const losses = moduleLosses(modules, { bypassed }, { ...wiring, modules_per_string: 28 });
    // The loss table of Sitemark and imec: 1/3 and 2/3; what its string loses besides stands at the same module.
    for (const [row, share] of [
      [30, 1 / 3],
      [100, 2 / 3],
    ] as const) {
      expect(losses[row]).toBeGreaterThan(share);
      expect(losses[row]).toBeLessThan(1.25 * share);
    }
    expect(losses.filter((one) => one > 0)).toHaveLength(2);
  });

  it("cost more than their substrings where the string falls below its neighbours' voltage", () => {
    const modules = plant(6, 14);
    const bypassed = new Uint8Array(modules.count).fill(1, 0, 10);
    const losses = moduleLosses(modules, { bypassed }, wiring);
    const string = losses.slice(0, 14).reduce((total, one) => total + one, 0);
    expect(string).toBeGreaterThan(1.5 * (10 / 3));
  });

  it("of an open string are all of its modules, and nothing counts twice", () => {
    const modules = plant(6, 14);
    const open = new Uint8Array(modules.count).fill(1, 14, 28);
    const both = { open, bypassed: new Uint8Array(modules.count).fill(2, 14, 28) };
    const losses = moduleLosses(modules, both, wiring);
    expect(Array.from(losses).slice(14, 28)).toEqual(Array.from({ length: 14 }, () => 1));
    expect(losses.reduce((total, one) => total + one, 0)).toBe(14);
  });

  it("are 0 where nothing was measured, and for removed modules", () => {
    const modules = plant(2, 14);
    modules.parent[3] = 0xffffffff;
    const bypassed = new Uint8Array(modules.count).fill(255);
    bypassed[3] = 2;
    expect(moduleLosses(modules, { bypassed }, wiring).every((one) => one === 0)).toBe(true);
  });
});
