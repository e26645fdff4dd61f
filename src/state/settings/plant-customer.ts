// Whose a plant is, and what goes along when it is given to another customer.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { PlantBelongings } from "../../domain/plant/plant.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { plantsAtom } from "./plants.ts";
import { askAtom } from "../account/ask.ts";
import { sessionAtom } from "../account/session.ts";
import { perSession } from "../shell/lifetime.ts";

export type CustomerChoice = { readonly id: number; readonly name: string };

const allAtom = perSession<Loaded<readonly CustomerChoice[]>>(idle);

/**
 * The customers a plant can be given to, by name: all that staff may read, or the one they act for,
 * and in any case those whose plants are known.
 */
export const customerChoicesAtom = atom((get): readonly CustomerChoice[] => {
  const own = get(sessionAtom)?.customer;
  if (own) return [own];
  const known = new Map((valueOf(get(allAtom)) ?? []).map((one) => [one.id, one.name]));
  for (const { customer_id, customer_name } of valueOf(get(plantsAtom)) ?? []) {
    if (!known.has(customer_id)) known.set(customer_id, customer_name);
  }
  return [...known]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
});

/** Fetches the customers, where the viewer may read them. */
export const loadCustomerChoices = atom(null, async (get, set) => {
  if (get(askAtom)("customer.list") !== null) return;
  if (get(allAtom).state === "idle") set(allAtom, loading);
  try {
    set(allAtom, ready(await call(api.customer.list)));
  } catch (cause) {
    if (get(allAtom).state !== "ready") set(allAtom, failed(cause));
  }
});

type Known = { readonly plant_id: number; readonly counts: Loaded<PlantBelongings> };
const keptAtom = perSession<Known | null>(null);

/** Answers what hangs on a plant, once fetched. */
export const belongingsOfAtom = atom((get) => {
  const kept = get(keptAtom);
  return (plant_id: number) => (kept?.plant_id === plant_id ? valueOf(kept.counts) : undefined);
});

/** Fetches what hangs on a plant: what it says is asked again when the act is done. */
export const loadBelongings = atom(null, async (get, set, plant_id: number) => {
  const put = (counts: Loaded<PlantBelongings>) => set(keptAtom, { plant_id, counts });
  if (get(keptAtom)?.plant_id !== plant_id) put(loading);
  try {
    const counts = await call(api.plant.belongings, { params: { id: plant_id } });
    if (get(keptAtom)?.plant_id === plant_id) put(ready(counts));
  } catch (cause) {
    if (get(keptAtom)?.plant_id === plant_id) put(failed(cause));
  }
});
