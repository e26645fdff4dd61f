// Customers, their branding, and switching the customer that staff act for.
import { customerApi } from "../../../api/provider/customer.ts";
import type { Customer, CustomerChanges, WhiteLabel } from "../../../domain/provider/customer.ts";
import { failure } from "../../../domain/error.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type ByteAnswer, type Handlers } from "../../implement.ts";
import { receiveLogo } from "../../upload/logo-upload.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/customer.ts";
import { readUsages, readUserUsages } from "../../store/provider/quota.ts";
import { switchChoices, switchCustomer } from "../../account/switch-customer.ts";

const staffSession =
  "Staff who act for one customer can switch to others, and the session gets a new token.";
const done = { done: true } as const;
const nameTaken = {
  customer_name_unique: { reason: "customer_name_taken", field: "name" },
};

export const customerHandlers: Handlers<typeof customerApi> = {
  async list(context) {
    return (await store.readCustomers(context.db)).map((row) => toCustomer(context, row));
  },

  listUsage: ({ db }) => readUsages(db),

  listUserUsage: ({ db }, { params: { id } }) => readUserUsages(db, id),

  async create(context, { body }) {
    refuse(customerApi.create, context.viewer);
    const { release_mail_recipient_ids, ...fields } = body;
    const create = async (db: Database) => {
      const id = await store.insertCustomer(db, fields);
      await storeRecipients(db, id, release_mail_recipient_ids);
      return id;
    };
    const id = await refuseViolation(nameTaken, () =>
      changeWithAudit(context, create, (customer_id) => ({
        action: "create_customer",
        customer_id,
        detail: { name: body.name },
      })),
    );
    return read(context, id);
  },

  async read(context, { params }) {
    requireOwnUnless(context, params.id, "READ_CUSTOMER");
    return read(context, params.id);
  },

  async update(context, { params: { id }, body }) {
    const is_own = requireOwnUnless(context, id, "UPDATE_CUSTOMER");
    refuse(customerApi.update, context.viewer, { is_own, fields: Object.keys(body) });
    await refuseViolation(nameTaken, () =>
      changeWithAudit(
        context,
        (db) => storeChanges(db, id, body),
        () => ({
          action: "update_customer",
          customer_id: id,
          detail: { fields: Object.keys(body) },
        }),
      ),
    );
    return read(context, id);
  },

  async remove(context, { params: { id } }) {
    const remove = async (db: Database) => {
      await store.lockCustomer(db, id);
      const row = requireFound(await store.readCustomer(db, id));
      refuse(customerApi.remove, context.viewer, row);
      await store.deleteCustomer(db, id);
      return row;
    };
    await changeWithAudit(context, remove, ({ name }) => ({
      action: "remove_customer",
      customer_id: id,
      detail: { name },
    }));
    return done;
  },

  recipients: ({ db }, { params }) => store.readRecipients(db, params.id),

  async uploadLogo(context, { params: { id }, parts }) {
    requireOwnUnless(context, id, "UPDATE_CUSTOMER");
    const logo = await receiveLogo(context, parts);
    return changeBranding(context, id, (row) =>
      store.logoKey(row.logo_hash ?? "") === logo ? {} : { logo },
    );
  },

  async removeLogo(context, { params: { id } }) {
    requireOwnUnless(context, id, "UPDATE_CUSTOMER");
    return changeBranding(context, id, (row) => {
      refuse(customerApi.removeLogo, context.viewer, row);
      return row.logo_hash === null ? {} : { logo: null };
    });
  },

  async logo(context, { params }) {
    requireOwnUnless(context, params.id, "READ_CUSTOMER");
    return readLogo(context, params.id, params.hash);
  },

  async setWhiteLabel(context, { params: { id }, body }) {
    requireOwnUnless(context, id, "UPDATE_CUSTOMER");
    return changeBranding(context, id, (row) => {
      refuse(customerApi.setWhiteLabel, context.viewer, row);
      return isSame(row.white_label, body) ? {} : { white_label: body };
    });
  },

  async removeWhiteLabel(context, { params: { id } }) {
    requireOwnUnless(context, id, "UPDATE_CUSTOMER");
    return changeBranding(context, id, (row) =>
      row.white_label === null ? {} : { white_label: null },
    );
  },

  async brand(context, { params }) {
    const row = requireFound(await store.readCustomer(context.db, brandingCustomerId(context)));
    const { white_labeling_version: version, logo_hash, white_label, name } = row;
    if (version !== params.version || logo_hash === null) throw failure("RESOURCE_NOT_FOUND");
    return { version, logo_hash, white_label, customer_name: name };
  },

  async brandLogo(context, { params }) {
    return readLogo(context, brandingCustomerId(context), params.hash);
  },

  switchChoices: { needsOwner: staffSession, answer: switchChoices },
  switch: {
    needsOwner: staffSession,
    answer: (context, { body }) => switchCustomer(context, body),
  },
};

