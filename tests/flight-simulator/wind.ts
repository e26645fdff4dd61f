// What wind takes from the battery of a flight, step by step along its way, apart from the planner's formulas.
import type { Flight } from "./kinematics.ts";

/** A drone as its data sheet has it. */
export type Craft = {
  readonly kg: number;
  /** Diameter of each of its four propellers. */
  readonly propeller_m: number;
  /** Minutes on a full battery at a standstill, and at the speed that takes the least power. */
  readonly hover_min: number;
  readonly best_min: number;
};

export const crafts = {
  M3T: { kg: 0.92, propeller_m: 0.239, hover_min: 38, best_min: 45 },
  M30T: { kg: 3.77, propeller_m: 0.406, hover_min: 36, best_min: 41 },
  M4T: { kg: 1.219, propeller_m: 0.279, hover_min: 42, best_min: 49 },
} as const satisfies Record<string, Craft>;

/** m/s through the air on routes. */
const FASTEST = 15;
/** Watts of the blades for each watt that lifts at a standstill, and m/s of their tips. */
const [BLADES, TIP] = [79.86 / 88.63, 120];

/** Newtons, and the air that carries them: induced velocity by momentum theory, solved by repeating it. */
function inducedAt(craft: Craft, speed: number): number {
  const disc = Math.PI * craft.propeller_m ** 2;
  const still = Math.sqrt((craft.kg * 9.81) / (2 * 1.225 * disc));
  let induced = still;
  for (let i = 0; i < 200; i++) induced = (induced + still ** 2 / Math.hypot(speed, induced)) / 2;
  return induced / still;
}

/** Watts for each watt of lift at a standstill, with so much drag. */
function wattsAt(craft: Craft, speed: number, drag: number): number {
  return inducedAt(craft, speed) + BLADES * (1 + 3 * (speed / TIP) ** 2) + drag * speed ** 3;
}

/** The least power of any speed with so much drag. */
function leastWatts(craft: Craft, drag: number): number {
  let least = Infinity;
  for (let speed = 0; speed < 20; speed += 0.25)
    least = Math.min(least, wattsAt(craft, speed, drag));
  return least;
}

/** The drag with which both flight times of the data sheet come out: a little more until the least power is enough. */
function dragOf(craft: Craft): number {
  const wanted = (wattsAt(craft, 0, 0) * craft.hover_min) / craft.best_min;
  let drag = 0;
  while (leastWatts(craft, drag) < wanted) drag += 1e-5;
  return drag;
}

/** Percent of a full battery for a second at each whole tenth of a metre per second through the air. */
function tableOf(craft: Craft): readonly number[] {
  const drag = dragOf(craft);
  const best = leastWatts(craft, drag);
  return Array.from({ length: 10 * FASTEST + 1 }, (_, i) => {
    return (100 * wattsAt(craft, i / 10, drag)) / best / (60 * craft.best_min);
  });
}

type Wind = readonly [east: number, north: number];

/** Percent of the battery at landing of a flight, in a wind of metres per second to the east and to the north. */
export function batteryOf(craft: Craft): (flight: Flight, wind: Wind) => number {
  const table = tableOf(craft);
  return (flight, wind) => leftInWind(flight, table, wind);
}

function leftInWind({ moments, seconds }: Flight, table: readonly number[], wind: Wind): number {
  const rate = (airspeed: number) => table[Math.min(table.length - 1, Math.round(10 * airspeed))]!;
  const hover = rate(Math.hypot(...wind));
  const level = moments.at(-1)!.seconds - moments[0]!.seconds;
  let used = (seconds - level) * hover;
  for (let i = 1; i < moments.length; i++) {
    const [a, b] = [moments[i - 1]!, moments[i]!];
    const took = b.seconds - a.seconds;
    const [east, north] = [b.x - a.x, b.y - a.y];
    const metres = Math.hypot(east, north);
    if (took <= 0) continue;
    if (metres < 1e-6) {
      used += took * hover;
      continue;
    }
    const through = (ground: number) =>
      Math.hypot((ground * east) / metres - wind[0], (ground * north) / metres - wind[1]);
    let ground = metres / took;
    while (through(ground) > FASTEST && ground > 0.05) ground *= 0.98;
    used += (metres / ground) * rate(through(ground));
  }
  return 100 - used;
}
