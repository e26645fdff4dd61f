// What flying through the air takes from a battery, against the speed at which the maker quotes the flight time.
//
// Zeng, Xu and Zhang, "Energy minimization for wireless communication with rotary-wing UAV", IEEE Transactions on
// Wireless Communications 18 (2019), equation 12: power of the blades, of the lift and against the drag. Their shares
// at a standstill are those of the paper. The drag is fitted, so that both flight times of the maker come out: at a
// standstill, and the longest, at the speed that takes the least power. Air of sea level.
import type { Aircraft } from "../plan/aircraft.ts";

/** Of the blades and of the lift, at a standstill; together 1. */
const [BLADES, LIFT] = [0.474, 0.526];
/** m/s of the blades' tips in the paper. A slower tip would make wind cost less. */
const TIP_M_S = 120;
/** kg/m3 and m/s2. */
const [AIR, GRAVITY] = [1.225, 9.81];

/** m/s at which the least power is looked for. */
const speeds = Array.from({ length: 61 }, (_, i) => i / 3);
/** In parts of the power at a standstill, for each m3/s3; and halvings down to nothing. */
const [MOST_DRAG, HALVINGS] = [0.01, 40];

type Flown = Pick<Aircraft, "flight_time_min" | "hover_time_min" | "mass_kg" | "propeller_m">;

/** m/s of the air through the propellers at a standstill (momentum theory). */
function inflowOf({ mass_kg, propeller_m }: Flown): number {
  const disc = 4 * Math.PI * (propeller_m.value / 2) ** 2;
  return Math.sqrt((mass_kg.value * GRAVITY) / (2 * AIR * disc));
}

/** Without drag, in parts of the power at a standstill. */
function lifted(airspeed: number, inflow: number): number {
  const ratio = (airspeed / inflow) ** 2;
  const lift = Math.sqrt(Math.max(0, Math.sqrt(1 + ratio ** 2 / 4) - ratio / 2));
  return BLADES * (1 + 3 * (airspeed / TIP_M_S) ** 2) + LIFT * lift;
}

/**
 * The power at a speed through the air: how many times that at which a battery lasts for its quoted flight time.
 * @returns m/s through the air to that ratio
 */
export function relativePower(drone: Flown): (airspeed: number) => number {
  const inflow = inflowOf(drone);
  const least = drone.hover_time_min.value / drone.flight_time_min.value;
  // With more drag the least power is greater.
  let [low, high] = [0, MOST_DRAG];
  for (let i = 0; i < HALVINGS; i++) {
    const drag = (low + high) / 2;
    const found = speeds.reduce(
      (power, speed) => Math.min(power, lifted(speed, inflow) + drag * speed ** 3),
      1,
    );
    if (found < least) low = drag;
    else high = drag;
  }
  const drag = high;
  return (airspeed) => (lifted(airspeed, inflow) + drag * airspeed ** 3) / least;
}
