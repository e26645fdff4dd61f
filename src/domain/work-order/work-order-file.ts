// Work orders as files for the maintenance system that a plant has: CSV with a line for each finding, and JSON. The names
// of columns and all words in them are for programs: they are the same in every language, and never change.
import { csvRow } from "../column/csv.ts";
import type { FindingLife } from "../finding/finding-life.ts";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import { isDangerousFault } from "../key-figure/safety.ts";
import { workOrderCode } from "./work-order-code.ts";
import type { WorkOrder } from "./work-order.ts";

export const workOrderFileFormats = ["csv", "json"] as const;
export type WorkOrderFileFormat = (typeof workOrderFileFormats)[number];

/** What the file says of a component besides its finding. */
export type Located = { readonly name: string; readonly lon: number; readonly lat: number };

export const workOrderColumns = [
  "order",
  "status",
  "revision",
  "priority",
  "title",
  "assignee",
  "crew",
  "due_on",
  "note",
  "created_at",
  "updated_at",
  "finding_id",
  "finding_status",
  "component_type",
  "dt_id",
  "name",
  "fault_type",
  "severity",
  "safety",
  "lon",
  "lat",
] as const;

type Parts = {
  readonly orders: readonly WorkOrder[];
  readonly findings: ReadonlyMap<number, FindingLife>;
  /** Null where the present twin has the component no more. */
  readonly locate: (life: FindingLife) => Located | null;
};

/** "hotspot"; "unnamed" for a fault without a name. */
function faultKey({ component_type, fault_type }: FindingLife): string {
  const classes = faultTypeFigureOf(component_type)?.classes ?? [];
  return classes.find(({ value }) => value === fault_type)?.key ?? "unnamed";
}

function findingRecord(life: FindingLife, locate: Parts["locate"]) {
  const place = locate(life);
  const { id, status, component_type, dt_id, fault_type, severity } = life;
  return {
    finding_id: id,
    finding_status: status,
    component_type,
    dt_id,
    name: place?.name ?? null,
    fault_type: faultKey(life),
    severity,
    safety: isDangerousFault(component_type, fault_type),
    lon: place ? rounded(place.lon) : null,
    lat: place ? rounded(place.lat) : null,
  };
}
/** About a centimetre. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

function orderRecord(order: WorkOrder) {
  const { number, status, revision, priority, title, crew, due_on, note } = order;
  return {
    order: workOrderCode(number),
    status,
    revision,
    priority,
    title,
    assignee: order.assignee_name,
    crew,
    due_on,
    note,
    created_at: order.created_at,
    updated_at: order.updated_at,
  };
}

/** One line for each finding of each order; an order without findings has one line. */
export function workOrdersCsv({ orders, findings, locate }: Parts): string {
  const rows = orders.flatMap((order) => {
    const own = order.finding_ids.flatMap((id) => findings.get(id) ?? []);
    const of = own.length > 0 ? own.map((life) => findingRecord(life, locate)) : [{}];
    return of.map((finding): Record<string, string | number | boolean | null> => ({
      ...orderRecord(order),
      ...finding,
    }));
  });
  const lines = rows.map((row) =>
    workOrderColumns.map((name) => {
      const value = row[name] ?? null;
      return typeof value === "boolean" ? (value ? "yes" : "no") : value;
    }),
  );
  return [workOrderColumns, ...lines].map(csvRow).join("");
}

export function workOrdersJson({ orders, findings, locate }: Parts): string {
  const records = orders.map((order) => ({
    ...orderRecord(order),
    findings: order.finding_ids
      .flatMap((id) => findings.get(id) ?? [])
      .map((life) => findingRecord(life, locate)),
  }));
  return `${JSON.stringify({ orders: records }, null, 2)}\n`;
}
