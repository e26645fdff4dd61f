// Drones, and whose they may be.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Drone, DroneForm } from "../../domain/provider/drone.ts";
import { records } from "./record.ts";
import { askAtom } from "../account/ask.ts";
import { sessionAtom } from "../account/session.ts";
import { perSession } from "../shell/lifetime.ts";

export const droneRecords = records<Drone, DroneForm>({
  load: () => call(api.drone.list),
  create: (body) => call(api.drone.create, { body }),
  change: (id, body) => call(api.drone.update, { params: { id }, body }),
  remove: (id) => call(api.drone.remove, { params: { id } }),
  preview: (row, form) => ({ ...row, ...form }),
  name: ({ internal_identifier }) => internal_identifier,
  words: { created: "drone:created", changed: "drone:changed", removed: "drone:removed" },
});

type Owner = { readonly id: number; readonly name: string };
const ownersKeptAtom = perSession<readonly Owner[]>([]);

/** The customers a drone may be given to, by name; those not yet fetched or not to be seen are left out. */
export const droneOwnersAtom = atom((get) => get(ownersKeptAtom));

/** Fetches the customers; whoever may not read them has the own one. */
export const loadDroneOwners = atom(null, async (get, set) => {
  const own = get(sessionAtom)?.customer;
  if (get(askAtom)("customer.list") !== null) return set(ownersKeptAtom, own ? [own] : []);
  try {
    const owners = await call(api.customer.list);
    set(
      ownersKeptAtom,
      owners.toSorted((a, b) => a.name.localeCompare(b.name)),
    );
  } catch {
    // The form still names the owner there is.
    set(ownersKeptAtom, own ? [own] : []);
  }
});
