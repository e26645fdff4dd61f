// Our planner against a re-implementation of QGroundControl's survey, over the same fields with the same
// spacing, sorties and time model; and against published hectares per battery.
import { aircraft } from "../../../src/domain/flight/plan/aircraft.ts";
import { placesApart } from "../../../src/domain/geometry/ground-distance.ts";
import { planFlight } from "../../../src/domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../../../src/domain/flight/plan/flight-settings.ts";
import { restToRest } from "../../../src/domain/flight/time/flight-time.ts";
import { metresInside } from "../../../src/domain/flight/route/flight-fault.ts";
import type { FlightPlanInput } from "../../../src/domain/flight/plan/flight-plan-shape.ts";
import type { FlightAreas, FlightRoute } from "../../../src/domain/flight/route/flight-route.ts";
import { planeAt } from "../../../src/domain/geometry/plane.ts";
import type { FlightPlan } from "../../../src/domain/flight/plan/flight-plan-shape.ts";
import { fullGoal, type BenchOptions, type Form, type Report } from "../report.ts";
import { benchFields, largeField, type BenchField } from "./fields.ts";
import { surveyBaseline, TURNAROUND_M } from "./survey-baseline.ts";
import { reportComponents } from "./component-bench.ts";
import { hectaresPerBattery } from "./hectares.ts";

const START = Date.UTC(2026, 0, 15, 16);

/** No margin at the edge, which the baseline has not either. */
function inputOf(areas: FlightAreas, gsd: number): FlightPlanInput {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], START),
    thermal_gsd_m: gsd,
    bounds_margin_m: 0,
  };
  return { name: "bench", areas, target: null, settings };
}

/** Metres of the routes between their waypoints that lie over no-fly polygons or outside. */
function metresAstray(routes: readonly FlightRoute[], { flight, no_fly }: FlightAreas): number {
  let metres = 0;
  for (const { waypoints } of routes) {
    for (let i = 1; i < waypoints.length; i++) {
      const [from, to] = [waypoints[i - 1]!.place, waypoints[i]!.place];
      metres +=
        placesApart(from, to) - metresInside(from, to, flight) + metresInside(from, to, no_fly);
    }
  }
  return metres;
}

type Measured = {
  readonly field: BenchField;
  readonly ours: number;
  readonly theirs: number;
  /** Of the baseline without turnarounds outside the polygon. */
  readonly tight: number;
  readonly path: readonly [ours: number, theirs: number];
  readonly sorties: readonly [ours: number, theirs: number];
  readonly astray: readonly [ours: number, theirs: number];
  readonly coverage: readonly [ours: number, theirs: number];
  /** Time over the field against the lower bound. */
  readonly ratio: number;
  /** Time over the field against area / (line spacing x speed) and a turn for each line of the narrowest direction. */
  readonly ideal: number;
  readonly faults: number;
};

function measure(field: BenchField, gsd: number): Measured {
  const input = inputOf(field.areas, gsd);
  const plan = planFlight(input);
  const survey = surveyBaseline(input, TURNAROUND_M);
  const tight = surveyBaseline(input, 0);
  const [ours, theirs] = [plan.metrics, survey.metrics];
  const survey_s = ours.flight_s - ours.sorties * overheadOf(input) - homeSeconds(plan.routes);
  return {
    field,
    ours: ours.flight_s,
    theirs: theirs.flight_s,
    tight: tight.metrics.flight_s,
    path: [ours.path_m, theirs.path_m],
    sorties: [ours.sorties, theirs.sorties],
    astray: [metresAstray(plan.routes, field.areas), metresAstray(survey.routes, field.areas)],
    coverage: [ours.coverage_percent, theirs.coverage_percent],
    ratio: ours.flight_s / ours.bound.flight_s,
    ideal: survey_s / idealSeconds(field, plan),
    faults: plan.faults.flat().length + plan.problems.length,
  };
}

