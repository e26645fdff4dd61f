// Customers with the counts of their objects, branding and recipients of release e-mails.
import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type {
  Customer,
  CustomerBrief,
  CustomerForm,
  Recipient,
  WhiteLabel,
} from "../../../domain/provider/customer.ts";
import { staffRoles } from "../../../domain/account/role.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { account, customer, releaseMailRecipient, role } from "../schema/account.ts";
import { plant } from "../schema/plant.ts";
import { drone, purchaseOrder } from "../schema/provider.ts";

/** Object key of the logo with this hash. */
export function logoKey(hash: string): string {
  return `logo/${hash}.png`;
}

function hashOf(logo: string | null): string | null {
  return logo === null ? null : (/^logo\/([0-9a-f]{64})\.png$/.exec(logo)?.[1] ?? null);
}

const ofCustomer = (column: SQL.Aliased | SQL | unknown) => sql`${column} = "customer"."id"`;
const users = sql`from ${account} where ${ofCustomer(sql`${account.customer_id}`)} and ${account.deleted_at} is null`;
const countOf = (rows: SQL) => sql<number>`(select count(*)::int ${rows})`;
/** Null without a logo: there is no branding then. The stored number stays, so that a version never repeats. */
const version = sql<
  number | null
>`case when ${customer.logo} is null then null else ${customer.white_labeling_version} end`;

const columns = {
  id: customer.id,
  name: customer.name,
  company_name: customer.company_name,
  address_1: customer.address_1,
  address_2: customer.address_2,
  address_3: customer.address_3,
  address_4: customer.address_4,
  user_limit: customer.user_limit,
  storage_limit_gb: customer.storage_limit_gb,
  row_limit: customer.row_limit,
  user_storage_limit_gb: customer.user_storage_limit_gb,
  user_row_limit: customer.user_row_limit,
  logo: customer.logo,
  white_label: customer.white_label,
  white_labeling_version: version,
  plant_count: countOf(sql`from ${plant} where ${ofCustomer(sql`${plant.customer_id}`)}`),
  order_count: countOf(
    sql`from ${purchaseOrder} where ${ofCustomer(sql`${purchaseOrder.customer_id}`)}`,
  ),
  drone_count: countOf(sql`from ${drone} where ${ofCustomer(sql`${drone.customer_id}`)}`),
  user_count: countOf(users),
  staff_count: countOf(
    sql`${users} and ${account.role_id} in (select ${role.id} from ${role} where ${inArray(role.key, [...staffRoles])})`,
  ),
  release_mail_recipient_ids: sql<number[]>`array(select ${releaseMailRecipient.account_id}
    from ${releaseMailRecipient} where ${ofCustomer(sql`${releaseMailRecipient.customer_id}`)}
    order by ${releaseMailRecipient.account_id})`,
} satisfies ColumnsOf<Omit<Customer, "logo_hash" | "logo_url"> & { logo: unknown }>;

async function readRows(db: Database, condition?: SQL) {
  const rows = await db.select(columns).from(customer).where(condition).orderBy(asc(customer.name));
  return rows.map(({ logo, ...row }) => ({
    ...row,
    logo_hash: hashOf(logo),
  }));
}
export type CustomerRow = Awaited<ReturnType<typeof readRows>>[number];

/** The customers that this database shows, by name. */
export function readCustomers(db: Database): Promise<CustomerRow[]> {
  return readRows(db);
}

export async function readCustomer(db: Database, id: number): Promise<CustomerRow | null> {
  return (await readRows(db, eq(customer.id, id)))[0] ?? null;
}

export function readCustomerBriefs(db: Database): Promise<CustomerBrief[]> {
  return db
    .select({
      id: customer.id,
      name: customer.name,
      white_labeling_version: version,
    } satisfies ColumnsOf<CustomerBrief>)
    .from(customer)
    .orderBy(asc(customer.name));
}

/** Locks the customer and new references to it until the end of the transaction. */
export async function lockCustomer(db: Database, id: number): Promise<void> {
  await db.select({ id: customer.id }).from(customer).where(eq(customer.id, id)).for("update");
}

type Fields = Partial<Omit<CustomerForm, "release_mail_recipient_ids">>;

export async function insertCustomer(
  db: Database,
  fields: Fields & { name: string },
): Promise<number> {
  const [row] = await db.insert(customer).values(fields).returning({ id: customer.id });
  if (!row) throw new Error("the customer was not stored");
  return row.id;
}

export async function updateCustomer(db: Database, id: number, fields: Fields): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db.update(customer).set(fields).where(eq(customer.id, id));
}

/** Deletes the customer and the remaining names of its deleted users. */
export async function deleteCustomer(db: Database, id: number): Promise<void> {
  await db.delete(account).where(and(eq(account.customer_id, id), isNotNull(account.deleted_at)));
  await db.delete(customer).where(eq(customer.id, id));
}

/** Users of the customer, by name. */
export function readRecipients(db: Database, customer_id: number): Promise<Recipient[]> {
  const name = sql<string>`trim(${account.first_name} || ' ' || ${account.last_name})`;
  return db
    .select({ id: account.id, name, email: account.email } satisfies ColumnsOf<Recipient>)
    .from(account)
    .where(and(eq(account.customer_id, customer_id), isNull(account.deleted_at)))
    .orderBy(asc(name), asc(account.email));
}

/** Replaces the recipients. The caller checks that they are users of the customer. */
export async function storeRecipients(
  db: Database,
  customer_id: number,
  ids: readonly number[],
): Promise<void> {
  await db.delete(releaseMailRecipient).where(eq(releaseMailRecipient.customer_id, customer_id));
  if (ids.length === 0) return;
  const rows = ids.map((account_id) => ({ customer_id, account_id }));
  await db.insert(releaseMailRecipient).values(rows);
}

/** Sets logo or colours and increments the version. */
export async function storeBranding(
  db: Database,
  id: number,
  branding: { readonly logo?: string | null; readonly white_label?: WhiteLabel | null },
): Promise<void> {
  const white_labeling_version = sql`coalesce(${customer.white_labeling_version}, 0) + 1`;
  await db
    .update(customer)
    .set({ ...branding, white_labeling_version })
    .where(eq(customer.id, id));
}
