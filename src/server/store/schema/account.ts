// Customers, users, roles, sessions.
import { sql } from "drizzle-orm";
import {
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
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const customer = pgTable("customer", {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  company_name: text().notNull().default(""),
  address_1: text().notNull().default(""),
  address_2: text().notNull().default(""),
  address_3: text().notNull().default(""),
  address_4: text().notNull().default(""),
  logo: text(),
  white_label: jsonb(),
  white_labeling_version: integer(),
  user_limit: integer().notNull().default(10),
  created_at: at("created_at").notNull().defaultNow(),
});

/** Users who are proposed as recipients when a customer's results are released. */
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
  permissions: text().array().notNull(),
});

/** Permissions that this installation has had already: only newer ones are given to the roles at a start. */
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
    state: text().notNull().default("PENDING"),
    locked: boolean().notNull().default(false),
    password_hash: text(),
    auth_method: integer().notNull().default(0),
    totp_secret: text(),
    /** Time step of the last accepted TOTP code: a code is not accepted twice. */
    totp_last_step: integer(),
    locale: text().notNull().default("en"),
    show_all_key_figures: boolean().notNull().default(false),
    last_used_webapp_version: text(),
    is_uploading: boolean().notNull().default(false),
    /** Counts changes of role, plants or customer; sessions with an older number must reload. */
    permission_version: integer().notNull().default(1),
    created_at: at("created_at").notNull().defaultNow(),
    invited_at: at("invited_at"),
    registered_at: at("registered_at"),
    terms_accepted_at: at("terms_accepted_at"),
    last_sign_in_at: at("last_sign_in_at"),
    /** Deleted accounts keep their name, which stands below what they did, and nothing else. */
    deleted_at: at("deleted_at"),
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

export const session = pgTable(
  "session",
  {
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: bytea().primaryKey(),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** The customer the session acts for; null for staff acting for none. */
    acting_customer_id: integer().references(() => customer.id, { onDelete: "cascade" }),
    hidden_admin: boolean().notNull().default(false),
    show_all_key_figures: boolean().notNull().default(false),
    permission_version: integer().notNull(),
    created_at: at("created_at").notNull().defaultNow(),
    last_used_at: at("last_used_at").notNull().defaultNow(),
  },
  (t) => [index("session_account").on(t.account_id)],
);

export const confirmation = pgTable("confirmation", {
  /** SHA-256 of the confirmation key. */
  key_hash: bytea().primaryKey(),
  account_id: integer()
    .notNull()
    .references(() => account.id, { onDelete: "cascade" }),
  /**
   * email_login, totp_login, register, totp_secret, reset_password, change_auth_method,
   * security_code, demo_sign_in.
   */
  kind: text().notNull(),
  code_hash: text(),
  payload: jsonb(),
  tries: integer().notNull().default(0),
  created_at: at("created_at").notNull().defaultNow(),
  expires_at: at("expires_at").notNull(),
  used_at: at("used_at"),
});

/** Solved proofs of work that were handed in: none is accepted twice. */
export const usedProof = pgTable("used_proof", {
  id: text().primaryKey(),
  expires_at: at("expires_at").notNull(),
});

/** Keys made at the first start: url tokens, bot tokens. */
export const secret = pgTable("secret", { name: text().primaryKey(), value: bytea().notNull() });

export const auditEntry = pgTable(
  "audit_entry",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    created_at: at("created_at").notNull().defaultNow(),
    account_id: integer(),
    customer_id: integer(),
    action: text().notNull(),
    detail: jsonb(),
    request_id: text(),
  },
  (t) => [index("audit_entry_created").on(t.created_at)],
);

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
    /** Browser as its request named itself. */
    user_agent: text(),
    created_at: at("created_at").notNull().defaultNow(),
  },
  (t) => [index("diagnostic_error").on(t.error_id), index("diagnostic_created").on(t.created_at)],
);
