// Work orders as files: saved for another system, and states that come back from it.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { addressOf } from "../../../client/address.ts";
import { call } from "../../../client/call.ts";
import type { WorkOrderFileFormat } from "../../../domain/work-order/work-order-file.ts";
import type { WorkOrderImported } from "../../../domain/work-order/work-order-import-shape.ts";
import { tableForm, type TableAnswers } from "../../shell/table-file.ts";
import { saveSigned } from "../../shell/save-file.ts";
import { showFault } from "../../shell/toast.ts";
import { plantIdAtom } from "../plant.ts";
import { reloadOrders } from "./order.ts";

/** Starts the download of all orders that the viewer sees; shows an error where that fails. */
export const saveOrders = atom(null, async (get, _set, format: WorkOrderFileFormat) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  try {
    const asked = { params: { id }, query: { format } };
    await saveSigned(addressOf(api.workOrder.exportFile, asked));
  } catch (cause) {
    showFault(cause);
  }
});

/** Sends a file of states; `isApplied` false asks what it would change. Rejects with everything that is wrong in it. */
export const sendStates = atom(
  null,
  async (
    get,
    _set,
    file: File,
    isApplied: boolean,
    given: TableAnswers,
  ): Promise<WorkOrderImported> => {
    const id = get(plantIdAtom);
    if (id === null) return { is_applied: false, changes: [] };
    const body = tableForm(file, given);
    const query = { apply: isApplied ? "yes" : "no" } as const;
    const answer = await call(api.workOrder.importStates, { params: { id }, query, body });
    if (isApplied) reloadOrders();
    return answer;
  },
);
