// Work orders of the demo: one that a crew is at work on, with some of its findings done, and one that is planned.
import type { WorkOrderChanged } from "../../domain/work-order/work-order.ts";
import { faultsOf, PLANTS } from "./finding-work.ts";
import { newestAnalysis, plantNamed, type DemoCall, type DemoWork } from "./demo-call.ts";

/** Findings before these are decided one by one in the demo. */
const FROM = 7;
const UNDER_WAY = 9;
const PLANNED = 5;
const DONE = 3;
const DAYS_UNTIL_DUE = 5;
const DAY_MS = 86_400_000;

type Faults = Awaited<ReturnType<typeof faultsOf>>;

export const workOrderWork: DemoWork = {
  name: "work_order",
  async run({ call, now }) {
    const due_on = new Date(now().getTime() + DAYS_UNTIL_DUE * DAY_MS).toISOString().slice(0, 10);
    for (const [name, type] of PLANTS) {
      const plant = await plantNamed(call, name);
      const { id } = await newestAnalysis(call, plant.id);
      const found = await faultsOf(call, id, type, FROM + UNDER_WAY + PLANNED);
      const findings = found.slice(FROM, FROM + UNDER_WAY);
      if (findings.length < UNDER_WAY) continue;
      await underWay(call, { id, plant_id: plant.id }, findings, due_on);
      const planned = found.slice(FROM + UNDER_WAY);
      if (planned.length === 0) continue;
      await call("POST", `/auth/analysis/${id}/work-order`, {
        title: "Spare parts of the next delivery",
        findings: planned,
      });
    }
  },
};

async function underWay(
  call: DemoCall,
  { id, plant_id }: { readonly id: number; readonly plant_id: number },
  findings: Faults,
  due_on: string,
): Promise<void> {
  const made = await call<WorkOrderChanged>("POST", `/auth/analysis/${id}/work-order`, {
    title: "First repairs of the analysis",
    crew: "North crew",
    due_on,
    priority: "safety",
    note: "The gate in the north is open from 7 to 15.",
    findings,
  });
  const { order } = made;
  await call("POST", `/auth/plant/${plant_id}/work-order/${order.id}/change`, {
    revision: order.revision,
    set: { status: "in_work" },
    done_ids: [],
    removed_ids: [],
  });
  const done = made.findings.slice(0, DONE);
  await call("POST", `/auth/analysis/${id}/findings/change`, {
    findings: done.map(({ component_type, dt_id, fault_type, revision }) => ({
      component_type,
      dt_id,
      fault_type,
      revision,
    })),
    set: { status: "done" },
  });
}
