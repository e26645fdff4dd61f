// What a table of serial numbers changes. It is taken whole or not at all: everything that is wrong in it is named.
import type { ComponentType } from "../component/component.ts";
import type { Problem } from "../error.ts";
import { MOST_PROBLEMS, type SerialRow } from "./serial-file.ts";
import { hasSerial, serialKey } from "./serial-number.ts";

export type NamedComponent = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  /** The plant's own name; the ID without one. */
  readonly name: string;
};

/** What a row says of its component. */
export type SerialPlace = Pick<SerialRow, "component" | "within">;

export type SerialFacts = {
  /**
   * By its ID, or the plant's own name inside of what the row names; "several" where that is more than one, "apart" where
   * none of that name is inside.
   */
  readonly componentOf: (row: SerialPlace) => NamedComponent | "several" | "apart" | null;
  /** The present number of a component; null for none. */
  readonly presentOf: (dt_id: string) => string | null;
  /** The component that has a number with this key at present. */
  readonly holderOf: (key: string) => NamedComponent | null;
};

export type SerialImportChange = NamedComponent & {
  readonly old_value: string | null;
  readonly new_value: string;
};

const missing = {
  unknown: "serial_component_unknown",
  several: "serial_component_unclear",
  apart: "serial_component_apart",
} as const;

/** Rows between two pauses: less than a millisecond. */
const ROWS_A_STEP = 200;

/** The changes in turns, in the order of the file; each `yield` is a pause. */
export function* serialChanges(
  rows: readonly SerialRow[],
  { componentOf, presentOf, holderOf }: SerialFacts,
): Generator<
  undefined,
  {
    readonly changes: readonly SerialImportChange[];
    readonly unchanged_count: number;
    readonly problems: readonly Problem[];
  }
> {
  const problems: Problem[] = [];
  const ofComponent = new Map<string, { readonly at: NamedComponent; readonly serial: string }>();
  const ofKey = new Map<string, NamedComponent>();
  const refuse = (line: number, field: string, reason: string, values: Problem["values"]) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ reason, values, line, field });
  };
  const lines = new Map<string, number>();
  for (const [index, { component, within, serial, line }] of rows.entries()) {
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const at = componentOf({ component, within });
    if (at === null || typeof at === "string") {
      const value = component.slice(0, 40);
      const around: Record<string, string> =
        at === "apart" ? { parent: within.join(", ").slice(0, 80) } : {};
      refuse(line, "component", missing[at ?? "unknown"], { value, ...around });
      continue;
    }
    const { name, dt_id, component_type } = at;
    if (!hasSerial(component_type)) {
      refuse(line, "component", "serial_component_type", { name });
      continue;
    }
    const key = serialKey(serial);
    const before = ofComponent.get(dt_id);
    if (before !== undefined) {
      if (serialKey(before.serial) !== key) refuse(line, "serial", "serial_two", { name });
      continue;
    }
    const other = ofKey.get(key);
    if (other !== undefined) {
      refuse(line, "serial", "serial_twice", { value: serial, name, holder: other.name });
      continue;
    }
    ofComponent.set(dt_id, { at, serial });
    ofKey.set(key, at);
    lines.set(dt_id, line);
  }
  const changes: SerialImportChange[] = [];
  let unchanged_count = 0;
  let judged = 0;
  for (const [dt_id, { at, serial }] of ofComponent) {
    judged += 1;
    if (judged % ROWS_A_STEP === 0) yield;
    const old_value = presentOf(dt_id);
    if (old_value === serial) {
      unchanged_count += 1;
      continue;
    }
    const holder = holderOf(serialKey(serial));
    // A component that gets another number in the same file lets its own go.
    const isKept =
      holder !== null &&
      holder.dt_id !== dt_id &&
      serialKey(ofComponent.get(holder.dt_id)?.serial ?? serial) === serialKey(serial);
    if (isKept) {
      const values = { value: serial, name: at.name, holder: holder.name };
      refuse(lines.get(dt_id) ?? 0, "serial", "serial_taken", values);
      continue;
    }
    changes.push({ ...at, old_value, new_value: serial });
  }
  return { changes, unchanged_count, problems };
}
