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

/** Who of a sign-in service is which user. It stays when a user is deleted, so that nobody is created again by a sign-in. */
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
