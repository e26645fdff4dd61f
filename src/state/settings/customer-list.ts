// All customers, for users who may read them.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { queryOf } from "../shell/query.ts";

/** The list that `customerRecords` keeps; idle where the viewer may not read it. */
export const customersAtom = queryOf((get) => {
  const { list } = api.customer;
  if (!get(hasPermissionAtom)(list.permission)) return null;
  return { key: ["customers"], ask: (options) => call(list, {}, options) };
});
