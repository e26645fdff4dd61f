// Our planner over fields with components: whether photos show each of them, in which time, and against the bound.
import { planFlight } from "../../../src/domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../../../src/domain/flight/plan/flight-settings.ts";
import { fullGoal, type Form, type Report } from "../report.ts";
import { componentFields, unseenComponents, type ComponentField } from "./component-fields.ts";
import { surveyBaseline, TURNAROUND_M } from "./survey-baseline.ts";

const START = Date.UTC(2026, 0, 15, 16);
/** In the short form one field of so many is planned. */
const STRIDE = 6;

function measure(field: ComponentField) {
  const { name, areas, target, elevation, components } = field;
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], START);
  const input = { name: "bench", areas, target, settings, ...(elevation && { elevation }) };
  const plan = planFlight(input);
  const survey = surveyBaseline({ ...input, target: null }, TURNAROUND_M);
  return {
    name,
    components: components.length,
    unseen: unseenComponents(field, plan.routes),
    /** As the planner counts them itself. */
    own: plan.metrics.components_unseen ?? 0,
    ratio: plan.metrics.flight_s / plan.metrics.bound.flight_s,
    against: plan.metrics.flight_s / survey.metrics.flight_s,
    faults: plan.faults.flat().length + plan.problems.length,
  };
}

export function reportComponents(report: Report, form: Form): void {
  const fields = componentFields().filter((_, i) => form === "full" || i % STRIDE === 0);
  const measured = fields.map((field) => {
    const one = measure(field);
    if (process.env["BENCH_FIELDS"]) process.stderr.write(`    ${JSON.stringify(one)}\n`);
    return one;
  });
  const sum = (of: (one: (typeof measured)[number]) => number) =>
    measured.reduce((all, one) => all + of(one), 0);
  const bad = measured.filter(({ unseen, faults }) => unseen > 0 || faults > 0);
  const [unseen, components] = [sum((one) => one.unseen), sum((one) => one.components)];
  report({
    name: `planner, ${measured.length} fields with components, seen whole by a count of its own`,
    unit: "% of components",
    ours: 100 * (1 - unseen / components),
    baseline: "goal",
    theirs: 100,
    goal: "all components of every field, and no fault",
    met: bad.length === 0,
    note: bad
      .map((one) => `${one.name}: ${one.unseen} unseen (planner: ${one.own}), ${one.faults} faults`)
      .join("; "),
  });
  const against = sum((one) => one.against) / measured.length;
  // Where a field is narrower than a frame the bound is nothing.
  const bounded = measured.filter(({ ratio }) => Number.isFinite(ratio));
  const worst = Math.max(...bounded.map(({ ratio }) => ratio));
  const best = Math.min(...bounded.map(({ ratio }) => ratio));
  const ratio = bounded.reduce((all, one) => all + one.ratio, 0) / bounded.length;
  report({
    name: `planner, ${measured.length} fields with components, time against a lawnmower survey of the area`,
    unit: "times",
    ours: against,
    baseline: "goal",
    theirs: 0.9,
    ...fullGoal(form, "mean at most 0.90", against <= 0.9),
    note: `against the bound of ${bounded.length} of them ${ratio.toFixed(3)}, from ${best.toFixed(3)} to ${worst.toFixed(3)}`,
  });
}