function toCustomer({ signUrl }: Context, row: store.CustomerRow): Customer {
  const path = `/api/auth/customer/${row.id}/logo/${row.logo_hash}`;
  return { ...row, logo_url: row.logo_hash === null ? null : signUrl(path) };
}

async function read(context: Context, id: number): Promise<Customer> {
  return toCustomer(context, requireFound(await store.readCustomer(context.db, id)));
}

/** The customer whose branding the viewer sees: the one that staff act for, else the viewer's own. */
function brandingCustomerId({ viewer }: Context): number {
  return viewer.customer_id ?? viewer.own_customer_id;
}

/**
 * Without `permission` the viewer has UPDATE_OWN_CUSTOMER, which is limited to the own customer.
 * Returns true if that limit applies.
 * @throws RESOURCE_NOT_FOUND for another customer
 */
function requireOwnUnless(
  { viewer }: Context,
  id: number,
  permission: "READ_CUSTOMER" | "UPDATE_CUSTOMER",
): boolean {
  if (viewer.permissions.has(permission)) return false;
  if (viewer.own_customer_id !== id) throw failure("RESOURCE_NOT_FOUND");
  return true;
}

async function storeChanges(db: Database, id: number, changes: CustomerChanges): Promise<void> {
  const { release_mail_recipient_ids: recipients, ...fields } = changes;
  await store.updateCustomer(db, id, fields);
  if (recipients !== undefined) await storeRecipients(db, id, recipients);
}

/** @throws BAD_REQUEST for recipients who are not users of the customer */
async function storeRecipients(
  db: Database,
  id: number,
  recipients: readonly number[],
): Promise<void> {
  const ids = [...new Set(recipients)];
  const users = new Set((await store.readRecipients(db, id)).map((user) => user.id));
  if (!ids.every((user) => users.has(user))) {
    const field = "release_mail_recipient_ids";
    throw failure("BAD_REQUEST", { reason: "recipient_unknown", field });
  }
  await store.storeRecipients(db, id, ids);
}

/** Stores the logo or colours that `choose` returns, with a new version. Nothing is stored if it returns {}. */
async function changeBranding(
  context: Context,
  id: number,
  choose: (row: store.CustomerRow) => Parameters<typeof store.storeBranding>[2],
): Promise<Customer> {
  const change = async (db: Database) => {
    await store.lockCustomer(db, id);
    const branding = choose(requireFound(await store.readCustomer(db, id)));
    const fields = Object.keys(branding);
    if (fields.length > 0) await store.storeBranding(db, id, branding);
    return fields;
  };
  await changeWithAudit(context, change, (fields) =>
    fields.length === 0 ? null : { action: "brand_customer", customer_id: id, detail: { fields } },
  );
  return read(context, id);
}

function isSame(before: WhiteLabel | null, after: WhiteLabel): boolean {
  return (Object.keys(after) as (keyof WhiteLabel)[]).every((key) => before?.[key] === after[key]);
}

/** @throws RESOURCE_NOT_FOUND unless `hash` is of the current logo of the customer */
async function readLogo({ db, files }: Context, id: number, hash: string): Promise<ByteAnswer> {
  const row = requireFound(await store.readCustomer(db, id));
  if (row.logo_hash !== hash) throw failure("RESOURCE_NOT_FOUND");
  return {
    content_type: "image/png",
    tag: hash,
    body: () => files.read(store.logoKey(hash)),
  };
}
