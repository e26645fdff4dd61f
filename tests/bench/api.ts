// What the server costs: a permission-checked list against a bare route, and a column against a static file.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { findEmbeddedPostgres } from "../../src/server/adapters/postgres.ts";
import type { Analysis } from "../../src/domain/analysis/analysis.ts";
import { startProduct, type Product } from "../e2e/product.ts";
import { startBare } from "./bare.ts";
import type { BenchOptions, Report } from "./report.ts";

const connections = 50;
/** Each is asked so often, for so long. */
const roundsOf = { short: 1, full: 3 };
const seconds = 2;
type Headers = Record<string, string>;

/** Signs in by the demo's link, as a browser would, and answers the headers of every call. */
async function headersOf({ url, accounts }: Product, key: string): Promise<Headers> {
  const link = accounts.find((account) => account.key === key)?.sign_in_url ?? "";
  const page = await (await fetch(link)).text();
  const session = /token&#34;:&#34;([\w-]+)/.exec(page)?.[1];
  const bot = (await (await fetch(`${url}/api/bot-protection-token`)).json()) as { token: string };
  return { authorization: `Bearer ${session}`, "x-bot-protection-token": bot.token };
}

type Ask = { readonly url: string; readonly path: string; readonly headers: readonly Headers[] };

/** Answers a second of each, asked in turns: what else the machine does then hits all of them alike. */
async function measure(rounds: number, ...asks: readonly Ask[]): Promise<number[]> {
  const sums = asks.map(() => 0);
  for (let round = -1; round < rounds; round += 1) {
    for (const [i, { url, path, headers }] of asks.entries()) {
      const requests = headers.map((own) => ({ path, headers: own }));
      const duration = round < 0 ? 1 : seconds;
      const result = await autocannon({ url, connections, duration, requests });
      if (result["4xx"] + result["5xx"] + result.errors > 0)
        throw new Error(`${url}${path} was refused`);
      if (round >= 0) sums[i] = (sums[i] ?? 0) + result.requests.average / rounds;
    }
  }
  return sums;
}

/** Address of the largest column that the account may see. */
async function largestColumn(url: string, headers: Headers) {
  const ask = async <T>(path: string) =>
    (await (await fetch(`${url}/api${path}`, { headers })).json()) as T;
  const columns: { path: string; rows: number }[] = [];
  for (const { id } of await ask<Analysis[]>("/auth/analysis")) {
    type Column = { key_figure_id: number; hash: string; row_count: number };
    for (const column of await ask<Column[]>(`/auth/analysis/${id}/columns`)) {
      const path = `/api/auth/analysis-result/${id}/${column.key_figure_id}/column/${column.hash}`;
      columns.push({ path, rows: column.row_count });
    }
  }
  const largest = columns.toSorted((a, b) => b.rows - a.rows)[0];
  if (!largest) throw new Error("the demo has no column");
  return largest;
}

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "api-bench-"));
  const product = await startProduct();
  try {
    // Several people ask: nothing of one session's answers is of use to another's.
    const staff = await Promise.all(
      ["analyst", "admin", "super_admin"].map((key) => headersOf(product, key)),
    );
    const [headers = {}] = staff;
    const path = "/api/auth/plants";
    const list = join(folder, "list.json");
    await writeFile(list, await (await fetch(`${product.url}${path}`, { headers })).text());
    const column = await largestColumn(product.url, headers);
    const answer = await fetch(`${product.url}${column.path}`, { headers });
    await writeFile(join(folder, "column"), Buffer.from(await answer.arrayBuffer()));
    const columnTag = answer.headers.get("etag") ?? "";

    const { ownerUrl } = findEmbeddedPostgres(product.data_dir);
    const bare = await startBare(list, folder, ownerUrl);
    try {
      const plain = { url: bare.url, headers: [{}] };
      const [ours = 0, theirs = 0, queried = 0] = await measure(
        roundsOf[form],
        { url: product.url, path, headers: staff },
        { ...plain, path: "/list" },
        { ...plain, path: "/query" },
      );
      const row = {
        name: "API: list of plants, three sessions",
        unit: "/s",
        ours,
        higher_is_better: true,
        goal: "at least 50 %",
      };
      report({
        ...row,
        baseline: "bare fastify route answering from memory",
        theirs,
        met: ours >= theirs / 2,
      });
      report({
        ...row,
        baseline: "bare fastify route asking the database",
        theirs: queried,
        met: ours >= queried / 2,
      });
      const stored = staff.map((own) => ({ ...own, "accept-encoding": "gzip" }));
      const [served = 0, file = 0] = await measure(
        roundsOf[form],
        { url: product.url, path: column.path, headers: stored },
        { ...plain, path: "/file/column" },
      );
      report({
        name: `API: column of ${column.rows.toLocaleString("en")} values`,
        unit: "/s",
        ours: served,
        baseline: "@fastify/static, the same values unpacked",
        theirs: file,
        higher_is_better: true,
        goal: "at least 80 %",
        met: served >= file * 0.8,
      });
      // The browser has the column and asks whether it may still have it: at each opening of a plant.
      const fileTag = (await fetch(`${bare.url}/file/column`)).headers.get("etag") ?? "";
      const known = stored.map((own) => ({ ...own, "if-none-match": columnTag }));
      const [valid = 0, validFile = 0] = await measure(
        roundsOf[form],
        { url: product.url, path: column.path, headers: known },
        { url: bare.url, path: "/file/column", headers: [{ "if-none-match": fileTag }] },
      );
      report({
        name: "API: column that the browser has, re-validated",
        unit: "/s",
        ours: valid,
        baseline: "@fastify/static, the same file re-validated",
        theirs: validFile,
        higher_is_better: true,
        goal: "at least 50 %",
        met: valid >= validFile / 2,
      });
    } finally {
      bare.stop();
    }
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
