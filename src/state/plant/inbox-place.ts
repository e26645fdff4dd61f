// Shows what an entry of the inbox is about on the plant that is open already, and leaves the rest of the view as it is.
import { atom } from "jotai";
import type { InboxEntry } from "../../domain/inbox/inbox.ts";
import { openPanel } from "../shell/dock.ts";
import { plantLifetime } from "../shell/lifetime.ts";
import { openComponent } from "./component/component.ts";
import { askData } from "./data.ts";
import { geometryOf, plantIdAtom } from "./plant.ts";
import { openOrder, reloadOrders } from "./work-order/order.ts";

/** Resolves to false where another plant or none is open: its address leads there. */
export const showEntry = atom(null, async (get, set, entry: InboxEntry): Promise<boolean> => {
  const { plant_id, work_order_id, component_type, dt_id } = entry;
  if (get(plantIdAtom) !== plant_id) return false;
  if (work_order_id !== null) {
    void reloadOrders();
    set(openOrder, work_order_id);
    return true;
  }
  if (component_type === null || dt_id === null || !geometryOf(component_type)) return false;
  const { signal } = plantLifetime();
  const rows = await askData("rowsOf", { type: component_type, dt_ids: [dt_id] });
  const row = rows[0];
  if (signal.aborted || row === undefined) return false;
  void reloadOrders();
  set(openPanel, "findings");
  set(openComponent, { component_type, row }, true);
  return true;
});
