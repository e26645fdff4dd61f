// Work orders as files for the maintenance system that a plant has: CSV with a line for each finding, and JSON. The names
// of columns and all words in them are for programs: they are the same in every language, and never change.
import { z } from "zod";
import { calendarDateShape } from "../calendar-date.ts";
import { csvRow } from "../column/csv.ts";
import type { StatedValue } from "../finding/finding-cause.ts";
import { dueFilters } from "../finding/finding-list.ts";
import type { FindingLife } from "../finding/finding-life.ts";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import { roundToStep } from "../key-figure/severity.ts";
import { uncertaintyInStep } from "../key-figure/value-range-text.ts";
import { idTextShape } from "../id.ts";
import { lineShape } from "../text.ts";
import { workOrderCode, workOrderNumber } from "./work-order-code.ts";
import { passesOrderFilter, type WorkOrderFilter } from "./work-order-list.ts";
import { workOrderStatuses } from "./work-order-status.ts";
import type { WorkOrder } from "./work-order.ts";

export const workOrderFileFormats = ["csv", "json"] as const;
export type WorkOrderFileFormat = (typeof workOrderFileFormats)[number];

const dayFilters: ReadonlySet<string> = new Set(["overdue", "week"]);

/** Which orders the file has: those of the list under the same filter, or one by its code. */
export const workOrderFileQueryShape = z
  .object({
    format: z.enum(workOrderFileFormats),
    /** "WO-12". */
    order: z
      .string()
      .refine((code) => workOrderNumber(code) !== null, "work_order_code")
      .optional(),
    status: z.enum(["active", ...workOrderStatuses]).optional(),
    assignee_id: idTextShape.optional(),
    crew: lineShape.min(1).max(100).optional(),
    unassigned: z.literal("yes").optional(),
    due: z.enum(dueFilters).optional(),
    /** The day that `due` counts from. */
    today: calendarDateShape.optional(),
  })
  .refine(({ due, today }) => today !== undefined || !dayFilters.has(due ?? ""), {
    path: ["today"],
    message: "field_missing",
  });
export type WorkOrderFileQuery = z.input<typeof workOrderFileQueryShape>;

/** The filter of the list as the query of its file. @param today YYYY-MM-DD */
export function fileQueryOf(
  { status, assignee, due }: WorkOrderFilter,
  today: string,
): Omit<WorkOrderFileQuery, "format"> {
  const ofAssignee =
    assignee === null
      ? {}
      : assignee === "unassigned"
        ? { unassigned: "yes" as const }
        : "user" in assignee
          ? { assignee_id: String(assignee.user) }
          : { crew: assignee.crew };
  return {
    ...(status !== null && { status }),
    ...ofAssignee,
    ...(due !== null && { due, today }),
  };
}

/** Whether the file has this order. */
export function isInFile(
  order: WorkOrder,
  query: z.output<typeof workOrderFileQueryShape>,
): boolean {
  const { order: code, status = null, assignee_id, crew, unassigned, due = null, today } = query;
  if (code !== undefined && workOrderNumber(code) !== order.number) return false;
  const day = today ?? "";
  return [
    ...(unassigned === undefined ? [] : ["unassigned" as const]),
    ...(assignee_id === undefined ? [] : [{ user: assignee_id }]),
    ...(crew === undefined ? [] : [{ crew }]),
    null,
  ].every((assignee) => passesOrderFilter(order, { status, assignee, due }, day));
}

/** What the file says of a component besides its finding. */
export type Located = {
  readonly name: string;
  /** Names of the components above it, from the top. */
  readonly place: readonly string[];
  readonly lon: number;
  readonly lat: number;
};
/** What the component loses by its newest survey: MWh a year, electric, and twice its standard uncertainty. */
export type LostEnergy = { readonly mwh: number; readonly uncertainty: number };

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
  "place",
  "component_loss_mwh",
  "component_loss_uncertainty_mwh",
  "serial",
  "rma",
  "rma_claim",
  "rma_reason",
  "replaced_on",
  "parts",
  "done_on",
  "finding_revision",
  "causes",
  "measured_by",
  "measured_value",
  "measured_unit",
  "measured_uncertainty",
  "new_serial",
  "dismiss_reason",
] as const;

type Parts = {
  readonly orders: readonly WorkOrder[];
  readonly findings: ReadonlyMap<number, FindingLife>;
  /** Null where the present twin has the component no more. */
  readonly locate: (life: FindingLife) => Located | null;
  /** Null where no survey says it to this viewer. A component with two findings loses it once. */
  readonly lossOf: (life: FindingLife) => LostEnergy | null;
  /** What its newest survey measured of the finding, as far as the viewer may see it. */
  readonly measuredOf: (life: FindingLife) => {
    readonly causes: readonly StatedValue[];
    readonly size: StatedValue | null;
  };
  /** The serial number of the component that has the fault, and of the one that stands there instead; null without any. */
  readonly serialsOf: (life: FindingLife) => {
    readonly serial: string | null;
    readonly new_serial: string | null;
  } | null;
};

