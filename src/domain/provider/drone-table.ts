// Drones as a table: one row each. All of them are created, or none.
import type { Problem } from "../error.ts";
import { limits } from "../limits.ts";
import {
  fieldOfHead,
  headsWith,
  plainText,
  readRecordRows,
  type FieldHeads,
  type RecordRow,
} from "../table/record-rows.ts";
import type { HeadNames, Table } from "../table/table.ts";
import {
  droneFormShape,
  droneSerialKey,
  internalIdentifierRefusal,
  serialNumberRefusal,
  type DroneForm,
} from "./drone.ts";

export const droneFields = [
  "internal_identifier",
  "model",
  "serial_number",
  "drone_type",
  "generic",
  "retired",
] as const;
type Field = (typeof droneFields)[number];

const heads: FieldHeads<Field> = {
  internal_identifier: "internal identifier,identifier,identificador interno,identificador".split(
    ",",
  ),
  model: "drone model,modelo,modelo de dron,modelo de drone".split(","),
  serial_number: [
    ..."serial number,serial no,serial no.,s/n,serial,número de serie,numero de serie".split(","),
    ..."número de série".split(","),
  ],
  drone_type: "type,tipo".split(","),
  generic: "genérico,generico".split(","),
  retired: "retirado,desativado".split(","),
};
const portable = new Set(["portable", "portatil"]);
const inABox = new Set(["drone in a box", "dock", "dron en base", "drone em base"]);
const yes = new Set(["1", "yes", "true", "x", "si", "sim", "verdadero", "verdadeiro"]);
const no = new Set(["", "0", "no", "false", "nao", "falso"]);

export const droneHeads: HeadNames = headsWith(heads, "internal_identifier");
export const droneFieldOf = (head: string): Field | null => fieldOfHead(heads, head);

/** What the rows are judged by. */
export type DroneTableFacts = {
  /** The owner; null for the provider. */
  readonly customer_id: number | null;
  /** The models with this name or abbreviation (`plainText`). */
  readonly modelsOf: (text: string) => readonly number[];
  /** Identifiers of drones that the viewer sees. */
  readonly identifiers: ReadonlySet<string>;
  /** Of the drones that the viewer sees: see `serialNumberRefusal`. */
  readonly bySerial: ReadonlyMap<string, string>;
};

/** A drone, and its line in the file. */
export type DroneRow = { readonly form: DroneForm; readonly line: number };

export type ReadDrones = {
  readonly rows: readonly DroneRow[];
  readonly problems: readonly Problem[];
  readonly notes: readonly Problem[];
};

/** The drones of the table, or everything that is wrong in it; each `yield` is a pause. */
export function* readDroneTable(
  table: Table,
  facts: DroneTableFacts,
): Generator<undefined, ReadDrones> {
  const needed = ["internal_identifier", "model"] as const;
  const kind = { heads, first: "internal_identifier", needed } as const;
  const read = yield* readRecordRows<Field>(table, kind, limits.droneFileRows);
  if (read.problems.length > 0) return { rows: [], problems: read.problems, notes: [] };
  const rows: DroneRow[] = [];
  const problems: Problem[] = [];
  const identifiers = new Set(facts.identifiers);
  const bySerial = new Map(facts.bySerial);
  for (const row of read.rows) {
    yield;
    const { line } = row;
    const form = formOf(row, facts);
    const found = "reason" in form ? form : clashOf(form, identifiers, bySerial);
    if (found) problems.push({ ...found, line });
    if ("reason" in form) continue;
    identifiers.add(form.internal_identifier);
    const key = droneSerialKey(form.serial_number);
    if (key !== "" && !form.retired && !bySerial.has(key))
      bySerial.set(key, form.internal_identifier);
    rows.push({ form, line });
  }
  if (problems.length > 0) {
    return { rows: [], problems: problems.slice(0, limits.reportedProblems), notes: [] };
  }
  const hasType = read.rows[0]?.texts.drone_type !== undefined;
  return { rows, problems, notes: hasType ? [] : [{ reason: "drones_portable" }] };
}

const clashOf = (
  form: DroneForm,
  identifiers: ReadonlySet<string>,
  bySerial: ReadonlyMap<string, string>,
): Problem | null =>
  internalIdentifierRefusal(form.internal_identifier, identifiers) ??
  serialNumberRefusal(form, bySerial);

function formOf({ texts }: RecordRow<Field>, facts: DroneTableFacts): DroneForm | Problem {
  const { internal_identifier = "", serial_number = "", model = "" } = texts;
  if (model === "") return { reason: "field_missing", field: "model" };
  const [drone_model_id, other] = facts.modelsOf(plainText(model));
  if (drone_model_id === undefined) return fault("drones_model_unknown", "model", model);
  if (other !== undefined) return fault("drones_model_unclear", "model", model);
  const type = typeOf(texts.drone_type);
  if (!type) return fault("drones_type", "drone_type", texts.drone_type);
  const generic = isYes(texts.generic);
  if (generic === null) return fault("drones_yes_no", "generic", texts.generic);
  const retired = isYes(texts.retired);
  if (retired === null) return fault("drones_yes_no", "retired", texts.retired);
  const { customer_id } = facts;
  const form = { internal_identifier, serial_number, drone_model_id, customer_id, type };
  const parsed = droneFormShape.safeParse({ ...form, generic, retired });
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? "");
  const text = texts[field as Field] ?? "";
  return text === "" ? { reason: "field_missing", field } : fault("table_cell", field, text);
}

const fault = (reason: string, field: string, text = ""): Problem => ({
  reason,
  field,
  values: { value: text.slice(0, 80) },
});

function typeOf(text: string | undefined): DroneForm["type"] | null {
  if (text === undefined || portable.has(plainText(text))) return "portable";
  return inABox.has(plainText(text)) ? "drone_in_a_box" : null;
}

function isYes(text: string | undefined): boolean | null {
  const plain = plainText(text ?? "");
  if (yes.has(plain)) return true;
  return no.has(plain) ? false : null;
}
