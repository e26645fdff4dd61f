import { describe, expect, it } from "vitest";
import { moduleLosses, type ModuleFaults, type ModuleLosses } from "./module-loss.ts";
import { parallelPower } from "./string-model.ts";
import { stringsOf, type WiredModules } from "./wiring.ts";

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

const whole = ({ own, string }: ModuleLosses) => own.map((one, row) => one + string[row]!);
const sumOf = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);

/** The strings as they share a tracker of maximum power. */
function groupsOf(modules: WiredModules): number[][][] {
  const strings = stringsOf(modules, wiring.modules_per_string);
  const groups = [];
  for (let at = 0; at < strings.length; at += wiring.strings_per_tracker)
    groups.push(strings.slice(at, at + wiring.strings_per_tracker));
  return groups;
}

describe("the losses of modules", () => {
  it.each([1, 2, 3])("add up to what an independent model of the strings loses (%i)", (seed) => {
    const modules = plant(24, 28);
    const faults = randomFaults(modules.count, seed, seed === 3);
    const losses = moduleLosses(modules, faults, wiring);
    const sum = sumOf(whole(losses));
    const expected = numericLoss(groupsOf(modules), faults);
    expect(sum).toBeGreaterThan(20);
    // 3 % of the loss, and a thousandth of the plant's power.
    expect(Math.abs(sum - expected)).toBeLessThan(0.03 * expected + 0.001 * modules.count);
    for (const loss of losses.own) expect(loss).toBeLessThanOrEqual(1);
    // The stated uncertainty holds it, and a faultless module has no loss.
    expect(Math.abs(sum - expected)).toBeLessThan(sumOf(losses.uncertainty));
    const { bypassed, open, offline, missing, soiling } = faults;
    for (const [row, loss] of whole(losses).entries()) {
      const isFaulty = bypassed[row]! + open[row]! + offline[row]! + missing[row]! > 0;
      if (!isFaulty && soiling[row] === 0) expect(loss).toBe(0);
    }
  });

  it.each([20, 25, 28])(
    "of a substring are 0.39 of a module, of two 0.88, on tables of %i",
    (n) => {
      const modules = plant(24, 2 * n);
      const bypassed = new Uint8Array(modules.count);
      bypassed[30] = 1;
      bypassed[500] = 2;
      const parallel = { modules_per_string: n, strings_per_tracker: 24 };
      const { own, string } = moduleLosses(modules, { bypassed }, parallel);
      expect(Math.abs(own[30]! - 0.39)).toBeLessThan(0.02);
      expect(Math.abs(own[500]! - 0.88)).toBeLessThan(0.09);
      expect(own.filter((one) => one > 0)).toHaveLength(2);
      expect(sumOf(string)).toBeCloseTo(0, 6);
      // The same by the independent model.
      const strings = Array.from({ length: 24 }, () =>
        Array.from({ length: n }, () => ({ bypassed: 0, light: 1, isDead: false })),
      );
      for (const [row, count] of [
        [30, 1],
        [500, 2],
      ] as const) {
        const ill = strings.with(
          0,
          strings[0]!.with(0, { bypassed: count, light: 1, isDead: false }),
        );
        const lost = (numericPower(strings) - numericPower(ill)) / modulePower;
        expect(Math.abs(own[row]! - lost)).toBeLessThan(0.05 * lost);
      }
    },
  );

  it("are those of the whole string, and no more, where five of its modules are dead", () => {
    const modules = plant(24, 28);
    const offline = new Uint8Array(modules.count).fill(1, 3, 8);
    const wired = { modules_per_string: 28, strings_per_tracker: 24 };
    const { own, string } = moduleLosses(modules, { offline }, wired);
    expect(sumOf(own) + sumOf(string)).toBeCloseTo(28, 6);
    // Their own loss and that of their string are two numbers, and both stand at them.
    expect(sumOf(own.slice(3, 8))).toBeCloseTo(5, 9);
    expect(sumOf(string.slice(3, 8))).toBeCloseTo(23, 6);
  });

  it("find the highest of several maxima, as a fine search of independent curves does", () => {
    const next = random(7);
    for (let turn = 0; turn < 12; turn++) {
      const strings = Array.from({ length: 8 }, () => {
        const dead = next() < 0.5 ? Math.floor(next() * 12) : 0;
        return Array.from({ length: 20 }, (_, i) => ({
          bypassed: i < dead ? 3 : 0,
          light: next() < 0.05 ? 0.5 : 1,
          isDead: false,
        }));
      });
      const power = parallelPower(
        strings.map((string) => ({
          string: string.map(({ bypassed, light }) => ({ bypassed, light, count: 1 })),
          count: 1,
        })),
      );
      const expected = numericPower(strings) / modulePower;
      expect(Math.abs(power / expected - 1)).toBeLessThan(0.01);
    }
  });

  it("cost more than their substrings where the string falls below its neighbours' voltage", () => {
    const modules = plant(6, 14);
    const bypassed = new Uint8Array(modules.count).fill(1, 0, 10);
    const losses = whole(moduleLosses(modules, { bypassed }, wiring));
    expect(sumOf(losses.slice(0, 14))).toBeGreaterThan(1.5 * (10 / 3));
  });

  it("of an open string are all of its modules, and nothing counts twice", () => {
    const modules = plant(6, 14);
    const open = new Uint8Array(modules.count).fill(1, 14, 28);
    const both = { open, bypassed: new Uint8Array(modules.count).fill(2, 14, 28) };
    const losses = moduleLosses(modules, both, wiring);
    expect(Array.from(losses.own).slice(14, 28)).toEqual(Array.from({ length: 14 }, () => 1));
    expect(sumOf(whole(losses))).toBe(14);
  });

  it("of a missing module are its own where its string is not warm, and count as open where the string was not measured", () => {
    const modules = plant(6, 28);
    const missing = new Uint8Array(modules.count);
    missing[5] = 1;
    const wired = { modules_per_string: 28, strings_per_tracker: 6 };
    const bridged = moduleLosses(modules, { missing }, wired);
    expect(bridged.own[5]).toBe(1);
    expect(bridged.string[5]).toBeLessThan(1);
    expect(bridged.uncertainty[5]).toBeLessThan(0.1);
    // Seen of its string: only itself.
    const alone = missing.slice().fill(255, 0, 28);
    alone[5] = 1;
    const unseen = moduleLosses(modules, { missing: alone }, wired);
    expect(unseen.own[5]).toBe(1);
    expect(unseen.uncertainty[5]).toBeGreaterThan(26);
    // The rest of its string is warm: it opens the string, whose modules each lose their own.
    const open = new Uint8Array(modules.count).fill(1, 0, 28);
    open[5] = 0;
    const opened = moduleLosses(modules, { missing, open }, wired);
    expect(sumOf(opened.own)).toBe(28);
    expect(opened.uncertainty[5]! + opened.uncertainty[4]!).toBeLessThan(1.2);
  });

  it("without a wiring are those of a usual string, with the range of others", () => {
    const modules = plant(6, 41);
    const bypassed = new Uint8Array(modules.count);
    bypassed[7] = 1;
    const unknown = { modules_per_string: null, strings_per_tracker: null };
    const { own, uncertainty } = moduleLosses(modules, { bypassed }, unknown);
    expect(own[7]).toBeCloseTo(0.39, 2);
    const [low, high] = [own[7]! - uncertainty[7]!, own[7]! + uncertainty[7]!];
    for (const length of [20, 24, 32]) {
      for (const strings_per_tracker of [1, 2, 24]) {
        const wired = { modules_per_string: length, strings_per_tracker };
        const one = new Uint8Array(length * 24);
        one[3] = 1;
        const known = moduleLosses(plant(24, length), { bypassed: one }, wired).own[3]!;
        expect(known).toBeGreaterThan(low);
        expect(known).toBeLessThan(high);
      }
    }
  });

  it("are 0 where nothing was measured, and for removed modules", () => {
    const modules = plant(2, 14);
    modules.parent[3] = 0xffffffff;
    const bypassed = new Uint8Array(modules.count).fill(255);
    bypassed[3] = 0;
    expect(whole(moduleLosses(modules, { bypassed }, wiring)).every((one) => one === 0)).toBe(true);
  });
});
