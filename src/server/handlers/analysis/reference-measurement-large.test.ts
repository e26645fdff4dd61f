// Thousands of reference measurements: stored, listed and exported whole, and refused beyond what an analysis keeps.
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { isMutated, longestBlock } from "../../../../tests/fixtures/processor-time.ts";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import { limits } from "../../../domain/limits.ts";

const calls = api.referenceMeasurement;
/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;
let host: ResultImport;
let id: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("With references", "2026-01-01");
});
afterAll(() => host.server.close());

const [value] = measured.range;
const table = (lines: number) => {
  const line = `${host.plant.moduleId(0)},2026-01-05T09:30:00Z,${value}\r\n`;
  return `dt_id,measured_at,${measured.key}\r\n${line.repeat(lines)}`;
};
const send = (text: string, call: "preview" | "importCsv" = "importCsv") => {
  const body = new FormData();
  body.append("file", new File([text], "references.csv"));
  return host.server.ask(calls[call], "analyst", { params: { id }, body });
};

it("a table of 8,000 lines is stored whole, listed and exported", async () => {
  expect(await send(table(8000))).toMatchObject({ status: 200, body: { count: 8000 } });
  const list = await host.server.ask(calls.list, "analyst", { params: { id } });
  expect(list.body).toHaveLength(8000);
  const file = await host.server.ask(calls.exportCsv, "analyst", { params: { id } });
  const lines = String(file.body).trimEnd().split("\r\n");
  expect([lines.length, lines.at(-1)]).toEqual([
    8001,
    `${host.plant.moduleId(0)},2026-01-05T09:30:00.000Z,,,0,${value}`,
  ]);
});

it("an analysis keeps as many as the limit says", async () => {
  const { referencesOfAnalysis: most } = limits;
  const refused = await send(table(most - 8000 + 1));
  expect(refused).toMatchObject({
    status: 409,
    body: { problems: [{ reason: "references_full", values: { count: 8000, most } }] },
  });
  expect((await send(table(most - 8000))).status).toBe(200);
  const one = await host.server.ask(calls.create, "analyst", {
    params: { id },
    body: {
      dt_id: host.plant.moduleId(0),
      measured_at: "2026-01-05T09:30:00Z",
      values: [{ key_figure_id: measured.id, value }],
    },
  });
  expect(one).toMatchObject({ status: 409, body: { problems: [{ reason: "references_full" }] } });
});

it.skipIf(isMutated).each(["preview", "importCsv"] as const)(
  "a table that is too long is refused by %s, and holds up no other user",
  async (call) => {
    const head = `dt_id,measured_at,${measured.key}\r\n`;
    const text = head + "1\r\n".repeat((limits.referenceCsvBytes - 2000) / 3);
    let answer: { status: number; body: unknown } = { status: 0, body: null };
    const block = await longestBlock(async () => (answer = await send(text, call)));
    const said = JSON.stringify(answer.body);
    expect([answer.status, said]).toEqual([
      call === "preview" ? 200 : 422,
      expect.stringContaining(call === "preview" ? "10,000" : "table_rows"),
    ]);
    expect(block).toBeLessThan(patient(MOST_BLOCK_MS));
  },
);
