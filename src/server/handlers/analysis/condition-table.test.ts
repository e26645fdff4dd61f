// Conditions of a survey from a workbook, over HTTP: read in a process, asked what the file does not say.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openResultImport, type ResultImport } from "../../../../tests/fixtures/result-import.ts";
import { evaluationApi as calls } from "../../../api/analysis/evaluation.ts";
import type { ConditionRow } from "../../../domain/evaluation/condition-record.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

describe("a workbook of flight conditions", () => {
  it("is read once the zone of its times is stated, and says its hidden rows and its other sheet", async () => {
    const path = "../../../../tests/fixtures/table-file/conditions-xlsxwriter.xlsx";
    const bytes = await readFile(join(import.meta.dirname, path));
    const own = await host.plant.addAnalysis("With a workbook", "2026-06-01");
    const send = async (time_zone?: string) => {
      const body = new FormData();
      if (time_zone) body.append("time_zone", time_zone);
      body.append("file", new File([new Uint8Array(bytes)], "weather.xlsx"));
      const asked = { params: { id: own }, body };
      const { status, body: answer } = await host.server.ask(
        calls.importConditions,
        "analyst",
        asked,
      );
      return { status, body: answer as Record<string, unknown> };
    };
    const asked = await send();
    expect(asked.body["problems"]).toMatchObject(
      [4, 5, 6, 7, 8, 9].map((line) => ({
        reason: "condition_time_zone",
        file: "weather.xlsx",
        sheet: "Data",
        cell: `A${line}`,
      })),
    );
    const { status, body } = await send("Etc/GMT+3");
    expect([status, body["notes"]]).toEqual([
      200,
      [
        { reason: "sheet_hidden_rows", sheet: "Data", values: { rows: 1, number: 6 } },
        { reason: "sheet_not_read", values: { count: 1, names: "Notes" } },
        {
          reason: "condition_unit_assumed",
          values: { units: "irradiance (W/m²), wind (m/s), ambient (°C)" },
        },
      ],
    ]);
    expect((body["rows"] as ConditionRow[])[0]).toEqual({
      quantity: "irradiance",
      component: "",
      value: 812.345,
      measured_at: "2026-06-01T15:00:00.000Z",
      source: "file",
    });
  });
});
