// Who of the product a person of a sign-in service is: linked before, linked now by a verified address, or created.
import { domainOf, roleOfClaims, type Claims } from "../../domain/account/single-sign-on.ts";
import type { Refusal } from "../../domain/error.ts";
import { claimedLocale, claimedNames } from "../../domain/account/claimed-person.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import { invitationShape, seatRefusal } from "../../domain/account/user.ts";
import type { Database, PublicOwnerContext } from "../context.ts";
import { findAccount, lockAccount, type AccountRow } from "../store/account/account.ts";
import { authorOf, writeAuditEntry, type AuditEntry } from "../store/account/audit.ts";
import { readRole } from "../store/account/role.ts";
import {
  hasDomain,
  IdentityTaken,
  isLinked,
  linkIdentity,
  readIdentity,
  type Identity,
  type SignOnRow,
} from "../store/account/single-sign-on.ts";
import {
  insertUser,
  lockSeats,
  readSeats,
  storeRegistered,
  storeRole,
} from "../store/account/user.ts";
import { isUniqueViolation } from "../store/database-fault.ts";

/** Why the person does not get in. */
export class PersonRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

const refused = (reason: string, values?: Record<string, string | number>) =>
  new PersonRefused({ reason, ...(values && { values }) });

/** Each try sees what the one before has met; a third meeting in a row needs three writers at one moment. */
const mostTries = 4;

/**
 * The ID of the account that the person is from now on. Somebody else may write the same address or the same link at
 * this moment, such as an invitation of another customer: then it is decided again, with what they wrote.
 * @throws PersonRefused with the reason and the way out
 */
export async function personOf(
  context: PublicOwnerContext,
  set: SignOnRow,
  claims: Claims,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await decidePerson(context, set, claims);
    } catch (cause) {
      const isMet = cause instanceof IdentityTaken || isUniqueViolation(cause);
      if (!isMet || tries >= mostTries) throw cause;
    }
  }
}

function decidePerson(context: PublicOwnerContext, set: SignOnRow, claims: Claims) {
  return context.ownerDb.transaction(async (db) => {
    // Two first sign-ins at the same time wait for each other.
    await lockSeats(db, set.customer_id);
    const bound = { ...context, ownerDb: db };
    const identity = identityOf(claims, set);
    const role_id = roleOfClaims(set, claims);
    if (role_id === null) throw refused("sso_role_unknown", { service: set.name });
    const id = await readIdentity(db, identity);
    // Locked from here on: a deletion or a registration that runs meanwhile comes before or after all of this.
    const known = id === null ? null : await lockAccount(db, id);
    const isKnown = known !== null && known.deleted_at === null;
    const row = isKnown ? known : await byAddress(bound, set, claims, known !== null);
    if (row === null) return create(bound, set, claims, identity, role_id);
    if (row.customer_id !== set.customer_id) throw refused("sso_other_customer");
    if (row.locked) throw refused("sso_locked");
    if (!isKnown) await link(bound, identity, row);
    if (row.state !== "REGISTERED") await register(bound, row);
    if (role_id !== "unset") await followRole(bound, row, role_id);
    return row.id;
  });
}

function identityOf(claims: Claims, set: SignOnRow): Identity {
  const { iss, sub } = claims;
  if (typeof sub !== "string" || sub === "") throw refused("sso_answer_invalid");
  return { issuer: typeof iss === "string" ? iss : set.issuer, subject: sub };
}

/** The address that the service has verified, in one of the customer's domains. */
async function addressOf(db: Database, set: SignOnRow, claims: Claims): Promise<string> {
  const parsed = invitationShape.shape.email.safeParse(claims["email"]);
  if (!parsed.success) throw refused("sso_email_missing", { service: set.name });
  // Some services send the word instead of the value.
  const isVerified = claims["email_verified"] === true || claims["email_verified"] === "true";
  if (!isVerified) throw refused("sso_email_unverified", { service: set.name });
  const domain = domainOf(parsed.data);
  if (domain === null || !(await hasDomain(db, set.customer_id, domain))) {
    throw refused("sso_domain_foreign", { domain: domain ?? "", service: set.name });
  }
  return parsed.data;
}

