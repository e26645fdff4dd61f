// What staff entered of the demo's analyses: drone, packages, invoice, and the history of their states.
import { asc, eq } from "drizzle-orm";
import type { AnalysisState } from "../../domain/analysis/analysis.ts";
import type { InvoiceState } from "../../domain/analysis/invoice.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { Database } from "../../server/context.ts";
import { analysisProductPackage } from "../../server/store/schema/analysis.ts";
import { analysis, analysisHistory, plant } from "../../server/store/schema/plant.ts";
import { drone, productPackage } from "../../server/store/schema/provider.ts";

type WorkPlan = {
  /** The provider's drones in turn. */
  readonly drones: readonly string[];
  readonly packages: readonly string[];
};

const plans: Readonly<Record<Technology, WorkPlan>> = {
  parabolic_trough: { drones: ["Osprey-1", "Osprey-2"], packages: ["Receiver analysis"] },
  photovoltaic: { drones: ["Falcon-1", "Falcon-2"], packages: ["PV thermal analysis"] },
};

/** States on the way to a finished analysis, with the days after the flight on which they were set. */
const way: readonly (readonly [AnalysisState, days: number])[] = [
  ["EMPTY", 0],
  ["UPLOADING", 0.2],
  ["DATA_INCOMPLETE", 0.5],
  ["DATA_COMPLETE", 0.6],
  ["DATA_COMPLETE_VERIFIED", 1],
  ["PROCESSING", 1.1],
  ["FINISHED", 9],
];

const dayMs = 24 * 3600_000;

/** Writes the fields and the history of all analyses; `now` divides old invoices from new ones. */
export async function writeAnalysisWork(db: Database, author: number, now: Date): Promise<void> {
  const drones = await db.select().from(drone);
  const packages = await db.select().from(productPackage);
  const rows = await db
    .select({ id: analysis.id, ...workFields, technology: plant.technology })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .orderBy(asc(analysis.flown_at), asc(analysis.id));
  for (const [index, row] of rows.entries()) {
    const plan = plans[row.technology];
    const flown = new Date(row.flown_at);
    const name = plan.drones[index % plan.drones.length];
    const drone_id = drones.find((one) => one.internal_identifier === name)?.id ?? null;
    const invoice = invoiceOf(row, index, now.getTime() - flown.getTime());
    await db
      .update(analysis)
      .set({ drone_id, ...invoice })
      .where(eq(analysis.id, row.id));
    for (const { id } of packages.filter((one) => plan.packages.includes(one.name))) {
      await db
        .insert(analysisProductPackage)
        .values({ analysis_id: row.id, product_package_id: id });
    }
    await writeWay(db, row, author);
  }
}

const workFields = {
  state: analysis.state,
  visibility: analysis.visibility,
  flown_at: analysis.flown_at,
};
type Row = { readonly id: number } & Pick<
  typeof analysis.$inferSelect,
  "state" | "visibility" | "flown_at"
>;

/** Delivered ones are paid after two months; what was never delivered needs no invoice yet. */
function invoiceOf({ visibility }: Row, index: number, ageMs: number) {
  if (visibility === "invisible") return { invoice_state: "NO_INVOICE_REQUIRED" as InvoiceState };
  if (visibility !== "released") return {};
  const age = ageMs / dayMs;
  if (age < 30) return {};
  const number = String(100_200 + index * 7).padStart(6, "0");
  const invoice_state: InvoiceState = age > 60 ? "PAID" : "SENT";
  return { invoice_state, invoice_id: `INV-${number}`, po_reference: `PO-${4500 + index}` };
}

/** The history of the states, dated after the flight. */
async function writeWay(db: Database, { id, state, flown_at }: Row, author: number): Promise<void> {
  const last = way.findIndex(([one]) => one === state);
  for (let step = 1; step <= last; step += 1) {
    const [to, days] = way[step]!;
    const created_at = new Date(new Date(flown_at).getTime() + days * dayMs).toISOString();
    await db.insert(analysisHistory).values({
      analysis_id: id,
      account_id: author,
      field: "state",
      old_value: way[step - 1]![0],
      new_value: to,
      created_at,
    });
  }
}