/** "hotspot"; "unnamed" for a fault without a name. */
function faultKey({ component_type, fault_type }: FindingLife): string {
  const classes = faultTypeFigureOf(component_type)?.classes ?? [];
  return classes.find(({ value }) => value === fault_type)?.key ?? "unnamed";
}

/** "bypass_diode: one_substring", "heat_loss: 1670 ± 120 W/m". */
function statedKey({ keyFigure, value, uncertainty }: StatedValue): string {
  const { key, kind, classes, unit } = keyFigure;
  const found = classes.find((one) => one.value === value);
  const wide = uncertainty === null ? "" : ` ± ${uncertaintyInStep(keyFigure, uncertainty)}`;
  const number = `${roundToStep(keyFigure, value)}${wide} ${unit}`.trimEnd();
  return `${key}: ${kind === "u8" ? (found?.key ?? value) : number}`;
}

type Of = Pick<Parts, "locate" | "lossOf" | "measuredOf" | "serialsOf">;

function findingRecord(life: FindingLife, { locate, lossOf, measuredOf, serialsOf }: Of) {
  const place = locate(life);
  const loss = lossOf(life);
  const { causes, size } = measuredOf(life);
  const serials = serialsOf(life);
  const { id, status, component_type, dt_id, severity } = life;
  return {
    finding_id: id,
    finding_status: status,
    component_type,
    dt_id,
    name: place?.name ?? null,
    fault_type: faultKey(life),
    severity,
    safety: life.is_dangerous,
    lon: place ? rounded(place.lon) : null,
    lat: place ? rounded(place.lat) : null,
    place: place?.place ?? [],
    component_loss_mwh: loss ? thousandth(loss.mwh) : null,
    component_loss_uncertainty_mwh: loss ? thousandth(loss.uncertainty) : null,
    serial: serials?.serial ?? null,
    rma: life.rma,
    rma_claim: life.rma_claim,
    rma_reason: life.rma_reason,
    replaced_on: life.replaced_on,
    parts: life.parts,
    done_on: life.done_on,
    finding_revision: life.revision,
    causes: causes.map(statedKey),
    measured_by: size?.keyFigure.key ?? null,
    measured_value: size ? roundToStep(size.keyFigure, size.value) : null,
    measured_unit: size?.keyFigure.unit ?? null,
    measured_uncertainty:
      size && size.uncertainty !== null
        ? uncertaintyInStep(size.keyFigure, size.uncertainty)
        : null,
    new_serial: serials?.new_serial ?? null,
    dismiss_reason: life.reason,
  };
}
/** To the kilowatt hour. */
const thousandth = (mwh: number) => Math.round(mwh * 1000) / 1000;
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

/** One line for each finding of each order; an order without findings has one line. The texts together are the file. */
export function* workOrdersCsv({ orders, findings, ...of }: Parts): Generator<string> {
  yield csvRow(workOrderColumns);
  for (const order of orders) {
    const own = orderRecord(order);
    const lives = livesOf(order, findings);
    if (lives.length === 0) yield csvLine(own);
    for (const life of lives) {
      const { place, causes, ...record } = findingRecord(life, of);
      const texts = { place: place.join(" / "), causes: causes.join("; ") };
      yield csvLine({ ...own, ...record, ...texts });
    }
  }
}

type Row = Record<string, string | number | boolean | null>;

function csvLine(row: Row): string {
  return csvRow(
    workOrderColumns.map((name) => {
      const value = row[name] ?? null;
      return typeof value === "boolean" ? (value ? "yes" : "no") : value;
    }),
  );
}

const livesOf = ({ finding_ids }: WorkOrder, findings: Parts["findings"]) =>
  finding_ids.flatMap((id) => findings.get(id) ?? []);

/** The texts together are the file. */
export function* workOrdersJson({ orders, findings, ...of }: Parts): Generator<string> {
  yield '{\n  "orders": [';
  for (const [at, order] of orders.entries()) {
    yield `${at > 0 ? "," : ""}\n    ${indented(orderRecord(order), 4).slice(0, -"\n    }".length)}`;
    yield ',\n      "findings": [';
    const lives = livesOf(order, findings);
    for (const [n, life] of lives.entries()) {
      yield `${n > 0 ? "," : ""}\n        ${indented(findingRecord(life, of), 8)}`;
    }
    yield `${lives.length > 0 ? "\n      " : ""}]\n    }`;
  }
  yield `${orders.length > 0 ? "\n  " : ""}]\n}\n`;
}

/** The value as lines that begin so far to the right, without the first. */
function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(spaces)}`);
}
