// The list of findings by page: a hundred thousand of them hold up no other request.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOT, openFindingHost, type FindingHost } from "../../../../tests/fixtures/finding-host.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { isMutated, longestBlock } from "../../../../tests/fixtures/processor-time.ts";
import { api } from "../../../api/index.ts";
import type { FindingPage } from "../../../domain/finding/finding-life.ts";

const PAGE = 5000;
const LIVES = 20 * PAGE + 3;
/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;

let host: FindingHost;
beforeAll(async () => {
  host = await openFindingHost("Pages");
  const survey = await host.survey("First", "2026-01-10", [HOT]);
  await host.show(survey, "released");
  const { db } = host.server.database.owner;
  // Some are of modules of the twin, all others of modules that it has no more.
  await db.execute(sql`insert into finding_life (plant_id, component_type, dt_id, fault_type, severity, analysis_id, crew)
    select ${host.plant.plant_id}, 'module', 'T' || (n / 20) || '.M' || (n % 20), ${HOT[0]}, 2, ${survey}, 'North'
    from generate_series(0, ${LIVES - 1}) n`);
}, patient(120_000));
afterAll(() => host.server.close());

const ask = (query: { after?: string; limit?: string }) =>
  host.server.ask(api.findingLife.list, "viewer", { params: { id: host.plant.plant_id }, query });
const page = async (query: { after?: string; limit?: string } = {}) => {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return body as FindingPage;
};

it(
  "has each finding once, whichever page it is on",
  async () => {
    const ids: number[] = [];
    const sizes: number[] = [];
    const versions: boolean[] = [];
    for (let after: number | null = 0; after !== null;) {
      const { findings, next, version } = await page({ after: `${after}` });
      for (const { id } of findings) ids.push(id);
      sizes.push(findings.length);
      versions.push(version !== null);
      after = next;
    }
    expect(sizes).toEqual([...Array<number>(20).fill(PAGE), 3]);
    expect(new Set(ids).size).toBe(LIVES);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(versions).toEqual([true, ...Array<boolean>(20).fill(false)]);
  },
  patient(120_000),
);

it("ends where a page is full and nothing follows", async () => {
  const { findings, next } = await page({ limit: "3" });
  expect([findings.length, next]).toEqual([3, findings[2]!.id]);
  const last = await page({ after: `${next}`, limit: "5000" });
  const rest = await page({ after: `${last.next! + (LIVES - PAGE - 6)}`, limit: "3" });
  expect([rest.findings.length, rest.next]).toEqual([3, null]);
  expect(await page({ after: `${rest.findings[2]!.id}`, limit: "3" })).toEqual({
    findings: [],
    next: null,
    version: null,
  });
});

it("has the version that the call for it answers", async () => {
  const params = { id: host.plant.plant_id };
  const { body } = await host.server.ask(api.findingLife.version, "viewer", { params });
  expect((await page({ limit: "1" })).version).toBe((body as { version: string }).version);
});

it.each([{ limit: "5001" }, { limit: "0" }, { after: "-1" }, { after: "x" }])(
  "refuses %j",
  async (query) => {
    expect((await ask(query)).status).toBe(400);
  },
);

it.skipIf(isMutated)("holds up no other request", async () => {
  // The first one also loads the twin.
  await page();
  const { token } = host.server.accounts.viewer;
  const path = api.findingLife.list.path.replace("{id}", `${host.plant.plant_id}`);
  // What is read here is thrown away: to keep or parse the page would be work of this test.
  const blockOfOne = () =>
    longestBlock(async () => {
      let bytes = 0;
      const answer = await host.server.fetch(`/api${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
      expect(bytes).toBeGreaterThan(PAGE * 300);
    });
  // Memory of the files before this one may be tidied up during an answer, but not during each of them.
  const block = Math.min(await blockOfOne(), await blockOfOne(), await blockOfOne());
  expect(block).toBeLessThan(patient(MOST_BLOCK_MS));
});
