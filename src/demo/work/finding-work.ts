// What people have decided of some findings of the demo: assigned, in progress, done, dismissed.
import type { Evidence } from "../../domain/finding/finding-life.ts";
import { faultTypeFigureOf, NO_FAULT } from "../../domain/key-figure/fault-type.ts";
import { newestAnalysis, plantNamed, type DemoCall, type DemoWork } from "./demo-call.ts";

export const PLANTS: readonly (readonly [name: string, type: Evidence["component_type"]])[] = [
  ["Valdesol", "absorber_tube"],
  ["Llano Grande", "module"],
];

type Values = {
  readonly rows: readonly { readonly dt_id: string; readonly value: number | null }[];
};

/** Days from today until each is due. */
const steps: readonly (readonly [set: object, due: number | null])[] = [
  [{ crew: "North crew" }, 14],
  [{ crew: "North crew" }, 14],
  [{ crew: "North crew" }, -2],
  [{ crew: "South crew", status: "in_work" }, 7],
  [{ crew: "South crew", status: "in_work" }, 7],
  [{ crew: "South crew", status: "done" }, null],
  [{ status: "dismissed", reason: "Checked on the ground: only dust." }, null],
];
const DAY_MS = 86_400_000;

export const findingWork: DemoWork = {
  name: "finding_life",
  async run({ call, now }) {
    for (const [name, type] of PLANTS) {
      const plant = await plantNamed(call, name);
      const { id } = await newestAnalysis(call, plant.id);
      const found = await faultsOf(call, id, type);
      for (const [at, [set, due]] of steps.entries()) {
        const one = found[at];
        if (!one) continue;
        const day = due === null ? null : new Date(now().getTime() + due * DAY_MS);
        const due_on = day && day.toISOString().slice(0, 10);
        await call("POST", `/auth/analysis/${id}/findings/change`, {
          findings: [{ ...one, revision: 0 }],
          set: { ...set, ...(due_on && { due_on }) },
        });
      }
      const [first] = found;
      if (first) {
        const message = "The spare part is ordered.";
        await call("POST", `/auth/analysis/${id}/finding-comment`, { ...first, message });
      }
    }
  },
};

/** Components with a named fault, in the order of the call. */
export async function faultsOf(
  call: DemoCall,
  id: number,
  type: Evidence["component_type"],
  limit = steps.length,
) {
  const figure = faultTypeFigureOf(type);
  if (!figure) throw new RangeError(`${type} has no fault types`);
  const worst = figure.classes.filter(({ severity }) => severity >= 2).map(({ value }) => value);
  const filters = JSON.stringify([{ kind: "classes", key_figure_id: figure.id, values: worst }]);
  const query = `filters=${encodeURIComponent(filters)}&limit=${limit}`;
  const { rows } = await call<Values>("GET", `/auth/analysis-result/${id}/${figure.id}?${query}`);
  return rows.flatMap(({ dt_id, value }) =>
    value === null || value === NO_FAULT
      ? []
      : [{ component_type: type, dt_id, fault_type: value }],
  );
}
