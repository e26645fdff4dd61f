// The single sign-on of customers.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type {
  ProviderFacts,
  SingleSignOn,
  SingleSignOnForm,
} from "../../domain/account/single-sign-on.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import { t } from "../shell/locale.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { records } from "./record.ts";
import { roleOptionsAtom } from "./user.ts";

export const signOnRecords = records<SingleSignOn, SingleSignOnForm>({
  key: "single-sign-on",
  permission: api.singleSignOn.list.permission,
  load: (options) => call(api.singleSignOn.list, {}, options),
  change: (id, body) => call(api.singleSignOn.set, { params: { id }, body }),
  name: ({ customer_name }) => customer_name,
  words: { changed: "single-sign-on:changed" },
});

/** The customer stays in the list, without a service. Rejects with the refusal, which has been shown. */
export const removeSignOn = atom(null, async (_get, _set, row: SingleSignOn) => {
  try {
    await call(api.singleSignOn.remove, { params: { id: row.id } });
  } catch (cause) {
    showFault(cause);
    throw cause;
  }
  showDone(t("single-sign-on:removed", { name: row.customer_name }));
  await signOnRecords.reload();
});

/** Asks the service about itself. Rejects with the refusal. */
export const testService = atom(
  null,
  (_get, _set, id: number, issuer: string): Promise<ProviderFacts> =>
    call(api.singleSignOn.test, { params: { id }, body: { issuer } }),
);

/** The roles of customers that the viewer may give. */
export const customerRolesAtom = atom((get) =>
  get(roleOptionsAtom).filter(({ key }) => !isProviderRole(key)),
);
