// Customers as staff manage them: fields, logo and colours are saved together.
import { atom } from "jotai";
import { customerApi } from "../../api/provider/customer.ts";
import { call } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import { isProvider } from "../../domain/provider/customer.ts";
import type {
  Customer,
  CustomerForm,
  Recipient,
  WhiteLabel,
} from "../../domain/provider/customer.ts";
import { reloadMe } from "../account/me.ts";
import { sessionAtom } from "../account/session.ts";
import { queriesById, type ServerQuery } from "../shell/query.ts";
import { showFault } from "../shell/toast.ts";
import { records } from "./record.ts";

/** The values to save; only those that differ from the record are sent. */
export type CustomerSave = {
  readonly fields: Partial<CustomerForm> & { readonly name: string };
  /** A file replaces the logo, null removes it, undefined leaves it. */
  readonly logo: File | null | undefined;
  readonly white_label: WhiteLabel | null;
};

export const customerRecords = records<Customer, CustomerSave>({
  key: "customers",
  permission: customerApi.list.permission,
  load: (options) => call(customerApi.list, {}, options),
  async create(save) {
    const row = await call(customerApi.create, { body: save.fields });
    // The customer exists by now: show why its logo was refused, it can be changed in the form.
    return saveBranding(row, save).catch((cause: unknown) => {
      showFault(cause);
      return row;
    });
  },
  async change(id, save) {
    const row = await call(customerApi.read, { params: { id } });
    const body = changesOf(row, save.fields);
    const changed =
      Object.keys(body).length === 0
        ? row
        : await call(customerApi.update, { params: { id }, body });
    return saveBranding(changed, save);
  },
  remove: (id) => call(customerApi.remove, { params: { id } }),
  preview: (row, { fields, white_label }) => ({ ...row, ...fields, white_label }),
  name: ({ name }) => name,
  words: {
    created: "customer:done.created",
    changed: "customer:done.changed",
    removed: "customer:done.removed",
  },
});

function changesOf(row: Customer, fields: Partial<CustomerForm>): Partial<CustomerForm> {
  const isNew = ([field, value]: [string, unknown]) =>
    JSON.stringify(row[field as keyof CustomerForm]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(fields).filter(isNew));
}

/** Colours need a logo: they are removed before it and set after it. */
async function saveBranding(row: Customer, { logo, white_label }: CustomerSave): Promise<Customer> {
  const params = { id: row.id };
  let saved = row;
  if (saved.white_label !== null && white_label === null) {
    saved = await call(customerApi.removeWhiteLabel, { params });
  }
  if (logo) {
    const body = new FormData();
    body.append("logo", logo);
    saved = await upload(customerApi.uploadLogo, { params, body });
  } else if (logo === null && saved.logo_hash !== null) {
    saved = await call(customerApi.removeLogo, { params });
  }
  if (white_label !== null && JSON.stringify(saved.white_label) !== JSON.stringify(white_label)) {
    saved = await call(customerApi.setWhiteLabel, { params, body: white_label });
  }
  return saved;
}

/** Creates (null) or changes a customer. Rejects with the refusal, which has been shown. */
export const saveCustomer = atom(
  null,
  async (_get, set, id: number | null, save: CustomerSave): Promise<Customer> => {
    try {
      const row =
        id === null
          ? await set(customerRecords.create, save)
          : await set(customerRecords.change, id, save);
      // The branding may have another version.
      void reloadMe();
      return row;
    } catch (cause) {
      // Some parts may have been saved before another was refused.
      void customerRecords.reload();
      throw cause;
    }
  },
);

/** Whether a customer is the viewer's own: the one acted for, or the provider for its staff. */
export const isOwnCustomerAtom = atom((get) => {
  const session = get(sessionAtom);
  return (row: Customer) => (session?.customer ? session.customer.id === row.id : isProvider(row));
});

/** The users of a customer. */
export const recipientsOf = queriesById((id: number): ServerQuery<readonly Recipient[]> => ({
  key: ["recipients", id],
  ask: (options) => call(customerApi.recipients, { params: { id } }, options),
}));
