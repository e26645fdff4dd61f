// More users of the demo: colleagues who cannot sign in, and the last sign-ins of all users.
import { eq } from "drizzle-orm";
import type { RoleKey } from "../../domain/account/role.ts";
import type { Locale } from "../../domain/account/user.ts";
import type { Database } from "../../server/context.ts";
import { account, role } from "../../server/store/schema/account.ts";
import { storePlants } from "../../server/store/account/user.ts";
import type { CustomerKey, WrittenAccount } from "./account-plan.ts";

const hour = 3_600_000;
const day = 24 * hour;

type Colleague = {
  readonly customer: CustomerKey;
  readonly role: RoleKey;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly locale: Locale;
  /** Milliseconds since the last sign-in. */
  readonly away: number;
  /** Names of assigned plants; absent for all, empty for none. */
  readonly plants?: readonly string[];
};

/** Leaves two seats to Sierra Clara, one to Pampa Norte. */
const colleagues: readonly Colleague[] = [
  {
    customer: "own",
    role: "customer_user",
    first_name: "Inés",
    last_name: "Cabrera",
    email: "ines.cabrera@sierra-clara.example",
    locale: "es",
    away: 2 * hour,
    plants: ["Valdesol", "Llano Grande", "Cerro Pardo"],
  },
  {
    customer: "own",
    role: "customer_user",
    first_name: "Gonzalo",
    last_name: "Prieto",
    email: "gonzalo.prieto@sierra-clara.example",
    locale: "es",
    away: 41 * day,
    plants: [],
  },
  {
    customer: "own",
    role: "customer_user",
    first_name: "Marta",
    last_name: "Solís",
    email: "marta.solis@sierra-clara.example",
    locale: "es",
    away: 6 * day,
    plants: ["Llano Grande"],
  },
  {
    customer: "own",
    role: "customer_user",
    first_name: "Tomás",
    last_name: "Iglesias",
    email: "tomas.iglesias@sierra-clara.example",
    locale: "es",
    away: 26 * hour,
  },
  {
    customer: "own",
    role: "customer_user",
    first_name: "Beatriz",
    last_name: "Lozano",
    email: "beatriz.lozano@sierra-clara.example",
    locale: "en",
    away: 190 * day,
  },
  {
    customer: "own",
    role: "customer_user",
    first_name: "Pablo",
    last_name: "Quintero",
    email: "pablo.quintero@sierra-clara.example",
    locale: "es",
    away: 3 * day,
    plants: ["Cerro Pardo", "Valdesol"],
  },
  {
    customer: "other",
    role: "customer_user",
    first_name: "Joaquín",
    last_name: "Paredes",
    email: "joaquin.paredes@pampa-norte.example",
    locale: "es",
    away: 9 * day,
  },
  {
    customer: "other",
    role: "customer_user",
    first_name: "Camila",
    last_name: "Fuentes",
    email: "camila.fuentes@pampa-norte.example",
    locale: "es",
    away: 20 * hour,
  },
  {
    customer: "other",
    role: "customer_user",
    first_name: "Rodrigo",
    last_name: "Araya",
    email: "rodrigo.araya@pampa-norte.example",
    locale: "pt",
    away: 75 * day,
  },
  {
    customer: "provider",
    role: "admin",
    first_name: "Nadja",
    last_name: "Winter",
    email: "nadja.winter@heliovista.example",
    locale: "en",
    away: 5 * hour,
  },
];

/** Writes the colleagues, who have no password, and the last sign-ins of the demo's accounts. */
export async function writeColleagues(
  db: Database,
  customers: Readonly<Record<CustomerKey, number>>,
  accounts: readonly WrittenAccount[],
  plants: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  for (const [at, { id, plan }] of accounts.entries()) {
    const seen = plan.state === "PENDING" ? null : ago((at * 7 + 1) * hour);
    const invited_at = ago(plan.state === "PENDING" ? 3 * day : 240 * day);
    await db.update(account).set({ last_sign_in_at: seen, invited_at }).where(eq(account.id, id));
  }
  const roles = await db.select({ id: role.id, key: role.key }).from(role);
  for (const { customer, role: key, away, plants: names, ...person } of colleagues) {
    const role_id = roles.find((one) => one.key === key)?.id;
    if (role_id === undefined) throw new Error(`no role ${key}`);
    const [row] = await db
      .insert(account)
      .values({
        ...person,
        customer_id: customers[customer],
        role_id,
        state: "REGISTERED",
        invited_at: ago(away + 30 * day),
        registered_at: ago(away + 29 * day),
        terms_accepted_at: ago(away + 29 * day),
        last_sign_in_at: ago(away),
      })
      .returning({ id: account.id });
    const ids = names?.flatMap((name) => plants.get(name) ?? []);
    if (row && ids) await storePlants(db, row.id, ids);
  }
}
