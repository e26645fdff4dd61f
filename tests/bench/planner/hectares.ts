// Hectares that one battery photographs, against what operators publish (decisions/flight-sources.md).
import { aircraft } from "../../../src/domain/flight/plan/aircraft.ts";
import { areasOf, rectangle } from "../../../src/domain/flight/plan/flight-fields.fixture.ts";
import { planFlight } from "../../../src/domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../../../src/domain/flight/plan/flight-settings.ts";
import type { AircraftModel } from "../../../src/domain/flight/route/flight-route.ts";
import type { Report } from "../report.ts";

/** Above Surveying: metres above ground and hectares in about 25 minutes, for 3, 5.5 and 8 cm. */
const PUBLISHED: Partial<
  Record<AircraftModel, readonly (readonly [metres: number, hectares: number])[]>
> = {
  M3T: [
    [23, 8.5],
    [42, 27],
    [61, 43],
  ],
  M4T: [
    [30, 7.8],
    [55, 25],
    [80, 50],
  ],
  M30T: [
    [23, 3],
    [42, 9.5],
    [61, 21],
  ],
  H20T: [
    [34, 4.8],
    [62, 15],
    [90, 30],
  ],
};
const MINUTES = 25;

export function hectaresPerBattery(report: Report): void {
  for (const [model, rows] of Object.entries(PUBLISHED) as [
    AircraftModel,
    (typeof PUBLISHED)["M3T"],
  ][]) {
    for (const [metres, published] of rows ?? []) {
      const ours = hectaresAt(model, metres);
      report({
        name: `planner, ${model} from ${metres} m, one battery`,
        unit: "ha",
        ours,
        baseline: "Above Surveying",
        theirs: published,
        higher_is_better: true,
        goal: "at least as much",
        met: ours >= published,
      });
    }
  }
}

/** Blocks so many times as long as wide; the published figures do not say which. */
const SHAPES = [2, 3, 4, 6, 8];

function hectaresAt(model: AircraftModel, metres: number): number {
  return SHAPES.reduce((most, shape) => Math.max(most, largestBlock(model, metres, shape)), 0);
}

/** Hectares of the largest block of this shape that a battery of 25 minutes covers. */
function largestBlock(model: AircraftModel, metres: number, shape: number): number {
  const settings = {
    ...defaultFlightSettings(model, ["pv_thermal"], 0),
    altitudes_m: { pv_thermal: metres },
    ir_side_overlap_percent: 45,
    rgb_side_overlap_percent: 0,
    front_overlap_percent: model === "H20T" ? 65 : 75,
    // The makers' own automatic speed, which the published figures were flown with, knows no such limit.
    thermal_blur_px: 100,
    flight_time_min: MINUTES,
    reserve_percent: 0,
    bounds_margin_m: 0,
  };
  let [fits, fails] = [0, 4 * aircraft[model].max_speed_m_s.value];
  for (let round = 0; round < 12; round++) {
    const hectares = (fits + fails) / 2;
    const height = Math.sqrt((hectares * 10_000) / shape);
    const areas = areasOf([rectangle(shape * height, height)], [], [0, 0]);
    const plan = planFlight({ name: "block", areas, target: null, settings, effort: "preview" });
    if (plan.metrics.sorties === 1 && plan.problems.length === 0) fits = hectares;
    else fails = hectares;
  }
  return fits;
}
