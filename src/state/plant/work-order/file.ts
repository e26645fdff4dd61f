// Work orders as files: saved for another system, and states that come back from it.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { addressOf } from "../../../client/address.ts";
import { call } from "../../../client/call.ts";
import {
  fileQueryOf,
  type WorkOrderFileFormat,
} from "../../../domain/work-order/work-order-file.ts";
import { KEEP, noWords, type StateWords } from "../../../domain/work-order/state-words.ts";
import { noOrderFilter } from "../../../domain/work-order/work-order-list.ts";
import { workOrderCode } from "../../../domain/work-order/work-order-code.ts";
import type { WorkOrder } from "../../../domain/work-order/work-order.ts";
import type { WorkOrderImported } from "../../../domain/work-order/work-order-import-shape.ts";
import { tableForm, type TableAnswers } from "../../shell/table-file.ts";
import { saveSigned } from "../../shell/save-file.ts";
import { showFault } from "../../shell/toast.ts";
import { problemsOf } from "../../shell/table-file.ts";
import { todayAtom } from "../finding/listed.ts";
import { plantIdAtom } from "../plant.ts";
import { orderFilterAtom } from "./listed.ts";
import { reloadOrders } from "./order.ts";

/** Whose file it is: all orders that the viewer sees, those that the list shows, or one. */
export type SavedOrders = "all" | "listed" | WorkOrder;

/** Starts the download; shows an error where that fails. */
export const saveOrders = atom(
  null,
  async (get, _set, of: SavedOrders, format: WorkOrderFileFormat) => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const filter = of === "listed" ? get(orderFilterAtom) : noOrderFilter;
    const one = typeof of === "string" ? {} : { order: workOrderCode(of.number) };
    try {
      const query = { format, ...fileQueryOf(filter, get(todayAtom)), ...one };
      await saveSigned(addressOf(api.workOrder.exportFile, { params: { id }, query }));
    } catch (cause) {
      showFault(cause);
    }
  },
);

export type UnknownWord = {
  readonly column: keyof StateWords;
  /** As the file has it. */
  readonly word: string;
};

const isOfWord = (reason: string) =>
  reason === "work_order_status_unknown" || reason === "work_order_priority_unknown";

/** Words of the file whose meaning is not chosen yet; empty where it was refused for something else, too. */
export function unknownWords(fault: unknown): readonly UnknownWord[] {
  const problems = problemsOf(fault);
  const words = problems.flatMap(({ reason, values }): UnknownWord[] => {
    const { value, column } = values ?? {};
    const isWord = isOfWord(reason) && typeof value === "string" && typeof column === "string";
    return isWord && Object.hasOwn(noWords, column)
      ? [{ column: column as keyof StateWords, word: value }]
      : [];
  });
  return words.length === problems.length ? words : [];
}

/** The words that are known already, and what was said of these; "keep" leaves things as they are. */
export function withMeanings(
  known: StateWords,
  said: readonly (UnknownWord & { readonly meaning: string })[],
): StateWords {
  const words: Record<keyof StateWords, Record<string, string>> = {
    status: { ...known.status },
    finding_status: { ...known.finding_status },
    priority: { ...known.priority },
  };
  for (const { column, word, meaning } of said) words[column][word.toLowerCase()] = meaning;
  return words as StateWords;
}
export { KEEP };

/** Sends a file of states; `isApplied` false asks what it would change. Rejects with everything that is wrong in it. */
export const sendStates = atom(
  null,
  async (
    get,
    _set,
    file: File,
    isApplied: boolean,
    given: TableAnswers,
    words: StateWords,
  ): Promise<WorkOrderImported> => {
    const id = get(plantIdAtom);
    if (id === null)
      return { is_applied: false, changes: [], unchanged: [], unread: [], notes: [] };
    const body = tableForm(file, given);
    // Before the file: it is read as it arrives.
    const form = new FormData();
    form.append("words", JSON.stringify(words));
    for (const [name, value] of body) form.append(name, value);
    const query = { apply: isApplied ? "yes" : "no" } as const;
    const answer = await call(api.workOrder.importStates, { params: { id }, query, body: form });
    if (isApplied) void reloadOrders();
    return answer;
  },
);
