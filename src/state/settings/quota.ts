// What customers have stored, and their quotas.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { CustomerUsage } from "../../domain/provider/quota.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { valueOf } from "../shell/loaded.ts";
import { queriesById, queryOf, type ServerQuery } from "../shell/query.ts";
import { monitoringKey } from "./task-list.ts";

/** By customer; idle where the viewer may not list customers. Loaded again with the monitoring. */
export const usagesAtom = queryOf((get): ServerQuery<readonly CustomerUsage[]> | null => {
  const { listUsage } = api.customer;
  if (!get(hasPermissionAtom)(listUsage.permission)) return null;
  return { key: [...monitoringKey, "usage"], ask: (options) => call(listUsage, {}, options) };
});

/** Finds what the customer has stored; null while it is not known. */
export const usageOfAtom = atom((get) => {
  const usages = valueOf(get(usagesAtom)) ?? [];
  return (id: number | null) => usages.find(({ customer_id }) => customer_id === id) ?? null;
});

/** An ID of no customer, about which nothing is asked. */
const noCustomer = 0;
const usersOf = queriesById((id: number) =>
  id === noCustomer
    ? null
    : {
        key: [...monitoringKey, "usage", id],
        ask: (options) => call(api.customer.listUserUsage, { params: { id } }, options),
      },
);

/** What each user of the customer has stored; idle where the viewer may not see it. */
export const userUsagesAtom = atom((get) => {
  const mayRead = get(hasPermissionAtom)(api.customer.listUserUsage.permission);
  return (id: number) => usersOf(mayRead ? id : noCustomer);
});
