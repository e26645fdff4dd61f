// Orders that a viewer sees: of the viewer's customer, and only of assigned plants if plants are assigned.
import { and, asc, desc, eq, gte, inArray, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Order, OrderForm, OrderedPackage } from "../../../domain/provider/order.ts";
import type { ProposalPlant } from "../../../domain/provider/order-proposal.ts";
import type { ProductPackage } from "../../../domain/provider/product-package.ts";
import type { Database } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { isPlantSeen, type ViewerScope } from "../plant/plant.ts";
import { isOrderSeen } from "../viewer-scope.ts";
import { customer } from "../schema/account.ts";
import { analysis, plant } from "../schema/plant.ts";
import { orderProductPackage, productPackage, purchaseOrder } from "../schema/provider.ts";

/** JSON that the query below builds. */
type OrderedPackageRow = {
  id: number;
  quantity: number;
  product_package: { id: number; name: string };
};

/** The orders that the viewer sees, latest start first; `id` narrows them. */
export function readOrders(db: Database, viewer: ViewerScope, id?: number): Promise<Order[]> {
  return db
    .select({
      id: purchaseOrder.id,
      customer_id: purchaseOrder.customer_id,
      customer_name: customer.name,
      plant_id: purchaseOrder.plant_id,
      plant_name: plant.name,
      type: purchaseOrder.type,
      start_date: purchaseOrder.start_date,
      end_date: purchaseOrder.end_date,
      note: purchaseOrder.note,
      created_at: purchaseOrder.created_at,
      order_product_packages: sql<OrderedPackageRow[]>`coalesce((
        select json_agg(json_build_object(
          'id', ${orderProductPackage.id},
          'quantity', ${orderProductPackage.quantity},
          'product_package', json_build_object(
            'id', ${productPackage.id}, 'name', ${productPackage.name})
        ) order by ${orderProductPackage.id})
        from ${orderProductPackage}
        join ${productPackage} on ${productPackage.id} = ${orderProductPackage.product_package_id}
        where ${orderProductPackage.order_id} = ${purchaseOrder.id}), '[]'::json)`,
    } satisfies ColumnsOf<Order>)
    .from(purchaseOrder)
    .innerJoin(customer, eq(customer.id, purchaseOrder.customer_id))
    .leftJoin(plant, eq(plant.id, purchaseOrder.plant_id))
    .where(and(isOrderSeen(viewer), id === undefined ? undefined : eq(purchaseOrder.id, id)))
    .orderBy(desc(purchaseOrder.start_date), desc(purchaseOrder.id));
}

/** The order, or null if it does not exist or the viewer does not see it. */
export async function readOrder(
  db: Database,
  viewer: ViewerScope,
  id: number,
): Promise<Order | null> {
  return (await readOrders(db, viewer, id))[0] ?? null;
}

/** The packages of the customer's running orders on a day, by name. */
export function readRunningPackages(
  db: Database,
  viewer: ViewerScope,
  { customer_id, cur_date }: { customer_id: number; cur_date: string },
) {
  return db
    .select({
      id: orderProductPackage.id,
      quantity: orderProductPackage.quantity,
      product_package: { name: productPackage.name },
    })
    .from(orderProductPackage)
    .innerJoin(purchaseOrder, eq(purchaseOrder.id, orderProductPackage.order_id))
    .innerJoin(productPackage, eq(productPackage.id, orderProductPackage.product_package_id))
    .where(
      and(
        isOrderSeen(viewer),
        eq(purchaseOrder.customer_id, customer_id),
        lte(purchaseOrder.start_date, cur_date),
        or(isNull(purchaseOrder.end_date), gte(purchaseOrder.end_date, cur_date)),
      ),
    )
    .orderBy(asc(productPackage.name), asc(orderProductPackage.id));
}

/** The plants that the viewer sees, with the facts for proposals. */
export function readProposalPlants(db: Database, viewer: ViewerScope): Promise<ProposalPlant[]> {
  return db
    .select({
      id: plant.id,
      name: plant.name,
      customer_id: plant.customer_id,
      customer_name: customer.name,
      setup_phase: plant.setup_phase,
      has_release: sql<boolean>`exists (select 1 from ${analysis}
        where ${analysis.plant_id} = ${plant.id} and ${analysis.visibility} = 'released')`,
    })
    .from(plant)
    .innerJoin(customer, eq(customer.id, plant.customer_id))
    .where(isPlantSeen(viewer))
    .orderBy(asc(plant.name), asc(plant.id));
}

/** Those of `ids` that are packages. */
export async function knownPackages(
  db: Database,
  ids: readonly number[],
): Promise<Pick<ProductPackage, "id" | "key_figure_ids">[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: productPackage.id, key_figure_ids: productPackage.key_figure_ids })
    .from(productPackage)
    .where(inArray(productPackage.id, [...ids]));
}

export async function insertOrder(db: Database, form: OrderForm): Promise<number> {
  const { order_product_packages, ...fields } = form;
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .insert(purchaseOrder)
      .values(fields)
      .returning({ id: purchaseOrder.id });
    if (!row) throw new Error("the order was not stored");
    await storePackages(transaction, row.id, order_product_packages);
    return row.id;
  });
}

export async function updateOrder(
  db: Database,
  id: number,
  { order_product_packages, ...fields }: Partial<OrderForm>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    // Lock the order even if its row does not change, so that concurrent updates of its packages wait.
    await transaction
      .select({ id: purchaseOrder.id })
      .from(purchaseOrder)
      .where(eq(purchaseOrder.id, id))
      .for("update");
    if (Object.keys(fields).length > 0) {
      await transaction.update(purchaseOrder).set(fields).where(eq(purchaseOrder.id, id));
    }
    if (order_product_packages) await storePackages(transaction, id, order_product_packages);
  });
}

/** Packages that stay keep their row and ID, because other rows can refer to them. */
async function storePackages(
  db: Pick<Database, "select" | "insert" | "update" | "delete">,
  order_id: number,
  packages: readonly OrderedPackage[],
): Promise<void> {
  const isOfOrder = eq(orderProductPackage.order_id, order_id);
  const ids = packages.map(({ product_package_id }) => product_package_id);
  await db
    .delete(orderProductPackage)
    .where(and(isOfOrder, notInArray(orderProductPackage.product_package_id, ids)));
  const stored = await db
    .select({ id: orderProductPackage.id, of: orderProductPackage.product_package_id })
    .from(orderProductPackage)
    .where(isOfOrder);
  for (const { product_package_id, quantity } of packages) {
    const row = stored.find(({ of }) => of === product_package_id);
    if (row) {
      const isRow = eq(orderProductPackage.id, row.id);
      await db.update(orderProductPackage).set({ quantity }).where(isRow);
    } else await db.insert(orderProductPackage).values({ order_id, product_package_id, quantity });
  }
}

export async function deleteOrder(db: Database, id: number): Promise<void> {
  await db.delete(purchaseOrder).where(eq(purchaseOrder.id, id));
}
