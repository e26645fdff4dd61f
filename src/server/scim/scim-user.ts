// Users of a customer, for its sign-in service.
import { claimedNames } from "../../domain/account/claimed-person.ts";
import { provisionedRole } from "../../domain/account/provisioning.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import { domainOf } from "../../domain/account/single-sign-on.ts";
import { invitationShape, seatRefusal } from "../../domain/account/user.ts";
import { badScim, projected, ScimFault, scimList, scimPage } from "../../domain/scim/scim.ts";
import { filterOf } from "../../domain/scim/scim-filter.ts";
import {
  patchedUserFields,
  userFieldsOf,
  userResource,
  type UserFields,
} from "../../domain/scim/scim-user.ts";
import { followGroups, readMappedRoles } from "../account/provisioned-role.ts";
import type { Database } from "../context.ts";
import { findAccount } from "../store/account/account.ts";
import { writeAuditEntry, type AuditEntry } from "../store/account/audit.ts";
import * as store from "../store/account/provisioned-user.ts";
import type { UserRow } from "../store/account/provisioned-user.ts";
import { readRole } from "../store/account/role.ts";
import { hasDomain } from "../store/account/single-sign-on.ts";
import * as users from "../store/account/user.ts";
import { isUniqueViolation } from "../store/database-fault.ts";
import type { ScimContext, ScimRequest } from "./scim-context.ts";

export async function listUsers(context: ScimContext, { query }: ScimRequest) {
  const { db, customer_id, base } = context;
  const page = scimPage(query);
  const filter = filterOf(query["filter"], store.userAttributes);
  const { total, users: rows } = await store.readUserPage(db, customer_id, filter, page);
  const resources = rows.map((row) => projected(userResource(row, base), query));
  return scimList(resources, total, page.first);
}

export async function readUser(context: ScimContext, { id, query }: ScimRequest) {
  return projected(userResource(await find(context, context.db, id), context.base), query);
}

export async function createUser(context: ScimContext, { body }: ScimRequest) {
  const fields = userFieldsOf(body);
  const { user_name } = fields;
  if (user_name === undefined) throw badScim("invalidValue", "userName is missing.");
  const email = await checkedEmail(context, fields.email ?? user_name);
  const id = await change(context, async (db) => {
    await refuseKnown(context, db, user_name, email, null);
    // Row-level security shows the accounts of this customer alone; one of another ends in a violation of the index.
    const former = await findAccount(db, email);
    const role_id = await roleOf(context, db, fields.roles ?? []);
    if (former) return takeBack(context, db, { ...fields, user_name, email }, former.id, role_id);
    return insert(context, db, { ...fields, user_name, email }, role_id);
  });
  return userResource(await find(context, context.db, String(id)), context.base);
}

export async function replaceUser(context: ScimContext, { id, body }: ScimRequest) {
  return changeUser(context, id, userFieldsOf(body));
}

export async function patchUser(context: ScimContext, { id, body }: ScimRequest) {
  return changeUser(context, id, patchedUserFields(body));
}

/** The user is locked and stays in the product: what the person did keeps its author. */
export async function removeUser(context: ScimContext, { id }: ScimRequest): Promise<null> {
  const { ownerDb, now } = context;
  await change(context, async (db) => {
    const user = await find(context, db, id);
    await store.storeRemoved(db, user, now());
    if (!user.locked) await users.storeLock(db, user.id, true, "service");
    await write(context, db, {
      action: "user_locked",
      detail: { user_id: user.id, removed: true },
    });
    // Last, because it is on another connection and cannot be rolled back.
    await users.endAccess(ownerDb, user.id, "sign_ins");
  });
  return null;
}

type Whole = UserFields & { readonly user_name: string; readonly email: string };

async function insert(
  context: ScimContext,
  db: Database,
  fields: Whole,
  role_id: number,
): Promise<number> {
  const { customer_id, now, set } = context;
  const [seats] = await users.readSeats(db, { customer_id }, customer_id);
  const refusal = seats && seatRefusal(seats);
  if (!seats || refusal) {
    throw new ScimFault(
      403,
      null,
      `The customer has no seat for another user: ${seats?.total} of ${seats?.max} are taken.`,
    );
  }
  const { given_name: given, family_name: family, whole_name: whole, email } = fields;
  const names = claimedNames({ given, family, whole }, email);
  const locale = fields.locale ?? "en";
  const plant_ids = set.sees_all_plants ? null : [];
  const form = { ...names, email, role_id, customer_id, locale, plant_ids };
  const id = await users.insertUser(db, form, now());
  await users.storeRegistered(db, id, now());
  const is_deactivated = fields.active === false;
  if (is_deactivated) await users.storeLock(db, id, true, "service");
  await store.storeProvisioned(db, { id, customer_id }, keptOf(fields, is_deactivated), now());
  const role = await readRole(db, role_id);
  const detail = { user_id: id, role: role?.key ?? null, plant_ids, service: set.name };
  await write(context, db, { action: "user_created", detail });
  return id;
}

/** A user whom the service had removed is its user again, with the role of a new one. */
async function takeBack(
  context: ScimContext,
  db: Database,
  fields: Whole,
  id: number,
  role_id: number,
): Promise<number> {
  await store.storeTakenBack(db, id);
  const user = await find(context, db, String(id));
  if (user.role_id !== role_id) {
    await users.storeRole(db, id, role_id);
    const to = (await readRole(db, role_id))?.key ?? null;
    const detail = { user_id: id, from: user.role_key, to };
    await write(context, db, { action: "user_role_changed", detail });
  }
  const { external_id = null, roles = [], active = true } = fields;
  await apply(context, db, user, { ...fields, external_id, roles, active });
  return id;
}