/** What the area alone would take in lines without ends, with a turn between two of them. */
function idealSeconds({ areas }: BenchField, { flights, metrics }: FlightPlan): number {
  const { spacing_m, speed_m_s } = flights[0]!.capture;
  const plane = planeAt(areas.take_offs[0]!.place);
  const spots = areas.flight.flat(2).map(([lon, lat]) => plane.toPlane(lon, lat));
  const widths = Array.from({ length: 180 }, (_, degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const across = spots.map(([x, y]) => y * Math.cos(angle) - x * Math.sin(angle));
    return Math.max(...across) - Math.min(...across);
  });
  const turn = spacing_m / speed_m_s + 2 * TURN_S_PER_M * Math.min(10, spacing_m / 3);
  const turns = Math.max(0, Math.round(Math.min(...widths) / spacing_m) - 1);
  return metrics.target_m2 / spacing_m / speed_m_s + turns * turn;
}

/** Seconds that a curve of a right angle takes for each metre before its corner; fitted to DJI's own files. */
const TURN_S_PER_M = 0.23;

/** Seconds of a sortie for take-off, climb, descent and landing: no part of the bound. */
function overheadOf({ settings }: FlightPlanInput): number {
  const { climb_m_s, descent_m_s, thermal } = aircraft[settings.aircraft];
  const altitude = settings.thermal_gsd_m * (thermal?.focal_px.value ?? 0);
  const upright = altitude / climb_m_s.value + altitude / descent_m_s.value;
  return settings.take_off_s + settings.landing_s + upright;
}

/** Seconds of the ways from and to the take-off position: no part of the bound either. */
function homeSeconds(routes: readonly FlightRoute[]): number {
  let seconds = 0;
  for (const { take_off, waypoints } of routes) {
    for (const waypoint of [waypoints[0], waypoints.at(-1)]) {
      if (waypoint) seconds += restToRest(placesApart(take_off.place, waypoint.place), 15);
    }
  }
  return seconds;
}

const mean = (values: readonly number[]) =>
  values.reduce((a, b) => a + b, 0) / (values.length || 1);

function reportKind(
  report: Report,
  form: Form,
  kind: BenchField["kind"],
  of: readonly Measured[],
): void {
  const saved = mean(of.map(({ ours, theirs }) => 100 * (1 - ours / theirs)));
  const tight = mean(of.map(({ ours, tight }) => 100 * (1 - ours / tight)));
  const sum = (pick: (one: Measured) => readonly [number, number], index: 0 | 1) =>
    of.reduce((total, one) => total + pick(one)[index], 0);
  const ratio = mean(of.map((one) => one.ratio));
  const goals = {
    convex: {},
    concave: {},
    trough: {},
    real: {},
    holes: fullGoal(form, "at least 8 % faster", saved >= 8),
  }[kind];
  report({
    name: `planner, ${of.length} fields, ${kind}`,
    unit: "min of flight",
    ours: mean(of.map(({ ours }) => ours / 60)),
    baseline: "QGroundControl survey, best angle and corner",
    theirs: mean(of.map(({ theirs }) => theirs / 60)),
    ...goals,
    note:
      `${saved.toFixed(1)} % faster, ${tight.toFixed(1)} % than without turnarounds; path ${km(sum(({ path }) => path, 0))} against ${km(sum(({ path }) => path, 1))}; ` +
      `sorties ${sum(({ sorties }) => sorties, 0)} against ${sum(({ sorties }) => sorties, 1)}; ` +
      `over no-fly or outside ${sum(({ astray }) => astray, 0).toFixed(0)} m against ${sum(({ astray }) => astray, 1).toFixed(0)} m; ` +
      `covered ${mean(of.map(({ coverage }) => coverage[0])).toFixed(2)} % against ${mean(of.map(({ coverage }) => coverage[1])).toFixed(2)} %; ` +
      `ratio to the bound ${ratio.toFixed(3)}`,
  });
}

