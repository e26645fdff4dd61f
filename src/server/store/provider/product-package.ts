// Product packages, which all customers share. Only orders that the viewer sees are counted.
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type {
  ProductPackage,
  ProductPackageForm,
} from "../../../domain/provider/product-package.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { orderProductPackage, productPackage } from "../schema/provider.ts";

/** All packages by name, or the one with this ID. */
export function readProductPackages(db: Database, id?: number): Promise<ProductPackage[]> {
  return db
    .select({
      id: productPackage.id,
      name: productPackage.name,
      description: productPackage.description,
      key_figure_ids: productPackage.key_figure_ids,
      order_count: sql<number>`count(distinct ${orderProductPackage.order_id})::int`,
    } satisfies ColumnsOf<ProductPackage>)
    .from(productPackage)
    .leftJoin(orderProductPackage, eq(orderProductPackage.product_package_id, productPackage.id))
    .where(id === undefined ? undefined : eq(productPackage.id, id))
    .groupBy(productPackage.id)
    .orderBy(asc(sql`lower(${productPackage.name})`), asc(productPackage.id));
}

export async function readProductPackage(db: Database, id: number): Promise<ProductPackage | null> {
  return (await readProductPackages(db, id))[0] ?? null;
}

/** True if another package has this name, ignoring case. */
export async function isPackageNameTaken(db: Database, name: string, id = 0): Promise<boolean> {
  const isSame = eq(sql`lower(${productPackage.name})`, sql`lower(${name})`);
  return (await db.$count(productPackage, and(isSame, ne(productPackage.id, id)))) > 0;
}

export async function insertProductPackage(
  db: Database,
  form: ProductPackageForm,
): Promise<number> {
  const [row] = await db.insert(productPackage).values(form).returning({ id: productPackage.id });
  if (!row) throw new Error("the product package was not stored");
  return row.id;
}

export async function updateProductPackage(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof productPackage>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db.update(productPackage).set(fields).where(eq(productPackage.id, id));
}

/** @throws the database's foreign-key violation if an order of any customer contains the package */
export async function deleteProductPackage(db: Database, id: number): Promise<void> {
  await db.delete(productPackage).where(eq(productPackage.id, id));
}
