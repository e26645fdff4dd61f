// The demo's product packages and orders: running, ended, ending soon, upcoming.
import { addDays, addMonths } from "../../domain/calendar-date.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import type { OrderType } from "../../domain/provider/order.ts";
import type { Database } from "../../server/context.ts";
import {
  orderProductPackage,
  productPackage,
  purchaseOrder,
} from "../../server/store/schema/provider.ts";
import type { CustomerKey } from "./account-plan.ts";

type PackageKey = "receiver" | "mirror" | "thermal" | "full";
type PackagePlan = { readonly name: string; readonly description: string; readonly ids: number[] };

const idsFrom = (first: number, last: number) =>
  keyFigures.map(({ id }) => id).filter((id) => id >= first && id <= last);

const packagePlans: Readonly<Record<PackageKey, PackagePlan>> = {
  receiver: {
    name: "Receiver analysis",
    description: "Glass temperature, heat loss and state of every absorber tube.",
    ids: [...idsFrom(1, 14), 31],
  },
  mirror: {
    name: "Mirror analysis",
    description: "Shape, damage, soiling and tracking of the collectors.",
    ids: [...idsFrom(15, 30), 32],
  },
  thermal: {
    name: "PV thermal analysis",
    description: "Faults of modules and strings, according to IEC TS 62446-3.",
    ids: [...idsFrom(35, 49), 53, 54, 56, 57, 59],
  },
  full: {
    name: "Full inspection",
    description: "All key figures, with ortho images.",
    ids: keyFigures.map(({ id }) => id),
  },
};

type OrderPlan = {
  readonly customer: Exclude<CustomerKey, "provider">;
  readonly plant: string;
  readonly type: OrderType;
  /** Start in months from the first day of this month, and duration; null for no end. */
  readonly start: number;
  readonly months: number | null;
  readonly packages: readonly (readonly [key: PackageKey, quantity: number])[];
  readonly note?: string;
};

const valdesol = { customer: "own", plant: "Valdesol", type: "subscription" } as const;
const llanoGrande = { customer: "own", plant: "Llano Grande", type: "subscription" } as const;
const pampaAlta = { customer: "other", plant: "Pampa Alta", type: "subscription" } as const;

const orderPlans: readonly OrderPlan[] = [
  { ...valdesol, type: "setup", start: -36, months: 3, packages: [["full", 1]] },
  { ...valdesol, start: -22, months: 12, packages: [["receiver", 2]] },
  {
    ...valdesol,
    start: -10,
    months: 12,
    packages: [
      ["receiver", 2],
      ["mirror", 1],
    ],
    note: "Price as agreed in the framework contract.",
  },
  { ...llanoGrande, type: "setup", start: -21, months: 2, packages: [["full", 1]] },
  { ...llanoGrande, start: -19, months: null, packages: [["thermal", 2]] },
  {
    ...llanoGrande,
    start: 2,
    months: 12,
    packages: [["full", 1]],
    note: "Before the guarantee of the modules ends.",
  },
  { ...pampaAlta, type: "setup", start: -20, months: 2, packages: [["full", 1]] },
  { ...pampaAlta, start: -14, months: 12, packages: [["thermal", 3]] },
];

/** Writes packages and orders around the day; missing plants are skipped. */
export async function writeOrders(
  db: Database,
  customers: Readonly<Record<CustomerKey, number>>,
  plants: ReadonlyMap<string, number>,
  day: string,
): Promise<void> {
  const packages = new Map<PackageKey, number>();
  for (const key of Object.keys(packagePlans) as PackageKey[]) {
    const { name, description, ids } = packagePlans[key];
    const values = { name, description, key_figure_ids: ids };
    const [row] = await db.insert(productPackage).values(values).returning();
    if (row) packages.set(key, row.id);
  }
  const firstOfMonth = `${day.slice(0, 8)}01`;
  for (const { customer, plant, type, start, months, note = "", packages: ordered } of orderPlans) {
    const plant_id = plants.get(plant);
    if (plant_id === undefined) continue;
    const start_date = addMonths(firstOfMonth, start);
    const end_date = months === null ? null : addDays(addMonths(start_date, months), -1);
    const [row] = await db
      .insert(purchaseOrder)
      .values({ customer_id: customers[customer], plant_id, type, start_date, end_date, note })
      .returning();
    if (!row) throw new Error("an order was not stored");
    for (const [key, quantity] of ordered) {
      const product_package_id = packages.get(key) ?? 0;
      await db
        .insert(orderProductPackage)
        .values({ order_id: row.id, product_package_id, quantity });
    }
  }
}