const keptOf = (fields: Whole, is_deactivated: boolean) => ({
  external_id: fields.external_id ?? null,
  user_name: nameBeside(fields.user_name, fields.email),
  roles: fields.roles ?? [],
  is_deactivated,
});

/** The name at the service; null where it is the e-mail address. */
const nameBeside = (user_name: string, email: string) =>
  user_name.toLowerCase() === email.toLowerCase() ? null : user_name;

async function changeUser(context: ScimContext, id: string, fields: UserFields) {
  await change(context, async (db) => {
    const user = await find(context, db, id);
    const before = await readMappedRoles(db, context.set, [user.id]);
    await apply(context, db, user, fields);
    await followGroups(context.author, db, context.set, [user.id], before);
  });
  return userResource(await find(context, context.db, id), context.base);
}

/** Stores what changes, and writes it to the audit trail. */
async function apply(
  context: ScimContext,
  db: Database,
  user: UserRow,
  fields: UserFields,
): Promise<void> {
  const { ownerDb, now } = context;
  const user_name = fields.user_name ?? user.user_name;
  // Services that send no addresses mean the name.
  const isNamed = user.user_name.toLowerCase() === user.email.toLowerCase();
  const asked = fields.email ?? (isNamed ? user_name : user.email);
  const isSame = asked.toLowerCase() === user.email.toLowerCase();
  const email = isSame ? user.email : await checkedEmail(context, asked);
  await refuseKnown(context, db, user_name, email, user.id);
  const { given_name, family_name } = fields;
  const names = claimedNames(
    { given: given_name || user.first_name, family: family_name || user.last_name, whole: "" },
    email,
  );
  const person = { email, ...names, locale: fields.locale ?? user.locale };
  await store.storePerson(db, user.id, person);
  const is_deactivated = await applyActive(context, db, user, fields.active);
  await store.storeProvisioned(
    db,
    user,
    {
      external_id: fields.external_id === undefined ? user.external_id : fields.external_id,
      user_name: nameBeside(user_name, email),
      roles: fields.roles ?? user.roles,
      is_deactivated,
    },
    now(),
  );
  const { id: user_id } = user;
  if (names.first_name !== user.first_name || names.last_name !== user.last_name) {
    await write(context, db, { action: "user_names_changed", detail: { user_id } });
  }
  if (!isSame) {
    const detail = { user_id, from: user.email, to: email };
    await write(context, db, { action: "user_address_changed", detail });
  }
  // Last, because it is on another connection and cannot be rolled back. Links went to the former address.
  if (!isSame) await users.endAccess(ownerDb, user_id, "address");
  if (is_deactivated && !user.locked) await users.endAccess(ownerDb, user_id, "sign_ins");
}

/** Locks or unlocks; answers whether the service has locked the user. */
async function applyActive(
  context: ScimContext,
  db: Database,
  { id: user_id, locked, is_deactivated }: UserRow,
  active: boolean | undefined,
): Promise<boolean> {
  if (active === undefined || active === !locked) return is_deactivated;
  if (active && !is_deactivated) {
    throw new ScimFault(
      403,
      null,
      "An administrator has locked this user in the product, and can unlock it there.",
    );
  }
  await users.storeLock(db, user_id, !active, "service");
  await write(context, db, {
    action: active ? "user_unlocked" : "user_locked",
    detail: { user_id },
  });
  return !active;
}

/** @throws 404 for what is not a user of this customer, or not one that the service may see */
async function find({ customer_id }: ScimContext, db: Database, id: string): Promise<UserRow> {
  const user = await store.findProvisioned(db, customer_id, [{ name: "id", value: id }]);
  if (user === null) throw new ScimFault(404, null, "There is no such user.");
  return user;
}

/** @throws 400 for what is no address in a domain of the customer */
async function checkedEmail({ db, customer_id }: ScimContext, text: string): Promise<string> {
  const parsed = invitationShape.shape.email.safeParse(text);
  if (!parsed.success) {
    throw badScim("invalidValue", "emails has no e-mail address, and userName is none.");
  }
  const domain = domainOf(parsed.data);
  if (domain === null || !(await hasDomain(db, customer_id, domain))) {
    throw badScim("invalidValue", `${domain ?? "The address"} is no domain of this customer.`);
  }
  return parsed.data;
}

/** @throws 409 where another user has the name or the address */
async function refuseKnown(
  { customer_id }: ScimContext,
  db: Database,
  user_name: string,
  email: string,
  own_id: number | null,
): Promise<void> {
  for (const one of [
    { name: "username", value: user_name },
    { name: "username", value: email },
    { name: "emails", value: email },
  ] as const) {
    const known = await store.findProvisioned(db, customer_id, [one]);
    if (known !== null && known.id !== own_id) throw taken();
  }
}

const taken = () => new ScimFault(409, "uniqueness", "Another user has this userName or address.");

/** The role of the values, else that of new users. */
async function roleOf(
  { set }: ScimContext,
  db: Database,
  values: readonly string[],
): Promise<number> {
  const id = provisionedRole(set.roles, new Set(values)) ?? set.default_role_id;
  const role = id === null ? null : await readRole(db, id);
  if (role === null || isProviderRole(role.key)) {
    throw badScim("invalidValue", "The settings of the customer name no role for new users.");
  }
  return role.id;
}

/** One change of the customer after the other, as with its seats. */
async function change<T>(context: ScimContext, run: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await context.db.transaction(async (db) => {
      await users.lockSeats(db, context.customer_id);
      return run(db);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}

function write(context: ScimContext, db: Database, entry: AuditEntry): Promise<void> {
  const { author, customer_id } = context;
  const detail = { ...entry.detail, by: "provisioning" };
  return writeAuditEntry(author, db, { ...entry, customer_id, detail });
}
