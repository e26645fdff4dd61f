// A component that its maker has replaced: its serial number changes with the finding, and comes back with an undo.
import { failure } from "../../domain/error.ts";
import type { Decided, FindingPlace } from "../../domain/finding/finding-life.ts";
import { serialChangeRefusal, serialKey } from "../../domain/serial-number/serial-number.ts";
import type { Database } from "../context.ts";
import * as serials from "../store/plant/serial-number.ts";

type Moved = { readonly before: FindingPlace & Decided; readonly now: Decided };

/**
 * Gives components that were replaced their new serial numbers; the former ones stay in the history.
 * @throws CONFLICT where another component has the number
 */
export async function storeReplaced(
  db: Database,
  plant_id: number,
  moved: readonly Moved[],
  by: serials.By,
): Promise<void> {
  for (const { before, now } of moved) {
    const serial = now.new_serial;
    if (serial === null || serial === before.new_serial) continue;
    const { component_type, dt_id } = before;
    await serials.lockSerials(db, plant_id);
    const wanted = { dt_ids: [dt_id], keys: [serialKey(serial)] };
    const held = await serials.readPresent(db, plant_id, wanted);
    const present = held.find((one) => one.dt_id === dt_id)?.serial ?? null;
    const holder = held.find((one) => one.dt_id !== dt_id)?.dt_id ?? null;
    if (present !== null && serialKey(present) === serialKey(serial)) {
      const values = { value: serial, name: dt_id };
      throw failure("CONFLICT", { reason: "rma_serial_same", field: "set.new_serial", values });
    }
    const fitted_on = now.replaced_on;
    const change = { component_type, dt_id, serial, before: present, fitted_on } as const;
    const refusal = serialChangeRefusal(
      { ...change, source: "typed", ending: "replaced" },
      { present, holder, name: dt_id },
    );
    if (refusal) throw failure("CONFLICT", { ...refusal, field: "set.new_serial" });
    await serials.endSerials(db, plant_id, [dt_id], "replaced", by);
    const own = [{ component_type, dt_id, serial }];
    await serials.addSerials(db, plant_id, own, { source: "typed", fitted_on }, by);
  }
}

/**
 * Brings back the serial numbers that components had before they were replaced.
 * @throws CONFLICT where the number was changed again since, or another component has the former one
 */
export async function restoreReplaced(
  db: Database,
  plant_id: number,
  moved: readonly Moved[],
): Promise<void> {
  for (const { before, now } of moved) {
    const serial = before.new_serial;
    if (serial === null || serial === now.new_serial) continue;
    const { dt_id } = before;
    await serials.lockSerials(db, plant_id);
    const isRestored = await serials.restoreFormer(db, plant_id, dt_id, serialKey(serial));
    if (isRestored) continue;
    throw failure("CONFLICT", { reason: "rma_serial_changed", values: { name: dt_id } });
  }
}
