// Ways to sign in beside the password: single sign-on of customers, and passkeys.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { AccessScope } from "../../../domain/account/access-token.ts";
import type { ClaimRole } from "../../../domain/account/single-sign-on.ts";
import { account, bytea, customer, role } from "./account.ts";
import { time } from "./time.ts";

/** The sign-in service of a customer, by OpenID Connect. */
export const singleSignOn = pgTable("single_sign_on", {
  customer_id: integer()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  is_on: boolean().notNull(),
  /** On the button of the sign-in page. */
  name: text().notNull(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  /** Encrypted; the key is in a table that the serving role cannot read. */
  client_secret: bytea(),
  role_claim: text().notNull(),
  /** In order: the first one that fits counts. */
  roles: jsonb().$type<ClaimRole[]>().notNull(),
  default_role_id: integer().references(() => role.id),
  provisions: boolean().notNull(),
  sees_all_plants: boolean().notNull().default(true),
  is_forced: boolean().notNull(),
  trusts_second_factor: boolean().notNull(),
  second_factor_acr: text().array().notNull(),
});

/** Domains of e-mail addresses. Each belongs to one customer. */
export const singleSignOnDomain = pgTable("single_sign_on_domain", {
  domain: text().primaryKey(),
  customer_id: integer()
    .notNull()
    .references(() => singleSignOn.customer_id, { onDelete: "cascade" }),
});

/** Who of a sign-in service is which user. It stays when a user is deleted, so that a sign-in does not create the user again. */
export const accountIdentity = pgTable(
  "account_identity",
  {
    issuer: text().notNull(),
    /** SHA-256 of the subject. */
    subject_hash: bytea().notNull(),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject_hash] }),
    uniqueIndex("account_identity_account").on(t.account_id, t.issuer),
  ],
);

/** Sign-ins that are under way at a sign-in service. */
export const begunSignOn = pgTable("begun_sign_on", {
  /** SHA-256 of the state that the service sends back. */
  state_hash: bytea().primaryKey(),
  /** SHA-256 of a key that only the browser has that began. */
  browser_hash: bytea().notNull(),
  customer_id: integer()
    .notNull()
    .references(() => singleSignOn.customer_id, { onDelete: "cascade" }),
  issuer: text().notNull(),
  nonce: text().notNull(),
  code_verifier: text().notNull(),
  expires_at: time().notNull(),
});

/** Passkeys of users. The private keys stay on their devices. */
export const passkey = pgTable(
  "passkey",
  {
    id: serial().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    credential_id: bytea().notNull().unique(),
    public_key: bytea().notNull(),
    /** Signatures that the device has counted; 0 where it does not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    /** Whether it is kept on several devices of its user. */
    is_synced: boolean().notNull(),
    name: text().notNull(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    last_used_at: time(),
  },
  (t) => [index("passkey_account").on(t.account_id)],
);

/** Challenges that wait for the answer of a device. Each is taken once. */
export const passkeyChallenge = pgTable("passkey_challenge", {
  /** SHA-256 of the challenge. */
  challenge_hash: bytea().primaryKey(),
  /** Whose new passkey it is for; null for a sign-in. */
  account_id: integer().references(() => account.id, { onDelete: "cascade" }),
  expires_at: time().notNull(),
});

/** The token with which the sign-in service of a customer creates and changes its users. */
export const provisioningToken = pgTable("provisioning_token", {
  customer_id: integer()
    .primaryKey()
    .references(() => singleSignOn.customer_id, { onDelete: "cascade" }),
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: bytea().notNull().unique(),
  created_at: time()
    .notNull()
    .default(sql`now()`),
  expires_at: time().notNull(),
  last_used_at: time(),
});

/** Tokens with which programs make calls as their users. */
export const accessToken = pgTable(
  "access_token",
  {
    id: serial().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The customer whose data the maker saw; null for staff who acted for none. */
    acting_customer_id: integer().references(() => customer.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: bytea().notNull().unique(),
    scopes: text().array().$type<AccessScope[]>().notNull(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    expires_at: time().notNull(),
    last_used_at: time(),
    /** Hashes of the networks that it was used from, the newest first. */
    networks: text().array().notNull().default([]),
  },
  (t) => [index("access_token_account").on(t.account_id)],
);

/** What a sign-in service says of a user beside what every user has. */
export const provisionedUser = pgTable(
  "provisioned_user",
  {
    account_id: integer()
      .primaryKey()
      .references(() => account.id, { onDelete: "cascade" }),
    customer_id: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** ID of the user at the service. */
    external_id: text(),
    /** Name of the user at the service, where it is not the e-mail address. */
    user_name: text(),
    /** Values that can stand for a role. */
    roles: text().array().notNull().default([]),
    /** The service has locked the user, and can unlock it. */
    is_deactivated: boolean().notNull().default(false),
    /** The service no longer has the user. */
    is_removed: boolean().notNull().default(false),
    modified_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    uniqueIndex("provisioned_user_name")
      .on(t.customer_id, sql`lower(${t.user_name})`)
      .where(sql`not ${t.is_removed}`),
  ],
);

/** Groups that a sign-in service has sent. */
export const provisionedGroup = pgTable(
  "provisioned_group",
  {
    id: serial().primaryKey(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    display_name: text().notNull(),
    /** ID of the group at the service. */
    external_id: text(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    modified_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [uniqueIndex("provisioned_group_name").on(t.customer_id, sql`lower(${t.display_name})`)],
);

export const provisionedGroupMember = pgTable(
  "provisioned_group_member",
  {
    group_id: integer()
      .notNull()
      .references(() => provisionedGroup.id, { onDelete: "cascade" }),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.group_id, t.account_id] }),
    index("provisioned_group_member_account").on(t.account_id),
  ],
);
