// What others feel while one session sends 20 filtered queries over a million components at once.
import { setTimeout as sleep } from "node:timers/promises";
import { api } from "../../src/api/index.ts";
import type { Product } from "./product.ts";
import type { Report } from "./report.ts";

const QUERIES = 20;
/** Milliseconds between two calls of the other session. */
const PAUSE_MS = 20;

/** @param path of the values of one key figure of an analysis */
export async function underFilteredQueries(
  product: Product,
  report: Report,
  path: string,
  key_figure_id: number,
): Promise<void> {
  const filters = JSON.stringify([
    { kind: "text", text: "7" },
    { kind: "range", key_figure_id, min: 10, max: null },
  ]);
  const query = new URLSearchParams({ filters, limit: "100000" });
  const statuses = new Map<number, number>();
  let isOver = false;
  const heavy = Array.from({ length: QUERIES }, async () => {
    const answer = await fetch(`${product.url}${path}?${query}`, { headers: product.headers });
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  });
  const begun = performance.now();
  const all = Promise.all(heavy).then(() => (isOver = true));
  const headers = await product.anotherSession();
  const waits: number[] = [];
  const refused: number[] = [];
  while (!isOver) {
    const start = performance.now();
    const { status } = await fetch(`${product.url}/api${api.plant.list.path}`, { headers });
    waits.push(performance.now() - start);
    if (status !== 200) refused.push(status);
    await sleep(PAUSE_MS);
  }
  await all;
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? NaN;
  const done = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  report({
    name: `plant list of another session while one sends ${QUERIES} filtered queries, p99`,
    unit: "ms",
    ours: p99,
    baseline: "goal",
    theirs: 250,
    goal: "at most 250 ms, none refused",
    met: p99 <= 250 && refused.length === 0,
    note: `${waits.length} calls in ${((performance.now() - begun) / 1000).toFixed(1)} s; ${done}`,
  });
}
