// The demo's customers and users, with random passwords.
import { randomBytes } from "node:crypto";
import * as OTPAuth from "otpauth";
import type { RoleKey } from "../../domain/account/role.ts";
import { authMethods } from "../../domain/account/session.ts";
import type { Locale } from "../../domain/account/user.ts";
import type { Database } from "../../server/context.ts";
import { hashPassword } from "../../server/account/password.ts";
import { writeRoles } from "../../server/store/account/role.ts";
import { account, customer } from "../../server/store/schema/account.ts";

export type CustomerKey = "provider" | "own" | "other";

type CustomerPlan = Omit<typeof customer.$inferInsert, "id">;

export const customerPlans: Readonly<Record<CustomerKey, CustomerPlan>> = {
  provider: {
    name: "Heliovista",
    company_name: "Heliovista Inspections GmbH",
    address_1: "Lindenweg 14",
    address_2: "51147 Köln",
    address_4: "Germany",
    user_limit: 50,
  },
  own: {
    name: "Sierra Clara",
    company_name: "Sierra Clara Energía, S.L.",
    address_1: "Calle del Molino 8",
    address_2: "41001 Sevilla",
    address_4: "Spain",
    user_limit: 17,
    white_label: {
      primary: "#8a3b12",
      primary_hover: "#a34a1b",
      primary_dark: "#6d2d0c",
      primary_border: "#7a3410",
      secondary_hover: "#f3e6dc",
    },
    white_labeling_version: 1,
  },
  other: {
    name: "Pampa Norte",
    company_name: "Pampa Norte Generación SpA",
    address_1: "Avenida Balmaceda 210",
    address_2: "Iquique",
    address_4: "Chile",
    user_limit: 5,
  },
};

type UserPlan = {
  readonly key: string;
  readonly customer: CustomerKey;
  readonly role: RoleKey;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly locale: Locale;
  /** Names of the assigned plants; absent for all plants of the customer. */
  readonly plants?: readonly string[];
  readonly usesTotp?: true;
  readonly state?: "PENDING";
  readonly locked?: true;
};

export const userPlans: readonly UserPlan[] = [
  {
    key: "viewer",
    customer: "own",
    role: "customer_user",
    first_name: "Lucía",
    last_name: "Herrera",
    email: "viewer@sierra-clara.example",
    locale: "en",
    plants: ["Valdesol"],
  },
  {
    key: "analyst",
    customer: "provider",
    role: "admin",
    first_name: "Jonas",
    last_name: "Keller",
    email: "analyst@heliovista.example",
    locale: "en",
  },
  {
    key: "field",
    customer: "own",
    role: "customer_user",
    first_name: "Andrés",
    last_name: "Molina",
    email: "field@sierra-clara.example",
    locale: "es",
  },
  {
    key: "admin",
    customer: "provider",
    role: "admin",
    first_name: "Miriam",
    last_name: "Vogt",
    email: "admin@heliovista.example",
    locale: "en",
    usesTotp: true,
  },
  {
    key: "super_admin",
    customer: "provider",
    role: "super_admin",
    first_name: "Tobias",
    last_name: "Brandt",
    email: "super-admin@heliovista.example",
    locale: "en",
    usesTotp: true,
  },
  {
    key: "other_customer",
    customer: "other",
    role: "customer_user",
    first_name: "Valentina",
    last_name: "Rojas",
    email: "viewer@pampa-norte.example",
    locale: "es",
  },
  {
    key: "pending",
    customer: "own",
    role: "customer_user",
    first_name: "Carmen",
    last_name: "Ortega",
    email: "pending@sierra-clara.example",
    locale: "es",
    state: "PENDING",
  },
  {
    key: "locked",
    customer: "own",
    role: "customer_user",
    first_name: "Rafael",
    last_name: "Navarro",
    email: "locked@sierra-clara.example",
    locale: "es",
    locked: true,
  },
  {
    key: "customer_admin",
    customer: "own",
    role: "customer_admin",
    first_name: "Elena",
    last_name: "Campos",
    email: "admin@sierra-clara.example",
    locale: "en",
  },
];

/** A written user with the password, which is only stored in `DATA_DIR/demo.json`. */
export type WrittenAccount = {
  readonly id: number;
  readonly plan: UserPlan;
  readonly key: string;
  readonly role: RoleKey;
  readonly email: string;
  readonly password: string;
  readonly totp_secret?: string;
};

/** Writes the customers; answers their IDs. */
export async function writeCustomers(
  db: Database,
  logo: string,
): Promise<Readonly<Record<CustomerKey, number>>> {
  const insert = async (key: CustomerKey) => {
    const values = { ...customerPlans[key], logo: customerPlans[key].white_label ? logo : null };
    const [row] = await db.insert(customer).values(values).returning({ id: customer.id });
    if (!row) throw new Error(`customer ${key} was not stored`);
    return row.id;
  };
  return {
    provider: await insert("provider"),
    own: await insert("own"),
    other: await insert("other"),
  };
}

/** Writes the users with random passwords; pending ones have none yet. */
export async function writeAccounts(
  db: Database,
  customers: Readonly<Record<CustomerKey, number>>,
): Promise<WrittenAccount[]> {
  const roles = await writeRoles(db);
  const written: WrittenAccount[] = [];
  for (const plan of userPlans) {
    const password = randomBytes(12).toString("base64url");
    const totp_secret = plan.usesTotp ? new OTPAuth.Secret({ size: 20 }).base32 : undefined;
    const role_id = roles.get(plan.role);
    if (role_id === undefined) throw new Error(`no role ${plan.role}`);
    const [row] = await db
      .insert(account)
      .values({
        customer_id: customers[plan.customer],
        role_id,
        first_name: plan.first_name,
        last_name: plan.last_name,
        email: plan.email,
        locale: plan.locale,
        state: plan.state ?? "REGISTERED",
        locked: plan.locked ?? false,
        password_hash: plan.state === "PENDING" ? null : await hashPassword(password),
        auth_method: totp_secret === undefined ? authMethods.EMAIL : authMethods.TOTP,
        totp_secret: totp_secret ?? null,
      })
      .returning({ id: account.id });
    if (!row) throw new Error(`account ${plan.key} was not stored`);
    const { key, role, email } = plan;
    written.push({
      id: row.id,
      plan,
      key,
      role,
      email,
      password,
      ...(totp_secret && { totp_secret }),
    });
  }
  return written;
}
