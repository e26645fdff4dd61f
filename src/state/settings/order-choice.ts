// The choices for an order: customers and their plants.
import { atom } from "jotai";
import { sessionAtom } from "../account/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { customersAtom } from "./customer-list.ts";
import { plantsAtom } from "./plants.ts";

export type Choice = { readonly id: number; readonly name: string };

/** Customers by name. Users who may not list them get their own and those of the plants they see. */
export const orderCustomersAtom = atom((get): readonly Choice[] => {
  const plants = valueOf(get(plantsAtom)) ?? [];
  const own = get(sessionAtom)?.customer;
  const byId = new Map([
    ...plants.map(({ customer_id, customer_name }) => [customer_id, customer_name] as const),
    ...(own ? [[own.id, own.name] as const] : []),
    ...(valueOf(get(customersAtom)) ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return [...byId]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
});

/** A function that returns the plants of a customer, by name. */
export const plantsOfCustomerAtom = atom((get) => {
  const plants = valueOf(get(plantsAtom)) ?? [];
  return (customer_id: number | null): readonly Choice[] =>
    plants
      .filter((plant) => plant.customer_id === customer_id)
      .toSorted((a, b) => a.name.localeCompare(b.name));
});