/** All areas together: against the survey, against the area alone, and against the bound. */
function reportAll(report: Report, form: Form, measured: readonly Measured[]): void {
  const against = (name: string, of: (one: Measured) => number, most: number) => {
    const values = measured.map(of);
    const value = mean(values);
    report({
      name: `planner, ${measured.length} areas, time against ${name}`,
      unit: "times",
      ours: value,
      baseline: "goal",
      theirs: most,
      ...fullGoal(form, `mean at most ${most.toFixed(2)}`, value <= most),
      note: `from ${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)}`,
    });
  };
  against("a lawnmower survey", ({ ours, theirs }) => ours / theirs, 0.9);
  against("area / (spacing x speed) and turns", ({ ideal }) => ideal, 1.1);
  against("the bound that no plan beats", ({ ratio }) => ratio, 1.25);
}

const km = (metres: number) => `${(metres / 1000).toFixed(0)} km`;
/** Planned in turns: 3 and 5.5 cm. */
const RESOLUTIONS = [0.03, 0.055];

/** In the short form one field of so many is planned. */
const STRIDE = 9;

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const fields = benchFields().map(
    (field, i) => [field, RESOLUTIONS[i % RESOLUTIONS.length]!] as const,
  );
  const chosen = form === "full" ? fields : fields.filter((_, i) => i % STRIDE === 0);
  const measured = chosen.map(([field, resolution]) => {
    const one = measure(field, resolution);
    if (process.env["BENCH_FIELDS"]) process.stderr.write(`    ${line(one)}\n`);
    return one;
  });
  for (const kind of ["convex", "concave", "holes", "trough", "real"] as const) {
    const of = measured.filter(({ field }) => field.kind === kind);
    if (of.length > 0) reportKind(report, form, kind, of);
  }
  reportAll(report, form, measured);
  reportComponents(report, form);
  const slower = measured.filter(({ ours, theirs }) => ours > theirs * 1.0001);
  report({
    name: `planner, ${measured.length} fields, slower than the baseline`,
    unit: "fields",
    ours: slower.length,
    baseline: "goal",
    theirs: 0,
    goal: "none",
    met: slower.length === 0,
    note: slower.map(({ field }) => field.name).join(", "),
  });
  const astray = measured.reduce((sum, one) => sum + one.astray[0] + one.faults, 0);
  report({
    name: "planner, metres over no-fly or outside, faults",
    unit: "m",
    ours: astray,
    baseline: "goal",
    theirs: 0,
    goal: "none",
    met: astray < 0.01,
  });
  const large = [
    [20, 5],
    [200, 5],
    [2000, 30],
  ] as const;
  for (const [hectares, seconds] of form === "full" ? large : large.slice(0, 2)) {
    const before = process.cpuUsage();
    const plan = planFlight(inputOf(largeField(hectares), 0.03));
    const { user, system } = process.cpuUsage(before);
    const ours = (user + system) / 1e6;
    report({
      name: `planner, ${hectares} ha at 3 cm with no-fly polygons`,
      unit: "s of processor",
      ours,
      baseline: "goal",
      theirs: seconds,
      goal: `under ${seconds} s`,
      met: ours < seconds && plan.problems.length === 0 && plan.faults.flat().length === 0,
      note: `${plan.metrics.sorties} sorties`,
    });
  }
  if (form === "full") hectaresPerBattery(report);
}

function line({ field, ours, theirs, tight, ratio, coverage, astray, faults }: Measured): string {
  return `${field.name}: ${(ours / 60).toFixed(2)} / ${(theirs / 60).toFixed(2)} min, ${(100 * (1 - ours / theirs)).toFixed(1)} % (${(100 * (1 - ours / tight)).toFixed(1)} %), bound ${ratio.toFixed(3)}, covered ${coverage[0].toFixed(2)} / ${coverage[1].toFixed(2)}, astray ${astray[0].toFixed(2)} / ${astray[1].toFixed(0)}, faults ${faults}`;
}
