// The list of 5,000 analyses, as the browser asks for it, against their rows as JSON.
import { eq } from "drizzle-orm";
import { analysis, plant } from "../../src/server/store/schema/plant.ts";
import { addPlant } from "../fixtures/large-import.ts";
import { startProduct } from "./product.ts";
import type { Report } from "./report.ts";

const count = 5000;
const plants = 50;
const rounds = 9;

/** Middle of the milliseconds until the whole answer has arrived; the first ones warm up. */
async function measure(...asks: readonly (() => Promise<Response>)[]): Promise<number[]> {
  const times = asks.map((): number[] => []);
  for (let round = -2; round < rounds; round += 1) {
    for (const [at, ask] of asks.entries()) {
      const began = performance.now();
      const answer = await ask();
      const { length } = (await answer.json()) as unknown[];
      if (length !== count) throw new Error(`${length} analyses were answered, not ${count}`);
      if (round >= 0) times[at]?.push(performance.now() - began);
    }
  }
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

export async function bench(report: Report): Promise<void> {
  const product = await startProduct();
  try {
    const { db } = product.owner;
    for (let at = 0; at < plants; at += 1) {
      const plant_id = await addPlant(db, product.customer_id);
      await db
        .update(plant)
        .set({ name: `Plant ${at}` })
        .where(eq(plant.id, plant_id));
      const rows = Array.from({ length: count / plants }, (_, number) => ({
        plant_id,
        name: `Survey ${number}`,
        state: "FINISHED" as const,
        flown_at: new Date(Date.UTC(2026, 0, 1, number)).toISOString(),
      }));
      await db.insert(analysis).values(rows);
    }
    const bare = await product.startBaseline("");
    const { headers } = product;
    const [ours = 0, theirs = 0] = await measure(
      () => fetch(`${product.url}/api/auth/analysis`, { headers }),
      () => fetch(`${bare}/analyses`),
    );
    report({
      name: `API: list of ${count.toLocaleString("en")} analyses`,
      unit: "ms",
      ours,
      baseline: "their rows as JSON from a bare fastify route",
      theirs,
    });
  } finally {
    await product.close();
  }
}