/** The account of the verified address; null if the person may be created. */
async function byAddress(
  { ownerDb }: PublicOwnerContext,
  set: SignOnRow,
  claims: Claims,
  wasDeleted: boolean,
): Promise<AccountRow | null> {
  const email = await addressOf(ownerDb, set, claims);
  const found = await findAccount(ownerDb, email);
  // It may have been deleted while its lock was waited for; then its address is free.
  const locked = found && (await lockAccount(ownerDb, found.id));
  if (locked && locked.deleted_at === null) return locked;
  if (wasDeleted) throw refused("sso_deleted");
  if (!set.provisions) throw refused("sso_unknown", { email });
  return null;
}

async function link(
  context: PublicOwnerContext,
  identity: Identity,
  row: AccountRow,
): Promise<void> {
  // Else a second person with the same address at the service would become this user.
  if (await isLinked(context.ownerDb, row.id, identity.issuer)) throw refused("sso_linked");
  await linkIdentity(context.ownerDb, identity, row.id);
  await write(context, row, { action: "identity_linked", detail: { issuer: identity.issuer } });
}

/** An invited user who signs in needs no password. */
async function register(context: PublicOwnerContext, row: AccountRow): Promise<void> {
  await storeRegistered(context.ownerDb, row.id, context.now());
  const detail = { factor: "single_sign_on" };
  await write(context, row, { action: "user_registered", detail });
}

/** The role follows the claims at each sign-in. Staff keep theirs. */
async function followRole(
  context: PublicOwnerContext,
  row: AccountRow,
  role_id: number,
): Promise<void> {
  if (row.role_id === role_id || isProviderRole(row.role_key)) return;
  const to = await customerRole(context.ownerDb, role_id);
  await storeRole(context.ownerDb, row.id, role_id);
  const detail = { user_id: row.id, from: row.role_key, to, by: "single_sign_on" };
  await write(context, row, { action: "user_role_changed", detail });
}

async function customerRole(db: Database, id: number): Promise<string> {
  const role = await readRole(db, id);
  if (!role || isProviderRole(role.key)) throw refused("sso_role_gone");
  return role.key;
}

async function create(
  context: PublicOwnerContext,
  set: SignOnRow,
  claims: Claims,
  identity: Identity,
  given: number | "unset",
): Promise<number> {
  const { ownerDb: db, now } = context;
  const { customer_id } = set;
  const role_id = given === "unset" ? set.default_role_id : given;
  if (role_id === null) throw refused("sso_role_unknown", { service: set.name });
  const role = await customerRole(db, role_id);
  const [seats] = await readSeats(db, { customer_id }, customer_id);
  if (!seats || seats.is_provider) throw refused("sso_unknown", { email: String(claims["email"]) });
  if (seatRefusal(seats)) throw refused("sso_no_seat");
  const email = await addressOf(db, set, claims);
  const { given_name, family_name, name } = claims;
  const said = { given: given_name, family: family_name, whole: name };
  const names = claimedNames(said, email);
  const locale = claimedLocale(claims["locale"]) ?? context.locale ?? "en";
  const plant_ids = set.sees_all_plants ? null : [];
  const form = { ...names, email, role_id, customer_id, locale, plant_ids };
  const id = await insertUser(db, form, now());
  await storeRegistered(db, id, now());
  await linkIdentity(db, identity, id);
  const detail = { user_id: id, role, plant_ids, by: "single_sign_on" };
  await write(context, { id, customer_id }, { action: "user_created", detail });
  return id;
}

function write(
  { ownerDb, request_id }: PublicOwnerContext,
  row: { readonly id: number; readonly customer_id: number },
  entry: AuditEntry,
): Promise<void> {
  return writeAuditEntry(authorOf(row, request_id), ownerDb, entry);
}
