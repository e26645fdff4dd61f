// Customers, users, roles, sessions.
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { auditActions } from "../../../domain/account/audit.ts";
import type { Permission } from "../../../domain/account/permission.ts";
import type { AuthMethod } from "../../../domain/account/session.ts";
import { userLocales, userStates } from "../../../domain/account/user.ts";
import type { WhiteLabel } from "../../../domain/provider/customer.ts";
import { time } from "./time.ts";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const customer = pgTable("customer", {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  company_name: text().notNull().default(""),
  address_1: text().notNull().default(""),
  address_2: text().notNull().default(""),
  address_3: text().notNull().default(""),
  address_4: text().notNull().default(""),
  logo: text(),
  white_label: jsonb().$type<WhiteLabel>(),
  white_labeling_version: integer(),
  user_limit: integer().notNull().default(10),
  /** Gigabytes and rows that the customer, and each of its users, may store. */
  storage_limit_gb: integer().notNull().default(10_000),
  row_limit: integer().notNull().default(5_000_000),
  user_storage_limit_gb: integer().notNull().default(5000),
  user_row_limit: integer().notNull().default(1_000_000),
  created_at: time()
    .notNull()
    .default(sql`now()`),
});

/** Users who are proposed as recipients of a customer's release e-mails. */
export const releaseMailRecipient = pgTable(
  "release_mail_recipient",
  {
    customer_id: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.customer_id, t.account_id] })],
);

export const role = pgTable("role", {
  id: serial().primaryKey(),
  key: text().notNull().unique(),
  permissions: text().array().$type<Permission[]>().notNull(),
});

/** Permissions that this installation already knows. A start grants only new ones to the roles. */
export const knownPermission = pgTable("known_permission", { name: text().primaryKey() });

export const account = pgTable(
  "account",
  {
    id: serial().primaryKey(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    role_id: integer()
      .notNull()
      .references(() => role.id),
    first_name: text().notNull().default(""),
    last_name: text().notNull().default(""),
    email: text().notNull(),
    state: text({ enum: userStates }).notNull().default("PENDING"),
    locked: boolean().notNull().default(false),
    password_hash: text(),
    auth_method: integer().$type<AuthMethod>().notNull().default(0),
    totp_secret: text(),
    /** Time step of the last accepted TOTP code: a code is not accepted twice. */
    totp_last_step: integer(),
    locale: text({ enum: userLocales }).notNull().default("en"),
    show_all_key_figures: boolean().notNull().default(false),
    last_used_webapp_version: text(),
    /** Counts changes of role, plants or customer; sessions with an older number must reload. */
    permission_version: integer().notNull().default(1),
    /** Counts how often sessions were ended by a new password, another factor or by hand: what still runs ends then too. */
    session_ends: integer().notNull().default(0),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    invited_at: time(),
    registered_at: time(),
    terms_accepted_at: time(),
    last_sign_in_at: time(),
    /** Deleted accounts keep only their name, which the history of changes shows. */
    deleted_at: time(),
  },
  (t) => [uniqueIndex("account_email").on(sql`lower(${t.email})`)],
);

export const accountPlant = pgTable(
  "account_plant",
  {
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    plant_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.plant_id] })],
);

/** Codes that replace those of a lost authenticator app. */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** SHA-256 of account and code; the code itself is never stored. */
    hash: bytea().notNull(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    used_at: time(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.hash] })],
);

export const session = pgTable(
  "session",
  {
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: bytea().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The customer that the session acts for; null for staff who act for none. */
    acting_customer_id: integer().references(() => customer.id, { onDelete: "cascade" }),
    hidden_admin: boolean().notNull().default(false),
    show_all_key_figures: boolean().notNull().default(false),
    permission_version: integer().notNull(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    last_used_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("session_account").on(t.account_id)],
);

/**
 * Why a session ended that its own user did not end with it. `idle`, `longest`: it was too old. `limit`: the user has signed in
 * on more devices than sessions are kept.
 */
export const sessionEnds = ["idle", "longest", "password", "factor", "elsewhere", "limit"] as const;

/** Sessions that have ended of late, so that their devices can say why. */
export const endedSession = pgTable(
  "ended_session",
  {
    /** SHA-256 of the token. */
    token_hash: bytea().primaryKey(),
    reason: text({ enum: sessionEnds }).notNull(),
    ended_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("ended_session_at").on(t.ended_at)],
);

/** Kinds of confirmations. */
export const confirmationKinds = [
  "email_login",
  "totp_login",
  "register",
  "totp_secret",
  "reset_password",
  "change_auth_method",
  "security_code",
  "demo_sign_in",
] as const;

export const confirmation = pgTable("confirmation", {
  /** SHA-256 of the confirmation key. */
  key_hash: bytea().primaryKey(),
  account_id: integer()
    .notNull()
    .references(() => account.id, { onDelete: "cascade" }),
  kind: text({ enum: confirmationKinds }).notNull(),
  code_hash: text(),
  /** Data for the confirmed action; each kind has its own shape. */
  payload: jsonb().$type<Readonly<Record<string, unknown>>>(),
  tries: integer().notNull().default(0),
  created_at: time()
    .notNull()
    .default(sql`now()`),
  expires_at: time().notNull(),
  used_at: time(),
});

/** Used proofs of work: none is accepted twice. */
export const usedProof = pgTable("used_proof", {
  id: text().primaryKey(),
  expires_at: time().notNull(),
});

/**
 * Answers to changes, kept for a moment: a browser that lost one asks again under the same ID, of whichever server. Not
 * logged, so that it costs no write to the disk: a crash of the database forgets them.
 */
export const keptAnswer = pgTable("kept_answer", {
  /** Hash of the session and of the ID that the browser has made. */
  id: bytea().primaryKey(),
  /** Hash of what was asked: another request under the same ID gets no answer of this one. Null of older versions. */
  request: bytea(),
  /** Sealed with the token of the session, which is not stored; null while the change is being made. */
  sealed: bytea(),
  is_done: boolean().notNull().default(false),
  at: time()
    .notNull()
    .default(sql`now()`),
});

/** Secret keys that sign URL tokens and bot tokens; created at the first start. */
export const secret = pgTable("secret", { name: text().primaryKey(), value: bytea().notNull() });

export const auditEntry = pgTable(
  "audit_entry",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    account_id: integer(),
    customer_id: integer(),
    action: text({ enum: auditActions }).notNull(),
    detail: jsonb().$type<Readonly<Record<string, unknown>>>(),
    request_id: text(),
  },
  (t) => [index("audit_entry_created").on(t.created_at)],
);

/**
 * The chain of the audit trail: one seal for each entry, which the database writes when the transaction commits
 * (`0035_audit_seal.sql`). The hash covers the entry and the seal before.
 */
export const auditSeal = pgTable("audit_seal", {
  /** 1, 2, 3 without gaps. */
  position: bigint({ mode: "number" }).primaryKey(),
  entry_id: bigint({ mode: "number" }).notNull().unique(),
  hash: bytea().notNull(),
});

export const diagnostic = pgTable(
  "diagnostic",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    error_id: text().notNull(),
    message: text().notNull(),
    app_url: text().notNull(),
    timestamp: text().notNull(),
    app_version: text(),
    /** User agent of the request. */
    user_agent: text(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("diagnostic_error").on(t.error_id), index("diagnostic_created").on(t.created_at)],
);
