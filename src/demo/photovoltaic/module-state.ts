// Model of the faults of photovoltaic modules: the faults of each module and open strings in a given year.
import { gaussian, groundNoise, hashed } from "../random.ts";

/** Place of a module: metres on the ground, its string, and its position in the string (0 to 1). */
export type ModulePlace = {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly string: number;
  readonly group: number;
  readonly alongString: number;
  /** Metres to the west or east end of the plant, whichever is nearer. */
  readonly edge: number;
};

export type ModuleState = {
  /** Hot cells and their excess over the module at 1,000 W/m², in K. */
  readonly hotCells: number;
  readonly hotCellExcess: number;
  readonly bypassed: 0 | 1 | 2 | 3;
  readonly openString: boolean;
  readonly offline: "producing" | "open_circuit" | "short_circuit";
  /** 0 to 1. */
  readonly pid: number;
  readonly diode: boolean;
  /** Excess of the junction box in K. */
  readonly junctionBox: number;
  readonly cracking: 0 | 1 | 2;
  readonly isBroken: boolean;
  readonly isMissing: boolean;
  readonly edgeHeating: boolean;
  readonly interconnect: boolean;
};

/** A hailstorm and the repairs of faulty modules and strings. */
export type ModuleHistory = {
  readonly hailYear: number;
  readonly repairs: readonly { readonly year: number; readonly share: number }[];
};

/** The year in which an event with a yearly rate has happened, or null if it has not happened by `year`. */
function since(seed: number, kind: number, row: number, rate: number, year: number): number | null {
  const when = -Math.log(1 - hashed(seed, kind, row)) / rate;
  return when <= year ? when : null;
}

/** The module's faults at `year`, after the repairs before it. */
export function moduleStateAt(
  seed: number,
  place: ModulePlace,
  year: number,
  history: ModuleHistory,
): ModuleState {
  const { row } = place;
  let born = 0;
  for (const [number, repair] of history.repairs.entries()) {
    if (repair.year > year) break;
    const before = agedState(seed, place, repair.year, history);
    const isBad =
      before.isBroken || before.isMissing || before.offline !== "producing" || before.bypassed > 1;
    if (isBad && hashed(seed, 91 + number, row) < repair.share) born = repair.year;
  }
  if (born > 0) return { ...healthy, openString: isStringOpen(seed, place, year, history) };
  const state = agedState(seed, place, year, history);
  return { ...state, openString: isStringOpen(seed, place, year, history) };
}

const healthy: ModuleState = {
  hotCells: 0,
  hotCellExcess: 0,
  bypassed: 0,
  openString: false,
  offline: "producing",
  pid: 0,
  diode: false,
  junctionBox: 0,
  cracking: 0,
  isBroken: false,
  isMissing: false,
  edgeHeating: false,
  interconnect: false,
};

function agedState(
  seed: number,
  place: ModulePlace,
  year: number,
  history: ModuleHistory,
): ModuleState {
  const { row, x, y, edge } = place;
  // Modules of one delivery are near each other, so some areas of the plant have worse cells.
  const delivery = Math.max(0, groundNoise(seed + 1, x, y, 90)) ** 2;
  const hotSince = since(seed, 101, row, 0.0006 + 0.006 * delivery, year);
  const growth = hotSince === null ? 0 : 3 + 9 * hashed(seed, 102, row) + 1.6 * (year - hotSince);
  const bypassSince = since(seed, 103, row, 0.0004 + 0.0022 * delivery, year);
  const offline = since(seed, 104, row, 0.00008, year) !== null;
  const hail = year >= history.hailYear ? Math.max(0, groundNoise(seed + 2, x, y, 220) - 0.35) : 0;
  const isCracked = hashed(seed, 105, row) < 0.06 * hail;
  const isBroken = hashed(seed, 106, row) < 0.008 * hail + 0.00012 * year;
  const potential = Math.max(0, groundNoise(seed + 3, x, y, 300) - 0.2) * place.alongString ** 3;
  const box = hashed(seed, 107, row) < 0.0006 * year ? 5 + 24 * hashed(seed, 108, row) ** 2 : 0;
  return {
    hotCells:
      hotSince === null ? 0 : 1 + Math.floor(hashed(seed, 109, row) ** 2 * (2 + (year - hotSince))),
    hotCellExcess: growth,
    bypassed: bypassSince === null ? 0 : bypassedBy(hashed(seed, 110, row)),
    openString: false,
    offline: offline
      ? hashed(seed, 111, row) < 0.2
        ? "short_circuit"
        : "open_circuit"
      : "producing",
    pid: Math.min(1, Math.max(0, potential * (year - 2) * 0.55)),
    diode: hashed(seed, 112, row) < 0.0004 * year,
    junctionBox: box,
    cracking: isCracked ? (hashed(seed, 113, row) < 0.5 ? 2 : 1) : 0,
    isBroken,
    isMissing: hashed(seed, 114, row) < 0.0002 * Math.exp(-edge / 60),
    edgeHeating: hashed(seed, 115, row) < 0.0003 * year,
    interconnect: hashed(seed, 116, row) < 0.0003 * year,
  };
}

function bypassedBy(chance: number): 1 | 2 | 3 {
  if (chance < 0.82) return 1;
  return chance < 0.97 ? 2 : 3;
}

/** Open strings, by a blown fuse or connector. Some combiner boxes have several. Repairs fix them. */
function isStringOpen(
  seed: number,
  place: ModulePlace,
  year: number,
  history: ModuleHistory,
): boolean {
  const last = history.repairs.findLast((repair) => repair.year <= year)?.year ?? 0;
  const rate = hashed(seed, 121, place.group) < 0.06 ? 0.02 : 0.0012;
  const when = -Math.log(1 - hashed(seed, 122 + Math.round(last * 100), place.string)) / rate;
  return last + when <= year;
}

/** Power loss by dust (0 to 1), by place and days since cleaning. */
export function soilingOf(seed: number, flight: number, place: ModulePlace, days: number): number {
  const road = Math.exp(-place.edge / 55);
  const ground = (groundNoise(seed + 4, place.x, place.y, 240) + 1) / 2;
  const perDay = 0.00045 + 0.0011 * road + 0.0007 * ground ** 2;
  const noise = gaussian(seed + flight, 131, place.row) * 0.002;
  return Math.max(0, 0.004 + days * perDay + noise);
}
