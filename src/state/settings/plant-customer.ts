// The customer of a plant, and the data that move with the plant to another customer.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { PlantBelongings } from "../../domain/plant/plant.ts";
import { sessionAtom } from "../account/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { queriesById, reload, type ServerQuery } from "../shell/query.ts";
import { customersAtom } from "./customer-list.ts";
import { plantsAtom } from "./plants.ts";

export type CustomerChoice = { readonly id: number; readonly name: string };

/**
 * The customers a plant can be moved to, by name: the one that staff act for, else all they may read and
 * those of the plants they see.
 */
export const customerChoicesAtom = atom((get): readonly CustomerChoice[] => {
  const own = get(sessionAtom)?.customer;
  if (own) return [own];
  const known = new Map((valueOf(get(customersAtom)) ?? []).map((one) => [one.id, one.name]));
  for (const { customer_id, customer_name } of valueOf(get(plantsAtom)) ?? []) {
    if (!known.has(customer_id)) known.set(customer_id, customer_name);
  }
  return [...known]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
});

const belongingsKey = (plant_id: number) => ["plant-belongings", plant_id];

/** The data that belong to a plant. The server checks them again when the plant is moved. */
export const belongingsOf = queriesById((plant_id: number): ServerQuery<PlantBelongings> | null =>
  plant_id === 0
    ? null
    : {
        key: belongingsKey(plant_id),
        ask: (options) => call(api.plant.belongings, { params: { id: plant_id } }, options),
      },
);

/** Fetches the data that belong to a plant again. */
export function reloadBelongings(plant_id: number): Promise<void> {
  return reload(belongingsKey(plant_id));
}
