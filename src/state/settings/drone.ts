// Drones, and the customers that can own them.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Drone, DroneForm } from "../../domain/provider/drone.ts";
import { records } from "./record.ts";
import { sessionAtom } from "../account/session.ts";
import { tableForm, type SentAnswers } from "../shell/table-file.ts";
import { valueOf } from "../shell/loaded.ts";
import { customersAtom } from "./customer-list.ts";

export const droneRecords = records<Drone, DroneForm>({
  key: "drones",
  permission: api.drone.list.permission,
  load: (options) => call(api.drone.list, {}, options),
  create: (body) => call(api.drone.create, { body }),
  change: (id, body) => call(api.drone.update, { params: { id }, body }),
  remove: (id) => call(api.drone.remove, { params: { id } }),
  preview: (row, form) => ({ ...row, ...form }),
  name: ({ internal_identifier }) => internal_identifier,
  words: { created: "drone:created", changed: "drone:changed", removed: "drone:removed" },
});

/** Creates the drones of a table; null for the provider's. Rejects with its faults by line. */
export const importDrones = atom(
  null,
  async (_get, _set, customer_id: number | null, file: File, given: SentAnswers) => {
    const query = customer_id === null ? {} : { customer_id };
    const answer = await call(api.drone.importFile, { query, body: tableForm(file, given) });
    void droneRecords.reload();
    return answer;
  },
);

type Owner = { readonly id: number; readonly name: string };
/**
 * The customers that can own a drone, by name; empty until they are loaded. Users who may not read all
 * customers get their own.
 */
export const droneOwnersAtom = atom((get): readonly Owner[] => {
  const own = get(sessionAtom)?.customer;
  const all = valueOf(get(customersAtom)) ?? (own ? [own] : []);
  return all.toSorted((a, b) => a.name.localeCompare(b.name));
});
